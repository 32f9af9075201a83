"""What git prints: read, or refused with a UsageError."""

from contextlib import suppress

from skill_evals.edges.git_changes import parse_raw_diff
from skill_evals.edges.tree_listing import parse_tree_listing
from skill_evals.errors import UsageError


def tree_listing(data: bytes) -> None:
    assert all("\n" not in path or b"\\" in data for path in parse_tree_listing(data))


def raw_diff(data: bytes) -> None:
    with suppress(UsageError):
        for change in parse_raw_diff(data):
            assert "\0" not in change.path
