"""What a stream of events, and the way in which the process ended, mean for the run. No fault is ever a pass or a fail.

| what | triggers | tasks |
|---|---|---|
| a skill was used, or the turns that are looked at ended without one | measured | |
| the agent came to its end | measured | finished |
| ``error_max_turns`` before those turns were seen | error | |
| ``error_max_turns`` | | did not finish |
| the case's time, with answers behind it and no failed call | timeout | did not finish |
| the case's time, while calls failed, an answer was silent for long, or before any answer | timeout | timeout |
| a call failed for good: credential, credit, unknown model | not made; the sweep stops | the same |
| a call failed otherwise, refusal, answer cut | error | error |
| no ``init``, no ``result``, another subtype, a crash, memory or disk | error | error |
| a version that is not known, a skill that Claude Code does not list, no model asked | error | error |
"""

from collections.abc import Iterable
from dataclasses import dataclass

from skill_evals.edges.backends.claude_code.events import Call, Result, Stream
from skill_evals.edges.backends.claude_code.installed import unknown
from skill_evals.edges.backends.claude_code.invocation import TRIGGER_TURNS
from skill_evals.edges.backends.messages.agent import STALLED_SECONDS
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.proxy import Spent
from skill_evals.edges.sandbox.order import Report
from skill_evals.model.evidence import Outcome
from skill_evals.model.suite import Tier
from skill_evals.run.activation import activated

_LONGEST_QUOTE = 200
_SKILL_FILE = "/SKILL.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How the process ended; ``complaint`` is the end of its stderr."""

    report: Report
    complaint: str = ""
    seconds: float = 0.0
    """Its limit of time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    outcome: Outcome
    detail: str
    activations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What of the request decides. ``listed``: the names that the model has to be shown, by folder."""

    tier: Tier
    target: str
    listed: tuple[str, ...]


def told(stream: Stream, ended: Ended, spent: Spent, asked: Asked) -> Told:
    """``spent`` is what the key proxy saw of the run."""
    active = activations(stream)
    tier, target = asked.tier, asked.target
    fault = (
        _of_money(spent)
        or _of_process(stream, ended, spent, tier)
        or _of_listing(stream, asked.listed)
        or _of_result(stream, ended, spent, tier)
    )
    if fault is not None:
        return Told(outcome=fault.outcome, detail=fault.detail, activations=active)
    beside = _beside(stream)
    if tier is Tier.EVALS:
        return Told(outcome=Outcome.FINISHED, detail=beside, activations=active)
    if active:
        words = "; ".join(filter(None, (f"it used {', '.join(active)}", beside)))
        return Told(
            outcome=Outcome.ACTIVATED if activated(target, active) else Outcome.OTHER_SKILL,
            detail=words,
            activations=active,
        )
    return Told(outcome=Outcome.NO_SKILL, detail="; ".join(filter(None, (_instead(stream), beside))))


def activations(stream: Stream) -> tuple[str, ...]:
    """The skills that any agent called and Claude Code knows, in order."""
    known = frozenset(stream.init.skills) if stream.init is not None else frozenset()
    found = (_named(call, known) for call in stream.calls if call.name == "Skill" and call.id not in stream.refused)
    return tuple(name for name in found if name is not None)


def reads(stream: Stream) -> tuple[str, ...]:
    """The skills whose ``SKILL.md`` was read as a file, which is no use of the ``Skill`` tool."""
    paths = (str(call.given.get("file_path", "")) for call in stream.calls if call.name == "Read")
    names = (p.removesuffix(_SKILL_FILE).rpartition("/")[2] for p in paths if p.endswith(_SKILL_FILE))
    return tuple(dict.fromkeys(names))


def _named(call: Call, known: frozenset[str]) -> str | None:
    asked = call.given.get("skill")
    if not isinstance(asked, str):
        return None
    name = asked.strip().removeprefix("/")
    bare = name.rpartition(":")[2]
    return next((one for one in (name, bare) if one in known), None)


def _of_money(spent: Spent) -> Told | None:
    """Nothing more can be paid for, by a cap or by the account."""
    if spent.over is not None:
        return Told(outcome=Outcome.BUDGET, detail=spent.over)
    fault = spent.standing
    if fault is None:
        return None
    if fault.wait is not None and fault.wait > Patience().total:
        return Told(outcome=Outcome.BUDGET, detail=f"{fault.words}; the API asks to wait {fault.wait / 60:.0f} minutes")
    if fault.course is Course.SWEEP:
        return Told(outcome=Outcome.BUDGET, detail="; ".join(filter(None, (fault.words, fault.cure))))
    return None


