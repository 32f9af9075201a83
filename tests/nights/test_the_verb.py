"""``skill-evals nights``: a night is added once, and what was there is never lost."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import Call
from nights.reports import ANCHOR, HEAD, left, report
from skill_evals.model.comparison import CaseClass


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "nights.jsonl"


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_night_is_a_line(call: Call, file: Path, tmp_path: Path) -> None:
    classes = (CaseClass.STILL_PASSING, CaseClass.BROKEN, CaseClass.ERRORED, CaseClass.STILL_FAILING)
    done = call("nights", file, "--run", "7", "--add", left(tmp_path / "night", report(classes=classes)))
    assert (done.code, done.err) == (0, f"{tmp_path / 'night' / 'report.json'} (same): added\n")
    (line,) = lines(file)
    told = {
        name: line[name] for name in ("run", "kind", "base", "head", "backend", "outcome", "live", "calls", "setting")
    }
    assert told == {
        "run": "7",
        "kind": "same",
        "base": ANCHOR,
        "head": ANCHOR,
        "backend": "messages",
        "outcome": "unchanged",
        "live": True,
        "calls": 24,
        "setting": ["CLI 2.1.0", "harness profile cc-emulated-1", "skill-evals 1.2.3"],
    }
    family = line["families"][0]  # type: ignore[index]  # a list
    assert sorted(family["cases"].values()) == [[0, 2], [1, 2], [2, 2]], "what errored is in no count"


def test_both_sweeps_of_a_night_come_from_one_folder(call: Call, file: Path, tmp_path: Path) -> None:
    left(tmp_path / "night" / "anchor", report())
    left(tmp_path / "night" / "head", report("regressed", head=HEAD))
    done = call("nights", file, "--run", "7", "--add", tmp_path / "night", "--format", "json")
    assert [(line["kind"], line["gate_failed"]) for line in lines(file)] == [("same", False), ("anchor", True)]
    assert (done.json["same"]["nights"], done.json["anchor"]["regressed"]) == (1, 1)


def test_the_runs_id_comes_from_the_runner(
    call: Call, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_RUN_ID", "991")
    call("nights", file, "--add", left(tmp_path / "night", report()))
    assert lines(file)[0]["run"] == "991"


def test_a_measured_night_is_told_once(call: Call, file: Path, tmp_path: Path) -> None:
    """Who runs the job again after an alarm does not roll the dice again."""
    call("nights", file, "--run", "7", "--add", left(tmp_path / "night", report("regressed")))
    before = file.read_bytes()
    done = call("nights", file, "--run", "7", "--add", left(tmp_path / "again", report()))
    assert "already there, and measured: kept as it was told first" in done.err
    assert file.read_bytes() == before


def test_a_night_that_was_not_measured_gives_way(call: Call, file: Path, tmp_path: Path) -> None:
    call("nights", file, "--run", "6", "--add", left(tmp_path / "before", report()))
    call("nights", file, "--run", "7", "--add", left(tmp_path / "night", report("partial")))
    call("nights", file, "--run", "8", "--add", left(tmp_path / "after", report()))
    done = call("nights", file, "--run", "7", "--add", left(tmp_path / "again", report()))
    assert "added in the place of what could not be measured" in done.err
    assert [(line["run"], line["outcome"]) for line in lines(file)] == [(n, "unchanged") for n in ("6", "7", "8")]


@pytest.mark.parametrize("reason", ["reused from the base's results", "2 of 4 cases reused; the others run live", ""])
def test_a_stored_base_is_no_live_arm(call: Call, file: Path, tmp_path: Path, reason: str) -> None:
    done = call(
        "nights", file, "--run", "7", "--add", left(tmp_path / "night", report(base_reason=reason)), "--format", "json"
    )
    assert (done.json["same"]["nights"], done.json["same"]["unmeasured"]) == (0, 1)


def test_what_was_there_stays_byte_for_byte(call: Call, file: Path, tmp_path: Path) -> None:
    call("nights", file, "--run", "6", "--add", left(tmp_path / "before", report()))
    kept = file.read_bytes().replace(b'"run":"6"', b'"run" :  "6", "of a later version": [1.50]')
    file.write_bytes(kept.removesuffix(b"\n") + b"\n\n")
    call("nights", file, "--run", "7", "--add", left(tmp_path / "night", report()))
    assert file.read_bytes().startswith(kept)
    assert len(lines_of_any_length(file)) == 2


def lines_of_any_length(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line]


def test_other_checks_make_another_case(call: Call, file: Path, tmp_path: Path) -> None:
    call("nights", file, "--run", "6", "--add", left(tmp_path / "one", report()))
    call("nights", file, "--run", "7", "--add", left(tmp_path / "same", report(), cli="2.2.0"))
    call("nights", file, "--run", "8", "--add", left(tmp_path / "other", report(), content="d" * 64))
    first, second, third = (line["families"][0]["subject"] for line in lines(file))  # type: ignore[index]  # a list
    assert first == second != third


def test_without_a_sidecar_only_the_commit_tells_what_was_measured(call: Call, file: Path, tmp_path: Path) -> None:
    night = left(tmp_path / "night", report())
    (sidecar,) = night.rglob("*.provenance.json")
    sidecar.write_bytes(b"{ torn")
    call("nights", file, "--run", "7", "--add", night)
    (line,) = lines(file)
    assert (line["families"][0]["subject"], line["setting"]) == (ANCHOR, [])  # type: ignore[index]  # a list


def test_a_night_without_a_report_is_said_and_added_nowhere(call: Call, file: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = call("nights", file, "--run", "7", "--add", tmp_path / "empty")
    assert done.code == 0
    assert "no report.json in" in done.err
    assert not file.exists()
    assert "has been measured yet" in done.out


def test_a_night_without_a_comparison_is_a_line_too(call: Call, file: Path, tmp_path: Path) -> None:
    """Where no credential was there, say: the lint is all that the report holds."""
    bare = replace(report(), comparison=None, run=None)
    done = call("nights", file, "--run", "7", "--add", left(tmp_path / "night", bare))
    assert "1 sweep in no count" in done.out
    assert "nothing compared" in done.out
    (line,) = lines(file)
    assert (line["outcome"], line["alpha"], line["live"]) == (None, None, False)


def test_a_report_without_a_base_is_no_night(call: Call, file: Path, tmp_path: Path) -> None:
    done = call("nights", file, "--run", "7", "--add", left(tmp_path / "night", replace(report(), base=None)))
    assert (done.code, "compares no two commits" in done.err, file.exists()) == (2, True, False)


def test_what_is_told_for_the_summary_is_inert(call: Call, file: Path, tmp_path: Path) -> None:
    call("nights", file, "--run", "7", "--add", left(tmp_path / "night", report()))
    text = file.read_text(encoding="utf-8").replace(f'"base":"{ANCHOR}"', '"base":"|<b>@all"')
    file.write_text(text, encoding="utf-8")
    done = call("nights", file, "--format", "markdown")
    assert r"`\|<b>@all`" in done.out
    assert done.out.startswith("### Nights\n\n- 1 night of one commit against itself: 0 false alarms, a rate of 0.0 %")


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_move_is_told_in_plain_words(call: Call, file: Path, tmp_path: Path, form: str) -> None:
    fallen = (CaseClass.STILL_FAILING,) * 4
    for day in range(12):
        late = day >= 8
        told = report(classes=fallen) if late else report()
        call("nights", file, "--run", day, "--add", left(tmp_path / str(day), told, cli="2.2.0" if late else "2.1.0"))
    dated(file)
    done = call("nights", file, "--format", form)
    for words in (
        "The model moved: ",
        "fell from 64 of 64 verdicts passed (8 nights to 2026-05-08) to 0 of 32 (4 nights from 2026-05-09 on)",
        "`CLI 2.1.0` gave way to `CLI 2.2.0`, which may be why.",
    ):
        assert words in done.out.replace("\\", ""), "Markdown escapes what it could take for its own"


def dated(file: Path) -> None:
    """Lines as they are when a night lies between them."""
    told = lines(file)
    for number, line in enumerate(told, start=1):
        line["date"] = f"2026-05-{number:02}T03:30:00Z"
    file.write_text("".join(json.dumps(line) + "\n" for line in told), encoding="utf-8")
