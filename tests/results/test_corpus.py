"""The real results of a public repository, through the typed model."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill_evals.app.reading import read_tree
from skill_evals.app.results_verbs import hashes, normalize
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.model.config import Config
from skill_evals.model.freshness import SkillHashes
from skill_evals.model.results import EvalSnapshot, ModelResults, TriggerSnapshot
from skill_evals.results.benchmark import disagreements, read_benchmark, read_grading
from skill_evals.results.codec import ResultsFormat, dump, load
from skill_evals.results.summary import sum_evals, sum_grades, sum_triggers

pytestmark = pytest.mark.corpus

Models = list[tuple[SkillHashes, ModelResults]]


@pytest.fixture(scope="module")
def repository(corpus: Path) -> Path:
    return corpus / "bitwise-media-group__skills"


@pytest.fixture(scope="module")
def files(repository: Path) -> list[Path]:
    found = sorted(repository.glob("plugins/*/evals/*/results.json"))
    assert len(found) == 21
    return found


@pytest.fixture(scope="module")
def models(repository: Path) -> Models:
    """Every stored model entry, beside the fingerprints of its skill as they are now."""
    tree = WorkingTree(repository, listing=read_tree_listing(repository / ".tree.txt"))
    found: Models = []
    for skill in hashes(read_tree(tree, Config(), judge=False).project, tree):
        path = repository / "plugins" / skill.plugin / "evals" / skill.skill / "results.json"
        found += [
            (skill, model) for model in load("results.json", path.read_bytes()).models.values() if model is not None
        ]
    return found


def test_every_file_comes_back_byte_for_byte(files: list[Path]) -> None:
    for path in files:
        data = path.read_bytes()
        assert normalize(str(path), data) == data, path


def test_so_do_copies_in_another_form(files: list[Path]) -> None:
    dice = random.Random(5)
    for path in files:
        data = path.read_bytes()
        copy = json.dumps(_disordered(json.loads(data), dice), ensure_ascii=True)
        assert normalize(str(path), copy.encode()) == data, path


def test_the_other_formats_hold_the_same(files: list[Path]) -> None:
    smallest = min(files, key=lambda path: path.stat().st_size)
    file = load("results.json", smallest.read_bytes())
    for form in ResultsFormat:
        assert load(f"results.{form}", dump(file, form)) == file


def test_schemas_3_and_4_become_the_same_entries(files: list[Path]) -> None:
    for path in files:
        new = json.loads(path.read_bytes())
        old: dict[str, object] = {"plugin": new["plugin"], "skill": new["skill"]}
        for tier in ("triggers", "evals"):
            entries = {name: dict(model[tier]) for name, model in new["models"].items() if tier in model}
            for entry in entries.values():
                entry.pop("previous", None)
                entry.pop("baseline", None)
            old[tier] = entries
        for model in new["models"].values():
            for entry in model.values():
                entry.pop("previous", None)
                entry.pop("baseline", None)
        for schema in (3, 4):
            migrated = json.loads(normalize("results.json", json.dumps({"schema": schema, **old}).encode()))
            assert migrated == new, path


def test_every_stored_summary_follows_from_its_results(files: list[Path]) -> None:
    counted: Counter[str] = Counter()
    for path in files:
        for model in load("results.json", path.read_bytes()).models.values():
            assert model is not None
            for kind, follows in _summaries(model):
                assert follows, (path, kind)
                counted[kind] += 1
    assert counted == {"triggers": 248, "triggers previous": 163, "evals": 255, "evals snapshot": 461, "grades": 576}


def test_trigger_content_hashes(models: Models) -> None:
    stored = [(s.triggers, m.triggers.header.content_hash) for s, m in models if m.triggers is not None]
    with_hash = [(now, hash_) for now, hash_ in stored if hash_ is not None]
    assert len(with_hash) == 242
    assert sum(now is not None and now.content == hash_ for now, hash_ in with_hash) == 231


def test_trigger_spec_hashes(models: Models) -> None:
    stored = [
        (skill.triggers.specs.get(result.query), result.spec_hash)
        for skill, model in models
        if model.triggers is not None and skill.triggers is not None
        for result in model.triggers.results
        if result.spec_hash is not None
    ]
    assert len(stored) == 3223
    assert sum(now == hash_ for now, hash_ in stored) == 3212


def test_eval_spec_hashes_and_baseline_fingerprints_where_the_fixtures_are_here(models: Models) -> None:
    states = Counter(
        "not here" if now is None else "equal" if now == stored else "older"
        for skill, model in models
        if model.evals is not None and skill.evals is not None
        for now, stored in _eval_hashes(skill, model)
    )
    assert states == {"equal": 208, "older": 12, "not here": 944}


def test_eval_content_hashes_where_every_file_is_here(models: Models) -> None:
    states = Counter(
        "not here" if skill.evals.content is None else skill.evals.content == model.evals.header.content_hash
        for skill, model in models
        if model.evals is not None and skill.evals is not None
    )
    assert states == {True: 121, False: 4, "not here": 130}


def test_benchmarks_follow_from_their_gradings(corpus: Path) -> None:
    found = sorted((corpus / "slowdini__slow-powers").glob("skills/*/evals/baseline/benchmark.json"))
    assert len(found) == 7
    for path in found:
        benchmark = read_benchmark(path.read_bytes())
        assert benchmark is not None
        gradings = [read_grading(p.name, p.read_bytes()) for p in path.parent.glob("grading/*.json")]
        read = [grading for grading in gradings if grading is not None]
        assert len(read) == len(gradings) > 0
        assert disagreements(benchmark, read) == ()


def _disordered(value: object, dice: random.Random, name: str = "") -> object:
    """Another order, whole numbers as floats, and an unknown member wherever the names are not data themselves."""
    if isinstance(value, dict):
        members = [(key, _disordered(member, dice, key)) for key, member in value.items()]
        dice.shuffle(members)
        return dict(members if name in ("models", "tool_calls") else [("eval_feedback", {"unknown": True}), *members])
    if isinstance(value, list):
        return [_disordered(item, dice) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _summaries(model: ModelResults) -> Iterator[tuple[str, bool]]:
    if model.triggers is not None:
        yield "triggers", sum_triggers(model.triggers.results) == model.triggers.summary
        if isinstance(previous := model.triggers.previous, TriggerSnapshot):
            yield "triggers previous", sum_triggers(previous.results) == previous.summary
    if model.evals is not None:
        yield "evals", sum_evals(model.evals.results) == model.evals.summary
        for snapshot in (model.evals.baseline, model.evals.previous):
            if isinstance(snapshot, EvalSnapshot):
                yield "evals snapshot", sum_evals(snapshot.results) == snapshot.summary
        for result in model.evals.results:
            if result.summary is not None:
                yield "grades", sum_grades(result.expectations) == result.summary


def _eval_hashes(skill: SkillHashes, model: ModelResults) -> Iterator[tuple[str | None, str]]:
    assert model.evals is not None
    assert skill.evals is not None
    baseline = model.evals.baseline.results if model.evals.baseline is not None else ()
    for key, stored in [(r.id, r.spec_hash) for r in model.evals.results] + [(r.id, r.fingerprint) for r in baseline]:
        if stored is not None:
            yield skill.evals.specs.get(key), stored
