"""Breaks of eval cases: identity, schema and what is graded."""

import re
from typing import Any

from corpus.broken import Broken, Mutation, in_suite, text_in_suite
from corpus.healthy import Sample
from corpus.splice import written
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR
from skill_evals.model.suite import Check, EvalCase, Tier


def is_evals(sample: Sample, *dialects: str) -> bool:
    fits = not dialects or sample.suite.dialect in dialects
    return fits and sample.suite.tier is Tier.EVALS and sample.page.is_json


def checks(sample: Sample, *kinds: str) -> list[tuple[EvalCase, Check]]:
    """Assertions that are written as objects, of some kinds."""
    return [
        (case, check)
        for case in sample.suite.evals
        for check in case.checks
        if not check.from_expectation and check.kind in kinds and isinstance(sample.page.value_at(check.at), dict)
    ]


def same_id(sample: Sample) -> Broken | None:
    cases = [case for case in sample.suite.evals if "id" in case.fields]
    if not is_evals(sample) or len(cases) < 2:
        return None
    return in_suite(sample, sample.page.replaced((*cases[-1].at, "id"), cases[0].fields["id"]))


def no_id(sample: Sample) -> Broken | None:
    """In skill-creator's form a case with a name is known by that."""
    named = {"name"} if sample.suite.dialect == SKILL_CREATOR else set()
    cases = [case for case in sample.suite.evals if "id" in case.fields and named.isdisjoint(case.fields)]
    if not is_evals(sample) or not cases:
        return None
    return in_suite(sample, sample.page.without((*cases[0].at, "id"), line=cases[0].at))


def unsafe_id(sample: Sample) -> Broken | None:
    cases = [case for case in sample.suite.evals if isinstance(case.fields.get("id"), str)]
    if not is_evals(sample) or not cases:
        return None
    return in_suite(sample, sample.page.replaced((*cases[0].at, "id"), "made/by hand"))


def no_prompt(sample: Sample) -> Broken | None:
    cases = [case for case in sample.suite.evals if "prompt" in case.fields and "turns" not in case.fields]
    if not is_evals(sample) or not cases:
        return None
    return in_suite(sample, sample.page.without((*cases[0].at, "prompt"), line=cases[0].at))


def misspelt_prompt(sample: Sample) -> Broken | None:
    cases = [case for case in sample.suite.evals if "prompt" in case.fields]
    if not is_evals(sample) or not cases:
        return None
    return in_suite(sample, sample.page.renamed((*cases[0].at, "prompt"), "promt"))


def blank_prompt(sample: Sample) -> Broken | None:
    """A case that says that it is about emptiness may have an empty prompt."""
    cases = [
        case
        for case in sample.suite.evals
        if isinstance(case.fields.get("prompt"), str) and not EMPTINESS.search(written(dict(case.fields)))
    ]
    if not is_evals(sample) or not cases:
        return None
    return in_suite(sample, sample.page.replaced((*cases[0].at, "prompt"), " \n "))


def text_for_a_case(sample: Sample) -> Broken | None:
    if not is_evals(sample) or len(sample.suite.evals) < 2:
        return None
    return in_suite(sample, sample.page.replaced(sample.suite.evals[0].at, "a case"))


def number(name: str, value: str, sample: Sample) -> Broken | None:
    free = [case for case in sample.suite.evals if name not in case.fields]
    if not is_evals(sample, EVOLVE) or not free:
        return None
    new = sample.page.added(free[0].at, name, 2)
    return text_in_suite(sample, new.text.replace(f'"{name}": 2', f'"{name}": {value}', 1), new.line)


def float_turns(sample: Sample) -> Broken | None:
    return number("max_turns", "2.0", sample)


def negative_timeout(sample: Sample) -> Broken | None:
    return number("timeout_seconds", "-5", sample)


def retired(sample: Sample) -> Broken | None:
    free = [case for case in sample.suite.evals if "skip_providers" not in case.fields]
    if not is_evals(sample, EVOLVE) or not free:
        return None
    return in_suite(sample, sample.page.added(free[0].at, "skip_providers", ["openai"]))


def both_keys(sample: Sample) -> Broken | None:
    """The finding lies at the later list of the one case; where every case has both, it would lie at the cases."""
    cases = sample.suite.evals
    fit = [c for c in cases if c.fields.get("assertions") and "expectations" not in c.fields]
    taken = any({"assertions", "expectations"} <= c.fields.keys() for c in cases)
    if not is_evals(sample, SKILL_CREATOR) or not fit or taken or len(cases) == 1:
        return None
    new = sample.page.added(fit[0].at, "expectations", ["Says so"])
    return text_in_suite(sample, new.text, sample.page.opening((*fit[0].at, "assertions")))


