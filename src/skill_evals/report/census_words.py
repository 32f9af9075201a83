"""What lies in a tree, in words."""

from collections.abc import Iterator

from skill_evals.model.checkup import Census
from skill_evals.report.escape import terminal

BY = {
    "marketplace": "by .claude-plugin/marketplace.json",
    "multi": "by plugins/*/.claude-plugin/plugin.json",
    "single": "by .claude-plugin/plugin.json",
    "loose": "no manifest at the root or under plugins/",
}
"""The marks of a layout that nobody sets."""


def census_lines(census: Census, *, layout_reason: str = "") -> Iterator[str]:
    """One statement a line. ``layout_reason`` says who set the layout; empty: the manifests decide."""
    yield f"layout: {census.layout} ({layout_reason or BY[census.layout]})"
    plugins = f" in {many(census.plugins, 'plugin')}" if census.plugins else ""
    untested = f", {census.without_suite} of them without a suite" if census.without_suite else ""
    yield f"{many(census.skills, 'skill')}{plugins}{untested}"
    for count in census.suites:
        yield (f"{count.dialect}, {count.tier.value}: {many(count.files, 'suite')} with {many(count.cases, 'case')}")
    if not census.suites:
        yield "no suite; docs/first-suite.md shows how to write one"
    for one in census.unchecked:
        example = f"such as {terminal(one.paths[0])}: {terminal(one.reason)}"
        yield f"not checked, {terminal(one.shape)}: {many(len(one.paths), 'file')}, {example}"
    if census.excluded:
        yield f"left out by `exclude`: {many(len(census.excluded), 'file')}, such as {terminal(census.excluded[0])}"


def many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
