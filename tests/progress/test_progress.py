"""Progress on stderr: a bar where somebody looks, lines in a log, nothing where it is not wanted; all of it harmless."""

import io
import os
import re
import select
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TextIO

import pytest

from command_line import Call, small
from git_repo import Repo
from skill_evals.edges.progress.bars import Bars
from skill_evals.edges.progress.choose import showing
from skill_evals.edges.progress.lines import Lines
from skill_evals.edges.progress.tally import Tally
from skill_evals.model.evidence import Arm, Evidence, Judging, Outcome, RunKey, Stage, Usage
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State

KEY = RunKey(
    arm=Arm.HEAD,
    stage=Stage.SCREENING,
    tier=Tier.TRIGGERS,
    model="acme/one",
    suite="skills/pdf/evals/triggers.json",
    case="Merge these files",
    index=0,
)
RUN = Evidence(key=KEY, outcome=Outcome.ACTIVATED, usage=Usage(calls=1, usd=0.01))
NASTY = "::error::[red]stop[/red]\x1b[2J\r\n##[group]\u202egnirts"


def case(words: str) -> RunKey:
    return replace(KEY, case=words)


class TestLines:
    def of(self, seconds: float = 0.0) -> tuple[Lines, io.StringIO]:
        stream = io.StringIO()
        shown = Lines(stream, seconds=seconds)
        shown.started(120, cases=40, cap_usd=5.0)
        return shown, stream

    def test_a_line_tells_cases_runs_and_money_and_which_came_to_fail(self) -> None:
        shown, stream = self.of()
        for words, state in (("one", State.PASS), ("two", State.FAIL)):
            shown.decided("pdf", case(words), state)
        shown.finished(RUN)
        assert stream.getvalue() == (
            "2 of 40 cases (1 failing), screening, 1 of at most 120 runs, $0.01 of $5.00\n  fail: pdf (head): two\n"
        )

    def test_what_fails_is_named_once_and_not_without_end(self) -> None:
        shown, stream = self.of()
        for number in range(8):
            shown.decided("pdf", case(f"query {number}"), State.FAIL)
        shown.finished(RUN)
        assert stream.getvalue().splitlines()[1:] == [
            *(f"  fail: pdf (head): query {number}" for number in range(5)),
            "  and 3 more",
        ]
        shown.finished(RUN)
        assert len(stream.getvalue().splitlines()) == 8

    def test_cases_that_nobody_foresaw_are_counted_among_all(self) -> None:
        shown, stream = self.of()
        for number in range(41):
            shown.decided("pdf", case(f"query {number}"), State.PASS)
        shown.finished(RUN)
        assert stream.getvalue().startswith("41 of 41 cases, ")

    def test_the_base_arm_fails_nobody(self) -> None:
        shown, stream = self.of()
        shown.decided("pdf", replace(KEY, arm=Arm.BASE), State.FAIL)
        shown.finished(RUN)
        assert "fail" not in stream.getvalue()

    def test_a_short_sweep_says_nothing(self) -> None:
        shown, stream = self.of(seconds=3600)
        shown.decided("pdf", KEY, State.FAIL)
        shown.finished(RUN)
        shown.close()
        assert stream.getvalue() == ""

    def test_the_last_line_says_what_it_came_to(self) -> None:
        shown, stream = self.of()
        shown.finished(RUN)
        shown._seconds = 3600
        shown.finished(replace(RUN, outcome=Outcome.ERROR))
        shown.close()
        shown.close()
        assert stream.getvalue().splitlines()[1:] == ["0 of 40 cases, 2 runs, $0.02 of $5.00, 1 errored"] * 2

    def test_strangers_words_command_no_log(self) -> None:
        shown, stream = self.of()
        shown.decided(NASTY, case(NASTY), State.FAIL)
        shown.finished(RUN)
        shown.note(NASTY)
        lines = stream.getvalue().split("\n")
        assert len(lines) == 4
        assert not any(line.lstrip().startswith("::") or "##[" in line for line in lines)
        assert not set(stream.getvalue()) & set("\x1b\r\u202e")


class TestTally:
    def test_money_of_judges_counts(self) -> None:
        tally = Tally()
        judging = Judging(models=("judge",), prompt_hash="x", usage=Usage(calls=1, usd=0.5))
        tally.count(replace(RUN, judging=judging))
        assert tally.usd == pytest.approx(0.51)

    def test_the_time_that_is_left_follows_the_pace_of_the_cases(self) -> None:
        tally = Tally()
        tally.start(100.0, most_runs=9, cases=6, cap_usd=None)
        assert "left" not in tally.facts(200.0)
        for number in range(3):
            tally.decide("pdf", case(str(number)), State.PASS)
        assert tally.facts(130.0).endswith("about 31 seconds left")
        assert tally.facts(1_000.0).endswith("about 15 minutes left")
        for number in range(3, 6):
            tally.decide("pdf", case(str(number)), State.PASS)
        assert "left" not in tally.facts(1_000.0)

    @pytest.mark.parametrize("stage", list(Stage))
    def test_every_stage_has_its_words(self, stage: Stage) -> None:
        tally = Tally()
        tally.count(replace(RUN, key=replace(KEY, stage=stage)))
        assert tally.stage


