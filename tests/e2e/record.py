"""Writes `tests/backends/claude_code/streams` anew: `python -m e2e.record [SCENE…]` in `tests/`."""

import sys

from backends.claude_code.scenarios import SCENES, STREAMS
from e2e.play import play


def main(names: list[str]) -> None:
    for name in names or SCENES:
        played = play(SCENES[name])
        (STREAMS / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in played.lines), encoding="utf-8")
        print(f"{name}: {len(played.lines)} events, {played.calls} calls, {played.ended.report}")


if __name__ == "__main__":
    main(sys.argv[1:])
