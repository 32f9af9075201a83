"""``make fuzz``: every reader, fuzzed for its share of the time, one process a target, under a watchdog.

    python -m fuzz.run [--seconds N] [--jobs N] [--seed N] [TARGET …]

``FUZZ_SECONDS`` (600) is the time of all targets together, ``FUZZ_SEED`` a seed to repeat. The last line is one JSON
object; exit 1 on any finding, each of which is kept in ``fuzz/crashes/``; exit 2 where atheris is not here.
"""

import argparse
import importlib.util
import json
import os
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial

from fuzz.findings import ROOT
from fuzz.target import Target
from fuzz.targets import TARGETS
from fuzz.watchdog import Outcome, watch

CORPUS = ROOT / "fuzz" / "corpus"


def main() -> int:
    arguments = _arguments()
    if importlib.util.find_spec("atheris") is None:
        print("fuzz: atheris is not installed; it has wheels for Linux: pip install --group fuzz", file=sys.stderr)
        return 2
    targets = [target for target in TARGETS if not arguments.targets or target.name in arguments.targets]
    share = arguments.seconds * arguments.jobs / sum(target.weight for target in targets)
    print(f"seed {arguments.seed}; {len(targets)} targets, {share:.0f} s for each of weight 1", flush=True)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        outcomes = list(pool.map(partial(_fuzz, share=share, seed=arguments.seed), targets))
    found = [asdict(finding) for outcome in outcomes for finding in outcome.findings]
    counts = {target.name: outcome.executions for target, outcome in zip(targets, outcomes, strict=True)}
    print(json.dumps({"targets": counts, "executions": sum(counts.values()), "findings": found}))
    return 1 if found else 0


def _fuzz(target: Target, *, share: float, seed: int) -> Outcome:
    outcome = watch(target, seconds=share * target.weight, seed=seed, folder=CORPUS / target.name)
    lines = [f"{target.name:14} {outcome.executions:9} inputs, {len(outcome.findings)} findings"]
    if outcome.slow:
        lines[0] += f" ({outcome.slow} inputs slow only while branches are counted)"
    lines += [f"  {finding.file} {finding.where} {finding.what}" for finding in outcome.findings]
    print("\n".join(lines), flush=True)
    return outcome


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="only these")
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("FUZZ_SECONDS", "600")))
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("FUZZ_SEED") or secrets.randbelow(2**31)))
    arguments = parser.parse_args()
    unknown: Sequence[str] = sorted(set(arguments.targets) - {target.name for target in TARGETS})
    if unknown:
        parser.error(f"no target {', '.join(unknown)}; there are {', '.join(t.name for t in TARGETS)}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
