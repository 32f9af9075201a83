"""Where suites lie, which skill they are about, and how that is known."""

import pytest

from skill_evals.model.config import Config

from .trees import EVALS, SET, SKILL, TRIGGERS, project_of, skill_at

PLUGIN = '{"name": "yard"}'
KEYED = '{"pack": {"should_trigger": ["a"], "should_not_trigger": ["b"]}, "sell": {"should_trigger": ["b", "c"]}}'


@pytest.mark.parametrize(
    ("files", "layout"),
    [
        ({".claude-plugin/marketplace.json": "{}", ".claude-plugin/plugin.json": PLUGIN}, "marketplace"),
        ({"plugins/a/.claude-plugin/plugin.json": PLUGIN, ".claude-plugin/plugin.json": PLUGIN}, "multi"),
        ({".claude-plugin/plugin.json": PLUGIN}, "single"),
        ({"plugins/a/skills/pack/SKILL.md": "x"}, "loose"),
        ({"README.md": "x"}, "loose"),
        ({}, "loose"),
    ],
)
def test_layouts_by_their_markers(files: dict[str, str | None], layout: str) -> None:
    assert project_of(files).layout == layout
    assert project_of(files, Config(layout="multi")).layout == "multi"


@pytest.mark.parametrize(
    ("skills", "suite", "text", "dialect", "skill", "says"),
    [
        (["plugins/a/skills/pack"], "plugins/a/evals/pack/triggers.json", TRIGGERS, "evolve",
         "plugins/a/skills/pack", "lies in evals/pack/ of its plugin"),
        (["plugins/a/skills/pack"], "plugins/a/evals/gone/triggers.json", TRIGGERS, "evolve", None, "lies in"),
        (["skills/pack"], "skills/pack/evals/evals.json", EVALS, "skill-creator", "skills/pack", "the skill's folder"),
        (["a/b/pack"], "a/b/pack/evals/evals.json", EVALS, "skill-creator", "a/b/pack", "the skill's folder"),
        (["skills/pack"], "skills/pack/trigger-evals.json", SET, "trigger-set", "skills/pack", "the skill's folder"),
        (["skills/pack", "skills/sell"], "evals/pack/evals.json", EVALS, "skill-creator", "skills/pack",
         "its folder pack/"),
        (["skills/pack", "skills/sell"], "evals/triggers/sell.json", SET, "trigger-set", "skills/sell", "its file"),
        (["skills/pack", "skills/sell"], "evals/sell.trigger-evals.json", SET, "trigger-set", "skills/sell", "its file"),
        (["skills/pack", "skills/sell"], "evals/trigger-sell.json", SET, "trigger-set", "skills/sell", "its file"),
        (["skills/pack", "skills/sell"], "evals/evals.json", EVALS.replace("{", '{"skill_name": "sell", ', 1),
         "skill-creator", "skills/sell", "it names the skill"),
        (["skills/pack", "skills/sell"], "evals/evals.json", EVALS.replace("{", '{"skill_name": "lost", ', 1),
         "skill-creator", None, "it names the skill"),
        (["skills/pack"], "evals/trigger-eval.json", SET, "trigger-set", "skills/pack", "no other skill"),
        (["skills/pack", "skills/sell"], "evals/trigger-eval.json", SET, "trigger-set", None, "neither"),
        ([""], "evals/evals.json", EVALS, "skill-creator", "", "at the root"),
        (["", "skills/pack"], "evals/evals.json", EVALS, "skill-creator", "", "at the root"),
        (["", "skills/pack"], "evals/pack/evals.json", EVALS, "skill-creator", "skills/pack", "its folder pack/"),
    ],
)  # fmt: skip
def test_suites_find_their_skill(
    skills: list[str], suite: str, text: str, dialect: str, skill: str | None, says: str
) -> None:
    files: dict[str, str | None] = {suite: text}
    for directory in skills:
        files |= skill_at(directory)
    (found,) = project_of(files).suites
    assert found.suite.dialect == dialect
    assert (found.skill.directory if found.skill else None) == skill
    assert says in found.reason


def test_a_suite_that_names_a_missing_skill_keeps_the_name() -> None:
    (found,) = project_of({"plugins/a/evals/gone/triggers.json": TRIGGERS}).suites
    assert (found.skill, found.target) == (None, "gone")


def test_evolve_looks_at_the_evals_of_a_single_plugin_only() -> None:
    files = {".claude-plugin/plugin.json": PLUGIN, "evals/pack/evals.json": EVALS, **skill_at("skills/pack")}
    (single,) = project_of(files).suites
    (market,) = project_of({**files, ".claude-plugin/marketplace.json": "{}"}).suites
    assert (single.suite.dialect, market.suite.dialect) == ("evolve", "skill-creator")


