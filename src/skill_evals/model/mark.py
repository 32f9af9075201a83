"""What a commit of results says of the sweep that measured them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    judged: str
    """The commit that was measured."""
    base: str
    """The commit that it was compared with."""
    by: str
    """A digest of all that decided besides the two trees: the action's version, its inputs, the configuration."""
    failed: bool
    """Whether what was measured fails the gate, whatever the linter found."""
    regressions: int = 0
    """Cases, confirmed ones; so are improvements."""
    improvements: int = 0
    errors: int = 0
    """Of the linter, and so are warnings."""
    warnings: int = 0
    results: str = ""
    """A digest of the files that the commit writes; so is the seal empty where there is none."""
    seal: str = ""
    """Of all the above, by whoever measured: another job may then commit it, and need not be believed."""
