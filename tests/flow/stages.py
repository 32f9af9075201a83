"""Each stage of a story, made from the files of the stages before it."""

import json
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from git_repo import Repo
from memory_journal import DisklessJournal
from skill_evals.app.fresh_results import Renewed, cured, renew
from skill_evals.app.lint import BaseSide, Before, lint_reading
from skill_evals.app.measure import MeasureRequest, measure, plan_of
from skill_evals.app.place import base_of, open_place
from skill_evals.app.pr_config import judging_config
from skill_evals.app.reading import Reading, read_tree
from skill_evals.app.run_summary import exit_code, run_summary
from skill_evals.app.sweep.nouns import SweepResult
from skill_evals.compare.gate import gate
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.registry import create_backend
from skill_evals.model.changes import ChangeSet
from skill_evals.model.comparison import Comparison
from skill_evals.model.config import Config
from skill_evals.model.evidence import Arm, Evidence, RunKey, Stage
from skill_evals.model.lint import LintResult
from skill_evals.model.plan import Plan
from skill_evals.model.report import GateDecision, Report, RunSummary
from skill_evals.report.comment import render
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.record import decode, encode

from . import nouns
from .story import read_event

BASE, HEAD = "b" * 40, "a" * 40
"""Stand for the commits, whose ids depend on git's version."""


class StillClock:
    """It is always the same second, so that nothing written depends on when the test ran."""

    def monotonic(self) -> float:
        return 0.0

    def now(self) -> str:
        return "2026-01-02T03:04:05Z"


class Recalled(DisklessJournal):
    """A journal that already holds every run of the sweep."""

    def __init__(self, evidence: list[Evidence]) -> None:
        self._finished = {one.key: one for one in evidence}

    def finished(self) -> dict[RunKey, Evidence]:
        return self._finished

    def append(self, evidence: Evidence) -> None:
        raise AssertionError(f"{evidence.key} was run again, though the journal holds it")


