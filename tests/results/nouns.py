"""Small nouns and trees for the stories of this folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill_evals.errors import FileUnavailableError
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import Check, EvalCase, Suite, Tier, TriggerCase

SKILL_MD = b"---\nname: bake-bread\ndescription: Bakes.\n---\n# Bake\n"


@dataclass(frozen=True)
class Tree:
    """A made-up tree: bytes by path, links, and names without bytes."""

    files: Mapping[str, bytes]
    links: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    entries: Mapping[str, FileEntry] = field(init=False)

    def __post_init__(self) -> None:
        entries = {path: FileEntry(path=path) for path in self.files}
        entries |= {path: FileEntry(path=path, kind=FileKind.LINK) for path in self.links}
        entries |= {path: FileEntry(path=path, present=False) for path in self.names}
        object.__setattr__(self, "entries", dict(sorted(entries.items())))

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise FileUnavailableError(f"no bytes of {path}")
        return self.files[path]


def skill(directory: str = "plugins/kitchen/skills/bake-bread", *, surface: str = "surface-now") -> Skill:
    return Skill(
        name="bake-bread",
        directory=directory,
        path=f"{directory}/SKILL.md".lstrip("/"),
        surface=Surface(name="bake-bread", description="Bakes.", digest=surface),
        plugin="kitchen",
        plugin_dir="plugins/kitchen",
    )


def trigger(query: str, should_trigger: bool | None = True, *, about: str | None = None) -> TriggerCase:
    return TriggerCase(
        key=query, query=query, should_trigger=should_trigger, at=(), query_at=(), label_at=(), skill=about
    )


def task(identity: str = "rye", prompt: str = "Bake rye", **members: object) -> EvalCase:
    return EvalCase(key=identity, id=identity, prompt=prompt, at=(), **{"fields": {}, **members})  # type: ignore[arg-type]


def check(kind: str, *, from_expectation: bool = False, **fields: object) -> Check:
    return Check(kind=kind, fields=fields, at=(), from_expectation=from_expectation)


def triggers(
    *cases: TriggerCase, path: str = "plugins/kitchen/evals/bake-bread/triggers.json", dialect: str = "evolve"
) -> Suite:
    return Suite(path=path, dialect=dialect, tier=Tier.TRIGGERS, cases_at=(), reason="", triggers=cases)


def evals(
    *cases: EvalCase, path: str = "plugins/kitchen/evals/bake-bread/evals.json", dialect: str = "evolve"
) -> Suite:
    return Suite(path=path, dialect=dialect, tier=Tier.EVALS, cases_at=(), reason="", evals=cases)


def run(outcome: Outcome, **members: object) -> Evidence:
    """One run; ``index``, ``stage`` and ``tier`` go to its key."""
    place = {"index": 0, "stage": Stage.SCREENING, "tier": Tier.TRIGGERS}
    place |= {name: members.pop(name) for name in tuple(members) if name in place}
    key = RunKey(arm=Arm.HEAD, model="acme/loaf", suite="s", case="c", **place)  # type: ignore[arg-type]
    return Evidence(key=key, outcome=outcome, **members)  # type: ignore[arg-type]
