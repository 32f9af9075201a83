"""Where an agent starts: the skill beside the fixtures, as it is, in one commit."""

import subprocess
from dataclasses import replace

import pytest

from skill_evals.edges.backends.agent.room import agent_room
from skill_evals.edges.backends.agent.skill_text import body_of, skill_read
from skill_evals.errors import IncompleteError
from skill_evals.model.suite import EvalCase, Suite, Tier
from skill_evals.run.ports.request import Install, TreeFile
from skill_evals.run.unsupported import why_unsupported

from .requests import request_of, tally


def test_skill_and_fixtures_are_there_and_committed() -> None:
    link = {"add": TreeFile(data=b"", link="scripts/add.sh")}
    with agent_room(request_of(tally(**link), fixtures={"in.csv": b"1\n2\n"})) as room:
        skill = room.place.path / ".claude/skills/tally"
        assert (skill / "SKILL.md").read_text().startswith("---\nname: tally\n")
        assert (skill / "scripts/add.sh").stat().st_mode & 0o111
        assert str((skill / "add").readlink()) == "scripts/add.sh"
        assert (room.place.path / "in.csv").read_bytes() == b"1\n2\n"
        log = subprocess.run(
            ["git", "status", "--porcelain"],
            cwd=room.place.path,
            env=dict(room.place.environment),
            capture_output=True,
            check=True,
        )
        assert log.stdout == b""
        assert set(room.start) == {
            "in.csv",
            ".claude/skills/tally/SKILL.md",
            ".claude/skills/tally/add",
            ".claude/skills/tally/scripts/add.sh",
        }


@pytest.mark.parametrize(
    ("installs", "words"),
    [
        ((tally(out=TreeFile(data=b"", link="../../../../etc/passwd")),), "its link out leads out of it"),
        ((Install(name="../tally", files={}),), "its name is no folder's"),
        ((tally(), tally()), "two skills named 'tally'"),
        ((Install(name="tally", files={"../../../../x": TreeFile(data=b"")}),), "leads out of the workspace"),
    ],
)
def test_what_would_leave_its_folder_is_refused(installs: tuple[Install, ...], words: str) -> None:
    with pytest.raises(IncompleteError, match=words), agent_room(request_of(*installs)):
        pass


def test_no_file_is_written_through_a_link() -> None:
    links = {"a": TreeFile(data=b"", link="scripts"), "a/b": TreeFile(data=b"x")}
    with pytest.raises(IncompleteError, match="cannot be staged"), agent_room(request_of(tally(**links))):
        pass


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\nname: x\n---\nAdd.\nTwice.\n", "Add.\nTwice.\n"),
        ("---\r\nname: x\r\n---\r\nAdd.\r\n", "Add.\r\n"),
        ("---\nname: x\n---\n", ""),
        ("---\nname: x\n---", ""),
        ("No frontmatter.\n---\n", "No frontmatter.\n---\n"),
        ("---\nnever closed\n", "---\nnever closed\n"),
    ],
)
def test_a_skill_is_read_without_its_frontmatter(text: str, body: str) -> None:
    assert body_of(Install(name="x", files={"SKILL.md": TreeFile(data=text.encode())})) == body


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/w/.claude/skills/tally/SKILL.md", "tally"),
        (".claude/skills/./tally/scripts/../SKILL.md", "tally"),
        ("/w/.claude/skills/tally/scripts/add.sh", None),
        ("/w/SKILL.md", None),
        ("/elsewhere/.claude/skills/tally/SKILL.md", None),
    ],
)
def test_opening_the_skills_file_is_known_from_opening_others(path: str, name: str | None) -> None:
    assert skill_read(path, "/w", (tally(),)) == name


@pytest.mark.parametrize(
    ("case", "top", "words"),
    [
        ({"turns": [{"prompt": "And then?", "deliver_when": "always"}]}, {}, "`turns`: follow-up prompts are not sent"),
        ({"responder": {"type": "llm"}}, {}, "`responder`: nobody answers the agent's questions"),
        ({"plan_mode": True}, {}, "`plan_mode`"),
        ({"codebase": {"path": "app"}}, {}, "`codebase`: no code base is fetched or copied"),
        ({}, {"codebase": {"url": "https://example.org/app", "ref": "main"}}, "`codebase`"),
        ({"plan_mode": False, "turns": []}, {}, None),
    ],
)
def test_a_case_that_asks_for_more_is_refused_and_never_run_as_something_else(
    case: dict[str, object], top: dict[str, object], words: str | None
) -> None:
    task = EvalCase(key="a", id="a", prompt="Do it", at=(), fields=case)
    suite = Suite(path="p", dialect="eval-magic", tier=Tier.EVALS, cases_at=(), reason="", evals=(task,), fields=top)
    why = why_unsupported(task, suite)
    assert (why is None) is (words is None)
    if words is not None:
        assert words in (why or "")
        request = replace(request_of(tally()), unsupported=why)
        with pytest.raises(IncompleteError, match="the case asks for"), agent_room(request):
            pass
