"""Writes what is generated: a page a rule under ``docs/rules/``, their index, the rules' names in the schema of the
configuration, and what follows from ``action.yml`` (action_files.py); ``--check`` says what is stale.
"""

import argparse
import json
import sys
from pathlib import Path

from skill_evals.lint.explain import page
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES
from tools import action_files

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "rules"
SCHEMA = ROOT / "src" / "skill_evals" / "schemas" / "skill-evals.schema.json"
NOTICE = "<!-- Written by tools/generate.py from the rule's docstring; `make docs` renews it. -->\n"


def pages() -> dict[Path, str]:
    found = {FOLDER / f"{rule.name}.md": NOTICE + page(rule.name) for rule in RULES}
    return found | {FOLDER / "README.md": NOTICE + index(), SCHEMA: schema()} | action_files.files()


def schema() -> str:
    """The schema of the configuration, whose editor completes the names of the rules that there are."""
    whole = json.loads(SCHEMA.read_text(encoding="utf-8"))
    whole["$defs"]["rule"]["anyOf"][0]["enum"] = [rule.name for rule in RULES]
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def index() -> str:
    rows = [f"| {rule.code} | [{rule.name}]({rule.name}.md) | {default(rule)} | {rule.summary} |" for rule in RULES]
    head = "| code | rule | default | what it finds |\n|---|---|---|---|\n"
    return "# Rules\n\n" + head + "\n".join(rows) + "\n"


def default(rule: Rule) -> str:
    return rule.severity.value if rule.default else f"{rule.severity.value}, off"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    wanted = pages()
    stray = [path for path in FOLDER.glob("*.md") if path not in wanted]
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if options.check:
        for path in (*stale, *stray):
            print(f"{path.relative_to(ROOT)} is stale: run `make docs`", file=sys.stderr)
        return 1 if stale or stray else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    for path in stray:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