@contextmanager
def terminal() -> Iterator[tuple[TextIO, int]]:
    """A terminal's two ends: what is written to, and the descriptor that it can be read from."""
    ours, theirs = os.openpty()
    try:
        with os.fdopen(theirs, "w", encoding="utf-8") as stream:
            yield stream, ours
    finally:
        os.close(ours)


def read(descriptor: int, until: str) -> str:
    """What was shown, up to these words; less where they do not come within seconds."""
    text = b""
    while until not in plain(text.decode(errors="replace")) and select.select([descriptor], [], [], 5.0)[0]:
        text += os.read(descriptor, 1 << 16)
    return text.decode()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def interrupted() -> None:
    with showing(quiet=False, color="auto") as shown:
        assert shown is not None
        shown.started(1, cases=1, cap_usd=None)
        raise KeyboardInterrupt


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


class TestBars:
    def test_a_picture_shows_cases_money_and_the_last_verdicts(self, wide: None) -> None:
        with terminal() as (stream, shows):
            shown = Bars(stream)
            shown.started(120, cases=40, cap_usd=5.0)
            for number in range(5):
                shown.decided("pdf", case(f"query {number}"), State.FAIL if number == 4 else State.PASS)
            shown._drawn = 0.0
            shown.finished(RUN)
            text = read(shows, "query 4")
            assert "5 of 40 cases (1 failing)" in plain(text)
            assert "screening, 1 of at most 120 runs, $0.01 of $5.00" in plain(text)
            assert re.findall(r"(?:pass|fail): pdf \(head\): query \d", plain(text))[-3:] == [
                "pass: pdf (head): query 2",
                "pass: pdf (head): query 3",
                "fail: pdf (head): query 4",
            ]
            shown.close()
            ending = read(shows, "1 run, $0.01 of $5.00")
            assert "\x1b[?25h" in ending
            assert plain(ending).strip().endswith("5 of 40 cases (1 failing), 1 run, $0.01 of $5.00")

    def test_strangers_words_are_neither_markup_nor_escapes(self, wide: None) -> None:
        with terminal() as (stream, shows):
            shown = Bars(stream)
            shown.started(1, cases=1, cap_usd=None)
            shown.decided(NASTY, case(NASTY), State.FAIL)
            shown._drawn = 0.0
            shown.finished(RUN)
            shown.note(NASTY)
            shown.close()
            text = read(shows, "1 of 1 case (1 failing), 1 run")
        assert "[red]stop[/red]" in plain(text)
        assert "\x1b[2J" not in text
        assert "\u202e" not in text
        assert "##[" not in text

    def test_no_color_is_honoured(self, wide: None, monkeypatch: pytest.MonkeyPatch) -> None:
        def coloured(*, colour: bool = True) -> bool:
            with terminal() as (stream, shows):
                shown = Bars(stream, colour=colour)
                shown.started(1, cases=1, cap_usd=None)
                shown._drawn = 0.0
                shown.decided("pdf", KEY, State.FAIL)
                text = read(shows, "fail: pdf")
                shown.close()
            return bool(re.search(r"\x1b\[(?:\d+;)*3\d", text))

        assert coloured()
        assert not coloured(colour=False)
        monkeypatch.setenv("NO_COLOR", "1")
        assert not coloured()

    def test_without_a_sweep_nothing_is_drawn(self, wide: None) -> None:
        with terminal() as (stream, shows):
            shown = Bars(stream)
            shown.note("a word")
            shown.close()
            assert read(shows, "a word\r\n") == "a word\r\n"


class TestChoice:
    @pytest.mark.parametrize(
        ("environment", "form"), [({}, Bars), ({"TERM": "dumb"}, Lines), ({"CI": "true"}, Lines)], ids=str
    )
    def test_bars_are_for_terminals_that_somebody_looks_at(
        self, environment: dict[str, str], form: type, wide: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("CI", raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with terminal() as (stream, _), monkeypatch.context() as patch:
            patch.setattr("sys.stderr", stream)
            with showing(quiet=False, color="auto") as shown:
                assert type(shown) is form

    def test_lines_are_for_everything_else(self) -> None:
        with showing(quiet=False, color="auto") as shown:
            assert type(shown) is Lines

    def test_quiet_is_none(self) -> None:
        with showing(quiet=True, color="auto") as shown:
            assert shown is None

    def test_a_cursor_comes_back_whatever_happens(self, wide: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CI", raising=False)
        with terminal() as (stream, shows), monkeypatch.context() as patch:
            patch.setattr("sys.stderr", stream)
            with pytest.raises(KeyboardInterrupt):
                interrupted()
            assert "\x1b[?25h" in read(shows, "0 of 1 case, 0 runs")


def test_a_sweep_tells_of_every_case_in_each_arm_once(repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str, str]] = []
    monkeypatch.setattr(Lines, "decided", lambda self, skill, key, state: told.append((skill, key.arm, state)))
    small(repo)
    assert call("run", "--all", "--root", repo.root).code == 0
    assert told == [("sheep", "head", "pass")] * 10
