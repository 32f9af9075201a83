"""``compare``: the results committed at the merge base against those of the head; nothing is run."""

from posixpath import dirname

from skill_evals.app.reading import Reading, suites_by_folder
from skill_evals.compare.committed import CommittedPair, compare_committed
from skill_evals.model.changes import ChangeKind, ChangeSet
from skill_evals.model.comparison import Comparison
from skill_evals.model.config import GateConfig


def compare_results(head: Reading, base: Reading, changes: ChangeSet, gate: GateConfig) -> Comparison:
    """One family a results file, tier and model. Nothing in it is confirmed: committed numbers are claims."""
    old_paths = {c.path: c.old_path for c in changes.changes if c.kind is ChangeKind.RENAMED}
    before = {results.path: results for results in base.results}
    owned = suites_by_folder(head.project)
    pairs = []
    for results in head.results:
        skill = owned.get(dirname(results.path), (None, ()))[0]
        found = before.get(old_paths.get(results.path, results.path))
        if results.file is None or skill is None:
            continue
        pair = CommittedPair(
            skill=skill.name,
            skill_dir=skill.directory,
            plugin=skill.plugin,
            path=results.path,
            base=None if found is None else found.file,
            head=results.file,
        )
        pairs.append(pair)
    return compare_committed(pairs, alpha=gate.alpha)
