"""What git prints is read, or refused in words: a list that was cut off is no shorter list of changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.edges.git_changes import parse_raw_diff
from skill_evals.errors import UsageError
from skill_evals.model.changes import ChangeKind

RENAME = b":100644 100644 a b R090\0old.md\0new.md\0"


def test_a_rename_has_two_paths() -> None:
    (change,) = parse_raw_diff(RENAME)
    assert (change.kind, change.old_path, change.path) == (ChangeKind.RENAMED, "old.md", "new.md")


@pytest.mark.parametrize(
    "raw",
    [
        RENAME[:-7],
        RENAME.partition(b"\0")[0],
        b":100644 100644 a b M",
        b":100644 100644 a b M\0\0",
        b":100644 100644 a b\0a.md\0",
        b"warning: something else\0a.md\0",
    ],
)
def test_what_git_did_not_write_is_refused(raw: bytes) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(parse_raw_diff(raw))


@given(
    st.lists(st.sampled_from([b"\0", b":100644 000000 a b D", b":0 160000 a b \xff", b"R", b" ", b"a", b"\xff"])).map(
        b"".join
    )
)
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        found = list(parse_raw_diff(raw))
    except UsageError:
        return
    assert all(change.path and change.old_path for change in found)
