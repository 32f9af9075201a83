"""Small runs to judge."""

from collections.abc import Mapping
from dataclasses import replace

from skill_evals.model.evidence import Arm, Evidence, Message, Outcome, RunKey, Stage, ToolCall, WorkspaceFile
from skill_evals.model.suite import Check, EvalCase, Tier
from skill_evals.run.ports.request import Catalogue, RunRequest

MODEL = "anthropic/claude-sonnet-5-5"
NOTHING = Catalogue(skills=(), digest="none")


def task(*checks: str | Mapping[str, object], expected: str | None = None) -> EvalCase:
    """A text is a plain sentence; members are those of eval-magic's ``llm_judge``."""
    made = tuple(
        Check(kind="llm", fields={"text": one}, at=())
        if isinstance(one, str)
        else Check(kind="llm_judge", fields=one, at=())
        for one in checks
    )
    return EvalCase(key="tea", id="tea", prompt="Make tea.", at=(), fields={}, checks=made, expected_output=expected)


def request(case: EvalCase, *, model: str = MODEL, index: int = 0) -> RunRequest:
    key = RunKey(
        arm=Arm.HEAD, stage=Stage.SCREENING, tier=Tier.EVALS, model=model, suite="evals.json", case="tea", index=index
    )
    return RunRequest(key=key, catalogue=NOTHING, target="brew-tea", task=case)


def evidence(text: str = "The tea is ready.", **more: object) -> Evidence:
    plain = Evidence(key=request(task()).key, outcome=Outcome.FINISHED, final_text=text, tool_calls=(), messages=())
    return replace(plain, **more)  # type: ignore[arg-type] # tests name real members


def call(name: str, arguments: str | None, ordinal: int = 0, result: str | None = None) -> ToolCall:
    return ToolCall(name=name, arguments=arguments, ordinal=ordinal, result=result)


def said(text: str, ordinal: int = 0) -> Message:
    return Message(text=text, ordinal=ordinal)


def file(text: str | None = None, *, exists: bool = True, **more: object) -> WorkspaceFile:
    return replace(WorkspaceFile(exists=exists, text=text), **more)  # type: ignore[arg-type] # as above
