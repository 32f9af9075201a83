"""What an answer cost: the tokens that the API counted, at the configured price, else at the known one."""

from collections.abc import Iterable
from dataclasses import dataclass

from skill_evals.model.config import Price
from skill_evals.model.evidence import Usage

_MILLION = 1_000_000
_BATCHED = 0.5
"""The price of a batch, in that of single calls: of tokens of every kind, for every model."""
_HOUR = 2
"""What writing to the cache for an hour costs, in the price of input that is not cached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Of one answer, as it is billed: ``input`` is what was neither read from the cache nor written to it."""

    input: int
    output: int
    cache_read: int = 0
    cache_write: int = 0
    hourly: int = 0
    """Of ``cache_write``, what is kept for an hour and not for five minutes."""
    is_batched: bool = False
    """Answered in a batch, which costs half."""


def usage_of(spent: Iterable[Tokens], model: str, price: Price | None = None) -> Usage:
    """Of all answers to one run, broken ones included; dollars are None where no price of the model is known.

    ``model`` is the API's id; ``price`` is the configuration's for it.
    """
    every = tuple(spent)
    return Usage(
        calls=len(every),
        input_tokens=sum(one.input for one in every),
        output_tokens=sum(one.output for one in every),
        cache_read_input_tokens=sum(one.cache_read for one in every),
        cache_creation_input_tokens=sum(one.cache_write for one in every),
        usd=None if not every else _known_usd(every, model) if price is None else _usd(every, price),
    )


def _usd(every: tuple[Tokens, ...], price: Price) -> float:
    return sum(
        (_BATCHED if one.is_batched else 1)
        * (
            one.input * price.input
            + one.output * price.output
            + one.cache_read * price.cache_read
            + (one.cache_write - one.hourly) * price.cache_write
            + one.hourly * _HOUR * price.input
        )
        / _MILLION
        for one in every
    )


def _known_usd(every: tuple[Tokens, ...], model: str) -> float | None:
    from genai_prices import Usage as Priced
    from genai_prices import calc_price

    try:
        return sum(
            (_BATCHED if one.is_batched else 1)
            * float(
                calc_price(
                    Priced(
                        input_tokens=one.input + one.cache_read + one.cache_write,
                        cache_read_tokens=one.cache_read,
                        cache_write_tokens=one.cache_write,
                        cache_write_1h_tokens=one.hourly,
                        output_tokens=one.output,
                    ),
                    model_ref=model,
                    provider_id="anthropic",
                ).total_price
            )
            for one in every
        )
    except LookupError:
        return None
