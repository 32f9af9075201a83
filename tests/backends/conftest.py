"""Makers of skills and requests: a test names only what matters to it."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.run.ports.request import Catalogue, RunRequest

Listing = Callable[..., Catalogue]
Ask = Callable[..., RunRequest]
Record = Callable[..., Evidence]


@pytest.fixture
def listing() -> Listing:
    """A catalogue from descriptions by name."""

    def make(descriptions: Mapping[str, str], **members: Any) -> Catalogue:
        skills = tuple(
            Skill(
                name=name,
                directory=name,
                path=f"{name}/SKILL.md",
                surface=Surface(name=name, description=description, **members),
            )
            for name, description in descriptions.items()
        )
        return Catalogue(skills=skills, digest=hashlib.sha256(repr(skills).encode()).hexdigest())

    return make


@pytest.fixture
def ask() -> Ask:
    """A request of Tier 1, or of Tier 2 where a task is given; members of the key may be replaced by name."""

    def make(
        catalogue: Catalogue,
        query: str,
        *,
        target: str = "pdf-tools",
        task: EvalCase | None = None,
        fixtures: Mapping[str, bytes] | None = None,
        **key: Any,
    ) -> RunRequest:
        members: dict[str, Any] = {
            "arm": Arm.HEAD,
            "stage": Stage.SCREENING,
            "tier": Tier.TRIGGERS if task is None else Tier.EVALS,
            "model": "test/model",
            "suite": "suite.json",
            "case": query,
            "index": 0,
        }
        trigger = TriggerCase(key=query, query=query, should_trigger=True, at=(), query_at=(), label_at=())
        return RunRequest(
            key=RunKey(**{**members, **key}),
            catalogue=catalogue,
            target=target,
            trigger=trigger if task is None else None,
            task=task,
            fixtures=fixtures,
        )

    return make


@pytest.fixture
def record() -> Record:
    """What a run like the request's gave."""

    def make(request: RunRequest, outcome: Outcome = Outcome.ACTIVATED, **members: Any) -> Evidence:
        return Evidence(key=request.key, outcome=outcome, **members)

    return make
