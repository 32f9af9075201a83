"""Which configuration judges a pull request: the base's decides what spends, trusts or passes, the head's the rest."""

from dataclasses import replace

from skill_evals.app.configuration import for_pull_request, load_config
from skill_evals.app.evolve_config import with_evolve
from skill_evals.errors import ConfigError
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree


def judging_config(own: Config | None, head: FileTree, base: FileTree) -> tuple[Config, tuple[str, ...]]:
    """The configuration, and what a reviewer must be told of it.

    A base's file that cannot be used gives the defaults, not an end: else no pull request could ever mend it.
    """
    notes: tuple[str, ...] = ()
    try:
        theirs = load_config(base, (own or Config()).names)
    except ConfigError as error:
        theirs = None
        notes = (f"The configuration at the base cannot be used ({error.message}); the defaults hold in its place",)
    config, told = for_pull_request(own, theirs)
    decided = with_evolve(config, base)
    layout = with_evolve(config, head).layout
    return replace(config, run=decided.run, gate=decided.gate, layout=layout), notes or told
