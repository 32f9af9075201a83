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

_CHOICE = regex(r"argument (?P<option>\S+): invalid choice: '(?P<word>.*)' \(choose from .*\)", re.DOTALL)
_NUMBER = regex(r"argument (?P<option>\S+): invalid (?P<kind>int|float) value: (?P<word>.*)", re.DOTALL)
_KINDS = {"int": "a whole number", "float": "a number"}


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
        if message == "the following arguments are required: VERB":
            raise UsageError("no verb is named", cure=self._verbs(""))
        wrong = _CHOICE.fullmatch(message)
        if wrong is not None:
            self._refuse_choice(wrong["option"], wrong["word"])
        wrong = _NUMBER.fullmatch(message)
        if wrong is not None:
            message = f"{wrong['option']} takes {_KINDS[wrong['kind']]}, not {wrong['word']}"
        raise UsageError(f"{self._name()}: {message}", cure=self._help())

    def _refuse_choice(self, option: str, word: str) -> NoReturn:
        if option == "VERB":
            raise UsageError(f"there is no verb {word!r}", cure=self._verbs(word))
        choices = next(action.choices for action in self._actions if option in (*_names(action), action.metavar))
        known = [str(choice) for choice in choices or ()]
        near = nearest(word, known)
        raise UsageError(
            f"{self._name()}: {option} does not take {word!r}",
            cure=(f"did you mean `{near}`? " if near else "") + f"it takes {', '.join(known)}",
        )

    def has_option(self, word: str) -> bool:
        """Whether a word of the command line is one of this parser's own options."""
        return word.partition("=")[0] in self._option_string_actions

    def refuse(self, unknown: Iterable[str]) -> NoReturn:
        """What was left over when everything known was taken.

        Raises:
            UsageError: always; with the nearest option of this parser for the first that is left.
        """
        word = next(iter(unknown))
        if not word.startswith("-"):
            raise UsageError(f"{self._name()}: {word!r} is more than it takes", cure=self._help())
        option = word.partition("=")[0]
        near = nearest(option, self._option_string_actions)
        verb = self.prog.partition(" ")[2]
        hint = f"did you mean `{near}`? " if near else "" if verb else "name the verb first; "
        wrong = f"{verb} has no option {option}" if verb else f"there is no option {option} before the verb"
        raise UsageError(wrong, cure=f"{hint}{self._help()}")

    def _name(self) -> str:
        """The verb, since every message begins with the name of the program."""
        return self.prog.partition(" ")[2] or "the command line"

    def _help(self) -> str:
        return f"`{self.prog} --help` shows what it takes"

    def _verbs(self, word: str) -> str:
        known = [name for action in self._actions if isinstance(action.choices, dict) for name in action.choices]
        near = nearest(word, known)
        hint = f"did you mean `{near}`? " if near else ""
        return f"{hint}the verbs are {', '.join(known)}; `{self.prog} --help` says what each is for"


def _names(action: argparse.Action) -> tuple[str, ...]:
    """As argparse names an option in its messages."""
    return (*action.option_strings, "/".join(action.option_strings))


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
