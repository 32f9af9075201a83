"""The process as a whole: what is skipped at its end for speed costs no output and no exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

CASE = '{"id": 1, "prompt": " ", "expectations": ["Names Ada"]}'
BROKEN = '{"skill_name": "greet", "evals": [' + ", ".join([CASE] * 1000) + "]}"


def lint(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "skill_evals", "lint", "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_a_long_report_reaches_a_pipe_whole(tmp_path: Path) -> None:
    suite = tmp_path / "skills/greet/evals/evals.json"
    suite.parent.mkdir(parents=True)
    suite.write_text(BROKEN)
    (tmp_path / "skills/greet/SKILL.md").write_text("---\nname: greet\ndescription: Greets people.\n---\n")
    done = lint(tmp_path, "--format", "json")
    assert done.returncode == 1
    assert len(done.stdout) > 1 << 17
    assert done.stdout.endswith("\n")


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--no-such-option",), 2), (("--help",), 0)])
def test_the_exit_code_is_the_verb_s(tmp_path: Path, options: tuple[str, ...], code: int) -> None:
    assert lint(tmp_path, *options).returncode == code


def test_a_reader_that_goes_away_is_no_error_of_ours(tmp_path: Path) -> None:
    script = f"{sys.executable} -m skill_evals lint --root {tmp_path} | true"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stderr == ""


INTERRUPTED_WHILE_LOADING = """
import sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "skill_evals.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Finder())
from skill_evals.cli.entry import enter
enter()
"""


def test_an_interrupt_while_modules_are_loaded_shows_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_LOADING], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "skill-evals: interrupted\n")
