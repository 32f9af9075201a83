"""``make bench-sweep``: how close a sweep comes to what its server allows, and how many calls it saves.

The product runs as people run it, a process of its own, against a server in another (``sweep_server.py``) over loopback.
The last line is one JSON object: ``sweep_throughput_ratio`` (goal at most 1.15), ``calls_ratio_reused`` (.40) and
``calls_ratio_live`` (.75), and what tokens and dollars come to in the same way; ``*_shared`` are of two suites that ask the same
queries, their base live. ``calls_ratio_*`` of many more gates, simulated, are those of ``make bench-gate``. Repositories
and wire forms are those of the tests (``PYTHONPATH=tests``).
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sweep_server import MARK

from git_repo import Repo, clean_environment

HERE = Path(__file__).resolve().parent
CASES, SECONDS, JOBS = 500, 0.3, 32
IDEAL = CASES * SECONDS / JOBS
QUERIES, RUNS = 40, 3
SWEEPS = 4
"""Of each kind, to count calls in."""
MODEL = "anthropic/claude-sonnet-5-5"
SKILL = "count-sheep"
NEIGHBOUR = "shear-goats"
THINGS = ("woolly", "sleepy", "black", "white", "young", "old", "brave", "shy", "fast", "slow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """What the server saw of a sweep, and what the sweep said of itself."""

    seen: Mapping[str, Any]
    told: Mapping[str, Any]
    seconds: float

    @property
    def calls(self) -> int:
        return int(self.seen["calls"])


def skill_text(words: str) -> str:
    return (
        f"---\nname: {SKILL}\ndescription: Use this when somebody wants to {words} before they sleep.\n---\n\nCount.\n"
    )


def repository(root: Path, queries: int, *, is_shared: bool = False) -> Repo:
    """``is_shared``: a neighbour's suite asks the same queries, none of which is for it."""
    cases = [
        {
            "query": f"Please count {THINGS[n % 10]} sheep number {n} {MARK if n % 2 == 0 else 'in a poem'}",
            "should_trigger": n % 2 == 0,
        }
        for n in range(queries)
    ]
    files = {
        f"skills/{SKILL}/SKILL.md": skill_text("count sheep"),
        f"skills/{SKILL}/evals/triggers.json": json.dumps({"skill_name": SKILL, "queries": cases}, indent=1),
    }
    if is_shared:
        others = [{**case, "should_trigger": False} for case in cases]
        text = skill_text("shear goats").replace(f"name: {SKILL}", f"name: {NEIGHBOUR}")
        files |= {
            f"skills/{NEIGHBOUR}/SKILL.md": text,
            f"skills/{NEIGHBOUR}/evals/triggers.json": json.dumps(
                {"skill_name": NEIGHBOUR, "queries": others}, indent=1
            ),
        }
    repo = Repo(root)
    repo.commit(files)
    return repo


def sweep(words: list[str], repo: Repo, report: Path | None, **model: object) -> Swept:
    """``model``: how the server's answers; ``report``: where ``pr`` leaves what it says, else ``run`` prints it."""
    given = json.dumps({"skill": SKILL, "seconds": 0.0, "activates": 1.0, "strays": 0.0, "seed": 1, **model})
    server = subprocess.Popen(
        [os.path.realpath(sys.executable), str(HERE / "sweep_server.py"), given],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert server.stdout is not None
    port = json.loads(server.stdout.readline())["port"]
    place = {"ANTHROPIC_API_KEY": "none", "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}"}
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "skill_evals", *words, "--backend", "messages", "--model", MODEL],
        cwd=repo.root,
        env={**clean_environment(), **place},
        capture_output=True,
        check=False,
    )
    seconds = time.perf_counter() - began
    seen = json.loads(server.communicate()[0])
    if done.returncode not in (0, 1):
        sys.exit(f"the sweep ended with {done.returncode}:\n{done.stderr.decode()}")
    told = json.loads(done.stdout if report is None else report.read_text(encoding="utf-8"))
    return Swept(seen=seen, told=told["run"], seconds=seconds)


def throughput(folder: Path, *more: str) -> Swept:
    folder.mkdir()
    words = ["run", "--all", "--runs", "1", "--jobs", str(JOBS), "--max-cost-usd", "1000", "--format", "json", *more]
    found = sweep(words, repository(folder / "many", CASES), None, seconds=SECONDS)
    if found.calls != CASES:
        sys.exit(f"{found.calls} calls for {CASES} cases")
    return found


