"""One canonical form, whatever way the file was written."""

import json
import random
from pathlib import Path

import pytest

from skill_evals.errors import ResultsError
from skill_evals.model.results import ResultsFile
from skill_evals.results.codec import ResultsFormat, decode, dump, encode, format_of, load

FILES = Path(__file__).parent / "files"


@pytest.fixture
def data() -> bytes:
    return (FILES / "small.json").read_bytes()


@pytest.fixture
def file(data: bytes) -> ResultsFile:
    return load("results.json", data)


def test_a_file_comes_back_byte_for_byte(data: bytes, file: ResultsFile) -> None:
    assert encode(file) == data


@pytest.mark.parametrize("form", list(ResultsFormat))
def test_every_format_comes_back_byte_for_byte(form: ResultsFormat, file: ResultsFile) -> None:
    name = f"small.{form}"
    written = (FILES / name).read_bytes()
    assert load(name, written) == file
    assert dump(file, form) == written


def shuffled(value: object, dice: random.Random) -> object:
    """The same value with its members in another order, one unknown member an object, and whole numbers as floats."""
    if isinstance(value, dict):
        members = [(name, shuffled(member, dice)) for name, member in value.items()]
        dice.shuffle(members)
        return dict(members)
    if isinstance(value, list):
        return [shuffled(item, dice) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize("seed", range(5))
def test_order_float_forms_and_escapes_do_not_matter(data: bytes, seed: int) -> None:
    other = json.dumps(shuffled(json.loads(data), random.Random(seed)), ensure_ascii=True)
    assert "4.0" in other
    assert "1e-06" in other
    assert "\\u" in other
    assert encode(load("results.json", other.encode())) == data


def test_unknown_members_are_dropped(data: bytes) -> None:
    value = json.loads(data)
    value["note"] = 1
    value["models"]["acme/loaf-1"]["claims"] = []
    value["models"]["acme/loaf-1"]["triggers"]["results"][0]["seed"] = {"a": None}
    assert encode(load("results.json", json.dumps(value).encode())) == data


def test_letter_case_of_names_does_not_matter_unless_the_exact_name_is_there() -> None:
    text = b'{"Schema": 9, "schema": 5, "Plugin": "p", "SKILL": "s", "Models": {"m/x": {"TRIGGERS": {"Display": "X"}}}}'
    file = load("results.json", text)
    assert (file.plugin, file.skill) == ("p", "s")
    model = file.models["m/x"]
    assert model is not None
    assert model.triggers is not None
    assert model.triggers.header.display == "X"


def test_half_of_a_surrogate_pair_becomes_the_replacement_character() -> None:
    assert decode({"schema": 5, "plugin": "a\ud83d", "skill": "\udc80é"}) == ResultsFile(
        plugin="a\ufffd", skill="\ufffdé"
    )


@pytest.mark.parametrize("schema", ["6", "17", "6.0"])
def test_a_newer_schema_is_refused(schema: str) -> None:
    with pytest.raises(ResultsError, match="newer than 5") as caught:
        load("results.json", f'{{"schema": {schema}, "plugin": "p", "skill": "s"}}'.encode())
    assert "newer version" in str(caught.value.cure)


@pytest.mark.parametrize("schema", ["2", "1", "0", "-1", "true", '"5"', "5.5", "null"])
def test_an_older_or_odd_schema_is_not_taken_for_an_empty_file(schema: str) -> None:
    with pytest.raises(ResultsError, match="schemas 3 to 5 can be read"):
        load("results.json", f'{{"schema": {schema}, "plugin": "p", "skill": "s"}}'.encode())


@pytest.mark.parametrize("text", ["[]", "null", "3", '"x"'])
def test_what_is_no_object_is_no_results_file(text: str) -> None:
    with pytest.raises(ResultsError, match="no schema number"):
        load("results.json", text.encode())


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ('"models": []', r"results\.models must be an object, and is an array"),
        ('"plugin": 7', r"results\.plugin must be text, and is a number"),
        ('"models": {"m": {"triggers": {"executed": 1}}}', r"models\[m\]\.triggers\.executed must be true or false"),
        ('"models": {"m": {"triggers": {"timeout_seconds": 1.5}}}', "timeout_seconds must be a whole number"),
        ('"models": {"m": {"triggers": {"timeout_seconds": 1e300}}}', "timeout_seconds is out of range"),
        ('"models": {"m": {"evals": {"summary": {"pass_rate": 1e300}}}}', "pass_rate is out of range"),
        ('"models": {"m": {"evals": {"results": [{"id": "x"}, 5]}}}', r"evals\.results\[1\] must be an object"),
    ],
)
def test_a_member_of_the_wrong_type_is_named(member: str, message: str) -> None:
    with pytest.raises(ResultsError, match=message):
        load("results.json", f'{{"schema": 5, "skill": "s", {member}}}'.encode())


def test_conflict_markers_are_named_with_their_line_and_the_way_out(data: bytes) -> None:
    lines = data.decode().splitlines(keepends=True)
    lines[10:11] = ["<<<<<<< HEAD\n", lines[10], "=======\n", lines[10], ">>>>>>> topic\n"]
    with pytest.raises(ResultsError, match=r"results\.json:11 .*merge conflict") as caught:
        load("results.json", "".join(lines).encode())
    assert "--ours or --theirs" in str(caught.value.cure)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b'{"schema": 5,}',
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"schema": ' + b"9" * 5000 + b"}",
        b'{"a": "\x00"}',
    ],
)
def test_what_cannot_be_read_says_where(text: bytes) -> None:
    with pytest.raises(ResultsError, match=r"^results\.json:\d+:\d+ cannot be read: "):
        load("results.json", text)


@pytest.mark.parametrize(
    ("path", "form"),
    [("a/results.json", "json"), ("results.JSONC", "jsonc"), ("results.yaml", "yaml"), ("x.yml", "yaml")],
)
def test_the_name_says_the_format(path: str, form: str) -> None:
    assert format_of(path) == form


@pytest.mark.parametrize("path", ["results", "results.toml", "results.md", "json"])
def test_a_name_without_a_format_is_refused(path: str) -> None:
    with pytest.raises(ResultsError):
        format_of(path)
    with pytest.raises(ResultsError):
        load(path, b"{}")
