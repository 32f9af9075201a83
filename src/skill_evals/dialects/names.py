"""The names of the first-class dialects."""

EVOLVE = "evolve"
EVAL_MAGIC = "eval-magic"
SKILL_CREATOR = "skill-creator"
TRIGGER_SET = "trigger-set"
