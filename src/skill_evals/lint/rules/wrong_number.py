"""A number that its runner cannot take, such as `2.0` or `-1` for a count.

## What it does

Reports fractions, exponents, booleans and numbers out of range where evolve or eval-magic wants a whole number:
turns, timeouts, runs, exit codes, bounds of a diff.

## Why is this bad

evolve reads `2.0` and `1e2` into no integer and refuses the file; zero and below count as not set at all. eval-magic
accepts `1.0` when it validates and fails when it runs.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet Ada", "max_turns": 2.0, "expectations": ["Names the colleague"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet Ada", "max_turns": 2, "expectations": ["Names the colleague"]}
  ]
}
```

## Configuration

None.

## How to fix

Write plain digits, or leave the key out for the default. `--fix` turns `2.0` into `2` and `1e2` into `100`.
"""

from collections.abc import Iterator, Mapping

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, Replace
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier


@light(frozen=True, slots=True, kw_only=True)
class _Range:
    """Whole numbers from ``least`` to ``most``, both included."""

    least: int
    most: int


_INT32 = _Range(least=-(2**31), most=2**31 - 1)
_COUNT_GO = _Range(least=1, most=2**63 - 1)
_COUNT_RUST = _Range(least=1, most=2**32 - 1)
_BOUND_RUST = _Range(least=0, most=2**64 - 1)

_CASE: Mapping[str, Mapping[str, _Range]] = {
    EVOLVE: {"max_turns": _COUNT_GO, "timeout_seconds": _COUNT_GO},
    EVAL_MAGIC: {"runs": _COUNT_RUST},
}
_CHECK: Mapping[str, Mapping[str, _Range]] = {
    EVOLVE: {"expect_exit": _Range(least=-(2**63), most=2**63 - 1)},
    EVAL_MAGIC: {
        "expect_exit_code": _INT32,
        "max_files_touched": _BOUND_RUST,
        "max_lines_changed": _BOUND_RUST,
        "samples": _COUNT_RUST,
    },
}


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    of_case, of_check = _CASE[suite.dialect], _CHECK[suite.dialect]
    # Few suites have any such number.
    if suite.case_names.isdisjoint((*of_case, "responder")) and suite.check_names.isdisjoint(of_check):
        return
    for case in suite.evals:
        yield from _wrong(suite, case.at, case.fields, of_case)
        yield from _responder(suite, case)
        for assertion in case.checks:
            yield from _wrong(suite, assertion.at, assertion.fields, of_check)


def _responder(suite: Suite, case: EvalCase) -> Iterator[Fault]:
    """The model that answers for the user has a bound of turns of its own (eval-magic)."""
    responder = case.fields.get("responder")
    if suite.dialect == EVAL_MAGIC and isinstance(responder, dict):
        yield from _wrong(suite, (*case.at, "responder"), responder, {"max_turns": _COUNT_RUST})


def _wrong(suite: Suite, at: Pointer, fields: Mapping[str, object], ranges: Mapping[str, _Range]) -> list[Fault]:
    return [
        Fault(
            path=suite.path,
            message=_message(name, value, wanted),
            at=(*at, name),
            suite=suite.path,
            fix=_fix((*at, name), value, wanted),
        )
        for name, wanted in ranges.items()
        if name in fields and _is_wrong(value := fields[name], wanted)
    ]


def _is_wrong(value: object, wanted: _Range) -> bool:
    """Texts and the like are the schema's business."""
    return isinstance(value, int | float) and not (type(value) is int and wanted.least <= value <= wanted.most)


def _whole(value: object, wanted: _Range) -> int | None:
    """The integer that a number is, if it is one and in range."""
    if not isinstance(value, float) or not value.is_integer() or not wanted.least <= int(value) <= wanted.most:
        return None
    return int(value)


def _fix(at: Pointer, value: object, wanted: _Range) -> Fix | None:
    whole = _whole(value, wanted)
    return None if whole is None else Fix(title=f"write `{whole}`", edits=(Replace(at=at, value=whole),))


def _message(name: str, value: object, wanted: _Range) -> str:
    if isinstance(value, bool):
        return f"`{name}` is a number, and this is a boolean; write digits, or leave the key out"
    if isinstance(value, float):
        whole = _whole(value, wanted)
        plain = "" if whole is None else f"; write `{whole}`"
        return f"`{name}` wants a whole number in plain digits, without a point or an exponent{plain}"
    if isinstance(value, int) and value < wanted.least:
        return f"`{name}` must be at least {wanted.least}; leave the key out for the default"
    return f"`{name}` is larger than the runner can hold; at most {wanted.most}"


RULE = Rule(
    name="wrong-number",
    code="S004",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
    fixable=True,
)
