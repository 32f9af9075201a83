"""A sweep ends early once its head is none any more, whether that shows before it or while it runs."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from skill_evals.app.action.head_watch import HeadWatch
from skill_evals.errors import StoppedError


class Beside:
    """Another stop, which tests set off themselves."""

    def __init__(self) -> None:
        self.tell: Callable[[str], None] | None = None
        self.breaks = 0

    @contextmanager
    def told(self, tell: Callable[[str], None]) -> Iterator[None]:
        self.tell = tell
        yield

    def afterwards(self, end: Callable[[], None]) -> None:
        end()

    @contextmanager
    def breaking(self) -> Iterator[None]:
        self.breaks += 1
        yield


def test_a_head_that_moved_before_the_sweep_spends_nothing() -> None:
    watch = HeadWatch(lambda: "the head moved", Beside())
    with pytest.raises(StoppedError, match="superseded: the head moved"), watch.breaking():
        pytest.fail("it went on")
    assert watch.reason == "the head moved"


def test_a_head_that_moves_meanwhile_is_told_once() -> None:
    answers = iter([None, None, "the head moved"])
    heard: list[str] = []
    told = threading.Event()

    def tell(reason: str) -> None:
        heard.append(reason)
        told.set()

    watch = HeadWatch(lambda: next(answers), Beside(), seconds=0)
    with watch.told(tell):
        assert told.wait(20)
    assert heard == ["superseded: the head moved"]
    assert watch.reason == "the head moved"


def test_a_head_that_stays_ends_nothing() -> None:
    heard: list[str] = []
    watch = HeadWatch(lambda: None, Beside(), seconds=0)
    with watch.breaking(), watch.told(heard.append):
        pass
    assert (heard, watch.reason) == ([], None)


def test_the_other_stop_is_heard_all_the_same() -> None:
    heard: list[str] = []
    beside = Beside()
    watch = HeadWatch(lambda: None, beside)
    with watch.breaking(), watch.told(heard.append):
        assert beside.tell is not None
        beside.tell("stopped by SIGTERM")
    assert heard == ["stopped by SIGTERM"]
    assert beside.breaks == 1


def test_it_asks_each_minute_where_nobody_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    heard = threading.Event()

    class Recorded(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout is None:  # a thread's own
                return super().wait()
            waited.append(timeout)
            heard.set()
            return True

    monkeypatch.setattr("skill_evals.app.action.head_watch.threading.Event", Recorded)
    with HeadWatch(lambda: None, Beside()).told(lambda _: None):
        assert heard.wait(20)
    assert waited == [60.0]
