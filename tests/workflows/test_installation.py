"""What people are told to install can be installed as it is written, and the action's own forms lack none of it."""

import re
import tomllib

from skill_evals.edges.extras import EXTRAS, install_line
from workflows.written import ACTIONS, ROOT, named, read

TOLD = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs" / "recipes").glob("*.yml")),
    *sorted((ROOT / "src").rglob("*.py")),
]
FROM_AN_INDEX = re.compile(r"pip install[^\n|#]*[ '\"]skill-evals")
ACCOUNTS = {"bedrock", "vertex"}
"""Extras for accounts, which are told to the action by variables of the job."""


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {name: [held] for name, held in EXTRAS.items()} == project["optional-dependencies"]


def test_the_lines_of_the_messages_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "backends.md").read_text(encoding="utf-8")
    assert [extra for extra in EXTRAS if install_line(extra) not in page] == []


def test_nobody_is_sent_to_an_index_that_does_not_have_this_package() -> None:
    assert [named(path) for path in TOLD if FROM_AN_INDEX.search(path.read_text(encoding="utf-8"))] == []


def test_such_a_line_would_be_seen() -> None:
    for line in ("pip install skill-evals-action", "pip install 'skill-evals-action[claude-code]'"):
        assert FROM_AN_INDEX.search(line)
    assert not FROM_AN_INDEX.search("pip install 'path/to/skill-evals-action[claude-code]'")


def test_every_form_of_the_action_has_what_an_account_needs() -> None:
    """In a container nobody can add it."""
    images = re.findall(
        r'install --no-compile "/source\[([a-z,-]+)\]"', (ROOT / "Dockerfile").read_text(encoding="utf-8")
    )
    assert [set(found.split(",")) for found in images] == [ACCOUNTS, {"claude-code"}], "the second adds to the first"
    (natively,) = [step["run"] for step in read(ACTIONS[2])["runs"]["steps"] if step["id"] == "install"]
    assert "extras=bedrock,vertex\n" in natively
    assert "extras+=,claude-code;" in natively
