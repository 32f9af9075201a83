"""When to give up: a service that answers nobody any more is not asked until the time is used up."""

LOST = 8
"""Runs in a row without any answer. Each was tried again as long as patience lasts, minutes mostly."""


class Outage:
    """Counts runs that got no answer, through no fault of theirs."""

    def __init__(self) -> None:
        self._lost = 0

    def answered(self) -> None:
        """Somebody got an answer, so it is none."""
        self._lost = 0

    def lost(self, words: str) -> str | None:
        """A run got no answer, for the reason in words; what is returned says why nothing more is to be asked."""
        self._lost += 1
        if self._lost < LOST:
            return None
        return f"the last {self._lost} runs got no answer: {words}"
