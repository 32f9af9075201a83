"""What is stored between runs: read or refused, and the same after it was written and read again."""

from contextlib import suppress

from skill_evals.errors import ResultsError, UsageError
from skill_evals.results.benchmark import disagreements, improvement, read_benchmark, read_grading
from skill_evals.results.codec import ResultsFormat, dump, load
from skill_evals.results.provenance import read_provenance, write_provenance
from skill_evals.run.record import decode, encode

NAMES = ("results.json", "results.jsonc", "results.yaml")


def results(data: bytes) -> None:
    """The first byte chooses the format."""
    with suppress(ResultsError):
        file = load(NAMES[data[0] % len(NAMES)] if data else NAMES[0], data[1:])
        for form in ResultsFormat:
            written = dump(file, form)
            again = load(f"results.{form}", written)
            assert dump(again, form) == written, f"written twice, {form} differs"


def provenance(data: bytes) -> None:
    found = read_provenance(data)
    if found is not None:
        written = write_provenance(found)
        again = read_provenance(written)
        assert again is not None, "what was written cannot be read"
        assert write_provenance(again) == written, "written twice, it differs"


def benchmark(data: bytes) -> None:
    """Before a line of three dashes the benchmark, after it a grading."""
    first, _, second = data.partition(b"\n---\n")
    grading = read_grading("grading/a__new_skill__r1.json", second)
    found = read_benchmark(first)
    if found is not None:
        improvement(found)
        for one in disagreements(found, () if grading is None else (grading, grading)):
            assert one.message


def record(data: bytes) -> None:
    with suppress(UsageError):
        evidence = decode(data.decode("utf-8", "replace"), "runs.jsonl line 1")
        line = encode(evidence)
        assert "\n" not in line, "a record of two lines"
        assert encode(decode(line, "runs.jsonl line 1")) == line, "written twice, it differs"
