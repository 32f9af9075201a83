"""What lies in a tree, counted, for those who ask what is seen and what is not."""

from collections import Counter, defaultdict

from skill_evals.dialects.candidates import named_like_suite
from skill_evals.model.checkup import Census, SuiteCount, UncheckedShape
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.skill import Project
from skill_evals.model.suite import Tier, Unchecked
from skill_evals.skills.excludes import excluded
from skill_evals.skills.layout import SKILL_FILE


def census(project: Project, files: FileTree, config: Config) -> Census:
    # A file that serves several skills is attributed once for each.
    suites = {found.suite.path: found.suite for found in project.suites}.values()
    kinds = Counter((suite.dialect, suite.tier) for suite in suites)
    cases: Counter[tuple[str, Tier]] = Counter()
    for suite in suites:
        cases[suite.dialect, suite.tier] += len(suite.triggers) + len(suite.evals)
    unchecked: defaultdict[str, list[Unchecked]] = defaultdict(list)
    for one in project.unchecked:
        unchecked[one.shape].append(one)
    tested = {found.skill.directory for found in project.suites if found.skill is not None}
    return Census(
        layout=project.layout,
        plugins=len({skill.plugin_dir for skill in project.skills if skill.plugin}),
        skills=len(project.skills),
        without_suite=sum(skill.directory not in tested for skill in project.skills),
        suites=tuple(
            SuiteCount(dialect=dialect, tier=tier, files=number, cases=cases[dialect, tier])
            for (dialect, tier), number in sorted(kinds.items())
        ),
        unchecked=tuple(
            UncheckedShape(shape=shape, reason=found[0].reason, paths=tuple(one.path for one in found))
            for shape, found in sorted(unchecked.items())
        ),
        excluded=_excluded(files, config),
    )


def _excluded(files: FileTree, config: Config) -> tuple[str, ...]:
    is_out = excluded(config, files.entries)
    names = (path for path in files.entries if path.rpartition("/")[2] == SKILL_FILE or named_like_suite(path))
    return tuple(path for path in names if is_out(path))