def pull_request(folder: Path, seed: int, *, reused: bool, is_shared: bool = False) -> Swept:
    """A change of the description that changes nothing, of a decisive suite (activation .97 and .03)."""
    folder.mkdir()
    repo = repository(folder / "repo", QUERIES, is_shared=is_shared)
    rates: dict[str, object] = {"activates": 0.97, "strays": 0.03}
    if reused:
        sweep(["run", "--all", "--format", "json"], repo, None, seed=seed + 1_000, **rates)
        repo.git("add", "-A")
        repo.git("commit", "-qm", "results")
    repo.git("checkout", "-qb", "change")
    repo.commit({f"skills/{SKILL}/SKILL.md": skill_text("count many sheep")})
    out = folder / "out"
    return sweep(["pr", "--base", "main", "--out", str(out)], repo, out / "report.json", seed=seed, **rates)


def tokens_of(one: Swept) -> int:
    counted: Mapping[str, int] = one.seen["tokens"]
    return sum(counted.values()) - counted["output_tokens"]


def paid_in_full(one: Swept) -> int:
    return tokens_of(one) - int(one.seen["tokens"]["cache_read_input_tokens"])


def naive_usd(one: Swept, naive: int) -> float:
    """So many calls at what a call of this sweep takes, nothing read from a cache."""
    from skill_evals.edges.backends.messages.money import Tokens, usage_of

    a_call = Tokens(input=tokens_of(one) // one.calls, output=one.seen["tokens"]["output_tokens"] // one.calls)
    return naive * (usage_of([a_call], MODEL.removeprefix("anthropic/")).usd or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """Sweeps of one kind against ``naive``: every query × runs × both arms, of every suite, and no cache."""

    sweeps: Sequence[Swept]
    suites: int = 1

    @property
    def naive(self) -> int:
        return self.suites * QUERIES * RUNS * 2

    def ratios(self, name: str) -> dict[str, float]:
        """Tokens that no cache gave, of those of the naive plan. Controls are in the dollars of a sweep, and in none of
        that plan's.
        """
        many = len(self.sweeps)
        calls = sum(one.calls for one in self.sweeps) / (many * self.naive)
        tokens = sum(paid_in_full(one) / (self.naive * tokens_of(one) / one.calls) for one in self.sweeps) / many
        usd = sum(one.told["usd"] / naive_usd(one, self.naive) for one in self.sweeps) / many
        return {f"{what}_ratio_{name}": round(x, 3) for what, x in (("calls", calls), ("tokens", tokens), ("usd", usd))}

    def described(self, name: str) -> str:
        one = self.sweeps[0]
        read = one.seen["tokens"]["cache_read_input_tokens"]
        return (
            f"{name}: {one.calls} calls of {self.naive}, {tokens_of(one):,} tokens in "
            f"({read / tokens_of(one):.0%} from the cache) of {self.naive * (tokens_of(one) // one.calls):,}, "
            f"${one.told['usd']:.2f} with controls of ${naive_usd(one, self.naive):.2f}, {one.told['shared']} runs shared"
        )


def told(many: Swept) -> str:
    return (
        f"{many.calls} cases of {SECONDS * 1000:.0f} ms, {JOBS} jobs: {many.seen['span']:.2f} s from the first case's request to "
        f"the last answer, at most {many.seen['most_at_once']} at once; ideal {IDEAL:.2f} s; the whole command, imports and "
        f"{many.seen['controls']} controls included, {many.seconds:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3, help="sweeps of 500 cases; the median counts")
    asked = parser.parse_args()
    print(f"command: {os.path.realpath(sys.executable)} benchmarks/whole_sweep.py --repeat {asked.repeat}")
    print(
        f"machine: {platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spans = []
        for n in range(asked.repeat):
            many = throughput(folder / f"many-{n}")
            spans.append(many.seen["span"])
            print(told(many))
        kept = throughput(folder / "kept", "--journal", str(folder / "journal"))
        print(f"with every run on disk before it is counted: {told(kept)}")
        live = Saved(sweeps=[pull_request(folder / f"live-{n}", n, reused=False) for n in range(SWEEPS)])
        reused = Saved(sweeps=[pull_request(folder / f"reused-{n}", n, reused=True) for n in range(SWEEPS)])
        both = [pull_request(folder / f"shared-{n}", n, reused=False, is_shared=True) for n in range(SWEEPS)]
        shared = Saved(sweeps=both, suites=2)
    print(live.described("a pull request, both arms live"))
    print(reused.described("a pull request, the base's results reused"))
    print(shared.described("a pull request, two suites of the same queries, both arms live"))
    found = {
        "sweep_throughput_ratio": round(sorted(spans)[len(spans) // 2] / IDEAL, 3),
        "sweep_throughput_ratio_best": round(min(spans) / IDEAL, 3),
        "sweep_throughput_ratio_journal": round(kept.seen["span"] / IDEAL, 3),
        **reused.ratios("reused"),
        **live.ratios("live"),
        **shared.ratios("shared"),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
