"""Who is asked, how often, what for, and what it costs."""

from collections.abc import Mapping
from typing import Any

import pytest

from backends.messages.conftest import Serve
from judge.bench import asked, judged, quoting, verdicts
from judge.conftest import Make
from judge.records import MODEL, evidence, request, task
from run.scripted import ManualClock
from servers.messages_api import SECRET_HEADERS
from servers.messages_wire import Fault, Reply
from skill_evals.errors import UsageError
from skill_evals.grade.judge.prompt import SCHEMA
from skill_evals.grade.judge.trace import PART_BYTES
from skill_evals.model.evidence import Evidence, Judgement, Outcome
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import EvalCase
from skill_evals.run.budget import Budget, Caps

OPUS, SONNET, HAIKU = (f"anthropic/claude-{name}-5-5" for name in ("opus", "sonnet", "haiku"))
READY = quoting("The tea is ready.")


def all_pass(body: Mapping[str, Any]) -> Reply | Fault:
    count = int(asked(body).last.split()[5])
    return verdicts(*(quoting("The tea is ready.", n) for n in range(1, count + 1)))


def test_one_call_asks_all_sentences_of_a_case(serve: Serve, judge: Make) -> None:
    api = serve(all_pass)
    case = task("It is tea.", {"rubric": "Is it hot?\nReally hot?"}, "It is ready.", expected="A cup of tea.")
    told = judged(judge(), case).evidence
    assert told.judgements == dict.fromkeys(range(3), Judgement(passed=True, evidence="The tea is ready."))
    (body,) = api.messages
    assert body["output_config"]["format"] == {"type": "json_schema", "schema": SCHEMA}
    assert asked(body).criteria.startswith(
        "CRITERIA\n1. It is tea.\n2. Is it hot?\n   Really hot?\n3. It is ready.\n\n"
    )
    assert "WHAT ITS AUTHOR EXPECTED OF THE RUN (context, no criterion)\nA cup of tea.\n" in asked(body).criteria
    assert asked(body).last == "The record has ended. Give 3 verdicts, numbered 1 to 3."


def test_the_judge_is_told_what_it_does_not_see(serve: Serve, judge: Make) -> None:
    api = serve(lambda body: verdicts(quoting("aaaa")))
    judged(judge(), task("It is tea."), evidence("a" * 2 * PART_BYTES, messages=None))
    told = asked(api.messages[0])
    assert "- final answer: 1, of which 1 are cut; 0 more are left out\n- messages: not recorded\n" in told.criteria
    assert f"\n{told.fence} {PART_BYTES} bytes are left out here\n" in told.record


def test_only_what_has_no_judgement_is_asked_and_only_of_runs_that_finished(serve: Serve, judge: Make) -> None:
    api = serve(all_pass)
    known = evidence(judgements={0: Judgement(passed=False, evidence="cold")})
    case = task("It is hot.", "It is tea.")
    told = judged(judge(), case, known).evidence
    assert (told.judgements[0].passed, told.judgements[1].passed) == (False, True)
    assert "It is hot" not in asked(api.messages[0]).criteria
    one = judge()
    assert not one.lacks(request(case), told)
    assert one.lacks(request(case), known)
    assert not one.lacks(request(case), evidence(outcome=Outcome.DID_NOT_FINISH))
    assert not one.lacks(request(task()), evidence())


@pytest.mark.parametrize(
    ("under_test", "configured", "asks"),
    [
        (SONNET, None, OPUS),
        (OPUS, None, SONNET),
        ("anthropic/claude-opus-latest", None, SONNET),
        ("local/lexical", None, OPUS),
        (SONNET, SONNET, SONNET),
        (SONNET, "haiku", HAIKU),
        (SONNET, "claude-haiku-5-5", HAIKU),
    ],
)
def test_nobody_judges_himself_unless_the_configuration_says_so(
    serve: Serve, judge: Make, under_test: str, configured: str | None, asks: str
) -> None:
    api = serve(all_pass, aliases={"claude-opus-latest": "claude-opus-5-5"})
    one, case = judge(model=configured), task("It is tea.")
    one.prepare([(under_test, case)])
    assert one.name(case, under_test) == f"{asks.removeprefix('anthropic/')}/1/{one.name(case, under_test)[-12:]}"  # type: ignore[index] # it has a name
    is_own = asks == under_test
    assert one.notes() == ((f"{asks} judged its own runs, as the configuration or the suite has it",) if is_own else ())
    assert api.messages == []


