"""Whether the configured runs can ever tell two arms apart."""

from math import comb

from skill_evals.errors import ConfigError
from skill_evals.model.config import GateConfig


def check_policy(gate: GateConfig) -> None:
    """Refuse ``confirm-runs`` so few that even none against all correct would not reach ``alpha``.

    Raises:
        ConfigError: C(2c, c) < 1/alpha for the c of a tier.
    """
    for tier, policy in (("triggers", gate.triggers), ("evals", gate.evals)):
        runs = policy.confirm_runs
        if comb(2 * runs, runs) * gate.alpha < 1:
            raise ConfigError(
                f"with {runs} confirm-runs of {tier} no difference can reach alpha {gate.alpha:g}",
                cure=f"set confirm-runs of {tier} to at least {_least_runs(gate.alpha)}, or raise alpha",
            )


def _least_runs(alpha: float) -> int:
    runs = 1
    while comb(2 * runs, runs) * alpha < 1:
        runs += 1
    return runs
