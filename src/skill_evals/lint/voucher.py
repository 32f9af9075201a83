"""Whether rules are silent about a part of the tree, asked before the rest of it is known."""

from collections.abc import Iterable

from skill_evals.lint.context import Context
from skill_evals.lint.engine import Check, Subject, of_project, speaks_about
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import Selection
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier


class Voucher:
    """Says of single suites, and of the trigger cases about one skill, whether any rule on such has something to say.

    Such a rule looks at the suite and its document, at the skills, the files and the configuration, and at no other
    suite and no results, so that it can be asked before those are known. So do some rules on the whole project.
    """

    def __init__(self, context: Context, selection: Selection) -> None:
        """``context`` is of a tree without a base; whatever of it is not known yet raises when it is looked at."""
        self._context = context
        self._selected = [rule for rule in selection.rules if not rule.needs_base]
        self._rules = [rule for rule in self._selected if rule.on_suite is not None]
        self._checks: dict[tuple[str, Tier], list[Check]] = {}
        self._on_groups = [rule.on_group for rule in selection.rules if rule.on_group is not None]
        self._on_results = [rule.on_results for rule in self._selected if rule.on_results is not None]

    def vouches(self, attribution: Attribution) -> bool:
        """Whether all of them are silent, and none fails."""
        dialect, tier = attribution.suite.dialect, attribution.suite.tier
        if (dialect, tier) not in self._checks:
            checks = [rule.on_suite for rule in self._rules if speaks_about(rule, dialect, tier)]
            self._checks[dialect, tier] = [check for check in checks if check is not None]
        return self._silent(self._checks[dialect, tier], attribution)

    def vouches_for_group(self, group: TriggerGroup) -> bool:
        """The same of rules on the trigger cases about one skill, all of which must be there."""
        return self._silent(self._on_groups, group)

    def vouches_for_results(self, results: CommittedResults) -> bool:
        """The same of rules on results; the context must hold all results, and the suites about their skills."""
        return self._silent(self._on_results, results)

    @property
    def broad(self) -> list[Rule]:
        """The rules on skills, and on the whole project."""
        return [rule for rule in self._selected if rule.on_skill is not None or rule.on_project is not None]

    def is_silent(self, rule: Rule) -> bool:
        """Whether such a rule needs no suite to say that all is well."""
        if rule.on_project is not None:
            return self._silent((of_project(rule.on_project),), self._context)
        if rule.on_skill is None:
            return False
        return all(self._silent((rule.on_skill,), skill) for skill in self._context.project.skills)

    def _silent(self, checks: Iterable[Check], subject: Subject) -> bool:
        try:
            for check in checks:
                for _ in check(subject, self._context):
                    return False
        except Exception:  # noqa: BLE001 -- whatever a rule raises, it is asked again when it can be told
            return False
        return True