def test_checks_may_name_their_own_judge_and_each_judge_gets_one_call(serve: Serve, judge: Make) -> None:
    api = serve(all_pass)
    case = task(
        {"rubric": "Is it tea?", "model": "haiku"}, "It is hot.", {"rubric": "Is it good?", "model": "claude-haiku-5-5"}
    )
    told = judged(judge(), case).evidence
    sent = [(body["model"], asked(body).criteria.partition("\n\n")[0]) for body in api.messages]
    assert sent == [
        ("claude-haiku-5-5", "CRITERIA\n1. Is it tea?\n2. Is it good?"),
        ("claude-opus-5-5", "CRITERIA\n1. It is hot."),
    ]
    assert [told.judgements[place].passed for place in range(3)] == [True, True, True]
    assert told.judging is not None
    assert told.judging.models == ("claude-haiku-5-5", "claude-opus-5-5")
    assert told.judging.usage.calls == 2


def test_a_judge_of_another_house_is_an_error_of_its_check_alone(serve: Serve, judge: Make) -> None:
    serve(all_pass)
    case = task({"rubric": "Is it tea?", "model": "openai/gpt-9"}, "It is hot.")
    one = judge()
    one.prepare([(MODEL, case)])
    told = judged(one, case).evidence.judgements
    assert told[0].error == "no judge here can ask openai/gpt-9, which the check wants"
    assert told[1].passed is True


def test_votes_end_as_soon_as_they_are_decided(serve: Serve, judge: Make) -> None:
    said = iter([READY, quoting("The tea is ready.", 1, "fail"), READY])
    api = serve(lambda body: verdicts(next(said)))
    told = judged(judge(votes=3), task("It is tea.")).evidence
    assert told.judgements[0].evidence == "2 of 3 votes: The tea is ready."
    assert len(api.messages) == 3
    api.script = all_pass
    judged(judge(votes=3), task("It is tea."))
    assert len(api.messages) == 3 + 2
    cached = [body["messages"][0]["content"][-1].get("cache_control") for body in api.messages]
    assert cached == [{"type": "ephemeral"}] * 5


@pytest.mark.parametrize(("votes", "samples", "calls"), [(1, 3, 2), (2, 1, 2), (1, 4, 3)])
def test_a_check_s_own_samples_count_and_an_even_number_gets_one_more(
    serve: Serve, judge: Make, votes: int, samples: int, calls: int
) -> None:
    api = serve(all_pass)
    judged(judge(votes=votes), task({"rubric": "Is it tea?", "samples": samples}))
    assert len(api.messages) == calls


def test_the_name_tells_judges_apart_and_says_nothing_of_other_cases(serve: Serve, judge: Make) -> None:
    case = task("It is tea.")
    makers: list[dict[str, object]] = [{}, {"votes": 3}, {"effort": "high"}, {"model": HAIKU}, {"votes": 2}]
    names = [judge(**config).name(case, MODEL) for config in makers]
    assert len({*names}) == 4  # an even number of votes is the next odd one
    assert judge().name(task("It is hot."), MODEL) == names[0]
    assert judge().name(task(), MODEL) is None


def test_who_answered_what_was_asked_and_what_it_took_is_recorded(serve: Serve, judge: Make) -> None:
    serve(all_pass, aliases={"claude-opus-5-5": "claude-opus-5-5-20260901"})
    case = task("It is tea.", expected="A cup.")
    first = judged(judge(), case).evidence.judging
    assert first is not None
    assert first.models == ("claude-opus-5-5-20260901",)
    assert first.usage.usd is not None
    assert first.usage.usd > 0
    rows: list[tuple[dict[str, object], EvalCase, Evidence | None]] = [
        ({}, case, None),
        ({}, case, evidence("The tea is ready. Another run.")),
        ({}, task("It is hot.", expected="A cup."), None),
        ({}, task("It is tea.", expected="A pot."), None),
        ({"votes": 3}, case, None),
        ({"model": HAIKU}, case, None),
    ]
    recorded = [judged(judge(**config), one, run).evidence.judging for config, one, run in rows]
    hashes = {one.prompt_hash for one in recorded if one is not None}
    assert len(hashes) == 5, "the run itself is no part of it, everything else is"


