"""Which guarantees are enough for what, and how a refusal names those that are missing."""

from skill_evals.model.guarantee import Guarantee
from skill_evals.run.isolation import FOR_AGENTS, FOR_COMMANDS, PROMISES, missing, refusal


def held(*broken: str) -> list[Guarantee]:
    return [
        Guarantee(
            name=name, holds=name not in broken, mechanism="m", reason=f"it got out of {name}" if name in broken else ""
        )
        for name in PROMISES
    ]


def test_where_all_hold_nothing_is_refused() -> None:
    assert refusal(held(), FOR_COMMANDS, "commands") is None
    assert refusal(held(), FOR_AGENTS, "agents") is None


def test_each_that_is_missing_is_named_with_its_reason() -> None:
    words = refusal(held("files", "disk"), FOR_COMMANDS, "commands") or ""
    assert words.startswith("commands are refused")
    assert "--no-sandbox" in words
    files, disk = PROMISES["files"], PROMISES["disk"]
    assert words.endswith(f": `files` ({files}): it got out of files; `disk` ({disk}): it got out of disk")


def test_those_with_one_reason_are_named_together() -> None:
    none = [Guarantee(name=name, holds=False, mechanism="", reason="no Linux") for name in ("files", "disk")]
    assert (refusal(none, ("files", "disk"), "agents") or "").endswith(": `files`, `disk`: no Linux")


def test_commands_need_no_port_and_agents_need_one() -> None:
    assert refusal(held("one-port"), FOR_COMMANDS, "commands") is None
    assert refusal(held("network"), FOR_AGENTS, "agents") is None
    assert [one.name for one in missing(held("one-port", "network"), FOR_AGENTS)] == ["one-port"]
    assert [one.name for one in missing(held("one-port", "network"), FOR_COMMANDS)] == ["network"]


def test_what_nobody_looked_for_does_not_hold() -> None:
    assert [one.name for one in missing((), FOR_COMMANDS)] == list(FOR_COMMANDS)
    assert "it was not looked for" in (refusal((), ("files",), "commands") or "")
