"""How much a reader takes from a stranger: beyond these, a document is UNREADABLE_SIZE and has no value.

The largest suite known is 232 kB, the largest results file 0.6 MB, the deepest nesting below 20.
"""

MAX_BYTES = 8 * 1024 * 1024
"""Of a JSON or JSONC document, or of a SKILL.md."""

MAX_YAML_BYTES = 512 * 1024
"""Of YAML text, which is read in Python, at its worst (one item a line) at some 100 kB a second."""

MAX_DEPTH = 100
"""Mappings and arrays inside one another. serde_json stops at 128; Python's own recursion is far above."""

MAX_NUMBER_LENGTH = 400
"""Characters of one number. A double has at most 309 digits before the point; Python's ``int`` refuses 4,300."""

MAX_YAML_NODES = 500_000
"""Keys and values of a YAML document after its aliases are expanded, so that a few lines cannot become a billion."""
