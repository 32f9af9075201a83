"""``.skill-evals.yml``: read, checked key by key, and parted between base and head in a pull request."""

from collections.abc import Callable, Mapping

from skill_evals.app.config_values import (
    Value,
    balance,
    count,
    flag,
    inner_json,
    items,
    judge,
    level,
    mapping,
    number,
    one_of,
    prices,
    record,
    rules,
    share,
    text,
    texts,
)
from skill_evals.dialects.detect import NO_SUITE
from skill_evals.dialects.registry import BY_NAME
from skill_evals.documents.document import Document, ProblemKind
from skill_evals.documents.read import read_document
from skill_evals.errors import ConfigError, FileUnavailableError
from skill_evals.lint.presets import BY_NAME as PRESETS
from skill_evals.model.config import (
    EFFORTS,
    NAMES,
    THINKING,
    TRUST,
    AcceptStale,
    Config,
    GateConfig,
    JudgeConfig,
    LintConfig,
    PathIgnore,
    RunConfig,
    TierPolicy,
)
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileTree
from skill_evals.model.light import replace
from skill_evals.model.position import Part
from skill_evals.model.suite import Tier


def _path_ignores(value: Value) -> tuple[PathIgnore, ...]:
    found = [record(item, ("path", "rules", "reason")) for item in items(value)]
    return tuple(PathIgnore(path=text(m["path"]), rules=rules(m["rules"]), reason=text(m["reason"])) for m in found)


def _accept_stale(value: Value) -> tuple[AcceptStale, ...]:
    found = [record(item, ("skill", "tier", "surface", "reason")) for item in items(value)]
    return tuple(
        AcceptStale(
            skill=text(m["skill"]),
            tier=Tier(one_of("triggers", "evals")(m["tier"])),
            surface=text(m["surface"]),
            reason=text(m["reason"]),
        )
        for m in found
    )


def _severities(value: Value) -> Mapping[str, Severity]:
    read = one_of("error", "warning", "info")
    found = {}
    for name, member in mapping(value).items():
        found[name] = Severity(read(member))
        judge(LintConfig(severity={name: found[name]}), member, Part.KEY)
    return found


def _case_ignores(value: Value) -> Mapping[str, tuple[str, ...]]:
    found = {}
    for name, member in mapping(value).items():
        found[name] = rules(member)
        judge(LintConfig(case_ignores={name: found[name]}), member, Part.KEY)
    return found


def _dialects(value: Value) -> Mapping[str, str]:
    read = one_of(*BY_NAME, NO_SUITE)
    return {name: read(member) for name, member in mapping(value).items()}


_TOP: Mapping[str, Callable[[Value], object]] = {
    "layout": one_of("auto", "marketplace", "multi", "single", "loose"),
    "exclude": texts,
    "extend-exclude": texts,
    "dialects": _dialects,
    "accept-stale": _accept_stale,
}

_LINT: Mapping[str, Callable[[Value], object]] = {
    "preset": one_of(*PRESETS),
    "select": rules,
    "extend-select": rules,
    "ignore": rules,
    "severity": _severities,
    "path-ignores": _path_ignores,
    "case-ignores": _case_ignores,
    "balance": balance,
    "min-queries": count,
    "baseline": inner_json,
}

_RUN: Mapping[str, Callable[[Value], object]] = {
    "backend": text,
    "models": texts,
    "effort": one_of(*EFFORTS),
    "thinking": one_of(*THINKING),
    "batch": flag,
    "prices": prices,
    "ripple": one_of("plugin", "repo", "off"),
    "lift": flag,
    "jobs": count,
    "max-cost-usd": number,
    "max-minutes": number,
    "max-calls": count,
    "max-cases": count,
    "allow-commands": flag,
    "sandbox": flag,
    "trusted": flag,
    "trust-results": one_of(*TRUST),
    "audit": share,
}

_GATE: Mapping[str, Callable[[Value], object]] = {
    "alpha": level,
    "floor": flag,
    "triggers-min-pass-rate": share,
    "evals-min-pass-rate": share,
}

_JUDGE: Mapping[str, Callable[[Value], object]] = {"model": text, "votes": count, "effort": one_of(*EFFORTS)}

_TIER: Mapping[str, Callable[[Value], object]] = {"runs": count, "confirm-runs": count, "look": count}

