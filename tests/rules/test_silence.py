"""Comments that silence a rule, in every format that has comments; and what a change is answerable for."""

import pytest

from skill_evals.model.config import Config, LintConfig, PathIgnore

from .trees import MemoryTree, lint_tree

SKILL = b"---\nname: greet\ndescription: Greets people by name.\n---\n"
HOME = "plugins/demo/skills/greet/SKILL.md"
PLACE = "plugins/demo/evals/greet/"
YAML = """\
triggers:
  - query: say hello
    should_trigger: "true" {comment}
  - query: say good morning
    should_trigger: true
  - query: say goodbye
    should_trigger: false
"""
JSONC = """\
{{"triggers": [
  {{"query": "say hello", "should_trigger": "true"}}, {comment}
  {{"query": "say good morning", "should_trigger": true}},
  {{"query": "say goodbye", "should_trigger": false}}
]}}
"""


def rules(files: dict[str, bytes], config: LintConfig | None = None) -> list[str]:
    found = lint_tree(MemoryTree(files=files), config=Config(lint=config or LintConfig())).diagnostics
    return [diagnostic.rule for diagnostic in found]


@pytest.mark.parametrize(
    ("path", "text", "comment", "silent"),
    [
        ("triggers.yaml", YAML, "# skill-evals: ignore[not-boolean] a test of the tool", True),
        ("triggers.yaml", YAML, "# skill-evals: ignore[S003]", True),
        ("triggers.yaml", YAML, "# skill-evals: ignore[duplicate-id]", False),
        ("triggers.yaml", YAML, "# an ordinary comment", False),
        ("triggers.jsonc", JSONC, "// skill-evals: ignore[duplicate-id, not-boolean] a test of the tool", True),
        ("triggers.jsonc", JSONC, "// ignore[not-boolean]", False),
    ],
)
def test_a_comment_on_the_line(path: str, text: str, comment: str, silent: bool) -> None:
    found = rules({HOME: SKILL, PLACE + path: text.format(comment=comment).encode()})
    assert found == ([] if silent else ["not-boolean"])


def test_a_comment_in_frontmatter() -> None:
    text = "---\nname: greet\n# skill-evals: ignore[description-form] the client has no limit\ndescription: {}\n---\n"
    long = text.format("Greets. " * 200)
    assert rules({"skills/greet/SKILL.md": long.encode()}) == []
    assert rules({"skills/greet/SKILL.md": long.replace("skill-evals", "other").encode()}) == ["description-form"]


def test_plain_json_names_the_case_in_the_configuration() -> None:
    path = PLACE + "triggers.json"
    files = {HOME: SKILL, path: JSONC.format(comment="").encode()}
    assert rules(files) == ["not-boolean"]
    assert rules(files, LintConfig(case_ignores={f"{path}#say hello": ("not-boolean",)})) == []
    assert rules(files, LintConfig(case_ignores={f"{path}#say goodbye": ("not-boolean",)})) == ["not-boolean"]
    ignore = PathIgnore(path="plugins/demo/**", rules=("S",), reason="generated")
    assert rules(files, LintConfig(path_ignores=(ignore,))) == []


def test_a_fault_is_the_changes_own_where_it_touched_the_file_or_caused_it() -> None:
    evals = b'{"evals": [{"id": "a", "prompt": "Greet", "files": ["files/team.csv"], "expectations": ["Names Ada"]}]}'
    old = JSONC.format(comment="").encode()
    base = {
        HOME: SKILL, PLACE + "evals.json": evals, PLACE + "files/team.csv": b"Ada\n", PLACE + "triggers.json": old,
    }  # fmt: skip
    head = {path: data for path, data in base.items() if not path.endswith(".csv")}
    result = lint_tree(MemoryTree(files=head), base=MemoryTree(files=base))
    assert [(d.rule, d.elsewhere) for d in result.diagnostics] == [("missing-fixture", False), ("not-boolean", True)]
    assert (result.summary.errors, result.summary.elsewhere) == (1, 1)
