"""Breaks of what eval cases stage."""

import posixpath

from corpus.broken import Broken, Mutation, in_suite
from corpus.evals import is_evals
from corpus.healthy import Sample
from corpus.splice import Spliced
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR
from skill_evals.model.suite import EvalCase


def staged(sample: Sample, case: EvalCase, *files: str) -> Spliced:
    """A case that stages one thing more; several stand on one line."""
    page = sample.page
    if not isinstance(case.fields.get("files"), list):
        return page.added(case.at, "files", list(files))
    spliced = page.appended((*case.at, "files"), files[0])
    more = "".join(f', "{name}"' for name in files[1:])
    return Spliced(text=spliced.text.replace(f'"{files[0]}"', f'"{files[0]}"{more}', 1), line=spliced.line)


def one_case(sample: Sample) -> EvalCase | None:
    """A case whose files lie beside the suite."""
    return next(
        (c for c in sample.suite.evals if c.fields.get("files", []) is not None and "files_root" not in c.fields), None
    )


def staging(sample: Sample, *files: str, listed: tuple[str, ...] = (), dialects: tuple[str, ...] = ()) -> Broken | None:
    case = one_case(sample)
    if case is None or not is_evals(sample, *dialects):
        return None
    broken = in_suite(sample, staged(sample, case, *files))
    folder = posixpath.dirname(sample.suite.path)
    return Broken(
        files=broken.files, path=broken.path, line=broken.line,
        listed=tuple(posixpath.join(folder, name) for name in listed),
    )  # fmt: skip


def absolute(sample: Sample) -> Broken | None:
    return staging(sample, "/home/somebody/notes.txt", dialects=(EVOLVE, EVAL_MAGIC, SKILL_CREATOR))


def climbing(sample: Sample) -> Broken | None:
    return staging(sample, "../../../../../../notes.txt", dialects=(EVOLVE, EVAL_MAGIC, SKILL_CREATOR))


def nowhere(sample: Sample) -> Broken | None:
    return staging(sample, "files/nowhere-to-be-found.csv", dialects=(EVOLVE, EVAL_MAGIC))


def nowhere_beside_others(sample: Sample) -> Broken | None:
    """skill-creator's suites often speak of files that only the prompt imagines; here another one does exist."""
    real = any(name in sample.tree.entries for name in places(sample))
    return staging(sample, "files/nowhere-to-be-found.csv", dialects=(SKILL_CREATOR,)) if real else None


def places(sample: Sample) -> list[str]:
    folders = (posixpath.dirname(sample.suite.path), "" if sample.skill is None else sample.skill.directory)
    texts = [text for case in sample.suite.evals for text in case.files]
    return [posixpath.normpath(posixpath.join(folder, text)) for folder in folders for text in texts]


def two_of_one_name(sample: Sample) -> Broken | None:
    pair = ("one/go.mod", "two/go.mod")
    return staging(sample, *pair, listed=pair, dialects=(EVOLVE,))


def folder(sample: Sample) -> Broken | None:
    return staging(sample, "files/a-folder", listed=("files/a-folder/inner.txt",), dialects=(EVOLVE,))


def answer_key(sample: Sample) -> Broken | None:
    name = posixpath.basename(sample.suite.path)
    return staging(sample, name, dialects=(EVOLVE, EVAL_MAGIC))


FIXTURES: tuple[Mutation, ...] = (
    Mutation(name="absolute fixture", rule="fixture-escapes", breaks=absolute),
    Mutation(name="fixture above the repository", rule="fixture-escapes", breaks=climbing),
    Mutation(name="fixture that is not there", rule="missing-fixture", breaks=nowhere),
    Mutation(name="fixture that alone is not there", rule="missing-fixture", breaks=nowhere_beside_others),
    Mutation(name="two fixtures of one destination", rule="fixture-collision", breaks=two_of_one_name),
    Mutation(name="folder as a fixture", rule="fixture-not-a-file", breaks=folder),
    Mutation(name="own suite as a fixture", rule="answer-key-fixture", breaks=answer_key),
)
