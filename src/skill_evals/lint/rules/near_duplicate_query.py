"""Two trigger queries that are almost the same, with the same label.

## What it does

Compares the queries of one file that are about one skill and have the same label, without differences of case, white
space, Unicode form or CJK punctuation, and reports the later of two whose texts agree to 90 % and more (twice the
letters they share in order, over the letters of both). Two that differ by one word in place of quite another, numbers
aside, ask for two things and stay unreported. Equal texts are left to `duplicate-query`, and in trigger sets cases with
different surroundings (`files`, `context`, `history` and their kin) are two tests. A query is compared with those
before it that begin or end as it does; in a long set, with the last 200 of them. Queries of more than 2,000 letters are
not compared.

## Why is this bad

A model that routes one of them routes the other. The rate counts one test twice, and a set of 20 such queries looks
four times as sure as it is.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form and tell me which fields are still blank", "should_trigger": true},
  {"query": "please fill in this tax form and tell me which fields are still blank", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form and tell me which fields are still blank", "should_trigger": true},
  {"query": "my landlord sent a PDF to complete, names are in tenants.csv", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Delete one, or rewrite it: another occasion, another degree of detail, words that the description does not have.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.queries import all_normalised, surroundings
from skill_evals.lint.rule import Rule
from skill_evals.lint.values import line_of
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier, TriggerCase

_ALIKE = 90.0
"""Per cent."""
_SAME_WORD = 70.0
"""Per cent: forms and misspellings of a word agree so far, different words rarely do."""
_LENGTHS = 9 / 11
"""Of two texts that agree to 90 %, the shorter is at least this share of the longer."""
_LONGEST = 2_000
"""Letters; the price of a comparison grows with the product of both lengths."""
_WINDOW = 200
_END = 8
"""Letters; of two texts that are almost the same, so many agree at the beginning or at the end."""
_LONG_WORD = 4
_FEW_WORDS = 5
_MOST_WORDS = 0.6
"""Texts of several long words that are almost the same have this share of them in common: a cheap first look."""
_MARKS = ".,;:?! "
_SHORT = 400
"""Letters of two texts that are compared in Python, in some 50 µs."""


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    texts, labels = all_normalised(suite.asked.queries), suite.asked.labels
    for label in (True, False):
        mine = [text for text, is_ in zip(texts, labels, strict=True) if is_ is label and 0 < len(text) <= _LONGEST]
        # Of equal queries, which another rule reports, the first one counts.
        for text, others in _neighbours(dict.fromkeys(mine)):
            yield from _like((suite, context), (texts, label), text, others)


def _neighbours(texts: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """Each text with the earlier ones that begin or end as it does and are about as long."""
    first = [text[:_END] for text in texts]
    last = [text.rstrip(_MARKS)[-_END:] for text in texts]
    if len(set(first)) == len(set(last)) == len(texts):
        return
    beginnings: dict[str, list[str]] = {}
    ends: dict[str, list[str]] = {}
    for text, beginning, end in zip(texts, first, last, strict=True):
        by_beginning = beginnings.setdefault(beginning, [])
        by_end = ends.setdefault(end, [])
        if by_beginning or by_end:
            shortest, longest = len(text) * _LENGTHS, len(text) / _LENGTHS
            near = (*by_beginning[-_WINDOW:], *by_end[-_WINDOW:])
            others = [other for other in near if shortest <= len(other) <= longest]
            if others:
                yield text, others
        by_beginning.append(text)
        by_end.append(text)


def _like(
    where: tuple[Suite, Context], among: tuple[Sequence[str], bool], text: str, others: Iterable[str]
) -> Iterator[Fault]:
    """The first earlier query that is almost the same, ``among`` those with the same label."""
    suite, context = where
    words = [word for word in text.split() if len(word) >= _LONG_WORD]
    enough = _MOST_WORDS * len(words) if len(words) >= _FEW_WORDS else 0
    for other_text in others:
        if sum([word in other_text for word in words]) < enough:
            continue
        alike = _alike(text, other_text)
        if not alike:
            continue
        case, other = _case(suite, among, text), _case(suite, among, other_text)
        if surroundings(suite, case, context) == surroundings(suite, other, context):
            yield Fault(
                path=suite.path,
                at=case.query_at,
                message=f"the query agrees to {min(alike, 99.0):.0f} % with the one on line "
                f"{line_of(suite, other.query_at, context)}, so that the rate counts one test twice; delete one, or "
                "word it as another user would",
                suite=suite.path,
            )
            return


def _case(suite: Suite, among: tuple[Sequence[str], bool], text: str) -> TriggerCase:
    texts, label = among
    return next(
        case for case, its in zip(suite.triggers, texts, strict=True) if its == text and case.should_trigger is label
    )


def _alike(text: str, other: str) -> float:
    """How far two texts agree, in per cent; 0 where that is not far, or what differs is a word for another thing."""
    if _surely_differ(text, other):
        return 0.0
    from rapidfuzz.fuzz import ratio

    found = ratio(text, other, score_cutoff=_ALIKE)
    if not found:
        return 0.0
    words, others = _words(text), _words(other)
    mine = " ".join(word for word in words if word not in others)
    theirs = " ".join(word for word in others if word not in words)
    return 0.0 if mine and theirs and ratio(mine, theirs) < _SAME_WORD else found


def _surely_differ(text: str, other: str) -> bool:
    """Whether two short texts agree to less than 90 %: what is surely less needs no library, which takes 10 ms to load.

    The longest common subsequence bit by bit (Hyyrö 2004): a bit of ``row`` falls where a letter of ``text`` is the
    end of a longer one than before.
    """
    if len(text) + len(other) > _SHORT:
        return False
    places: dict[str, int] = {}
    for number, letter in enumerate(text):
        places[letter] = places.get(letter, 0) | 1 << number
    all_of_it = row = (1 << len(text)) - 1
    for letter in other:
        met = row & places.get(letter, 0)
        row = (row + met | row - met) & all_of_it
    in_order = len(text) - row.bit_count()
    return 200 * in_order < (_ALIKE - 1) * (len(text) + len(other))


def _words(text: str) -> list[str]:
    """The words of a text, each without its digits and marks."""
    return list(filter(None, ("".join(filter(str.isalpha, word)) for word in text.split())))


RULE = Rule(
    name="near-duplicate-query",
    code="T006",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    tier=Tier.TRIGGERS,
    heuristic=True,
)
