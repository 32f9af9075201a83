"""The fault matrix of Claude Code: what it printed × tier → how the run ended, and in which words.

Each row is a stream that the real program printed (`streams/`), read as a trigger's run and as a task's.
"""

import json
from dataclasses import replace

import pytest

from backends.claude_code.scenarios import SCENES, STREAMS, Scene
from servers.messages_wire import Fault as Said
from skill_evals.edges.backends.claude_code.events import Stream, read
from skill_evals.edges.backends.claude_code.outcomes import Asked, Ended, Told, reads, told
from skill_evals.edges.backends.messages.agent import STALLED_SECONDS
from skill_evals.edges.backends.messages.faults import Course, Fault, of_status
from skill_evals.edges.proxy import Spent
from skill_evals.edges.sandbox.order import Report
from skill_evals.model.evidence import Outcome, Usage
from skill_evals.model.suite import Tier

FREE = Spent(usage=Usage())
LOST = Fault(course=Course.AGAIN, words="the connection to the API was lost")
ENDED = Ended(report=Report(code=0))
FAILED = Ended(report=Report(code=1))
LATE = Ended(report=Report(over="time"), seconds=4.0)


def lines(name: str) -> list[str]:
    return (STREAMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def stream(name: str) -> Stream:
    return read(lines(name))


def spent(scene: Scene) -> Spent:
    """What the proxy saw of it."""
    said = scene.said[0]
    if not isinstance(said, Said) or said.garbage:
        return FREE
    wait = said.headers.get("retry-after")
    if said.status is None:
        return replace(FREE, standing=LOST)
    return replace(
        FREE, standing=of_status(said.status, said.type, said.message, None if wait is None else float(wait))
    )


def tell(name: str, tier: Tier, *, ended: Ended = ENDED, seen: Stream | None = None, bill: Spent | None = None) -> Told:
    scene = SCENES[name]
    listed = tuple(skill for skill, words in scene.skills.items() if "disable" not in words)
    asked = Asked(tier=tier, target="sheep", listed=listed)
    return told(seen or stream(name), ended, bill or spent(scene), asked)


MEASURED = [
    ("skill", Outcome.ACTIVATED, "it used sheep"),
    ("other-skill", Outcome.OTHER_SKILL, "it used ant"),
    ("two-skills", Outcome.ACTIVATED, "it used ant, sheep"),
    ("prefixed-skill", Outcome.ACTIVATED, "it used sheep"),
    ("skill-after-a-look", Outcome.ACTIVATED, "it used sheep"),
    ("no-skill", Outcome.NO_SKILL, "it answered without a tool"),
    ("only-looks", Outcome.NO_SKILL, "it called Bash and no skill"),
    ("unknown-skill", Outcome.NO_SKILL, "it asked for goats, which is no skill"),
    ("reads-the-file", Outcome.NO_SKILL, "it called Read and no skill; it read the file of sheep"),
    ("bundled-skill", Outcome.OTHER_SKILL, "it used simplify"),
    ("subagent", Outcome.OTHER_SKILL, "it used ant; a subagent used ant"),
    ("hidden-skill", Outcome.NO_SKILL, "it answered without a tool"),
]


@pytest.mark.parametrize(("name", "outcome", "words"), MEASURED, ids=[row[0] for row in MEASURED])
def test_what_a_query_activates(name: str, outcome: Outcome, words: str) -> None:
    found = tell(name, Tier.TRIGGERS)
    assert (found.outcome, found.detail) == (outcome, words)


WORKED = [
    ("finished", ENDED, Outcome.FINISHED, ("sheep",), ""),
    ("subagent", ENDED, Outcome.FINISHED, ("ant",), "a subagent used ant"),
    ("reads-the-file", ENDED, Outcome.FINISHED, (), "it read the file of sheep"),
    ("too-many-turns", FAILED, Outcome.DID_NOT_FINISH, (), "it did not end within its turns"),
    ("too-slow", LATE, Outcome.DID_NOT_FINISH, (), "it did not end within 4 s"),
]


@pytest.mark.parametrize(("name", "ended", "outcome", "active", "words"), WORKED, ids=[row[0] for row in WORKED])
def test_how_a_task_ends(name: str, ended: Ended, outcome: Outcome, active: tuple[str, ...], words: str) -> None:
    found = tell(name, Tier.EVALS, ended=ended)
    assert (found.outcome, found.activations, found.detail) == (outcome, active, words)


STOPS = [
    ("wrong-key", "the API refuses the credential (401: something broke); set a valid credential"),
    ("no-credit", "the account may not spend (400: Your credit balance is too low)"),
    ("cannot-pay", "the account cannot pay (402: something broke)"),
    ("forbidden", "the credential may not do this (403: something broke)"),
    ("no-such-model", "the API does not know the model (404: model: claude-sonnet-5-5)"),
    ("long-rate-limit", "the rate limit was reached (429: something broke); the API asks to wait 60 minutes"),
]
ERRORS = [
    ("bad-request", "the API rejects the request, which is a fault of skill-evals (400: tools: wrong)"),
    ("too-large", "the conversation is too large for one request (413: something broke)"),
    ("rate-limit", "the rate limit was reached (429: something broke)"),
    ("server-error", "the API failed (500: something broke)"),
    ("overloaded", "the API is overloaded (529: something broke)"),
    ("overloaded-in-the-midst", "the connection to the API was lost"),
    ("connection-lost", "the connection to the API was lost"),
    ("no-json", "Claude Code got no usable answer: API Error: API returned an empty or malformed response (HTTP 200)"),
    ("refusal", "the model refused to answer, so nothing is known of what it would have done"),
    ("cut-answer", "Claude Code got no usable answer (max_output_tokens)"),
]
CALLS = [(n, Outcome.BUDGET, words) for n, words in STOPS] + [(n, Outcome.ERROR, words) for n, words in ERRORS]


@pytest.mark.parametrize("tier", Tier)
@pytest.mark.parametrize(("name", "outcome", "words"), CALLS, ids=[row[0] for row in CALLS])
def test_a_call_that_failed_is_no_measurement(name: str, outcome: Outcome, words: str, tier: Tier) -> None:
    found = tell(name, tier, ended=FAILED)
    assert (found.outcome, found.detail.startswith(words)) == (outcome, True), found.detail


@pytest.mark.parametrize("tier", Tier)
@pytest.mark.parametrize("name", [row[0] for row in CALLS if row[0] not in ("refusal", "cut-answer")])
def test_the_stream_alone_tells_a_failed_call_too(name: str, tier: Tier) -> None:
    """Also where the key proxy has seen nothing of it."""
    assert tell(name, tier, ended=FAILED, bill=FREE).outcome is Outcome.ERROR


def without_result(name: str) -> Stream:
    return read([line for line in lines(name) if json.loads(line)["type"] != "result"])


def changed(name: str, **members: object) -> Stream:
    """The stream with another result."""
    events = [json.loads(line) for line in lines(name)]
    return read([json.dumps({**event, **members} if event["type"] == "result" else event) for event in events])


def of_version(name: str, version: str) -> Stream:
    return read([line.replace('"2.1.332"', json.dumps(version)) for line in lines(name)])


OLD = "none that this release knows: from 2.1.300 up to 2.2.0"
KILLED = Ended(report=Report(code=-9), complaint="Killed")
BROKEN = [
    (
        "could not be started",
        Ended(report=Report(failure="no such file")),
        read([]),
        "could not be started: no such file",
    ),
    (
        "no init",
        Ended(report=Report(code=1), complaint="bad option"),
        read([]),
        "before it began (exit code 1: bad option)",
    ),
    ("only junk", FAILED, read(["hello", "<html>"]), "Claude Code ended before it began (exit code 1)"),
    ("no result", KILLED, without_result("finished"), "ended without a result (signal 9: Killed)"),
    ("half a line", KILLED, read([*lines("finished")[:3], '{"type": "resu']), "ended without a result (signal 9"),
    ("runner gone", Ended(report=Report()), without_result("finished"), "without a result (it was stopped)"),
    ("another subtype", FAILED, changed("finished", subtype="error_during_execution"), "with error_during_execution"),
    ("no subtype", FAILED, changed("finished", subtype=None), "with a result of no kind"),
    ("an error all the same", FAILED, changed("finished", is_error=True), "Claude Code got no usable answer"),
    ("nobody asked", ENDED, read([lines("finished")[0], lines("finished")[-1]]), "Claude Code asked no model"),
    ("memory", Ended(report=Report(over="memory")), stream("finished"), "it took more memory than a run may"),
    ("disk", Ended(report=Report(over="disk")), stream("finished"), "it took more disk than a run may"),
    ("old", ENDED, of_version("finished", "2.0.9"), OLD),
    ("new", ENDED, of_version("finished", "3.0.0"), OLD),
    ("no version", ENDED, of_version("finished", ""), "Claude Code of no version is none"),
]


@pytest.mark.parametrize("tier", Tier)
@pytest.mark.parametrize(("ended", "seen", "words"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_a_broken_harness_is_no_measurement(ended: Ended, seen: Stream, words: str, tier: Tier) -> None:
    found = tell("finished", tier, ended=ended, seen=seen)
    assert (found.outcome, words in found.detail) == (Outcome.ERROR, True), found.detail


@pytest.mark.parametrize("tier", Tier)
def test_a_skill_that_is_not_listed_is_an_error_and_no_silence(tier: Tier) -> None:
    asked = Asked(tier=tier, target="sheep", listed=("sheep", "goat"))
    found = told(stream("no-skill"), ENDED, FREE, asked)
    assert (found.outcome, found.detail) == (Outcome.ERROR, "Claude Code does not list goat, so no model was shown it")


@pytest.mark.parametrize("tier", Tier)
def test_a_cap_is_no_measurement(tier: Tier) -> None:
    found = tell("no-skill", tier, bill=replace(FREE, over="the cap of $1.00 was reached"))
    assert (found.outcome, found.detail) == (Outcome.BUDGET, "the cap of $1.00 was reached")


RETRY = json.dumps({"type": "system", "subtype": "api_retry", "attempt": 1, "error_status": 529})


@pytest.mark.parametrize(
    ("seen", "bill"),
    [
        (read([*lines("too-slow"), RETRY]), FREE),
        (stream("too-slow"), replace(FREE, standing=LOST)),
        (stream("too-slow"), replace(FREE, silent=STALLED_SECONDS)),
        (read(lines("too-slow")[:1]), FREE),
    ],
    ids=["tried again", "seen by the proxy", "silent", "no answer yet"],
)
def test_time_that_ended_while_calls_failed_is_not_the_agents(seen: Stream, bill: Spent) -> None:
    assert tell("too-slow", Tier.EVALS, ended=LATE, seen=seen, bill=bill).outcome is Outcome.TIMEOUT


def test_an_answer_that_had_only_just_begun_or_flowed_is_the_agents() -> None:
    bill = replace(FREE, silent=STALLED_SECONDS - 1)
    assert tell("too-slow", Tier.EVALS, ended=LATE, bill=bill).outcome is Outcome.DID_NOT_FINISH


def test_time_is_no_answer_to_a_trigger() -> None:
    assert tell("too-slow", Tier.TRIGGERS, ended=LATE).outcome is Outcome.TIMEOUT


def test_turns_that_ended_while_calls_failed_are_an_error() -> None:
    found = tell("too-many-turns", Tier.EVALS, ended=FAILED, bill=replace(FREE, standing=LOST))
    assert (found.outcome, found.detail) == (Outcome.ERROR, "its turns ended, and the connection to the API was lost")


def test_turns_that_ended_before_they_were_seen_are_an_error() -> None:
    only_one = read([line for line in lines("only-looks") if "ls -a" not in line])
    found = tell("only-looks", Tier.TRIGGERS, ended=FAILED, seen=only_one)
    assert (found.outcome, found.detail) == (
        Outcome.ERROR,
        "its turns ended after 1, before all were seen: Reached maximum number of turns (2)",
    )


def test_an_answer_that_the_proxy_cut_may_have_held_more_calls() -> None:
    bill = replace(FREE, shortened=1)
    assert tell("skill", Tier.TRIGGERS, bill=bill).outcome is Outcome.ERROR
    assert tell("finished", Tier.EVALS, bill=bill).outcome is Outcome.FINISHED


def test_a_call_that_the_proxy_refused_is_named() -> None:
    found = tell("no-json", Tier.EVALS, bill=replace(FREE, refused=("this run may not use the model x",)))
    assert "this run may not use the model x" in found.detail


def test_a_failed_call_that_was_answered_in_the_end_is_none() -> None:
    events = lines("skill")
    found = tell("skill", Tier.TRIGGERS, seen=read([events[0], RETRY, *events[1:]]))
    assert found.outcome is Outcome.ACTIVATED


def test_strange_lines_are_left_out() -> None:
    seen = read(["[debug] hello", *lines("skill"), "[]", "17", '{"type": "news"}', '{"type": "assistant"}'])
    assert seen.strange == 3
    assert tell("skill", Tier.TRIGGERS, seen=seen).outcome is Outcome.ACTIVATED


def test_what_a_stream_says_of_its_calls() -> None:
    seen = stream("finished")
    assert [(call.name, call.ordinal) for call in seen.tool_calls] == [("Skill", 0), ("Write", 1)]
    assert seen.tool_calls[0].result == "Launching skill: sheep"
    assert [message.text for message in seen.messages] == ["Two sheep."]
    assert reads(stream("reads-the-file")) == ("sheep",)
    assert (seen.turns, seen.answers, seen.init and seen.init.version) == (3, 3, "2.1.332")
    subagent = stream("subagent")
    assert (subagent.turns, subagent.answers) == (3, 5)
    assert [bool(call.agent) for call in subagent.calls] == [False, True]


def test_every_scene_is_in_the_matrix() -> None:
    named = {row[0] for rows in (MEASURED, WORKED, CALLS) for row in rows}
    assert named == set(SCENES)
    assert {path.stem for path in STREAMS.iterdir()} == set(SCENES)
