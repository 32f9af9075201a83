"""The command that runs a case again can be pasted into a shell, whatever stands in the case."""

import subprocess
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    Reverted,
    Tally,
    Turn,
)
from skill_evals.model.suite import Tier
from skill_evals.report.culprit_words import culprit, culprits, inquiry
from skill_evals.report.shell import shell_word
from skill_evals.report.turns import fenced, replay_command, turn_rows

REPLAY = ("skill-evals", "run", "--all", "--replay", "out dir/recordings")


def case(name: str = "merge these", **more: object) -> CaseComparison:
    known = CaseComparison(
        id=name,
        should_trigger=True,
        case_class=CaseClass.BROKEN,
        base=Count(correct=2, valid=2),
        head=Count(correct=0, valid=2),
    )
    return replace(known, **more)  # type: ignore[arg-type] # tests name real members


def family(*cases: CaseComparison, plugin: str = "") -> FamilyComparison:
    return FamilyComparison(
        skill="pdf",
        skill_dir="skills/pdf",
        plugin=plugin,
        suite="skills/pdf/evals/triggers.json",
        tier=Tier.TRIGGERS,
        model="acme/one",
        outcome=ComparisonOutcome.REGRESSED,
        base=None,
        head=Tally(passed=0, failed=1, errored=0),
        cases=cases,
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), min_size=1, max_size=20))
def test_a_shell_reads_every_word_as_it_was(words: list[str]) -> None:
    line = "printf '%s\\0' " + " ".join(map(shell_word, words))
    assert "\n" not in line
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=True)
    assert done.stdout.decode().split("\0")[:-1] == words


def test_a_command_names_skill_tier_model_and_case() -> None:
    found = replay_command(case(), family(plugin="office"), REPLAY)
    assert found == (
        "skill-evals run --all --replay 'out dir/recordings' \\\n  --tier triggers --model acme/one --skill office/pdf \\\n"
        "  --case 'merge these'"
    )


def test_there_is_none_for_a_case_that_the_head_does_not_hold_or_where_nothing_was_kept() -> None:
    assert replay_command(case(in_head=False), family(), REPLAY) is None
    assert replay_command(case(), family(), ()) is None
    assert replay_command(case("\ud800"), family(), REPLAY) is None


def test_a_case_is_named_by_its_beginning_where_it_is_long_or_cannot_be_said() -> None:
    long = replay_command(case("x" * 999), family(), REPLAY)
    cut = replay_command(case("merge\0these"), family(), REPLAY)
    option = replay_command(case("--help"), family(), REPLAY)
    assert long is not None
    assert long.endswith(" --case " + "x" * 160)
    assert cut is not None
    assert cut.endswith(" --case merge")
    assert option is not None
    assert option.endswith(" --case=--help")


def test_a_fence_is_longer_than_what_it_holds() -> None:
    assert fenced("echo `date`")[0] == "```sh"
    opened, _, closed = fenced("echo '````'")
    assert (opened, closed) == ("`````sh", "`````")


def test_what_a_stranger_wrote_is_text_in_a_fold() -> None:
    turn = Turn(
        arm="head",
        activated=("<b>x</b>",),
        called=("Bash", "`rm`"),
        said="</details> @octocat #1\n# Heading",
        skill="<b>x</b>",
        description="<script>alert(1)</script> https://example.org",
    )
    text = "\n".join(
        turn_rows(family(), [case("</summary><img src=x> @octocat", turns=(turn,), confirmed=True)], REPLAY)
    )
    assert text.count("<details>") == text.count("</details>") == 1
    assert "<summary>Why <code>&lt;/summary&gt;&lt;img src=x&gt; @octocat</code> broke</summary>" in text
    for raw in ("<img", "<script", "</details> @", "\n# ", "@octocat #1", "https://"):
        assert raw not in text.partition("```sh")[0].replace("\\<", "")


def test_a_case_without_evidence_has_no_fold() -> None:
    assert turn_rows(family(), [case()], REPLAY) == []


def reverted(skill: str, correct: int, *, change: str = "changed", own: bool = False, valid: int = 12) -> Reverted:
    count = Count(correct=correct, valid=valid)
    return Reverted(skill=skill, change=change, own=own, count=count, returned=2 * correct >= valid)


def test_the_culprit_in_words() -> None:
    stolen = case(reverted=(reverted("jpg", 11),), activated_instead="jpg")
    own = case(reverted=(reverted("jpg", 0, valid=4), reverted("pdf", 12, own=True)))
    new = case(reverted=(reverted("odt", 12, change="added"),))
    gone = case(reverted=(reverted("odt", 12, change="removed"),))
    none = case(reverted=(reverted("jpg", 0, valid=4), reverted("odt", 1, valid=4)))
    assert culprit(stolen) == "with the description of `jpg` reverted: 11/12, so `jpg` took the prompt"
    assert culprit(own) == "with its own description reverted: 12/12, so that change is why"
    assert culprit(new) == "without the new `odt`: 12/12, so `odt` is why"
    assert culprit(gone) == "with `odt` put back: 12/12, so the removal of `odt` is why"
    assert culprit(none) == "no single one of the changed descriptions, put back, mends it"
    assert culprit(case()) is None
    assert inquiry(none) == (
        "with the description of `jpg` reverted: 0/4; with the description of `odt` reverted: 1/4; "
        "so no single one of the changes explains it"
    )
    assert culprits(family(stolen, stolen, none, case())) == (
        "with the description of `jpg` reverted, 2 of 3 broken cases pass again"
    )
    assert culprits(family(none, case())) is None
