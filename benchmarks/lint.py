"""``make bench-lint``: how long lint takes against what any tool would have to pay.

- large: a clean tree in git (1,000 skills, 2,000 suites, 30,000 cases, results beside 100; no finding may appear),
  whole process, no cache, against a bare interpreter that reads and parses the suites with ``json``;
- file: one changed file of ``examples/marketplace`` with cross-file rules on, against ``python -I -c pass`` of the same
  environment, median of interleaved pairs;
- peak memory of the large lint.

The last line is one JSON object. Goals: ratios at most 6 and 12, memory at most 250 MB.
"""

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
VERBS = "check sort merge split rename convert compare summarise translate publish archive validate".split()
NOUNS = "invoice receipt contract schema module pipeline dataset image report ticket calendar recipe".split()
WORDS = """
amber anchor April archive balance barrel basket binder border bottle branch bridge bronze bucket budget butter button
canal candle canvas carbon carpet castle cattle cellar census cherry circle client cobalt coffee column copper corner
cotton county cradle credit crystal customs dairy dealer desert device dinner doctor donkey drawer eagle effort engine
estate export fabric factor family farmer ferry figure finger flavour forest fossil freight garden ginger glacier grain
granite guitar hammer harbour helmet hockey insect island jacket jungle kettle ladder lantern leather ledger lemon
letter linen lumber magnet marble market meadow mirror muscle needle novel ocean office olive orchid oxygen paddle
parcel pencil pepper pillow pirate planet pocket poster prism puzzle quarry rabbit radar ribbon rocket saddle salmon
sample school season shadow shelter silver socket spider spring square statue summer sunset supply tablet temple thread
ticket timber tunnel valley velvet vessel violin voyage walnut window winter wizard yoghurt zipper
""".split()
PARSE = (
    "import json,sys\n"
    "for p in open(sys.argv[1], encoding='utf-8').read().splitlines():\n"
    "    with open(p, 'rb') as f: json.loads(f.read())\n"
)


def sentence(chance: random.Random) -> str:
    """What a user could ask, in words that hardly two sentences share."""
    one, two, three, four = chance.sample(WORDS, 4)
    noun = chance.choice(NOUNS)
    return f"{chance.choice(VERBS)} the {noun} of the {one} {two}, and then the {three} before {four}".capitalize()


def triggers(chance: random.Random, name: str) -> dict[str, object]:
    return {
        "skill_name": name,
        "triggers": [{"query": sentence(chance), "should_trigger": n % 2 == 0} for n in range(15)],
    }


def evals(chance: random.Random, name: str) -> dict[str, object]:
    cases = [
        {
            "id": f"case-{n}",
            "prompt": sentence(chance),
            "assertions": [
                {"type": "file_exists", "path": f"out-{n}.md"},
                {"type": "regex", "path": f"out-{n}.md", "pattern": f"^## {chance.choice(NOUNS).title()}"},
            ],
        }
        for n in range(15)
    ]
    return {"skill_name": name, "evals": cases}


def skill(chance: random.Random, name: str) -> str:
    what = sentence(chance)
    return (
        f"---\nname: {name}\ndescription: {what}. Use when a {chance.choice(NOUNS)} is at hand.\nlicense: MIT\n---\n\n"
        f"# {name}\n\n{what}.\n"
    )


def large_tree(root: Path, skills: int) -> list[Path]:
    """Write the tree, commit it, and return the paths of its suites. The first hundred skills have results."""
    chance = random.Random(4711)
    (root / ".claude-plugin").mkdir(parents=True)
    (root / ".claude-plugin/marketplace.json").write_text('{"name": "large", "owner": {"name": "x"}, "plugins": []}')
    git(root, "init", "--quiet")
    suites = [path for number in range(100) for path in add_skill(root, chance, number)]
    add_results(root, skills=100)
    suites += [path for number in range(100, skills) for path in add_skill(root, chance, number)]
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "large")
    return suites


def add_skill(root: Path, chance: random.Random, number: int) -> list[Path]:
    name = f"{VERBS[number % 12]}-{NOUNS[number // 12 % 12]}-{number:04}"
    plugin = root / "plugins" / f"plugin-{number % 40:02}"
    (plugin / ".claude-plugin").mkdir(parents=True, exist_ok=True)
    (plugin / ".claude-plugin/plugin.json").write_text(json.dumps({"name": plugin.name, "version": "1.0.0"}))
    (plugin / "skills" / name).mkdir(parents=True)
    (plugin / "skills" / name / "SKILL.md").write_text(skill(chance, name))
    folder = plugin / "evals" / name
    folder.mkdir(parents=True)
    paths = [folder / "triggers.json", folder / "evals.json"]
    for path, value in zip(paths, (triggers(chance, name), evals(chance, name)), strict=True):
        path.write_text(json.dumps(value, indent=2) + "\n")
    return paths


