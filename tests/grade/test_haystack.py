"""A tool call as a line of text; its arguments are an agent's, which a stranger's skill may have led."""

import pytest

from skill_evals.grade.haystack import called
from skill_evals.model.evidence import ToolCall


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (None, "Bash"),
        ('{"a": [1, "é"]}', 'Bash {"a":[1,"é"]}'),
        ("not JSON", 'Bash "not JSON"'),
        ("[" * 100_000, f'Bash "{"[" * 100_000}"'),
        ("[" * 100_000 + "]" * 100_000, f'Bash "{"[" * 100_000 + "]" * 100_000}"'),
        ("9" * 5_000, f'Bash "{"9" * 5_000}"'),
    ],
    ids=["none", "compact", "no JSON", "deep", "deep and closed", "a long number"],
)
def test_whatever_the_arguments_are_there_is_a_line(arguments: str | None, line: str) -> None:
    assert called(ToolCall(ordinal=1, name="Bash", arguments=arguments)) == line
