"""A supervisor that ends without a word, by its own fault or somebody's, is an error that says how it ended."""

import pytest

from skill_evals.edges.collect import why_refused
from skill_evals.edges.workspace import workspace


@pytest.mark.parametrize(
    ("script", "how"), [("echo oh >&2; echo no >&2; exit 3", "exit code 3: no"), ("kill -9 $$", "signal 9")]
)
def test_how_it_ended_is_told(monkeypatch: pytest.MonkeyPatch, script: str, how: str) -> None:
    refused = why_refused(allow_commands=True, sandbox=True)
    if refused is not None:
        pytest.skip(refused)
    from skill_evals.edges.sandbox import confined

    monkeypatch.setattr(confined, "supervisor", lambda tell: ["/bin/sh", "-c", script])
    with workspace({}) as place:
        cell = confined.Cell(root=place.root, uid=place.uid)
        done = confined.run_confined("true", cwd=place.path, env=place.environment, seconds=60, cell=cell)
    assert (done.exit_code, done.error) == (None, f"it could not be started: its supervisor did not answer ({how})")
