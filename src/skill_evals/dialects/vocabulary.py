"""What each dialect's runner knows: keys, kinds of check and what each kind needs. Plain data for rules.

Sources: evolve's ``internal/evalspec`` and ``internal/grade`` with its published schemas; eval-magic's
``evals.schema.json`` from the seed to v0.10; skill-creator's ``schemas.md`` and the agentskills.io guide.
"""

from collections.abc import Mapping
from types import MappingProxyType

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.model.light import field, light
from skill_evals.model.suite import Tier


@light(frozen=True, slots=True, kw_only=True)
class Retired:
    """A key that the dialect dropped: since when, and what does its work now."""

    since: str
    cure: str


@light(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Known names by place. ``closed`` dialects reject every other key; open ones ignore it."""

    dialect: str
    closed: bool
    top_keys: Mapping[Tier, frozenset[str]]
    case_keys: Mapping[Tier, frozenset[str]]
    check_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind of check → members that it cannot do without (``id`` and ``type`` aside); its keys are the known kinds."""
    check_any_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind of check → members of which it needs at least one."""
    check_keys: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Kind of check → every member that the runner reads."""
    check_values: frozenset[str] = frozenset()
    """eval-magic: the values of a transcript check's ``check`` that its grader knows."""
    pattern_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind of check → members that hold regular expressions."""
    path_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind of check → members that hold paths in the workspace."""
    retired: Mapping[str, Retired] = field(default_factory=dict)
    """Keys of a case that the dialect dropped."""

    @property
    def check_kinds(self) -> frozenset[str]:
        return frozenset(self.check_fields)


_EVOLVE_CHECK = frozenset({"type", "path", "pattern", "run", "cwd", "tool", "requires", "expect_exit", "text"})
_EVOLVE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "file_exists": ("path",),
    "file_absent": ("path",),
    "regex": ("pattern",),
    "not_regex": ("pattern",),
    "command": ("run",),
    "tool_call": ("tool",),
    "llm": ("text",),
}

EVOLVE_VOCABULARY = Vocabulary(
    dialect=EVOLVE,
    closed=False,
    top_keys={
        Tier.TRIGGERS: frozenset({"$schema", "skill_name", "triggers"}),
        Tier.EVALS: frozenset({"$schema", "skill_name", "models", "evals"}),
    },
    case_keys={
        Tier.TRIGGERS: frozenset({"query", "should_trigger"}),
        Tier.EVALS: frozenset(
            {
                "id",
                "name",
                "prompt",
                "expected_output",
                "files",
                "expectations",
                "assertions",
                "max_turns",
                "timeout_seconds",
            }
        ),
    },
    check_fields=_EVOLVE_FIELDS,
    check_keys=dict.fromkeys(_EVOLVE_FIELDS, _EVOLVE_CHECK),
    pattern_fields={"regex": ("pattern",), "not_regex": ("pattern",), "tool_call": ("tool", "pattern")},
    path_fields={
        "file_exists": ("path",),
        "file_absent": ("path",),
        "regex": ("path",),
        "not_regex": ("path",),
        "command": ("cwd",),
    },
    retired={
        "skip_providers": Retired(since="evolve 0.5", cure="name the suite's models in its top-level `models`"),
        "allowed_tools": Retired(since="evolve 0.7", cure="delete it: agents run with every tool in their sandbox"),
    },
)

EVAL_MAGIC_VOCABULARY = Vocabulary(
    dialect=EVAL_MAGIC,
    closed=True,
    top_keys={Tier.EVALS: frozenset({"skill_name", "evals", "codebase", "guard"})},
    case_keys={
        Tier.EVALS: frozenset(
            {
                "id",
                "prompt",
                "expected_output",
                "files",
                "runs",
                "skill_should_trigger",
                "assertions",
                "isolation",
                "turns",
                "responder",
                "files_root",
                "codebase",
                "plan_mode",
                "guard",
            }
        ),
    },
    check_fields={
        "transcript_check": ("check", "pattern"),
        "llm_judge": ("rubric",),
        "command_check": ("command",),
        "diff_scope": (),
    },
    check_any_of={"diff_scope": ("max_files_touched", "max_lines_changed")},
    check_keys={
        "transcript_check": frozenset({"id", "type", "check", "pattern", "must_precede"}),
        "llm_judge": frozenset({"id", "type", "rubric", "model", "samples"}),
        "command_check": frozenset(
            {
                "id",
                "type",
                "command",
                "setup_files",
                "env",
                "matrix",
                "expect_exit_code",
                "expect_stdout",
            }
        ),
        "diff_scope": frozenset({"id", "type", "max_files_touched", "max_lines_changed"}),
    },
    check_values=frozenset({"tool_invocation_matches", "assistant_message_matches"}),
    pattern_fields={"transcript_check": ("pattern",), "command_check": ("expect_stdout",)},
    path_fields={"command_check": ("setup_files",)},
    retired={
        "isolation": Retired(
            since="eval-magic 0.10", cure="delete it: every run has an environment of its own since 0.6"
        ),
    },
)

SKILL_CREATOR_VOCABULARY = Vocabulary(
    dialect=SKILL_CREATOR,
    closed=False,
    top_keys={Tier.EVALS: frozenset({"skill_name", "evals", "$schema"})},
    case_keys={
        Tier.EVALS: frozenset(
            {
                "id",
                "name",
                "prompt",
                "expected_output",
                "files",
                "expectations",
                "assertions",
                "should_trigger",
            }
        ),
    },
    check_fields={"llm": ("text",)},
    check_keys={"llm": frozenset({"text"})},
)

TRIGGER_SET_VOCABULARY = Vocabulary(
    dialect=TRIGGER_SET,
    closed=False,
    top_keys={
        Tier.TRIGGERS: frozenset(
            {
                "$schema",
                "skill_name",
                "skill",
                "skills",
                "kind",
                "description",
                "version",
                "cases",
                "queries",
                "evals",
                "triggers",
                "tests",
                "should_trigger",
                "should_not_trigger",
                "positive",
                "negative",
            }
        ),
    },
    case_keys={
        Tier.TRIGGERS: frozenset(
            {
                "id",
                "query",
                "prompt",
                "should_trigger",
                "skill",
                "split",
                "kind",
                "reason",
                "name",
                "prompts",
            }
        ),
    },
)

VOCABULARIES: Mapping[str, Vocabulary] = MappingProxyType(
    {
        EVOLVE: EVOLVE_VOCABULARY,
        EVAL_MAGIC: EVAL_MAGIC_VOCABULARY,
        SKILL_CREATOR: SKILL_CREATOR_VOCABULARY,
        TRIGGER_SET: TRIGGER_SET_VOCABULARY,
    }
)
"""By the name of the dialect."""
