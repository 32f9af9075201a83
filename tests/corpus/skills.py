"""Breaks of the skill beside a suite."""

import posixpath
import re
from collections.abc import Callable

from corpus.broken import Broken, Mutation
from corpus.healthy import Sample
from corpus.splice import line_of
from skill_evals.model.skill import Skill

Lines = list[str]
DESCRIPTION = re.compile(r"description:")
SHORT = 1_024


def edited(sample: Sample, edit: Callable[[Lines, int, Skill], int | None]) -> Broken | None:
    """``edit`` changes the lines of the SKILL.md; it is told on which one, from 0, the frontmatter ends, and gives the
    line, from 0, of what it broke, or None where it cannot.
    """
    skill = sample.skill
    if skill is None or skill.path not in sample.tree.files or skill.frontmatter is None:
        return None
    lines = sample.tree.files[skill.path].decode().split("\n")
    end = next((n for n, line in enumerate(lines) if n and line.rstrip() == "---"), None)
    if lines[0].rstrip() != "---" or end is None:
        return None
    line = edit(lines, end, skill)
    if line is None:
        return None
    return Broken(files={skill.path: "\n".join(lines).encode()}, path=skill.path, line=line + 1)


def place(lines: Lines, end: int, key: str) -> int | None:
    """The line of a key whose value ends on it."""
    for number in range(1, end):
        if lines[number].startswith(f"{key}:"):
            return number if not lines[number + 1].startswith((" ", "\t")) else None
    return None


def unclosed(sample: Sample) -> Broken | None:
    """The frontmatter has no end, nor another line in the file by which one could be taken for it."""

    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        del lines[end]
        return None if any(line.rstrip() == "---" for line in lines[1:]) else 0

    return edited(sample, edit)


def not_at_the_top(sample: Sample) -> Broken | None:
    def edit(lines: Lines, _end: int, _skill: Skill) -> int:
        lines.insert(0, "<!-- all rights reserved -->")
        return 0

    return edited(sample, edit)


def endless(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        at = place(lines, end, "description")
        if at is not None:
            lines[at] = f"description: {'word ' * SHORT}"
        return at

    return edited(sample, edit)


def undescribed(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        at = place(lines, end, "description")
        if at is not None:
            lines[at] = 'description: ""'
        return at

    return edited(sample, edit)


def named_twice(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        at = place(lines, end, "name")
        if at is None:
            return None
        lines.insert(end, lines[at])
        return end

    return edited(sample, edit)


def unquoted_colon(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        at = place(lines, end, "description")
        if at is not None:
            lines[at] = "description: Greets people. Triggers: hello, good morning"
        return at

    return edited(sample, edit)


def misspelt_flag(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, skill: Skill) -> int | None:
        if {"user-invocable", "user-invokable"} & (skill.frontmatter or {}).keys():
            return None
        lines.insert(end, "user-invokable: true")
        return end

    return edited(sample, edit)


def unfit_name(sample: Sample) -> Broken | None:
    def edit(lines: Lines, end: int, _skill: Skill) -> int | None:
        at = place(lines, end, "name")
        if at is not None:
            lines[at] = "name: Not_A_Name"
        return at

    return edited(sample, edit)


def dead_link(sample: Sample) -> Broken | None:
    def edit(lines: Lines, _end: int, _skill: Skill) -> int:
        # A heading ends whatever block the file ends in, except for an open fence.
        lines += ["", "# More", "", "See [more](references/nowhere-to-be-found.md)."]
        return len(lines) - 1

    fences = 0 if sample.skill is None else sample.tree.files.get(sample.skill.path, b"").count(b"```")
    return edited(sample, edit) if fences % 2 == 0 else None


def hidden(sample: Sample) -> Broken | None:
    """A skill that the model may not choose has queries that must activate it; the finding lies at those."""

    def edit(lines: Lines, end: int, skill: Skill) -> int | None:
        if "disable-model-invocation" in (skill.frontmatter or {}):
            return None
        lines.insert(end, "disable-model-invocation: true")
        return 0

    suite, page = sample.suite, sample.page
    broken = edited(sample, edit)
    words = ("/", "$")
    asked = any(c.should_trigger and not any(word in c.query for word in words) for c in suite.triggers)
    if broken is None or not page.is_json or not asked or suite.fields.get("kind") or not sample.alone:
        return None
    at = suite.cases_at if suite.triggers[0].skill is None else suite.triggers[0].at
    return Broken(files=broken.files, path=suite.path, line=page.opening(at))


def two_of_one_name(sample: Sample) -> Broken | None:
    """Another skill of the same folder bears the name; the one whose folder has it keeps it."""
    skill = sample.skill
    if (
        skill is None
        or skill.path not in sample.tree.files
        or posixpath.basename(skill.directory) != skill.surface.name
    ):
        return None
    home = posixpath.dirname(skill.directory)
    text = f"---\nname: {skill.surface.name}\ndescription: Waves to people. Use when somebody leaves.\n---\n"
    path = f"{home}/wave-to-people/SKILL.md"
    if posixpath.basename(home) != "skills":
        return None
    return Broken(files={path: text.encode()}, path=path, line=line_of(text, text.index("name:")))


SKILLS: tuple[Mutation, ...] = (
    Mutation(name="frontmatter without an end", rule="invalid-frontmatter", breaks=unclosed),
    Mutation(name="something before the frontmatter", rule="invalid-frontmatter", breaks=not_at_the_top),
    Mutation(name="unquoted colon in the description", rule="invalid-frontmatter", breaks=unquoted_colon),
    Mutation(name="description too long", rule="description-form", breaks=endless),
    Mutation(name="empty description", rule="description-form", breaks=undescribed),
    Mutation(name="name twice in the frontmatter", rule="duplicate-key", breaks=named_twice),
    Mutation(name="misspelt frontmatter key", rule="unknown-frontmatter-key", breaks=misspelt_flag),
    Mutation(name="name in no allowed form", rule="skill-name-form", breaks=unfit_name),
    Mutation(name="link to nothing", rule="broken-reference", breaks=dead_link),
    Mutation(name="skill hidden from the model", rule="not-model-invocable", breaks=hidden),
    Mutation(name="two skills of one name", rule="duplicate-skill-name", breaks=two_of_one_name),
)
