"""A benchmark that does not follow from the gradings beside it.

## What it does

Computes each `benchmark.json` of eval-magic again from the files in `grading/`, the way eval-magic does: means and
deviations over the run slots, the rate of runs that used the skill, the differences, and the counts of each grading.
Values are compared, not bytes, so that a formatter may run over the file. Gradings of cases that the suite no longer
has are reported as well. Times and tokens are not checked: what they come from is not committed.

## Why is this bad

`eval-magic promote-baseline` copies a benchmark and the gradings it was made from, and never deletes a grading. Where
the two differ, somebody edited a number, or removed a case by hand and kept its score.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "expected_output": "A greeting with a name",
     "assertions": [{"id": "names", "type": "llm_judge", "rubric": "Ada is named"}]}
  ]
}
```

```json path=skills/greet/evals/baseline/grading/ada__with_skill.json
{
  "assertion_results": [{"id": "names", "passed": false, "evidence": "no name"}],
  "summary": {"passed": 0, "failed": 1, "total": 1, "pass_rate": 0.0}
}
```

```json path=skills/greet/evals/baseline/grading/ada__without_skill.json
{
  "assertion_results": [{"id": "names", "passed": false, "evidence": "no name"}],
  "summary": {"passed": 0, "failed": 1, "total": 1, "pass_rate": 0.0}
}
```

```json path=skills/greet/evals/baseline/benchmark.json
{
  "generated": "2026-09-01T10:00:00Z",
  "mode": "new-skill",
  "conditions_compared": ["with_skill", "without_skill"],
  "missing_gradings": 0,
  "validity_warnings": [],
  "run_summary": {
    "with_skill": {
      "pass_rate": {"mean": 1.0, "stddev": 0.0, "n": 1},
      "duration_ms": {"mean": 0, "stddev": 0, "n": 0},
      "total_tokens": {"mean": 0, "stddev": 0, "n": 0}
    },
    "without_skill": {
      "pass_rate": {"mean": 0.0, "stddev": 0.0, "n": 1},
      "duration_ms": {"mean": 0, "stddev": 0, "n": 0},
      "total_tokens": {"mean": 0, "stddev": 0, "n": 0}
    }
  },
  "delta": {"direction": "with_skill - without_skill", "pass_rate": 1.0, "duration_ms": 0, "total_tokens": 0}
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "expected_output": "A greeting with a name",
     "assertions": [{"id": "names", "type": "llm_judge", "rubric": "Ada is named"}]}
  ]
}
```

```json path=skills/greet/evals/baseline/grading/ada__with_skill.json
{
  "assertion_results": [{"id": "names", "passed": true, "evidence": "Hello Ada"}],
  "summary": {"passed": 1, "failed": 0, "total": 1, "pass_rate": 1.0}
}
```

```json path=skills/greet/evals/baseline/grading/ada__without_skill.json
{
  "assertion_results": [{"id": "names", "passed": false, "evidence": "no name"}],
  "summary": {"passed": 0, "failed": 1, "total": 1, "pass_rate": 0.0}
}
```

```json path=skills/greet/evals/baseline/benchmark.json
{
  "generated": "2026-09-01T10:00:00Z",
  "mode": "new-skill",
  "conditions_compared": ["with_skill", "without_skill"],
  "missing_gradings": 0,
  "validity_warnings": [],
  "run_summary": {
    "with_skill": {
      "pass_rate": {"mean": 1.0, "stddev": 0.0, "n": 1},
      "duration_ms": {"mean": 0, "stddev": 0, "n": 0},
      "total_tokens": {"mean": 0, "stddev": 0, "n": 0}
    },
    "without_skill": {
      "pass_rate": {"mean": 0.0, "stddev": 0.0, "n": 1},
      "duration_ms": {"mean": 0, "stddev": 0, "n": 0},
      "total_tokens": {"mean": 0, "stddev": 0, "n": 0}
    }
  },
  "delta": {"direction": "with_skill - without_skill", "pass_rate": 1.0, "duration_ms": 0, "total_tokens": 0}
}
```

## Configuration

None.

## How to fix

Delete the gradings of removed cases, run `eval-magic aggregate` and `eval-magic promote-baseline` again. Never correct
a number by hand.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import START

if TYPE_CHECKING:
    from skill_evals.model.benchmark import CommittedBenchmark


def check(context: Context) -> Iterator[Fault]:
    if not context.benchmarks:
        return
    copies = tuple(f"{folder}/" for skill in context.project.skills for folder in skill.mirrors)
    for found in context.benchmarks:
        if not found.path.startswith(copies):
            yield from _disagreements(found)
            yield from _gone(found)


def _disagreements(found: "CommittedBenchmark") -> Iterator[Fault]:
    paths = {file.grading: file.path for file in found.gradings if file.grading is not None}
    for each in found.disagreements:
        yield Fault(
            path=found.path if each.grading is None else paths[each.grading],
            at=each.at,
            message=f"{each.message}: eval-magic writes no such numbers; aggregate and promote again instead of "
            "correcting one by hand",
            also=(found.path, *paths.values()),
        )


def _gone(found: "CommittedBenchmark") -> Iterator[Fault]:
    """Gradings of cases that the suite no longer has."""
    if found.cases is None:
        return
    for file in found.gradings:
        if file.grading in found.compared and file.grading.eval_id not in found.cases:
            yield Fault(
                path=file.path,
                span=START,
                message=f"`{shown(file.grading.eval_id)}` is no longer in the suite, and the benchmark still counts "
                "its grading; delete it, then aggregate and promote again",
                also=(found.path,),
            )


RULE = Rule(
    name="inconsistent-benchmark",
    code="R010",
    severity=Severity.ERROR,
    page=__doc__,
    on_project=check,
    dialects=frozenset({EVAL_MAGIC}),
)
