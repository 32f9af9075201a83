"""Nights for machines: version 1 of its wire form (docs/formats.md)."""

import json

from skill_evals.model.night import Move, Night, NightsFound, Passes, Tallied

VERSION = 1


def nights_json(found: NightsFound) -> str:
    """One document, ASCII only, with a newline at its end."""
    document = {
        "version": VERSION,
        "same": _tallied(found.same),
        "anchor": _tallied(found.anchor),
        "moves": [_move(move) for move in found.moves],
        "compared": found.compared,
        "threshold": found.threshold,
        "nights": [_night(night) for night in found.nights],
    }
    return json.dumps(document, indent=2) + "\n"


def _tallied(found: Tallied) -> dict[str, object]:
    return {
        "nights": found.nights,
        "unmeasured": found.unmeasured,
        "regressed": found.regressed,
        "improved": found.improved,
        "rate": found.rate,
        "interval": [found.interval.low, found.interval.high],
        "alpha": found.alpha,
        "exceeds_alpha": found.exceeds_alpha,
    }


def _move(move: Move) -> dict[str, object]:
    return {
        "suite": move.suite,
        "tier": move.tier.value,
        "model": move.model,
        "direction": "down" if move.fell else "up",
        "before": _passes(move.before),
        "after": _passes(move.after),
        "nights_before": move.nights_before,
        "nights_after": move.nights_after,
        "last_before": move.last_before,
        "first_after": move.first_after,
        "p_value": move.p_value,
        "setting_gone": list(move.setting_gone),
        "setting_come": list(move.setting_come),
    }


def _passes(passes: Passes) -> dict[str, int]:
    return {"passed": passes.passed, "measured": passes.measured}


def _night(night: Night) -> dict[str, object]:
    return {
        "run": night.run,
        "date": night.date,
        "kind": night.kind.value,
        "base": night.base,
        "head": night.head,
        "backend": night.backend,
        "outcome": None if night.outcome is None else night.outcome.value,
        "counts": night.counts,
        "gate_failed": night.gate_failed,
        "calls": night.calls,
        "setting": list(night.setting),
        "suites": [
            {
                "suite": family.suite,
                "tier": family.tier.value,
                "model": family.model,
                "outcome": family.outcome.value,
                "cases": len(family.cases),
            }
            for family in night.families
        ],
    }
