from collections.abc import Callable

import pytest

from skill_evals.grade.needs import CommandNeed, cell_label, needs_of
from skill_evals.model.suite import EvalCase

Case = Callable[..., EvalCase]


def test_what_the_checks_of_evolve_want_to_see(case: Case) -> None:
    asked = case(
        ("llm", {"text": "It is kind."}),
        ("file_exists", {"path": "b.md"}),
        ("regex", {"path": "a.md", "pattern": "x"}),
        ("regex", {"pattern": "in the answer"}),
        ("command", {"run": "make", "cwd": "sub/./dir", "requires": "make"}),
        ("file_absent", {"path": "a.md"}),
        timeout_seconds=30,
    )
    needs = needs_of(asked)
    assert needs.files == {"b.md": 1, "a.md": 2}
    assert needs.commands == {4: CommandNeed(run="make", cwd="sub/dir", requires="make", seconds=30)}
    assert needs.sentences == {0: "It is kind."}


def test_what_leads_out_is_neither_opened_nor_run(case: Case) -> None:
    asked = case(("file_exists", {"path": "../x"}), ("command", {"run": "make", "cwd": "a/../.."}))
    needs = needs_of(asked)
    assert (needs.files, needs.commands) == ({}, {})


def test_a_matrix_is_spelled_out_by_name_the_last_varying_fastest(case: Case) -> None:
    check = {"command": "make", "env": {"K": "v", "N": 3}, "matrix": {"B": ["x", "y"], "A": ["1", "2"]}}
    need = needs_of(case(("command_check", check))).commands[0]
    assert [cell_label(cell) for cell in need.cells] == ["A=1,B=x", "A=1,B=y", "A=2,B=x", "A=2,B=y"]
    assert need.env == {"K": "v"}


@pytest.mark.parametrize("named", ["seed.sql", ["../seed.sql"], ["/etc/passwd"], [1], [""]])
def test_setup_files_that_are_no_paths_of_the_workspace_are_refused(case: Case, named: object) -> None:
    (need,) = needs_of(case(("command_check", {"command": "make", "setup_files": named}))).commands.values()
    assert need.refused == "its setup_files are no list of paths below the workspace"


def test_a_matrix_of_thousands_is_refused_and_setup_files_are_needed(case: Case) -> None:
    many = {"command": "make", "matrix": {"A": [str(n) for n in range(100)], "B": [str(n) for n in range(100)]}}
    staged = {"command": "make", "setup_files": ["seed.sql"]}
    commands = needs_of(case(("command_check", many), ("command_check", staged))).commands
    assert "more than 256 cells" in (commands[0].refused or "")
    assert (commands[1].refused, commands[1].setup) == (None, ("seed.sql",))
