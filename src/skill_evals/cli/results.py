"""``skill-evals results normalize|hashes``."""

import argparse
import json
from pathlib import Path

from skill_evals.app.place import open_place
from skill_evals.app.reading import read_tree
from skill_evals.app.results_verbs import hashes, normalize
from skill_evals.cli import output
from skill_evals.errors import ResultsError, UsageError
from skill_evals.report.hashes_text import hashes_text
from skill_evals.results.hashes_json import hashes_json

FORMATS = ("text", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    one = verbs.add_parser(
        "normalize",
        help="print a results file in its canonical form",
        description="Print a results file in its canonical form: the bytes that evolve and this product write. Older "
        "schemas are migrated; the file itself stays as it is.",
        allow_abbrev=False,
    )
    one.add_argument("file", type=Path, metavar="FILE", help="results.json, .jsonc, .yaml or .yml")
    two = verbs.add_parser(
        "hashes",
        help="print the fingerprints as they are now",
        description="Print the fingerprints of skills and cases as they are now, to compare with stored ones.",
        allow_abbrev=False,
    )
    two.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a folder of the repository (default: here)")
    two.add_argument("--skill", action="append", default=[], metavar="NAME", help="only this skill")
    output.add_root(two)
    output.add_format(two, FORMATS)


def run(arguments: argparse.Namespace) -> int:
    return _normalize(arguments) if arguments.what == "normalize" else _hashes(arguments)


def _normalize(arguments: argparse.Namespace) -> int:
    try:
        data = arguments.file.read_bytes()
    except OSError as error:
        raise ResultsError(f"{arguments.file}: {error.strerror}", cure="name a results file") from None
    output.bytes_to_stdout(normalize(str(arguments.file), data))
    return 0


def _hashes(arguments: argparse.Namespace) -> int:
    outputs = output.targets(arguments, FORMATS)
    place = open_place(arguments.paths, root=arguments.root)
    project = read_tree(place.files, place.config, judge=False).project
    unknown = [name for name in arguments.skill if all(name != skill.name for skill in project.skills)]
    if unknown:
        raise UsageError(f"there is no skill {unknown[0]}", cure="`skill-evals lint -v` lists the skills that are seen")
    found = hashes(project, place.files, skills=arguments.skill)
    renderers = {
        "text": lambda: hashes_text(found),
        "json": lambda: json.dumps(hashes_json(found), indent=2) + "\n",
    }
    output.write(outputs, renderers)
    return 0
