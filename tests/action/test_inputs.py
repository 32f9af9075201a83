"""The inputs of the step."""

import pytest

from skill_evals.app.action.options import SECRETS
from skill_evals.cli import action
from skill_evals.edges.github.inputs import Inputs, spellings
from skill_evals.errors import UsageError


@pytest.mark.bug(50)
@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"INPUT_API-KEY": " k "}, "k"),
        pytest.param({"INPUT_API_KEY": "k"}, "k", id="a wrapper in a shell wrote an underscore"),
        pytest.param({"INPUT_API-KEY": "", "INPUT_API_KEY": ""}, "fallback", id="the secret is not there"),
        pytest.param({"API-KEY": "k", "API_KEY": "k"}, "fallback", id="an outer variable is no input"),
    ],
)
def test_a_text(environment: dict[str, str], found: str) -> None:
    assert Inputs(environment).text("api-key", "fallback") == found


@pytest.mark.parametrize(("written", "flag"), [("true", True), ("FALSE", False), ("True", True), ("", True)])
def test_a_flag(written: str, flag: bool) -> None:
    assert Inputs({"INPUT_SUMMARY": written}).flag("summary", default=True) is flag


@pytest.mark.parametrize("written", ["no", "0", "yes", "tRue"])
def test_no_word_but_yamls_is_a_flag(written: str) -> None:
    with pytest.raises(UsageError, match="the input `summary` is"):
        Inputs({"INPUT_SUMMARY": written}).flag("summary")


def test_numbers() -> None:
    inputs = Inputs({"INPUT_MAX-COST-USD": "2.50", "INPUT_MAX-CALLS": "300", "INPUT_BAD": "nan", "INPUT_WORSE": "-1"})
    assert inputs.number("max-cost-usd") == 2.5
    assert inputs.integer("max-calls") == 300
    assert inputs.integer("left-out") is None
    for name, read in (("bad", inputs.number), ("worse", inputs.number), ("worse", inputs.integer)):
        with pytest.raises(UsageError, match=f"the input `{name}`"):
            read(name)


def test_a_list_and_a_word() -> None:
    inputs = Inputs({"INPUT_PATHS": "plugins/**\n\n# not these\n!plugins/old/**\n", "INPUT_MODE": "lnit"})
    assert inputs.lines("paths") == ("plugins/**", "!plugins/old/**")
    with pytest.raises(UsageError) as error:
        inputs.word("mode", {"auto": 0, "lint": 1}, "auto")
    assert error.value.message == "the input `mode` is 'lnit', which is not one of `auto`, `lint`"


@pytest.mark.parametrize("name", SECRETS)
def test_what_the_step_starts_is_given_no_secret(name: str) -> None:
    environment = dict.fromkeys([*spellings(name), "GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "PATH"], "x")
    action._hide(environment)
    assert environment == {"PATH": "x"}
