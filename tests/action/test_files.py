"""Outputs and summary, as the runner reads them."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.edges.github.files import SUMMARY_BYTES, write_outputs, write_summary


def as_the_runner_reads(text: str) -> dict[str, str]:
    """The heredoc form of the runner's parser: a name, a delimiter, lines until that delimiter stands alone."""
    found, lines = {}, text.split("\n")
    at = 0
    while at < len(lines) - 1:
        head = re.fullmatch(r"([^=<]+)<<(.+)", lines[at])
        assert head, lines[at]
        end = lines.index(head[2], at + 1)
        found[head[1]] = "\n".join(lines[at + 1 : end])
        at = end + 1
    assert lines[-1] == ""
    return found


@given(
    values=st.dictionaries(st.sampled_from(["conclusion", "changed-files"]), st.text().filter(lambda t: "\r" not in t))
)
def test_no_value_sets_another_output(tmp_path_factory: pytest.TempPathFactory, values: dict[str, str]) -> None:
    path = tmp_path_factory.mktemp("outputs") / "output"
    write_outputs({"GITHUB_OUTPUT": str(path)}, values)
    assert as_the_runner_reads(path.read_text(encoding="utf-8")) == values


def test_a_forged_value_is_one_value(tmp_path: Path) -> None:
    path = tmp_path / "output"
    forged = "x\nghadelimiter_\nconclusion=success\nerrors<<EOF\n0\nEOF"
    write_outputs({"GITHUB_OUTPUT": str(path)}, {"conclusion": "failure", "changed-files": forged, "odd": "\udcff"})
    assert as_the_runner_reads(path.read_text()) == {
        "conclusion": "failure",
        "changed-files": forged,
        "odd": "\\udcff",
    }


@pytest.mark.bug(28)
def test_a_summary_too_long_is_refused_and_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "summary"
    environment = {"GITHUB_STEP_SUMMARY": str(path)}
    assert not write_summary(environment, "é" * SUMMARY_BYTES)
    assert not path.exists()
    assert write_summary(environment, "# fine\n")
    assert path.read_text() == "# fine\n"


def test_without_a_runner_nothing_is_written() -> None:
    write_outputs({}, {"a": "b"})
    assert not write_summary({}, "# fine")


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("kept")
    (tmp_path / "output").symlink_to(tmp_path / "secret")
    with pytest.raises(OSError, match=r"symbolic link|Too many levels"):
        write_outputs({"GITHUB_OUTPUT": str(tmp_path / "output")}, {"a": "b"})
    assert (tmp_path / "secret").read_text() == "kept"
