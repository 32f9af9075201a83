"""Breaks of a document as text: what editors, merges and careless hands leave behind."""

from corpus.broken import Broken, Mutation, in_suite, text_in_suite
from corpus.healthy import Sample
from corpus.splice import line_of, splice, written
from skill_evals.model.position import Pointer

DEEP = 2_000
LONG = 6_000


def json_only(sample: Sample) -> bool:
    return sample.page.is_json and sample.number == 0


def cases(sample: Sample) -> tuple[Pointer, ...]:
    suite = sample.suite
    return (*(case.at for case in suite.triggers), *(case.at for case in suite.evals))


def objects(sample: Sample) -> tuple[Pointer, ...]:
    """The cases that are written as objects."""
    return tuple(at for at in cases(sample) if isinstance(sample.page.value_at(at), dict))


def trailing_comma(sample: Sample) -> Broken | None:
    if not json_only(sample):
        return None
    end = sample.page.value(cases(sample)[-1])[1]
    new = splice(sample.page.text, end, end, ",")
    return in_suite(sample, new) if sample.page.text[end:].lstrip().startswith(("]", "}")) else None


def comment(sample: Sample) -> Broken | None:
    if not json_only(sample):
        return None
    start = sample.page.value(cases(sample)[0])[0]
    return in_suite(sample, splice(sample.page.text, start, start, "// the first one\n"))


def conflict_marker(sample: Sample) -> Broken | None:
    if sample.number or not objects(sample):
        return None
    start = sample.page.text.rfind("\n", 0, offset_of_line(sample, objects(sample)[0])) + 1
    ours = splice(sample.page.text, start, start, "<<<<<<< HEAD\n")
    return in_suite(sample, ours)


def offset_of_line(sample: Sample, at: Pointer) -> int:
    line = sample.page.document.span(at).line
    return len("\n".join(sample.page.text.split("\n")[: line - 1])) + (line > 1)


def cut_file(sample: Sample) -> Broken | None:
    if not json_only(sample):
        return None
    end = sample.page.value(cases(sample)[-1])[1]
    text = sample.page.text[: end - 1]
    return text_in_suite(sample, text, line_of(text.rstrip(), len(text)))


def smart_quote(sample: Sample) -> Broken | None:
    if not json_only(sample) or not objects(sample):
        return None
    at = objects(sample)[0]
    start, _ = sample.page.key((*at, next(iter(sample.page.value_at(at)))))
    return in_suite(sample, splice(sample.page.text, start, start + 1, "“"))


def raw_tab(sample: Sample) -> Broken | None:
    place = first_text(sample)
    if not json_only(sample) or place is None:
        return None
    start, _ = sample.page.value(place)
    return in_suite(sample, splice(sample.page.text, start + 1, start + 1, "\t"))


def first_text(sample: Sample) -> Pointer | None:
    """The query or prompt of the first case."""
    suite = sample.suite
    for trigger in suite.triggers:
        return trigger.query_at
    for case in suite.evals:
        return (*case.at, "prompt") if isinstance(case.fields.get("prompt"), str) else None
    return None


def not_utf8(sample: Sample) -> Broken | None:
    place = first_text(sample)
    if not json_only(sample) or place is None:
        return None
    start, _ = sample.page.value(place)
    text = sample.page.text
    path = sample.suite.path
    data = text[: start + 1].encode() + b"\xff" + text[start + 1 :].encode()
    return Broken(files={path: data}, path=path, line=sample.page.line(start))


def byte_order_mark(sample: Sample) -> Broken | None:
    path = sample.suite.path
    if sample.number:
        return None
    return Broken(files={path: "\ufeff".encode() + sample.tree.files[path]}, path=path, line=1)


def duplicate_key(sample: Sample) -> Broken | None:
    if not json_only(sample) or not objects(sample):
        return None
    at = objects(sample)[0]
    names = list(sample.page.value_at(at))
    end = sample.page.value((*at, names[-1]))[1]
    again = f",\n{written(names[0])}: {written(sample.page.value_at((*at, names[0])))}"
    new = splice(sample.page.text, end, end, again)
    return in_suite(sample, new, new.line + 1)


def too_deep(sample: Sample) -> Broken | None:
    if not json_only(sample) or not objects(sample):
        return None
    new = sample.page.added(objects(sample)[0], "notes", "")
    deep = new.text.replace('"notes": ""', '"notes": ' + "[" * DEEP + "]" * DEEP, 1)
    return text_in_suite(sample, deep, new.line)


def long_number(sample: Sample) -> Broken | None:
    if not json_only(sample) or not objects(sample):
        return None
    new = sample.page.added(objects(sample)[0], "notes", "")
    return text_in_suite(sample, new.text.replace('"notes": ""', '"notes": ' + "9" * LONG, 1), new.line)


DOCUMENTS: tuple[Mutation, ...] = (
    Mutation(name="trailing comma", rule="invalid-document", breaks=trailing_comma),
    Mutation(name="comment in JSON", rule="invalid-document", breaks=comment),
    Mutation(name="conflict marker", rule="invalid-document", breaks=conflict_marker),
    Mutation(name="cut file", rule="invalid-document", breaks=cut_file),
    Mutation(name="smart quote", rule="invalid-document", breaks=smart_quote),
    Mutation(name="raw tab in a text", rule="invalid-document", breaks=raw_tab),
    Mutation(name="byte that is not UTF-8", rule="not-utf8", breaks=not_utf8),
    Mutation(name="byte-order mark", rule="not-utf8", breaks=byte_order_mark),
    Mutation(name="key twice in an object", rule="duplicate-key", breaks=duplicate_key),
    Mutation(name="nested too deeply", rule="unreadable-size", breaks=too_deep),
    Mutation(name="endless number", rule="unreadable-size", breaks=long_number),
)
