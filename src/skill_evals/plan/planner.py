"""The plan: every job and every skip, each with its reason."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from itertools import product

from skill_evals.errors import UsageError
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.plan import Baseline, Claim, Job, Plan, Skip
from skill_evals.model.suite import Tier
from skill_evals.plan.cases import changed_fixtures, touched_places
from skill_evals.plan.causes import Effects, acceptance, cause_of, effects_of, names_of
from skill_evals.plan.chosen import check_chosen, chosen
from skill_evals.plan.claims import Claimed, Place, claims_in, drawn
from skill_evals.plan.costs import Costs
from skill_evals.plan.forecast import NOTHING
from skill_evals.plan.models import allows, models_of
from skill_evals.plan.most_cases import Draft, capped
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.pairs import SkillPair, SuitePair, SuitePairing, pair_skills, pairing, runnable_cases
from skill_evals.plan.select import Cause, Known, Selection, select
from skill_evals.plan.skips import Idle, merged, settled_words, vouched_words
from skill_evals.plan.stored import Stored
from skill_evals.plan.unlisted import unlisted
from skill_evals.skills.globs import chosen_by

_ORDER = {tier: place for place, tier in enumerate(Tier)}


def make_plan(  # noqa: PLR0913, PLR0917 -- one argument for each noun that a plan is made from
    head: Side,
    base: Side | None,
    changes: ChangeSet | None,
    config: Config,
    backend: BackendTraits,
    options: PlanOptions | None = None,
) -> Plan:
    """What is to be run for a change. Without a base, what results say is stale or missing; with ``all``, everything.

    Raises:
        UsageError: ``options.skill`` names no skill of either tree, or ``options.cases`` one that is not run.
    """
    options = options or PlanOptions()
    pairs = pair_skills(head.project, None if base is None else base.project, changes)
    effects = Effects()
    if base is not None and changes is not None:
        effects = effects_of(head, base, changes, pairs, config)
    planner = _Planner(
        head=head,
        base=base,
        suites=pairing(head.project, None if base is None else base.project, changes),
        touched=touched_places(changes),
        config=config,
        backend=backend,
        options=options,
        effects=effects,
        within=chosen_by(options.paths),
        stored=(Stored(base), Stored(head)),
        costs=Costs(head=head, base=base, moved=_moved(pairs), config=config, backend=backend, options=options),
    )
    wanted = _wanted(pairs, options.skill)
    claims = planner.claims(wanted)
    planner = replace(planner, audited=drawn(claims.resting, options.claims))
    found = [one for pair in wanted for tier in Tier for one in planner.tier(pair, tier)]
    drafts = sorted((one for one in found if isinstance(one, Draft)), key=lambda one: _job_order(one.job))
    check_chosen(options.cases, [one.job for one in drafts], head)
    skips = [one for one in found if isinstance(one, Skip)]
    skips += [_withheld(one.job, options.withheld) for one in drafts if one.job.tier in options.withheld]
    kept = capped([one for one in drafts if one.job.tier not in options.withheld], config.run.max_cases)
    skips += kept.skips
    if options.skill is None:
        skips += _unattributed(head)
    return Plan(
        base=None if changes is None else changes.base,
        head=None if changes is None else changes.head,
        jobs=kept.jobs,
        skips=tuple(sorted(dict.fromkeys(skips), key=_skip_order)),
        total=planner.costs.total(kept.jobs),
        unlisted=() if base is None else unlisted(head, base, kept.jobs, backend.rooms, _moved(pairs)),
        claims=claims.every,
        cut=kept.cut,
        baseline=options.baseline,
    )


def _withheld(job: Job, reasons: Mapping[Tier, str]) -> Skip:
    return Skip(skill=job.skill, tier=job.tier, model=job.model, reason=reasons[job.tier])


def _moved(pairs: Iterable[SkillPair]) -> dict[str, str]:
    both = ((pair.head, pair.base) for pair in pairs)
    return {head.directory: base.directory for head, base in both if head is not None and base is not None}


def _job_order(job: Job) -> tuple[str, str, str, int, str, str]:
    return (job.plugin, job.skill, job.skill_dir, _ORDER[job.tier], job.suite, job.model)


def _skip_order(skip: Skip) -> tuple[str, int, str, str]:
    return (skip.skill, _ORDER[skip.tier], skip.model or "", skip.reason)


def _wanted(pairs: Sequence[SkillPair], name: str | None) -> Sequence[SkillPair]:
    if name is None:
        return pairs
    found = [pair for pair in pairs if any(name in names_of(skill) for skill in (pair.head, pair.base) if skill)]
    if not found:
        near = get_close_matches(name, sorted({pair.skill.name for pair in pairs}), n=1)
        cure = f"did you mean {near[0]}?" if near else "`skill-evals lint -v` lists the skills that are seen"
        raise UsageError(f"there is no skill {name}", cure=cure)
    return found


def _unattributed(head: Side) -> Iterator[Skip]:
    for one in head.project.suites:
        if one.skill is None and runnable_cases(one.suite):
            reason = f"{one.suite.path} is about no skill that is here"
            yield Skip(skill=one.target or one.suite.path, tier=one.suite.tier, model=None, reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planner:
    head: Side
    base: Side | None
    suites: SuitePairing
    touched: Mapping[str, str]
    config: Config
    backend: BackendTraits
    options: PlanOptions
    effects: Effects
    stored: tuple[Stored, Stored]
    """Of the base, of the head."""
    costs: Costs
    within: Callable[[str], bool]
    """Whether the suite at a path is spoken about."""
    audited: Mapping[Place, frozenset[str]] = field(default_factory=dict)
    """Claims that were drawn."""

    def claims(self, pairs: Iterable[SkillPair]) -> Claimed:
        """What only the head holds of everything that could be run."""
        if self.options.claims is None or self.base is None:
            return Claimed()
        every: list[Claim] = []
        resting: list[Claim] = []
        for pair, tier, model in product(pairs, Tier, models_of(self.config.run, self.backend)):
            if pair.head is None or tier not in self.backend.tiers or tier in self.options.withheld:
                continue
            for suites in self.suites.of(pair, tier):
                if suites.head is not None and allows(suites.head, model) and self.within(suites.head.path):
                    known = self._known(pair, tier, model)
                    found = claims_in(pair.head, suites.head, model, known)
                    selection = self._selection(pair, suites, model, known)
                    every += found
                    resting += [claim for claim in found if claim.case in selection.resting]
        return Claimed(every=tuple(every), resting=tuple(resting))

    def tier(self, pair: SkillPair, tier: Tier) -> Iterator[Draft | Skip]:
        """The jobs and skips of a skill's tier; that something is unchanged is only said where nothing runs."""
        suites = self.suites.of(pair, tier)
        if not suites:
            return
        if pair.is_removed:
            yield Skip(skill=pair.skill.name, tier=tier, model=None, reason="the skill was removed")
            return
        found = [one for each in suites for one in self._suite(pair, tier, each)]
        runs = any(isinstance(one, Draft) for one in found)
        yield from merged(one for one in found if not isinstance(one, Idle))
        if not runs:
            yield from merged(one.skip for one in found if isinstance(one, Idle))

    def _suite(self, pair: SkillPair, tier: Tier, suites: SuitePair) -> Iterator[Draft | Skip | Idle]:
        if not self.within(suites.suite.path):
            yield Skip(skill=pair.skill.name, tier=tier, model=None, reason="it is left out by `paths`")
            return
        for model in models_of(self.config.run, self.backend):
            skip = Skip(skill=pair.skill.name, tier=tier, model=model, reason="")
            if not allows(suites.suite, model):
                reason = f"the suite restricts itself to {', '.join(suites.suite.models)}"
                yield replace(skip, reason=reason)
                continue
            known = self._known(pair, tier, model)
            selection = self._selection(pair, suites, model, known)
            if selection.idle:
                yield Idle(skip=replace(skip, reason=selection.idle))
            if selection.settled:
                yield replace(skip, reason=settled_words(selection.settled))
            if selection.vouched:
                yield replace(skip, reason=vouched_words(selection.vouched, known.vouched))
            cases = chosen(selection.cases, self.options.cases)
            if selection.cases and not cases:
                yield replace(skip, reason="other cases were asked for (--case)", by_option=True)
            if cases:
                refusal = self._refusal(tier, selection)
                draft = self._draft(pair, suites, model, replace(selection, cases=cases), known)
                left = self.options.tier not in (None, tier)
                yield draft if refusal is None else replace(skip, reason=refusal, by_option=left)

    def _selection(self, pair: SkillPair, suites: SuitePair, model: str, known: Known) -> Selection:
        tier = suites.suite.tier
        fixtures = changed_fixtures(suites.suite, pair.skill.directory, self.touched)
        audited = self.audited.get((suites.suite.path, pair.skill.directory, model), ())
        return select(suites, self._cause(pair, tier), known, fixtures, audited)

    def _cause(self, pair: SkillPair, tier: Tier) -> Cause:
        accepted = acceptance(pair.skill, tier, self.config.accept_stale)
        cause = Cause(tier=tier, compared=False, accepted=accepted)
        if self.base is not None:
            cause = cause_of(pair.skill, tier, is_new=pair.is_new, effects=self.effects, accepted=accepted)
        if self.options.all:
            reason = "everything was asked for (--all)"
            cause = replace(cause, whole=(reason,), unconditional=True, accepted=None)
        return replace(cause, alone=self.options.baseline is Baseline.NONE)

    def _known(self, pair: SkillPair, tier: Tier, model: str) -> Known:
        before, after = self.stored
        old = (pair.skill if pair.base is None else pair.base).directory
        new = pair.skill.directory
        return Known(
            base=before.freshness(old, tier, model),
            head=after.freshness(new, tier, model),
            base_results=before.results(old, tier, model),
            head_results=after.results(new, tier, model),
            baselines=(before.baseline(old, model), after.baseline(new, model)),
            vouched="" if self.options.claims is None else self.options.claims.vouched.get(after.path(new), ""),
        )

    def _refusal(self, tier: Tier, selection: Selection) -> str | None:
        """Why cases that ought to run do not."""
        if self.options.tier not in (None, tier):
            return f"only {self.options.tier} were asked for (--tier)"
        if tier not in self.backend.tiers:
            return f"the backend {self.backend.name} cannot run it, though {selection.reasons[0]}"
        return None

    def _draft(self, pair: SkillPair, suites: SuitePair, model: str, selection: Selection, known: Known) -> Draft:
        skill = pair.skill
        job = Job(
            skill=skill.name,
            skill_dir=skill.directory,
            plugin=skill.plugin,
            tier=suites.suite.tier,
            model=model,
            suite=suites.suite.path,
            cases=selection.cases,
            reasons=selection.reasons,
            forecast=NOTHING,
        )
        costs = partial(self.costs.of_job, suites=suites, known=known)
        return Draft(job=job, ranks=selection.ranks, forecast=costs)
