"""What must not be run in this job, whatever the plan finds: for want of a credential, or since a token that can write
is at hand of whatever is run here.
"""

from collections.abc import Callable, Mapping

from skill_evals.app.action.mode import TWO_JOBS, Asked
from skill_evals.app.action.step import Step
from skill_evals.app.pr_request import Withheld
from skill_evals.edges.secret_names import CREDENTIAL_VARIABLES
from skill_evals.errors import UsageError
from skill_evals.model.config import Config
from skill_evals.model.suite import Tier
from skill_evals.run.ports.backend import Backend

AGENTS = frozenset({"claude-code"})
"""Backends of which every run is an agent's, in Tier 1 too."""
_DEPENDABOT = "dependabot/"
"""Begins its branches."""
_ACTING = "what it runs is the pull request's own code, and this job holds a token that can write"
_CURE = f"{TWO_JOBS}, or the base's configuration says `trusted: true`"


def withheld(
    step: Step, environment: Mapping[str, str], can_write: Callable[[], bool]
) -> Callable[[Config, Backend], Withheld]:
    """``can_write`` asks GitHub, and so only where it matters whether the token could."""

    def decide(config: Config, backend: Backend) -> Withheld:
        if step.mode.not_run:
            return Withheld(tiers=dict.fromkeys(Tier, step.mode.not_run), excused=step.mode.excused)
        if not (backend.free or has_account(step, environment) or _is_elsewhere(step)):
            return Withheld(tiers=dict.fromkeys(Tier, _no_account(step)), excused=True)
        acting = () if _runs_nothing(step) else _acting(backend)
        if not acting or config.run.trusted or not can_write():
            return Withheld()
        if step.options.shard:
            raise UsageError(_ACTING, cure=_CURE)
        return Withheld(tiers=dict.fromkeys(acting, f"{_ACTING}; {_CURE}"), excused=True)

    return decide


def has_account(step: Step, environment: Mapping[str, str]) -> bool:
    """Whether a credential of a model is in this job."""
    accounts = {name for name, value in environment.items() if value} & CREDENTIAL_VARIABLES
    return bool(accounts or step.options.api_key)


def _runs_nothing(step: Step) -> bool:
    return step.options.dry_run or step.options.asked in {Asked.PLAN, Asked.MERGE}


def _is_elsewhere(step: Step) -> bool:
    """Whether the account is another job's. The jobs of one plan must agree on it, so only the event tells: no secret
    reaches a fork's pull request.
    """
    pull = step.event.pull
    is_of_fork = step.event.name == "pull_request" and pull is not None and pull.is_fork
    return (_runs_nothing(step) or bool(step.options.shard)) and not is_of_fork


def _no_account(step: Step) -> str:
    pull = step.event.pull
    if pull is not None and pull.is_fork:
        return "no credential of a model reaches the job of a fork's pull request; `/evaluate` measures it"
    words = "no credential of a model is here: the input `api-key` is empty, or the secret that it names is not set"
    is_dependabots = pull is not None and pull.head.ref.startswith(_DEPENDABOT)
    return f"{words}; Dependabot's runs are given Dependabot's own secrets alone" if is_dependabots else words


def _acting(backend: Backend) -> tuple[Tier, ...]:
    """The tiers in which this backend lets something act that the pull request decides."""
    if backend.name in AGENTS:
        return tuple(Tier)
    return (Tier.EVALS,) if Tier.EVALS.value in backend.tiers else ()
