"""Suites to validate: our own examples, real ones, and ways to break both."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from skill_evals.documents.document import Document
from skill_evals.documents.read import read_document
from skill_evals.model.position import Pointer

HERE = Path(__file__).parent
EXAMPLES = HERE / "examples"
REPLACEMENTS: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 1.0, 1.5, 10**12, "", "x", "llm", "regex", "llm_judge", "transcript_check",
    "first_write", "always", [], [""], ["x"], ["x", "x"], [1], [None], {}, {"type": "llm"}, {"type": "regx"},
    {"query": "x"}, {"should_trigger": []}, {"path": "x"}, {"A": "x"},
)  # fmt: skip
NAMES = (
    "id", "prompt", "prompts", "query", "should_trigger", "type", "path", "pattern", "expectations", "assertions",
    "turns", "responder", "skill_name", "$schema", "comment", "skills", "url",
)  # fmt: skip


def document(text: str, path: str) -> Document:
    return read_document(path, text.encode())


def examples() -> list[tuple[str, Any]]:
    """(name of the schema, value) for every valid suite beside this file."""
    return [(p.stem.partition("--")[0], json.loads(p.read_text())) for p in sorted(EXAMPLES.glob("*.json"))]


def nodes(value: object, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    if isinstance(value, dict):
        for key, member in value.items():
            yield from nodes(member, (*at, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from nodes(item, (*at, number))


def _parent(value: Any, at: Pointer) -> Any:
    for step in at[:-1]:
        value = value[step]
    return value


def replace_node(value: Any, at: Pointer, new: object) -> Any:
    if not at:
        return copy.deepcopy(new)
    changed = copy.deepcopy(value)
    _parent(changed, at)[at[-1]] = copy.deepcopy(new)
    return changed


def delete_node(value: Any, at: Pointer) -> Any:
    changed = copy.deepcopy(value)
    if at:
        del _parent(changed, at)[at[-1]]
    return changed


def rename_member(value: Any, at: Pointer, name: str) -> Any:
    changed = copy.deepcopy(value)
    holder = _parent(changed, at) if at else None
    if isinstance(holder, dict):
        holder[name] = holder.pop(at[-1])
    return changed


def add_member(value: Any, at: Pointer, name: str, new: object) -> Any:
    changed = copy.deepcopy(value)
    node: Any = _parent(changed, (*at, ""))
    if isinstance(node, dict):
        node[name] = copy.deepcopy(new)
    elif isinstance(node, list):
        node.append(copy.deepcopy(new))
    return changed


def repeat_item(value: Any, at: Pointer) -> Any:
    changed = copy.deepcopy(value)
    holder = _parent(changed, at) if at else None
    if isinstance(holder, list):
        holder.append(copy.deepcopy(_parent(changed, (*at, ""))))
    return changed


def wrap(value: Any, at: Pointer) -> Any:
    return replace_node(value, at, [_parent(value, (*at, ""))])


Mutation = Callable[[Any, Pointer], Any]


def kinds() -> list[Mutation]:
    """Every kind of mutation: each replacement, each renaming and addition, deletion, repetition, wrapping."""
    made: list[Mutation] = [delete_node, repeat_item, wrap]
    made += [partial(replace_node, new=new) for new in REPLACEMENTS]
    made += [partial(rename_member, name=name) for name in NAMES]
    made += [partial(add_member, name=name, new=new) for name in NAMES for new in (True, "x")]
    return made


def mutations(value: Any, seed: str, each: int) -> Iterator[Any]:
    """Every kind of mutation at ``each`` nodes, drawn by the seed."""
    draw = random.Random(seed)
    places = list(nodes(value))
    for mutate in kinds():
        for at in draw.sample(places, min(each, len(places))):
            yield mutate(value, at)
