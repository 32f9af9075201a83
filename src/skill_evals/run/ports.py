"""What the engine needs from the world: a backend that makes one run, a journal that keeps it, a clock."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from skill_evals.model.evidence import Evidence, RunKey
from skill_evals.model.plan import Foreseen
from skill_evals.model.skill import Skill
from skill_evals.model.suite import EvalCase, TriggerCase
from skill_evals.model.verdict import State
from skill_evals.skills.listing import Room

NOT_RECORDED = "not recorded"
"""How the ``detail`` of an error begins where a replay holds no such run: nobody's fault, and nothing was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """The skills that a model is shown in one arm, in the order of the listing; ``digest`` identifies the listing."""

    skills: tuple[Skill, ...]
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFile:
    """A file or a link of a tree; ``link``: what the link points at, and then ``data`` is empty."""

    data: bytes
    executable: bool = False
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Install:
    """A skill as a client installs it. ``name`` is the name of its folder; ``files`` are by path beneath the folder,
    without suites and what they were measured to be.
    """

    name: str
    files: Mapping[str, TreeFile]


class Meter(Protocol):
    """What one run may still spend; a backend whose runs take several calls asks it before each of them."""

    def reserve(self, usd: float) -> str | None:
        """Before a call that costs ``usd`` at most, 0 where that is not known: None, and it may be made; else why not,
        in words, and the run ends with outcome BUDGET.
        """
        ...

    def settle(self, reserved: float, usd: float | None) -> None:
        """After a call that was reserved so: what it took; None: it is not known, and counts as reserved."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """One run to make: exactly one of ``trigger`` and ``task`` is set."""

    key: RunKey
    catalogue: Catalogue
    """All that is at hand in the run: in the lift arm, which has a target as any, no skill at all."""
    target: str
    """Name of the skill under test; for a control, of the synthetic control skill."""
    trigger: TriggerCase | None = None
    task: EvalCase | None = None
    dialect: str = ""
    """Of the suite that the case is from: it says what the kinds of its checks mean."""
    skill_dir: str = ""
    """Where the skill under test lies in the arm's tree."""
    fixtures: Mapping[str, bytes] | None = None
    """Tier 2: bytes by destination path in the workspace."""
    setup: Mapping[str, bytes] = field(default_factory=dict)
    """Tier 2: the same of what the commands of checks find there, and the agent does not."""
    unsupported: str | None = None
    """Tier 2: what the case asks of a runner that no agent here is given, in words; a recording may hold it."""
    installs: tuple[Install, ...] = ()
    """The skills of the catalogue as files, in its order, for backends that ask for them (``Installing``)."""
    fault: str | None = None
    """Why it cannot be made, in words: then it ends as an error at once, and no backend is asked."""
    meter: Meter | None = field(default=None, compare=False, repr=False)
    """Set by whoever makes the run; None: nobody counts its calls."""


class Backend(Protocol):
    """Makes runs. A backend never raises for what went wrong inside one run: it returns an Evidence that says so.

    Raises:
        BackendError: it cannot run at all; the sweep stops.
    """

    @property
    def name(self) -> str: ...

    @property
    def deterministic(self) -> bool:
        """Equal requests give equal answers, so each case runs once and nothing is tested for noise."""
        ...

    @property
    def free(self) -> bool:
        """A call costs nothing, so no forecast and no cap on dollars concerns it."""
        ...

    @property
    def tiers(self) -> frozenset[str]:
        """The tiers that it can run."""
        ...

    def model_keys(self) -> tuple[str, ...]:
        """The keys under which its results are stored, such as ``local/lexical-bm25``."""
        ...

    async def run(self, request: RunRequest) -> Evidence: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """What decides a backend's runs besides its name, as the sidecar keeps it; None: unknown, or there is none."""

    profile: str | None = None
    """Digest of persona, tools and the form of the listing."""
    resolved_model: str | None = None
    """The id of the model that answers."""
    effort: str | None = None
    account: str | None = None
    """The kind of credential that pays, in words."""
    cli_version: str | None = None
    """Of the program that makes the runs, where it is one of its own."""


@runtime_checkable
class Remote(Protocol):
    """What a backend offers besides where its runs leave this machine."""

    def check(self) -> None:
        """Look for what must be here, asking nobody; for ``doctor``.

        Raises:
            UsageError: a credential is missing, or there are two.
        """
        ...

    def prepare(self, models: Sequence[str]) -> None:
        """Called once before anything is paid for, with the model keys of the plan.

        Raises:
            UsageError: what was asked for cannot be done as asked.
            BackendError: it cannot run at all.
        """
        ...

    def harness(self, model: str) -> Harness: ...

    async def close(self) -> None:
        """Called at the end of the sweep, in its event loop."""
        ...


def harness_of(backend: Backend, model: str) -> Harness:
    return backend.harness(model) if isinstance(backend, Remote) else Harness()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """``evidence`` with a judgement for every sentence of its task; ``end``: why no judge can be asked any more, in
    words. Then the judgements that are lacking are errors.
    """

    evidence: Evidence
    end: str | None = None


