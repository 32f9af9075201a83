"""The backend: a query, the listing and the tools are sent; the skills that the answer calls are the activations."""

import time
from collections.abc import Mapping, Sequence

from skill_evals.edges.backends.messages.accounts import account_of, async_client
from skill_evals.edges.backends.messages.answers import activations, results, said, transcript, uncounted
from skill_evals.edges.backends.messages.batch_calls import BatchCalls
from skill_evals.edges.backends.messages.batches import Batches, Rhythm, name_of
from skill_evals.edges.backends.messages.caller import Caller
from skill_evals.edges.backends.messages.connection import Answer, resolve
from skill_evals.edges.backends.messages.credentials import Credentials, Kind
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.listing import entries, room_of
from skill_evals.edges.backends.messages.money import Tokens, usage_of
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.backends.messages.profile import Profile, profile_of
from skill_evals.edges.backends.messages.prompt import Prompt, prompt
from skill_evals.edges.backends.messages.tasks import Tasks
from skill_evals.edges.backends.messages.warmth import is_cached
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.errors import BackendError, UsageError
from skill_evals.model.evidence import Evidence, Outcome, RunKey, Stage, Usage
from skill_evals.model.suite import Tier
from skill_evals.plan.prices import rate_of
from skill_evals.run.activation import activated
from skill_evals.run.ports.backend import Harness
from skill_evals.run.ports.journal import Ledger
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.under_way import is_broken_off
from skill_evals.skills.listing import Room

PROVIDER = "anthropic/"
_BATCHING = frozenset({Kind.KEY, Kind.GATEWAY, Kind.WORKLOAD})
DEFAULT_MODEL = "anthropic/claude-sonnet-5-5"


