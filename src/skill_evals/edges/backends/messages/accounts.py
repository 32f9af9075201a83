"""The SDK's client for each kind of account, told everything: it looks up nothing in the environment by itself."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from skill_evals.edges.backends.messages import credentials as names
from skill_evals.edges.backends.messages.credentials import Credentials, Kind, credentials_of
from skill_evals.edges.extras import install_line
from skill_evals.edges.sandbox import libc
from skill_evals.errors import UsageError

if TYPE_CHECKING:
    from anthropic import Anthropic, AsyncAnthropic

_EXTRAS: Mapping[Kind, tuple[str, str]] = {
    Kind.BEDROCK: ("bedrock", "botocore"),
    Kind.VERTEX: ("vertex", "google.auth"),
}
"""The extra of ours that brings it, and a module that is there then."""
_PUBLIC_URL = "https://api.anthropic.com"


def account_of(
    environment: Mapping[str, str], *, who: str = "the messages backend", oauth: bool = False, without: str = ""
) -> Credentials:
    """As ``credentials_of``; once a secret is here, no other process of this user reads this one's memory.

    Raises:
        UsageError: as there, or a package that the kind of account needs is not installed.
    """
    credentials = credentials_of(environment, who=who, oauth=oauth, without=without)
    libc.hide_memory()
    look_for_packages(credentials)
    return credentials


def async_client(credentials: Credentials, seconds: float) -> "AsyncAnthropic":
    """Tries nothing again by itself. Clients of clouds offer the same messages, and no more.

    Raises:
        UsageError: a package is missing.
    """
    import anthropic

    look_for_packages(credentials)
    by_kind = {Kind.BEDROCK: anthropic.AsyncAnthropicBedrock, Kind.VERTEX: anthropic.AsyncAnthropicVertex}
    make: Any = by_kind.get(credentials.kind, anthropic.AsyncAnthropic)
    return cast("AsyncAnthropic", make(**_given(credentials), timeout=seconds, max_retries=0))


def sync_client(credentials: Credentials, seconds: float) -> "Anthropic":
    """For an account that lists models; tries again twice."""
    import anthropic

    return anthropic.Anthropic(**_given(credentials), timeout=seconds, max_retries=2)


def look_for_packages(credentials: Credentials) -> None:
    """
    Raises:
        UsageError: a package that the kind of account needs is not installed.
    """
    from importlib.util import find_spec

    extra, module = _EXTRAS.get(credentials.kind, ("", ""))
    if not module:
        return
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise UsageError(
            f"{credentials.words} needs packages that are not installed",
            cure=install_line(extra),
        )


def wire_model(credentials: Credentials, model: str) -> str:
    """A model's id in the account's own spelling; what is already spelled so stays as it is.

    Amazon's ids have the maker before them, and may have a region's or an ARN; Google's have ``@`` before the date.
    """
    if credentials.kind is Kind.BEDROCK:
        return model if "anthropic." in model or model.startswith("arn:") else f"anthropic.{model}"
    name, _, date = model.rpartition("-")
    if credentials.kind is Kind.VERTEX and len(date) == 8 and date.isdigit():
        return f"{name}@{date}"
    return model


def _given(credentials: Credentials) -> dict[str, Any]:
    given = credentials.settings
    if credentials.kind is Kind.BEDROCK:
        return {
            "api_key": credentials.secret or None,
            "aws_access_key": given.get("AWS_ACCESS_KEY_ID"),
            "aws_secret_key": given.get("AWS_SECRET_ACCESS_KEY"),
            "aws_session_token": given.get("AWS_SESSION_TOKEN"),
            "aws_profile": given.get("AWS_PROFILE"),
            "aws_region": given["AWS_REGION"],
            "base_url": credentials.base_url,
        }
    if credentials.kind is Kind.VERTEX:
        return {
            "project_id": given[names.VERTEX_PROJECT],
            "region": given[names.VERTEX_REGION],
            "base_url": credentials.base_url,
        }
    base_url = credentials.base_url or _PUBLIC_URL
    if credentials.kind is Kind.KEY:
        return {"api_key": credentials.secret, "base_url": base_url}
    if credentials.kind is Kind.GATEWAY:
        return {"auth_token": credentials.secret, "base_url": base_url}
    return {"credentials": _provider(credentials), "base_url": base_url}


def _provider(credentials: Credentials) -> object:
    """What gives the SDK a token of OAuth, which goes out with the header that says so."""
    from anthropic.lib import credentials as sdk

    if credentials.kind is Kind.OAUTH:
        return sdk.StaticToken(credentials.secret)
    given = credentials.settings
    identity: Any = given.get(names.IDENTITY)
    return sdk.WorkloadIdentityCredentials(
        identity_token_provider=sdk.IdentityTokenFile(given[names.IDENTITY_FILE])
        if identity is None
        else lambda: str(identity),
        federation_rule_id=given[names.RULE],
        organization_id=given[names.ORGANIZATION],
        service_account_id=given.get(names.ACCOUNT),
        workspace_id=given.get(names.WORKSPACE),
    )
