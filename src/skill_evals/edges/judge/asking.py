"""One question sheet put to one model: as many votes as planned, and once more where evidence does not hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from skill_evals.edges.backends.messages.caller import Caller
from skill_evals.edges.backends.messages.connection import Answer
from skill_evals.edges.backends.messages.money import Tokens, usage_of
from skill_evals.edges.judge.foresight import foresee
from skill_evals.errors import BackendError
from skill_evals.grade.judge.answer import MalformedAnswerError, read_answer
from skill_evals.grade.judge.prompt import SCHEMA, SYSTEM, complaint
from skill_evals.grade.judge.support import supported
from skill_evals.grade.judge.trace import Trace
from skill_evals.grade.judge.votes import counted, is_settled
from skill_evals.model.config import Price
from skill_evals.model.evidence import Judgement, Usage
from skill_evals.model.plan import Foreseen
from skill_evals.plan.prices import Rate, rate_of
from skill_evals.run.ports.request import Meter

MAX_TOKENS = 8_192
"""Of one answer, thinking and all; twenty criteria take about 3,000."""
_BYTES_A_TOKEN = 3
"""For a reservation: English has more, code and other scripts have less."""
_STOPS = {
    "refusal": "the judge refused to answer",
    "max_tokens": "the judge's answer was cut at its limit of tokens",
    "model_context_window_exceeded": "the record does not fit the judge's context",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """``key`` as in the configuration, ``id`` as the API has it; ``effort`` and ``thinking`` as the API wants them."""

    key: str
    id: str
    effort: str | None = None
    thinking: str | None = None
    price: Price | None = None


@dataclass(slots=True, kw_only=True)
class Sheet:
    """``texts``: the three blocks of ``prompt.request_text``, about criteria 1 to ``count``."""

    model: Model
    texts: tuple[str, str, str]
    count: int
    votes: int
    trace: Trace
    caller: Caller
    meter: Meter | None
    answered_by: set[str] = field(default_factory=set)
    spent: list[Tokens] = field(default_factory=list)

    @property
    def usage(self) -> Usage:
        return usage_of(self.spent, self.model.id, self.model.price)

    @property
    def foreseen(self) -> Foreseen:
        size = len(SYSTEM) + sum(len(text.encode("utf-8", "replace")) for text in self.texts)
        return foresee(size, self.count, self.votes, self._rate)

    @property
    def _rate(self) -> Rate | None:
        prices = {} if self.model.price is None else {self.model.key: self.model.price}
        return rate_of(self.model.key, prices)

    async def judgements(self) -> dict[int, Judgement]:
        """By criterion, from 1.

        Raises:
            BackendError: no judge can be asked any more, at a cap or since the account is at its end.
        """
        votes: dict[int, list[Judgement]] = {number: [] for number in range(1, self.count + 1)}
        for _ in range(self.votes):
            for number, judgement in (await self._vote()).items():
                votes[number].append(judgement)
            if all(is_settled(cast, self.votes) for cast in votes.values()):
                break
        return {number: counted(cast, self.votes) for number, cast in votes.items()}

    async def _vote(self) -> dict[int, Judgement]:
        blocks: list[dict[str, Any]] = [{"type": "text", "text": text} for text in self.texts]
        if self.votes > 1:
            blocks[-1]["cache_control"] = {"type": "ephemeral"}
        messages: list[Mapping[str, Any]] = [{"role": "user", "content": blocks}]
        said = await self._said(messages)
        found = self._read(said)
        broken = {number: words for number, words in found.items() if isinstance(words, str)}
        if broken:
            again = {"role": "user", "content": complaint(broken)}
            second = self._read(await self._said([*messages, {"role": "assistant", "content": said.text}, again]))
            found |= {number: second[number] for number in broken}
        return {
            number: one if isinstance(one, Judgement) else Judgement(passed=None, error=f"{one} (asked twice)")
            for number, one in found.items()
        }

    def _read(self, said: "_Said") -> dict[int, Judgement | str]:
        """By criterion the judgement, which may be an error, or what is wrong with the evidence."""
        numbers = range(1, self.count + 1)
        if said.fault is not None:
            return dict.fromkeys(numbers, Judgement(passed=None, error=said.fault))
        try:
            claims = read_answer(said.text, numbers)
        except MalformedAnswerError as problem:
            words = f"the judge's answer cannot be read: {problem}"
            return dict.fromkeys(numbers, Judgement(passed=None, error=words))
        return {
            number: Judgement(passed=None, error=f"the judge's answer cannot be used: {claim}")
            if isinstance(claim, str)
            else supported(claim, self.trace)
            for number, claim in claims.items()
        }

    async def _said(self, messages: Sequence[Mapping[str, Any]]) -> "_Said":
        reserved = self._reserve(messages)
        before = len(self.spent)
        try:
            answer = await self.caller.ask(self._parameters(messages), self.spent)
        except BackendError:
            self._settle(reserved, before)
            raise
        # Not where it is broken off: such a call is perhaps paid for, and stays reserved.
        self._settle(reserved, before)
        if answer.model:
            self.answered_by.add(answer.model)
        return _Said(text=_text(answer), fault=_fault(answer))

    def _settle(self, reserved: float, before: int) -> None:
        """``before``: how many answers had been paid for."""
        if self.meter is not None:
            paid = usage_of(self.spent[before:], self.model.id, self.model.price)
            self.meter.settle(reserved, paid.usd if len(self.spent) > before else 0.0)

    def _reserve(self, messages: Sequence[Mapping[str, Any]]) -> float:
        """Raises BackendError at a cap."""
        if self.meter is None:
            return 0.0
        rate = self._rate
        size = len(SYSTEM) + sum(len(str(message["content"]).encode("utf-8", "replace")) for message in messages)
        usd = 0.0 if rate is None else rate.usd(size / _BYTES_A_TOKEN, MAX_TOKENS)
        why = self.meter.reserve(usd)
        if why is not None:
            raise BackendError(f"the run was made and not judged: {why}")
        return usd

    def _parameters(self, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        effort = {} if self.model.effort is None else {"effort": self.model.effort}
        thinking = {} if self.model.thinking is None else {"thinking": {"type": self.model.thinking}}
        return {
            "model": self.model.id,
            "max_tokens": MAX_TOKENS,
            "system": SYSTEM,
            "messages": list(messages),
            "output_config": {"format": {"type": "json_schema", "schema": dict(SCHEMA)}, **effort},
            **thinking,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    text: str
    fault: str | None


def _text(answer: Answer) -> str:
    return "".join(block["text"] for block in answer.content if block.get("type") == "text")


def _fault(answer: Answer) -> str | None:
    """Why an answer is none: the API's fault, or an end that is not the answer's own."""
    if answer.fault is not None:
        return answer.fault.words
    if answer.stop == "end_turn":
        return None
    return _STOPS.get(answer.stop or "", f"the judge's answer ended for a reason that is not known here: {answer.stop}")
