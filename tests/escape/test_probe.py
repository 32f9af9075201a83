"""The probe can fail: with each mechanism taken away in turn it says what no longer holds."""

import os
import sys
from collections.abc import Iterator

import pytest

from escape.surroundings import python
from skill_evals.edges.sandbox import confined
from skill_evals.edges.sandbox.probe import commands_refused, probe

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the mechanisms are Linux's")

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
WITHOUT: list[tuple[str, str, set[str]]] = [
    ("seccomp", "from {s} import seccomp; seccomp.restrict = lambda **k: None", {"network", "one-port"}),
    ("Landlock", "from {s} import landlock; landlock.restrict = lambda g: None", {"files", "one-port"}),
    ("no_new_privs", "from {s} import privileges; privileges.gain_none = lambda: None", {"privileges"}),
    ("rlimits", "from {s} import limits; limits.limit = lambda *a, **k: None", {"processes", "memory", "disk"}),
    ("the watch", "from {s} import watch; watch.Watch.over = lambda self: None", {"memory", "disk"}),
    ("the end of leftovers", "from {s} import leftovers; leftovers.end_all = lambda sweep: True", {"leftovers"}),
]
if AS_ROOT:
    no_uid = "from {s} import privileges; privileges.become = lambda uid: None"
    WITHOUT.append(("a uid of its own", no_uid, {"privileges"}))


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    probe.cache_clear()
    yield
    probe.cache_clear()


@pytest.fixture
def all_hold() -> None:
    refused = commands_refused()
    if refused is not None or python() is None:
        pytest.skip(refused or "there is no Python among the system's programs")
    probe.cache_clear()


@pytest.mark.usefixtures("all_hold")
@pytest.mark.parametrize(("mechanism", "patch", "lost"), WITHOUT, ids=[row[0] for row in WITHOUT])
def test_without_a_mechanism(monkeypatch: pytest.MonkeyPatch, mechanism: str, patch: str, lost: set[str]) -> None:
    imports, call = confined._CODE.rsplit("; ", 1)
    brief = "from {s} import attempts, leftovers; attempts._WAIT_SECONDS = 2.0; leftovers._SECONDS = 0.2"
    patch = f"{brief}; {patch}"
    without = f"{patch.format(s='skill_evals.edges.sandbox')}; {call}"
    monkeypatch.setattr(confined, "_CODE", f"{imports}; {without}")
    broken = {one.name: one.reason for one in probe() if not one.holds}
    assert set(broken) >= lost, broken
    assert all(broken.values())
    assert all(f"`{name}`" in (commands_refused() or "") for name in lost - {"one-port"})
