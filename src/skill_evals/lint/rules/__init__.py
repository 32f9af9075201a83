"""Every rule, in the order of the catalogue: one file a rule or a tight family, one line here."""

from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import (
    answer_key_fixture,
    blank_prompt,
    check_escapes,
    conflicting_query,
    description_form,
    duplicate_assertion_id,
    duplicate_id,
    duplicate_key,
    duplicate_query,
    fixture_collision,
    fixture_escapes,
    id_form,
    inconsistent_results,
    invalid_document,
    invalid_frontmatter,
    invalid_pattern,
    missing_check_field,
    missing_fixture,
    missing_id,
    not_boolean,
    not_model_invocable,
    not_utf8,
    nothing_to_grade,
    one_sided_triggers,
    orphan_suite,
    retired_key,
    schema_url,
    schema_violation,
    shadowed_suite,
    skill_name_mismatch,
    split_leak,
    stale_evals,
    stale_triggers,
    suspect_results,
    two_check_keys,
    unbalanced_triggers,
    unknown_check,
    unknown_key,
    unknown_suite,
    unreadable_size,
    unrun_case,
    unsupported_results,
    wrong_number,
    yaml_trap,
)

DOCUMENTS: tuple[Rule, ...] = (
    invalid_document.RULE,
    duplicate_key.RULE,
    not_utf8.RULE,
    unreadable_size.RULE,
    shadowed_suite.RULE,
    unknown_suite.RULE,
    yaml_trap.RULE,
)
SCHEMA: tuple[Rule, ...] = (
    schema_violation.RULE,
    unknown_key.RULE,
    not_boolean.RULE,
    wrong_number.RULE,
    retired_key.RULE,
    two_check_keys.RULE,
    schema_url.RULE,
)
IDENTITY: tuple[Rule, ...] = (
    missing_id.RULE,
    duplicate_id.RULE,
    id_form.RULE,
    duplicate_assertion_id.RULE,
    skill_name_mismatch.RULE,
    orphan_suite.RULE,
)
FIXTURES: tuple[Rule, ...] = (
    missing_fixture.RULE,
    fixture_escapes.RULE,
    fixture_collision.RULE,
    answer_key_fixture.RULE,
)
TRIGGERS: tuple[Rule, ...] = (
    one_sided_triggers.RULE,
    unbalanced_triggers.RULE,
    duplicate_query.RULE,
    conflicting_query.RULE,
    not_model_invocable.RULE,
    split_leak.RULE,
)
EVALS: tuple[Rule, ...] = (
    nothing_to_grade.RULE,
    unknown_check.RULE,
    missing_check_field.RULE,
    invalid_pattern.RULE,
    check_escapes.RULE,
    blank_prompt.RULE,
)
RESULTS: tuple[Rule, ...] = (
    stale_triggers.RULE,
    stale_evals.RULE,
    unrun_case.RULE,
    inconsistent_results.RULE,
    suspect_results.RULE,
    unsupported_results.RULE,
)
SKILL: tuple[Rule, ...] = (
    invalid_frontmatter.RULE,
    description_form.RULE,
)

RULES: tuple[Rule, ...] = (
    *DOCUMENTS,
    *SCHEMA,
    *IDENTITY,
    *FIXTURES,
    *TRIGGERS,
    *EVALS,
    *RESULTS,
    *SKILL,
)
