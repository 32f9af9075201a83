"""The judge of a sweep: each case's sentences, put to the models that are to judge them, one call a model."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from skill_evals.edges.backends.messages.accounts import account_of
from skill_evals.edges.backends.messages.backend import PROVIDER
from skill_evals.edges.backends.messages.caller import Caller
from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.backends.messages.profile import profile_of
from skill_evals.edges.judge.asking import MAX_TOKENS, Model, Sheet
from skill_evals.edges.judge.foresight import foresee_unseen, total_of
from skill_evals.edges.judge.options import JudgeOptions
from skill_evals.edges.judge.panel import Panel
from skill_evals.errors import BackendError
from skill_evals.grade.judge.prompt import EXPECTED_BYTES, fence_of, prompt_hash, request_text, template_hash
from skill_evals.grade.judge.questions import Question, questions_of
from skill_evals.grade.judge.trace import PART_BYTES, TRACE_BYTES, trace_of
from skill_evals.grade.needs import needs_of
from skill_evals.model.evidence import Evidence, Judgement, Judging, Outcome, Usage
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import EvalCase
from skill_evals.plan.prices import rate_of
from skill_evals.run.ports.judge import Judged
from skill_evals.run.ports.request import RunRequest

_WITHOUT = "; or ask no judge (--no-judge), and what only a judge decides is skipped"


class MessagesJudge:
    """Implements ``run.ports.judge.Judge``."""

    def __init__(
        self,
        options: JudgeOptions,
        *,
        environment: Mapping[str, str],
        patience: Patience,
        seconds: float,
        draw: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        """``seconds``: for one call; ``draw``: a random word for a fence."""
        self._options = options
        self._environment = environment
        self._draw = draw
        self._credentials: Credentials | None = None
        max_seconds = None if options.max_minutes is None else 60 * options.max_minutes
        self._caller = Caller(self._account, patience=patience, seconds=seconds, max_seconds=max_seconds)
        self._panel = Panel(options, self._account, seconds=seconds)

    def name(self, case: EvalCase, model: str) -> str | None:
        questions = questions_of(case)
        if not questions:
            return None
        models = sorted({self._panel.id_of(self._panel.choice(question, model)) for question in questions})
        config = self._options.config
        told = (template_hash(), config.effort, MAX_TOKENS, PART_BYTES, TRACE_BYTES, EXPECTED_BYTES)
        digest = hashlib.sha256(repr(told).encode()).hexdigest()[:12]
        return f"{'+'.join(models)}/{_odd(config.votes)}/{digest}"

    def costs(self, case: EvalCase, model: str) -> Foreseen:
        return total_of(
            foresee_unseen(len(group), self._votes(group), rate_of(key, self._options.prices))
            for key, group in self._panel.by_model(questions_of(case), model).items()
            if key.startswith(PROVIDER)
        )

    def prepare(self, cases: Sequence[tuple[str, EvalCase]]) -> None:
        self._panel.prepare({(question.model, model) for model, case in cases for question in questions_of(case)})

    def notes(self) -> tuple[str, ...]:
        return tuple(
            f"{model} judged its own runs, as the configuration or the suite has it"
            for model in sorted(self._panel.own)
        )

    def foreseen(self, request: RunRequest, evidence: Evidence) -> Foreseen:
        """What the judgements that are lacking would take, were they asked for."""
        by_model = self._panel.by_model(_open(request, evidence), request.key.model)
        sheets = [self._sheet(key, questions, request, evidence) for key, questions in by_model.items()]
        return total_of(sheet.foreseen for sheet in sheets)

    def lacks(self, request: RunRequest, evidence: Evidence) -> bool:
        return bool(_open(request, evidence))

    def unanswered(self, request: RunRequest, evidence: Evidence, why: str) -> Evidence:
        lacking = {question.place: Judgement(passed=None, error=why) for question in _open(request, evidence)}
        return replace(evidence, judgements={**evidence.judgements, **lacking})

    async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
        sheets, end = [], None
        for key, questions in self._panel.by_model(_open(request, evidence), request.key.model).items():
            if not key.startswith(PROVIDER):
                evidence = _answered(evidence, questions, f"no judge here can ask {key}, which the check wants")
                continue
            sheet = self._sheet(key, questions, request, evidence)
            sheets.append(sheet)
            try:
                told = await sheet.judgements()
            except BackendError as problem:
                end = "; ".join(filter(None, (problem.message, problem.cure)))
                break
            judgements = {question.place: told[n] for n, question in enumerate(questions, start=1)}
            evidence = replace(evidence, judgements={**evidence.judgements, **judgements})
        evidence = replace(evidence, judging=self._judging(request, evidence, sheets))
        return Judged(evidence=self.unanswered(request, evidence, end or ""), end=end)

    async def close(self) -> None:
        await self._caller.close()

    def _sheet(self, key: str, questions: Sequence[Question], request: RunRequest, evidence: Evidence) -> Sheet:
        task = request.task
        files = () if task is None else needs_of(task).files
        expected = None if task is None else task.expected_output
        trace = trace_of(evidence, files)
        sentences = [question.text for question in questions]
        fence = fence_of([*trace.texts, *sentences, expected or ""], self._draw)
        return Sheet(
            model=self._model(key),
            texts=request_text(sentences, expected, trace, fence),
            count=len(questions),
            votes=self._votes(questions),
            trace=trace,
            caller=self._caller,
            meter=request.meter,
        )

    def _votes(self, questions: Sequence[Question]) -> int:
        return _odd(max(self._options.config.votes, *(question.samples for question in questions)))

    def _model(self, key: str) -> Model:
        profile = profile_of(self._panel.id_of(key), effort=self._options.config.effort)
        return Model(
            key=key,
            id=key.removeprefix(PROVIDER),
            effort=profile.effort,
            thinking=profile.thinking,
            price=self._options.prices.get(key),
        )

    def _judging(self, request: RunRequest, evidence: Evidence, sheets: Sequence[Sheet]) -> Judging | None:
        task = request.task
        answered = sorted({model for sheet in sheets for model in sheet.answered_by})
        if task is None or not answered:
            return evidence.judging
        asked = prompt_hash([question.text for question in questions_of(task)], task.expected_output)
        told = f"{self.name(task, request.key.model)}\0{asked}"
        before = [] if evidence.judging is None else [evidence.judging.usage]
        usage = _sum([*before, *(sheet.usage for sheet in sheets)])
        return Judging(models=tuple(answered), prompt_hash=hashlib.sha256(told.encode()).hexdigest(), usage=usage)

    def _account(self) -> Credentials:
        if self._credentials is None:
            self._credentials = account_of(self._environment, who="the judge", without=_WITHOUT)
        return self._credentials


def _open(request: RunRequest, evidence: Evidence) -> tuple[Question, ...]:
    """What is still to be judged; nothing in a run that did not come to its own end."""
    if request.task is None or evidence.outcome is not Outcome.FINISHED:
        return ()
    return tuple(one for one in questions_of(request.task) if one.place not in evidence.judgements)


def _answered(evidence: Evidence, questions: Sequence[Question], error: str) -> Evidence:
    told = {question.place: Judgement(passed=None, error=error) for question in questions}
    return replace(evidence, judgements={**evidence.judgements, **told})


def _odd(votes: int) -> int:
    """An even number of votes can tie, so one more is cast."""
    return votes if votes % 2 else votes + 1


def _sum(usages: Sequence[Usage]) -> Usage:
    """Dollars are unknown where one of them is."""

    def total(name: str) -> int:
        return sum(getattr(usage, name) or 0 for usage in usages)

    usd = [usage.usd for usage in usages if usage.calls]
    return Usage(
        calls=total("calls"),
        input_tokens=total("input_tokens"),
        output_tokens=total("output_tokens"),
        cache_read_input_tokens=total("cache_read_input_tokens"),
        cache_creation_input_tokens=total("cache_creation_input_tokens"),
        usd=None if None in usd else sum(one for one in usd if one is not None),
    )
