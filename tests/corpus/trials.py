"""One mutation of one suite: whether its rule sees it where it is, and whether anything else is called an error."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from corpus.broken import Broken, Mutation
from corpus.healthy import Sample
from rules.trees import MemoryTree, lint_tree
from skill_evals.model.diagnostic import Diagnostic, Severity

Identity = tuple[str, str, str]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """``caught``: the rule speaks at the line; ``elsewhere``: the lines at which it speaks instead; ``others``: further
    errors, as ``rule line``.
    """

    mutation: str
    rule: str
    repository: str
    path: str
    line: int
    caught: bool
    elsewhere: tuple[int, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        return self.caught and not self.others


def tried(mutation: Mutation, sample: Sample) -> Trial | None:
    """None where the mutation does not apply."""
    if mutation.of_results:
        if not sample.stored:
            return None
        sample = sample.with_results
    broken = mutation.breaks(sample)
    if broken is None:
        return None
    found, excess = fresh(lint_tree(with_files(sample.tree, broken)).diagnostics, sample.before)
    of_rule = [d for d in found if d.rule == mutation.rule and d.path == broken.path]
    caught = [d for d in of_rule if d.span.line == broken.line]
    return Trial(
        mutation=mutation.name,
        rule=mutation.rule,
        repository=sample.repository,
        path=broken.path,
        line=broken.line,
        caught=bool(caught),
        elsewhere=tuple(d.span.line for d in of_rule if d not in caught),
        others=tuple(others(found, excess - Counter(map(identity, caught)), broken)),
    )


def others(found: list[Diagnostic], excess: Counter[Identity], broken: Broken) -> Iterator[str]:
    """New errors besides the one that was to be found and those that the break really makes."""
    for diagnostic in found:
        if excess[identity(diagnostic)] > 0 and diagnostic.severity is Severity.ERROR:
            excess[identity(diagnostic)] -= 1
            if diagnostic.rule not in broken.further:
                yield f"{diagnostic.rule} {diagnostic.path}:{diagnostic.span.line}"


def with_files(tree: MemoryTree, broken: Broken) -> MemoryTree:
    return replace(tree, files={**tree.files, **broken.files}, listed=(*tree.listed, *broken.listed))


def fresh(after: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> tuple[list[Diagnostic], Counter[Identity]]:
    """Findings of which there are more than before, and how many more. Two may be alike but for their place."""
    excess = Counter(map(identity, after)) - Counter(map(identity, before))
    return [found for found in after if excess[identity(found)] > 0], excess


def identity(diagnostic: Diagnostic) -> Identity:
    """What stays the same when lines move."""
    return diagnostic.rule, diagnostic.path, diagnostic.fingerprint
