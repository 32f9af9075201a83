"""The meter: a call is reserved against the purse of its run and of the sweep, and billed by its answer."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.edges.backends.messages.faults import Fault
from skill_evals.edges.backends.messages.money import Tokens, usage_of
from skill_evals.edges.proxy.requests import Asked
from skill_evals.edges.proxy.usage import Reading
from skill_evals.model.config import Price
from skill_evals.model.evidence import Usage
from skill_evals.run.ports.request import Meter as RunBudget

_MOST_REFUSALS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one run took through the proxy."""

    usage: Usage
    """Of all calls; dollars are None where no price of a model is known."""
    refused: tuple[str, ...] = ()
    """Why requests did not go out, each reason once."""
    over: str | None = None
    """The cap that a request did not go out for, in words; then the run could not end as it would have."""
    faults: tuple[Fault, ...] = ()
    """What the API did not answer, in order, also where the agent tried again with success."""
    standing: Fault | None = None
    """The last of them, if no call was answered after it."""
    estimated: int = 0
    """Calls whose answer was cut, so that they are billed as they were reserved."""
    shortened: int = 0
    """Answers that ended at a limit of tokens that the proxy had lowered."""
    answered_by: Mapping[str, str] = field(default_factory=dict)
    """The id that answered for each model asked for."""
    silent: float = 0.0
    """Seconds for which nothing more had come of the answer that was under way when the run ended."""

    @property
    def remark(self) -> str:
        """What a reader of the bill has to know; empty where it is exact."""
        if not self.estimated:
            return ""
        calls = "an answer broke off and is" if self.estimated == 1 else f"{self.estimated} answers broke off and are"
        return f"{calls} billed at what was reserved"


@dataclass(slots=True, kw_only=True)
class Purse:
    """Dollars and calls that may be spent; None: no cap. ``whose`` is in the words of a refusal."""

    whose: str
    max_usd: float | None = None
    max_calls: int | None = None
    usd: float = 0.0
    """Spent and reserved."""
    calls: int = 0

    def refusal(self, usd: float | None) -> str | None:
        """Why a call of that price may not go out; its price is None where nobody knows it."""
        if self.max_calls is not None and self.calls >= self.max_calls:
            return f"{self.whose}'s cap of {self.max_calls} calls was reached"
        if self.max_usd is None:
            return None
        if usd is None and self.max_calls is None:
            return f"no price of the model is known, so {self.whose}'s cap of ${self.max_usd:.2f} would hold nothing"
        if self.usd + (usd or 0.0) > self.max_usd:
            return f"{self.whose}'s cap of ${self.max_usd:.2f} was reached"
        return None

    def take(self, usd: float | None) -> None:
        self.calls += 1
        self.usd += usd or 0.0

    def settle(self, reserved: float | None, billed: float | None) -> None:
        self.usd += (billed or 0.0) - (reserved or 0.0)


@dataclass(slots=True, kw_only=True)
class Bill:
    """One call under way: what is reserved for it."""

    asked: Asked
    most: Tokens
    usd: float | None


class Meter:
    """Of one run. ``prices`` are the configuration's, by the API's id of a model; ``budget`` is asked last, and so only
    for calls that everybody else allows.
    """

    def __init__(self, own: Purse, sweep: Purse, prices: Mapping[str, Price], budget: RunBudget | None = None) -> None:
        self._purses = (own, sweep)
        self._budget = budget
        self._prices = prices
        self._tokens: dict[str, list[Tokens]] = {}
        self._refused: dict[str, None] = {}
        self._over: str | None = None
        self._faults: list[Fault] = []
        self._standing: Fault | None = None
        self._answered_by: dict[str, str] = {}
        self.silent = 0.0
        """As in ``Spent``."""
        self._counts: Counter[str] = Counter()

    def reserve(self, asked: Asked) -> Bill | str:
        """The call's reservation; why it may not go out, in words, at a cap."""
        # Whatever is not read from a cache may be written to one, which is the dearest input there is.
        hourly = asked.input_tokens if asked.hourly else 0
        most = Tokens(input=0, cache_write=asked.input_tokens, hourly=hourly, output=asked.max_tokens)
        usd = self._price(asked.model, most)
        for purse in self._purses:
            why = purse.refusal(usd)
            if why is not None:
                self._over = self._over or why
                return why
        if self._budget is not None and (why := self._budget.reserve(usd or 0.0)) is not None:
            self._over = self._over or why
            return why
        for purse in self._purses:
            purse.take(usd)
        return Bill(asked=asked, most=most, usd=usd)

    def answered(self, bill: Bill, reading: Reading) -> None:
        """An answer began: it is billed by its own numbers if it ended, else as it was reserved."""
        tokens = reading.tokens if reading.ended else None
        self._counts["estimated"] += tokens is None
        self._settle(bill, bill.most if tokens is None else tokens)
        if reading.model:
            self._answered_by[bill.asked.model] = reading.model
        if reading.ended:
            self._standing = None
            self._counts["shortened"] += bill.asked.lowered and reading.stop == "max_tokens"

    def unanswered(self, bill: Bill) -> None:
        """No answer began: nothing is billed, and still it was a call."""
        self._settle(bill, None)

    def failed(self, fault: Fault) -> None:
        self._faults.append(fault)
        self._standing = fault

    def refused(self, words: str) -> None:
        if len(self._refused) < _MOST_REFUSALS:
            self._refused[words] = None

    def spent(self) -> Spent:
        every = [one for tokens in self._tokens.values() for one in tokens]
        prices = [self._price(model, one) for model, tokens in self._tokens.items() for one in tokens]
        known = [price for price in prices if price is not None]
        return Spent(
            usage=Usage(
                calls=self._purses[0].calls,
                input_tokens=sum(one.input for one in every),
                output_tokens=sum(one.output for one in every),
                cache_read_input_tokens=sum(one.cache_read for one in every),
                cache_creation_input_tokens=sum(one.cache_write for one in every),
                usd=sum(known) if known and len(known) == len(prices) else None,
            ),
            refused=tuple(self._refused),
            over=self._over,
            faults=tuple(self._faults),
            standing=self._standing,
            estimated=self._counts["estimated"],
            shortened=self._counts["shortened"],
            answered_by=dict(self._answered_by),
            silent=self.silent,
        )

    def _settle(self, bill: Bill, tokens: Tokens | None) -> None:
        billed = None if tokens is None else self._price(bill.asked.model, tokens)
        for purse in self._purses:
            purse.settle(bill.usd, billed)
        if self._budget is not None:
            self._budget.settle(bill.usd or 0.0, 0.0 if tokens is None else billed)
        if tokens is not None:
            self._tokens.setdefault(bill.asked.model, []).append(tokens)

    def _price(self, model: str, tokens: Tokens) -> float | None:
        return usage_of((tokens,), model, self._prices.get(model)).usd