class MessagesBackend:
    """Implements ``run.ports.backend.Backend``, ``Remote``, ``Installing``, ``Halting`` and ``Batching``."""

    name = "messages"
    deterministic = False
    free = False
    tiers = frozenset({Tier.TRIGGERS.value, Tier.EVALS.value})
    installs = frozenset({Tier.EVALS.value})

    def __init__(
        self,
        options: BackendOptions,
        *,
        environment: Mapping[str, str],
        patience: Patience,
        rhythm: Rhythm,
        seconds: float,
    ) -> None:
        """``seconds``: for one call, from its beginning to its end."""
        self._models = options.models or (DEFAULT_MODEL,)
        self._environment = environment
        self._prices = options.prices
        self._effort = options.effort
        self._thinking = options.thinking
        self._max_calls = options.max_calls
        self._seconds = seconds
        self._credentials: Credentials | None = None
        max_seconds = None if options.max_minutes is None else 60 * options.max_minutes
        self._caller = Caller(self._account, patience=patience, seconds=seconds, max_seconds=max_seconds)
        self.batches = options.batch
        calls = BatchCalls(
            lambda: async_client(self._account(), seconds),
            hide=lambda text: self._account().hide(text),
            pace=self._caller.pace,
        )
        self._batches = Batches(calls, rhythm=rhythm, left=self._caller.left)
        self._tasks = Tasks(options, answering=self._answer, profile=self._profile, usage=self._usage)
        self._answered_by: dict[str, str] = {}
        """The id that answers for each model asked for."""
        self._profiles: dict[str, Profile] = {}
        """By model key; whoever answers later, no profile changes within a sweep."""

    def model_keys(self) -> tuple[str, ...]:
        return self._models

    def check(self) -> None:
        """Raises UsageError where no credential is set, or two are."""
        self._account()

    def prepare(self, models: Sequence[str]) -> None:
        """Look at what a sweep of these model keys needs, before any of it is paid for.

        Raises:
            UsageError: no credential or two, a model that does not exist, or one without a price and no cap on calls.
            BackendError: the API cannot be asked.
        """
        for model in models:
            if rate_of(model, self._prices) is None and self._max_calls is None:
                raise UsageError(
                    f"no price of {model} is known, so the cap in dollars would hold nothing",
                    cure="say its price (`prices:` in .skill-evals.yml), set a cap on calls (--max-calls), or choose a "
                    "model with a known price",
                )
        if self.batches and self._account().kind not in _BATCHING:
            raise UsageError(
                f"{self._account().words} takes no batches", cure="leave --batch and `run.batch` out, or use an API key"
            )
        asked = tuple(map(_bare, models))
        found = resolve(self._account(), asked, seconds=self._seconds)
        self._answered_by.update({model: name for model, name in found.items() if name is not None})

    def harness(self, model: str) -> Harness:
        """How runs of a model key are made."""
        profile = self._profile(model)
        account = None if self._credentials is None else self._credentials.account
        return Harness(
            profile=profile.name,
            resolved_model=self._answered_by.get(_bare(model)),
            effort=profile.effort,
            account=account,
        )

    def keep_batches_in(self, ledger: Ledger) -> None:
        self._batches.keep_in(ledger)

    def room(self, model: str) -> Room:
        """What the listing of a model key has room for, as far as is known which model answers."""
        return room_of(profile_of(self._answered_by.get(_bare(model), _bare(model))))

    async def halt(self, reason: str) -> None:
        await self._batches.halt(reason)
        await self._caller.halt(reason)

    async def close(self) -> None:
        self._tasks.close()
        await self._batches.close()
        await self._caller.close()

    async def run(self, request: RunRequest) -> Evidence:
        if request.task is not None:
            return await self._tasks.run(request, request.task)
        if request.trigger is None:
            return Evidence(key=request.key, outcome=Outcome.ERROR, detail="the run has neither a query nor a task")
        began = time.monotonic()
        answers: list[Answer] = []
        spent: list[Tokens] = []
        try:
            outcome, detail, active = await self._turns(request, request.trigger.query, answers, spent)
        except BackendError as end:
            # Not raised: what was measured before is worth its results and its comment.
            outcome, detail, active = Outcome.BUDGET, end.in_full, ()
        calls, messages = transcript(answers)
        return Evidence(
            key=request.key,
            outcome=outcome,
            detail=detail,
            activations=active,
            seconds=time.monotonic() - began,
            usage=self._usage(spent, request.key.model),
            final_text=said(answers[-1]) if answers else "",
            tool_calls=calls,
            messages=messages,
        )

    async def _turns(
        self, request: RunRequest, query: str, answers: list[Answer], spent: list[Tokens]
    ) -> tuple[Outcome, str, tuple[str, ...]]:
        """Outcome, its words, activations; every answer is added to ``answers``, what each cost to ``spent``."""
        model = request.key.model
        profile = self._profile(model)
        names = entries(request.catalogue.skills, profile)
        asked = prompt(request.catalogue, query, profile)
        for turn in range(profile.turns):
            answer = await self._counted(request, turn, asked, spent)
            answers.append(answer)
            if answer.fault is not None:
                is_late = answer.fault.course is Course.TIMEOUT
                return Outcome.TIMEOUT if is_late else Outcome.ERROR, answer.fault.words, ()
            why = uncounted(answer)
            if why is not None:
                return Outcome.ERROR, why, ()
            active = activations(answer, names)
            if active:
                is_target = activated(request.target, active)
                return Outcome.ACTIVATED if is_target else Outcome.OTHER_SKILL, f"it used {', '.join(active)}", active
            told = results(answer)
            if not told:
                break
            asked = asked.after({"role": "assistant", "content": list(answer.content)}, told)
        return Outcome.NO_SKILL, _instead(answers), ()

    async def _counted(self, request: RunRequest, turn: int, asked: Prompt, spent: list[Tokens]) -> Answer:
        """One call against the caps; what it took is within what the run was expected to, and settled with the run.

        Raises:
            BackendError: no call may be made any more.
        """
        meter = request.meter
        why = None if meter is None else meter.reserve(0.0)
        if why is not None:
            raise BackendError(why)
        try:
            return await self._of_turn(request.key, turn, asked, spent)
        finally:
            if meter is not None and not is_broken_off():
                meter.settle(0.0, 0.0)

    async def _of_turn(self, key: RunKey, turn: int, asked: Prompt, spent: list[Tokens]) -> Answer:
        """Controls go alone: whether the harness works at all is not worth the wait for a batch."""
        if not self.batches or key.stage is Stage.CONTROL:
            return await self._answer(key.model, asked, spent)
        name = _bare(key.model)
        answer = await self._batches.ask(name_of(key, turn), {"model": name, **asked.parameters})
        if answer.tokens is not None:
            spent.append(answer.tokens)
        if answer.fault is None:
            self._answered_by[name] = answer.model
        return answer

    async def _answer(self, model: str, asked: Prompt, spent: list[Tokens], *, seconds: float | None = None) -> Answer:
        """Raises BackendError where nothing can be run any more."""
        name = _bare(model)
        cached = [f"{name} {digest}" for digest, tokens in asked.prefixes if is_cached(name, tokens)]
        answer = await self._caller.ask({"model": name, **asked.parameters}, spent, cached, seconds=seconds)
        if answer.fault is None:
            self._answered_by[name] = answer.model
        return answer

    def _usage(self, spent: list[Tokens], model: str) -> Usage:
        return usage_of(spent, _bare(model), self._prices.get(model))

    def _profile(self, model: str) -> Profile:
        if model not in self._profiles:
            answering = self._answered_by.get(_bare(model), _bare(model))
            self._profiles[model] = profile_of(answering, effort=self._effort, thinking=self._thinking)
        return self._profiles[model]

    def _account(self) -> Credentials:
        if self._credentials is None:
            self._credentials = account_of(self._environment)
        return self._credentials


def _bare(model: str) -> str:
    """The API's id in a model key."""
    return model.removeprefix(PROVIDER)


def _instead(answers: Sequence[Answer]) -> str:
    """What the model did in place of a skill, for the reviewer."""
    calls = dict.fromkeys(call.name for call in transcript(answers)[0])
    return f"it called {', '.join(calls)} and no skill" if calls else "it answered without a tool"
