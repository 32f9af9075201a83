"""``make bench-gate``: how often the gate fails pull requests that changed nothing, and catches those that broke something.

Every gate goes through the product's own code (plan, controls, screening, confirmation, exact tests, Holm, gate) on a
simulated backend whose rates are known. The last line is one JSON object. Goals: ``aa_fail_share`` at most .01 (the
worst of four scenarios of identical arms), ``power_share`` at least .95, the other shares .95, .65, .85, .35,
``calls_ratio_reused`` at most .40 and ``calls_ratio_live`` at most .75.

``--gates N``: about how many gates in all; the shares of each scenario are fixed. ``--seed``: gate k of a scenario
draws from the seed, the scenario and k, so one gate can be repeated alone.
"""

import argparse
import json
import multiprocessing
import os
import platform
import random
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gate_world import Query, World, request_of

from skill_evals.app.sweep.sweep import run_sweep
from skill_evals.compare.gate import gate
from skill_evals.model.comparison import CaseClass
from skill_evals.model.config import GateConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """``share`` of all gates; ``world`` draws a pull request."""

    name: str
    share: float
    world: Callable[[random.Random], World]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What became of one gate."""

    failed: bool
    flipped: bool
    """A verdict of screening moved from pass to fail: what "any verdict flipped" would have failed."""
    outcome: str
    calls: int
    naive: int


def same(rate: float, *, should_trigger: bool) -> Query:
    return Query(should_trigger=should_trigger, base=rate, head=rate)


def decisive(queries: int) -> tuple[Query, ...]:
    return tuple(same(0.97 if n % 2 == 0 else 0.03, should_trigger=n % 2 == 0) for n in range(queries))


def flaky(chance: random.Random, queries: int = 20) -> tuple[Query, ...]:
    """Rates from .05 to .95, whatever the label."""
    return tuple(same(chance.uniform(0.05, 0.95), should_trigger=n % 2 == 0) for n in range(queries))


def two_of_ten() -> tuple[Query, ...]:
    fallen = tuple(Query(should_trigger=True, base=0.95, head=0.1) for _ in range(2))
    return fallen + tuple(same(0.95 if n < 3 else 0.05, should_trigger=n < 3) for n in range(8))


def one_query() -> tuple[Query, ...]:
    return (
        Query(should_trigger=True, base=0.9, head=0.2),
        *(same(0.95 if n < 4 else 0.05, should_trigger=n < 4) for n in range(9)),
    )


def alike(*, should_trigger: bool, base: float, head: float) -> tuple[Query, ...]:
    return tuple(Query(should_trigger=should_trigger, base=base, head=head) for _ in range(10))


SCENARIOS = (
    Scenario(name="aa_one_family", share=0.25, world=lambda chance: World(families=(flaky(chance),))),
    Scenario(
        name="aa_twenty_families",
        share=0.08,
        world=lambda chance: World(families=tuple(flaky(chance) for _ in range(20))),
    ),
    Scenario(
        name="aa_stale_base",
        share=0.15,
        world=lambda chance: World(families=(flaky(chance),), stored=lambda query: drifted(query, chance)),
    ),
    Scenario(name="aa_head_errors", share=0.15, world=lambda chance: World(families=(flaky(chance),), lost=0.5)),
    Scenario(name="power_two_of_ten", share=0.10, world=lambda _: World(families=(two_of_ten(),))),
    Scenario(
        name="power_among_twenty",
        share=0.05,
        world=lambda chance: World(families=(two_of_ten(), *(flaky(chance) for _ in range(19)))),
    ),
    Scenario(name="power_one_query", share=0.06, world=lambda _: World(families=(one_query(),))),
    Scenario(
        name="power_ten_negatives",
        share=0.06,
        world=lambda _: World(families=(alike(should_trigger=False, base=0.05, head=0.4),)),
    ),
    Scenario(
        name="power_ten_positives",
        share=0.06,
        world=lambda _: World(families=(alike(should_trigger=True, base=0.9, head=0.7),)),
    ),
    Scenario(name="calls_live", share=0.02, world=lambda _: World(families=(decisive(40),))),
    Scenario(
        name="calls_reused",
        share=0.02,
        world=lambda _: World(families=(decisive(40),), stored=lambda query: query.base),
    ),
)


def drifted(query: Query, chance: random.Random) -> float:
    """The rate of a base that was recorded before the model changed under it."""
    return min(0.99, max(0.01, query.base + chance.uniform(-0.4, 0.4)))


def one_gate(task: tuple[int, int, int]) -> Gate:
    scenario, number, seed = task
    name = SCENARIOS[scenario].name
    own = zlib.crc32(f"{seed}/{name}/{number}".encode())
    world = SCENARIOS[scenario].world(random.Random(own))
    result = run_sweep(request_of(world, own + 1))
    decision = gate(result.comparison, lint_errors=0, config=GateConfig(), backend="simulated", chosen_by_name=True)
    cases = [case for family in result.comparison.families for case in family.cases]
    return Gate(
        failed=decision.failed,
        flipped=any(case.case_class is CaseClass.BROKEN for case in cases),
        outcome=result.comparison.outcome.value,
        calls=result.stats.case_runs,
        naive=result.stats.naive,
    )


def share(gates: Sequence[Gate], of: Callable[[Gate], bool]) -> float:
    return sum(map(of, gates)) / len(gates)


def measured(gates: int, seed: int, processes: int) -> dict[str, list[Gate]]:
    tasks = [(n, k, seed) for n, one in enumerate(SCENARIOS) for k in range(max(1, round(gates * one.share)))]
    # The largest worlds first, so that no process ends with them alone.
    tasks.sort(key=lambda task: -len(SCENARIOS[task[0]].world(random.Random(0)).families))
    found: dict[str, list[Gate]] = {one.name: [] for one in SCENARIOS}
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for task, made in zip(tasks, pool.imap(one_gate, tasks, chunksize=8), strict=True):
            found[SCENARIOS[task[0]].name].append(made)
    return found


def described(name: str, gates: Sequence[Gate]) -> str:
    outcomes: dict[str, int] = {}
    for one in gates:
        outcomes[one.outcome] = outcomes.get(one.outcome, 0) + 1
    said = ", ".join(f"{outcome} {count}" for outcome, count in sorted(outcomes.items()))
    failed, flipped = share(gates, lambda g: g.failed), share(gates, lambda g: g.flipped)
    return f"{name:20} {len(gates):6} gates  fails {failed:.4f}  any verdict flipped {flipped:.3f}  ({said})"


def numbers(found: dict[str, list[Gate]]) -> dict[str, float | int | str]:
    fails = {name: share(gates, lambda g: g.failed) for name, gates in found.items()}
    alike_names = [name for name in found if name.startswith("aa_")]
    worst = max(alike_names, key=lambda name: fails[name])
    ratio = {
        name: sum(g.calls for g in found[name]) / sum(g.naive for g in found[name])
        for name in ("calls_live", "calls_reused")
    }
    return {
        "aa_fail_share": round(fails[worst], 5),
        "aa_worst": worst,
        **{f"{name}_fail_share": round(fails[name], 5) for name in alike_names},
        "any_flip_fail_share": round(share(found["aa_one_family"], lambda g: g.flipped), 4),
        "power_share": round(fails["power_two_of_ten"], 4),
        **{f"{name}_share": round(fails[name], 4) for name in found if name.startswith("power_") and "two" not in name},
        "calls_ratio_reused": round(ratio["calls_reused"], 4),
        "calls_ratio_live": round(ratio["calls_live"], 4),
        "gates": sum(map(len, found.values())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gates", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=20260601)
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    asked = parser.parse_args()
    print(f"command: {os.path.realpath(sys.executable)} benchmarks/gate.py --gates {asked.gates} --seed {asked.seed}")
    print(f"machine: {platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    started = time.perf_counter()
    found = measured(asked.gates, asked.seed, asked.processes)
    seconds = time.perf_counter() - started
    for name, gates in found.items():
        print(described(name, gates))
    print(json.dumps({**numbers(found), "seed": asked.seed, "seconds": round(seconds, 1)}))


if __name__ == "__main__":
    main()
