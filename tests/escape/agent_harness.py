"""Runs one program shut in as an agent is, with one port open, as the user who started it. Prints what it printed.

On stdin: ``{"port": the open port, "code": the program, "names": what it is told}``.
"""

import json
import sys

from escape.harness import SECONDS, script
from escape.surroundings import python
from skill_evals.edges.sandbox.confined import supervise
from skill_evals.edges.sandbox.order import Order
from skill_evals.edges.sandbox.probe import agents_refused
from skill_evals.edges.sandbox.system import readable
from skill_evals.edges.sandbox.uids import hand_over
from skill_evals.edges.workspace import workspace


def main() -> None:
    told = json.loads(sys.stdin.read())
    refused = agents_refused()
    if refused is not None:
        print(json.dumps({"refused": refused}))
        return
    with workspace({"agent.py": script(told["code"], told["names"])}) as place:
        if place.uid is not None:
            hand_over(place.root, place.uid)
        ended = supervise(
            Order(
                command=f"{python()} agent.py",
                root=str(place.root),
                cwd=str(place.path),
                env=place.environment,
                seconds=SECONDS,
                uid=place.uid,
                readable=readable(place.environment["PATH"], place.root),
                port=told["port"],
            )
        )
    print(json.dumps({"refused": None, "stdout": ended.stdout, "stderr": ended.stderr}))


if __name__ == "__main__":
    main()
