"""Breaks every sound first-class suite of the real repositories in every way there is (tests/corpus), and writes down
how many the linter saw: the part ``mutations`` of docs/corpus-report.md. Exit 1: less than 99 % was clean.
"""

import sys
from collections import Counter

from tools.report_page import ROOT, corpus_or_exit, share, write_part

sys.path.insert(0, str(ROOT / "tests"))

from corpus.broken import Mutation
from corpus.healthy import LeftOut, Sample, candidates, sample_of
from corpus.mutations import MUTATIONS
from corpus.trials import Trial, tried

GOAL = 0.99


def main() -> int:
    found = [sample_of(candidate) for candidate in candidates(corpus_or_exit())]
    samples = [one for one in found if isinstance(one, Sample)]
    left_out = [one for one in found if isinstance(one, LeftOut)]
    trials = [trial for sample in samples for mutation in MUTATIONS if (trial := tried(mutation, sample))]
    write_part("mutations", page(samples, left_out, trials))
    clean = sum(trial.clean for trial in trials)
    print(f"{len(samples)} suites broken {len(trials)} times: {share(clean, len(trials))} clean")
    return 0 if clean >= GOAL * len(trials) else 1


def page(samples: list[Sample], left_out: list[LeftOut], trials: list[Trial]) -> str:
    caught, clean = sum(trial.caught for trial in trials), sum(trial.clean for trial in trials)
    files = len({(sample.repository, sample.suite.path) for sample in samples})
    repositories = len({sample.repository for sample in samples})
    return f"""## Suites that were sound, broken one way at a time

{len(samples)} first-class suites without an error ({files} files of {repositories} repositories; a file about many
skills is many suites) were broken in {len(MUTATIONS)} ways, each where it applies: {len(trials)} times. The rule that
is there for it spoke on the right line {caught} times ({share(caught, len(trials))}); in {clean} of them
({share(clean, len(trials))}) nothing else was called an error either. Left out: {reasons(left_out)}. YAML suites are
broken only as text, and in their skill.

| way | rule | times | seen on its line | and no other error |
|---|---|---|---|---|
{rows(trials)}

{misses(trials)}"""


def reasons(left_out: list[LeftOut]) -> str:
    counts = Counter(one.reason for one in left_out)
    return "; ".join(f"{count} since {reason}" for reason, count in sorted(counts.items())) or "none"


def rows(trials: list[Trial]) -> str:
    return "\n".join(row(mutation, [t for t in trials if t.mutation == mutation.name]) for mutation in MUTATIONS)


def row(mutation: Mutation, trials: list[Trial]) -> str:
    caught, clean = sum(trial.caught for trial in trials), sum(trial.clean for trial in trials)
    return f"| {mutation.name} | `{mutation.rule}` | {len(trials)} | {caught} | {clean} |"


def misses(trials: list[Trial]) -> str:
    missed = [trial for trial in trials if not trial.clean]
    if not missed:
        return "Nothing was missed.\n"
    lines = (f"- {t.mutation}: {t.repository}, {t.path}, line {t.line}{_also(t)}\n" for t in missed)
    return "Missed, or with another error besides:\n\n" + "".join(lines)


def _also(trial: Trial) -> str:
    parts = ["" if trial.caught else "not seen there", ", ".join(trial.others)]
    return ": " + "; ".join(part for part in parts if part)


if __name__ == "__main__":
    sys.exit(main())
