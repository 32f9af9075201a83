"""Who was called for whom: a table for each model and arm, in which the eye finds what lies beside the diagonal."""

from collections.abc import Sequence

from skill_evals.model.confusion import NOBODY, Confusion, ConfusionRow
from skill_evals.report.html.markup import Markup, Part, code, joined, table, tag

_MOST_COLUMNS = 24


def matrices(confusions: Sequence[Confusion]) -> Markup:
    return joined(_matrix(one) for one in confusions)


def _matrix(found: Confusion) -> Markup:
    columns = _columns(found)
    heads: list[Part] = ["queries of", *(code(name) if name != NOBODY else "no skill" for name in columns), "errored"]
    return joined(
        (
            tag("h3", f"{found.arm.capitalize()} arm, ", code(found.model)),
            table(heads, (_row(row, columns) for row in found.rows), kind="matrix"),
        )
    )


def _columns(found: Confusion) -> list[str]:
    """The skills with queries first, then who else was called, most often first; the last is nobody."""
    mine = list(dict.fromkeys(row.skill for row in found.rows))
    calls: dict[str, int] = {}
    for row in found.rows:
        for name, count in row.called.items():
            calls[name] = calls.get(name, 0) + count
    others = sorted((name for name in calls if name not in mine and name != NOBODY), key=lambda name: -calls[name])
    return [*[*mine, *others][:_MOST_COLUMNS], NOBODY]


def _row(row: ConfusionRow, columns: Sequence[str]) -> list[Part]:
    asks = "must call it" if row.should_trigger else "must not call it"
    cells = [_cell(row, name) for name in columns]
    return [tag("th", code(row.skill), " ", tag("span", asks, kind="dim")), *cells, str(row.errored or "")]


def _cell(row: ConfusionRow, name: str) -> Markup:
    count = row.called.get(name, 0)
    if not count:
        return tag("td", "·", kind="none")
    is_right = (name == row.skill) is row.should_trigger
    return tag("td", str(count), kind="hit" if is_right else "miss", title="as it should be" if is_right else "wrong")
