"""What checks see of a workspace: everything beneath it, nothing through a link."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from skill_evals.edges.collect import NOT_ALLOWED, collect, look, why_refused
from skill_evals.edges.workspace import Workspace
from skill_evals.grade.needs import CommandNeed, Needs
from skill_evals.model.evidence import CommandRun, WorkspaceFile

Ask = Callable[[CommandNeed], CommandRun]


@pytest.fixture(params=[True, False], ids=["shut in", "as the user"])
def sandbox(request: pytest.FixtureRequest) -> bool:
    refused = why_refused(allow_commands=True, sandbox=request.param)
    if refused is not None:
        pytest.skip(refused)
    return bool(request.param)


@pytest.fixture
def command(place: Workspace, sandbox: bool) -> Ask:
    def run(need: CommandNeed) -> CommandRun:
        return collect(place, Needs(commands={0: need}), allow_commands=True, sandbox=sandbox).commands[0]

    return run


def test_files_folders_and_what_is_missing(place: Workspace) -> None:
    assert look(place, "notes.md") == WorkspaceFile(exists=True, text="alpha\n")
    assert look(place, "./data//rows.csv") == WorkspaceFile(exists=True, text="1,2\n")
    assert look(place, "/notes.md") == WorkspaceFile(exists=True, text="alpha\n"), "evolve joins it under the workspace"
    assert look(place, "data") == WorkspaceFile(exists=True)
    assert look(place, ".") == WorkspaceFile(exists=True)
    assert look(place, "none") == WorkspaceFile(exists=False)
    assert look(place, "notes.md/below") == WorkspaceFile(exists=False)
    for impossible in ("../home", "a\0b", "\ud800", "x" * 5000):
        assert look(place, impossible).error


def test_no_link_is_followed(place: Workspace, command: Ask) -> None:
    (place.path / "passwd").symlink_to("/etc/passwd")
    (place.path / "etc").symlink_to("/etc")
    (place.path / "inner").symlink_to("notes.md")
    assert look(place, "passwd") == WorkspaceFile(exists=True, link=True)
    assert look(place, "etc/passwd") == WorkspaceFile(exists=False, link=True)
    assert look(place, "inner") == WorkspaceFile(exists=True, link=True)
    assert command(CommandNeed(run="cat passwd", cwd="etc")).error == "etc: a link, and links are not followed"


def test_setup_files_are_put_beside_the_agents_work_and_through_no_link(
    place: Workspace, sandbox: bool, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.write_text("untouched")
    (place.path / "seed.sql").symlink_to(outside)
    need = CommandNeed(run="cat seed.sql tests/deep/a.txt notes.md", setup=("seed.sql", "tests"))
    setup = {"seed.sql": b"select\n", "tests/deep/a.txt": b"a\n", "other": b"x"}
    found = collect(place, Needs(commands={0: need}), allow_commands=True, sandbox=sandbox, setup=setup)
    assert found.commands[0].stdout == "select\na\nalpha\n"
    assert outside.read_text() == "untouched"
    assert not (place.path / "other").exists()


def test_a_command_without_its_setup_files_is_skipped(place: Workspace, command: Ask) -> None:
    assert command(CommandNeed(run="true", setup=("seed.sql",))).skipped == "its setup file seed.sql is not here"


def test_setup_files_that_cannot_be_put_there_are_an_error(place: Workspace, sandbox: bool) -> None:
    need = CommandNeed(run="true", setup=("notes.md/seed",))
    found = collect(
        place, Needs(commands={0: need}), allow_commands=True, sandbox=sandbox, setup={"notes.md/seed": b""}
    )
    assert (found.commands[0].error or "").startswith("its setup files cannot be put there: notes.md")


def test_a_pipe_blocks_nobody(place: Workspace) -> None:
    os.mkfifo(place.path / "pipe")
    assert look(place, "pipe") == WorkspaceFile(exists=True)


def test_bytes_that_are_no_text_are_replaced(place: Workspace) -> None:
    (place.path / "raw").write_bytes(b"a\xffb")
    assert look(place, "raw").text == "a\ufffdb"


def test_a_command_runs_where_its_check_says(place: Workspace, command: Ask) -> None:
    assert command(CommandNeed(run="pwd; cat rows.csv", cwd="data")) == CommandRun(
        exit_code=0, stdout=f"{place.path}/data\n1,2\n"
    )


def test_a_folder_that_the_agent_did_not_make_fails_the_command(command: Ask) -> None:
    done = command(CommandNeed(run="true", cwd="build"))
    assert done.exit_code not in (0, None)
    assert "build" in done.stderr


def test_without_permission_nothing_runs(place: Workspace) -> None:
    done = collect(place, Needs(commands={0: CommandNeed(run="touch trace")}), allow_commands=False).commands[0]
    assert done == CommandRun(exit_code=None, skipped=NOT_ALLOWED)
    assert not (place.path / "trace").exists()


def test_a_program_that_is_not_installed_is_a_reason_to_skip(command: Ask) -> None:
    done = command(CommandNeed(run="true", requires="no-such-program-here"))
    assert done.skipped == "no-such-program-here not installed"
    assert command(CommandNeed(run="true", requires="sh")).exit_code == 0
    assert command(CommandNeed(run="true", refused="it is too large")).skipped == "it is too large"


def test_a_matrix_runs_every_cell_in_its_own_environment(place: Workspace, command: Ask) -> None:
    need = CommandNeed(run='echo "$A-$B"', env={"A": "x", "B": "y"}, cells=({"B": "1"}, {"B": "2"}))
    assert {label: run.stdout for label, run in command(need).cells.items()} == {"B=1": "x-1\n", "B=2": "x-2\n"}


def test_a_check_sees_what_the_commands_before_it_did_and_no_more(place: Workspace, sandbox: bool) -> None:
    needs = Needs(
        files={"early": 0, "late": 2},
        commands={1: CommandNeed(run="touch early late"), 3: CommandNeed(run="rm late")},
    )
    files = collect(place, needs, allow_commands=True, sandbox=sandbox).files
    assert (files["early"].exists, files["late"].exists) == (False, True)
