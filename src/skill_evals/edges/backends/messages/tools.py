"""The tools that the model may call: ``Skill``, and those of a coding agent, which lead nowhere here.

Without them a query that an agent would answer with a tool has nothing to call but a skill, and everything triggers.
The wording is ours.
"""

from collections.abc import Mapping
from typing import Any

SKILL = "Skill"

_FILE = {"type": "string", "description": "Absolute path of the file."}


def _tool(name: str, words: str, required: str, /, **properties: Mapping[str, Any]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }
    return {"name": name, "description": words, "input_schema": schema}


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


TOOLS: tuple[Mapping[str, Any], ...] = (
    _tool(
        "Bash",
        "Runs a command in a shell that keeps its working directory from one call to the next, and gives back what "
        "it printed. Suited to git, package managers, builds and tests. Files are better read, changed and searched "
        "with the tools made for that. A command that takes longer than two minutes is stopped unless a longer "
        "`timeout` is given.",
        "command",
        command=_text("The command line."),
        timeout={"type": "integer", "description": "Milliseconds until it is stopped."},
        description=_text("What it does, in a few words."),
    ),
    _tool(
        "Read",
        "Gives back the content of a file with line numbers. Text, images, PDF files and notebooks can be read. A "
        "long file can be read in parts.",
        "file_path",
        file_path=_FILE,
        offset={"type": "integer", "description": "The first line to read."},
        limit={"type": "integer", "description": "How many lines to read."},
    ),
    _tool(
        "Write",
        "Writes a whole file, replacing one that is there. A file that exists has to be read first.",
        "file_path content",
        file_path=_FILE,
        content=_text("Everything that the file is to hold."),
    ),
    _tool(
        "Edit",
        "Replaces a passage of a file by another. The passage has to be quoted exactly and must occur only once, "
        "unless all occurrences are to be replaced.",
        "file_path old_string new_string",
        file_path=_FILE,
        old_string=_text("The passage as it stands."),
        new_string=_text("What is to stand there."),
        replace_all={"type": "boolean", "description": "Replace every occurrence."},
    ),
    _tool(
        "Glob",
        "Finds files whose paths match a pattern such as `src/**/*.ts`, the most recently changed first.",
        "pattern",
        pattern=_text("The pattern."),
        path=_text("The folder to look in; the working directory where it is left out."),
    ),
    _tool(
        "Grep",
        "Searches the contents of files with a regular expression and lists the files or lines that match.",
        "pattern",
        pattern=_text("The regular expression."),
        path=_text("File or folder to search."),
        glob=_text("Only files that match this pattern."),
        output_mode={"type": "string", "enum": ["content", "files_with_matches", "count"]},
    ),
    _tool(
        SKILL,
        "Uses a skill: instructions that the user or the project keeps for one kind of task. The system lists the "
        "skills that there are, a line each. Where one of them covers the task at hand, call this tool before "
        "anything else; its instructions then say how to proceed. A user may also name one with a slash, as in "
        "`/deploy`. Only names from the list are valid.",
        "skill",
        skill=_text("The name exactly as the list has it, without a slash."),
        args=_text("What to hand to the skill."),
    ),
    _tool(
        "WebSearch",
        "Searches the web and gives back titles, addresses and excerpts, for what is newer than your knowledge.",
        "query",
        query=_text("What to search for."),
    ),
)

_RESULTS = {
    "Bash": "",
    "Read": "The file does not exist.",
    "Write": "The file was written.",
    "Edit": "The file does not exist.",
    "Glob": "No files found",
    "Grep": "No matches found",
    "WebSearch": "No results.",
}


def result(call_id: str, name: str) -> dict[str, Any]:
    """What the model is told of a call other than an activation, as in an empty folder."""
    if name in _RESULTS:
        return {"type": "tool_result", "tool_use_id": call_id, "content": _RESULTS[name]}
    words = "There is no skill of that name." if name == SKILL else "There is no tool of that name."
    return {"type": "tool_result", "tool_use_id": call_id, "content": words, "is_error": True}
