"""Which files are worth reading, by name and place alone."""

import posixpath

EXTENSIONS = frozenset({"json", "jsonc", "yaml", "yml"})
_FOLDERS = frozenset({"eval", "evals", "evaluation", "evaluations"})
_WORDS = ("eval", "trigger", "promptfoo", "quer", "routing", "test-case", "test_case", "testcase")
_SUITE_STEMS = frozenset({
    "evals", "eval", "triggers", "trigger", "trigger-evals", "trigger-eval", "trigger_eval", "trigger_evals",
    "trigger-queries", "trigger_queries", "eval_queries", "eval-queries", "eval_set", "eval-set",
})  # fmt: skip
_ARTEFACTS = frozenset({
    "analysis", "baseline", "benchmark", "comparison", "conditions", "dispatch", "eval_metadata", "evaluation",
    "feedback", "grading", "history", "judge-tasks", "metrics", "report", "results", "run", "run-record", "run_record",
    "run_result", "summary", "timing", "transcript", "metadata",
})  # fmt: skip
_OTHERS = frozenset({
    "package", "package-lock", "tsconfig", "plugin", "marketplace", "pnpm-lock", "docker-compose", "manifest",
    "pyproject", "settings", "wrangler", "app", "openapi", "jest", "biome", "renovate",
})  # fmt: skip
_ARTEFACT_FOLDERS = frozenset({
    "results", "result", "baseline", "baselines", "runs", "outputs", "output", "grading", "history", "snapshots",
    "node_modules", "iterations", "sample-runs",
})  # fmt: skip
_OTHER_FOLDERS = frozenset({"schema", "schemas", "workflows"})
"""Folders of other things, unless the name is that of a skill: it stands right below ``evals`` or ``skills``."""
_HOMES = frozenset({"evals", "skills"})


def looks_like_suite(path: str) -> bool:
    """Whether a file could be a suite, by its name and its folders: cheap, and generous.

    Result artefacts, manifests, schemas and workflows are left out; content decides about the rest.
    """
    folder, _, name = path.rpartition("/")
    stem, _, rest = name.lower().partition(".")
    extension = rest.rpartition(".")[2]
    if extension not in EXTENSIONS or stem in _ARTEFACTS or stem in _OTHERS or "schema" in rest or "provenance" in rest:
        return False
    folders = folder.split("/")
    if not _ARTEFACT_FOLDERS.isdisjoint(folders):
        return False
    if not _OTHER_FOLDERS.isdisjoint(folders) and _in_another_folder(folders):
        return False
    in_evals = not _FOLDERS.isdisjoint(folders) or "-evals/" in path
    return in_evals or any(word in stem for word in _WORDS) or ".eval" in name.lower()


def _in_another_folder(folders: list[str]) -> bool:
    return any(
        name in _OTHER_FOLDERS and (place == 0 or folders[place - 1] not in _HOMES)
        for place, name in enumerate(folders)
    )


def named_like_suite(path: str) -> bool:
    """Whether a file bears a name that suites have and little else does: a broken one is a broken suite."""
    name = posixpath.basename(path).lower()
    return name.partition(".")[0] in _SUITE_STEMS and looks_like_suite(path)
