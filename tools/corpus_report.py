"""Runs every rule over the real repositories and joins the findings with what a reader judged of them
(corpus_judgements.jsonl): the part ``findings`` of docs/corpus-report.md.

``--to-judge`` prints what still is to be judged instead. Exit 1: an error or a rule's sample is not judged, a judgement
is stale, an error is wrong, or a warning that is on by default is right less than nine times in ten.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from skill_evals.app.lint import LintRequest, lint
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.diagnostic import Severity
from tools.report_page import corpus_or_exit, share, write_part

JUDGEMENTS = Path(__file__).with_name("corpus_judgements.jsonl")
SAMPLE = 20
"""Findings of a rule that are judged, or all where there are fewer; of errors, all."""
LEAST_RIGHT = 0.9
EVERYTHING = Config(lint=LintConfig(preset="all"))


@dataclass(frozen=True, kw_only=True)
class Finding:
    rule: str
    severity: Severity
    repo: str
    path: str
    line: int
    fingerprint: str
    message: str

    @property
    def identity(self) -> tuple[str, str, str, str]:
        return self.rule, self.repo, self.path, self.fingerprint

    @property
    def lot(self) -> str:
        """What decides whether it is drawn: the same in every run."""
        return hashlib.sha256("|".join(self.identity).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What a reader of the file thought of a finding, and why, in our words."""

    rule: str
    repo: str
    path: str
    line: int
    fingerprint: str
    right: bool
    why: str

    @property
    def identity(self) -> tuple[str, str, str, str]:
        return self.rule, self.repo, self.path, self.fingerprint


@dataclass(frozen=True, kw_only=True)
class Row:
    """One rule that fires: all of its findings, and those that were judged."""

    rule: Rule
    findings: list[Finding]
    judged: list[tuple[Finding, Judgement]]

    @property
    def right(self) -> int:
        return sum(judgement.right for _, judgement in self.judged)

    @property
    def missing(self) -> list[Finding]:
        """What is to be judged and is not: every error, and of what is graver or drawn first, up to the sample."""
        done = {id(finding) for finding, _ in self.judged}
        errors = [f for f in self.findings if f.severity is Severity.ERROR]
        drawn = sorted(by_turns(f for f in self.findings if f.severity is not Severity.ERROR), key=gravity)[:SAMPLE]
        return [f for f in (*errors, *drawn) if id(f) not in done]

    @property
    def wrong_errors(self) -> int:
        return sum(f.severity is Severity.ERROR and not judgement.right for f, judgement in self.judged)

    @property
    def too_often_wrong(self) -> bool:
        """Whether warnings that are on by default are right less than nine times in ten."""
        warned = [judgement.right for f, judgement in self.judged if f.severity is Severity.WARNING]
        return self.rule.default and sum(warned) < LEAST_RIGHT * len(warned)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to-judge", action="store_true")
    options = parser.parse_args()
    found = list(findings(corpus_or_exit()))
    judgements = [Judgement(**json.loads(line)) for line in JUDGEMENTS.read_text(encoding="utf-8").splitlines()]
    rows, stale = joined(found, judgements)
    missing = [finding for row in rows for finding in row.missing]
    if options.to_judge:
        for finding in missing:
            print(json.dumps({**vars(finding), "severity": finding.severity.value}, ensure_ascii=False))
        return 0
    write_part("findings", page(rows, len(missing), stale))
    bad = [row.rule.name for row in rows if row.wrong_errors or row.too_often_wrong]
    print(f"{len(found)} findings, {len(missing)} to be judged, {len(stale)} judgements stale; too often wrong: {bad}")
    return 1 if missing or stale or bad else 0


def findings(corpus: Path) -> Iterator[Finding]:
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir() and not path.name.startswith("_")):
        listing = folder / ".tree.txt"
        files = WorkingTree(folder, listing=read_tree_listing(listing) if listing.is_file() else ())
        for d in lint(LintRequest(files=files, config=EVERYTHING)).result.diagnostics:
            yield Finding(
                rule=d.rule, severity=d.severity, repo=folder.name, path=d.path, line=d.span.line,
                fingerprint=d.fingerprint, message=d.message,
            )  # fmt: skip


def joined(found: list[Finding], judgements: list[Judgement]) -> tuple[list[Row], list[Judgement]]:
    """The rules that fire, and the judgements whose finding is gone. Of findings that are alike the line decides."""
    left = defaultdict[tuple[str, str, str, str], list[Finding]](list)
    for finding in found:
        left[finding.identity].append(finding)
    judged, stale = defaultdict[str, list[tuple[Finding, Judgement]]](list), []
    for judgement in judgements:
        alike = left[judgement.identity]
        if not alike:
            stale.append(judgement)
            continue
        finding = min(alike, key=lambda one: abs(one.line - judgement.line))
        alike.remove(finding)
        judged[judgement.rule].append((finding, judgement))
    fired = Counter(finding.rule for finding in found)
    rows = [
        Row(rule=rule, findings=[f for f in found if f.rule == rule.name], judged=judged[rule.name])
        for rule in RULES
        if fired[rule.name]
    ]
    return rows, stale


def gravity(finding: Finding) -> int:
    return finding.severity.rank


def by_turns(found: Iterable[Finding]) -> list[Finding]:
    """A fixed lot, one of each repository before a second one of any."""
    seen = Counter[str]()
    turns = []
    for finding in sorted(found, key=lambda one: one.lot):
        turns.append((seen[finding.repo], finding.repo, finding))
        seen[finding.repo] += 1
    return [finding for *_, finding in sorted(turns, key=lambda turn: turn[:2])]


def page(rows: list[Row], missing: int, stale: list[Judgement]) -> str:
    quiet = ", ".join(f"`{rule.name}`" for rule in RULES if rule.name not in {row.rule.name for row in rows})
    return f"""## Findings, and what a reader thinks of them

Every rule was on (`preset: all`). Errors are judged one and all; of the rest at least {SAMPLE} of each rule, or all
where there are fewer, warnings before information, drawn by lot over the repositories. A finding is right if a
maintainer of that repository would want to know it. A warning that is on by default has to be right nine times in ten.
To be judged: {missing}; judgements whose finding is gone: {len(stale)}.

| rule | by default | errors | warnings | infos | repositories | judged | right | wrong | share | but infos |
|---|---|---|---|---|---|---|---|---|---|---|
{"".join(map(line, rows))}
Rules that find nothing here: {quiet}.

### Judged wrong

{"".join(wrong_lines(rows))}
"""


def line(row: Row) -> str:
    by = Counter(finding.severity for finding in row.findings)
    repos = len({finding.repo for finding in row.findings})
    judged = len(row.judged)
    counts = " | ".join(str(by[severity]) for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO))
    default = row.rule.severity.value if row.rule.default else "off"
    grave = [judgement.right for finding, judgement in row.judged if finding.severity is not Severity.INFO]
    return (
        f"| `{row.rule.name}` | {default} | {counts} | {repos} | {judged} | {row.right} | {judged - row.right} | "
        f"{share(row.right, judged)} | {share(sum(grave), len(grave))} |\n"
    )


def wrong_lines(rows: list[Row]) -> Iterator[str]:
    """Of each rule the reasons, with how often each holds."""
    for row in rows:
        reasons = Counter((judgement.why, finding.severity) for finding, judgement in row.judged if not judgement.right)
        for (why, severity), count in reasons.most_common():
            yield f"- `{row.rule.name}` ({severity.value}, {count}): {why}\n"


if __name__ == "__main__":
    sys.exit(main())
