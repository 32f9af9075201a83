"""Real suites read to what `json` and the YAML library make of them, with almost nothing to complain about."""

import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from skill_evals.documents.document import Document, Format, ProblemKind
from skill_evals.documents.read import read_document

pytestmark = pytest.mark.corpus


def documents(corpus: Path, *endings: str) -> Iterator[Document]:
    for path in sorted(corpus.rglob("*")):
        if path.name.endswith(endings) and path.is_file():
            yield read_document(path.relative_to(corpus).as_posix(), path.read_bytes())


def kinds(document: Document) -> set[ProblemKind]:
    return {problem.kind for problem in document.problems}


def plain(value: Any) -> Any:
    """A value of the YAML library as the core schema has it: dates as text, keys as text."""
    if isinstance(value, dict):
        return {str(key).lower() if isinstance(key, bool) else str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def load_yaml(text: str) -> Any:
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = True
    with warnings.catch_warnings(action="ignore"):
        return plain(yaml.load(text))


def test_json_reads_as_json_does(corpus: Path) -> None:
    count = 0
    for document in documents(corpus, ".json"):
        count += 1
        try:
            expected = json.loads(document.text)
        except ValueError:
            assert not document.readable
            continue
        if document.readable:
            assert json.dumps(document.value) == json.dumps(expected)
        else:
            assert re.search(r"[:\[]\s*-?(NaN|Infinity)", document.text), document.path
    assert count > 1_000


def test_every_pointer_of_every_json_leads_to_its_node(corpus: Path) -> None:
    for document in documents(corpus, "triggers.json", "evals.json"):
        pending: list[tuple[Any, Any]] = [(document.value, document.tree)] if document.readable else []
        for value, node in pending:
            if isinstance(value, (dict, list)):
                steps = value.items() if isinstance(value, dict) else enumerate(value)
                pending.extend((item, node.child(step)) for step, item in steps)
            else:
                assert node.value == value


def test_yaml_reads_as_the_library_does(corpus: Path) -> None:
    traps = 0
    for document in documents(corpus, ".yaml", ".yml"):
        assert kinds(document) <= {ProblemKind.TRAP}, document.path
        traps += len(document.problems)
        assert json.dumps(document.value) == json.dumps(load_yaml(document.text)), document.path
    assert traps <= 2


def test_frontmatter_reads_as_the_library_does(corpus: Path) -> None:
    seen: Counter[ProblemKind] = Counter()
    for document in documents(corpus, "SKILL.md"):
        seen.update(kinds(document))
        if document.body_line is None:
            continue
        block = "".join(document.text.splitlines(keepends=True)[1 : document.body_line - 2])
        try:
            expected = load_yaml(block)
        except YAMLError:
            assert kinds(document) & {ProblemKind.INVALID, ProblemKind.UNQUOTED_COLON}, document.path
            continue
        if document.readable:
            assert json.dumps(document.value) == json.dumps(expected), document.path
    assert seen[ProblemKind.UNQUOTED_COLON] >= 5
    assert seen[ProblemKind.TRAP] <= 1


def test_broken_suites_are_told_by_kind(corpus: Path) -> None:
    told = {"duplicate-key": ProblemKind.DUPLICATE_KEY, "invalid-document": ProblemKind.INVALID}
    for line in (corpus / "_broken" / "INDEX.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        document = read_document(entry["file"], (corpus / "_broken" / entry["file"]).read_bytes())
        assert document.format is Format.JSON
        assert kinds(document) == {told[name] for name in entry["expect"] if name in told}, entry["file"]
