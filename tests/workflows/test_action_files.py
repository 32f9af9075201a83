"""The three actions and the code name the same inputs, defaults and outputs."""

import re
from pathlib import Path

import pytest

from skill_evals.app.action.by_event import KNOWN
from skill_evals.app.action.options import DEFAULTS
from skill_evals.app.action.outputs import OUTPUTS
from tools.action_files import known_events
from workflows.written import ACTIONS, ROOT, named, read

NATIVE = ACTIONS[2]
ICONS_LEFT_OUT = {"coffee", "columns", "frown", "hexagon", "key", "meh", "mouse-pointer", "smile", "tool", "x-octagon"}


@pytest.mark.parametrize("path", ACTIONS, ids=named)
def test_inputs_are_those_that_the_code_reads(path: Path) -> None:
    declared = {name: one["default"] for name, one in read(path)["inputs"].items()}
    assert list(declared.items()) == list(DEFAULTS.items())


@pytest.mark.parametrize("path", ACTIONS, ids=named)
def test_outputs_are_those_that_the_code_sets(path: Path) -> None:
    assert tuple(read(path)["outputs"]) == OUTPUTS


@pytest.mark.parametrize("path", ACTIONS, ids=named)
def test_everything_is_described_in_one_sentence(path: Path) -> None:
    action = read(path)
    for one in [action, *action["inputs"].values(), *action["outputs"].values()]:
        text = one["description"]
        assert text.endswith(".")
        assert not re.search(r"\. [A-Z]", text)


def test_each_action_has_a_name_of_its_own() -> None:
    assert len({read(path)["name"] for path in ACTIONS}) == len(ACTIONS)


def test_a_container_is_built_from_the_one_line_that_a_release_writes() -> None:
    for path in ACTIONS[:2]:
        runs = read(path)["runs"]
        assert runs["using"] == "docker"
        assert runs["args"] == ["action"]
        assert (path.parent / runs["image"]).is_file()


@pytest.mark.parametrize("folder", ["slim", "claude-code"])
def test_without_a_release_there_is_no_image_that_could_be_pulled(folder: str) -> None:
    lines = (ROOT / folder / "Dockerfile").read_text(encoding="utf-8").splitlines()
    said = [line for line in lines if not line.startswith("#")]
    if len(said) == 1:
        assert re.fullmatch(r"FROM ghcr\.io/[a-z0-9-]+/skill-evals-action@sha256:[0-9a-f]{64}", said[0])
    else:
        assert said[1] == "FROM ${IMAGE}"
        assert " " in said[0].removeprefix("ARG IMAGE="), "a reference has no spaces, so this is none"


@pytest.mark.bug(51)
def test_natively_every_input_and_output_is_handed_on() -> None:
    action = read(NATIVE)
    run = action["runs"]["steps"][-1]
    handed = {name: value for name, value in run["env"].items() if name.startswith("INPUT_")}
    assert handed == {f"INPUT_{name.upper().replace('-', '_')}": "${{ " + f"inputs.{name}" + " }}" for name in DEFAULTS}
    assert {name: one["value"] for name, one in action["outputs"].items()} == {
        name: "${{ " + f"steps.run.outputs.{name}" + " }}" for name in OUTPUTS
    }


def test_natively_no_input_is_written_into_a_shell_and_no_key_meets_an_installer() -> None:
    *before, _ = steps = read(NATIVE)["runs"]["steps"]
    assert not any("${{" in step.get("run", "") for step in steps)
    assert "inputs.api-key" not in str(before)
    assert "inputs.github-token" not in str(before)


def test_natively_no_module_of_the_checkout_is_run() -> None:
    """`python -m` looks in the folder that it is started in first, and that is the head of a pull request."""
    lines = "".join(step.get("run", "") for step in read(NATIVE)["runs"]["steps"])
    started = re.findall(r'"\$(?:PYTHON|python)" (\S+)', lines)
    assert started == ["-I", "-I", "-I"]


def test_natively_it_finds_itself_where_the_job_is_in_a_container() -> None:
    """There the expression names a folder of the machine outside, and the variable the one that is to be seen."""
    written = ACTIONS[2].read_text(encoding="utf-8")
    assert "github.action_path" not in written
    assert "source=$GITHUB_ACTION_PATH/.." in written


def test_the_table_of_events_tells_about_every_event_that_is_known() -> None:
    assert set(known_events()) == set(KNOWN)


def test_the_branding_is_one_that_the_marketplace_has() -> None:
    for path in ACTIONS:
        branding = read(path)["branding"]
        assert branding["color"] in {
            "white",
            "black",
            "yellow",
            "blue",
            "green",
            "orange",
            "red",
            "purple",
            "gray-dark",
        }
        assert branding["icon"] not in ICONS_LEFT_OUT
