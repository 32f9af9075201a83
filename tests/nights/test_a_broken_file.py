"""A file of nights that somebody broke ends the verb with the number of the line, and is left as it is."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from command_line import Call
from nights.calendar import night
from nights.reports import left, report
from skill_evals.edges.nights_file import NightsFile, read_nights, write_night
from skill_evals.errors import UsageError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Three nights."""
    found = NightsFile(path=tmp_path / "nights.jsonl", nights={})
    for day in range(3):
        found = write_night(found, night(day), instead=None)
    return found.path


def changed(file: Path, number: int, **members: Any) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    line = {**json.loads(lines[number - 1]), **members}
    lines[number - 1] = json.dumps({name: value for name, value in line.items() if value is not ...})
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_what_is_written_is_read(file: Path) -> None:
    assert list(read_nights(file).nights.values()) == [night(day) for day in range(3)]


@pytest.mark.parametrize(
    ("members", "says"),
    [
        ({"night": 2}, "line 2: `night` must be 1; another version of skill-evals wrote this"),
        ({"run": 7}, "line 2: `run` must be a text"),
        ({"date": "yesterday"}, "line 2: `date` must be such as 2026-05-04T03:17:00Z"),
        ({"kind": "other"}, "line 2: `kind` must be one of same, anchor"),
        ({"outcome": "fine"}, "line 2: `outcome` must be one of"),
        ({"live": ...}, "line 2: `live` must be true or false"),
        ({"alpha": 0}, "line 2: `alpha` must be between 0 and 1"),
        ({"families": {}}, "line 2: `families` must be an array"),
        ({"families": [{"cases": [], "skill": "s", "suite": "s"}]}, "line 2, families[0]: `tier` must be a text"),
        ({"run": "4400"}, "line 2: the run '4400' stands in line 1 as well"),
    ],
)
def test_the_line_and_the_member_are_named(call: Call, file: Path, members: dict[str, Any], says: str) -> None:
    changed(file, 2, **members)
    broken = file.read_bytes()
    done = call("nights", file, "--run", "9", "--add", left(file.parent / "night", report()))
    assert (done.code, done.out) == (2, "")
    assert says in done.err
    assert "nothing was written" in done.err
    assert file.read_bytes() == broken


@pytest.mark.parametrize("value", [[3, 2], [1, 3], [0, 0], [-1, 2], [1], "1/2", [True, 2.0], None])
def test_more_verdicts_than_arms_are_no_verdicts(call: Call, file: Path, value: object) -> None:
    families = json.loads(file.read_text(encoding="utf-8").splitlines()[1])["families"]
    families[0]["cases"]["0" * 16] = value
    changed(file, 2, families=families)
    done = call("nights", file)
    assert done.code == 2
    assert f"line 2, families[0]: `cases.{'0' * 16}` must be verdicts of two arms" in done.err


@pytest.mark.parametrize("torn", [b'{"night":1,"run":"44', b"[]", b"null", b"\xff\xfe", b'{"night":' + b"[" * 100_000])
def test_a_torn_line_is_named(call: Call, file: Path, torn: bytes) -> None:
    file.write_bytes(file.read_bytes() + torn)
    done = call("nights", file)
    assert done.code == 2
    assert "nights.jsonl line 4 is no" in done.err


def test_a_last_line_without_its_line_feed_is_a_line(call: Call, file: Path) -> None:
    file.write_bytes(file.read_bytes().removesuffix(b"\n"))
    call("nights", file, "--run", "9", "--add", left(file.parent / "night", report()))
    assert len(read_nights(file).nights) == 4


def test_line_ends_of_another_platform_are_line_ends(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert len(read_nights(file).nights) == 3


def test_a_file_that_is_not_there_is_a_slip_where_nothing_is_added(call: Call, tmp_path: Path) -> None:
    done = call("nights", tmp_path / "nihgts.jsonl")
    assert done.code == 2
    assert "begin one with --add" in done.err


def test_a_night_without_a_name_is_refused(call: Call, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_RUN_ID", raising=False)
    done = call("nights", file, "--add", left(file.parent / "night", report()))
    assert (done.code, "--run ID" in done.err) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_are_neither_read_nor_replaced(call: Call, file: Path) -> None:
    place = left(file.parent / "night", report())
    link = file.parent / "link.jsonl"
    link.symlink_to(file)
    assert "is a link" in call("nights", link, "--run", "9", "--add", place).err
    (place / "report.json").rename(file.parent / "elsewhere.json")
    (place / "report.json").symlink_to(file.parent / "elsewhere.json")
    done = call("nights", file, "--run", "9", "--add", place)
    assert (done.code, "report.json is no file" in done.err) == (2, True)


@pytest.mark.parametrize("text", ["{}", "[]", "", '{"version": 1, "exit": 0}'])
def test_a_report_that_is_none_adds_nothing(call: Call, file: Path, text: str) -> None:
    before = file.read_bytes()
    (file.parent / "report.json").write_text(text, encoding="utf-8")
    assert call("nights", file, "--run", "9", "--add", file.parent / "report.json").code == 2
    assert file.read_bytes() == before


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 2000), junk=st.binary(max_size=12), gone=st.integers(0, 40))
def test_whatever_happened_to_it_is_read_or_told(file: Path, at: int, junk: bytes, gone: int) -> None:
    data = file.read_bytes()
    broken = file.parent / "broken.jsonl"
    broken.write_bytes(data[:at] + junk + data[at + gone :])
    told = ""
    try:
        assert len(read_nights(broken).nights) <= 3 + junk.count(b"\n")
    except UsageError as error:
        told = f"{error.message}: {error.cure}"
    assert not told or ("broken.jsonl line " in told and "nothing was written" in told)
