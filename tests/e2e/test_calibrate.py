"""The emulation and the real Claude Code, given one and the same model, come to the same activations."""

import json
from pathlib import Path

from backends.messages.conftest import Serve, serve
from command_line import Call, call
from e2e.example import model, repository
from skill_evals.edges.backends.claude_code.installed import Cli

__all__ = ["call", "serve"]


def test_both_backends_agree(claude: Cli, serve: Serve, call: Call, tmp_path: Path) -> None:
    repo = repository(tmp_path / "repository")
    serve(model)
    done = call("calibrate", "--root", repo.root, "--cases", 8, "--runs", 2, "--seed", 3, "--format", "json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert (found["by_case"]["kappa"], found["by_run"]["kappa"], found["low"]) == (1.0, 1.0, False)
    first, second = found["backends"]
    assert (first["runs"], second["runs"]) == (16, 16)
    assert second["harness"].endswith(claude.version)
    assert len(found["cases"]) == 8
