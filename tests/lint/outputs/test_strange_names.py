"""All forms of one run over a repository whose folders have the names that break reports."""

import json
import os
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree as ET

import pytest

from command_line import Call, skill, triggers
from git_repo import Repo
from skill_evals.report.escape import no_surrogates

NAMES = {
    "a line end and a command": b"sheep\n::error::forged",
    "percent signs": b"100%25 sheep %0A",
    "colons and commas": b"sheep::warning file=x,line=1::,y",
    "the older command": b"##[error]sheep",
    "markup": b"<b>sheep</b> | `x` ](y) @octocat",
    "emoji": "sheep 🐑".encode(),
    "right to left": "sheep \u202egpj.\u200e".encode(),
    "not UTF-8": b"sheep\xff\xfe",
}
FORMATS = ("json", "sarif", "junit", "markdown", "github")


@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
def test_every_form_holds_the_name_and_nothing_else(name: bytes, repo: Repo, call: Call, tmp_path: Path) -> None:
    suite = b"skills/" + name + b"/evals/triggers.json"
    repo.commit({b"skills/" + name + b"/SKILL.md": skill(), suite: triggers("goat", "count woolly sheep")})
    path = os.fsdecode(suite)
    words = [word for form in FORMATS for word in ("--format", f"{form}={tmp_path / form}")]
    # A line end in a name is a fault of its own.
    assert call("lint", repo.root, "--format", "text", *words).code == int(b"\n" in name)
    text = {form: (tmp_path / form).read_text("utf-8") for form in FORMATS}

    (mine,) = [d for d in json.loads(text["json"])["diagnostics"] if d["rule"] == "skill-name-mismatch"]
    assert mine["path"] == path

    results = json.loads(text["sarif"])["runs"][0]["results"]
    (found,) = [one for one in results if one["ruleId"] == "skill-name-mismatch"]
    assert unquote_to_bytes(found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == suite

    cases = list(ET.fromstring(text["junit"]).iter("testcase"))
    assert any(case.get("name", "").startswith("skill-name-mismatch (I006) at") for case in cases)

    (row,) = [line for line in text["markdown"].splitlines() if "skill-name-mismatch.md" in line]
    assert "<b>" not in row.replace("`<b>", "").replace("/<b>", "")

    (command,) = [line for line in text["github"].splitlines() if "title=skill-name-mismatch" in line]
    file = command.partition("file=")[2].partition(",line=")[0]
    for letter, code in ((":", "%3A"), (",", "%2C"), ("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        file = file.replace(code, letter)
    assert file == no_surrogates(path)
    assert all(
        line.startswith(("::warning file=", "::notice ", "::error file=")) for line in text["github"].splitlines()
    )
