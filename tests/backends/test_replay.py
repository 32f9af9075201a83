"""Recorded evidence in the place of a model: what was recorded is found, what was not is an error."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from skill_evals.edges.backends.lexical import MODEL, LexicalBackend
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.backends.recorder import Recorder
from skill_evals.edges.backends.replay import ReplayBackend, create
from skill_evals.edges.collect import NOT_ALLOWED
from skill_evals.errors import UsageError
from skill_evals.grade.evals import grade_eval
from skill_evals.model.evidence import Arm, CommandRun, Evidence, Outcome, Stage, Usage, WorkspaceFile
from skill_evals.model.suite import Check, EvalCase
from skill_evals.model.verdict import State
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.ports.request import Catalogue, RunRequest
from skill_evals.run.record import encode

Listing = Callable[..., Catalogue]
Ask = Callable[..., RunRequest]
Record = Callable[..., Evidence]

OLD = {"pdf-tools": "Merge PDF documents."}
NEW = {"pdf-tools": "Merge PDF and other documents."}


def replay(folder: Path, *records: Evidence, allow_commands: bool = False) -> ReplayBackend:
    (folder / "runs.jsonl").write_text("".join(encode(r) + "\n" for r in records), encoding="utf-8")
    return create(BackendOptions(replay=folder, allow_commands=allow_commands, sandbox=False))


def run(backend: ReplayBackend, request: RunRequest) -> Evidence:
    return asyncio.run(backend.run(request))


def test_a_recorded_run_comes_back_as_it_was(tmp_path: Path, listing: Listing, ask: Ask, record: Record) -> None:
    request = ask(listing(OLD), "merge")
    recorded = record(request, activations=("pdf-tools",), final_text="Using pdf-tools.", seconds=2.5)
    backend = replay(tmp_path, recorded)
    assert run(backend, request) == replace(recorded, usage=Usage(usd=0.0))
    assert (backend.model_keys(), backend.tiers) == (("test/model",), frozenset({"triggers"}))


def test_tokens_are_those_of_the_recorded_run_and_money_is_spent_once(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    request = ask(listing(OLD), "merge")
    backend = replay(tmp_path, record(request, usage=Usage(calls=2, input_tokens=900, usd=0.04)))
    assert run(backend, request).usage == Usage(calls=2, input_tokens=900, usd=0.0)


@pytest.mark.parametrize(
    "other",
    [
        {"case": "split"},
        {"index": 1},
        {"stage": Stage.CONFIRM},
        {"model": "test/other"},
        {"arm": Arm.BASE},
    ],
)
def test_a_run_that_is_not_recorded_is_an_error(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record, other: dict[str, object]
) -> None:
    catalogue = listing(OLD)
    backend = replay(tmp_path, record(ask(catalogue, "merge")))
    evidence = run(backend, ask(catalogue, "merge", **other))
    assert evidence.outcome is Outcome.ERROR
    assert evidence.detail.startswith(NOT_RECORDED)


def test_the_listing_tells_the_arms_apart(tmp_path: Path, listing: Listing, ask: Ask, record: Record) -> None:
    """What was the head when it was recorded is the base after the merge."""
    old, new = listing(OLD), listing(NEW)
    then_base = record(ask(old, "merge", arm=Arm.BASE), Outcome.NO_SKILL, catalogue=old.digest)
    then_head = record(ask(new, "merge", arm=Arm.HEAD), activations=("pdf-tools",), catalogue=new.digest)
    backend = replay(tmp_path, then_base, then_head)
    assert run(backend, ask(old, "merge", arm=Arm.BASE)).outcome is Outcome.NO_SKILL
    assert run(backend, ask(new, "merge", arm=Arm.HEAD)).outcome is Outcome.ACTIVATED
    assert run(backend, ask(new, "merge", arm=Arm.BASE)).outcome is Outcome.ACTIVATED


def test_a_record_of_another_listing_measures_something_else(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    old, new = listing(OLD), listing(NEW)
    backend = replay(tmp_path, record(ask(old, "merge"), catalogue=old.digest))
    evidence = run(backend, ask(new, "merge"))
    assert evidence.outcome is Outcome.ERROR
    assert "with the listing as it is now" in evidence.detail


def test_of_two_arms_with_one_listing_each_gets_its_own(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    same = listing(OLD)
    records = [
        record(ask(same, "merge", arm=arm), catalogue=same.digest, final_text=arm.value) for arm in (Arm.BASE, Arm.HEAD)
    ]
    backend = replay(tmp_path, *records)
    assert [run(backend, ask(same, "merge", arm=arm)).final_text for arm in (Arm.BASE, Arm.HEAD)] == ["base", "head"]


def test_recorded_twice_the_later_one_counts(tmp_path: Path, listing: Listing, ask: Ask, record: Record) -> None:
    request = ask(listing(OLD), "merge")
    backend = replay(tmp_path, record(request, final_text="first"), record(request, final_text="second"))
    assert run(backend, request).final_text == "second"


def test_a_query_of_two_suites_is_recorded_once_and_told_to_both(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    catalogue = listing({**OLD, "images": "Crop pictures."})
    told = record(ask(catalogue, "merge", suite="a.json"), activations=("pdf-tools",), catalogue=catalogue.digest)
    evidence = run(replay(tmp_path, told), ask(catalogue, "merge", suite="b.json", target="images"))
    assert (evidence.outcome, evidence.key.suite) == (Outcome.OTHER_SKILL, "b.json")


def test_what_a_backend_did_is_replayed_exactly(tmp_path: Path, listing: Listing, ask: Ask) -> None:
    catalogue = listing(OLD)
    requests = [ask(catalogue, query, model=MODEL) for query in ("merge PDF documents", "the weather in Oslo")]
    lexical, recorder = LexicalBackend(), Recorder(tmp_path / "new" / "folder")
    made = [replace(asyncio.run(lexical.run(request)), catalogue=catalogue.digest) for request in requests]
    for request, evidence in zip(requests, made, strict=True):
        recorder.keep(request, replace(evidence, catalogue=""))
    again = create(BackendOptions(replay=tmp_path / "new" / "folder"))
    assert [run(again, request) for request in requests] == made


def task(*checks: tuple[str, dict[str, object]]) -> EvalCase:
    made = tuple(Check(kind=kind, fields=fields, at=()) for kind, fields in checks)
    return EvalCase(key="one", id="one", prompt="Do it.", at=(), fields={}, checks=made)


COUNTS: tuple[str, dict[str, object]] = ("command", {"run": "test $(wc -l < out.txt) -eq 2"})


def test_a_task_is_graded_again_without_a_model(tmp_path: Path, listing: Listing, ask: Ask, record: Record) -> None:
    asked = task(("file_exists", {"path": "out.txt"}), COUNTS)
    request = ask(listing(OLD), "one", task=asked)
    recorded = record(
        request,
        Outcome.FINISHED,
        files={"out.txt": WorkspaceFile(exists=True, text="a\nb\n")},
        commands={1: CommandRun(exit_code=0)},
    )
    assert grade_eval(asked, "evolve", run(replay(tmp_path, recorded), request)).state is State.PASS


def test_a_recorded_workspace_lets_commands_run_that_were_not_run_then(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    asked = task(COUNTS, ("file_exists", {"path": "out.txt"}), ("file_absent", {"path": "fixture.txt"}))
    request = ask(listing(OLD), "one", task=asked, fixtures={"fixture.txt": b"x"})
    files = {"out.txt": WorkspaceFile(exists=True, text="a\nb\n")}
    recorded = record(request, Outcome.FINISHED, files=files, snapshot=True)
    verdict = grade_eval(asked, "evolve", run(replay(tmp_path, recorded, allow_commands=True), request))
    assert [check.state for check in verdict.checks] == [State.PASS] * 3
    refused = run(replay(tmp_path, recorded), request)
    assert refused.commands == {0: CommandRun(exit_code=None, skipped=NOT_ALLOWED)}
    assert refused.files["fixture.txt"] == WorkspaceFile(exists=False)


def test_without_the_workspace_a_command_is_skipped_and_not_failed(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    request = ask(listing(OLD), "one", task=task(COUNTS))
    backend = replay(tmp_path, record(request, Outcome.FINISHED), allow_commands=True)
    assert "does not hold the workspace" in (run(backend, request).commands[0].skipped or "")


def test_a_recorded_file_that_leads_out_is_not_written(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    request = ask(listing(OLD), "one", task=task(COUNTS))
    escape = {"../../escaped": WorkspaceFile(exists=True, text="x")}
    evidence = run(replay(tmp_path, record(request, Outcome.FINISHED, files=escape, snapshot=True)), request)
    assert evidence.outcome is Outcome.ERROR
    assert "leads out of the workspace" in evidence.detail


def test_in_tier_2_the_arm_is_told_by_its_name(tmp_path: Path, listing: Listing, ask: Ask, record: Record) -> None:
    catalogue, asked = listing(OLD), task()
    records = [
        record(
            ask(catalogue, "one", task=asked, arm=arm), Outcome.FINISHED, catalogue=catalogue.digest, detail=arm.value
        )
        for arm in (Arm.BASE, Arm.HEAD)
    ]
    backend = replay(tmp_path, *records)
    assert run(backend, ask(catalogue, "one", task=asked, arm=Arm.BASE)).detail == "base"
    assert run(backend, ask(catalogue, "one", task=asked, arm=Arm.LIFT)).outcome is Outcome.ERROR


def test_what_cannot_be_replayed_is_said_before_anything_runs(
    tmp_path: Path, listing: Listing, ask: Ask, record: Record
) -> None:
    with pytest.raises(UsageError, match="nothing to replay") as nameless:
        create(BackendOptions())
    assert nameless.value.cure == "name a folder of recordings: --replay DIR"
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        create(BackendOptions(replay=tmp_path / "none"))
    with pytest.raises(UsageError, match="no run is recorded"):
        create(BackendOptions(replay=tmp_path))
    replay(tmp_path, record(ask(listing(OLD), "merge")))
    with pytest.raises(UsageError, match="holds no run of test/other; it holds test/model"):
        create(BackendOptions(replay=tmp_path, models=("test/other",)))
    (tmp_path / "bad.jsonl").write_text("\n{}\n")
    with pytest.raises(UsageError, match=r"bad\.jsonl line 2: `v` must be an integer"):
        create(BackendOptions(replay=tmp_path))


def test_a_folder_that_cannot_be_written_is_said_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        Recorder(tmp_path / "file")
