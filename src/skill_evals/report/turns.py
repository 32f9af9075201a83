"""What decided a case, folded beneath the table: who was called, what was said, whose description won, and a command
that runs the case again.
"""

import html

from skill_evals.model.comparison import CaseClass, CaseComparison, FamilyComparison, Turn
from skill_evals.model.regex import regex
from skill_evals.model.suite import Tier
from skill_evals.report.culprit_words import inquiry
from skill_evals.report.escape import terminal
from skill_evals.report.markdown import code, cut, details, flat, prose, sentence
from skill_evals.report.shell import shell_word

_TICKS = regex("`+")
_UNSAYABLE = regex("[\x00\ud800-\udfff]")
"""What no command line can hold; the case is named by what stands before it."""
_LONGEST_CASE = 160
"""Characters of a case in a command; ``--case`` takes the beginning of one as well."""


def turn_rows(family: FamilyComparison, shown: list[CaseComparison], replay: tuple[str, ...]) -> list[str]:
    """A fold for each of these cases that has something to tell."""
    lines: list[str] = []
    for case in shown:
        if case.turns:
            name = html.escape(cut(flat(case.id), 120))
            lines += details(f"Why <code>{name}</code> {_verb(case)}", _evidence(case, family, replay))
    return lines


def _verb(case: CaseComparison) -> str:
    if case.case_class is not CaseClass.BROKEN:
        return "fails"
    return "broke" if case.confirmed else "seemed to break"


def _evidence(case: CaseComparison, family: FamilyComparison, replay: tuple[str, ...]) -> list[str]:
    lines: list[str] = []
    for turn in case.turns:
        lines += [f"**{prose(turn.arm.capitalize())}:** {_did(turn, family.tier)}", "", *_described(turn), ""]
    if case.reverted:
        lines += [f"**Whose doing:** {sentence(inquiry(case))}.", ""]
    command = replay_command(case, family, replay)
    return [*lines, f"{again(replay)}:", "", *fenced(command)] if command else lines


def again(replay: tuple[str, ...]) -> str:
    return "Run it again from what was recorded" if "--replay" in replay else "Run it again, for nothing"


def _did(turn: Turn, tier: Tier) -> str:
    if turn.activated:
        did = "called " + ", then ".join(code(name) for name in turn.activated)
    else:
        did = "called no skill" if tier is Tier.TRIGGERS else "did not use the skill"
    if turn.called:
        did += f"; tools: {', '.join(code(name, 40) for name in turn.called[:8])}"
    return f"{did}; said “{prose(turn.said, 320)}”" if turn.said else did


def _described(turn: Turn) -> list[str]:
    if not turn.description:
        return []
    role = "won" if turn.activated else "was not chosen"
    return [f"The description of {code(turn.skill)} {role}:", "", f"> {prose(turn.description, 720)}"]


def replay_command(case: CaseComparison, family: FamilyComparison, replay: tuple[str, ...]) -> str | None:
    """The command for a shell; None where the head does not hold the case as it was run, or nothing was kept of it."""
    if not replay or not case.in_head:
        return None
    name = f"{family.plugin}/{family.skill}" if family.plugin else family.skill
    key = _UNSAYABLE.split(case.id[:_LONGEST_CASE])[0]
    if not key:
        return None
    chosen = ("--tier", family.tier.value, "--model", family.model, "--skill", name)
    of_case = (f"--case={key}",) if key.startswith("-") else ("--case", key)
    return " \\\n  ".join(" ".join(map(shell_word, words)) for words in (replay, chosen, of_case))


def fenced(command: str, language: str = "sh") -> list[str]:
    """A block of code that its content cannot close."""
    fence = "`" * max(3, max(map(len, _TICKS.findall(command)), default=0) + 1)
    return [f"{fence}{language}", command, fence]


def turn_lines(case: CaseComparison) -> list[str]:
    """For a terminal, below the line of the case: the words that came with the turn, and the description that won."""
    lines = []
    for turn in case.turns:
        if turn.said:
            lines.append(f"    {terminal(turn.arm)} said “{terminal(cut(turn.said, 100))}”")
        if turn.description and turn.activated:
            chosen = f"{terminal(turn.skill)}: {terminal(cut(turn.description, 100))}"
            lines.append(f"    {terminal(turn.arm)} chose {chosen}")
    return lines
