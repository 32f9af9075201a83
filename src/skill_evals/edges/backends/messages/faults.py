"""What an exception of the SDK means for the run, and for the sweep.

| what went wrong | the run | the sweep |
|---|---|---|
| 401, 402, 403, 404; credit or spending limits, under whichever status they come | is not made | stops, partial |
| 429 with a wait that patience does not cover | is not made | stops, partial, and the time is named |
| 408, 409, 429, 5xx, 529, connection lost, also in the midst of an answer | is tried again, then an error | goes on |
| no end within its time | timeout | goes on |
| 413, any other 400, an answer that is none | error | goes on |
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from skill_evals.errors import BackendError


class Course(Enum):
    AGAIN = "again"
    """Try it again, while patience lasts; after that the run is an error."""
    RUN = "run"
    """This run is an error."""
    TIMEOUT = "timeout"
    """This run took too long."""
    SWEEP = "sweep"
    """No run can be made any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    course: Course
    words: str
    cure: str = ""
    wait: float | None = None
    """Seconds that the server asks to wait."""

    def as_end(self) -> BackendError:
        return BackendError(self.words, cure=self.cure)


_ACCOUNT = re.compile(r"credit balance|usage limit|spend(?:ing)? (?:limit|cap)|billing", re.IGNORECASE)
"""The API's words for an account that may not spend; the status is then 400, 402 or 429."""
_RESET = re.compile(
    r"(?:regain access|resets?|try again)\b[^.]*?\b(\d{4}-\d\d-\d\d(?:[T ][\d:]+(?: ?(?:Z|UTC))?)?(?: at [\d:]+ UTC)?)",
    re.IGNORECASE,
)
_STOPS = {
    401: ("authentication_error", "the API refuses the credential", "set a valid credential"),
    402: ("billing_error", "the account cannot pay", "add credit to the account"),
    403: ("permission_error", "the credential may not do this", "allow the workspace to use the model"),
    404: ("not_found_error", "the API does not know the model", "choose another model, or check the gateway's address"),
}
_AGAIN_STATUS = frozenset({408, 409, 429})
_AGAIN_TYPES = frozenset({"rate_limit_error", "overloaded_error", "api_error", "timeout_error"})
_LONGEST_QUOTE = 200


def fault_of(error: Exception) -> Fault:
    """The fault behind whatever a call raised."""
    import anthropic

    if isinstance(error, (TimeoutError, anthropic.APITimeoutError)) or type(error).__name__.endswith("Timeout"):
        return Fault(course=Course.TIMEOUT, words="the answer did not come to its end in time")
    if isinstance(error, anthropic.APIStatusError):
        return of_status(error.status_code, error.type or "", error.api_message or "", _wait(error.response.headers))
    if isinstance(error, (anthropic.APIConnectionError, ConnectionError)) or _is_transport(error):
        return Fault(course=Course.AGAIN, words="the connection to the API was lost")
    if isinstance(error, json.JSONDecodeError):
        return Fault(course=Course.RUN, words="the answer is not JSON: something between here and the API spoke")
    return Fault(course=Course.RUN, words=f"the answer could not be read ({type(error).__name__})")


def _is_transport(error: Exception) -> bool:
    import httpx2

    return isinstance(error, httpx2.TransportError)


def of_status(status: int, kind: str, message: str, wait: float | None) -> Fault:
    """``kind`` is the error's type: in the midst of a stream it comes with the status 200."""
    quoted = message if len(message) <= _LONGEST_QUOTE else message[:_LONGEST_QUOTE] + "…"
    said = f" ({status}: {quoted})" if status != 200 else f" ({quoted})"
    if _ACCOUNT.search(message) and status in (200, 400, 402, 403, 429):
        reset = _RESET.search(message)
        when = f"; it ends {reset[1]}" if reset else ""
        cure = "add credit or raise the limit of the account"
        return Fault(course=Course.SWEEP, words=f"the account may not spend{when}{said}", cure=cure)
    for code, (name, words, cure) in _STOPS.items():
        if status == code or (status == 200 and kind == name):
            return Fault(course=Course.SWEEP, words=f"{words}{said}", cure=cure)
    if status in _AGAIN_STATUS or status >= 500 or (status == 200 and kind in _AGAIN_TYPES):
        words = {429: "the rate limit was reached", 529: "the API is overloaded"}.get(status, "the API failed")
        return Fault(course=Course.AGAIN, words=f"{words}{said}", wait=wait)
    if status == 413:
        return Fault(course=Course.RUN, words=f"the conversation is too large for one request{said}")
    return Fault(course=Course.RUN, words=f"the API rejects the request, which is a fault of skill-evals{said}")


def _wait(headers: Mapping[str, str]) -> float | None:
    """``retry-after`` in seconds; a date counts as none, since the API sends none."""
    try:
        wait = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return wait if 0 <= wait < math.inf else None
