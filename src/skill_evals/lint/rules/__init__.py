"""Every rule, in the order of the catalogue: one file a rule or a tight family, one line here."""

from skill_evals.lint.rule import Rule

DOCUMENTS: tuple[Rule, ...] = ()
SCHEMA: tuple[Rule, ...] = ()
IDENTITY: tuple[Rule, ...] = ()
FIXTURES: tuple[Rule, ...] = ()
TRIGGERS: tuple[Rule, ...] = ()
EVALS: tuple[Rule, ...] = ()
RESULTS: tuple[Rule, ...] = ()
SKILL: tuple[Rule, ...] = ()

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
