"""The configuration, ``.skill-evals.yml``, with its defaults (docs/configuration.md lists every key)."""

from collections.abc import Mapping

from skill_evals.model.diagnostic import Severity
from skill_evals.model.light import field, light
from skill_evals.model.suite import Tier

EFFORTS = ("low", "medium", "high", "xhigh", "max")
"""As the Messages API names them."""
THINKING = ("adaptive", "off")
TRUST = ("action", "anyone")
NAMES = (".skill-evals.yml", ".skill-evals.yaml")
"""Where a configuration stands, unless somebody names another place."""


@light(frozen=True, slots=True, kw_only=True)
class PathIgnore:
    """Rules that do not speak under a path (glob), and why."""

    path: str
    rules: tuple[str, ...]
    reason: str


@light(frozen=True, slots=True, kw_only=True)
class AcceptStale:
    """A change of the surface, known by its hash, that needs no re-run, and why."""

    skill: str
    tier: Tier
    surface: str
    reason: str


@light(frozen=True, slots=True, kw_only=True)
class LintConfig:
    preset: str = "recommended"
    """Which rules run, and how gravely, where nothing else is said (lint/presets.py)."""
    select: tuple[str, ...] = ()
    """Exactly the rules to run; a name, a code, a code letter or ``all``. Empty: those of the preset."""
    extend_select: tuple[str, ...] = ()
    """Rules to run besides those."""
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)
    path_ignores: tuple[PathIgnore, ...] = ()
    case_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """``path#case-id`` → rules; for JSON, which has no comments."""
    balance: tuple[float, float] = (0.3, 0.7)
    min_queries: int = 8
    baseline: str = ".skill-evals-baseline.json"
    """Path of the file of accepted findings; there need not be one."""


@light(frozen=True, slots=True, kw_only=True)
class TierPolicy:
    """How often a case runs: to screen it, to confirm a move, and when a set stops that does not repeat."""

    runs: int
    confirm_runs: int
    look: int


@light(frozen=True, slots=True, kw_only=True)
class GateConfig:
    alpha: float = 0.01
    triggers: TierPolicy = TierPolicy(runs=3, confirm_runs=12, look=4)
    evals: TierPolicy = TierPolicy(runs=1, confirm_runs=10, look=3)
    floor: bool = False
    triggers_min_pass_rate: float = 0.5
    evals_min_pass_rate: float = 0.66


@light(frozen=True, slots=True, kw_only=True)
class Price:
    """What a model costs, in dollars a million tokens."""

    input: float
    output: float
    cache_read: float
    cache_write: float


@light(frozen=True, slots=True, kw_only=True)
class JudgeConfig:
    """Who answers the sentences of Tier 2 that only a model can judge."""

    model: str | None = None
    """Key of the judge's model; None: the judge's own choice, which is not the model under test."""
    votes: int = 1
    """How often each question is asked; the majority holds."""
    effort: str | None = None


@light(frozen=True, slots=True, kw_only=True)
class RunConfig:
    backend: str = "lexical"
    backend_named: bool = False
    """Whether the configuration says which, so that it is nobody's want of a better one."""
    models: tuple[str, ...] = ()
    models_from: str = field(default="", compare=False)
    """Where ``models`` were named: a file, or an option; empty: nowhere, so that the backend chooses."""
    effort: str | None = None
    """One of EFFORTS; None: as the harness does for the model."""
    thinking: str | None = None
    """One of THINKING; None: as the harness does for the model."""
    batch: bool = False
    """Whether runs go through the Message Batches API where the backend can: at half the price, within hours."""
    prices: Mapping[str, Price] = field(default_factory=dict)
    """By model key; they hold before the table of known prices."""
    judge: JudgeConfig = JudgeConfig()
    ripple: str = "plugin"
    """``plugin``, ``repo`` or ``off``: how far a changed surface re-runs its neighbours' triggers."""
    lift: bool = True
    """Whether tasks are run without the skill too, once each, where no stored result says how that ends."""
    jobs: int = 4
    max_cost_usd: float = 5.0
    max_minutes: float = 30.0
    max_calls: int | None = None
    max_cases: int | None = None
    """How many distinct cases are measured at most; the plan chooses which (plan/most_cases.py). None: all."""
    allow_commands: bool = False
    """Whether ``command`` checks may run; the command line's ``--allow-commands`` says the same."""
    sandbox: bool = True
    """Whether they run shut in only; the command line's ``--no-sandbox`` is its contrary."""
    trusted: bool = False
    """Whether in a workflow tasks and commands may run beside a token that can write."""
    trust_results: str = "action"
    """One of TRUST: whose results in the head skip a run although the base does not hold the same."""
    audit: float = 0.1
    """The share of the head's claims that nothing else runs and that is measured again, at least three; 0: none."""


@light(frozen=True, slots=True, kw_only=True)
class Config:
    lint: LintConfig = LintConfig()
    run: RunConfig = RunConfig()
    gate: GateConfig = GateConfig()
    exclude: tuple[str, ...] | None = None
    """Replaces the default excludes; None keeps them."""
    extend_exclude: tuple[str, ...] = ()
    dialects: Mapping[str, str] = field(default_factory=dict)
    """Glob → dialect, where detection is not to decide."""
    layout: str = "auto"
    accept_stale: tuple[AcceptStale, ...] = ()
    path: str | None = None
    """The file it came from; None: defaults."""

    @property
    def names(self) -> tuple[str, ...]:
        """Where a configuration stands in the trees of this one."""
        return NAMES if self.path is None or self.path in NAMES else (self.path,)
