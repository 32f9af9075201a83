"""A sweep that is killed resumes, and pays for no finished run again."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from skill_evals.edges.journal import FileJournal
from skill_evals.errors import IncompleteError, UsageError
from skill_evals.model.evidence import Arm, Evidence, Outcome, Usage
from skill_evals.run.controls import TARGET, controls
from skill_evals.run.record import encode

Record = Callable[[int], Evidence]


def journal(folder: Path, fingerprint: str = "sweep A") -> FileJournal:
    return FileJournal(folder / "deep" / "journal.jsonl", fingerprint)


def test_a_new_journal_has_finished_nothing(tmp_path: Path) -> None:
    with journal(tmp_path) as fresh:
        assert fresh.finished() == {}
        assert fresh.path.stat().st_mode & 0o077 == 0, "evidence may hold what nobody else should read"


def test_what_was_appended_is_finished_next_time(tmp_path: Path, record: Record) -> None:
    with journal(tmp_path) as first:
        for n in range(3):
            first.append(record(n))
    with journal(tmp_path) as second:
        assert second.finished() == {record(n).key: record(n) for n in range(3)}
        second.append(record(3))
    with journal(tmp_path) as third:
        assert len(third.finished()) == 4


@pytest.mark.parametrize(
    ("positive", "active", "is_asked_again"),
    [(True, True, False), (True, False, True), (False, False, False), (False, True, True)],
)
def test_a_control_that_went_wrong_is_asked_again(
    tmp_path: Path, *, positive: bool, active: bool, is_asked_again: bool
) -> None:
    (key,) = [one.key for one in controls(Arm.HEAD, "some/model")[not positive].ready()]
    outcome, activations = (Outcome.ACTIVATED, (TARGET,)) if active else (Outcome.NO_SKILL, ())
    told = Evidence(key=key, outcome=outcome, activations=activations, usage=Usage(calls=1))
    with journal(tmp_path) as first:
        first.append(told)
    with journal(tmp_path) as second:
        assert (key not in second.finished()) is is_asked_again


@pytest.mark.parametrize("kept", [1, 7, -1])
def test_a_torn_last_line_was_never_counted(tmp_path: Path, record: Record, kept: int) -> None:
    with journal(tmp_path) as first:
        first.append(record(0))
        whole = first.path.read_bytes()
        first.append(record(1))
        torn = first.path.read_bytes()[len(whole) :]
        first.path.write_bytes(whole + torn[:kept])
    with journal(tmp_path) as second:
        assert list(second.finished().values()) == [record(0)]
        second.append(record(2))
        assert second.path.read_bytes().startswith(whole)
    with journal(tmp_path) as third:
        assert [e.key.index for e in third.finished().values()] == [0, 2]


@pytest.mark.parametrize("left", [b"", b'{"journal": 1, "finger'])
def test_a_kill_before_the_first_line_leaves_a_new_journal(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(left)
    with FileJournal(path, "sweep A") as fresh:
        assert fresh.finished() == {}
        assert fresh.set_aside is None
    assert path.read_text() == '{"journal": 1, "fingerprint": "sweep A"}\n'


def test_a_line_in_the_middle_that_is_no_record_is_named(tmp_path: Path, record: Record) -> None:
    with journal(tmp_path) as first:
        first.append(record(0))
        with first.path.open("a") as out:
            out.write("<<<<<<< HEAD\n")
        first.append(record(1))
    with pytest.raises(UsageError, match=r"journal\.jsonl line 3 is not a JSON object"):
        journal(tmp_path)


@pytest.mark.parametrize(
    "old", ['{"journal": 1, "fingerprint": "sweep B"}\n', '{"journal": 9}\n', "notes of mine\n", "[]\n"]
)
def test_the_journal_of_another_sweep_is_kept_beside(tmp_path: Path, record: Record, old: str) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text(old)
    (tmp_path / "journal.jsonl.1").write_text("an even older one")
    with FileJournal(path, "sweep A") as fresh:
        assert fresh.finished() == {}
        assert fresh.set_aside == tmp_path / "journal.jsonl.2"
        fresh.append(record(0))
    assert (tmp_path / "journal.jsonl.2").read_text() == old
    with FileJournal(path, "sweep A") as again:
        assert len(again.finished()) == 1


def test_two_sweeps_never_write_one_journal(tmp_path: Path) -> None:
    with journal(tmp_path), pytest.raises(UsageError, match="another sweep is writing"):
        journal(tmp_path)
    journal(tmp_path).close()


def test_a_journal_is_no_link(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (tmp_path / "journal.jsonl").symlink_to(precious)
    with pytest.raises(UsageError, match="cannot be opened"):
        FileJournal(tmp_path / "journal.jsonl", "sweep A")
    assert precious.read_text() == "mine"


def test_a_full_disk_ends_the_sweep_and_tears_nothing(
    tmp_path: Path, record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    with journal(tmp_path) as full:
        full.append(record(0))
        before = full.path.read_bytes()

        def half(handle: int, data: memoryview) -> int:
            if len(data) < 20:
                raise OSError(28, "No space left on device")
            return real(handle, data[: len(data) // 2])

        real = os.write
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(IncompleteError, match="No space left on device"):
            full.append(record(1))
        assert full.path.read_bytes() == before


SWEEP = """
import os, sys
from pathlib import Path
from skill_evals.edges.journal import FileJournal
from skill_evals.run.record import decode, encode

