"""Which skill, or none, do the words of the query point at?"""

import asyncio
from collections.abc import Callable

import pytest

from skill_evals.edges.backends.lexical import MODEL, LexicalBackend
from skill_evals.model.evidence import Arm, Evidence, Outcome
from skill_evals.model.suite import EvalCase
from skill_evals.run.controls import controls, judged
from skill_evals.run.ports.request import Catalogue, RunRequest

Listing = Callable[..., Catalogue]
Ask = Callable[..., RunRequest]

OFFICE = {
    "pdf-tools": "Merge, split and sign PDF documents. Use when pages of a PDF must be put in another order.",
    "image-tools": "Resize and crop pictures. Use for thumbnails and for screenshots that are too large.",
    "tax-forms": "Fill in the yearly tax declaration. Use for questions about deductions and receipts.",
}


def run(request: RunRequest) -> Evidence:
    return asyncio.run(LexicalBackend().run(request))


@pytest.mark.parametrize(
    ("query", "activations", "outcome"),
    [
        ("Please merge these two PDF documents", ("pdf-tools",), Outcome.ACTIVATED),
        ("MERGE THESE PDFS AND SIGN THEM", ("pdf-tools",), Outcome.ACTIVATED),
        ("Crop my screenshot, it is too large", ("image-tools",), Outcome.OTHER_SKILL),
        ("What is the weather like in Lisbon tomorrow?", (), Outcome.NO_SKILL),
        ("", (), Outcome.NO_SKILL),
        ("🙂 !!", (), Outcome.NO_SKILL),
    ],
)
def test_a_query_points_at_one_skill_or_none(
    listing: Listing, ask: Ask, query: str, activations: tuple[str, ...], outcome: Outcome
) -> None:
    evidence = run(ask(listing(OFFICE), query))
    assert (evidence.activations, evidence.outcome) == (activations, outcome)


def test_a_reviewer_reads_which_words_and_how_the_others_fared(listing: Listing, ask: Ask) -> None:
    evidence = run(ask(listing(OFFICE), "merge large PDF"))
    assert evidence.detail == "the words `merge`, `pdf` point at pdf-tools"
    first, second = evidence.final_text.split(", ")
    assert first.startswith("pdf-tools ")
    assert second.startswith("image-tools ")
    assert run(ask(listing(OFFICE), "weather")).detail == "no word of the query points at any skill"
    weak = run(ask(listing(OFFICE), "Which restaurants nearby serve vegetarian breakfast for tomorrow?"))
    assert weak.detail.endswith("which is too little of the query")


def test_a_description_that_takes_a_siblings_words_takes_its_queries(listing: Listing, ask: Ask) -> None:
    query = "Crop the pictures to thumbnails"
    before = run(ask(listing(OFFICE), query, target="image-tools"))
    greedy = {**OFFICE, "pdf-tools": "Merge PDF documents, crop pictures, make thumbnails: crop any pictures."}
    after = run(ask(listing(greedy), query, target="image-tools"))
    assert (before.activations, after.activations) == (("image-tools",), ("pdf-tools",))


def test_a_skill_that_no_model_may_invoke_is_not_in_the_listing(listing: Listing, ask: Ask) -> None:
    hidden = listing(OFFICE, model_invocable=False)
    assert run(ask(hidden, "merge two PDF documents")).activations == ()


def test_when_to_use_counts(listing: Listing, ask: Ask) -> None:
    bare = {"pdf-tools": "Handles documents."}
    query = "Merge my scanned contracts"
    assert run(ask(listing(bare), query)).activations == ()
    assert run(ask(listing(bare, when_to_use="Merge scanned contracts"), query)).activations == ("pdf-tools",)


@pytest.mark.parametrize(
    ("descriptions", "query", "expected"),
    [
        ({"a": "PDF 파일을 병합하고 분할합니다", "b": "이미지 크기를 조정합니다"}, "이 PDF 두 개를 병합해 줘", "a"),
        ({"a": "合并和拆分PDF文件", "b": "调整图片大小"}, "帮我调整这张图片", "b"),
        ({"a": "請求書を作成する", "b": "画像を圧縮する"}, "写真の画像を小さく圧縮して", "b"),
        ({"a": "Объединяет документы", "b": "Сжимает изображения"}, "сжать ИЗОБРАЖЕНИЕ пожалуйста", "b"),
        ({"a": "แปลงไฟล์เสียง", "b": "ตัดต่อวิดีโอ"}, "ช่วยตัดต่อวิดีโอนี้", "b"),
        ({"a": "Rechnungen schreiben", "b": "Straßenkarten zeichnen"}, "Zeichne eine STRASSENKARTE", "b"),
        ({"a": "पीडीएफ दस्तावेज़ जोड़ता है", "b": "चित्र छोटा करता है"}, "दो दस्तावेज़ जोड़ता कौन है", "a"),
    ],
)
def test_no_language_is_assumed(
    listing: Listing, ask: Ask, descriptions: dict[str, str], query: str, expected: str
) -> None:
    assert run(ask(listing(descriptions), query)).activations == (expected,)


def test_one_skill_alone_is_not_taken_for_whatever_is_asked(listing: Listing, ask: Ask) -> None:
    alone = listing({"pdf-tools": OFFICE["pdf-tools"]})
    assert run(ask(alone, "sign the PDF")).activations == ("pdf-tools",)
    assert run(ask(alone, "Book a table in the new restaurant for Friday evening")).activations == ()


def test_equal_requests_give_equal_records(listing: Listing, ask: Ask) -> None:
    request = ask(listing(OFFICE), "merge or crop documents and pictures")
    assert run(request) == run(request)
    backwards = listing(dict(reversed(OFFICE.items())))
    assert run(ask(backwards, "merge or crop documents and pictures")) == run(request)


def test_equal_skills_are_told_apart_by_name_and_not_by_chance(listing: Listing, ask: Ask) -> None:
    twins = {"zebra": "Merge PDF documents", "apple": "Merge PDF documents"}
    assert run(ask(listing(twins), "merge PDF documents")).activations == ("apple",)


def test_an_empty_listing_activates_nothing(listing: Listing, ask: Ask) -> None:
    assert run(ask(listing({}), "merge PDF documents")).outcome is Outcome.NO_SKILL


def test_it_does_no_tasks_and_says_so(listing: Listing, ask: Ask) -> None:
    task = EvalCase(key="one", id="one", prompt="Do it.", at=(), fields={})
    evidence = run(ask(listing(OFFICE), "one", task=task))
    assert evidence.outcome is Outcome.ERROR
    assert "Tier 2" in evidence.detail


def test_the_controls_of_a_sweep_do_as_they_must() -> None:
    asked = controls(Arm.HEAD, MODEL)
    for control in asked:
        for request in control.ready():
            control.take(request, run(request))
    assert judged(Arm.HEAD, MODEL, asked).fault is None
    assert all(control.evidence for control in asked)
