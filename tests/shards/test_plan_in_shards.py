"""Which jobs go together, how evenly, and with what part of the caps."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.errors import UsageError
from skill_evals.model.config import RunConfig
from skill_evals.model.plan import Forecast, Job
from skill_evals.model.suite import Tier
from skill_evals.plan.shards import Shard, chosen, number_in, shards, with_caps

DIGEST = "0123456789abcdef" * 4


def job(name: str, calls: int) -> Job:
    return Job(
        skill=name,
        skill_dir=f"skills/{name}",
        plugin="p",
        tier=Tier.TRIGGERS,
        model="m",
        suite=f"{name}.json",
        cases=("q",),
        reasons=(),
        forecast=Forecast(calls_low=1, calls_high=calls, usd_low=None, usd_high=None),
    )


JOBS = st.lists(st.integers(0, 500), max_size=40).map(
    lambda calls: tuple(job(f"s{place}", number) for place, number in enumerate(calls))
)


def load(shard: Shard) -> int:
    return sum(one.forecast.calls_high for one in shard.jobs)


@given(jobs=JOBS, most=st.integers(1, 300))
def test_every_job_is_in_one_shard_and_the_caps_are_parted(jobs: tuple[Job, ...], most: int) -> None:
    found = shards(jobs, DIGEST, most=most)
    assert sorted(one.suite for shard in found for one in shard.jobs) == sorted(one.suite for one in jobs)
    assert len(found) == min(most, len(jobs), 256)
    assert all(shard.jobs for shard in found)
    assert [shard.number for shard in found] == list(range(1, len(found) + 1))
    run = RunConfig(max_calls=1000, max_cost_usd=5.0)
    caps = [with_caps(run, shard) for shard in found]
    assert sum(one.max_calls or 0 for one in caps) <= 1000
    assert sum(one.max_cost_usd for one in caps) <= 5.0 + 1e-9
    assert all(one.max_minutes == run.max_minutes for one in caps)


@given(jobs=JOBS, most=st.integers(1, 12))
def test_no_shard_is_heavier_than_the_lightest_by_more_than_one_job(jobs: tuple[Job, ...], most: int) -> None:
    found = shards(jobs, DIGEST, most=most)
    if found:
        heaviest = max(found, key=load)
        assert load(heaviest) - min(map(load, found)) <= max(one.forecast.calls_high for one in heaviest.jobs)


@given(jobs=JOBS, most=st.integers(1, 12))
def test_a_leg_finds_its_shard_by_how_many_there_are(jobs: tuple[Job, ...], most: int) -> None:
    """It knows no `--shards`, only its id."""
    for shard in shards(jobs, DIGEST, most=most):
        again = shards(jobs, DIGEST, most=number_in(shard.id)[1])
        assert chosen(shard.id, again) == shard
        assert chosen(f"{shard.number}/{shard.of}", again) == shard


def test_what_is_shared_stays_together() -> None:
    jobs = tuple(job(name, 10) for name in "abcdef")
    shared = {"a.json": "x", "e.json": "x", "c.json": "y", "f.json": "y"}
    found = shards(jobs, DIGEST, most=4, shared=lambda one: [shared.get(one.suite, one.suite)])
    assert sorted("".join(one.skill for one in shard.jobs) for shard in found) == ["ae", "b", "cf", "d"]


@pytest.mark.parametrize(
    "word", ["", "3", "0/2", "3/2", "1-of-2", "1-of-2-0123456", "1/999", "١/٢", "1-of-2-01234567\n"]
)
def test_what_names_no_shard(word: str) -> None:
    with pytest.raises(UsageError, match="names no shard"):
        number_in(word)


def test_an_id_of_another_plan_is_refused() -> None:
    found = shards((job("a", 1), job("b", 2)), DIGEST, most=2)
    assert chosen(found[1].id, found).number == 2
    with pytest.raises(UsageError, match="of another plan"):
        chosen(replace(found[1], digest="f" * 64).id, found)
    with pytest.raises(UsageError, match="the plan has 2 shards, and 1/3 is one of 3"):
        chosen("1/3", found)
