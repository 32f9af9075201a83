"""A rule: its catalogue entry, its page (the module's docstring), and its check.

A rule's module looks like this, and stands in the list of ``lint/rules/__init__.py``::

    \"\"\"<one sentence>

    ## What it does
    ## Why is this bad
    ## Bad
    ```json path=evals/demo/triggers.json
    ...
    ```
    ## Good
    ## Configuration
    ## How to fix
    \"\"\"

    def check(attribution: Attribution, context: Context) -> Iterator[Fault]: ...

    RULE = Rule(name="duplicate-id", code="I002", severity=Severity.ERROR, page=__doc__, on_suite=check)

Exactly one of the ``on_…`` checks is set: it says how much of the tree the rule wants to see.
"""

from collections.abc import Callable, Iterable

from skill_evals.documents.document import Document
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.light import light
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Tier

EVOLVE = "evolve"
EVAL_MAGIC = "eval-magic"
SKILL_CREATOR = "skill-creator"
TRIGGER_SET = "trigger-set"


@light(frozen=True, slots=True, kw_only=True)
class Rule:
    name: str
    code: str
    severity: Severity
    page: str | None
    """The documentation page: the docstring of the rule's module."""
    on_document: Callable[[Document, Context], Iterable[Fault]] | None = None
    """Sees every document that its reader found something wrong with."""
    on_suite: Callable[[Attribution, Context], Iterable[Fault]] | None = None
    """Looks at the suite and its document, at the skills, the files, the configuration and the base, and at no other
    suite and no results; its faults lie in the suite's file."""
    on_skill: Callable[[Skill, Context], Iterable[Fault]] | None = None
    on_results: Callable[[CommittedResults, Context], Iterable[Fault]] | None = None
    on_group: Callable[[TriggerGroup, Context], Iterable[Fault]] | None = None
    """Looks at the trigger cases about one skill, and beyond them at what ``on_suite`` may; its faults lie in their
    files."""
    on_project: Callable[[Context], Iterable[Fault]] | None = None
    dialects: frozenset[str] | None = None
    """Names of dialects it speaks about; None: all."""
    tier: Tier | None = None
    default: bool = True
    heuristic: bool = False
    """A heuristic rule is never an error."""
    whole_file: bool = False
    """It judges a suite's file as a whole: once, though the file may serve several skills."""
    general: bool = False
    """A general rule is silent at a node where another rule has something to say."""
    needs_base: bool = False
    fixable: bool = False

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return (self.page or "").strip().partition("\n")[0]
