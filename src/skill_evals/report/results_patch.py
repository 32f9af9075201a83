"""Results that could not be committed, as a patch that ``git apply`` takes."""

from collections.abc import Mapping

from skill_evals.report.fix_diff import unified


def results_patch(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> bytes:
    """The change of every file of ``after``; one that ``before`` does not name is new."""
    return "".join(_of_file(path, before.get(path), data) for path, data in sorted(after.items())).encode()


def _of_file(path: str, before: bytes | None, after: bytes) -> str:
    found = unified(path, before or b"", after)
    if before is not None or not found:
        return found
    return "--- /dev/null\n" + found.split("\n", 1)[1]
