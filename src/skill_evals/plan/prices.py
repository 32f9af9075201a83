"""What tokens cost: what the configuration says, else the dated table of ``genai-prices``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from skill_evals.model.config import Price

_MILLION = 1_000_000
_SAMPLE = 1_000
"""Tokens that a price is taken from: below every step of prices that rise with the length of the prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Dollars a token."""

    input: float
    output: float

    def usd(self, input_tokens: float, output_tokens: float) -> float:
        return self.input * input_tokens + self.output * output_tokens


def rate_of(model: str, prices: Mapping[str, Price]) -> Rate | None:
    """The rate of a model key such as ``anthropic/claude-sonnet-5-5``; None where nobody says it."""
    own = prices.get(model)
    if own is not None:
        return Rate(input=own.input / _MILLION, output=own.output / _MILLION)
    return _known(model)


@cache
def _known(model: str) -> Rate | None:
    from genai_prices import Usage, calc_price  # 0.25 s that free backends need not pay

    provider, _, name = model.rpartition("/")
    try:
        price = calc_price(
            Usage(input_tokens=_SAMPLE, output_tokens=_SAMPLE), model_ref=name, provider_id=provider or None
        )
    except LookupError:
        return None
    return Rate(input=float(price.input_price) / _SAMPLE, output=float(price.output_price) / _SAMPLE)
