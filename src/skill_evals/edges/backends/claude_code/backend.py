"""The backend: each run starts Claude Code in a workspace of its own, shut in, with no way out but the key proxy."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

from skill_evals.edges.backends.agent.aftermath import aftermath
from skill_evals.edges.backends.agent.room import agent_room
from skill_evals.edges.backends.claude_code import asked, events, outcomes, process
from skill_evals.edges.backends.claude_code.installed import Cli, closed_to_others
from skill_evals.edges.backends.claude_code.invocation import Invocation, arguments, environment, profile
from skill_evals.edges.backends.messages.accounts import account_of
from skill_evals.edges.backends.messages.backend import DEFAULT_MODEL, PROVIDER
from skill_evals.edges.backends.messages.connection import resolve
from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.backends.messages.listing import room_of
from skill_evals.edges.backends.messages.pace import Pace, Patience
from skill_evals.edges.backends.messages.profile import profile_of
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.proxy import Grant, KeyProxy, Spent
from skill_evals.edges.sandbox.probe import agents_refused
from skill_evals.edges.workspace import Workspace
from skill_evals.errors import BackendError, IncompleteError, UsageError
from skill_evals.grade.needs import needs_of
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.suite import Tier
from skill_evals.plan.prices import rate_of
from skill_evals.run.ports.backend import Harness
from skill_evals.run.ports.request import RunRequest
from skill_evals.skills.listing import Room

_LOOK_SECONDS = 60.0
PATIENCE = Patience()


class ClaudeCodeBackend:
    """Implements ``run.ports.backend.Backend``, ``Remote``, ``Installing`` and ``Halting``."""

    name = "claude-code"
    deterministic = False
    free = False
    tiers = frozenset(tier.value for tier in Tier)
    installs = frozenset(tier.value for tier in Tier)
    prompt_characters = 40_000
    """Of Claude Code's system prompt and of the tools that it is started with, as seen in its requests."""

    def __init__(self, options: BackendOptions, *, environment: Mapping[str, str], find: Callable[[], Cli]) -> None:
        """``find`` looks for the program, and raises BackendError where there is none."""
        self._options = options
        self._environment = environment
        self._find = find
        self._cli: Cli | None = None
        self._credentials: Credentials | None = None
        self._proxy: KeyProxy | None = None
        self._open = AsyncExitStack()
        self._opening = asyncio.Lock()
        self._began: float | None = None
        self._pace = Pace(PATIENCE, self._left)
        self._answered_by: dict[str, str] = {}
        """The id that answers for each model asked for."""

    def model_keys(self) -> tuple[str, ...]:
        return self._options.models or (DEFAULT_MODEL,)

    def check(self) -> None:
        """
        Raises:
            UsageError: no credential is set, or two are.
            BackendError: Claude Code is not installed, or the sandbox does not hold and nobody said to do without.
        """
        path = self._program().path
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        closed = closed_to_others(path) if self._options.sandbox and is_root else None
        if closed is not None:
            raise BackendError(closed, cure="install skill-evals where everybody may read it, below /opt say")
        refused = agents_refused() if self._options.sandbox else None
        if refused is not None:
            raise BackendError(refused, cure="docs/security.md says what each of them needs")
        self._account()

    def prepare(self, models: Sequence[str]) -> None:
        """Look at what a sweep of these model keys needs, before any of it is paid for.

        Raises:
            UsageError: no credential or two, a model that does not exist, or one without a price and no cap on calls.
            BackendError: as ``check``, or the API cannot be asked.
        """
        self.check()
        options = self._options
        for model in models:
            if rate_of(model, options.prices) is None and options.max_calls is None:
                raise UsageError(
                    f"no price of {model} is known, so the cap in dollars would hold nothing",
                    cure="say its price (`prices:` in .skill-evals.yml), set a cap on calls (--max-calls), or choose a "
                    "model with a known price",
                )
        found = resolve(self._account(), tuple(map(_bare, models)), seconds=_LOOK_SECONDS)
        self._answered_by.update({model: name for model, name in found.items() if name is not None})

    def harness(self, model: str) -> Harness:
        """How runs of a model key are made."""
        options = self._options
        return Harness(
            profile=profile(options.effort, options.thinking, sandbox=options.sandbox, cloud=self._is_cloud()),
            resolved_model=self._answered_by.get(_bare(model)),
            effort=options.effort,
            account=None if self._credentials is None else self._credentials.account,
            cli_version=None if self._cli is None else self._cli.version,
        )

    def room(self, model: str) -> Room:
        """What the listing of a model key has room for, as far as is known which model answers."""
        return room_of(profile_of(self._answered_by.get(_bare(model), _bare(model))))

    async def close(self) -> None:
        self._proxy = None
        await self._open.aclose()

    async def halt(self, reason: str) -> None:
        await self._pace.halt(reason)

    async def run(self, request: RunRequest) -> Evidence:
        self._began = time.monotonic() if self._began is None else self._began
        try:
            await self._pace.enter()
        except BackendError as end:
            return Evidence(key=request.key, outcome=Outcome.BUDGET, detail=end.in_full)
        began = time.monotonic()
        try:
            evidence = await self._made(request)
        except IncompleteError as problem:
            evidence = Evidence(key=request.key, outcome=Outcome.ERROR, detail=problem.in_full)
        finally:
            await self._pace.leave()
        if evidence.outcome is Outcome.BUDGET:
            await self._pace.halt(evidence.detail)
        return replace(evidence, seconds=time.monotonic() - began)

    async def _made(self, request: RunRequest) -> Evidence:
        """
        Raises:
            IncompleteError: there is no workspace to make it in.
        """
        proxy = await self._proxied()
        model = _bare(request.key.model)
        with agent_room(request) as room:
            grant = proxy.grant(models=(model,), max_tokens=asked.most_tokens(request), budget=request.meter)
            try:
                printed, ended = await process.run(
                    self._task(request, room.place, proxy, grant), sandbox=self._options.sandbox
                )
            finally:
                spent = await proxy.revoke(grant)
            evidence = self._evidence(request, events.read(printed.splitlines()), ended, spent)
            if request.task is None or not evidence.outcome.measured:
                return evidence
            found = await asyncio.to_thread(
                aftermath,
                room,
                needs_of(request.task),
                allow_commands=self._options.allow_commands,
                sandbox=self._options.sandbox,
            )
        return found.onto(evidence)

    def _task(self, request: RunRequest, place: Workspace, proxy: KeyProxy, grant: Grant) -> process.Task:
        options = self._options
        invocation = Invocation(
            tier=request.key.tier,
            model=_bare(request.key.model),
            turns=asked.turns(request),
            effort=options.effort,
            thinking=options.thinking,
            sandbox=options.sandbox,
        )
        return process.Task(
            place=place,
            words=(str(self._program().path), *arguments(invocation)),
            environment=environment(place.environment, proxy.url, cloud=self._is_cloud()),
            prompt=asked.prompt(request),
            token=grant.token,
            port=proxy.port,
            seconds=asked.seconds(request),
        )

    def _evidence(self, request: RunRequest, stream: events.Stream, ended: outcomes.Ended, spent: Spent) -> Evidence:
        wanted = outcomes.Asked(tier=request.key.tier, target=request.target, listed=asked.listed(request))
        told = self._unless_lost(outcomes.told(stream, ended, spent, wanted), spent)
        self._answered_by.update(spent.answered_by)
        return Evidence(
            key=request.key,
            outcome=told.outcome,
            detail=self._account().hide("; ".join(filter(None, (told.detail, spent.remark)))),
            activations=asked.invoked(request) + told.activations,
            skill_reads=outcomes.reads(stream),
            usage=spent.usage,
            final_text=stream.result.text if stream.result is not None else "",
            tool_calls=stream.tool_calls,
            messages=stream.messages,
        )

    def _unless_lost(self, told: outcomes.Told, spent: Spent) -> outcomes.Told:
        """After many runs in a row without any answer nothing more is asked."""
        if not spent.answered_by and spent.standing is not None and not told.outcome.measured:
            why = self._pace.outage.lost(spent.standing.words)
            if why is not None:
                return outcomes.Told(outcome=Outcome.BUDGET, detail=f"{why}; start again when the API answers")
        return told

    async def _proxied(self) -> KeyProxy:
        async with self._opening:
            if self._proxy is None:
                options = self._options
                prices = {_bare(model): price for model, price in options.prices.items()}
                self._proxy = await self._open.enter_async_context(
                    KeyProxy(self._account(), prices=prices, pace=self._pace)
                )
            return self._proxy

    def _left(self) -> float | None:
        """Seconds of the sweep's time."""
        if self._options.max_minutes is None or self._began is None:
            return None
        return self._began + 60 * self._options.max_minutes - time.monotonic()

    def _program(self) -> Cli:
        if self._cli is None:
            self._cli = self._find()
        return self._cli

    def _is_cloud(self) -> bool:
        """Whether a cloud answers, as far as a credential was looked for: a plan can be made without."""
        return self._credentials is not None and not self._credentials.lists_models

    def _account(self) -> Credentials:
        if self._credentials is None:
            self._credentials = account_of(self._environment, who=f"the {self.name} backend", oauth=True)
        return self._credentials


def _bare(model: str) -> str:
    """The API's id in a model key."""
    return model.removeprefix(PROVIDER)
