"""Breaks of trigger cases."""

from collections.abc import Callable
from typing import Any

from corpus.broken import Broken, Mutation, in_suite
from corpus.healthy import Sample
from corpus.splice import Spliced
from skill_evals.model.suite import Tier, TriggerCase


def is_triggers(sample: Sample) -> bool:
    return sample.suite.tier is Tier.TRIGGERS and sample.page.is_json


def labelled(sample: Sample) -> list[TriggerCase]:
    """Cases that are objects with a label of their own."""
    page = sample.page
    return [
        case
        for case in sample.suite.triggers
        if isinstance(page.value_at(case.at), dict)
        and case.label_at[:-1] == case.at
        and case.should_trigger is not None
    ]


def text_label(sample: Sample) -> Broken | None:
    cases = labelled(sample) if is_triggers(sample) else []
    return in_suite(sample, sample.page.replaced(cases[0].label_at, "false")) if cases else None


def no_label(sample: Sample) -> Broken | None:
    cases = labelled(sample) if is_triggers(sample) else []
    if not cases:
        return None
    return in_suite(sample, sample.page.without(cases[0].label_at, line=cases[0].at))


def misspelt_label(sample: Sample) -> Broken | None:
    cases = labelled(sample) if is_triggers(sample) else []
    return in_suite(sample, sample.page.renamed(cases[0].label_at, "should_triger")) if cases else None


def no_query(sample: Sample) -> Broken | None:
    cases = labelled(sample) if is_triggers(sample) else []
    if not cases or cases[0].query_at == cases[0].at:
        return None
    return in_suite(sample, sample.page.without(cases[0].query_at, line=cases[0].at))


def blank_query(sample: Sample) -> Broken | None:
    if not is_triggers(sample):
        return None
    return in_suite(sample, sample.page.replaced(sample.suite.triggers[0].query_at, "  "))


def again(sample: Sample, case: TriggerCase, **changes: object) -> Spliced | None:
    """A case once more, behind the last one of its list, under an id of its own."""
    if not isinstance(case.at[-1], int):
        return None
    value: Any = sample.page.value_at(case.at)
    if isinstance(value, dict):
        name = next((name for name in ("id", "key") if name in value), None)
        value = {**value, **({} if name is None else {name: another(value[name])}), **changes}
    return sample.page.appended(case.at[:-1], value)


def another(name: object) -> object:
    return name + 1_000 if isinstance(name, int) else f"{name}-more"


def same_query(sample: Sample) -> Broken | None:
    if not is_triggers(sample):
        return None
    spliced = again(sample, sample.suite.triggers[-1])
    return None if spliced is None else in_suite(sample, spliced)


def both_labels(sample: Sample) -> Broken | None:
    cases = labelled(sample) if is_triggers(sample) else []
    if not cases:
        return None
    case = cases[-1]
    spliced = again(sample, case, **{str(case.label_at[-1]): not case.should_trigger})
    return None if spliced is None else in_suite(sample, spliced)


def both_lists(sample: Sample) -> Broken | None:
    """In split lists a query is given a second label by standing in the other list."""
    page = sample.page
    if not is_triggers(sample) or labelled(sample):
        return None
    sides = {side: [c for c in sample.suite.triggers if c.should_trigger is side] for side in (True, False)}
    if not sides[True] or not sides[False] or sides[True][0].at[:-1] == sides[False][0].at[:-1]:
        return None
    return in_suite(sample, page.appended(sides[False][0].at[:-1], page.value_at(sides[True][0].at)))


def one_side(kept: Callable[[TriggerCase], bool], sample: Sample) -> Broken | None:
    """Every case of the other side goes, where this suite holds all of the skill's, and the model may choose the skill.

    A suite lies at the key of its list; a skill's part of a file about many skills, at its first case.
    """
    cases = sample.suite.triggers
    rest = [case for case in cases if kept(case)]
    hidden = sample.skill is not None and not sample.skill.surface.model_invocable
    if not is_triggers(sample) or not sample.alone or hidden or not rest or len(rest) == len(cases):
        return None
    place = sample.suite.cases_at if cases[0].skill is None else rest[0].at
    return in_suite(sample, sample.page.without(*(case.at for case in cases if not kept(case)), line=place))


def only_positives(sample: Sample) -> Broken | None:
    return one_side(lambda case: case.should_trigger is True, sample)


def only_negatives(sample: Sample) -> Broken | None:
    return one_side(lambda case: case.should_trigger is False, sample)


def explicit(sample: Sample) -> Broken | None:
    positives = [case for case in sample.suite.triggers if case.should_trigger and case.kind is None]
    if not is_triggers(sample) or not positives or sample.skill is None or "kind" in sample.suite.fields:
        return None
    case = positives[0]
    return in_suite(sample, sample.page.replaced(case.query_at, f"/{sample.skill.name} {case.query}"))


def leaked(sample: Sample) -> Broken | None:
    """A training query is copied into the validation split."""
    cases = sample.suite.triggers
    train = [case for case in cases if case.split == "train"]
    if not is_triggers(sample) or not train or not any(case.split == "validation" for case in cases):
        return None
    spliced = again(sample, train[0], split="validation")
    return None if spliced is None else in_suite(sample, spliced)


TRIGGERS: tuple[Mutation, ...] = (
    Mutation(name="label as a text", rule="not-boolean", breaks=text_label),
    Mutation(name="label left out", rule="schema-violation", breaks=no_label),
    Mutation(name="label's key misspelt", rule="unknown-key", breaks=misspelt_label),
    Mutation(name="query left out", rule="schema-violation", breaks=no_query),
    Mutation(name="blank query", rule="blank-prompt", breaks=blank_query),
    Mutation(name="query twice", rule="duplicate-query", breaks=same_query),
    Mutation(name="query with both labels", rule="conflicting-query", breaks=both_labels),
    Mutation(name="query in both lists", rule="conflicting-query", breaks=both_lists),
    Mutation(name="negatives removed", rule="one-sided-triggers", breaks=only_positives),
    Mutation(name="positives removed", rule="one-sided-triggers", breaks=only_negatives),
    Mutation(name="query made an invocation", rule="slash-command-query", breaks=explicit),
    Mutation(name="training query in validation", rule="split-leak", breaks=leaked),
)
