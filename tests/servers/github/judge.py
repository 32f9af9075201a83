"""Every request to the GitHub on loopback and every answer of its own, held against what GitHub publishes of its API.

Where the environment names the packages in ``GITHUB_DESCRIPTIONS`` (`make e2e` does, having installed them), each world
of `judged_world` is judged. Answers then carry all that GitHub's own examples of them carry, so that what is read here
is as large and as odd as there.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from servers.github.api import serve
from servers.github.description import Description, Sent
from servers.github.exchange import Request
from servers.github.world import World

PACKAGES = "GITHUB_DESCRIPTIONS"
"""The folder that holds ``@octokit``."""
_REST = "@octokit/openapi/generated/api.github.com.json"
_GRAPHQL = "@octokit/graphql-schema/schema.graphql"


class Judge:
    """``faults`` holds what was wrong, by whom; ``heard`` the operations that were judged."""

    def __init__(self, packages: Path) -> None:
        self._packages = packages
        self.faults: list[str] = []
        self.heard: set[str] = set()

    def __call__(self, request: Request, status: int, body: Any) -> Any:
        """The answer that is to be given."""
        try:
            return self._judged(request, status, body)
        except Exception as error:  # noqa: BLE001 -- the server's thread would hide it, and nothing would be judged
            self.faults.append(f"{request.verb} {request.target}: the judge fell over {error!r}")
            return body

    def _judged(self, request: Request, status: int, body: Any) -> Any:
        what = f"{request.verb} {request.target} -> {status}"
        if request.path == "/graphql":
            self._note(what, "graphql", graphql_faults(_schema(self._packages), request.body, status, body))
            return body
        description = _description(self._packages)
        sent = Sent(verb=request.verb, target=request.target, headers=request.headers, body=request.body)
        found = description.find(request.verb, request.path)
        if found is None:
            self.faults.append(f"{what}: there is no such operation")
            return body
        operation, arguments = found
        self._note(what, operation.name, description.faults_of_request(operation, arguments, sent))
        whole = description.completed(operation, sent, status, body)
        faults = description.faults_of_answer(operation, sent, status, body, whole)
        self._note(what, operation.name, faults)
        return whole

    def _note(self, what: str, operation: str, faults: Iterator[str]) -> None:
        self.heard.add(operation)
        self.faults += [f"{what} ({operation}): {fault}" for fault in faults]


@contextmanager
def judged_world() -> Iterator[World]:
    """A world that is judged where the environment names the descriptions; what was wrong is raised at its end."""
    packages = os.environ.get(PACKAGES)
    with serve() as world:
        if packages is None:
            yield world
            return
        judge = Judge(Path(packages))
        world.judge = judge
        yield world
    assert not judge.faults, "\n".join(judge.faults)


def graphql_faults(schema: Any, asked: Mapping[str, Any], status: int, answer: Any) -> Iterator[str]:
    """The document and its variables against the schema, and the answer against the document."""
    from graphql import GraphQLError, OperationDefinitionNode, execute_sync, get_variable_values, parse, validate

    yield from (f"the request's {name} is not known" for name in asked.keys() - {"query", "variables", "operationName"})
    try:
        document = parse(asked["query"])
    except GraphQLError as error:
        yield f"the document is none: {error.message}"
        return
    faults = validate(schema, document)
    if faults:
        yield from (f"the document: {one.message}" for one in faults)
        return
    (operation,) = (one for one in document.definitions if isinstance(one, OperationDefinitionNode))
    variables = get_variable_values(schema, operation.variable_definitions or (), asked.get("variables") or {})
    if isinstance(variables, list):
        yield from (f"the variables: {one.message}" for one in variables)
        return
    if status != 200:
        return
    yield from (f"the answer's {name} is not known" for name in answer.keys() - {"data", "errors", "extensions"})
    yield from ("an error without a message" for one in answer.get("errors", ()) if "message" not in one)
    if "data" not in answer:  # refused as a whole
        return
    done: Any = execute_sync(schema, document, root_value=answer.get("data"), variable_values=asked.get("variables"))
    yield from (f"the answer: {one.message}" for one in done.errors or ())
    if done.data != answer.get("data"):
        yield f"the answer is {answer.get('data')!r}, and {done.data!r} was asked for"


@cache
def _description(packages: Path) -> Description:
    return Description.read(packages / _REST)


@cache
def _schema(packages: Path) -> Any:
    from graphql import build_schema

    return build_schema((packages / _GRAPHQL).read_text(encoding="utf-8"), assume_valid=True, no_location=True)