GROUPS: Mapping[str, tuple[str, ...]] = {
    "judge": tuple(_JUDGE),
    "triggers": tuple(_TIER),
    "evals": tuple(_TIER),
    "gate": tuple(_GATE),
}
"""The keys that hold keys, with them."""

KEYS = (*_TOP, *_LINT, *_RUN, *GROUPS, "$schema")
"""Every key at the top of the file."""


def _read(members: Mapping[str, Value], readers: Mapping[str, Callable[[Value], object]]) -> dict[str, object]:
    return {name.replace("-", "_"): read(members[name]) for name, read in readers.items() if name in members}


def parse_config(document: Document) -> Config:
    """The configuration that a document holds.

    Raises:
        ConfigError: unreadable, an unknown key, or a value of the wrong kind; with line, column and cure.
    """
    fatal = [p for p in document.problems if p.kind is not ProblemKind.TRAP]
    is_empty = _says_nothing(document)
    if fatal and not is_empty:
        span = fatal[0].span
        raise ConfigError(
            f"{document.path}:{span.line}:{span.column}: {fatal[0].message}", cure=fatal[0].cure or "mend the file"
        )
    value = Value(document=document, at=(), value={} if is_empty or document.value is None else document.value)
    members = mapping(value, KEYS)
    gate: dict[str, object] = {}
    if "gate" in members:
        gate = _read(mapping(members["gate"], tuple(_GATE)), _GATE)
    for tier in ("triggers", "evals"):
        if tier in members:
            policy: TierPolicy = getattr(GateConfig(), tier)
            gate[tier] = replace(policy, **_read(mapping(members[tier], tuple(_TIER)), _TIER))  # type: ignore[arg-type] # each reader gives its field's type
    run = _read(members, _RUN)
    if "judge" in members:
        run["judge"] = JudgeConfig(**_read(mapping(members["judge"], tuple(_JUDGE)), _JUDGE))  # type: ignore[arg-type] # each reader gives its field's type
    return Config(
        lint=LintConfig(**_read(members, _LINT)),  # type: ignore[arg-type] # as above
        run=_named(RunConfig(**run), document.path, members),  # type: ignore[arg-type] # as above
        gate=GateConfig(**gate),  # type: ignore[arg-type] # as above
        path=document.path,
        **_read(members, _TOP),  # type: ignore[arg-type] # as above
    )


def _named(run: RunConfig, path: str, members: Mapping[str, Value]) -> RunConfig:
    return replace(run, backend_named="backend" in members, models_from=path if run.models else "")


def _says_nothing(document: Document) -> bool:
    """Whether it holds blank lines and comments only, as a file in which every key is commented out."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in document.text.splitlines())


def load_config(files: FileTree, names: tuple[str, ...] = NAMES) -> Config | None:
    """The configuration of a tree; None where it holds none.

    Raises:
        ConfigError: two of them, or one that cannot be used.
    """
    found = [name for name in names if name in files.entries]
    if len(found) > 1:
        raise ConfigError(f"both {found[0]} and {found[1]} exist", cure="keep one of them")
    if not found:
        return None
    try:
        data = files.read(found[0])
    except FileUnavailableError as error:
        raise ConfigError(f"{found[0]}: {error.message}", cure="make it a regular file inside the repository") from None
    return parse_config(read_document(found[0], data))


def for_pull_request(head: Config | None, base: Config | None) -> tuple[Config, tuple[str, ...]]:
    """The configuration of a pull request, and what a reviewer must be told of it.

    The base decides what spends, trusts or passes (run, gate, accepted staleness); the head decides layout, dialects,
    rule selection and ignores. A pull request can thus not loosen its own gate.
    """
    mine = head or Config()
    theirs = base or Config()
    notes: tuple[str, ...] = ()
    if (mine.run, mine.gate, mine.accept_stale) != (theirs.run, theirs.gate, theirs.accept_stale):
        what = "has no configuration" if base is None else "has another configuration"
        held = "its caps, gate, models and backend (or their defaults) hold here, and the new ones after the merge"
        notes = (f"The base {what}; {held}.",)
    return replace(mine, run=theirs.run, gate=theirs.gate, accept_stale=theirs.accept_stale), notes
