"""Of what several rules find at one place, that is said which helps most."""

from lint.made_up import PATH, lint, on_suite
from skill_evals.lint.fault import Fault
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, RenameKey
from skill_evals.model.position import Part


def test_a_general_rule_is_silent_where_a_specific_one_speaks() -> None:
    general = on_suite(
        Fault(path=PATH, message="at the same node", at=("triggers", 0, "query")),
        Fault(path=PATH, message="at another", at=("triggers", 1)),
        name="general", general=True,
    )  # fmt: skip
    found = lint(general, on_suite(Fault(path=PATH, message="precise", at=("triggers", 0, "query"))))
    assert sorted(d.message for d in found.diagnostics) == ["at another", "precise"]


def test_a_specific_rule_may_speak_of_more_nodes_than_the_one_it_lies_at() -> None:
    general = on_suite(
        *(Fault(path=PATH, message=str(n), at=("triggers", n, "id"), part=Part.OPEN) for n in range(3)),
        name="general", general=True,
    )  # fmt: skip
    whole = Fault(path=PATH, message="none", at=("triggers",), covers=(("triggers", 0, "id"), ("triggers", 1, "id")))
    assert sorted(d.message for d in lint(general, on_suite(whole)).diagnostics) == ["2", "none"]


def test_a_misspelt_key_is_as_grave_as_the_absence_that_goes_untold() -> None:
    absent = on_suite(
        Fault(path=PATH, message="absent", at=("triggers", 0, "query"), part=Part.OPEN), name="general", general=True,
        severity=Severity.ERROR,
    )  # fmt: skip
    rename = Fix(title="t", edits=(RenameKey(at=("triggers", 0, "qery"), name="query"),), safe=False)
    misspelt = on_suite(Fault(path=PATH, message="misspelt", at=("triggers", 0, "qery"), fix=rename))
    told = lint(absent, misspelt).diagnostics
    assert [(d.message, d.severity) for d in told] == [("misspelt", Severity.ERROR)]
    assert [d.severity for d in lint(misspelt).diagnostics] == [Severity.WARNING]


def test_nothing_is_missed_in_a_value_that_is_wrong_itself() -> None:
    general = on_suite(Fault(path=PATH, message="no object", at=("triggers",)), name="general", general=True)
    missing = Fault(path=PATH, message="no query", at=("triggers", 0, "query"), part=Part.OPEN)
    assert [d.message for d in lint(general, on_suite(missing)).diagnostics] == ["no object"]
    assert [d.message for d in lint(on_suite(missing)).diagnostics] == ["no query"]


def test_the_same_finding_twice_is_one() -> None:
    fault = Fault(path=PATH, message="a")
    assert len(lint(on_suite(fault, fault)).diagnostics) == 1
