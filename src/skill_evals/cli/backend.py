"""Options of the verbs that run: which backend, on which models, under which caps."""

import argparse
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
from skill_evals.cli.output import say
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.registry import BUILT_IN, create_backend
from skill_evals.errors import UsageError
from skill_evals.model.config import Config
from skill_evals.model.plan import Baseline
from skill_evals.model.suite import Tier
from skill_evals.plan.nouns import PlanOptions
from skill_evals.run.ports.backend import Backend, Batching

if TYPE_CHECKING:  # a plan needs none of what locks a journal, which Windows does not have
    from skill_evals.edges.journal import FileJournal


def add_run_options(parser: argparse.ArgumentParser) -> None:
    add_plan_options(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="ceiling of runs at once")
    parser.add_argument("--max-cost-usd", type=float, metavar="X", help="stop before more than this is spent")
    parser.add_argument("--max-minutes", type=float, metavar="X", help="stop after this time")
    parser.add_argument("--max-calls", type=int, metavar="N", help="stop before more calls than this")
    parser.add_argument(
        "--batch", action="store_true", help="run triggers through the Message Batches API: half the price, no hurry"
    )
    parser.add_argument("--record", type=Path, metavar="DIR", help="write every run where `--replay` finds it")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="keep finished runs here, to resume after a kill")


def add_plan_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--backend", metavar="NAME", help=f"{', '.join(BUILT_IN)}, or an installed one")
    parser.add_argument("--replay", type=Path, metavar="DIR", help="recorded evidence for the replay backend")
    parser.add_argument("--model", action="append", default=[], metavar="ID", help="only this model; may be repeated")
    parser.add_argument("--tier", choices=[tier.value for tier in Tier], help="only this tier")
    parser.add_argument("--skill", metavar="NAME", help="only this skill")
    parser.add_argument(
        "--case", action="append", default=[], metavar="ID", help="only this id or query, or what begins so; repeatable"
    )
    parser.add_argument("--runs", type=int, metavar="N", help="screening runs a case")
    parser.add_argument("--max-cases", type=int, metavar="N", help="measure no more cases, those that change first")
    parser.add_argument("--judge-model", metavar="ID", help="the model that judges what no check can")
    parser.add_argument("--no-judge", action="store_true", help="ask no judge; what only a judge decides is skipped")
    parser.add_argument("--rejudge", action="store_true", help="ask the judge anew about what --replay holds")
    parser.add_argument(
        "--allow-commands", action="store_true", help="let `command` checks of the suites run on this machine"
    )
    parser.add_argument(
        "--no-sandbox", action="store_true", help="run commands as you, where they would be shut in or refused"
    )


def add_baseline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--baseline",
        choices=[one.value for one in Baseline],
        default=Baseline.BASE.value,
        help="what the head is compared with: the base, run live where its results are not fresh; the base's file "
        "alone; or nothing",
    )


def plan_options(arguments: argparse.Namespace, *, everything: bool = False) -> PlanOptions:
    return PlanOptions(
        all=everything,
        tier=None if arguments.tier is None else Tier(arguments.tier),
        skill=arguments.skill,
        cases=tuple(arguments.case),
        runs=arguments.runs,
        baseline=Baseline(getattr(arguments, "baseline", Baseline.BASE)),
    )


CAPS = ("jobs", "max_cost_usd", "max_minutes", "max_calls", "max_cases")


def positive(arguments: argparse.Namespace, *names: str) -> dict[str, Any]:
    """The numbers of these names that were given.

    Raises:
        UsageError: a number that is not positive.
    """
    found = {name: value for name in names if (value := getattr(arguments, name, None)) is not None}
    for name, value in found.items():
        if not 0 < value < math.inf:
            raise UsageError(f"--{name.replace('_', '-')} is {value}", cure="give a positive number")
    return found


def with_run_options(arguments: argparse.Namespace) -> Callable[[Config], Config]:
    """What the command line changes in a configuration; where recordings are named, ``replay`` is.

    Raises:
        UsageError: a number that is not positive.
    """
    caps = positive(arguments, *CAPS)
    positive(arguments, "runs")

    def override(config: Config) -> Config:
        run = replace(config.run, **caps)
        named = arguments.backend or ("replay" if arguments.replay else None)
        if named is not None:
            run = replace(run, backend=named, backend_named=True)
        if arguments.allow_commands:
            run = replace(run, allow_commands=True)
        if getattr(arguments, "batch", False):
            run = replace(run, batch=True)
        if arguments.no_sandbox:
            run = replace(run, sandbox=False)
        if arguments.judge_model is not None:
            run = replace(run, judge=replace(run.judge, model=arguments.judge_model))
        if arguments.model:
            run = replace(run, models=tuple(arguments.model), models_from="--model")
        if arguments.runs is None:
            return replace(config, run=run)
        gate = replace(
            config.gate,
            triggers=replace(config.gate.triggers, runs=arguments.runs),
            evals=replace(config.gate.evals, runs=arguments.runs),
        )
        return replace(config, run=run, gate=gate)

    return override


def backend_of(arguments: argparse.Namespace) -> Callable[[Config], Backend]:
    """Makes the backend of a configuration that ``with_run_options`` changed."""

    def create(config: Config) -> Backend:
        name = config.run.backend
        if arguments.replay is not None and name != "replay":
            raise UsageError(
                f"the backend {name} replays nothing, but --replay was given", cure="leave one of them out"
            )
        options = BackendOptions(
            # evolve restricts what evolve runs; of a recording that says nothing.
            models=() if name == "replay" and config.run.models_from in EVOLVE_NAMES else config.run.models,
            max_minutes=config.run.max_minutes,
            max_calls=config.run.max_calls,
            effort=config.run.effort,
            thinking=config.run.thinking,
            prices=config.run.prices,
            batch=config.run.batch,
            replay=arguments.replay,
            rejudge=arguments.rejudge,
            allow_commands=config.run.allow_commands,
            sandbox=config.run.sandbox,
        )
        backend = create_backend(name, options)
        _check_models(arguments.model, backend)
        if config.run.batch and not isinstance(backend, Batching):
            raise UsageError(
                f"the backend {backend.name} makes no batches",
                cure="leave --batch and `run.batch` out, or choose the backend messages",
            )
        return backend

    return create


def _check_models(asked: list[str], backend: Backend) -> None:
    unknown = [model for model in asked if model not in backend.model_keys()]
    if unknown:
        raise UsageError(
            f"the {backend.name} backend has no model {unknown[0]}",
            cure=f"leave --model out, or name one of {', '.join(backend.model_keys()) or 'another backend'}",
        )


def journal_of(path: Path | None) -> "Callable[[str], FileJournal] | None":
    """Opens the journal of a sweep; None where none was asked for."""
    if path is None:
        return None

    from skill_evals.edges.journal import FileJournal

    def open_journal(fingerprint: str) -> FileJournal:
        journal = FileJournal(path, fingerprint)
        if journal.set_aside is not None:
            say(f"The journal was of another sweep and is kept as {journal.set_aside}")
        return journal

    return open_journal
