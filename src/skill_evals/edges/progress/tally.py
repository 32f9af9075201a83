"""What both forms of progress count, and how they say it."""

from collections import deque
from dataclasses import dataclass, field

from skill_evals.model.evidence import Evidence, RunKey, Stage
from skill_evals.model.verdict import State
from skill_evals.report.escape import terminal
from skill_evals.report.money_words import dollars
from skill_evals.report.words import plural

LAST = 3
"""Verdicts that are shown."""
_ENOUGH = 3
"""Cases from which a time that is left is guessed."""
_STAGES = {
    Stage.CONTROL: "asking the controls",
    Stage.SCREENING: "screening",
    Stage.CONFIRM: "confirming",
    Stage.SPREAD: "confirming",
    Stage.CULPRIT: "in search of the culprit",
}
_STATES = {State.PASS: "pass", State.FAIL: "fail", State.ERROR: "error", State.SKIPPED: "skip"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Of one case in one arm; ``words`` are harmless on a terminal."""

    state: State
    words: str


@dataclass(slots=True, kw_only=True)
class Tally:
    began: float = 0.0
    """Seconds, of the same clock as ``now`` below."""
    runs: int = 0
    most_runs: int = 0
    cases: int = 0
    """Cases an arm, whose screening came to a verdict."""
    all_cases: int = 0
    errored: int = 0
    usd: float | None = None
    """None: nothing that was made has a price."""
    cap_usd: float | None = None
    stage: str = ""
    failing: int = 0
    """Of the head arm's cases, those that fail or errored."""
    last: deque[Verdict] = field(default_factory=lambda: deque(maxlen=LAST))

    def start(self, now: float, *, most_runs: int, cases: int, cap_usd: float | None) -> None:
        self.began, self.most_runs, self.all_cases, self.cap_usd = now, most_runs, cases, cap_usd

    def count(self, evidence: Evidence) -> None:
        self.runs += 1
        self.errored += not evidence.outcome.measured
        self.stage = "without the skill" if evidence.key.arm == "lift" else _STAGES[evidence.key.stage]
        judged = None if evidence.judging is None else evidence.judging.usage.usd
        for usd in (evidence.usage.usd, judged):
            if usd is not None:
                self.usd = (self.usd or 0.0) + usd

    def decide(self, skill: str, key: RunKey, state: State) -> Verdict:
        self.cases += 1
        self.failing += key.arm == "head" and state in (State.FAIL, State.ERROR)
        words = f"{_STATES[state]}: {terminal(skill)} ({key.arm}): {terminal(key.case)}"
        self.last.append(Verdict(state=state, words=words))
        return self.last[-1]

    def of_cases(self) -> str:
        failing = f" ({self.failing:,} failing)" if self.failing else ""
        # A base whose stored results do not fit after all is run as well, which nobody could foresee.
        return f"{self.cases:,} of {plural(max(self.cases, self.all_cases), 'case')}{failing}"

    def facts(self, now: float) -> str:
        """Such as ``screening, 87 of at most 420 runs, $0.12 of $5.00, 2 errored, about 3 minutes left``."""
        most = plural(max(self.runs, self.most_runs), "run")
        parts = [*filter(None, (self.stage,)), f"{self.runs:,} of at most {most}", *self._spent()]
        left = self._left(now)
        return ", ".join((*parts, f"about {left} left") if left else parts)

    def end(self) -> str:
        """What it came to."""
        return ", ".join((self.of_cases(), plural(self.runs, "run"), *self._spent()))

    def _spent(self) -> list[str]:
        parts = []
        if self.usd is not None:
            cap = "" if self.cap_usd is None else f" of {dollars(self.cap_usd)}"
            parts.append(f"{dollars(self.usd)}{cap}")
        return [*parts, f"{self.errored:,} errored"] if self.errored else parts

    def _left(self, now: float) -> str | None:
        """By the pace of the cases so far; None where that is too early to say, or they are through."""
        todo = self.all_cases - self.cases
        if self.cases < _ENOUGH or todo <= 0:
            return None
        seconds = todo * (now - self.began) / self.cases
        return plural(-(-int(seconds) // 60), "minute") if seconds > 60 else plural(int(seconds) + 1, "second")
