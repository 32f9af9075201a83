"""How long a pull request's author waits for the first annotation: measured and told, since machines differ."""

import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

from e2e.runner import DOCKER
from e2e.stage import Stage, given

TIMES = 5


def seconds(command: Sequence[str], *, until: str) -> float:
    """From the call of Docker to the first line of the log that begins so."""
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        took = [time.monotonic() - began for line in process.stdout if line.startswith(until)]
    assert took, f"no line began with {until}"
    return took[0]


def test_from_the_start_of_the_container_to_the_first_annotation(
    stage: Stage, image: str, record_property: Callable[[str, object], None]
) -> None:
    payload = stage.job.pull(action="opened")
    whole = []
    for _ in range(TIMES):
        stage.job.check_out()
        words = stage.ready().command("action", event="pull_request", payload=payload, inputs=given({}))
        whole.append(seconds(words, until="::error file="))
    nothing = [*DOCKER, "--entrypoint", "/bin/echo", image, "here"]
    engine = median(seconds(nothing, until="here") for _ in range(TIMES))
    told = (
        f"{median(whole):.2f} s from the start of the container to the first annotation on the example, {engine:.2f} s "
        f"of them Docker's, {median(whole) - engine:.2f} s our own (medians of {TIMES})"
    )
    record_property("told", told)