class Refusing:
    """A backend that must not be asked: everything is in the journal, but for what a recording lacks without harm."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.name = backend.name
        self.deterministic = backend.deterministic
        self.free = backend.free
        self.tiers = backend.tiers

    def model_keys(self) -> tuple[str, ...]:
        return self._backend.model_keys()

    async def run(self, request: RunRequest) -> Evidence:
        found = await self._backend.run(request) if request.key.arm is Arm.LIFT else None
        if found is not None and found.detail.startswith(NOT_RECORDED):
            return found
        raise AssertionError(f"{request.key} was run again, though the journal holds it")


class Stages:
    def __init__(self, story: Path, repo: Repo) -> None:
        self.story, self.repo, self.event = story, repo, read_event(story)
        self._stack = ExitStack()

    def file(self, name: str) -> Path:
        return self.story / name

    def _read(self, name: str) -> str:
        return self.file(name).read_text(encoding="utf-8")

    @cached_property
    def _base_side(self) -> BaseSide:
        place = open_place([], root=self.repo.root)
        return self._stack.enter_context(base_of(place, "main"))

    @cached_property
    def _config(self) -> Config:
        """Of both trees, as a pull request has it."""
        place = open_place([], root=self.repo.root)
        return judging_config(place.own, place.files, self._base_side.files)[0]

    @cached_property
    def head(self) -> Reading:
        return read_tree(open_place([], root=self.repo.root).files, self._config, every_hash=True)

    @cached_property
    def base(self) -> Reading:
        return read_tree(self._base_side.files, self._config, every_hash=True)

    @cached_property
    def backend(self) -> Backend:
        recordings = self.file("recordings")
        return create_backend(self.event.backend, BackendOptions(replay=recordings if recordings.is_dir() else None))

    def close(self) -> None:
        self._stack.close()

    # Each of these makes stage n; ``_read`` takes the stages before it from their files.

    def changes(self) -> str:
        found = self._base_side.changes
        return nouns.dump(replace(found, base=BASE, head=HEAD, base_reason="merge base of `main` and HEAD"))

    def stored_changes(self) -> ChangeSet:
        return nouns.load(ChangeSet, self._read("1-changes.json"))

    def project(self) -> str:
        project = self.head.project
        rows = [
            f"{a.suite.path}: {a.suite.dialect} {a.suite.tier}, {len(a.suite.triggers) + len(a.suite.evals)} cases, "
            f"about {a.skill.directory if a.skill else a.target}: {a.suite.reason}; {a.reason}"
            for a in project.suites
        ]
        skills = [f"{s.directory}: {s.surface.description}" for s in project.skills]
        return nouns.dump({"layout": project.layout, "skills": skills, "suites": rows})

    def diagnostics(self) -> str:
        """As `pr` lints: with the results that the run renewed, so that what it cured is not reported."""
        before = Before(reading=self.base, changes=self.stored_changes())
        sweep = self._again if self.file("5-evidence.jsonl").is_file() else None
        renewed = Renewed() if sweep is None else renew(self.head, sweep, self.backend)
        return nouns.dump(
            lint_reading(cured(self.head, renewed), self._config, before=before, models=self.backend.model_keys())
        )

    def stored_lint(self) -> LintResult:
        return nouns.load(LintResult, self._read("3-diagnostics.json"))

    def _request(self, *, recalled: bool = False) -> MeasureRequest:
        journal = Recalled(self.stored_evidence()) if recalled else None
        return MeasureRequest(
            head=self.head,
            base=self.base,
            changes=self.stored_changes(),
            config=self._config,
            backend=Refusing(self.backend) if recalled else self.backend,
            clock=StillClock(),
            journal=None if journal is None else lambda fingerprint: journal,
        )

    def plan(self) -> str:
        return nouns.dump(plan_of(self._request()))

    def stored_plan(self) -> Plan:
        return nouns.load(Plan, self._read("4-plan.json"))

    def evidence(self) -> str:
        found = measure(self._request())
        lines = [] if found.sweep is None else [encode(replace(one, seconds=0.0)) for one in found.sweep.evidence]
        return "".join(f"{line}\n" for line in lines)

    def stored_evidence(self) -> list[Evidence]:
        return [decode(line, "5-evidence.jsonl") for line in self._read("5-evidence.jsonl").splitlines()]

    @cached_property
    def _again(self) -> SweepResult | None:
        """The sweep told from the evidence on file, without a single run."""
        return measure(self._request(recalled=True)).sweep

    def verdicts(self) -> str:
        found = {} if self._again is None else self._again.verdicts
        rows = [
            f"{key.suite} {key.case!r} {key.arm} {key.stage} {key.index}: {verdict.state.upper()} {verdict.reason}".strip()
            for key, verdict in sorted(found.items(), key=lambda pair: repr(pair[0]))
        ]
        return nouns.dump(rows)

    def comparison(self) -> str:
        comparison = None if self._again is None else self._again.comparison
        decision = gate(
            comparison,
            lint_errors=self.stored_lint().summary.errors,
            config=self._config.gate,
            backend=self.backend.name,
            chosen_by_name=True,
        )
        run = (
            None
            if self._again is None
            else replace(
                run_summary(self._again, self.backend, self.stored_plan(), self._config.run), resumed=0, api_calls=0
            )
        )
        evidence = self.stored_evidence()
        controls = sum(one.key.stage is Stage.CONTROL for one in evidence)
        lifts = sum(one.key.arm is Arm.LIFT for one in evidence)
        culprits = sum(one.key.stage is Stage.CULPRIT for one in evidence)
        calls = len(evidence) - controls - lifts - culprits
        stored = {
            "comparison": comparison,
            "gate": decision,
            "run": None
            if run is None
            else replace(run, calls=calls, control_calls=controls, lift_calls=lifts, culprit_calls=culprits),
            "exit": exit_code(decision, self.stored_lint(), comparison),
        }
        return nouns.dump(stored)

    def comment(self) -> str:
        stored = json.loads(self._read("7-comparison.json"))
        report = Report(
            base=BASE,
            head=HEAD,
            base_reason=self.stored_changes().base_reason,
            lint=self.stored_lint(),
            plan=self.stored_plan(),
            run=_optional(RunSummary, stored["run"]),
            comparison=_optional(Comparison, stored["comparison"]),
            gate=nouns.load(GateDecision, json.dumps(stored["gate"])),
            exit_code=int(str(stored["exit"])),
            replay=("skill-evals", "run", "--all", *self._again_words()),
        )
        return render(report)

    def _again_words(self) -> tuple[str, str]:
        again = self.event.backend == "replay"
        return ("--replay", ".skill-evals/recordings") if again else ("--backend", self.event.backend)

    def results(self) -> dict[str, bytes]:
        sweep = measure(self._request()).sweep
        return {} if sweep is None else dict(renew(self.head, sweep, self.backend).files)


def _optional(kind: type[nouns.Noun], value: object) -> nouns.Noun | None:
    return None if value is None else nouns.load(kind, json.dumps(value))
