"""The outputs of the step. ``action.yml`` declares each with the same name; a test holds them together."""

OUTPUTS = (
    "conclusion",
    "errors",
    "warnings",
    "files-checked",
    "changed-files",
    "regressions",
    "improvements",
    "cost-usd",
    "calls",
    "comment-id",
    "comment-action",
    "check-id",
    "committed",
    "commit-sha",
    "results-path",
    "report-path",
    "comment-file",
    "sarif-file",
    "json-file",
    "artefact-path",
    "shards",
    "truncated",
    "mode-run",
    "exit-code",
)
"""Every output, in the order of action.yml; each is set on every path, failure included."""
