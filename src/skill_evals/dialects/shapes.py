"""Shapes that are recognised and not checked: who reads them, in words, and how they are told."""

from collections.abc import Callable, Mapping

from skill_evals.dialects.content import GRADING_KEYS, LABEL, mapping, mostly, objects, tally
from skill_evals.dialects.place import Place
from skill_evals.model.light import light

_LABELS = frozenset({LABEL, "trigger_expected", "expected_activation", "expected_trigger", "activates"})
_PROMPTS = frozenset({"prompt", "query", "input", "question", "task", "instruction", "invoke", "text"})
_TARGETS = frozenset({"accept", "expect", "expected", "expected_skill", "expected_selected_skill", "skill"})
_CASE_LISTS = ("cases", "tests", "test_cases", "testCases", "eval_cases", "scenarios", "tasks", "routes", "steps",
               "queries", "triggers", "evals", "evaluations", "examples", "prompts")  # fmt: skip


@light(frozen=True, slots=True, kw_only=True)
class Shape:
    """``words`` completes "it is …". A ``common`` shape counts only where a skill is near."""

    name: str
    words: str
    matches: Callable[[object, Place], bool]
    common: bool = False


def _keys(*names: str) -> Callable[[object, Place], bool]:
    wanted = frozenset(names)
    return lambda value, _place: wanted.issubset(mapping(value))


def _listed(key: str, *names: str) -> Callable[[object, Place], bool]:
    """The object's list under a key holds objects of which half have every one of these members."""
    return lambda value, _place: _most(objects(mapping(value).get(key)), *names)


def _most(cases: list[dict[str, object]], *names: str) -> bool:
    wanted = frozenset(names)
    return mostly(sum(wanted.issubset(case) for case in cases), len(cases))


def _any_of(cases: list[dict[str, object]], names: frozenset[str]) -> bool:
    return mostly(sum(not names.isdisjoint(case) for case in cases), len(cases))


def _plugin_eval(value: object, place: Place) -> bool:
    top = mapping(value)
    return place.path.endswith("case.yaml") and ("execution" in top or "graders" in top)


def _promptfoo(value: object, _place: Place) -> bool:
    top = mapping(value)
    return "providers" in top and ("tests" in top or "prompts" in top or "scenarios" in top)


def _promptfoo_tests(value: object, _place: Place) -> bool:
    cases = objects(value)
    return _most(cases, "assert") or _most(cases, "vars")


def _waza(value: object, _place: Place) -> bool:
    top = mapping(value)
    runs = "executor" in mapping(top.get("config")) or "metrics" in top
    return "tasks" in top and runs and "skill" in top


def _caliper(value: object, _place: Place) -> bool:
    tasks = objects(mapping(value).get("tasks"))
    return _any_of(tasks, frozenset({"assert", "expect", "activates"})) and _most(tasks, "prompt")


def _nvidia(value: object, _place: Place) -> bool:
    cases = objects(value)
    return _most(cases, "question") and _any_of(
        cases, frozenset({"expected_skill", "expected_behavior", "ground_truth"})
    )


def _orchestkit(value: object, _place: Place) -> bool:
    return not {"quality_evals", "agent_evals"}.isdisjoint(mapping(value))


def _combined(value: object, _place: Place) -> bool:
    return "trigger_evals" in mapping(value)


def _split_prompts(value: object, _place: Place) -> bool:
    return not {"should_trigger_prompts", "should_not_trigger_prompts"}.isdisjoint(mapping(value))


def _object_assertions(value: object, _place: Place) -> bool:
    return tally(objects(mapping(value).get("evals"))).objects > 0


def case_list(top: Mapping[str, object]) -> tuple[str, list[dict[str, object]]]:
    """The first member that holds objects under a name that people give to lists of cases; else an empty name."""
    return next(((key, cases) for key in _CASE_LISTS if (cases := objects(top.get(key)))), ("", []))


def _mixed(value: object, _place: Place) -> bool:
    cases = objects(value) or case_list(mapping(value))[1]
    return _any_of(cases, _LABELS) and _any_of(cases, _PROMPTS)


def _routing(value: object, _place: Place) -> bool:
    cases = case_list(mapping(value))[1]
    return _any_of(cases, _TARGETS) and _any_of(cases, _PROMPTS) and not _any_of(cases, frozenset({"assertions"}))


def _object_of_cases(value: object, _place: Place) -> bool:
    return _any_of(case_list(mapping(value))[1], _PROMPTS)


def _case_array(value: object, _place: Place) -> bool:
    cases = objects(value)
    return _any_of(cases, _PROMPTS) and _any_of(cases, GRADING_KEYS | {"scenario_type", "eval_id"})


def _single_case(value: object, _place: Place) -> bool:
    top = mapping(value)
    return not _PROMPTS.isdisjoint(top) and not GRADING_KEYS.isdisjoint(top)


SHAPES: tuple[Shape, ...] = (
    Shape(name="claude-plugin-eval", words="a case of `claude plugin eval`", matches=_plugin_eval),
    Shape(name="promptfoo", words="a promptfoo configuration", matches=_promptfoo),
    Shape(name="promptfoo-tests", words="a list of promptfoo tests", matches=_promptfoo_tests, common=True),
    Shape(name="waza", words="a waza evaluation", matches=_waza),
    Shape(name="waza-triggers", words="waza's trigger tests", matches=_split_prompts),
    Shape(name="vally", words="a vally evaluation (`stimuli`)", matches=_listed("stimuli", "prompt")),
    Shape(name="skillgrade", words="a skillgrade task file", matches=_listed("tasks", "instruction", "graders")),
    Shape(name="caliper", words="a caliper task file", matches=_caliper, common=True),
    Shape(name="dotnet", words="a scenario file of dotnet's skill validator",
          matches=_listed("scenarios", "prompt", "assertions")),
    Shape(name="nvidia", words="an array of NVIDIA's SkillEvaluator", matches=_nvidia),
    Shape(name="orchestkit", words="an orchestkit evaluation", matches=_orchestkit),
    Shape(name="evals-and-triggers", words="one file with both `evals` and `trigger_evals`", matches=_combined),
    Shape(name="evalforge", words="a scenario of Wix EvalForge", matches=_keys("triggerPrompt", "assertions")),
    Shape(name="best-practices", words="a single case of Anthropic's best-practices page",
          matches=_keys("query", "expected_behavior")),
    Shape(name="object-assertions", words="an `evals` file whose assertions are objects of a vocabulary of its own",
          matches=_object_assertions),
    Shape(name="mixed", words="a list of cases that test triggering and outcome at once", matches=_mixed, common=True),
    Shape(name="routing", words="a routing set: which skill wins, or none", matches=_routing, common=True),
    Shape(name="case-array", words="an array of cases in a form of its own", matches=_case_array, common=True),
    Shape(name="case-list", words="a list of cases in a form of its own", matches=_object_of_cases, common=True),
    Shape(name="single-case", words="one case a file, in a form of its own", matches=_single_case, common=True),
)  # fmt: skip
"""In the order in which they are asked: the more particular first."""
