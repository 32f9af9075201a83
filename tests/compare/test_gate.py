from skill_evals.compare.decide import decide
from skill_evals.compare.gate import gate
from skill_evals.model.comparison import Comparison
from skill_evals.model.config import GateConfig

from .families import case, family, fresh, put_to_test, with_sets

DEFAULTS = GateConfig()
REGRESSED = decide(
    [with_sets(family(case("a", "2/2", "0/2")), put_to_test("down", fresh("a", "12/12", "0/12")))], alpha=0.01
)
INCONCLUSIVE = decide([with_sets(family(case("a", "2/2", "0/2")), put_to_test("down", run=False))], alpha=0.01)


def failed(comparison: Comparison | None, **more: object) -> bool:
    said = {"lint_errors": 0, "config": DEFAULTS, "backend": "messages", "chosen_by_name": False} | more
    return gate(comparison, **said).failed  # type: ignore[arg-type]  # a test names real parameters


def test_lint_errors_fail_the_gate() -> None:
    assert not failed(None)
    assert gate(None, lint_errors=3, config=DEFAULTS, backend="messages", chosen_by_name=False).reasons == (
        "3 lint errors",
    )


def test_only_regressed_fails_it() -> None:
    assert failed(REGRESSED)
    assert not failed(INCONCLUSIVE)


def test_lexical_fails_it_only_where_it_was_chosen_by_name() -> None:
    assert failed(REGRESSED, backend="lexical", chosen_by_name=True)
    decision = gate(REGRESSED, lint_errors=0, config=DEFAULTS, backend="lexical", chosen_by_name=False)
    assert not decision.failed
    assert decision.notes[0] == (
        "informs only: regressed: brew-tea (triggers, some/model), since the backend lexical was not chosen by name"
    )


def test_a_pass_rate_under_its_threshold_informs_unless_the_floor_is_asked_for() -> None:
    low = decide([with_sets(family(case("a", "0/2", "0/2"), case("b", "0/2", "0/2")))], alpha=0.01)
    informed = gate(low, lint_errors=0, config=DEFAULTS, backend="messages", chosen_by_name=False)
    assert not informed.failed
    assert informed.notes == ("informs only: brew-tea (triggers, some/model) passes 0%, under its threshold of 50%",)
    assert failed(low, config=GateConfig(floor=True))
    at_threshold = decide([with_sets(family(case("a", "2/2", "2/2"), case("b", "0/2", "0/2")))], alpha=0.01)
    assert not failed(at_threshold, config=GateConfig(floor=True))
