"""The surroundings of a fault in JSON text, and what a cause is."""

from skill_evals.documents.document import Format
from skill_evals.documents.json_scan import Fault
from skill_evals.documents.lines import LineIndex
from skill_evals.model.light import light


@light(frozen=True, slots=True, kw_only=True)
class Cause:
    """``start`` and ``end`` are offsets; the end is exclusive."""

    start: int
    end: int
    message: str
    cure: str


@light(frozen=True, slots=True, kw_only=True)
class Site:
    """The surroundings of a fault."""

    text: str
    fault: Fault
    lines: LineIndex
    format: Format

    @property
    def at(self) -> int:
        return self.fault.offset

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    def before(self) -> int:
        """The offset of the last character before the fault that is no white space; -1 for none."""
        return len(self.text[: self.at].rstrip(" \t\n\r")) - 1

    def opened_line(self) -> int:
        return self.lines.line_of(self.fault.opened or 0)

    def cause(self, message: str, cure: str, *, start: int | None = None, length: int = 1) -> Cause:
        start = self.at if start is None else start
        return Cause(start=start, end=min(start + length, len(self.text)), message=message, cure=cure)
