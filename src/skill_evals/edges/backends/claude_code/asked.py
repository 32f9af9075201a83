"""What a request asks of Claude Code: the prompt, the limits, and the skills that must be listed."""

from skill_evals.edges.backends.agent.skill_text import invoked_by
from skill_evals.model.suite import TASK_TURNS
from skill_evals.run.ports.request import RunRequest

_TRIGGER_SECONDS = 180.0
_TRIGGER_TOKENS = 8_192
"""Of one answer, thinking and all; a turn that reaches it is no measurement."""
_TASK_TOKENS = 32_000
_TASK_SECONDS = 600.0
"""evolve's limit of a task that names none."""


def turns(request: RunRequest) -> int | None:
    """Of a task; None: it is a trigger, whose limit is the same for all (invocation.py)."""
    return None if request.task is None else _positive(request.task.max_turns) or TASK_TURNS


def seconds(request: RunRequest) -> float:
    task = request.task
    return _TRIGGER_SECONDS if task is None else float(_positive(task.timeout_seconds) or _TASK_SECONDS)


def most_tokens(request: RunRequest) -> int:
    """Of one answer."""
    return _TRIGGER_TOKENS if request.task is None else _TASK_TOKENS


def prompt(request: RunRequest) -> str:
    if request.trigger is not None:
        return request.trigger.query
    return "" if request.task is None else request.task.prompt


def invoked(request: RunRequest) -> tuple[str, ...]:
    """A task that calls its skill by name has it used by Claude Code itself, without a call of the model's."""
    found = None if request.task is None else invoked_by(request.task.prompt, request.installs)
    return () if found is None else (found[0].name,)


def listed(request: RunRequest) -> tuple[str, ...]:
    """The skills that the model has to be shown."""
    pairs = zip(request.catalogue.skills, request.installs, strict=False)
    return tuple(install.name for skill, install in pairs if skill.surface.model_invocable)


def _positive(number: int | None) -> int | None:
    """A limit of 0 or less is none, as evolve takes it."""
    return number if number is not None and number > 0 else None
