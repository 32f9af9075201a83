"""evolve's ``results.json``, schema 5, as committed beside a suite.

Members stand in the order in which they are written (facts: evolve, internal/results). None means *absent* unless
the member says otherwise. Rates lie in 0..1, costs are US dollars, durations seconds.
"""

from collections.abc import Mapping

from skill_evals.model.light import field, light

SCHEMA = 5


@light(frozen=True, slots=True, kw_only=True)
class Pricing:
    """Dollars per million tokens; either may be unknown (written as null)."""

    input_per_mtok: float | None
    output_per_mtok: float | None


@light(frozen=True, slots=True, kw_only=True)
class Header:
    """What is common to both tiers' entries of a model."""

    provider: str | None = None
    model: str | None = None
    display: str = ""
    harness: str | None = None
    tool_version: str | None = None
    ran_at: str | None = None
    executed: bool = False
    content_hash: str | None = None
    runs_per_query: int | None = None
    """Triggers only, and only where executed."""
    timeout_seconds: int = 0
    pricing: Pricing | None = None
    """Written as null where None."""


@light(frozen=True, slots=True, kw_only=True)
class Estimate:
    input_tokens: int = 0
    input_cost_usd: float | None = None


@light(frozen=True, slots=True, kw_only=True)
class Measured:
    input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None


@light(frozen=True, slots=True, kw_only=True)
class TriggerResult:
    """``hits`` of ``runs`` valid runs activated the skill. An errored case lacks ``hits``, ``runs`` and ``passed``."""

    query: str
    should_trigger: bool
    hits: int | None = None
    runs: int | None = None
    passed: bool | None = None
    avg_run_seconds: float | None = None
    estimate: Estimate | None = None
    spec_hash: str | None = None


@light(frozen=True, slots=True, kw_only=True)
class TriggerSummary:
    passed: int | None = None
    failed: int | None = None
    total: int = 0
    pass_rate: float | None = None
    avg_run_seconds: float | None = None
    estimate: Estimate | None = None


@light(frozen=True, slots=True, kw_only=True)
class TriggerSnapshot:
    ran_at: str | None = None
    summary: TriggerSummary = field(default_factory=TriggerSummary)
    results: tuple[TriggerResult, ...] = ()


@light(frozen=True, slots=True, kw_only=True)
class TriggerEntry:
    header: Header
    results: tuple[TriggerResult, ...] = ()
    summary: TriggerSummary = field(default_factory=TriggerSummary)
    previous: TriggerSnapshot | None = None


@light(frozen=True, slots=True, kw_only=True)
class GradedExpectation:
    """One graded check; ``passed`` is written as null where it was skipped."""

    type: str
    path: str | None = None
    pattern: str | None = None
    run: str | None = None
    cwd: str | None = None
    tool: str | None = None
    requires: str | None = None
    expect_exit: int | None = None
    text: str = ""
    passed: bool | None = None
    evidence: str = ""
    source: str | None = None
    """``expectation`` or ``assertion``."""


@light(frozen=True, slots=True, kw_only=True)
class GradeSummary:
    passed: int = 0
    failed: int = 0
    total: int = 0
    pass_rate: float | None = None
    skipped: int | None = None


@light(frozen=True, slots=True, kw_only=True)
class ExecutionMetrics:
    tool_calls: Mapping[str, int] = field(default_factory=dict)
    total_tool_calls: int | None = None
    total_steps: int | None = None
    files_created: tuple[str, ...] = ()
    errors_encountered: int | None = None
    output_chars: int | None = None
    transcript_chars: int | None = None


@light(frozen=True, slots=True, kw_only=True)
class Timing:
    total_tokens: int | None = None
    duration_ms: int | None = None
    total_duration_seconds: float | None = None
    executor_start: str | None = None
    executor_end: str | None = None
    executor_duration_seconds: float | None = None
    grader_start: str | None = None
    grader_end: str | None = None
    grader_duration_seconds: float | None = None


@light(frozen=True, slots=True, kw_only=True)
class EvalResult:
    id: str
    name: str | None = None
    runtime_error: str | None = None
    passed: bool | None = None
    estimate: Estimate | None = None
    measured: Measured | None = None
    expectations: tuple[GradedExpectation, ...] = ()
    summary: GradeSummary | None = None
    execution_metrics: ExecutionMetrics | None = None
    timing: Timing | None = None
    spec_hash: str | None = None
    fingerprint: str | None = None


@light(frozen=True, slots=True, kw_only=True)
class EvalSummary:
    passed: int | None = None
    failed: int | None = None
    errored: int | None = None
    total: int = 0
    pass_rate: float | None = None
    avg_run_seconds: float | None = None
    estimate: Estimate | None = None
    measured: Measured | None = None


@light(frozen=True, slots=True, kw_only=True)
class EvalSnapshot:
    ran_at: str | None = None
    summary: EvalSummary = field(default_factory=EvalSummary)
    results: tuple[EvalResult, ...] = ()


@light(frozen=True, slots=True, kw_only=True)
class EvalEntry:
    header: Header
    results: tuple[EvalResult, ...] = ()
    summary: EvalSummary = field(default_factory=EvalSummary)
    baseline: EvalSnapshot | None = None
    previous: EvalSnapshot | None = None


@light(frozen=True, slots=True, kw_only=True)
class ModelResults:
    triggers: TriggerEntry | None = None
    evals: EvalEntry | None = None


@light(frozen=True, slots=True, kw_only=True)
class ResultsFile:
    """One skill's results; ``models`` is keyed by ``provider/model`` (the embedded backend: ``local/lexical-…``).

    A model whose entry is null in the file stays None, since a round trip keeps it.
    """

    plugin: str
    skill: str
    models: Mapping[str, ModelResults | None] = field(default_factory=dict)
    schema: int = SCHEMA
