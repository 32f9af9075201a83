"""Whose account pays: exactly one credential, from the environment, shown to nobody."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from skill_evals.errors import UsageError

KEY = "ANTHROPIC_API_KEY"
TOKEN = "ANTHROPIC_AUTH_TOKEN"
BASE_URL = "ANTHROPIC_BASE_URL"
OAUTH = "CLAUDE_CODE_OAUTH_TOKEN"
BEDROCK, BEDROCK_TOKEN, BEDROCK_URL = (
    "CLAUDE_CODE_USE_BEDROCK",
    "AWS_BEARER_TOKEN_BEDROCK",
    "ANTHROPIC_BEDROCK_BASE_URL",
)
VERTEX, VERTEX_PROJECT, VERTEX_URL = (
    "CLAUDE_CODE_USE_VERTEX",
    "ANTHROPIC_VERTEX_PROJECT_ID",
    "ANTHROPIC_VERTEX_BASE_URL",
)
RULE, ORGANIZATION = "ANTHROPIC_FEDERATION_RULE_ID", "ANTHROPIC_ORGANIZATION_ID"
IDENTITY, IDENTITY_FILE = "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_IDENTITY_TOKEN_FILE"
ACCOUNT, WORKSPACE = "ANTHROPIC_SERVICE_ACCOUNT_ID", "ANTHROPIC_WORKSPACE_ID"


class Kind(Enum):
    """What a credential is; the value names it in reports."""

    KEY = "API key"
    GATEWAY = "gateway token"
    OAUTH = "OAuth token"
    WORKLOAD = "workload identity"
    BEDROCK = "Amazon Bedrock"
    VERTEX = "Google Vertex AI"


_VARIABLES: Mapping[str, Kind] = {
    KEY: Kind.KEY,
    TOKEN: Kind.GATEWAY,
    OAUTH: Kind.OAUTH,
    RULE: Kind.WORKLOAD,
    BEDROCK: Kind.BEDROCK,
    BEDROCK_TOKEN: Kind.BEDROCK,
    VERTEX: Kind.VERTEX,
    VERTEX_PROJECT: Kind.VERTEX,
}
"""Which variable says which: those that mean nothing else on a machine. Keys of Amazon alone say nothing of Claude."""

_AMAZON = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE")
_AMAZON_REGION = ("AWS_REGION", "AWS_DEFAULT_REGION")
VERTEX_REGION = "CLOUD_ML_REGION"
_OFF = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """One account. ``secret`` is empty where a cloud's own library finds it."""

    kind: Kind
    variable: str
    """The variable that chose it."""
    secret: str = field(default="", repr=False)
    base_url: str | None = field(default=None, repr=False)
    settings: Mapping[str, str] = field(default_factory=dict, repr=False)
    """By variable, for what is neither key nor token."""

    @property
    def words(self) -> str:
        """The kind."""
        return self.kind.value

    @property
    def account(self) -> str:
        """The kind with what was left out for it, for reports."""
        return self.words if self.lists_models else f"{self.words}, which lists no models, so names were not looked up"

    @property
    def lists_models(self) -> bool:
        """Whether there is an endpoint that knows the models."""
        return self.kind not in (Kind.BEDROCK, Kind.VERTEX)

    def hide(self, text: str) -> str:
        """The text with the secrets blotted out, should a server or a library quote one."""
        for secret in (self.secret, *(value for name, value in self.settings.items() if name in _HIDDEN)):
            text = _without(text, secret) if secret else text
        return text


_SHORT = 8
"""Characters: what has fewer, as the token of a local gateway may, also stands within words that do not quote it."""


def _without(text: str, secret: str) -> str:
    if len(secret) >= _SHORT:
        return text.replace(secret, "***")
    return re.sub(rf"(?<![\w-]){re.escape(secret)}(?![\w-])", "***", text)


_HIDDEN = frozenset({"AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", IDENTITY})


