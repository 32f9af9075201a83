from collections.abc import Iterator

import pytest

from skill_evals.edges.workspace import Workspace, workspace


@pytest.fixture
def place() -> Iterator[Workspace]:
    """A workspace with two fixtures."""
    with workspace({"notes.md": b"alpha\n", "data/rows.csv": b"1,2\n"}) as made:
        yield made
