"""Every `uses:` names a commit, and docs/pins.md knows it."""

import re
from pathlib import Path

import pytest

from tools.action_files import pins
from workflows.written import ACTIONS, NO_COMMIT_YET, ROOT, THIS, WORKFLOWS, named

USES = re.compile(r"^\s*(?:- )?uses: (?P<uses>\S+)(?: # (?P<comment>.*))?$", re.MULTILINE)
START = ROOT / "docs" / "recipes" / "start.yml"


def owned(name: str) -> str:
    """``owner/repository`` of an action that may lie in a folder of it."""
    return "/".join(name.split("/")[:2])


@pytest.mark.parametrize("path", [one for one in [*WORKFLOWS, *ACTIONS] if one != START], ids=named)
def test_every_action_is_pinned_as_the_list_says(path: Path) -> None:
    known = pins()
    for found in USES.finditer(path.read_text(encoding="utf-8")):
        name, _, commit = found["uses"].partition("@")
        if name.startswith("$/"):
            continue
        if owned(name) == THIS:
            assert (commit, found["comment"]) == (NO_COMMIT_YET, "v1.0.0")
        else:
            tag, pinned = known[owned(name)]
            assert (commit, found["comment"]) == (pinned, tag)


def test_the_shortest_start_takes_the_major_version_that_the_list_has() -> None:
    found = dict(one["uses"].split("@") for one in USES.finditer(START.read_text(encoding="utf-8")))
    tag, _ = pins()["actions/checkout"]
    assert found == {"actions/checkout": tag.split(".")[0], THIS: "v1"}


def test_the_list_holds_nothing_that_nobody_uses() -> None:
    used = {
        owned(found["uses"].partition("@")[0])
        for path in [*WORKFLOWS, *ACTIONS]
        for found in USES.finditer(path.read_text(encoding="utf-8"))
    }
    assert set(pins()) <= used
