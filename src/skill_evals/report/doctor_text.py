"""``skill-evals doctor`` for people."""

from collections.abc import Iterable, Iterator

from skill_evals.model.checkup import BackendState, Checkup, GitState, ResultsState, Setting
from skill_evals.model.freshness import Freshness
from skill_evals.model.guarantee import Guarantee
from skill_evals.report.census_words import census_lines, many
from skill_evals.report.escape import terminal


def doctor_text(checkup: Checkup) -> str:
    """A paragraph a subject, what is broken last."""
    layout = next(setting for setting in checkup.settings if setting.key == "layout")
    reason = "" if layout.value == "auto" else f"set in {layout.origin}"
    paragraphs = {
        "Here": (
            f"skill-evals {checkup.version}, Python {checkup.python}, {checkup.platform}",
            f"root: {terminal(checkup.root)}",
            *_git(checkup.git),
        ),
        "Found": census_lines(checkup.census, layout_reason=reason),
        "Results": _results(checkup.results),
        "Backends": map(_backend, checkup.backends),
        "Sandbox": map(_guarantee, checkup.sandbox),
        "Configuration": _configuration(checkup),
        "Broken": _broken(checkup),
    }
    return "\n".join(_paragraph(title, lines) for title, lines in paragraphs.items())


def _paragraph(title: str, lines: Iterable[str]) -> str:
    return f"{title}\n" + "".join(f"  {line}\n" for line in lines)


def _git(git: GitState | None) -> Iterator[str]:
    if git is None:
        yield "git: the root is in no repository, so there is no base to compare with"
        return
    head = "no commit yet" if git.head is None else git.head[:12]
    branch = "detached" if git.branch is None else f"on {terminal(git.branch)}"
    more = ", shallow" * git.shallow + ", with changes that are not committed" * git.dirty
    yield f"git: {git.version}, {terminal(git.top)}, {branch}, {head}{more}"
    base = "none" if git.base is None else git.base[:12]
    yield f"base: {base} ({terminal(git.base_reason)})"


def _results(results: tuple[ResultsState, ...]) -> Iterator[str]:
    for state in results:
        counts = [f"{state.cases[word]} {word.value}" for word in Freshness if state.cases.get(word)]
        counts += [f"{state.orphans} of cases that are gone"] * bool(state.orphans)
        yield f"{terminal(state.model)}, {state.tier.value}, {many(state.files, 'file')}: {', '.join(counts)}"
    if not results:
        yield "none is committed"


def _backend(backend: BackendState) -> str:
    chosen = " (chosen)" * backend.chosen
    paid = "" if backend.account is None else f", paid by {terminal(backend.account)}"
    needs = f"can be used{paid}" if backend.needs is None else f"cannot be used: {terminal(backend.needs)}"
    return f"{terminal(backend.name)}{chosen}: {needs}"


def _guarantee(one: Guarantee) -> str:
    return f"{one.name}: {one.mechanism}" if one.holds else f"{one.name}: does not hold: {terminal(one.reason)}"


def _configuration(checkup: Checkup) -> Iterator[str]:
    mine = [setting for setting in checkup.settings if setting.origin != "default"]
    name = checkup.configuration or "no .skill-evals.yml (`skill-evals init` writes one)"
    yield f"{name}; {len(checkup.settings) - len(mine)} of {len(checkup.settings)} settings have their default"
    yield from map(_setting, mine)


def _setting(setting: Setting) -> str:
    return f"{setting.key}: {terminal(str(setting.value))} ({setting.origin})"


def _broken(checkup: Checkup) -> Iterator[str]:
    for problem in checkup.problems:
        yield terminal(problem.message)
        if problem.cure:
            yield f"  {terminal(problem.cure)}"
    if not checkup.problems:
        yield "nothing; `skill-evals lint` says what is wrong in skills and suites"
