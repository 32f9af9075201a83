"""``init``: a configuration for the repository that is here, in which every key is explained and none is set."""

import json
import pkgutil
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from skill_evals.app.census import census
from skill_evals.app.evolve_config import with_evolve
from skill_evals.app.reading import read_tree
from skill_evals.app.settings import settings_in_force
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.files import WorkingTree
from skill_evals.errors import UsageError
from skill_evals.model.checkup import Census, Setting
from skill_evals.model.config import NAMES, Config
from skill_evals.model.files import FileTree
from skill_evals.report.census_words import census_lines

WIDTH = 110
"""Columns of the comments."""

HEAD = """\
Every key may be left out, and every key below is commented out: a line that begins with # and a letter is a setting \
with the value that holds here without it. Remove its # to change it, and those of the lines beneath it that belong \
to it. docs/configuration.md of skill-evals says more; `skill-evals doctor` shows what is in force."""


def configuration_text(files: FileTree) -> str:
    """The text of ``.skill-evals.yml`` for a tree; it means the defaults, whatever configuration is there now."""
    config = with_evolve(Config(), files)
    found = census(read_tree(files, config, judge=False).project, files, config)
    schema = _schema()
    lines = [f"# yaml-language-server: $schema={schema['$id']}", "#", *_comment(HEAD), "#"]
    lines += [line for words in census_lines(found) for line in _comment(words)]
    values = {setting.key: setting for setting in settings_in_force(None, files)}
    for key, about in cast(Mapping[str, Mapping[str, object]], schema["properties"]).items():
        if key != "$schema":
            lines += ["", *_entry(key, about, values, found)]
    return "".join(f"{line}\n" for line in lines)


def write_configuration(root: Path, *, force: bool = False) -> str:
    """Write it at the root; gives the name of the file, which with ``force`` is the one that is there already.

    Raises:
        UsageError: there is one, or it cannot be written.
    """
    files = WorkingTree(root)
    there = [name for name in NAMES if (root / name).exists() or (root / name).is_symlink()]
    if there and not force:
        raise UsageError(
            f"{there[0]} exists", cure="`skill-evals init --print` shows a new one; --force writes it over the old one"
        )
    name = there[0] if there else NAMES[0]
    write_atomic(root / name, configuration_text(files).encode(), beneath=root)
    return name


def _schema() -> Mapping[str, object]:
    data = pkgutil.get_data("skill_evals", "schemas/skill-evals.schema.json")
    return cast(Mapping[str, object], json.loads(data or b""))


def _entry(key: str, about: Mapping[str, object], values: Mapping[str, Setting], found: Census) -> Iterator[str]:
    yield from _about(about)
    members = about.get("properties")
    if isinstance(members, dict):
        yield from _example(key, about)
        yield f"#{key}:"
        for name, inner in members.items():
            setting = values[f"{key}.{name}"]
            if setting.value is None:
                yield from _about({**inner, "description": f"`{name}`: {inner['description']}"})
                continue
            yield from _about(inner)
            yield from _origin(setting)
            yield f"#  {name}: {_scalar(setting.value)}"
        return
    if key == "layout":
        yield f"# Found: {found.layout}."
    yield from _origin(values[key])
    yield from _example(key, about)
    yield from _setting(key, values[key].value)


def _about(about: Mapping[str, object]) -> Iterator[str]:
    yield from _comment(str(about["description"]))
    if isinstance(allowed := about.get("enum"), list):
        yield from _comment(f"One of {', '.join(map(str, allowed))}.")


def _origin(setting: Setting) -> Iterator[str]:
    if setting.origin != "default":
        yield f"# {setting.origin} says so, as long as this file does not."


def _example(key: str, about: Mapping[str, object]) -> Iterator[str]:
    examples = about.get("examples")
    if isinstance(examples, list) and about.get("default") in (None, [], {}):
        yield f"# Example: {key}: {_scalar(examples[0])}"


def _setting(key: str, value: object) -> Iterator[str]:
    if value is None:
        return
    if isinstance(value, list) and len(json.dumps(value)) > WIDTH:
        yield f"#{key}:"
        yield from (f"#  - {_scalar(item)}" for item in value)
    else:
        yield f"#{key}: {_scalar(value)}"


def _scalar(value: object) -> str:
    """A value as YAML in one line; JSON's text is YAML's as well, and simple words need no quotes."""
    if isinstance(value, str) and value.replace("-", "").isalpha():
        return value
    return json.dumps(value, ensure_ascii=False)


def _comment(words: str) -> Iterator[str]:
    for line in textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}"
