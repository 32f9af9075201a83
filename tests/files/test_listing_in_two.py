"""A large tree is listed by a copy of the process while this one loads modules: what is listed is the same.

The copies are made in a process of its own, since a test runner has threads, which a copy of a process must not.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from git_repo import Exec, Link, Repo
from skill_evals.edges.copied import possible

SCRIPT = """
import sys
from pathlib import Path
from skill_evals.edges import copied, listing
from skill_evals.edges.files import WorkingTree

root = Path(sys.argv[1])
done = []
alone = WorkingTree(root)
listing.LARGE_INDEX = 0
heard = []
hear = listing._hear
listing._hear = lambda told, folders: heard.append(told) or hear(told, folders)
{change}
in_two = WorkingTree(root, meanwhile=iter([lambda: done.append("first")]))
assert list(in_two.entries.items()) == list(alone.entries.items())
assert [in_two.read(path) for path in ("a.md", "x/y/b.json")] == [alone.read(path) for path in ("a.md", "x/y/b.json")]
print(done, len(heard))
"""
FAILS = "listing._tell = lambda found, folders: 1 / 0"
IS_ENDED = "import os, signal; listing._tell = lambda found, folders: os.kill(os.getpid(), signal.SIGKILL)"


@pytest.mark.skipif(not possible(), reason="processes cannot be copied here, or there is one processor")
@pytest.mark.parametrize(("change", "heard"), [("", 1), (FAILS, 0), (IS_ENDED, 0)])
def test_a_copy_lists_what_this_process_would(repo: Repo, change: str, heard: int) -> None:
    repo.commit({"a.md": "a", "x/y/b.json": "{}", "run.sh": Exec("#!"), "gone.md": "g", "out": Link("../elsewhere")})
    repo.commit({"behind/c.md": "c", ".gitignore": "ignored/\n"})
    repo.write({"new \n.md": "n", "ignored/d.md": "d", "gone.md": None, "behind/c.md": None})
    (repo.root / "behind").rmdir()
    (repo.root / "behind").symlink_to("x")
    assert listed(repo.root, change) == f"['first'] {heard}\n"


def listed(root: Path, change: str) -> str:
    command = [sys.executable, "-c", SCRIPT.format(change=change), str(root)]
    environment = os.environ | {"PYTHONDEVMODE": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout
