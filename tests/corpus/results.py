"""Breaks of stored results beside a suite of evolve's."""

import json
from collections.abc import Callable
from typing import Any

from corpus.broken import Broken, Mutation
from corpus.healthy import Sample
from corpus.splice import Page, Spliced
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Tier


def stored(sample: Sample) -> tuple[str, Page] | None:
    """The results beside the suite."""
    path = next(iter(sample.stored))
    page = sample.page_of(path)
    return (path, page) if page.is_json else None


def entries(page: Page, tier: Tier) -> list[Pointer]:
    """Where each model's results of a tier stand."""
    models: dict[str, Any] = page.value_at(("models",))
    return [("models", model, tier.value) for model in models if tier.value in models[model]]


def changed(sample: Sample, change: Callable[[Page, Pointer], Spliced | None]) -> Broken | None:
    """``change`` breaks the first model's entry of the suite's tier."""
    found = stored(sample)
    if found is None or not (places := entries(found[1], sample.suite.tier)):
        return None
    spliced = change(found[1], places[0])
    path = found[0]
    if spliced is None:
        return None
    return Broken(
        files={path: spliced.text.encode()}, path=path, line=spliced.line, further=frozenset({"inconsistent-results"})
    )


def wrong_total(sample: Sample) -> Broken | None:
    def change(page: Page, at: Pointer) -> Spliced:
        place = (*at, "summary", "total")
        return page.replaced(place, page.value_at(place) + 1)

    return changed(sample, change)


def wrong_rate(sample: Sample) -> Broken | None:
    def change(page: Page, at: Pointer) -> Spliced:
        place = (*at, "summary", "pass_rate")
        return page.replaced(place, 0.123)

    return changed(sample, change)


def unearned(sample: Sample) -> Broken | None:
    """A query's verdict is turned round, and what the file counts stays: that does not follow any more either."""

    def change(page: Page, at: Pointer) -> Spliced | None:
        results = page.value_at((*at, "results"))
        ran = [n for n, result in enumerate(results) if result.get("runs") and result.get("passed") is not None]
        if sample.suite.tier is not Tier.TRIGGERS or not ran:
            return None
        place = (*at, "results", ran[0], "passed")
        return page.replaced(place, not page.value_at(place))

    return changed(sample, change)


def newer(sample: Sample) -> Broken | None:
    found = stored(sample)
    if found is None:
        return None
    spliced = found[1].replaced(("schema",), 99)
    return Broken(files={found[0]: spliced.text.encode()}, path=found[0], line=spliced.line)


def silent(sample: Sample) -> Broken | None:
    """No model ever activated the skill, counted as a dead harness would count it."""
    found = stored(sample)
    if found is None or sample.suite.tier is not Tier.TRIGGERS:
        return None
    path, page = found
    value: Any = page.document.value
    places = entries(page, Tier.TRIGGERS)
    for _, model, tier in places:
        if not kill(value["models"][model][tier]):
            return None
    text = json.dumps(value, indent=2, ensure_ascii=False)
    first = text.index('"triggers": {', text.index(json.dumps(places[0][1], ensure_ascii=False) + ": {"))
    return Broken(files={path: text.encode()}, path=path, line=text.count("\n", 0, first) + 1, further=SAME_BREAK)


SAME_BREAK = frozenset({"suspect-results"})
"""Every model's entry is suspect, each at a line of its own."""


def kill(entry: dict[str, Any]) -> bool:
    """Whether an entry with two positives or more is now that of a dead harness; verdicts and counts follow."""
    results = entry["results"]
    positives = [result for result in results if result["should_trigger"]]
    if len(positives) < 2 or len(positives) == len(results) or not all(result.get("runs") for result in results):
        return False
    for result in results:
        result["hits"], result["passed"] = 0, not result["should_trigger"]
    passed, total = len(results) - len(positives), len(results)
    entry["summary"] |= {
        "passed": passed, "failed": total - passed, "total": total, "pass_rate": round(passed / total, 6)
    }  # fmt: skip
    return True


def left_behind(sample: Sample) -> Broken | None:
    """A case is renamed, and its result stays behind."""
    found, suite = stored(sample), sample.suite
    if found is None or not sample.page.is_json or not (places := entries(found[1], suite.tier)):
        return None
    key = "query" if suite.tier is Tier.TRIGGERS else "id"
    at = (suite.triggers or suite.evals)[0].at
    old = sample.page.value_at((*at, key))
    for place in places:
        for number, result in enumerate(found[1].value_at((*place, "results"))):
            if result[key] == old:
                line = found[1].opening((*place, "results", number))
                new = sample.page.replaced((*at, key), "renamed-by-hand")
                return Broken(files={suite.path: new.text.encode()}, path=found[0], line=line)
    return None


def reformatted(sample: Sample) -> Broken | None:
    """Another program has written the file anew."""
    found = stored(sample)
    if found is None:
        return None
    text = json.dumps(found[1].document.value, indent=4, ensure_ascii=False)
    return Broken(files={found[0]: text.encode()}, path=found[0], line=2)


RESULTS: tuple[Mutation, ...] = (
    Mutation(name="total changed", rule="inconsistent-results", breaks=wrong_total, of_results=True),
    Mutation(name="pass rate changed", rule="inconsistent-results", breaks=wrong_rate, of_results=True),
    Mutation(name="verdict turned round", rule="inconsistent-results", breaks=unearned, of_results=True),
    Mutation(name="schema of the future", rule="unsupported-results", breaks=newer, of_results=True),
    Mutation(name="every positive silent", rule="suspect-results", breaks=silent, of_results=True),
    Mutation(name="result of a case that is gone", rule="orphan-result", breaks=left_behind, of_results=True),
    Mutation(
        name="results written by another program", rule="hand-edited-results", breaks=reformatted, of_results=True
    ),
)
