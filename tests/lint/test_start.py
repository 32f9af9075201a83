"""What a start of lint loads: a hook runs at every commit, and each of these costs it milliseconds for nothing."""

import os
import subprocess
import sys
from pathlib import Path

NOT_FOR_CLEAN_FILES = [
    "asyncio",
    "dataclasses",
    "inspect",
    "jsonschema",
    "re2",
    "rich",
    "ruamel",
    "skill_evals.documents.json_scan",
    "skill_evals.documents.yaml_tree",
    "skill_evals.results.committed",
    "unittest",
]
SCRIPT = """
import sys
from skill_evals.cli.main import main
code = main(["lint", "--quiet"])
print(sorted(set({names!r}) & set(sys.modules)))
sys.exit(code)
"""
SUITE = "skill_name: greet\ntriggers:\n" + "".join(
    f"  - query: {words} {'the new colleague' if number % 2 else 'the old printer'}\n"
    f"    should_trigger: {'true' if number % 2 else 'false'}\n"
    for number, words in enumerate(["Greet", "Repair", "Say hello to", "Sell", "Welcome", "Move", "Cheer up", "Clean"])
)


def test_a_clean_tree_loads_no_library_and_nothing_that_explains_faults(tmp_path: Path) -> None:
    home = tmp_path / "skills" / "greet"
    (home / "evals").mkdir(parents=True)
    (home / "SKILL.md").write_text("---\nname: greet\ndescription: Greets a colleague, never repairs a printer.\n---\n")
    (home / "evals" / "triggers.yaml").write_text(SUITE)
    script = SCRIPT.format(names=NOT_FOR_CLEAN_FILES)
    # In development mode nouns are plain dataclasses.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDEVMODE"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "[]"), done.stdout + done.stderr
