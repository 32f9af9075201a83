"""The inputs of the step as what ``pr`` takes on the command line."""

import argparse
import os

from skill_evals.app.action.step import Step
from skill_evals.cli import pr
from skill_evals.errors import UsageError

_KEY = "ANTHROPIC_API_KEY"


def take_key(key: str) -> None:
    """The input's key stands for the variable; two of them that differ are a contradiction."""
    known = os.environ.get(_KEY)
    if key and known and key != known:
        raise UsageError(
            f"the input `api-key` and the variable {_KEY} name two keys", cure="leave one of them out of the workflow"
        )
    if key:
        os.environ[_KEY] = key


def arguments_of(step: Step) -> argparse.Namespace:
    """What the inputs are on the command line of ``pr``."""
    options = step.options
    valued: dict[str, object] = {
        "--baseline": options.baseline.value,
        "--backend": options.backend or None,
        "--tier": options.tier or None,
        "--skill": options.skill or None,
        "--runs": options.runs,
        "--jobs": options.jobs,
        "--max-cost-usd": options.max_cost_usd,
        "--max-minutes": options.timeout,
        "--max-calls": options.max_calls,
        "--max-cases": options.max_cases,
        "--journal": options.journal,
        "--out": options.out,
    }
    words = [f"{name}={value}" for name, value in valued.items() if value is not None]
    words += [f"--model={model}" for model in options.models]
    words += ["--all"] if step.mode.everything else []
    words += ["--allow-commands"] if options.allow_commands else []
    parser = argparse.ArgumentParser(prog="skill-evals pr", allow_abbrev=False, exit_on_error=False)
    pr.add_arguments(parser)
    return parser.parse_args(words)