def credentials_of(
    environment: Mapping[str, str], *, who: str = "the messages backend", oauth: bool = False, without: str = ""
) -> Credentials:
    """The one that is set; an empty variable counts as not set, which is what CI gives for a secret it has not.

    ``who`` needs it, in the words of an error; ``without``: how to do without whoever that is, to be added to a cure;
    ``oauth``: whether it may use the token of a Claude subscription, which the API takes from Claude Code alone.

    Raises:
        UsageError: none is set, two are, or something that belongs to it is missing.
    """
    given = {name: value.strip() for name, value in environment.items() if value.strip()}
    set_ones = [name for name in _VARIABLES if _is_set(given, name)]
    kinds = {_VARIABLES[name]: name for name in reversed(set_ones)}
    if len(kinds) > 1:
        first, second = list(reversed(kinds.values()))[:2]
        raise UsageError(
            f"both {first} and {second} are set, and which account pays must not be a guess", cure="unset one of them"
        )
    if not kinds:
        raise _none(who, oauth=oauth, without=without)
    ((kind, variable),) = kinds.items()
    if kind is Kind.OAUTH and not oauth:
        raise UsageError(
            f"{OAUTH} is good for the backend `claude-code` alone, and {who} cannot use it",
            cure=f"set {KEY} in its place, which `claude-code` takes as well{without}",
        )
    return _READERS[kind](given, variable)


def _is_set(given: Mapping[str, str], name: str) -> bool:
    return name in given and not (name in (BEDROCK, VERTEX) and given[name].lower() in _OFF)


def _none(who: str, *, oauth: bool, without: str) -> UsageError:
    unset = f"none of {KEY}, {OAUTH} and {TOKEN}" if oauth else f"neither {KEY} nor {TOKEN}"
    return UsageError(
        f"{who} needs a credential, and {unset} is set",
        cure=f"set {KEY}, or {BASE_URL} and {TOKEN} for a gateway (docs/backends.md has the others); "
        f"the backend `lexical` needs none{without}",
    )


def _key(given: Mapping[str, str], variable: str) -> Credentials:
    return Credentials(kind=Kind.KEY, variable=variable, secret=given[KEY], base_url=given.get(BASE_URL))


def _oauth(given: Mapping[str, str], variable: str) -> Credentials:
    return Credentials(kind=Kind.OAUTH, variable=variable, secret=given[OAUTH], base_url=given.get(BASE_URL))


def _gateway(given: Mapping[str, str], variable: str) -> Credentials:
    if BASE_URL not in given:
        raise UsageError(
            f"{TOKEN} is a gateway's token, and {BASE_URL} does not say which gateway", cure=f"set {BASE_URL} as well"
        )
    return Credentials(kind=Kind.GATEWAY, variable=variable, secret=given[TOKEN], base_url=given[BASE_URL])


def _workload(given: Mapping[str, str], variable: str) -> Credentials:
    _need(given, variable, ORGANIZATION)
    if IDENTITY not in given and IDENTITY_FILE not in given:
        raise _lacks(variable, f"{IDENTITY_FILE} or {IDENTITY}")
    names = (RULE, ORGANIZATION, IDENTITY, IDENTITY_FILE, ACCOUNT, WORKSPACE)
    return Credentials(
        kind=Kind.WORKLOAD, variable=variable, base_url=given.get(BASE_URL), settings=_some(given, names)
    )


def _bedrock(given: Mapping[str, str], variable: str) -> Credentials:
    region = next((given[name] for name in _AMAZON_REGION if name in given), None)
    if region is None:
        raise _lacks(variable, _AMAZON_REGION[0])
    token = given.get(BEDROCK_TOKEN, "")
    own = {} if token else _some(given, _AMAZON)
    return Credentials(
        kind=Kind.BEDROCK,
        variable=variable,
        secret=token,
        base_url=given.get(BEDROCK_URL),
        settings={**own, _AMAZON_REGION[0]: region},
    )


def _vertex(given: Mapping[str, str], variable: str) -> Credentials:
    _need(given, variable, VERTEX_PROJECT, VERTEX_REGION)
    return Credentials(
        kind=Kind.VERTEX,
        variable=variable,
        base_url=given.get(VERTEX_URL),
        settings=_some(given, (VERTEX_PROJECT, VERTEX_REGION)),
    )


_READERS = {
    Kind.KEY: _key,
    Kind.GATEWAY: _gateway,
    Kind.OAUTH: _oauth,
    Kind.WORKLOAD: _workload,
    Kind.BEDROCK: _bedrock,
    Kind.VERTEX: _vertex,
}


def _need(given: Mapping[str, str], variable: str, *names: str) -> None:
    for name in names:
        if name not in given:
            raise _lacks(variable, name)


def _lacks(variable: str, name: str) -> UsageError:
    return UsageError(f"{variable} is set, and {name}, which belongs to it, is not", cure=f"set {name} as well")


def _some(given: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    return {name: given[name] for name in names if name in given}