line, folder, stop = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
journal = FileJournal(folder / "journal.jsonl", "sweep A")
for n in range(50):
    record = decode(line.replace('"index":7', f'"index":{n}'), "the test")
    if record.key in journal.finished():
        continue
    with (folder / "paid").open("a") as paid:
        paid.write(f"{n}\\n")
    if n == stop:
        with journal.path.open("a") as torn:
            torn.write(encode(record)[:60])
        os.write(1, b"half way")
        sys.stdin.read()
    journal.append(record)
"""


def test_kill_minus_nine_in_the_middle_of_a_write_and_then_resume(tmp_path: Path, record: Record) -> None:
    command = [sys.executable, "-c", SWEEP, encode(record(7)), str(tmp_path)]
    with subprocess.Popen([*command, "20"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sweep:
        assert sweep.stdout is not None
        assert sweep.stdout.read(8) == b"half way"
        sweep.send_signal(signal.SIGKILL)
    assert sweep.returncode == -signal.SIGKILL
    subprocess.run([*command, "-1"], check=True)
    with FileJournal(tmp_path / "journal.jsonl", "sweep A") as whole:
        assert [e.key.index for e in whole.finished().values()] == list(range(50))
    paid = [int(n) for n in (tmp_path / "paid").read_text().split()]
    assert paid == [*range(21), *range(20, 50)], "only the run under way at the kill is paid for twice"


@pytest.mark.parametrize(
    "first", [b'{"journal": ' + b"[" * 100_000, b"\xff\xfe", b"[1]", b'{"journal": 1, "fingerprint": 7}']
)
def test_a_first_line_that_nothing_of_ours_wrote_is_set_aside(tmp_path: Path, first: bytes) -> None:
    with journal(tmp_path) as begun:
        path = begun.path
    path.write_bytes(first + b"\n{}\n")
    with journal(tmp_path) as fresh:
        assert fresh.finished() == {}
        assert fresh.set_aside is not None


@pytest.mark.parametrize(
    "line",
    [
        b'{"batch": ' + b"[" * 100_000,
        b'{"batch": 1}',
        b'{"batch": "b"}',
        b'{"batch": "b", "names": [1]}',
        b'{"batch": ',
    ],
)
def test_a_batch_that_nothing_of_ours_wrote_is_named(tmp_path: Path, line: bytes) -> None:
    with journal(tmp_path) as begun:
        path = begun.path
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(UsageError, match="line 2 tells of no batch"):
        journal(tmp_path)


def test_bytes_that_are_no_text_begin_no_run_and_break_nothing(tmp_path: Path) -> None:
    with journal(tmp_path) as begun:
        path = begun.path
    path.write_bytes(path.read_bytes() + b'{"begun": "\xff\xfe"}\n')
    with journal(tmp_path) as again:
        assert again.in_flight() == 1
