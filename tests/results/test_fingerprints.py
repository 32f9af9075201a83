"""Hashes of content, as evolve makes them. The expected digests are written out of their definition."""

import hashlib
import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.model.suite import Suite
from skill_evals.results.fingerprints import (
    eval_content_hash,
    eval_spec_hash,
    skill_hashes,
    trigger_content_hash,
    trigger_spec_hash,
)

from .nouns import SKILL_MD, Tree, check, evals, skill, task, trigger, triggers

NO_FRONTMATTER = "2d8b2df4bd82307c80d3f0c69ef2c71eb50d57efbcb4da8cb50ca36c34c096f3"
TOP = "plugins/kitchen/skills/bake-bread"
EVALS = "plugins/kitchen/evals/bake-bread"


def sha(data: bytes | str) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def spec(case: Mapping[str, object], *fixtures: tuple[str, bytes]) -> str:
    compact = json.dumps(case, separators=(",", ":"), ensure_ascii=False)
    staged = b"".join(name.encode() + b"\0" + data + b"\0" for name, data in fixtures)
    return sha(sha(compact).encode() + b"\0" + staged)


class TestTriggerContent:
    def test_is_of_the_bytes_between_the_fences(self) -> None:
        assert trigger_content_hash(SKILL_MD) == sha("name: bake-bread\ndescription: Bakes.")

    @pytest.mark.parametrize(
        "text", [b"---\r\na: 1\r\n---\r\n", b"---\ra: 1\r---\r", b" ---\t\na: 1\n--- ", b"---\na: 1\n---"]
    )
    def test_line_ends_and_space_at_the_fences_do_not_count(self, text: bytes) -> None:
        assert trigger_content_hash(text) == sha("a: 1")

    def test_space_inside_counts(self) -> None:
        assert trigger_content_hash(b"---\na: 1 \n\n---\n") == sha("a: 1 \n")

    def test_an_empty_block_is_not_a_missing_one(self) -> None:
        assert trigger_content_hash(b"---\n---\n") == sha("")

    @pytest.mark.parametrize(
        "text", [b"", b"# Bake\n", b"---\na: 1\n", "\ufeff---\na: 1\n---\n".encode(), b"\n---\na: 1\n---\n"]
    )
    def test_without_frontmatter_it_is_fixed(self, text: bytes) -> None:
        assert trigger_content_hash(text) == NO_FRONTMATTER

    @given(st.binary(max_size=40))
    @settings(max_examples=100)
    def test_any_bytes_have_one(self, data: bytes) -> None:
        assert (
            trigger_content_hash(b"---\n" + data.replace(b"-", b"").replace(b"\r", b"") + b"\n---\n") != NO_FRONTMATTER
        )

    def test_the_body_does_not_count(self) -> None:
        assert trigger_content_hash(SKILL_MD + b"more") == trigger_content_hash(SKILL_MD)


class TestTriggerSpec:
    def test_is_of_query_and_label(self) -> None:
        assert trigger_spec_hash(trigger("Bake")) == sha('{"query":"Bake","should_trigger":true}')

    def test_text_is_escaped_as_in_go(self) -> None:
        assert trigger_spec_hash(trigger("a <b> é", False)) == sha(
            '{"query":"a \\u003cb\\u003e é","should_trigger":false}'
        )

    def test_a_missing_label_reads_as_false(self) -> None:
        assert trigger_spec_hash(trigger("Bake", None)) == trigger_spec_hash(trigger("Bake", False))


class TestEvalContent:
    def test_is_of_every_plain_file_in_the_order_of_its_path(self) -> None:
        tree = Tree({f"{TOP}/SKILL.md": b"s", f"{TOP}/b/x.py": b"x", f"{TOP}/b.md": b"b", "other": b"o"})
        assert eval_content_hash(skill(), [], tree) == sha(b"SKILL.md\0s\0b.md\0b\0b/x.py\0x\0")

    def test_dot_names_and_links_do_not_count(self) -> None:
        tree = Tree({f"{TOP}/SKILL.md": b"s"})
        more = Tree(
            {f"{TOP}/SKILL.md": b"s", f"{TOP}/.env": b"e", f"{TOP}/.git/x": b"g", f"{TOP}/a/.b/c": b"c"},
            links=(f"{TOP}/link",),
        )
        assert eval_content_hash(skill(), [], more) == eval_content_hash(skill(), [], tree)

    def test_a_file_known_only_by_its_name_makes_it_unknown(self) -> None:
        assert eval_content_hash(skill(), [], Tree({f"{TOP}/SKILL.md": b"s"}, names=(f"{TOP}/x.py",))) is None

    def test_a_neighbour_with_the_same_beginning_does_not_count(self) -> None:
        tree = Tree({f"{TOP}/SKILL.md": b"s", f"{TOP}-rye/SKILL.md": b"r"})
        assert eval_content_hash(skill(), [], tree) == sha(b"SKILL.md\0s\0")

    @pytest.mark.parametrize("folder", ["skills/bake-bread", ""])
    def test_a_suite_inside_the_skill_is_no_part_of_it(self, folder: str) -> None:
        top = f"{folder}/" if folder else ""
        suites = [evals(path=f"{top}evals/evals.json", dialect="skill-creator")]
        tree = Tree({f"{top}SKILL.md": b"s", f"{top}evals/evals.json": b"e", f"{top}evals/results.json": b"r"})
        assert eval_content_hash(skill(folder), suites, tree) == sha(b"SKILL.md\0s\0")

    def test_a_suite_right_beside_the_skill_leaves_the_rest_in(self) -> None:
        suites = [evals(path=f"{TOP}/evals.json")]
        tree = Tree({f"{TOP}/SKILL.md": b"s", f"{TOP}/evals.json": b"e", f"{TOP}/results.json": b"r", f"{TOP}/x": b"x"})
        assert eval_content_hash(skill(), suites, tree) == sha(b"SKILL.md\0s\0x\0x\0")


