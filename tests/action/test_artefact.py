"""The artefact of one job as another reads it: what was written comes back, and whatever was forged is refused."""

import io
import json
import stat
import warnings
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from report.test_comment_fits import report
from skill_evals.edges.github.archive import MOST_BYTES, read_archive
from skill_evals.edges.github.artefact import read_artefact, write_artefact
from skill_evals.errors import UsageError
from skill_evals.model.artefact import Origin
from skill_evals.report import comment
from skill_evals.report.commit_mark import mark_line

HEAD = "c" * 40
ORIGIN = Origin(repository=7001, run=4399, head_sha=HEAD, event="pull_request")


def packed(files: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    from skill_evals.model.results import ResultsFile
    from skill_evals.results.codec import encode

    results = encode(ResultsFile(skill="a", plugin="p"))
    write_artefact(
        tmp_path / "artefact", report(1, 2, 1), {"a/evals/results.json": results, "a/SKILL.md": b"x"}, ORIGIN
    )
    return files_of(tmp_path / "artefact")


def listed(files: Mapping[str, bytes], **more: Any) -> dict[str, bytes]:
    """The files with a manifest that tells the truth about them, and whatever else is said."""
    manifest = json.loads(files["manifest.json"])
    rest = {path: data for path, data in files.items() if path != "manifest.json"}
    manifest["files"] = [
        {"path": path, "bytes": len(data), "sha256": sha256(data).hexdigest()} for path, data in rest.items()
    ]
    return {"manifest.json": json.dumps({**manifest, **more}).encode(), **rest}


def test_what_was_written_comes_back(files: dict[str, bytes]) -> None:
    assert sorted(files) == ["manifest.json", "report.json", "results/a/evals/results.json"]
    found = read_artefact(packed(files))
    assert found.origin == ORIGIN
    assert list(found.results) == ["a/evals/results.json"]
    assert comment.render(found.report) == comment.render(report(1, 2, 1))


@pytest.mark.bug(57)
@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("results/a/evals/extra.json", b"{}", "neither a report nor results"),
        ("results/.github/workflows/results.yml.sh", b"{}", "neither a report nor results"),
        ("../results.json", b"{}", "leads out"),
        ("results/../../results.json", b"{}", "leads out"),
        ("/results/results.json", b"{}", "leads out"),
        ("results//results.json", b"{}", "leads out"),
        ("results\\results.json", b"{}", "another system"),
        ("C:/results.json", b"{}", "another system"),
        ("results/\n/results.json", b"{}", "none of ours"),
        ("results/b/results.json", b"[]", "cannot be read"),
        ("results/b/results.json", b"{", "cannot be read"),
        ("results/b/results.provenance.json", b"[]", "provenance"),
        ("RESULTS/a/evals/results.json", b"{}", "there twice"),
        (f"results/{'n' * 1000}/results.json", b"{}", "none of ours"),
    ],
)
def test_bug_57_a_forged_file_is_refused(files: dict[str, bytes], name: str, data: bytes, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_artefact(packed(listed({**files, name: data})))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"manifest.json": b"{}"}, "`version` must be"),
        ({"manifest.json": b"[]"}, "is no object"),
        ({"report.json": b"{}"}, "not the one that its manifest lists"),
        ({"results/b/results.json": b"{}"}, "there and not listed"),
    ],
)
def test_the_manifest_binds_every_byte(files: dict[str, bytes], change: dict[str, bytes], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_artefact(packed({**files, **change}))


def test_a_file_that_is_listed_and_missing_is_refused(files: dict[str, bytes]) -> None:
    del files["results/a/evals/results.json"]
    with pytest.raises(UsageError, match="listed and not there"):
        read_artefact(packed(files))


@pytest.mark.parametrize("given", [{"version": 2}, {"run": "4399"}, {"repository": None}, {"head_sha": 7}])
def test_a_manifest_of_another_form_is_refused(files: dict[str, bytes], given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="must be"):
        read_artefact(packed(listed(files, **given)))


SEALED = (
    f"Skill-evals-measured: v1 judged={HEAD} base={'b' * 40} by={'f' * 64} verdict=passed"
    f" regressions=0 improvements=0 errors=0 warnings=0 results={'0' * 64} seal={'1' * 64}"
)


def test_a_mark_and_heads_that_are_alike_come_back(files: dict[str, bytes]) -> None:
    found = read_artefact(packed(listed(files, mark=SEALED, alike=[HEAD, "a" * 64]))).alike
    assert found.mark is not None
    assert (mark_line(found.mark), found.heads) == (SEALED, (HEAD, "a" * 64))


@pytest.mark.bug(57)
@pytest.mark.parametrize(
    "given",
    [
        {"mark": SEALED.partition(" results=")[0]},
        {"mark": SEALED.replace(HEAD, "d" * 40)},
        {"mark": f"{SEALED}\n\ncloses #1"},
        {"mark": f"{SEALED} [skip ci]"},
        {"mark": SEALED.replace("regressions=0", "regressions=\u0660")},
        {"mark": 1},
        {"alike": HEAD},
        {"alike": ["main"]},
        {"alike": [f"{HEAD}\n"]},
        {"alike": [HEAD] * 21},
    ],
    ids=["unsealed", "of another head", "more words", "a skip word", "other digits", "a number", *"abcd"],
)
def test_bug_57_a_mark_of_another_form_is_refused(files: dict[str, bytes], given: dict[str, Any]) -> None:
    """It would stand in a commit's message."""
    with pytest.raises(UsageError, match="must be"):
        read_artefact(packed(listed(files, **given)))


@pytest.mark.bug(57)
@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_bug_57_a_link_or_a_device_is_refused(kind: int) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        one = zipfile.ZipInfo("report.json")
        one.create_system, one.external_attr = 3, (kind | 0o777) << 16
        archive.writestr(one, "/etc/passwd")
    with pytest.raises(UsageError, match=r"is a link|no plain file"):
        read_archive(stream.getvalue())


def test_two_files_of_one_name_are_refused() -> None:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("report.json", "{}")
        archive.writestr("report.json", "[]")
    with pytest.raises(UsageError, match="there twice"):
        read_archive(stream.getvalue())


def test_a_name_that_other_programs_read_on_is_refused() -> None:
    """Python ends a name at its first NUL."""
    data = packed({"report.json_x": b"{}"})
    assert data.count(b"report.json_x") == 2
    with pytest.raises(UsageError, match="reads in two ways"):
        read_archive(data.replace(b"report.json_x", b"report.json\0x"))


def test_an_archive_of_too_many_files_is_refused() -> None:
    with pytest.raises(UsageError, match="more than 2,000 files"):
        read_archive(packed({f"results/{n}": b"" for n in range(2_001)}))


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    with pytest.raises(UsageError, match="has more than"):
        read_archive(packed({"report.json": bytes(17 * 2**20)}))
    with pytest.raises(UsageError, match="have more than"):
        read_archive(packed({f"{n}": bytes(15 * 2**20) for n in range(4)}))
    with pytest.raises(UsageError, match=f"more than {MOST_BYTES:,} bytes"):
        read_archive(bytes(MOST_BYTES + 1))


def test_an_archive_that_declares_less_than_it_holds_is_refused() -> None:
    data = packed({"report.json": bytes(2**20)})
    size = (2**20).to_bytes(4, "little")
    assert data.count(size) == 2
    with pytest.raises(UsageError, match=r"not as large as it says|cannot be unpacked"):
        read_archive(data.replace(size, (10).to_bytes(4, "little")))


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_packed_otherwise_is_refused(method: int) -> None:
    with pytest.raises(UsageError, match="does not use"):
        read_archive(packed({"report.json": b"{}"}, method=method))


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06" + bytes(18) + b"more", b"\x00" * 1000])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError):
        read_artefact(data)


def test_an_archive_with_broken_bytes_is_refused() -> None:
    data = bytearray(packed({"report.json": b"one two three four five" * 100}))
    data[45] ^= 0xFF
    with pytest.raises(UsageError):
        read_archive(bytes(data))