def _of_process(stream: Stream, ended: Ended, spent: Spent, tier: Tier) -> Told | None:
    report = ended.report
    if report.failure is not None:
        return _error(f"Claude Code could not be started: {report.failure}")
    if report.over == "time":
        words = f"it did not end within {ended.seconds:g} s"
        failing = _failing(stream, spent)
        if tier is Tier.EVALS and stream.answers and failing is None:
            return Told(outcome=Outcome.DID_NOT_FINISH, detail=words)
        return Told(outcome=Outcome.TIMEOUT, detail=f"{words}, and {failing}" if failing else words)
    if report.over is not None:
        return _error(f"it was ended, since it took more {report.over} than a run may")
    if stream.init is None:
        return _error(f"Claude Code ended before it began ({_exit(ended)})")
    return None


def _of_listing(stream: Stream, listed: Iterable[str]) -> Told | None:
    if stream.init is None:
        return None
    strange = unknown(stream.init.version)
    if strange is not None:
        return _error(strange)
    lacking = sorted(set(listed).difference(stream.init.skills))
    if lacking:
        return _error(f"Claude Code does not list {', '.join(lacking)}, so no model was shown it")
    return None


def _of_result(stream: Stream, ended: Ended, spent: Spent, tier: Tier) -> Told | None:
    result = stream.result
    if result is None:
        return _error(f"Claude Code ended without a result ({_exit(ended)})")
    if spent.shortened and tier is Tier.TRIGGERS:
        return _error("an answer was cut at its limit of tokens, so not all of its calls are known")
    if result.subtype == "error_max_turns":
        return _of_turns(stream, result, spent, tier)
    if result.is_error or result.subtype != "success":
        return _of_call(result, spent)
    if not stream.answers:
        return _error(f"Claude Code asked no model{_quoted(result.text)}")
    return None


def _of_turns(stream: Stream, result: Result, spent: Spent, tier: Tier) -> Told | None:
    if tier is Tier.TRIGGERS:
        seen = stream.turns >= TRIGGER_TURNS
        return (
            None
            if seen
            else _error(f"its turns ended after {stream.turns}, before all were seen{_quoted(result.text)}")
        )
    failing = _failing(stream, spent)
    if failing is not None:
        return _error(f"its turns ended, and {failing}")
    return Told(outcome=Outcome.DID_NOT_FINISH, detail="it did not end within its turns")


def _of_call(result: Result, spent: Spent) -> Told:
    """A call that failed for good, after Claude Code's own attempts, or an end of another kind."""
    if result.subtype != "success":
        return _error(f"Claude Code ended with {result.subtype or 'a result of no kind'}{_quoted(result.text)}")
    if spent.standing is not None:
        return _error(spent.standing.words)
    if result.stop == "refusal":
        return _error("the model refused to answer, so nothing is known of what it would have done")
    if spent.refused:
        return _error(f"the key proxy let a call not pass: {spent.refused[-1]}")
    kind = f" ({result.api_kind})" if result.api_kind else ""
    return _error(f"Claude Code got no usable answer{kind}{_quoted(result.text)}")


def _failing(stream: Stream, spent: Spent) -> str | None:
    """The last that was heard of the API was a failure, or nothing for long."""
    if spent.standing is not None:
        return spent.standing.words
    if spent.silent >= STALLED_SECONDS:
        return f"an answer of the model had been silent for {spent.silent:.0f} s"
    return "a call of the model was being tried again" if stream.is_retrying else None


def _error(words: str) -> Told:
    return Told(outcome=Outcome.ERROR, detail=words)


def _exit(ended: Ended) -> str:
    code = ended.report.code
    how = "it was stopped" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
    return how + _quoted(ended.complaint)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        return ""
    return f": {line}" if len(line) <= _LONGEST_QUOTE else f": {line[:_LONGEST_QUOTE]}…"


def _instead(stream: Stream) -> str:
    """What the model did in place of a skill, for the reviewer."""
    refused = [str(call.given.get("skill")) for call in stream.calls if call.id in stream.refused]
    if refused:
        return f"it asked for {', '.join(refused)}, which is no skill"
    names = dict.fromkeys(call.name for call in stream.calls)
    return f"it called {', '.join(names)} and no skill" if names else "it answered without a tool"


def _beside(stream: Stream) -> str:
    """What else a reviewer should know."""
    found = reads(stream)
    words = [f"it read the file of {', '.join(found)}"] if found else []
    by_subagent = [name for call in stream.calls if call.agent and (name := _asked(call, stream)) is not None]
    if by_subagent:
        words.append(f"a subagent used {', '.join(by_subagent)}")
    return "; ".join(words)


def _asked(call: Call, stream: Stream) -> str | None:
    known: frozenset[str] = frozenset(stream.init.skills) if stream.init is not None else frozenset()
    return _named(call, known) if call.name == "Skill" and call.id not in stream.refused else None
