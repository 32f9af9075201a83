"""Real suites are broken in memory, one way at a time, as their authors formatted them; the fix must bring back what
was there, byte for byte."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.trees import MemoryTree
from skill_evals.app.fix import Fixing, fix
from skill_evals.app.lint import LintRequest
from skill_evals.app.reading import read_tree
from skill_evals.documents.document import Document, Format
from skill_evals.documents.read import read_document
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.lint.fix import fix_text
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.fix import Edit, Fix, RenameKey, Replace
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

SUITES_A_REPOSITORY = 4
"""Of each tier, so that a repository of a hundred skills does not stand for all."""

MARK = "\ufeff".encode()


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A suite with its skill, alone in a tree."""

    tree: MemoryTree
    suite: Suite
    document: Document

    @property
    def data(self) -> bytes:
        return self.tree.files[self.suite.path]

    def broken(self, data: bytes) -> MemoryTree:
        return MemoryTree(files={**self.tree.files, self.suite.path: data})


@dataclass(frozen=True, kw_only=True)
class Break:
    """A way of breaking a suite: the rule that finds it, and the broken bytes."""

    rule: str
    data: bytes


def samples(corpus: Path) -> Iterator[Sample]:
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir() and not path.name.startswith("_")):
        listing = folder / ".tree.txt"
        paths = read_tree_listing(listing) if listing.is_file() else ()
        files = WorkingTree(folder, listing=paths)
        taken = Counter[Tier]()
        for attribution in read_tree(files, Config(), judge=False).project.suites:
            if taken[attribution.suite.tier] < SUITES_A_REPOSITORY:
                sample = alone(attribution, files)
                taken[attribution.suite.tier] += sample is not None
                if sample is not None:
                    yield sample


def alone(attribution: Attribution, files: WorkingTree) -> Sample | None:
    suite, skill = attribution.suite, attribution.skill
    if skill is None or not files.entries[skill.path].present:
        return None
    tree = MemoryTree(files={path: files.read(path) for path in (skill.path, suite.path)})
    found = [a.suite for a in read_tree(tree, Config(), judge=False).project.suites]
    if [(one.path, one.dialect) for one in found] != [(suite.path, suite.dialect)]:
        return None
    return Sample(tree=tree, suite=found[0], document=read_document(suite.path, tree.files[suite.path]))


def edited(sample: Sample, edit: Edit) -> bytes | None:
    done = fix_text(sample.document, [Fix(title="break it", edits=(edit,))])
    return done.data if done.made else None


def breaks(sample: Sample) -> Iterator[Break]:
    for rule, edit in ways(sample.suite):
        data = edited(sample, edit)
        if data is not None:
            yield Break(rule=rule, data=data)
    yield Break(rule="not-utf8", data=MARK + sample.data)
    yield from repeated(sample)


def ways(suite: Suite) -> Iterator[tuple[str, Edit]]:
    for trigger in suite.triggers[:1]:
        if trigger.should_trigger is not None and isinstance(trigger.label_at[-1], str):
            yield "not-boolean", Replace(at=trigger.label_at, value=str(trigger.should_trigger).lower())
    if isinstance(suite.fields.get("skill_name"), str) and suite.skill_name_at is not None:
        yield "skill-name-mismatch", Replace(at=suite.skill_name_at, value="somebody-else")
    for case in suite.evals[:1]:
        if "prompt" in case.fields:
            yield "unknown-key", RenameKey(at=(*case.at, "prompt"), name="promt")
        if isinstance(case.fields.get("max_turns"), int):
            yield "wrong-number", Replace(at=(*case.at, "max_turns"), value=float(case.max_turns or 1))


def repeated(sample: Sample) -> Iterator[Break]:
    """The last query or sentence once more, behind itself, in the form of its list."""
    suite, document = sample.suite, sample.document
    places = [("duplicate-query", case.at) for case in suite.triggers[-1:]]
    places += [("duplicate-check", check.at) for case in suite.evals[-1:] for check in case.checks[-1:]]
    for rule, at in places:
        span, above = document.span(at), document.span(at[:-1])
        lines = document.text.split("\n")
        if document.format is Format.YAML or not isinstance(at[-1], int):
            continue
        start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
        end = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
        margin = lines[span.line - 1][: span.column - 1]
        gap = f"\n{margin}" if not margin.strip() and span.line > above.line else " "
        gap = gap.replace("\n", "\r\n") if "\r\n" in document.text else gap
        item = document.text[start:end]
        yield Break(rule=rule, data=f"{document.text[:end]},{gap}{item}{document.text[end:]}".encode())


def mended(tree: MemoryTree, rule: str) -> Fixing:
    return fix(LintRequest(files=tree, config=Config(lint=LintConfig(select=(rule,)))), unsafe=True)


@pytest.mark.corpus
def test_what_is_broken_comes_back_as_it_was(corpus: Path) -> None:
    tried, wrong = Counter[str](), []
    for sample in samples(corpus):
        for one in breaks(sample):
            sound = mended(sample.tree, one.rule)
            if sound.linted.result.diagnostics or sound.fixed:
                continue  # the rule speaks about the suite as its author left it
            done = mended(sample.broken(one.data), one.rule)
            if not (done.fixed or done.refused or done.linted.result.diagnostics):
                continue  # the break is none for this suite's dialect
            tried[one.rule] += 1
            (after,) = [change.after for change in done.changes] or [b""]
            if after != sample.data or done.linted.result.diagnostics:
                wrong.append((one.rule, sample.suite.path, len(done.refused)))
            again = mended(sample.broken(after), one.rule)
            assert (again.changes, again.fixed) == ((), ())
    assert wrong == []
    assert {"not-boolean", "skill-name-mismatch", "duplicate-query", "duplicate-check", "not-utf8"} <= tried.keys()
    assert min(tried.values()) >= 5, tried


@pytest.mark.corpus
def test_what_is_fixed_in_real_repositories_is_found_no_more(corpus: Path) -> None:
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir() and not path.name.startswith("_")):
        listing = folder / ".tree.txt"
        paths = read_tree_listing(listing) if listing.is_file() else ()
        request = LintRequest(files=WorkingTree(folder, listing=paths))
        done = fix(request, unsafe=True)
        left = [d for d in done.linted.result.diagnostics if d.fix is not None]
        assert len(left) == len(done.refused)
        for change in done.changes:
            assert read_document(change.path, change.after).readable
