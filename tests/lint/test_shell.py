"""What a shell command must end with, held to what `sh` really does."""

import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skill_evals.lint.shell_status import only_status
from skill_evals.lint.shell_words import script_of

simple = st.sampled_from(
    [
        "true",
        "false",
        ":",
        "echo a",
        "test -f nowhere",
        "exit 0",
        "exit 3",
        "exit",
        "X=1",
        "X=1 true",
        "printf b",
        "cat",
    ]
)
joint = st.sampled_from([" && ", " || ", "; ", "\n", " | ", " & "])


@st.composite
def scripts(draw: st.DrawFn) -> str:
    parts = draw(st.lists(simple, min_size=1, max_size=5))
    text = parts[0]
    for part in parts[1:]:
        text += draw(joint) + part
    return text


@settings(max_examples=150, deadline=None)
@given(text=scripts())
@example(text="exit 0 && true & false")
def test_a_status_that_is_called_certain_is_the_one_that_sh_ends_with(text: str) -> None:
    known = only_status(text)
    if known is not None:
        ended = subprocess.run(["/bin/sh", "-c", text], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert ended.returncode == known


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="ab $()`'\"\\|&;<>#\n{}=!~-", max_size=30))
def test_any_text_can_be_taken_apart(text: str) -> None:
    script = script_of(text)
    assert all(command.words or command.bare for command in script.everything())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("grep -q 'a | b' x.md", [("grep", "-q", "a | b", "x.md")]),
        ('test -z "$(ls -A .)"', [("test", "-z", "$(ls -A .)"), ("ls", "-A", ".")]),
        ("echo '$(rm x)' # `rm y`", [("echo", "$(rm x)")]),
        ("make >log.txt 2>&1 </dev/null | tail -3", [("make",), ("tail", "-3")]),
        ("bash <(curl -s x) && A=1 ls", [("bash", "<(curl -s x)"), ("ls",), ("curl", "-s", "x")]),
        ("if make; then ls; fi", [("make",), ("ls",)]),
    ],
)
def test_a_script_is_parted_into_the_words_of_its_commands(text: str, words: list[tuple[str, ...]]) -> None:
    assert [command.words for command in script_of(text).everything()] == words


@pytest.mark.parametrize(
    "text",
    ["cat <<E\ntrue\nE", "set -e; make; true", "if a; then b; fi; true", "(make; true)", "echo 'open", "f() { :; }"],
)
def test_of_what_is_not_understood_no_status_is_told(text: str) -> None:
    assert script_of(text).odd
    assert only_status(text) is None


def test_a_text_beyond_the_bound_is_not_read() -> None:
    script = script_of("true;" * 1000)
    assert script.odd
    assert script.commands == ()
