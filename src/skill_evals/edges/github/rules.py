"""What the rules of a branch require to have run on a commit before it is merged: https://docs.github.com/en/rest/repos/rules

Each kind of rule names it in a list of its own. What starts no workflows, as a commit of a workflow's own token does,
leaves every one of them waiting.
"""

from collections.abc import Mapping
from types import MappingProxyType

from skill_evals.run.record_members import Members

_LISTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "required_status_checks": ("required_status_checks", "context"),
        "workflows": ("workflows", "path"),
        "code_scanning": ("code_scanning_tools", "tool"),
    }
)
"""By the type of a rule, the list among its parameters, and what names an item."""


def required_by(rule: Members) -> tuple[str, ...]:
    """Names, as the rule has them; none where it is about something else.

    Raises:
        GitHubError: a member is missing, or of another type than GitHub documents.
    """
    kind, parameters = rule.text("type"), rule.member("parameters")
    if kind == "required_deployments":
        return parameters.texts("required_deployment_environments")
    if kind not in _LISTS:
        return ()
    items, name = _LISTS[kind]
    return tuple(one.text(name) for one in parameters.items(items))
