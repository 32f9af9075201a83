"""No child inherits this process's environment, where the credentials are."""

import ast
import re
from pathlib import Path

import skill_evals

SOURCES = Path(skill_evals.__file__).parent
STARTERS = {"run", "Popen", "call", "check_call", "check_output", "create_subprocess_exec", "create_subprocess_shell"}
ELSEWHERE = re.compile(r"\bos\.(system|popen|posix_spawnp?|spawn\w+|exec[lv]p?)\(")
"""Ways that inherit it, or whose environment is easily forgotten."""


def starts(tree: ast.AST) -> list[ast.Call]:
    """Calls of ``subprocess`` and ``asyncio`` that start a program."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in STARTERS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"subprocess", "asyncio"}
        and not (node.func.value.id == "asyncio" and node.func.attr == "run")
    ]


def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")}


def test_every_program_is_started_with_an_environment_of_its_own() -> None:
    trees = {path: ast.parse(text) for path, text in sources().items() if "subprocess" in text}
    found = [(path, call) for path, tree in trees.items() for call in starts(tree)]
    assert len(found) >= 8
    assert not [f"{path}:{call.lineno}" for path, call in found if "env" not in {word.arg for word in call.keywords}]


def test_no_program_is_started_in_another_way() -> None:
    assert not [str(path) for path, text in sources().items() if ELSEWHERE.search(text)]
