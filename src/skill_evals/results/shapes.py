"""evolve's results, schema 5: each noun's members in the order of the file (github.com/bitwise-media-group/evolve,
internal/results; facts that a Go struct says by its tags).

Numbers and verdicts that Go holds by pointer are written whenever they are set, zero and false included; plain texts
and counts vanish when they are empty.
"""

from typing import Any

from skill_evals.model.results import (
    Estimate,
    EvalEntry,
    EvalResult,
    EvalSnapshot,
    EvalSummary,
    ExecutionMetrics,
    GradedExpectation,
    GradeSummary,
    Header,
    Measured,
    ModelResults,
    Pricing,
    ResultsFile,
    Timing,
    TriggerEntry,
    TriggerResult,
    TriggerSnapshot,
    TriggerSummary,
)
from skill_evals.results.shape import (
    DEFAULT,
    Member,
    Shape,
    by_name,
    counted,
    filled,
    flag,
    items,
    real,
    same,
    text,
    whole,
    write_by_name,
    write_items,
)


def _texts(*names: str) -> tuple[Member, ...]:
    return tuple(Member(name=name, read=filled) for name in names)


def _wholes(*names: str, always: bool = False) -> tuple[Member, ...]:
    return tuple(Member(name=name, read=whole, always=always) for name in names)


def _reals(*names: str) -> tuple[Member, ...]:
    return tuple(Member(name=name, read=real) for name in names)


def _count(name: str) -> Member:
    return Member(name=name, read=counted)


def _flag(name: str, *, always: bool = False, absent: object = DEFAULT) -> Member:
    return Member(name=name, read=flag, always=always, absent=absent)


def _kept(name: str) -> Member:
    """Text that is written even when it is empty."""
    return Member(name=name, read=text, always=True, absent="")


def _one(name: str, shape: Shape[Any], *, always: bool = False) -> Member:
    return Member(name=name, read=shape.read, write=shape.write, always=always)


def _many(name: str, shape: Shape[Any], *, always: bool = False) -> Member:
    return Member(name=name, read=items(shape.read), write=write_items(shape.write), always=always)


PRICING = Shape(
    Pricing,
    Member(name="input_per_mtok", read=real, always=True, absent=None),
    Member(name="output_per_mtok", read=real, always=True, absent=None),
)

HEADER = Shape(
    Header,
    *_texts("provider", "model"),
    _kept("display"),
    *_texts("harness", "tool_version", "ran_at"),
    _flag("executed", always=True),
    *_texts("content_hash"),
    _count("runs_per_query"),
    *_wholes("timeout_seconds", always=True),
    _one("pricing", PRICING, always=True),
)

ESTIMATE = Shape(Estimate, *_wholes("input_tokens", always=True), *_reals("input_cost_usd"))

MEASURED = Shape(
    Measured,
    *_wholes("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"),
    *_reals("cost_usd"),
)

TRIGGER_RESULT = Shape(
    TriggerResult,
    Member(name="query", read=text, absent=""),
    _flag("should_trigger", always=True, absent=False),
    *_wholes("hits", "runs"),
    _flag("passed"),
    *_reals("avg_run_seconds"),
    _one("estimate", ESTIMATE),
    *_texts("spec_hash"),
)

TRIGGER_SUMMARY = Shape(
    TriggerSummary,
    *_wholes("passed", "failed"),
    *_wholes("total", always=True),
    *_reals("pass_rate", "avg_run_seconds"),
    _one("estimate", ESTIMATE),
)

TRIGGER_SNAPSHOT = Shape(
    TriggerSnapshot,
    *_texts("ran_at"),
    _one("summary", TRIGGER_SUMMARY, always=True),
    _many("results", TRIGGER_RESULT),
)

TRIGGER_ENTRY = Shape(
    TriggerEntry,
    _many("results", TRIGGER_RESULT, always=True),
    _one("summary", TRIGGER_SUMMARY, always=True),
    _one("previous", TRIGGER_SNAPSHOT),
    head=("header", HEADER),
)

EXPECTATION = Shape(
    GradedExpectation,
    _kept("type"),
    *_texts("path", "pattern", "run", "cwd", "tool", "requires"),
    *_wholes("expect_exit"),
    _kept("text"),
    _flag("passed", always=True),
    _kept("evidence"),
    *_texts("source"),
)

GRADE_SUMMARY = Shape(
    GradeSummary,
    *_wholes("passed", "failed", "total", always=True),
    *_reals("pass_rate"),
    _count("skipped"),
)

METRICS = Shape(
    ExecutionMetrics,
    Member(name="tool_calls", read=by_name(whole), write=write_by_name(same)),
    *_wholes("total_tool_calls", "total_steps"),
    Member(name="files_created", read=items(text), write=write_items(same)),
    *_wholes("errors_encountered", "output_chars", "transcript_chars"),
)

TIMING = Shape(
    Timing,
    *_wholes("total_tokens", "duration_ms"),
    *_reals("total_duration_seconds"),
    *_texts("executor_start", "executor_end"),
    *_reals("executor_duration_seconds"),
    *_texts("grader_start", "grader_end"),
    *_reals("grader_duration_seconds"),
)

EVAL_RESULT = Shape(
    EvalResult,
    _kept("id"),
    *_texts("name", "runtime_error"),
    _flag("passed"),
    _one("estimate", ESTIMATE),
    _one("measured", MEASURED),
    _many("expectations", EXPECTATION),
    _one("summary", GRADE_SUMMARY),
    _one("execution_metrics", METRICS),
    _one("timing", TIMING),
    *_texts("spec_hash", "fingerprint"),
)

EVAL_SUMMARY = Shape(
    EvalSummary,
    *_wholes("passed", "failed"),
    _count("errored"),
    *_wholes("total", always=True),
    *_reals("pass_rate", "avg_run_seconds"),
    _one("estimate", ESTIMATE),
    _one("measured", MEASURED),
)

EVAL_SNAPSHOT = Shape(
    EvalSnapshot,
    *_texts("ran_at"),
    _one("summary", EVAL_SUMMARY, always=True),
    _many("results", EVAL_RESULT),
)

EVAL_ENTRY = Shape(
    EvalEntry,
    _many("results", EVAL_RESULT, always=True),
    _one("summary", EVAL_SUMMARY, always=True),
    _one("baseline", EVAL_SNAPSHOT),
    _one("previous", EVAL_SNAPSHOT),
    head=("header", HEADER),
)

MODEL = Shape(ModelResults, _one("triggers", TRIGGER_ENTRY), _one("evals", EVAL_ENTRY))

RESULTS = Shape(
    ResultsFile,
    *_wholes("schema", always=True),
    _kept("plugin"),
    _kept("skill"),
    Member(name="models", read=by_name(MODEL.read), write=write_by_name(MODEL.write)),
)
