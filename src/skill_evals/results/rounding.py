"""Rounding as evolve does it: half away from zero on the scaled float, the sign of zero kept."""

import math


def round1(value: float) -> float:
    """Tenths: seconds."""
    return _scaled(value, 10.0)


def round6(value: float) -> float:
    """Millionths: rates and dollars."""
    return _scaled(value, 1e6)


def half_away(value: float) -> float:
    """The nearest whole number, ties away from zero, as Go's ``math.Round`` and Rust's ``f64::round``."""
    whole = math.floor(abs(value))
    # Comparing the exact remainder: adding one half first would lift 0.49999999999999994 to one.
    return math.copysign(whole + (abs(value) - whole >= 0.5), value)


def _scaled(value: float, scale: float) -> float:
    return half_away(value * scale) / scale