class Judge(Protocol):
    """Decides the sentences of a task from the record of a run, and adds what that took (``Evidence.judging``)."""

    def name(self, case: EvalCase, model: str) -> str | None:
        """Of whoever judges a case that is run on a model: equal only where the same models are asked in the same way.
        None: the case has nothing to judge.
        """
        ...

    def costs(self, case: EvalCase, model: str) -> Foreseen:
        """What judging one run of a case on a model takes; no call where the case has nothing to judge."""
        ...

    def prepare(self, cases: Sequence[tuple[str, EvalCase]]) -> None:
        """Called once before anything is paid for, with the model under test and the case of every job.

        Raises:
            UsageError: what was asked for cannot be done as asked.
            BackendError: no judge can be asked at all.
        """
        ...

    def notes(self) -> tuple[str, ...]:
        """What a reader of the results has to know of who judged, once ``prepare`` was called."""
        ...

    def lacks(self, request: RunRequest, evidence: Evidence) -> bool:
        """Whether a run that can be judged has no judgement yet for one of its task's sentences."""
        ...

    def unanswered(self, request: RunRequest, evidence: Evidence, why: str) -> Evidence:
        """The evidence with an error for each sentence that has no judgement yet."""
        ...

    async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
        """Asks for what is lacking. Never raises for what went wrong: a judgement then says so."""
        ...

    async def close(self) -> None:
        """Called at the end of the sweep, in its event loop."""
        ...


class Recording(Protocol):
    """Keeps the runs that a sweep makes where ``replay`` finds them."""

    def keep(self, request: RunRequest, evidence: Evidence) -> None:
        """Raises BackendError where it cannot be written."""
        ...


@runtime_checkable
class Listing(Protocol):
    """What a backend says besides whose models are shown a listing that has no room for everything."""

    def room(self, model: str) -> Room: ...


@runtime_checkable
class Installing(Protocol):
    """What a backend says besides whose agents find skills on disk."""

    @property
    def installs(self) -> frozenset[str]:
        """The tiers whose runs need ``RunRequest.installs``."""
        ...


def installing_tiers(backend: Backend) -> frozenset[str]:
    return backend.installs if isinstance(backend, Installing) else frozenset()


class Ledger(Protocol):
    """Keeps which batches were handed over, so that they are looked for again and never handed over twice."""

    def batches(self) -> Mapping[str, tuple[str, ...]]:
        """Those of an earlier sweep with the same fingerprint: the names in each."""
        ...

    def keep_batch(self, batch: str, names: tuple[str, ...]) -> None: ...


class Journal(Ledger, Protocol):
    """Keeps every finished run on disk before the next is counted."""

    def finished(self) -> Mapping[RunKey, Evidence]:
        """What an earlier, killed sweep with the same fingerprint already paid for."""
        ...

    def in_flight(self) -> int:
        """How many runs an earlier sweep began that never came to an end: they were perhaps paid for."""
        ...

    def begin(self, key: RunKey) -> None:
        """Called before a run is made; it need not be on disk yet when the call returns."""
        ...

    def append(self, evidence: Evidence) -> None:
        """Written, so that a kill of this process loses nothing."""
        ...

    async def on_disk(self) -> None:
        """Returns once all that was appended would outlive a kill of the machine too; many may wait at once."""
        ...

    def close(self) -> None:
        """Called at the end of the sweep: another may have it."""
        ...


@runtime_checkable
class Prompting(Protocol):
    """A backend whose calls send more than the plan can know of, for the forecast."""

    @property
    def prompt_characters(self) -> int:
        """Of system prompt and tools."""
        ...


@runtime_checkable
class Batching(Protocol):
    """What a backend offers besides whose runs of triggers can go together in batches."""

    @property
    def batches(self) -> bool:
        """Whether they do; then as many as there are have to be asked for at once."""
        ...

    def keep_batches_in(self, ledger: Ledger) -> None:
        """Called once, before the first run."""
        ...


class Stop(Protocol):
    """Somebody may ask for an early end: of a sweep, in which what was paid for is kept, or before there is one."""

    def told(self, tell: Callable[[str], None]) -> AbstractContextManager[None]:
        """Within it, ``tell`` is called once the end is asked for, with the reason in words; at once where it was."""
        ...

    def afterwards(self, end: Callable[[], None]) -> None:
        """``end`` is called once what was paid for is written: it may take its time, to wait for processes say."""
        ...

    def breaking(self) -> AbstractContextManager[None]:
        """What blocks within it is broken off.

        Raises:
            StoppedError: the end is or was asked for.
        """
        ...


@runtime_checkable
class Halting(Protocol):
    """A backend that can be told that no call is to be begun any more, so that nobody goes on waiting to make one."""

    async def halt(self, reason: str) -> None: ...


class Clock(Protocol):
    def monotonic(self) -> float:
        """Seconds; only differences mean anything."""
        ...

    def now(self) -> str:
        """UTC, RFC 3339, whole seconds, ``Z``."""
        ...


class Progress(Protocol):
    """Told of what happens in a sweep, for a bar or a log line."""

    def started(self, total: int, *, cases: int, cap_usd: float | None) -> None:
        """``total``: runs that are foreseen at most; ``cases``: to be screened, each counted once an arm."""
        ...

    def finished(self, evidence: Evidence) -> None: ...

    def decided(self, skill: str, key: RunKey, state: State) -> None:
        """The screening of a case came to its verdict; ``key``: of its last run."""
        ...

    def note(self, words: str) -> None: ...


def in_order(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """Sorted so that the order of completion never shows in an output."""
    return tuple(sorted(evidence, key=lambda e: _sort_key(e.key)))


def _sort_key(key: RunKey) -> tuple[str, str, str, str, str, str, str, int]:
    return (key.suite, key.tier, key.model, key.case, key.stage, key.arm, key.reverted, key.index)
