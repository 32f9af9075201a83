"""`init` writes a configuration that changes nothing and explains everything."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from command_line import Call, small, sound
from git_repo import Link, Repo
from skill_evals.app.configuration import KEYS, parse_config
from skill_evals.app.evolve_config import with_evolve
from skill_evals.documents.read import read_document
from skill_evals.edges.files import WorkingTree
from skill_evals.model.config import Config
from skill_evals.skills.excludes import DEFAULT_EXCLUDES

CONFIG = ".skill-evals.yml"
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "marketplace"


def parsed(text: str) -> Config:
    return parse_config(read_document(CONFIG, text.encode()))


def uncommented(text: str) -> str:
    """With every setting in force: a comment is a # with one space, anything else behind a # is a setting."""
    return re.sub(r"^#(?=\S|  )", "", text, flags=re.MULTILINE).replace("\n\n", "\n")


def printed(repo: Repo, call: Call) -> str:
    done = call("init", "--print", "--root", repo.root)
    assert (done.code, done.err) == (0, "")
    return done.out


def test_the_file_means_the_defaults(repo: Repo, call: Call) -> None:
    done = call("init", "--root", small(repo).root)
    assert (done.code, done.out) == (0, "")
    assert CONFIG in done.err
    text = (repo.root / CONFIG).read_text()
    assert parsed(text) == Config(path=CONFIG)
    assert call("lint", "--root", repo.root).code == 0


def values(config: Config) -> Config:
    """Whatever it was that named them."""
    return replace(config, exclude=None, path=None, run=replace(config.run, backend_named=False))


def test_with_every_line_in_force_it_still_means_the_defaults(repo: Repo, call: Call) -> None:
    config = parsed(uncommented(printed(small(repo), call)))
    assert config.exclude == DEFAULT_EXCLUDES
    assert values(config) == Config()


def test_evolves_thresholds_and_layout_are_the_values_shown(repo: Repo, call: Call) -> None:
    thresholds = '{"layout": "single", "report": {"thresholds": {"triggers_min_pass_rate": 0.9}}}'
    small(repo).write({".evolve.json": thresholds})
    text = printed(repo, call)
    assert "# .evolve.json says so, as long as this file does not.\n#layout: single\n" in text
    config = parsed(uncommented(text))
    assert values(config) == with_evolve(Config(), WorkingTree(repo.root))


def test_every_key_is_there_with_words_above_it(repo: Repo, call: Call) -> None:
    lines = printed(repo, call).splitlines()
    for key in KEYS:
        if key in ("$schema", "effort", "thinking", "max-calls", "max-cases"):
            continue  # one stands in the first line; the others have no default, and stand in their examples
        place = next(number for number, line in enumerate(lines) if line.startswith(f"#{key}:"))
        assert lines[place - 1].startswith("# "), key
    assert {"# Example: max-calls: 500", "# Example: max-cases: 100"} <= set(lines)
    assert lines[0].startswith("# yaml-language-server: $schema=https://")


def test_examples_in_it_can_be_read(repo: Repo, call: Call) -> None:
    examples = re.findall(r"^# Example: (.*)$", printed(repo, call), re.MULTILINE)
    assert len(examples) > 8
    for example in examples:
        assert parsed(example) != Config(path=CONFIG), example


def test_what_was_found_is_said(call: Call) -> None:
    text = call("init", "--print", "--root", EXAMPLE).out
    assert "# layout: marketplace (by .claude-plugin/marketplace.json)\n" in text
    assert "# 5 skills in 2 plugins\n" in text
    assert re.search(r"^# evolve, triggers: 3 suites with \d+ cases$", text, re.MULTILINE)


def test_a_strangers_file_name_stays_in_its_comment(repo: Repo, call: Call) -> None:
    repo.write({"evals/x\njobs: 99 /promptfooconfig.yaml": "prompts: [a]\nproviders: [b]\ntests: [{vars: {}}]\n"})
    text = printed(repo, call)
    assert "# not checked, promptfoo: 1 file" in text
    assert parsed(text) == Config(path=CONFIG)


@pytest.mark.parametrize("name", [CONFIG, ".skill-evals.yaml"])
def test_a_configuration_that_is_there_is_kept(name: str, repo: Repo, call: Call) -> None:
    small(repo).write({name: "jobs: 2\n"})
    done = call("init", "--root", repo.root)
    assert done.code == 2
    assert f"{name} exists" in done.err
    assert "--print" in done.err
    assert (repo.root / name).read_text() == "jobs: 2\n"


@pytest.mark.parametrize("name", [CONFIG, ".skill-evals.yaml"])
def test_with_force_it_is_written_over_even_where_it_was_broken(name: str, repo: Repo, call: Call) -> None:
    small(repo).write({name: "jobs: [\n"})
    assert call("init", "--force", "--quiet", "--root", repo.root).err == ""
    assert parsed((repo.root / name).read_text()) == Config(path=CONFIG)
    assert [path.name for path in repo.root.glob(".skill-evals*")] == [name]


def test_a_link_is_not_written_through(repo: Repo, call: Call) -> None:
    small(repo).write({CONFIG: Link("elsewhere.yml"), "elsewhere.yml": "keep me"})
    done = call("init", "--force", "--root", repo.root)
    assert done.code == 2
    assert "is a link" in done.err
    assert (repo.root / "elsewhere.yml").read_text() == "keep me"


def test_it_is_written_at_the_root_from_a_folder_beneath(
    repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit(sound())
    monkeypatch.chdir(repo.root / "skills/sheep")
    assert call("init").code == 0
    assert (repo.root / CONFIG).is_file()
