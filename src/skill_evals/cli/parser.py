"""The parser of the command line: its mistakes are told as every other one, with what to do."""

import argparse
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from skill_evals.errors import UsageError
from skill_evals.lint.suggest import nearest
from skill_evals.model.regex import regex

_WIDTH = 80
"""Columns of the help."""

_CHOICE = regex(r"argument VERB: invalid choice: '(?P<word>.*)' \(choose from .*\)", re.DOTALL)


class _Help(argparse.HelpFormatter):
    """Help of one width. argparse would ask the terminal for its width once for every option that is declared."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_WIDTH)


class Parser(argparse.ArgumentParser):
    """Raises UsageError where argparse would print its usage and leave."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 -- whatever argparse takes
        super().__init__(formatter_class=_Help, **options)

    def error(self, message: str) -> NoReturn:
        """
        Raises:
            UsageError: always.
        """
        wrong = _CHOICE.fullmatch(message)
        if wrong is not None:
            raise UsageError(f"there is no verb {wrong['word']!r}", cure=self._verbs(wrong["word"]))
        if message == "the following arguments are required: VERB":
            raise UsageError("no verb is named", cure=self._verbs(""))
        raise UsageError(f"{self._name()}: {message}", cure=f"`{self.prog} --help` shows what it takes")

    def refuse(self, unknown: Iterable[str]) -> NoReturn:
        """What was left over when everything known was taken.

        Raises:
            UsageError: always; with the nearest option of this parser for the first that is left.
        """
        word = next(iter(unknown))
        if not word.startswith("-"):
            raise UsageError(
                f"{self._name()}: {word!r} is more than it takes", cure=f"`{self.prog} --help` shows what it takes"
            )
        option = word.partition("=")[0]
        near = nearest(option, self._option_string_actions)
        hint = f"did you mean `{near}`? " if near else ""
        raise UsageError(
            f"{self._name()} has no option {option}", cure=f"{hint}`{self.prog} --help` shows what it takes"
        )

    def _name(self) -> str:
        """The verb, since every message begins with the name of the program."""
        return self.prog.partition(" ")[2] or "the command line"

    def _verbs(self, word: str) -> str:
        known = [name for action in self._actions if isinstance(action.choices, dict) for name in action.choices]
        near = nearest(word, known)
        return (f"did you mean `{near}`? " if near else "") + f"the verbs are {', '.join(known)}"


def positive_or_zero(text: str) -> int:
    """A whole number that is not negative, as argparse's ``type``.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(MOST)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 up")
    return int(text)


MOST = 10**9
"""No count that is asked for is longer than this."""
