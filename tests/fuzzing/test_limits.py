"""What a child may cost is held by the kernel: a loop in Python, one in C, and an allocation too many."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.box import Box, look
from fuzz.findings import ROOT, place_of

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the fuzzer runs on Linux")


def ended(body: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A process that begins an input, runs the body under the limits, and ends it."""
    lines = [
        "from pathlib import Path",
        "from fuzz import limits",
        "from fuzz.box import Box",
        f"box = Box(Path({str(folder / 'box')!r}))",
        "limits.hold_memory()",
        "limits.name_the_place()",
        "box.begin(b'the input')",
        "with limits.timed(0.2):",
        f"    {body}",
        "box.end()",
    ]
    return subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "body", ["while True: pass", "__import__('re').match('(a|a)*b', 'a' * 60)", "9 ** 9 ** 9 ** 9"]
)
def test_a_hang_dies_of_the_timer_and_leaves_its_input(body: str, tmp_path: Path) -> None:
    done = ended(body, tmp_path)
    assert done.returncode == -signal.SIGPROF
    assert 'File "<string>"' in done.stderr
    state = look(tmp_path / "box")
    assert (state.busy, state.data) == (True, b"the input")


def test_memory_beyond_the_bound_is_a_memory_error(tmp_path: Path) -> None:
    done = ended("bytearray(2 ** 30)", tmp_path)
    assert done.returncode == 1
    assert done.stderr.rstrip().endswith("MemoryError")


def test_an_input_that_ends_is_counted(tmp_path: Path) -> None:
    assert ended("pass", tmp_path).returncode == 0
    state = look(tmp_path / "box")
    assert (state.begun, state.run, state.busy) == (1, 1, False)


def test_a_second_child_counts_on(tmp_path: Path) -> None:
    ended("bytearray(2 ** 30)", tmp_path)
    box = Box(tmp_path / "box")
    box.begin(b"")
    box.end()
    assert look(tmp_path / "box").begun == 2


def test_no_child_has_begun_anything_yet(tmp_path: Path) -> None:
    assert not look(tmp_path / "box").busy
    (tmp_path / "box").touch()  # as between making the file and filling it
    assert not look(tmp_path / "box").busy


def test_an_exception_is_known_by_the_innermost_line_of_ours() -> None:
    from skill_evals.documents.read import read_document

    with pytest.raises(ValueError, match="no reader") as caught:
        read_document("a.txt", b"")
    assert place_of(caught.value).startswith("src/skill_evals/documents/read.py:")