def test_what_judging_takes_is_foreseen_before_anything_is_run(serve: Serve, judge: Make) -> None:
    serve(lambda body: verdicts(READY, output_tokens=150))
    told = judged(judge(), task("It is tea."), evidence("The tea is ready. " * 100)).evidence.judging
    foreseen = judge().costs(task("It is tea."), MODEL)
    assert told is not None
    assert told.usage.usd is not None
    assert foreseen.usd is not None
    assert 0 < foreseen.usd[0] <= told.usage.usd <= foreseen.usd[1]
    assert judge().costs(task(), MODEL) == Foreseen(calls=(0, 0), usd=(0, 0))
    assert judge(model="anthropic/claude-nine-9").costs(task("It is tea."), MODEL) == Foreseen(calls=(1, 2), usd=None)
    thrice = judge(votes=3).costs(task("It is tea."), MODEL)
    assert thrice.usd == pytest.approx((2 * foreseen.usd[0], 3 * foreseen.usd[1]))


def test_its_calls_are_foreseen_too_at_most_with_every_vote_asked_twice(judge: Make) -> None:
    assert judge().costs(task("It is tea.", "It is hot."), MODEL).calls == (1, 2), (
        "all sentences of a model are one call"
    )
    assert judge(votes=3).costs(task("It is tea."), MODEL).calls == (2, 6)
    assert judge(model="acme/nobody").costs(task("It is tea."), MODEL).calls == (0, 0), "whom nobody here can ask"


def test_every_call_is_reserved_and_the_cap_holds(serve: Serve, judge: Make) -> None:
    api = serve(all_pass)
    budget = Budget(Caps(usd=0.2), ManualClock())
    meter = budget.reserve(request(task()).key)
    assert meter is not None
    told = judged(judge(), task("It is tea."), meter=meter)
    assert told.end is None
    assert told.evidence.judging is not None
    assert meter.usd == told.evidence.judging.usage.usd
    poor = Budget(Caps(usd=0.1), ManualClock())
    refused = judged(judge(), task("It is tea."), meter=poor.reserve(request(task()).key))
    assert refused.end == "the run was made and not judged: the cap of $0.10 was reached"
    assert refused.evidence.judgements[0].error == refused.end
    assert len(api.messages) == 1


@pytest.mark.parametrize(
    ("configured", "words"),
    [
        ("openai/gpt-9", "judge.model is openai/gpt-9, and the judge asks the Messages API"),
        ("anthropic/claude-nine-9", "no price of anthropic/claude-nine-9, which is to judge, is known"),
        ("anthropic/claude-opus-4-8", "the API knows no model `claude-opus-4-8`"),
    ],
)
def test_a_judge_that_cannot_be_asked_is_said_before_anything_is_paid(
    serve: Serve, judge: Make, configured: str, words: str
) -> None:
    api = serve(all_pass)
    with pytest.raises(UsageError, match=words):
        judge(model=configured).prepare([(MODEL, task("It is tea."))])
    assert api.messages == []


def test_nothing_is_needed_where_nothing_is_to_judge(monkeypatch: pytest.MonkeyPatch, judge: Make) -> None:
    monkeypatch.setattr("os.environ", {})
    judge().prepare([(MODEL, task())])
    with pytest.raises(UsageError, match="needs a credential"):
        judge().prepare([(MODEL, task("It is tea."))])


def test_the_key_stands_in_its_header_alone(serve: Serve, judge: Make) -> None:
    marker = "sk-marker-7f3a"
    echo = Fault(status=400, message=f"odd key {marker}")
    api = serve(lambda body: echo, key=marker)
    one = judge()
    one.prepare([(MODEL, task("It is tea."))])
    told = judged(one, task("It is tea."))
    assert marker not in repr(told)
    assert "***" in (told.evidence.judgements[0].error or "")
    for sent in api.requests:
        assert sent.authorised
        assert marker not in sent.text
        assert marker not in repr(sent.headers)
        assert not SECRET_HEADERS & set(sent.headers)
