"""A property that is computed once and kept."""

from skill_evals.model.kept import kept


class Noun:
    def __init__(self) -> None:
        self.asked = 0

    @kept
    def answer(self) -> int:
        """What it says."""
        self.asked += 1
        return self.asked


def test_it_is_computed_once_for_each_object() -> None:
    one, other = Noun(), Noun()
    assert (one.answer, one.answer, other.answer) == (1, 1, 1)
    assert (one.asked, vars(one)["answer"]) == (1, 1)


def test_the_class_still_has_it() -> None:
    assert isinstance(Noun.answer, kept)
    assert Noun.answer.__doc__ == "What it says."
