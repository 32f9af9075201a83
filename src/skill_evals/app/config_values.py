"""Values of the configuration file: what each may be, and a complaint with place and cure where it is not."""

from collections.abc import Callable, Mapping

from skill_evals.documents.document import Document
from skill_evals.errors import ConfigError
from skill_evals.lint.suggest import nearest
from skill_evals.model.config import LintConfig, Price
from skill_evals.model.light import light, replace
from skill_evals.model.position import Part, Pointer

MOST = 10**9
"""No number of the file is larger; infinity would turn a cap off, and what is no number compares with nothing."""
LONGEST = 60
"""Characters of a value that a complaint quotes."""


@light(frozen=True, slots=True, kw_only=True)
class Value:
    """A value of the file with its place, so that every complaint can point at it."""

    document: Document
    at: Pointer
    value: object

    def refuse(self, expected: str, *, part: Part = Part.VALUE) -> ConfigError:
        name = ".".join(str(step) for step in self.at) or "the configuration"
        return ConfigError(
            f"{self.place(part)}: {name} is {_shown(self.value)}, expected {expected}",
            cure=f"write {expected}, or leave the key out for its default (docs/configuration.md)",
        )

    def place(self, part: Part) -> str:
        """Such as ``.skill-evals.yml:3:7``."""
        span = self.document.span(self.at, part)
        return f"{self.document.path}:{span.line}:{span.column}"

    def step(self, name: str | int, value: object) -> "Value":
        return replace(self, at=(*self.at, name), value=value)


def _shown(value: object) -> str:
    """A value in a message: the beginning of a long one, the kind of one with members."""
    if isinstance(value, dict):
        return "a group of keys"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "empty", True: "true", False: "false"}[value]
    words = repr(value)
    return words if len(words) <= LONGEST else words[:LONGEST] + "…"


def text(value: Value) -> str:
    if not isinstance(value.value, str) or not value.value.strip():
        raise value.refuse("a text")
    return value.value


def inner_json(value: Value) -> str:
    """The path of a JSON file inside the repository."""
    path = text(value)
    if (
        not path.endswith(".json")
        or "\\" in path
        or ":" in path
        or not set(path.split("/")).isdisjoint(("", ".", ".."))
    ):
        raise value.refuse("a path such as quality/accepted.json, from the root, ending in .json")
    return path


def one_of(*allowed: str) -> Callable[[Value], str]:
    def read(value: Value) -> str:
        word = "off" if value.value is False else value.value
        if word not in allowed:
            raise value.refuse("one of " + ", ".join(allowed))
        return str(word)

    return read


def texts(value: Value) -> tuple[str, ...]:
    if not isinstance(value.value, list):
        raise value.refuse("a list of texts")
    return tuple(text(value.step(index, item)) for index, item in enumerate(value.value))


def number(value: Value) -> float:
    found = value.value
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= MOST:
        raise value.refuse("a number that is not negative")
    return float(found)


def share(value: Value) -> float:
    found = number(value)
    if found > 1:
        raise value.refuse("a share between 0 and 1")
    return found


def level(value: Value) -> float:
    found = share(value)
    if not found:
        raise value.refuse("a share above 0, up to 1")
    return found


def count(value: Value) -> int:
    if isinstance(value.value, bool) or not isinstance(value.value, int) or not 1 <= value.value <= MOST:
        raise value.refuse("a positive whole number")
    return value.value


def flag(value: Value) -> bool:
    if not isinstance(value.value, bool):
        raise value.refuse("true or false")
    return value.value


def balance(value: Value) -> tuple[float, float]:
    pair = value.value
    if not isinstance(pair, list) or len(pair) != 2:
        raise value.refuse("two shares, such as [0.3, 0.7]")
    low, high = (share(value.step(index, item)) for index, item in enumerate(pair))
    if low > high:
        raise value.refuse("two shares, the smaller one first")
    return low, high


def mapping(value: Value, known: tuple[str, ...] | None = None) -> Mapping[str, Value]:
    """The members by name; with ``known``, any other name is refused with the nearest one."""
    if not isinstance(value.value, dict):
        raise value.refuse("keys and values")
    members = {str(name): value.step(name, member) for name, member in value.value.items()}
    for name, member in members.items():
        if known is not None and name not in known:
            raise _unknown(member, name, known)
    return members


def _unknown(member: Value, name: str, known: tuple[str, ...]) -> ConfigError:
    near = nearest(name, known)
    return ConfigError(
        f"{member.place(Part.KEY)}: unknown key {name!r}",
        cure=f"did you mean {near!r}?" if near else "the keys are " + ", ".join(sorted(known)),
    )


def judge(lint: LintConfig, value: Value, part: Part) -> None:
    """What rule selection says of a part of the configuration, with its place.

    Raises:
        ConfigError: it names no rule, or asks of one what it cannot be.
    """
    # The catalogue costs every rule's module, and only a file that names rules needs it.
    from skill_evals.lint.rules import RULES
    from skill_evals.lint.selection import select

    try:
        select(lint, RULES)
    except ConfigError as error:
        raise ConfigError(f"{value.place(part)}: {error.message}", cure=error.cure) from None


def rules(value: Value) -> tuple[str, ...]:
    words = texts(value)
    for index, word in enumerate(words):
        judge(LintConfig(select=(word,)), value.step(index, word), Part.VALUE)
    return words


def record(value: Value, required: tuple[str, ...]) -> dict[str, Value]:
    members = dict(mapping(value, required))
    missing = [name for name in required if name not in members]
    if missing:
        raise value.refuse("an entry with " + ", ".join(required), part=Part.OPEN)
    return members


def prices(value: Value) -> Mapping[str, Price]:
    """Dollars a million tokens by model key. What is left out of the cache is taken to cost at most what it does
    anywhere: reading as much as other input, writing a quarter more.
    """
    return {_model_key(value, name, member): _price(member) for name, member in mapping(value).items()}


def _model_key(value: Value, name: str, member: Value) -> str:
    provider, _, bare = name.partition("/")
    if not provider or not bare:
        raise ConfigError(
            f"{member.place(Part.KEY)}: {'.'.join(map(str, value.at))} has {name!r}, which is no key of a model",
            cure=f"write the provider as well, such as anthropic/{bare or provider}",
        )
    return name


def _price(value: Value) -> Price:
    members = mapping(value, ("input", "output", "cache-read", "cache-write"))
    if not {"input", "output"} <= set(members):
        raise value.refuse("an entry with input and output", part=Part.OPEN)
    found = {name: number(member) for name, member in members.items()}
    return Price(
        input=found["input"],
        output=found["output"],
        cache_read=found.get("cache-read", found["input"]),
        cache_write=found.get("cache-write", 1.25 * found["input"]),
    )


def items(value: Value) -> list[Value]:
    if not isinstance(value.value, list):
        raise value.refuse("a list")
    return [value.step(index, item) for index, item in enumerate(value.value)]
