"""Text → the units that the lexical backend compares, without knowing its language.

Case, width and compatibility forms are folded away (NFKC, Unicode case folding). Scripts that put spaces between words
give words, each cut to its first six characters: inflections mostly change the end, and nothing longer-reaching is
right in every language. Scripts written without spaces (Han, kana, Thai, Khmer …), and Hangul, whose particles stick to
the word, give overlapping pairs of characters, which is what search engines do for them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

STEM = 6
_WORD = re.compile(r"[^\W_]+")
_DENSE_RANGES = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\uac00-\ud7af"  # Hangul
)
_RUN = re.compile(f"[{_DENSE_RANGES}]+|[^{_DENSE_RANGES}]+")
_DENSE = re.compile(f"[{_DENSE_RANGES}]")


@dataclass(frozen=True, slots=True)
class Token:
    """``unit`` is compared; ``surface`` is what stands in the text, for people; ``worth`` is between 0 and 1.

    Short words are the frequent ones in every language (Zipf's law of abbreviation), and in a listing of a few skills
    nothing else tells "the" from "merge": worth is the square of the unit's length over six. A pair of dense characters
    is worth 1.
    """

    unit: str
    surface: str
    worth: float


def tokens(text: str) -> Iterator[Token]:
    """The units of a text, in order, repeated ones too."""
    for word in _words(unicodedata.normalize("NFKC", text).casefold()):
        if word.isascii():
            yield _word(word)
            continue
        for run in _RUN.findall(word):
            if _DENSE.match(run) is None:
                yield _word(run)
            else:
                pairs = [run[n : n + 2] for n in range(len(run) - 1)] or [run]
                yield from (Token(unit=pair, surface=pair, worth=1.0) for pair in pairs)


def _words(text: str) -> list[str]:
    if text.isascii():
        return _WORD.findall(text)
    # Vowel signs and accents of their own (categories M…) belong to their word, which `\w` does not know.
    return "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in text).split()


def _word(word: str) -> Token:
    unit = word[:STEM]
    return Token(unit=unit, surface=word, worth=(len(unit) / STEM) ** 2)
