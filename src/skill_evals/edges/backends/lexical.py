"""The embedded backend: which skill, or none, do the words of the query point at? Tier 1, free, deterministic.

It is no model: it shows whether a changed description still speaks of what its queries speak of, and which sibling's
words it took. Method, threshold and their limits: docs/decisions/lexical-backend.md.
"""

from skill_evals.edges.backends.bm25 import Index, Match
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.model.evidence import Evidence, Outcome, Usage
from skill_evals.model.suite import Tier
from skill_evals.run.ports.request import Catalogue, RunRequest

MODEL = "local/lexical-bm25-v1"
"""Part of every result's key; a change of the method or of its numbers needs a new one."""
THRESHOLD = 1 / 6
"""Share of the query's weight that a skill's words must cover to be pointed at, else no skill is."""
_SHOWN_SKILLS = 3
_SHOWN_WORDS = 5


class LexicalBackend:
    """Implements ``run.ports.backend.Backend``."""

    name = "lexical"
    deterministic = True
    free = True
    tiers = frozenset({Tier.TRIGGERS.value})

    def __init__(self) -> None:
        self._indexes: dict[str, Index] = {}

    def model_keys(self) -> tuple[str, ...]:
        return (MODEL,)

    async def run(self, request: RunRequest) -> Evidence:
        if request.trigger is None:
            return Evidence(
                key=request.key,
                outcome=Outcome.ERROR,
                detail="the lexical backend has no agent that could do a task; run Tier 2 on another backend",
            )
        ranked = self._index(request.catalogue).rank(request.trigger.query)
        best = ranked[0] if ranked and ranked[0].coverage >= THRESHOLD else None
        return Evidence(
            key=request.key,
            outcome=_outcome(best, request.target),
            detail=_words(best, ranked),
            activations=() if best is None else (best.skill,),
            usage=Usage(calls=1, usd=0.0),
            final_text=_scores(ranked),
        )

    def _index(self, catalogue: Catalogue) -> Index:
        found = self._indexes.get(catalogue.digest)
        if found is None:
            found = self._indexes[catalogue.digest] = Index(catalogue.skills)
        return found


def create(options: BackendOptions) -> LexicalBackend:  # noqa: ARG001 -- every factory is called the same way
    return LexicalBackend()


def _outcome(best: Match | None, target: str) -> Outcome:
    if best is None:
        return Outcome.NO_SKILL
    return Outcome.ACTIVATED if best.skill == target else Outcome.OTHER_SKILL


def _words(best: Match | None, ranked: tuple[Match, ...]) -> str:
    """The sentence that a reviewer reads."""
    if best is not None:
        return f"{_quoted(best.words)} {best.skill}"
    if ranked:
        return f"{_quoted(ranked[0].words)} {ranked[0].skill}, which is too little of the query"
    return "no word of the query points at any skill"


def _quoted(words: tuple[str, ...]) -> str:
    """Such as: the words `merge`, `pdf` point at."""
    if len(words) == 1:
        return f"the word `{words[0]}` points at"
    shown = ", ".join(f"`{word}`" for word in words[:_SHOWN_WORDS])
    return f"the words {shown}{' …' if len(words) > _SHOWN_WORDS else ''} point at"


def _scores(ranked: tuple[Match, ...]) -> str:
    """The first three with score and coverage, such as ``pdf-tools 3.21 (41 %), images 0.80 (9 %)``."""
    shown = [f"{m.skill} {m.score:.2f} ({m.coverage:.0%})".replace("%", " %") for m in ranked[:_SHOWN_SKILLS]]
    return ", ".join(shown)
