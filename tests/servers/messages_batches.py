"""The batches of the server: handed over, looked at, cancelled, read.

``polls``: how often a batch is still in progress when it is looked at. ``api.script`` answers each request once, when the
batch has ended; a ``Fault`` of the type ``canceled`` or ``expired`` is such a result, any other an error's.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from servers.messages_wire import Fault, error

TIME = "2026-01-01T00:00:00Z"


@dataclass(kw_only=True)
class Batch:
    id: str
    requests: Sequence[Mapping[str, Any]]
    left: int
    """How often it is still in progress."""
    is_cancelled: bool = False
    results: list[dict[str, Any]] = field(default_factory=list)

    @property
    def has_ended(self) -> bool:
        return self.left < 0 or self.is_cancelled


class Batches:
    def __init__(self, reply: Callable[[Mapping[str, Any]], dict[str, Any] | Fault]) -> None:
        self.polls = 0
        self.finished_before_cancel = 0
        """Requests that a batch has answered when it is cancelled."""
        self.all: dict[str, Batch] = {}
        self.fault: Fault | None = None
        """What creating one gets instead, once."""
        self._reply = reply
        self._lock = threading.Lock()

    @property
    def sizes(self) -> list[int]:
        return [len(batch.requests) for batch in self.all.values()]

    def create(self, requests: Sequence[Mapping[str, Any]]) -> Batch | Fault:
        with self._lock:
            if self.fault is not None:
                fault, self.fault = self.fault, None
                return fault
            batch = Batch(id=f"msgbatch_{len(self.all)}", requests=requests, left=self.polls)
            self.all[batch.id] = batch
            return batch

    def look(self, batch: Batch) -> None:
        """Each look brings it nearer to its end."""
        with self._lock:
            batch.left -= 1
            if batch.has_ended and not batch.results:
                answered = self.finished_before_cancel if batch.is_cancelled else len(batch.requests)
                batch.results = [
                    {"custom_id": one["custom_id"], "result": self._result(one) if n < answered else _CANCELED}
                    for n, one in enumerate(batch.requests)
                ]

    def cancel(self, batch: Batch) -> None:
        with self._lock:
            batch.is_cancelled = True

    def _result(self, request: Mapping[str, Any]) -> dict[str, Any]:
        said = self._reply(request["params"])
        if not isinstance(said, Fault):
            return {"type": "succeeded", "message": said}
        if said.type in ("canceled", "expired"):
            return {"type": said.type}
        return {"type": "errored", "error": error(said.type, said.message)}


_CANCELED = {"type": "canceled"}


def shown(batch: Batch, url: str) -> dict[str, Any]:
    count, ended = len(batch.requests), batch.has_ended
    kinds = [one["result"]["type"] for one in batch.results]
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "in_progress",
        "request_counts": {
            "processing": 0 if ended else count,
            **{kind: kinds.count(kind) for kind in ("succeeded", "errored", "canceled", "expired")},
        },
        "created_at": TIME,
        "expires_at": TIME,
        "ended_at": TIME if ended else None,
        "archived_at": None,
        "cancel_initiated_at": TIME if batch.is_cancelled else None,
        "results_url": f"{url}/v1/messages/batches/{batch.id}/results" if ended else None,
    }