def stranger(sample: Sample) -> Broken | None:
    """The schema of schemas, as editors offer it; eval-magic takes none at all."""
    page = sample.page
    if not page.is_json or sample.number or not isinstance(page.document.value, dict):
        return None
    if "$schema" in page.document.value:
        return in_suite(sample, page.replaced(("$schema",), "https://json-schema.org/draft/2020-12/schema"))
    return in_suite(sample, page.added((), "$schema", "https://json-schema.org/draft/2020-12/schema"))


def wrong_skill(sample: Sample) -> Broken | None:
    """A suite that lies in the folder of a skill and says that it is about another one."""
    suite, skill = sample.suite, sample.skill
    if not sample.page.is_json or skill is None or not isinstance(suite.fields.get("skill_name"), str):
        return None
    inside = suite.path.startswith(f"{skill.directory}/")
    return in_suite(sample, sample.page.replaced(("skill_name",), "somebody-else")) if inside else None


def skill_of_nothing(sample: Sample) -> Broken | None:
    """A suite whose place does not say which skill it is about, so that only its ``skill_name`` does."""
    suite, skill = sample.suite, sample.skill
    if not sample.page.is_json or skill is None or not isinstance(suite.fields.get("skill_name"), str):
        return None
    placed = not skill.directory or suite.path.startswith(f"{skill.directory}/") or skill.name in suite.path.split("/")
    return (
        None
        if placed or suite.dialect == EVOLVE
        else in_suite(sample, sample.page.replaced(("skill_name",), "somebody-else"))
    )


def nothing_graded(sample: Sample) -> Broken | None:
    """Every oracle of a case goes; keys that are not modelled could be oracles too, and eval-magic's is required."""
    suite = sample.suite
    cases = [case for case in suite.evals if case.checks and not case.fields.keys() - PLAIN]
    if not is_evals(sample, EVOLVE, SKILL_CREATOR) or not cases or suite.fields.keys() - PLAIN:
        return None
    gone = [(*cases[0].at, name) for name in ORACLES if name in cases[0].fields]
    return in_suite(sample, sample.page.without(*gone, line=cases[0].at))


EMPTINESS = re.compile("empty|blank|no.?(?:input|prompt|text|query)", re.IGNORECASE)
ORACLES = ("assertions", "expectations", "expected_output")
PLAIN = {"id", "name", "prompt", "files", "allowed_tools", "skill_name", "evals", "$schema", *ORACLES}


def unknown_check(sample: Sample) -> Broken | None:
    found = checks(sample, "regex", "file_exists", "command", "transcript_check", "llm_judge")
    if not is_evals(sample, EVOLVE, EVAL_MAGIC) or not found:
        return None
    _, check = found[0]
    return in_suite(sample, sample.page.replaced((*check.at, "type"), f"{check.kind}s"))


def fieldless(sample: Sample) -> Broken | None:
    needs = {"regex": "pattern", "file_exists": "path", "command": "run", "llm_judge": "rubric"}
    found = [one for one in checks(sample, *needs) if needs[one[1].kind] in one[1].fields]
    if not is_evals(sample, EVOLVE, EVAL_MAGIC) or not found:
        return None
    _, check = found[0]
    return in_suite(sample, sample.page.without((*check.at, needs[check.kind]), line=check.at))


def pattern(new: str, sample: Sample) -> Broken | None:
    found = [(case, check) for case, check in checks(sample, "regex") if "pattern" in check.fields]
    if not is_evals(sample, EVOLVE) or not found:
        return None
    _, check = found[0]
    return in_suite(sample, sample.page.replaced((*check.at, "pattern"), new.format(check.fields["pattern"])))


def unbalanced(sample: Sample) -> Broken | None:
    return pattern("{}(", sample)


def lookahead(sample: Sample) -> Broken | None:
    return pattern("{}(?=x)", sample)


def anything(sample: Sample) -> Broken | None:
    return pattern(".*", sample)


def always_true(sample: Sample) -> Broken | None:
    found = checks(sample, "command")
    if not is_evals(sample, EVOLVE) or not found:
        return None
    return in_suite(sample, sample.page.replaced((*found[0][1].at, "run"), "go vet ./... || true"))


