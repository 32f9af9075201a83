"""``docs/corpus-report.md``, of which each part is written by a tool of its own."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
PAGE = ROOT / "docs" / "corpus-report.md"
PARTS = ("findings", "mutations")
HEAD = """# What the linter says of real suites

<!-- Written by `make corpus-report`; edit the tools, not this page. -->

The rules were run over the suites, skills and stored results of public repositories, which lie beside this checkout
(`../shared/corpus`) and are no part of it.

"""


def corpus_or_exit() -> Path:
    """The folder of real suites; without it there is nothing to report about, and the process ends with 2."""
    if not CORPUS.is_dir():
        print(f"there are no real suites beside this checkout: {CORPUS} is no folder", file=sys.stderr)
        raise SystemExit(2)
    return CORPUS


def write_part(name: str, text: str) -> None:
    """Put one part into the page; the others stay as they are."""
    parts = {part: _part(part) for part in PARTS} | {name: text}
    PAGE.write_text(HEAD + "\n".join(_marked(part, parts[part]) for part in PARTS), encoding="utf-8")


def _part(name: str) -> str:
    whole = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    _, begun, rest = whole.partition(f"<!-- {name} -->\n")
    return rest.partition(f"<!-- end of {name} -->")[0] if begun else ""


def _marked(name: str, text: str) -> str:
    return f"<!-- {name} -->\n{text}<!-- end of {name} -->\n"


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"
