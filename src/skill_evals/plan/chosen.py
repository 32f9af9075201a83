"""Cases that were asked for by name (``--case``): an id or a query, or how it begins."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from skill_evals.errors import UsageError
from skill_evals.model.plan import Job
from skill_evals.plan.nouns import Side
from skill_evals.plan.pairs import runnable_cases


def chosen(keys: Iterable[str], asked: Sequence[str]) -> tuple[str, ...]:
    """Those of the keys that are asked for; with nothing asked for, all. What is named exactly is no beginning."""
    keys = tuple(keys)
    if not asked:
        return keys
    exact = [word for word in asked if word in keys]
    starts = tuple(word for word in asked if word not in exact)
    return tuple(key for key in keys if key in exact or (starts and key.startswith(starts)))


def check_chosen(asked: Iterable[str], jobs: Iterable[Job], head: Side) -> None:
    """Raises UsageError where a case that was asked for is in no job, with what may have been meant."""
    run = [key for job in jobs for key in job.cases]
    for word in asked:
        if any(key.startswith(word) for key in run):
            continue
        known = [key for one in head.project.suites for key in runnable_cases(one.suite)]
        if any(key.startswith(word) for key in known):
            raise UsageError(
                f"the case {word!r} does not have to run, or not with the skill, tier or backend asked for",
                cure="`--all` runs a case whose result is fresh; `skill-evals plan` says why something is skipped",
            )
        near = get_close_matches(word, known, n=1)
        cure = f"did you mean {near[0]!r}?" if near else "give its id, its query, or how one of them begins"
        raise UsageError(f"there is no case {word!r}", cure=cure)