def test_plugins_have_the_name_of_their_folder_or_manifest() -> None:
    files = {".claude-plugin/plugin.json": PLUGIN, **skill_at("skills/pack"), **skill_at("plugins/dock/skills/sell")}
    project = project_of(files)
    assert {s.name: (s.plugin, s.plugin_dir) for s in project.skills} == {
        "pack": ("yard", ""),
        "sell": ("dock", "plugins/dock"),
    }


def test_the_skill_of_the_same_plugin_is_meant() -> None:
    files = {"plugins/b/tests/pack/trigger-evals.json": SET, **skill_at("plugins/a/skills/pack")}
    files["plugins/b/skills/pack/SKILL.md"] = "---\nname: pack\ndescription: Packs boxes.\n---\n"
    suites = {a.suite.path: a for a in project_of(files).suites}
    skill = suites["plugins/b/tests/pack/trigger-evals.json"].skill
    assert skill is not None
    assert skill.directory == "plugins/b/skills/pack"


def test_a_file_for_many_skills_is_shared_out() -> None:
    files = {"evals/trigger-queries.json": KEYED, **skill_at("skills/pack"), **skill_at("skills/stow")}
    found = project_of(files).suites
    assert [(a.target, a.skill is not None, [c.query for c in a.suite.triggers]) for a in found] == [
        ("pack", True, ["a", "b"]),
        ("sell", False, ["b", "c"]),
    ]
    assert {a.suite.path for a in found} == {"evals/trigger-queries.json"}


def test_results_lie_beside_suites_and_the_first_format_counts() -> None:
    folder = "plugins/a/evals/pack"
    files: dict[str, str | None] = {
        f"{folder}/triggers.json": TRIGGERS,
        f"{folder}/results.yaml": "schema: 5",
        f"{folder}/results.jsonc": "{}",
        "other/results.json": "{}",
        "skills/pack/evals/baseline/benchmark.json": '{"run_summary": {}, "conditions_compared": []}',
        "skills/sell/evals/benchmark.json": '{"run_summary": {}}',
        **skill_at("plugins/a/skills/pack"),
    }
    project = project_of(files)
    assert project.results == (f"{folder}/results.jsonc",)
    assert project.benchmarks == ("skills/pack/evals/baseline/benchmark.json",)


def test_cases_of_plugin_eval_in_markdown_are_named() -> None:
    files: dict[str, str | None] = {
        "evals/clean/prompt.md": "Do", "evals/clean/graders/a.md": "ok", "notes/prompt.md": "No"
    }  # fmt: skip
    (found,) = project_of(files).unchecked
    assert (found.path, found.shape) == ("evals/clean/prompt.md", "claude-plugin-eval")


def test_what_is_known_by_name_only_is_said_to_be_unchecked() -> None:
    files = {"skills/pack/evals/evals.json": None, "skills/pack/evals/other.json": None, **skill_at("skills/pack")}
    (found,) = project_of(files).unchecked
    assert (found.path, found.shape) == ("skills/pack/evals/evals.json", "not-here")


def test_documents_are_what_the_author_wrote_for_us_broken_suites_included() -> None:
    files: dict[str, str | None] = {
        "skills/pack/evals/evals.json": '{"evals": [',
        "skills/pack/evals/fine.json": EVALS,
        "skills/pack/evals/tsconfig.json": "{ // no suite\n}",
        "skills/pack/evals/data.json": "{",
        **skill_at("skills/pack"),
    }
    project = project_of(files)
    assert [a.suite.path for a in project.suites] == ["skills/pack/evals/fine.json"]
    assert project.documents == ("skills/pack/SKILL.md", "skills/pack/evals/evals.json", "skills/pack/evals/fine.json")


def test_the_configuration_names_the_dialect_by_path() -> None:
    files = {"skills/pack/evals/evals.json": EVALS, "skills/pack/evals/no.json": EVALS, **skill_at("skills/pack")}
    config = Config(dialects={"**/evals/*.json": "eval-magic", "**/no.json": "none"})
    assert [(a.suite.path, a.suite.dialect) for a in project_of(files, config).suites] == [
        ("skills/pack/evals/evals.json", "eval-magic")
    ]


def test_cases_that_name_their_suite_s_own_skill_stay_with_those_that_name_none() -> None:
    named = {"PackIt": "skills/pack", "pack": "skills/pack", "sell": "skills/sell"}
    rows = [f'{{"query": "{name}", "should_trigger": true, "skill": "{name}"}}' for name in named]
    suite = "skills/pack/evals/triggers.json"
    files = skill_at("skills/pack") | skill_at("skills/sell")
    files["skills/pack/SKILL.md"] = SKILL.format(name="PackIt")
    files[suite] = f'[{{"query": "none", "should_trigger": true}}, {", ".join(rows)}]'
    found = {a.skill.directory: [c.query for c in a.suite.triggers] for a in project_of(files).suites if a.skill}
    assert found == {"skills/pack": ["none", "PackIt", "pack"], "skills/sell": ["sell"]}
    assert len(project_of(files).suites) == 2
