"""`make e2e` is never green where the image cannot be built: it names what is missing."""

import pytest

from tools import e2e_image


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """What the programs of a machine answer, by the beginning of the command; what is not named fails."""
    found: dict[str, bool] = {}

    def runs(command: list[str], *, shown: bool = False) -> bool:
        line = " ".join(command)
        return any(answer for start, answer in found.items() if line.startswith(start))

    monkeypatch.setattr(e2e_image, "runs", runs)
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.delenv("BASE_IMAGE", raising=False)
    return found


def test_without_an_engine(answers: dict[str, bool], capsys: pytest.CaptureFixture[str]) -> None:
    assert e2e_image.main() == 2
    assert "no container engine works here" in capsys.readouterr().out


def test_without_a_base(answers: dict[str, bool], capsys: pytest.CaptureFixture[str]) -> None:
    answers["docker info"] = True
    assert e2e_image.main() == 2
    assert "no base to build an image on" in capsys.readouterr().out


def test_where_the_build_fails(answers: dict[str, bool], capsys: pytest.CaptureFixture[str]) -> None:
    answers |= {"docker info": True, "docker image inspect": True}
    assert e2e_image.main() == 2
    assert "cannot be built with docker on docker.io/library/python:3.13-slim" in capsys.readouterr().out
