"""Where skills and suites are, ``SKILL.md`` → Skill, and the trigger surface."""
