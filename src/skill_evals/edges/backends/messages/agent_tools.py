"""The tools of Tier 2, which do what they say, and what of a call does not fit them. The wording is ours."""

from collections.abc import Mapping
from typing import Any

from skill_evals.edges.backends.messages.tools import SKILL

_PATH = "Path of the file, absolute or from the working directory."
_TYPES: Mapping[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
}


def _tool(name: str, words: str, required: str, /, **properties: Mapping[str, Any]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {name.replace("ignore_case", "-i"): value for name, value in properties.items()},
        "required": required.split(),
        "additionalProperties": False,
    }
    return {"name": name, "description": words, "input_schema": schema}


def _text(description: str, **more: object) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _number(description: str) -> dict[str, Any]:
    return {"type": "integer", "description": description}


def _flag(description: str) -> dict[str, Any]:
    return {"type": "boolean", "description": description}


_FILES: tuple[Mapping[str, Any], ...] = (
    _tool(
        "Bash",
        "Runs a command with bash and gives back what it printed, standard output and errors together. Each call "
        "starts a shell of its own in the working directory: no variable, folder or process of an earlier call is "
        "left. A command is stopped after two minutes unless a longer `timeout` is given. Of a long output the middle "
        "is left out.",
        "command",
        command=_text("The command line."),
        timeout=_number("Milliseconds until it is stopped."),
        description=_text("What it does, in a few words."),
    ),
    _tool(
        "Read",
        "Gives back the lines of a text file, each behind its number. Of a long file a part can be asked for.",
        "file_path",
        file_path=_text(_PATH),
        offset=_number("The first line to read, from 1."),
        limit=_number("How many lines to read."),
    ),
    _tool(
        "Write",
        "Writes a whole text file, in the place of one that is there; folders on the way are made.",
        "file_path content",
        file_path=_text(_PATH),
        content=_text("Everything that the file is to hold."),
    ),
    _tool(
        "Edit",
        "Replaces a passage of a text file by another. The passage has to be quoted exactly, without line numbers, and "
        "must occur only once, unless all occurrences are to be replaced.",
        "file_path old_string new_string",
        file_path=_text(_PATH),
        old_string=_text("The passage as it stands."),
        new_string=_text("What is to stand there."),
        replace_all=_flag("Replace every occurrence."),
    ),
    _tool(
        "Glob",
        "Finds files whose paths match a pattern such as `src/**/*.ts`, the most recently changed first.",
        "pattern",
        pattern=_text("The pattern; one without a slash matches at any depth."),
        path=_text("The folder to look in; the working directory where it is left out."),
    ),
    _tool(
        "Grep",
        "Searches text files line by line with a regular expression in Python's syntax.",
        "pattern",
        pattern=_text("The regular expression."),
        path=_text("File or folder to search; the working directory where it is left out."),
        glob=_text("Only files that match this pattern."),
        output_mode=_text(
            "What to give back: the files that match (as where it is left out), the lines, or how many there are.",
            enum=["files_with_matches", "content", "count"],
        ),
        ignore_case=_flag("Upper and lower case are alike."),
    ),
)
_SKILL = _tool(
    SKILL,
    "Uses a skill: instructions that the user or the project keeps for one kind of task. The system lists the skills "
    "that there are. Where one of them covers the task at hand, call this tool before anything else; it gives back the "
    "skill's instructions and the folder that its files are in. Only names from the list are valid.",
    "skill",
    skill=_text("The name exactly as the list has it, without a slash."),
    args=_text("What to hand to the skill."),
)


def tools(*, skills: bool) -> tuple[Mapping[str, Any], ...]:
    """``skills``: false where there is no skill at all, and so no tool for one."""
    return (*_FILES, _SKILL) if skills else _FILES


def misfit(name: str, given: object, offered: tuple[Mapping[str, Any], ...]) -> str | None:
    """Why a call cannot be carried out as it was made, in words for the model; None: it fits its tool."""
    tool = next((one for one in offered if one["name"] == name), None)
    if tool is None:
        return f"There is no tool named {name!r}. There are {', '.join(one['name'] for one in offered)}."
    if not isinstance(given, Mapping):
        return f"The input of {name} must be an object."
    schema = tool["input_schema"]
    absent = [key for key in schema["required"] if key not in given]
    if absent:
        return f"{name} needs `{absent[0]}`."
    for key, value in given.items():
        words = _wrong(value, schema["properties"].get(key))
        if words is not None:
            return f"`{key}` of {name} {words}."
    return None


def _wrong(value: object, expected: Mapping[str, Any] | None) -> str | None:
    if expected is None:
        return "is not known"
    kind, words = _TYPES[expected["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return f"must be {words}"
    if kind is int and isinstance(value, int) and value < 1:
        return "must be at least 1"
    if "enum" in expected and value not in expected["enum"]:
        return f"must be one of {', '.join(expected['enum'])}"
    return None
