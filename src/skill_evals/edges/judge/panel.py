"""Which models judge: whom a suite, the configuration or nobody names, and whose id answers for each."""

from collections.abc import Callable, Sequence

from skill_evals.edges.backends.messages.backend import PROVIDER
from skill_evals.edges.backends.messages.connection import resolve
from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.judge.choice import DEFAULT, choose
from skill_evals.edges.judge.options import JudgeOptions
from skill_evals.errors import UsageError
from skill_evals.grade.judge.questions import Question
from skill_evals.plan.prices import rate_of


class Panel:
    def __init__(self, options: JudgeOptions, account: Callable[[], Credentials], *, seconds: float) -> None:
        """``seconds``: for one look at a model."""
        self._options = options
        self._account = account
        self._seconds = seconds
        self._ids: dict[str, str] = {}
        """The id that answers, by model key."""
        self.own: set[str] = set()
        """Keys of models that judge their own runs."""

    def prepare(self, pairs: set[tuple[str | None, str]]) -> None:
        """Look up all that judge: of each pair, a model that a check names, if any, and the model under test.

        Raises:
            UsageError: a judge does not exist, is not Anthropic's, or has no price while there is no cap on calls.
            BackendError: nobody can be asked.
        """
        if not pairs:
            return
        self._look_up({model for _, model in pairs}, strict=False)
        judges = {(self._chosen(named, model), model) for named, model in pairs}
        asked = {judge for judge, _ in judges}
        self._check(sorted(asked))
        self._look_up(asked, strict=True)
        self.own.update(judge for judge, model in judges if self.id_of(judge) == self.id_of(model))

    def by_model(self, questions: Sequence[Question], under_test: str) -> dict[str, list[Question]]:
        found: dict[str, list[Question]] = {}
        for question in questions:
            found.setdefault(self.choice(question, under_test), []).append(question)
        return found

    def choice(self, question: Question, under_test: str) -> str:
        """The key of the model that judges a sentence of a run on another."""
        return self._chosen(question.model, under_test)

    def id_of(self, key: str) -> str:
        return self._ids.get(key, key.removeprefix(PROVIDER))

    def _chosen(self, named: str | None, under_test: str) -> str:
        is_default = self.id_of(under_test) == self.id_of(DEFAULT)
        return choose(named, self._options.config.model, under_test, is_default=is_default)

    def _check(self, asked: Sequence[str]) -> None:
        """Raises UsageError where the configured model is not Anthropic's, or no cap would hold what one costs."""
        own = self._options.config.model
        if own is not None and not own.startswith(PROVIDER) and own in asked:
            raise UsageError(f"judge.model is {own}, and the judge asks the Messages API", cure=f"write {PROVIDER}<id>")
        for key in asked:
            unpriced = key.startswith(PROVIDER) and rate_of(key, self._options.prices) is None
            if unpriced and self._options.max_calls is None:
                raise UsageError(
                    f"no price of {key}, which is to judge, is known, so the cap in dollars would hold nothing",
                    cure="say its price (`prices:` in .skill-evals.yml), set a cap on calls (--max-calls), or choose "
                    "another judge (`judge: {model: …}`)",
                )

    def _look_up(self, keys: set[str], *, strict: bool) -> None:
        """Whose id answers for each; ``strict``: a model that does not exist is refused."""
        wanted = [key for key in sorted(keys) if key.startswith(PROVIDER) and key not in self._ids]
        for key in wanted:
            name = key.removeprefix(PROVIDER)
            try:
                found = resolve(self._account(), (name,), seconds=self._seconds)[name]
            except UsageError:
                if strict:
                    raise
                continue
            self._ids[key] = found or name
