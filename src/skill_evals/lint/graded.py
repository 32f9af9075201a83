"""What the checks of a suite hold that rules look into: patterns, commands, sentences; each with its place."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from skill_evals.dialects.vocabulary import VOCABULARIES
from skill_evals.lint.members import exact, member
from skill_evals.lint.rule import EVAL_MAGIC
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Check, EvalCase, Suite

COMMANDS: Mapping[str, str] = {"command": "run", "command_check": "command"}
"""Kind of check → the member that holds what the shell runs."""

SENTENCES: Mapping[str, str] = {"llm": "text", "llm_judge": "rubric"}
"""Kind of check → the member that a judge reads."""

_LISTED_SENTENCES = {kind: (name,) for kind, name in SENTENCES.items()}


@light(frozen=True, slots=True, kw_only=True)
class CheckText:
    """A text member of a check: ``name`` as the dialect spells it, ``at`` as it is authored."""

    case: EvalCase
    check: Check
    name: str
    text: str
    at: Pointer


Worth = Callable[[str, str], bool]
"""Whether a rule wants to see a text of a kind of check. It is asked before anything is made, since most texts are
fine, and once about each: what it answers may depend on nothing else, and it is no function made on the way."""

_FINE: defaultdict[tuple[Worth, str], set[str]] = defaultdict(set)
"""Texts that a rule did not want to see, by its question and the kind of check: all those of a suite are passed over by
one comparison of sets."""
_MOST_FINE = 1 << 14


def patterns(suite: Suite, worth: Worth) -> Iterator[CheckText]:
    """The regular expressions of checks that are worth a look, in authored order."""
    fields = VOCABULARIES[suite.dialect].pattern_fields
    for case in suite.evals if _any_worth(suite, fields, worth) else ():
        for one in case.checks:
            for name in fields.get(one.kind, ()):
                text = one.fields.get(name)
                if not isinstance(text, str):
                    text = text_member(suite, one, name)
                if text is not None and worth(one.kind, text):
                    yield _found(suite, case, one, name, text)


def commands(suite: Suite) -> Iterator[CheckText]:
    """Every shell command, in authored order."""
    for case in () if suite.check_kinds.isdisjoint(COMMANDS) else suite.evals:
        for one in case.checks:
            name = COMMANDS.get(one.kind)
            text = None if name is None else text_member(suite, one, name)
            if name is not None and text is not None:
                yield _found(suite, case, one, name, text)


def sentences(suite: Suite, worth: Worth) -> Iterator[CheckText]:
    """The sentences for a judge that are worth a look, in authored order."""
    for case in suite.evals if _any_worth(suite, _LISTED_SENTENCES, worth) else ():
        for one in case.checks:
            name = SENTENCES.get(one.kind)
            text = None if name is None else text_member(suite, one, name)
            if name is not None and text is not None and worth(one.kind, text):
                yield _found(suite, case, one, name, text)


def _any_worth(suite: Suite, fields: Mapping[str, Iterable[str]], worth: Worth) -> bool:
    """Whether one of these texts is worth a look, or may be; equal ones are looked at once."""
    if not exact(suite):
        return True
    for kind in suite.check_kinds:
        for name in fields.get(kind, ()):
            texts, fine = suite.graded.texts(kind, name), _FINE[worth, kind]
            if texts is None:
                return True
            if texts <= fine:
                continue
            if any(worth(kind, text) for text in texts):
                return True
            if len(fine) > _MOST_FINE:
                fine.clear()
            fine |= texts
    return False


def text_member(suite: Suite, one: Check, name: str) -> str | None:
    """A member that is a text; None where it is absent or anything else."""
    value = one.fields.get(name)
    if isinstance(value, str):
        return value
    found = member(suite.dialect, one.fields, name)
    return found[1] if found is not None and isinstance(found[1], str) else None


def prompts(suite: Suite, case: EvalCase) -> tuple[str, ...]:
    """Everything that the author says to the agent: the prompt, then eval-magic's later turns."""
    turns = case.fields.get("turns") if suite.dialect == EVAL_MAGIC else None
    later = [turn.get("prompt") for turn in turns if isinstance(turn, dict)] if isinstance(turns, list) else []
    return (case.prompt, *(text for text in later if isinstance(text, str)))


def _found(suite: Suite, case: EvalCase, one: Check, name: str, text: str) -> CheckText:
    if name == "text" and len(one.fields) == 1:
        # A plain sentence is its own value; what it is a member of was never authored.
        return CheckText(case=case, check=one, name=name, text=text, at=one.at)
    found = member(suite.dialect, one.fields, name)
    return CheckText(case=case, check=one, name=name, text=text, at=(*one.at, name if found is None else found[0]))
