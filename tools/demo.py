"""``make demo``: the product's main job on the shipped example, in a git repository of its own.

The pull request of ``examples/change`` is meant to fail, so the demo succeeds when ``skill-evals pr`` exits 1.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXPECTED_EXIT = 1
IDENTITY = {
    "GIT_AUTHOR_NAME": "Demo",
    "GIT_AUTHOR_EMAIL": "demo@example.org",
    "GIT_COMMITTER_NAME": "Demo",
    "GIT_COMMITTER_EMAIL": "demo@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


def git(repository: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-C", str(repository), *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ | IDENTITY
    )


def make_repository(repository: Path, change: Path) -> None:
    """A repository whose ``main`` is the example and whose branch ``change`` is the pull request."""
    shutil.copytree(ROOT / "examples" / "marketplace", repository)
    git(repository, "init", "--quiet", "--initial-branch=main")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "The example")
    git(repository, "checkout", "--quiet", "-b", "change")
    shutil.copytree(change, repository, dirs_exist_ok=True)
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--message", "A greedier description")


def as_text(comment: str) -> str:
    """The comment without the HTML that GitHub renders and a terminal drops: what is folded there stands open, under
    its title, and a break within a cell becomes a dash.
    """
    titled = re.sub(r"<details><summary>(.*?)</summary>", lambda found: f"**{_marked(found[1])}:**", comment)
    return titled.replace("</details>", "").replace("<br>", " – ").replace("&nbsp;", " ")


def _marked(title: str) -> str:
    return unescape(re.sub(r"</?code>", "`", title))


def show(comment: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    plain = Theme({"markdown.code": "cyan", "markdown.code_block": "default"})
    Console(theme=plain).print(Markdown(as_text(comment), code_theme="bw"))


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="skill-evals-demo-"))
    repository, out = folder / "repository", folder / "out"
    make_repository(repository, ROOT / "examples" / "change")
    command = ["skill-evals", "pr", "--base", "main", "--backend", "lexical", "--out", str(out)]
    print(f"$ cd {repository}\n$ {' '.join(command)}", flush=True)
    done = subprocess.run([sys.executable, "-m", "skill_evals", *command[1:]], check=False, cwd=repository)
    print("\nThe comment that a reviewer would see:\n", flush=True)
    show((out / "comment.md").read_text(encoding="utf-8"))
    print(f"\nEverything it wrote is kept in {out}; report.html there is all of it in one page")
    if done.returncode != EXPECTED_EXIT:
        print(f"skill-evals pr exited {done.returncode}; this pull request was made to exit 1.", file=sys.stderr)
        return 1
    print("skill-evals pr exited 1, as it has to on this pull request: the demo worked.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
