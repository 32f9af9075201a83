"""What a case asks of a runner that no agent here is given: it is refused, and never run as something else."""

from collections.abc import Mapping
from types import MappingProxyType

from skill_evals.dialects.names import EVAL_MAGIC
from skill_evals.model.suite import EvalCase, Suite

_OF_CASES: Mapping[str, str] = MappingProxyType(
    {
        "turns": "follow-up prompts are not sent",
        "responder": "nobody answers the agent's questions",
        "plan_mode": "there is no mode in which an agent only plans",
        "codebase": "no code base is fetched or copied for the agent",
    }
)
"""eval-magic's members, with what is lacking."""


def why_unsupported(case: EvalCase, suite: Suite) -> str | None:
    """In words; None: nothing is lacking. A code base may stand at the top of the suite, for all its cases."""
    if suite.dialect != EVAL_MAGIC:
        return None
    asked = {"codebase": suite.fields.get("codebase"), **case.fields}
    found = next((name for name in _OF_CASES if asked.get(name)), None)
    return None if found is None else f"the case asks for `{found}`: {_OF_CASES[found]} here"
