"""What the model is shown of each skill."""

from dataclasses import replace

import pytest

from backends.conftest import Listing
from rules.trees import MemoryTree, lint_tree
from skill_evals.edges.backends.messages.listing import HEADING, entries
from skill_evals.edges.backends.messages.listing import listing as listed
from skill_evals.edges.backends.messages.profile import Place, profile_of
from skill_evals.model.config import Config, LintConfig

WIDE, NARROW = profile_of("claude-sonnet-5-5"), profile_of("claude-haiku-4-5")


def test_one_line_a_skill_in_the_order_of_names(listing: Listing) -> None:
    shown = listed(listing({"zip": "Packs files.", "pdf": "Reads PDF\n  files."}).skills, WIDE)
    assert shown == f"{HEADING}\n\n- pdf: Reads PDF files.\n- zip: Packs files."


def test_when_to_use_is_joined_and_the_rest_of_a_long_entry_is_cut(listing: Listing) -> None:
    long = "x" * 2_000
    assert (
        entries(listing({"pdf": "Reads."}, when_to_use="For forms.").skills, WIDE)["pdf"]
        == "- pdf: Reads. - For forms."
    )
    assert entries(listing({"pdf": long}).skills, WIDE)["pdf"] == f"- pdf: {long[:1_535]}…"


def test_a_skill_is_called_by_its_folder_and_shows_its_other_name(listing: Listing) -> None:
    (skill,) = listing({"pdf": "Reads."}).skills
    other = replace(skill, surface=replace(skill.surface, name="paper"))
    assert entries([other], WIDE) == {"pdf": "- pdf (paper): Reads."}


def test_a_skill_that_the_model_may_not_invoke_is_not_shown(listing: Listing) -> None:
    assert not entries(listing({"pdf": "Reads."}, model_invocable=False).skills, WIDE)


def test_a_skill_without_a_description_is_a_bare_name(listing: Listing) -> None:
    assert entries(listing({"pdf": ""}).skills, WIDE) == {"pdf": "- pdf"}


def test_where_the_room_ends_names_stay_and_short_entries_still_fit(listing: Listing) -> None:
    descriptions = {f"a{n}": "x" * 800 for n in range(5)} | {"b": "Short."}
    found = entries(listing(descriptions).skills, NARROW)
    assert [line for line in found.values() if ":" in line] == [
        "- a0: " + "x" * 800,
        "- a1: " + "x" * 800,
        "- b: Short.",
    ]
    assert list(found) == [*descriptions]
    assert sum(len(line) + 1 for line in found.values()) <= NARROW.room - NARROW.bundled


@pytest.mark.parametrize(("last", "fits"), [(722, True), (723, False)])
def test_the_linter_reports_the_sum_exactly_where_a_description_is_left_out(
    listing: Listing, last: int, fits: bool
) -> None:
    descriptions = {f"a{n:02}": "x" * 1_000 for n in range(22)} | {
        "b": "Two.\n  Words",
        "c": "y" * 1_000,
        "d": "z" * last,
    }
    shown = entries(listing(descriptions).skills, WIDE)
    assert all(": " in line for line in shown.values()) is fits
    page = "---\nname: {}\ndescription: {}\n---\n"
    tree = MemoryTree(
        files={f"skills/{n}/SKILL.md": page.format(n, " ".join(d.split())).encode() for n, d in descriptions.items()}
    )
    asked = Config(lint=LintConfig(select=("listing-overflow",)))
    assert [d.path for d in lint_tree(tree, config=asked).diagnostics] == ([] if fits else ["skills/d/SKILL.md"])


@pytest.mark.parametrize(
    ("model", "place", "seen"),
    [
        ("claude-sonnet-5-5", Place.SYSTEM_MESSAGE, True),
        ("claude-haiku-4-5-20251001", Place.REMINDER, True),
        ("claude-opus-9", Place.SYSTEM_MESSAGE, False),
    ],
)
def test_the_place_of_the_listing_is_the_model_s(model: str, place: Place, seen: bool) -> None:
    profile = profile_of(model)
    assert (profile.place, profile.seen) == (place, seen)
    assert ("assumed" in profile.name) is not seen


def test_a_profile_s_name_tells_every_difference() -> None:
    names = {
        WIDE.name,
        NARROW.name,
        replace(WIDE, turns=1).name,
        replace(WIDE, effort="low").name,
        replace(WIDE, wording=2).name,
    }
    assert len(names) == 5
