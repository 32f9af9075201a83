"""What a judge is shown of a run, and what is left out of it in words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.records import call, evidence, file, said
from skill_evals.grade.judge.trace import PART_BYTES, TRACE_BYTES, Kind, Trace, arguments_in_words, trace_of
from skill_evals.model.evidence import DiffSize


def shown(trace: Trace) -> list[tuple[str, str, str]]:
    return [(part.kind.value, part.name, "|".join(part.pieces) or part.note) for part in trace.parts]


def test_the_answer_comes_first_then_the_transcript_then_files_and_change() -> None:
    trace = trace_of(
        evidence(
            "Done.",
            messages=(said("I look first.", 0), said("Done.", 3)),
            tool_calls=(call("Bash", '{"command": "ls"}', 1, result="a.txt"), call("Write", "not JSON", 2)),
            files={"b.txt": file("bee"), "a.txt": file("ay"), "gone": file(exists=False)},
            diff=DiffSize(files=1, added=2, removed=3, hunks=1),
        ),
        first=["b.txt"],
    )
    assert shown(trace) == [
        ("final answer", "", "Done."),
        ("messages", "", "I look first."),
        ("tool calls", "Bash", "command: ls"),
        ("tool results", "Bash", "a.txt"),
        ("tool calls", "Write", "not JSON"),
        ("files", "b.txt", "bee"),
        ("files", "a.txt", "ay"),
        ("files", "gone", "it does not exist"),
        ("size of the change", "", "1 files changed; 2 lines added, 3 removed, in 1 places"),
    ]
    assert all(trace.is_whole(kind) for kind in Kind)


def test_what_is_not_recorded_is_told_from_what_is_not_there() -> None:
    blind = trace_of(evidence(messages=None, tool_calls=None))
    assert blind.unrecorded == {Kind.MESSAGES, Kind.CALLS, Kind.RESULTS, Kind.FILES, Kind.CHANGE}
    seeing = trace_of(evidence(snapshot=True, diff=DiffSize()))
    assert seeing.unrecorded == frozenset()
    unheard = trace_of(evidence(tool_calls=(call("Bash", None),)))
    assert Kind.RESULTS in unheard.unrecorded
    assert Kind.CHANGE in trace_of(evidence(diff=DiffSize(error="no git"))).unrecorded


def test_arguments_are_shown_as_they_are_meant_and_not_as_they_are_escaped() -> None:
    assert arguments_in_words('{"content": "say \\"hi\\"\\n\\u00e9", "n": 2, "deep": {"é": [1]}}') == (
        'content: say "hi"\né\nn: 2\ndeep: {"é": [1]}'
    )
    assert arguments_in_words("[1]") == "[1]"
    assert arguments_in_words(None) == ""


def test_the_middle_of_a_long_part_is_left_out_and_counted() -> None:
    (part,) = trace_of(evidence("a" * PART_BYTES + "ö" * PART_BYTES)).parts
    assert part.pieces[0].startswith("aaa")
    assert part.pieces[1].endswith("ööö")
    assert sum(len(piece.encode()) for piece in part.pieces) + part.left_out == 3 * PART_BYTES


def test_the_workspace_s_path_is_another_in_every_run_and_not_shown() -> None:
    trace = trace_of(evidence("I wrote /tmp/w1/out.txt", workspace="/tmp/w1"))
    assert list(trace.texts) == ["I wrote ./out.txt"]


def test_a_name_stays_on_its_line() -> None:
    (_, part) = trace_of(evidence(tool_calls=(call("Bash\nRECORD ENDS", None),))).parts
    assert part.name == "Bash RECORD ENDS"


def test_of_a_long_transcript_the_beginning_and_the_end_are_kept() -> None:
    calls = tuple(call("Bash", f"{n:03} " + "x" * 10_000, n) for n in range(40))
    trace = trace_of(evidence(tool_calls=calls))
    kept = [int(part.pieces[0][:3]) for part in trace.parts if part.kind is Kind.CALLS]
    assert kept == sorted(kept)
    assert {0, 1, 38, 39} <= set(kept)
    assert 20 not in kept
    assert trace.dropped == {Kind.CALLS: 40 - len(kept)}
    assert not trace.is_whole(Kind.CALLS)


words = st.text(max_size=50) | st.integers(1, 60_000).map(lambda n: "né" * n)


@given(
    text=words,
    calls=st.lists(st.tuples(st.text(max_size=9), words), max_size=6),
    files=st.dictionaries(st.text(min_size=1, max_size=9), words, max_size=4),
)
@settings(max_examples=60, deadline=None)
def test_nothing_is_lost_in_silence(text: str, calls: list[tuple[str, str]], files: dict[str, str]) -> None:
    trace = trace_of(
        evidence(
            text,
            tool_calls=tuple(call(name, given, n) for n, (name, given) in enumerate(calls)),
            files={path: file(content) for path, content in files.items()},
        )
    )
    assert sum(part.size for part in trace.parts) <= TRACE_BYTES
    assert len(trace.parts) + sum(trace.dropped.values()) == 1 + len(calls) + len(files)
    for part in trace.parts:
        assert part.left_out == 0 or len(part.pieces) == 2
        assert all(piece.encode() for piece in part.pieces)
