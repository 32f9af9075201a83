"""Whose account pays: exactly one credential, from the environment, shown to nobody."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.errors import UsageError

KEY = "ANTHROPIC_API_KEY"
TOKEN = "ANTHROPIC_AUTH_TOKEN"
BASE_URL = "ANTHROPIC_BASE_URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """``words`` name the kind, for reports."""

    words: str
    secret: str = field(repr=False)
    is_token: bool
    """A gateway's token, sent to ``base_url``; else an API key."""
    base_url: str | None = field(default=None, repr=False)

    def hide(self, text: str) -> str:
        """The text with the secret blotted out, should a server or a library quote it."""
        return text.replace(self.secret, "***")


def credentials_of(environment: Mapping[str, str]) -> Credentials:
    """The one that is set; an empty variable counts as not set, which is what CI gives for a secret it has not.

    Raises:
        UsageError: none is set, two are, or a token has no gateway to go to.
    """
    key, token, base_url = (environment.get(name, "").strip() for name in (KEY, TOKEN, BASE_URL))
    if key and token:
        raise UsageError(
            f"both {KEY} and {TOKEN} are set, and which account pays must not be a guess", cure="unset one of them"
        )
    if token and not base_url:
        raise UsageError(
            f"{TOKEN} is a gateway's token, and {BASE_URL} does not say which gateway", cure=f"set {BASE_URL} as well"
        )
    if not key and not token:
        raise UsageError(
            f"the messages backend needs a credential, and neither {KEY} nor {TOKEN} is set",
            cure=f"set {KEY}, or {BASE_URL} and {TOKEN} for a gateway; the backend `lexical` needs none",
        )
    if token:
        return Credentials(words="gateway token", secret=token, is_token=True, base_url=base_url)
    return Credentials(words="API key", secret=key, is_token=False, base_url=base_url or None)