def add_results(root: Path, skills: int) -> None:
    """Fresh results beside the suites, by the product's own runner."""
    command = [PYTHON, "-m", "skill_evals", "run", "--all", "--backend", "lexical", "--quiet", "--write-results"]
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)
    written = len(list(root.glob("plugins/*/evals/*/results.json")))
    if written != skills:
        sys.exit(f"{written} results were written instead of {skills} (exit {done.returncode}): {done.stderr[-2000:]}")


def git(root: Path, *arguments: str) -> None:
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org"]
    subprocess.run(
        ["git", "-C", str(root), *identity, *arguments], check=True, env=environment, stdout=subprocess.DEVNULL
    )


def timed(command: list[str], cwd: Path, expected: int = 0) -> tuple[float, int]:
    """Wall seconds and peak resident kilobytes of one process."""
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - started
    if process.returncode != expected:
        sys.exit(f"{' '.join(command)} exited {process.returncode}: {errors.decode(errors='replace')[-2000:]}")
    return seconds, usage.ru_maxrss


def pairs(first: list[str], second: list[str], cwd: Path, count: int) -> tuple[float, list[float], int]:
    """The median ratio of interleaved pairs, the ratios, and the first command's peak memory."""
    ratios, peak = [], 0
    for _ in range(count):
        a, memory = timed(first, cwd)
        b, _ = timed(second, cwd)
        ratios.append(a / b)
        peak = max(peak, memory)
    return statistics.median(ratios), ratios, peak


def expect_clean(lint: list[str], root: Path, suites: int) -> None:
    """A finding would cost positions, and the reference pays for none: the tree must have none."""
    done = subprocess.run([*lint, "--format", "json"], cwd=root, check=False, capture_output=True, text=True)
    found = json.loads(done.stdout)
    if found["diagnostics"] or found["summary"]["suites"] != suites:
        sys.exit(f"the large tree is not clean: {found['summary']}, {found['diagnostics'][:3]}")


def compile_package() -> None:
    """As an installation does, whatever the environment says of writing bytecode."""
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(ROOT / "src")], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--skills", type=int, default=1000)
    parser.add_argument("--large-pairs", type=int, default=5)
    parser.add_argument("--file-pairs", type=int, default=20)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="skill-evals-bench-"))
    try:
        run(folder, options)
    finally:
        shutil.rmtree(folder)


def run(folder: Path, options: argparse.Namespace) -> None:
    print(f"machine: {platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    compile_package()
    large = folder / "large"
    suites = large_tree(large, options.skills)
    listing = folder / "suites.txt"
    listing.write_text("\n".join(map(str, suites)))
    lint = [PYTHON, "-m", "skill_evals", "lint", "--quiet"]
    parse = [PYTHON, "-I", "-c", PARSE, str(listing)]
    print(f"large: {' '.join(lint)}  against reading and parsing {len(suites)} suites with json")
    expect_clean(lint, large, len(suites))
    large_ratio, ratios, peak = pairs(lint, parse, large, options.large_pairs)
    print("  ratios:", " ".join(f"{ratio:.2f}" for ratio in ratios))
    example = folder / "example"
    shutil.copytree(ROOT / "examples" / "marketplace", example)
    git(example, "init", "--quiet")
    git(example, "add", "--all")
    git(example, "commit", "--quiet", "--message", "example")
    changed = example / "plugins/paperwork/evals/invoice-review/triggers.json"
    changed.write_text(changed.read_text().replace("4711", "4712"))
    lint_file = [*lint, str(changed.relative_to(example))]
    bare = [PYTHON, "-I", "-c", "pass"]
    print(f"file: {' '.join(lint_file)}  against {' '.join(bare)}")
    timed(lint_file, example)
    file_ratio, ratios, _ = pairs(lint_file, bare, example, options.file_pairs)
    print("  ratios:", " ".join(f"{ratio:.2f}" for ratio in ratios))
    numbers = {
        "lint_large_ratio": round(large_ratio, 2),
        "lint_file_ratio": round(file_ratio, 2),
        "lint_large_rss_mb": round(peak / 1024),
    }
    print(json.dumps(numbers))


if __name__ == "__main__":
    main()