def contradiction(sample: Sample) -> Broken | None:
    found = [(case, check) for case, check in checks(sample, "regex") if {"pattern", "path"} <= check.fields.keys()]
    if not is_evals(sample, EVOLVE) or not found:
        return None
    case, check = found[0]
    return in_suite(sample, sample.page.appended((*case.at, "assertions"), {**check.fields, "type": "not_regex"}))


def absent_and_there(sample: Sample) -> Broken | None:
    found = [(case, check) for case, check in checks(sample, "file_exists") if "path" in check.fields]
    if not is_evals(sample, EVOLVE) or not found:
        return None
    case, check = found[0]
    twin = {"type": "file_absent", "path": check.fields["path"]}
    return in_suite(sample, sample.page.appended((*case.at, "assertions"), twin))


def outside(sample: Sample) -> Broken | None:
    found = [(case, check) for case, check in checks(sample, "regex", "file_exists") if "path" in check.fields]
    if not is_evals(sample, EVOLVE) or not found:
        return None
    return in_suite(sample, sample.page.replaced((*found[0][1].at, "path"), "../outside.txt"))


def check_twice(sample: Sample) -> Broken | None:
    for case in sample.suite.evals:
        authored: Any = case.fields.get("assertions")
        if isinstance(authored, list) and authored and is_evals(sample):
            one = authored[-1]
            if isinstance(one, dict) and "id" in one and sample.suite.dialect == EVAL_MAGIC:
                one = {**one, "id": f"{one['id']}-more"}
            return in_suite(sample, sample.page.appended((*case.at, "assertions"), one))
    return None


def assertion_id(value: str | None, sample: Sample) -> Broken | None:
    for case in sample.suite.evals if is_evals(sample, EVAL_MAGIC) else ():
        named = [check for check in case.checks if check.id is not None]
        if len(named) > 1:
            at = (*named[-1].at, "id")
            return in_suite(sample, sample.page.replaced(at, named[0].id if value is None else value))
    return None


def same_assertion_id(sample: Sample) -> Broken | None:
    return assertion_id(None, sample)


def reserved_id(sample: Sample) -> Broken | None:
    return assertion_id("__skill_invoked", sample)


EVALS: tuple[Mutation, ...] = (
    Mutation(name="id twice", rule="duplicate-id", breaks=same_id),
    Mutation(name="id left out", rule="missing-id", breaks=no_id),
    Mutation(name="id that is no folder's name", rule="id-form", breaks=unsafe_id),
    Mutation(name="prompt left out", rule="schema-violation", breaks=no_prompt),
    Mutation(name="prompt's key misspelt", rule="unknown-key", breaks=misspelt_prompt),
    Mutation(name="blank prompt", rule="blank-prompt", breaks=blank_prompt),
    Mutation(name="text where a case should be", rule="schema-violation", breaks=text_for_a_case),
    Mutation(name="2.0 for a number of turns", rule="wrong-number", breaks=float_turns),
    Mutation(name="negative time limit", rule="wrong-number", breaks=negative_timeout),
    Mutation(name="retired key", rule="retired-key", breaks=retired),
    Mutation(name="assertions and expectations", rule="two-check-keys", breaks=both_keys),
    Mutation(name="another format's $schema", rule="schema-url", breaks=stranger),
    Mutation(name="another skill's name", rule="skill-name-mismatch", breaks=wrong_skill),
    Mutation(name="a skill that is not there", rule="orphan-suite", breaks=skill_of_nothing),
    Mutation(name="nothing left to grade", rule="nothing-to-grade", breaks=nothing_graded),
    Mutation(name="unknown check type", rule="unknown-check", breaks=unknown_check),
    Mutation(name="check without its field", rule="missing-check-field", breaks=fieldless),
    Mutation(name="unbalanced parenthesis", rule="invalid-pattern", breaks=unbalanced),
    Mutation(name="lookahead, which RE2 has not", rule="invalid-pattern", breaks=lookahead),
    Mutation(name="pattern that matches anything", rule="vacuous-pattern", breaks=anything),
    Mutation(name="command that cannot fail", rule="vacuous-command", breaks=always_true),
    Mutation(name="pattern asked for and forbidden", rule="contradicting-checks", breaks=contradiction),
    Mutation(name="file asked for and forbidden", rule="contradicting-checks", breaks=absent_and_there),
    Mutation(name="check outside the workspace", rule="check-escapes", breaks=outside),
    Mutation(name="check twice", rule="duplicate-check", breaks=check_twice),
    Mutation(name="assertion id twice", rule="duplicate-assertion-id", breaks=same_assertion_id),
    Mutation(name="reserved assertion id", rule="reserved-id", breaks=reserved_id),
)
