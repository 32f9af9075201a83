"""docs/platform-bugs.md and the markers of the tests: no trap without a test or a reason, and no number out of thin air."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "platform-bugs.md"
ROW = re.compile(r"\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
KNOWN = 64
REASON = "cannot concern us: "


def rows() -> dict[int, str]:
    """The last column by number."""
    found = [ROW.fullmatch(line) for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return {int(row[1]): row[4] for row in found if row is not None}


def marked() -> dict[int, set[str]]:
    """Files with tests of each number."""
    found: dict[int, set[str]] = defaultdict(set)
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in filter(None, map(_number, node.decorator_list)):
                    found[number].add(path.relative_to(ROOT).as_posix())
    return found


def _number(decorator: ast.expr) -> int | None:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.bug":
        (number,) = map(ast.literal_eval, decorator.args)
        return int(number)
    return None


def test_every_trap_is_listed_once() -> None:
    assert list(rows()) == list(range(1, KNOWN + 1))


def test_every_trap_has_its_tests_or_a_reason() -> None:
    told = {
        number: set() if cell.startswith(REASON) else set(re.findall(r"`([^`]+)`", cell))
        for number, cell in rows().items()
    }
    found = marked()
    assert told == {number: found.get(number, set()) for number in told}
    assert set(found) <= set(told)
    assert all(told[number] or rows()[number].startswith(REASON) for number in told)
