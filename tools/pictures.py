"""Pictures of our Markdown as GitHub shows it; and the one of README.md, which ``python -m tools.pictures`` draws anew.

Chromium draws it, with GitHub's own style for Markdown, which comes from npm into ``.e2e``, once.
"""

import html
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.browser import Browser, View
from tools.demo import ROOT, make_repository

PLACE = ROOT / ".e2e" / "npm"
STYLE = PLACE / "node_modules" / "github-markdown-css" / "github-markdown.css"
PACKAGE = "github-markdown-css@5"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
PICTURE = ROOT / "docs" / "images" / "comment.png"
_SCOPE = (
    "body { box-sizing: border-box; margin: 0; padding: 16px; } @media (max-width: 500px) { body { padding: 12px; } }"
)
MISSING = 2


def make() -> str | None:
    """Say by ``E2E_CHROMIUM`` and ``E2E_STYLE`` where browser and style are; else what is missing, in words."""
    program = _program()
    if program is None:
        return f"there is no {PROGRAMS[0]}, and apt-get cannot install it (that takes root on a Debian or Ubuntu)"
    if not STYLE.is_file():
        PLACE.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", str(PLACE)]
        try:
            subprocess.run([*install, PACKAGE], check=True)
        except (OSError, subprocess.CalledProcessError):
            return f"GitHub's style for Markdown cannot be installed: that takes npm, and {PACKAGE}"
    os.environ |= {"E2E_CHROMIUM": program, "E2E_STYLE": str(STYLE)}
    return None


def _program() -> str | None:
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "--quiet=2"], check=False)
        install = ["apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", PROGRAMS[0]]
        subprocess.run(install, env=quiet, check=False)
        found = shutil.which(PROGRAMS[0])
    return found


def as_github_shows_it(markdown: str, *, style: str, unfolded: bool = False) -> str:
    """A page that shows a comment or a summary."""
    from markdown_it import MarkdownIt

    body = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown)
    if unfolded:
        body = body.replace("<details>", "<details open>")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(markdown[:40])}</title><style>{style}\n{_SCOPE}</style></head>"
        f'<body class="markdown-body">\n{body}</body></html>\n'
    )


def main() -> int:
    """Draw the comment on the example's pull request."""
    fault = make()
    if fault is not None:
        print(f"the picture cannot be drawn: {fault}", file=sys.stderr)
        return MISSING
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_repository(folder / "repository", ROOT / "examples" / "change")
        words = ["pr", "--base", "main", "--backend", "lexical", "--quiet", "--out", str(folder / "out")]
        subprocess.run([sys.executable, "-m", "skill_evals", *words], cwd=folder / "repository", check=False)
        markdown = (folder / "out" / "comment.md").read_text(encoding="utf-8")
        page = folder / "page.html"
        page.write_text(as_github_shows_it(markdown, style=STYLE.read_text(encoding="utf-8")), encoding="utf-8")
        with Browser(os.environ["E2E_CHROMIUM"], folder / "profile") as browser:
            seen = browser.see(page, View(width=1000, height=655, whole=False, scale=1.25))
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(seen.picture)
    print(f"{PICTURE.relative_to(ROOT)}: {len(seen.picture) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
