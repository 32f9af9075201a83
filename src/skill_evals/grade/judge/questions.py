"""The sentences of a case that a judge has to decide, and whom their author wants to decide them."""

from collections.abc import Mapping
from dataclasses import dataclass

from skill_evals.grade.needs import needs_of
from skill_evals.model.suite import Check, EvalCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """``place`` is that of the check in the case's list. eval-magic's checks may name a model and how often it is
    asked (``samples``); None and 1: the author leaves that to whoever runs the suite.
    """

    place: int
    text: str
    model: str | None = None
    samples: int = 1


def questions_of(case: EvalCase) -> tuple[Question, ...]:
    """In the order of the checks; checks without a sentence are none."""
    sentences = needs_of(case).sentences
    return tuple(
        Question(place=place, text=text, model=_model(case.checks[place]), samples=_samples(case.checks[place].fields))
        for place, text in sorted(sentences.items())
    )


def _model(check: Check) -> str | None:
    model = check.fields.get("model")
    return model.strip() or None if isinstance(model, str) else None


def _samples(fields: Mapping[str, object]) -> int:
    samples = fields.get("samples")
    return samples if isinstance(samples, int) and not isinstance(samples, bool) and samples > 0 else 1
