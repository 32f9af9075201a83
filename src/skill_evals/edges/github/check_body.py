"""A check run as requests: one with as many annotations as fit, and one for each further lot of them."""

from collections.abc import Iterator, Sequence

from skill_evals.model.publication import Annotation, CheckRun

MOST_ANNOTATIONS = 50
"""Of one request; further requests append."""


def check_body(run: CheckRun) -> dict[str, object]:
    """Of the request that creates it, completed at once."""
    body: dict[str, object] = {
        "name": run.name,
        "head_sha": run.head_sha,
        "status": "completed",
        "conclusion": run.conclusion,
        "output": _output(run, run.annotations[:MOST_ANNOTATIONS]),
    }
    if run.details_url:
        body["details_url"] = run.details_url
    return body


def further_bodies(run: CheckRun) -> Iterator[dict[str, object]]:
    """Of the requests that append the rest of its annotations."""
    for first in range(MOST_ANNOTATIONS, len(run.annotations), MOST_ANNOTATIONS):
        yield {"output": _output(run, run.annotations[first : first + MOST_ANNOTATIONS])}


def _output(run: CheckRun, annotations: Sequence[Annotation]) -> dict[str, object]:
    return {"title": run.title, "summary": run.summary, "annotations": [_annotation(one) for one in annotations]}


def _annotation(one: Annotation) -> dict[str, object]:
    found: dict[str, object] = {
        "path": one.path,
        "start_line": one.start_line,
        "end_line": one.end_line,
        "annotation_level": one.level,
        "title": one.title,
        "message": one.message,
    }
    if one.start_line == one.end_line and one.start_column is not None and one.end_column is not None:
        found |= {"start_column": one.start_column, "end_column": one.end_column}
    return found