class TestEvalSpec:
    def hash(self, suite: Suite, tree: Tree | None = None) -> str | None:
        return eval_spec_hash(suite.evals[0], suite, TOP, tree or Tree({}))

    def test_empty_members_vanish(self) -> None:
        assert self.hash(evals(task())) == spec({"id": "rye", "prompt": "Bake rye"})

    def test_members_stand_in_the_order_of_the_format(self) -> None:
        case = task(
            timeout_seconds=30,
            max_turns=5,
            name="Rye",
            expected_output="bread",
            expectations=("smells good",),
            checks=(
                check("llm", from_expectation=True, text="smells good"),
                check("command", expect_exit=0, run="crumb", cwd="", unknown=1),
            ),
        )
        assert self.hash(evals(case)) == spec(
            {
                "id": "rye",
                "name": "Rye",
                "prompt": "Bake rye",
                "expected_output": "bread",
                "expectations": ["smells good"],
                "assertions": [
                    {"type": "llm", "text": "smells good"},
                    {"type": "command", "run": "crumb", "expect_exit": 0},
                ],
                "max_turns": 5,
                "timeout_seconds": 30,
            }
        )

    def test_fixtures_count_by_where_they_are_staged(self) -> None:
        suite = evals(task(files=("evals/fixtures/a/z.txt", "files/b/y.txt")))
        tree = Tree({f"{EVALS}/fixtures/a/z.txt": b"Z", f"{EVALS}/files/b/y.txt": b"Y"})
        authored = {"id": "rye", "prompt": "Bake rye", "files": ["evals/fixtures/a/z.txt", "files/b/y.txt"]}
        assert self.hash(suite, tree) == spec(authored, ("b/y.txt", b"Y"), ("z.txt", b"Z"))

    @pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "missing.txt", "", "known.txt", "folder", "link"])
    def test_a_fixture_that_cannot_be_read_makes_it_unknown(self, path: str) -> None:
        tree = Tree({f"{EVALS}/folder/x": b"x"}, links=(f"{EVALS}/link",), names=(f"{EVALS}/known.txt",))
        assert self.hash(evals(task(files=(path,))), tree) is None


class TestOtherDialects:
    def hash(self, fields: dict[str, object], **members: tuple[object, ...]) -> str | None:
        suite = evals(
            task("rye", "Bake rye", fields=fields, **members), path=f"{TOP}/evals/evals.json", dialect="eval-magic"
        )
        return eval_spec_hash(suite.evals[0], suite, TOP, Tree({f"{TOP}/evals/in/a": b"A", f"{TOP}/evals/in/b": b"B"}))

    def test_members_that_evolve_lacks_count(self) -> None:
        assert self.hash({"skill_should_trigger": False}) != self.hash({})

    def test_the_order_in_which_they_are_written_does_not(self) -> None:
        one = self.hash({"b": 1, "turns": [{"x": 1, "a": 2}]})
        assert one == self.hash({"turns": [{"a": 2, "x": 1}], "b": 1})

    def test_nor_does_how_often_the_case_runs(self) -> None:
        assert self.hash({"runs": 5}) == self.hash({})

    def test_a_check_counts_with_everything_in_it(self) -> None:
        one = self.hash({}, checks=(check("transcript_check", check="tool", must_precede="any"),))
        other = self.hash({}, checks=(check("transcript_check", check="tool", must_precede="completion_claim"),))
        assert one != other

    def test_a_folder_stands_for_its_files(self) -> None:
        authored = {"id": "rye", "prompt": "Bake rye", "files": ["in"]}
        assert self.hash({}, files=("in",)) == spec(authored, ("in/a", b"A"), ("in/b", b"B"))


class TestSkill:
    def test_both_tiers_and_the_surface(self) -> None:
        tree = Tree({f"{TOP}/SKILL.md": SKILL_MD})
        hashes = skill_hashes(skill(), [triggers(trigger("Bake"), trigger("Fly", False)), evals(task())], tree)
        assert (hashes.plugin, hashes.skill, hashes.surface) == ("kitchen", "bake-bread", "surface-now")
        assert hashes.triggers is not None
        assert hashes.triggers.content == trigger_content_hash(SKILL_MD)
        assert list(hashes.triggers.specs) == ["Bake", "Fly"]
        assert hashes.evals is not None
        assert hashes.evals.content == sha(b"SKILL.md\0" + SKILL_MD + b"\0")
        assert list(hashes.evals.specs) == ["rye"]

    def test_a_tier_without_a_suite_is_none(self) -> None:
        hashes = skill_hashes(skill(), [triggers(trigger("Bake"))], Tree({}))
        assert hashes.evals is None
        assert hashes.triggers is not None
        assert hashes.triggers.content is None

    def test_a_file_that_serves_several_skills_gives_each_its_own(self) -> None:
        shared = triggers(trigger("Bake", about="bake-bread"), trigger("Fly", about="fly-kite"), dialect="trigger-set")
        hashes = skill_hashes(skill(), [shared], Tree({}))
        assert hashes.triggers is not None
        assert list(hashes.triggers.specs) == ["Bake"]
