"""A clean file is read without the YAML library and without positions, which only a finding asks for."""

import subprocess
import sys

SCRIPT = """
import sys
from skill_evals.documents.read import read_document
{body}
assert ("skill_evals.documents.yaml_events" in sys.modules) is {loaded}
assert ("ruamel" in sys.modules) is {loaded}
"""


def run(body: str, *, loaded: bool) -> None:
    subprocess.run([sys.executable, "-c", SCRIPT.format(body=body, loaded=loaded)], check=True, timeout=60)


def test_clean_json_and_simple_frontmatter_do_not_load_the_yaml_library() -> None:
    run(
        "assert read_document('a.json', b'{\"a\": 1}').value == {'a': 1}\n"
        "assert read_document('SKILL.md', b'---\\nname: demo\\n---\\n').value == {'name': 'demo'}",
        loaded=False,
    )


def test_a_simple_suite_does_not_load_it_either() -> None:
    run("assert read_document('evals.yaml', b'evals:\\n- id: a\\n').value == {'evals': [{'id': 'a'}]}", loaded=False)


def test_a_place_in_simple_frontmatter_does() -> None:
    run("assert read_document('SKILL.md', b'---\\nname: demo\\n---\\n').span(('name',)).column == 7", loaded=True)


def test_a_tree_is_computed_once() -> None:
    from .document_tools import read

    document = read('{"a": [1]}')
    assert document.tree is document.tree
