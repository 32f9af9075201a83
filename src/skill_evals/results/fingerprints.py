"""evolve's fingerprints (internal/run/fingerprint.go, manifest.go): SHA-256, lower-case hex, of content only.

Triggers are stale when the frontmatter's bytes change, evals when any file of the skill does; a case is stale when its
own text, checks or fixtures do. Suites of other dialects are hashed in the same way: what evolve's case does not have
is appended, so that no edit of a case goes unnoticed.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import dirname, join

from skill_evals.errors import FileUnavailableError
from skill_evals.model.files import FileTree
from skill_evals.model.freshness import SkillHashes, TierHashes
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Check, EvalCase, Suite, Tier, TriggerCase
from skill_evals.results.beneath import beneath
from skill_evals.results.fixtures import EVOLVE, resolved_setup, staged
from skill_evals.results.gojson import compact, quote
from skill_evals.results.shape import in_bytes

RESULTS_NAMES = ("results.json", "results.jsonc", "results.yaml", "results.yml", "results.provenance.json")
_NO_FRONTMATTER = b"\0evolve:no-frontmatter\0"
_FENCE = "---"
_CHECK_MEMBERS = ("path", "pattern", "run", "cwd", "tool", "requires", "expect_exit", "text")
_CASE_MEMBERS = frozenset(
    {
        "id", "name", "prompt", "query", "expected_output", "files", "expectations", "assertions", "checks",
        "max_turns", "timeout_seconds", "runs",
    }
)  # fmt: skip
"""Members of an authored case that its noun carries, and how often it runs, which does not change what it asks."""


def skill_hashes(skill: Skill, suites: Sequence[Suite], files: FileTree) -> SkillHashes:
    """The fingerprints of a skill and of the cases about it, as they are in a tree.

    A tier is None where no suite of it exists; a hash is None where some of its bytes are not in the tree.
    """
    return SkillHashes(
        plugin=skill.plugin,
        skill=skill.name,
        skill_dir=skill.directory,
        surface=skill.surface.digest,
        triggers=_tier(skill, suites, files, Tier.TRIGGERS),
        evals=_tier(skill, suites, files, Tier.EVALS),
    )


def trigger_content_hash(skill_md: bytes) -> str:
    """Of the bytes between the fences of a ``SKILL.md``, with line ends as LF; a fixed value where there are none."""
    # Bytes that are not UTF-8 pass through, and white space is Unicode's, as in Go's TrimSpace.
    text = skill_md.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.removesuffix("\n").split("\n")
    if lines[0].strip() == _FENCE:
        for end, line in enumerate(lines[1:], start=1):
            if line.strip() == _FENCE:
                return _digest("\n".join(lines[1:end]).encode("utf-8", "surrogateescape"))
    return _digest(_NO_FRONTMATTER)


def eval_content_hash(skill: Skill, suites: Iterable[Suite], files: FileTree) -> str | None:
    """Of every plain file of the skill that has no dot name on its way, links left out, in the order of path bytes.

    Where suites lie inside the skill's folder (never in evolve's layout) their folder is no part of it: agents get the
    skill without it, and results written there must not make themselves stale.
    """
    top = f"{skill.directory}/" if skill.directory else ""
    folders = {dirname(s.path) for s in suites}
    inner = tuple(f"{folder}/" for folder in folders if folder.startswith(top) and folder not in ("", skill.directory))
    beside = {s.path for s in suites} | {join(folder, name) for folder in folders for name in RESULTS_NAMES}
    hashed = hashlib.sha256()
    for path in sorted(_plain(files, top), key=lambda p: _path_bytes(p[len(top) :])):
        if path.startswith(inner) or path in beside:
            continue
        data = _bytes(files, path)
        if data is None:
            return None
        hashed.update(_path_bytes(path[len(top) :]) + b"\0" + data + b"\0")
    return hashed.hexdigest()


def trigger_spec_hash(case: TriggerCase) -> str:
    """Of the query and its label; without a label it reads as false, as in evolve."""
    return _digest(f'{{"query":{quote(case.query)},"should_trigger":{compact(case.should_trigger is True)}}}'.encode())


def eval_spec_hash(case: EvalCase, suite: Suite, skill_dir: str, files: FileTree) -> str | None:
    """Of the case and the bytes of its fixtures; also evolve's fingerprint of a baseline.

    None where a fixture is missing, escapes, or is known only by its name.
    """
    fixtures = staged(case, suite, skill_dir, files)
    if fixtures is None:
        return None
    hashed = hashlib.sha256(_digest(compact(_normalised(case, suite.dialect)).encode()).encode() + b"\0")
    for destination, source in sorted(fixtures, key=lambda f: _path_bytes(f[0])):
        data = _bytes(files, source)
        if data is None:
            return None
        hashed.update(_path_bytes(destination) + b"\0" + data + b"\0")
    setup = resolved_setup(case, suite, skill_dir, files)
    if isinstance(setup, str):
        return None
    for destination, source in sorted(setup, key=lambda f: _path_bytes(f[0])):
        data = _bytes(files, source)
        if data is None:
            return None
        hashed.update(b"setup\0" + _path_bytes(destination) + b"\0" + data + b"\0")
    return hashed.hexdigest()


def _tier(skill: Skill, suites: Sequence[Suite], files: FileTree, tier: Tier) -> TierHashes | None:
    of_tier = [suite for suite in suites if suite.tier is tier]
    if not of_tier:
        return None
    specs: dict[str, str | None] = {}
    for suite in of_tier:
        for case in suite.triggers:
            if case.skill is None or case.skill == skill.name:
                specs.setdefault(case.key, trigger_spec_hash(case))
        for task in suite.evals:
            if task.key not in specs:
                specs[task.key] = eval_spec_hash(task, suite, skill.directory, files)
    if tier is Tier.EVALS:
        return TierHashes(content=eval_content_hash(skill, suites, files), specs=specs)
    data = _bytes(files, skill.path)
    return TierHashes(content=None if data is None else trigger_content_hash(data), specs=specs)


def _normalised(case: EvalCase, dialect: str) -> dict[str, object]:
    """The case as evolve serialises it; empty members vanish, ``id`` and ``prompt`` never."""
    other = dialect != EVOLVE
    members: dict[str, object] = {
        "id": case.id or "",
        "name": case.name,
        "prompt": case.prompt,
        "expected_output": case.expected_output,
        "files": list(case.files),
        "expectations": list(case.expectations),
        "assertions": [_check(check, other=other) for check in case.checks],
        "max_turns": case.max_turns,
        "timeout_seconds": case.timeout_seconds,
    }
    kept = {name: value for name, value in members.items() if value or name in ("id", "prompt")}
    return kept | _rest(case.fields, _CASE_MEMBERS) if other else kept


def _check(check: Check, *, other: bool) -> dict[str, object]:
    written: dict[str, object] = {"type": check.kind}
    for name in _CHECK_MEMBERS:
        value = check.fields.get(name)
        if value is not None and value != "":
            written[name] = value
    return written | _rest(check.fields, frozenset(("type", *_CHECK_MEMBERS))) if other else written


def _rest(fields: Mapping[str, object], known: frozenset[str]) -> dict[str, object]:
    """Members of other dialects, sorted all the way down."""
    return {name: _ordered(fields[name]) for name in sorted(fields, key=in_bytes) if name not in known}


def _ordered(value: object) -> object:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value, key=in_bytes)}
    if isinstance(value, (list, tuple)):
        return [_ordered(item) for item in value]
    return value


def _plain(files: FileTree, top: str) -> Iterator[str]:
    """Plain files beneath a folder, without those with a dot name on the way."""
    for path in beneath(files, top):
        if files.entries[path].kind.is_file and not any(step.startswith(".") for step in path[len(top) :].split("/")):
            yield path


def _bytes(files: FileTree, path: str) -> bytes | None:
    try:
        return files.read(path)
    except FileUnavailableError:
        return None


def _path_bytes(path: str) -> bytes:
    return path.encode("utf-8", "surrogateescape")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
