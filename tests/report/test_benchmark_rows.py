"""Committed benchmarks as a reviewer reads them: claims beside what they could have told, and inert."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from skill_evals.model.benchmark_comparison import (
    AssertionFlip,
    BenchmarkArm,
    BenchmarkComparison,
    BenchmarkState,
    BenchmarkSummary,
)
from skill_evals.model.comparison import Count
from skill_evals.report.benchmark_json import benchmark_json
from skill_evals.report.benchmark_rows import benchmark_section, benchmark_text
from skill_evals.report.markdown import units

HEAD = BenchmarkSummary(
    contrast="new minus old",
    improvement=0.125,
    arms=(
        BenchmarkArm(condition="new_skill", pass_rate=1.0, runs=3, invocation_rate=0.667),
        BenchmarkArm(condition="old_skill", pass_rate=0.875, runs=3, invocation_rate=1.0),
    ),
    least_p=0.1,
    can_be_significant=False,
    assertions=4,
    same_in_both=3,
    failing_in_both=1,
    unmeasured=1,
    missing_gradings=2,
    ungraded=("pie",),
    validity_warnings=("uneven run counts (3, 4)",),
    inconsistencies=("delta.pass_rate is 0.5; the stored means give 0.125",),
)
FLIP = AssertionFlip(
    eval_id="rye",
    assertion_id="crust",
    condition="new_skill",
    base=Count(correct=3, valid=3),
    head=Count(correct=0, valid=3),
    passes=False,
    evidence="the crust was burnt",
)
CHANGED = BenchmarkComparison(
    skill="bake-bread",
    path="skills/bake-bread/evals/baseline/benchmark.json",
    state=BenchmarkState.CHANGED,
    base=replace(HEAD, improvement=-0.05),
    head=HEAD,
    alpha=0.01,
    flips=(FLIP,),
    evals_added=("bun",),
)
UNCHANGED = replace(
    CHANGED,
    state=BenchmarkState.UNCHANGED,
    flips=(),
    base=replace(HEAD, inconsistencies=()),
    head=replace(HEAD, inconsistencies=()),
)

TEXT = """\
`bake-bread`: benchmark changed, +12.5 points, new minus old (+17.5 points against the base's)
  does not follow from its gradings: delta.pass_rate is 0.5; the stored means give 0.125
  eval-magic warned of its validity: uneven run counts (3, 4)
  2 gradings are missing from it
  1 verdict counted as failed though there was nothing to judge
  with 3 runs an arm an exact test could give p 0.1 at best, so no difference could count at 0.01
  under `new_skill` the skill was used in 67% of the runs
  3 of 4 assertions came out the same in both arms, 1 of them failed
  evals added: `bun`
  cases of the suite without a grading: `pie`
  now fails under `new_skill` (was 3/3, is 0/3): `rye/crust`; “the crust was burnt”
Committed numbers are claims: they confirm nothing and do not enter the gate."""


def test_the_text_names_everything_that_weakens_the_number() -> None:
    assert "\n".join(benchmark_text([CHANGED])) == TEXT


def test_an_unchanged_benchmark_is_a_line_unless_its_skill_changed() -> None:
    assert len(benchmark_text([UNCHANGED])) == 2
    outdated = benchmark_text([replace(UNCHANGED, outdated=True)])
    assert outdated[1] == "  the skill changed here and its benchmark did not: it measured an older version"


def test_an_unchanged_benchmark_that_contradicts_its_gradings_says_so() -> None:
    lines = benchmark_text([replace(UNCHANGED, head=HEAD)])
    assert any("does not follow" in line for line in lines)


def test_without_benchmarks_nothing_is_said() -> None:
    assert benchmark_section([]) == benchmark_text([]) == []
    assert benchmark_json([]) == []


def test_the_section_is_folded_has_a_row_each_and_bounds_its_flips() -> None:
    lines = benchmark_section([replace(CHANGED, flips=(FLIP,) * 5), UNCHANGED], flips=2)
    assert lines[0] == "<details><summary>Committed eval-magic benchmarks (1 of 2 changed)</summary>"
    assert sum(line.startswith("| `bake-bread` |") for line in lines) == 2
    assert sum(line.startswith("- now fails") for line in lines) == 2
    assert "- … and 3 more flips" in lines
    assert (
        sum("now fails" in line for line in benchmark_section([replace(CHANGED, flips=(FLIP,) * 5)], flips=None)) == 5
    )


def test_of_many_benchmarks_those_with_something_to_tell_are_kept() -> None:
    lines = benchmark_section([UNCHANGED, UNCHANGED, replace(CHANGED, skill="bake-pie")], rows=1)
    assert [line.split(" | ")[0] for line in lines if line.startswith("| `")] == ["| `bake-pie`"]
    assert "… and 2 more benchmarks" in lines


def test_one_benchmark_cannot_fill_a_comment() -> None:
    long = ("x" * 5_000,) * 500
    head = replace(HEAD, inconsistencies=long, validity_warnings=long, ungraded=long, gone=long)
    found = replace(CHANGED, head=head, flips=(replace(FLIP, evidence="y" * 100_000),) * 50, evals_added=long)
    assert units("\n".join(benchmark_section([found], flips=5))) < 12_000


def test_a_removed_and_a_new_benchmark() -> None:
    removed = replace(CHANGED, state=BenchmarkState.REMOVED, head=None, flips=())
    new = replace(CHANGED, state=BenchmarkState.NEW, base=None, flips=())
    assert benchmark_text([removed])[0] == "`bake-bread`: benchmark removed, or no longer readable"
    assert benchmark_text([new])[0] == "`bake-bread`: benchmark new, +12.5 points, new minus old"
    assert any("| — |" in line for line in benchmark_section([removed, new]))


def test_no_number_is_ever_called_confirmed() -> None:
    said = " ".join([*benchmark_text([CHANGED]), *benchmark_section([CHANGED])])
    assert "confirmed" not in said


@given(st.text(alphabet=st.sampled_from(list("`|\\*_[]()<>!#@&~-+=\n\r\u2028\u202e {}:/.aé漢😀")), max_size=60))
def test_a_strangers_words_stay_text(text: str) -> None:
    flip = replace(FLIP, evidence=text, assertion_id=text, eval_id=text, condition=text)
    head = replace(HEAD, validity_warnings=(text,), inconsistencies=(text,), ungraded=(text,))
    found = replace(CHANGED, skill=text, path=text, head=head, flips=(flip,), not_comparable=(f"`{text}`",))
    lines = benchmark_section([found])
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines))
    children = [child for token in tokens for child in (token.children or [])]
    assert {child.type for child in children} <= {"text", "softbreak", "code_inline", "text_special"}
    assert [token.content.strip() for token in tokens if token.type == "html_block"] == [lines[0], "</details>"]
    assert all("\n" not in line for line in benchmark_text([found]))


def test_the_json_can_be_written_and_keeps_the_numbers() -> None:
    (found,) = json.loads(json.dumps(benchmark_json([CHANGED])))
    assert (found["state"], found["movement"], found["base"]["improvement"]) == ("changed", 0.175, -0.05)
    assert found["flips"] == [
        {
            "eval": "rye",
            "assertion": "crust",
            "condition": "new_skill",
            "base": "3/3",
            "head": "0/3",
            "passes": False,
            "evidence": "the crust was burnt",
        }
    ]
