"""Untrusted text, made harmless for where it goes: the runner's log commands, and terminals or logs."""

import re

from skill_evals.model.regex import regex

UNSEEN = (
    r"\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    r"\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff"
)
"""Characters, for a class of a pattern, that nobody sees or that change the direction of others, beside the controls
below U+0020: with letters of the block of tags a whole text can be hidden from people and told to a machine that reads.
"""
INVISIBLE = regex(rf"[\x00-\x08\x0a-\x1f{UNSEEN}]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\x1b": r"\e"}
_SURROGATE = regex(r"[\ud800-\udfff]")
_WIDE = regex(r"[\U00010000-\U0010ffff\ud800-\udfff]")


def command_data(text: str) -> str:
    """Text as the message of a workflow command (actions/toolkit, ``command.ts``: ``escapeData``)."""
    text = _SURROGATE.sub(_visible, text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """Text as a property of a workflow command (actions/toolkit, ``command.ts``: ``escapeProperty``)."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")


def terminal(text: str) -> str:
    """Text as part of one line on a terminal or in a log.

    Line ends, control and direction-changing characters and bytes that are not UTF-8 become visible; the two spellings
    of a workflow command (``::`` at the start of a line, ``##[`` anywhere) are broken up, since logs obey them.
    """
    text = INVISIBLE.sub(_visible, text).replace("##[", r"#\#[")
    return "\\" + text if text.lstrip().startswith("::") else text


def _visible(found: re.Match[str]) -> str:
    letter = found.group()
    number = ord(letter)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that was not UTF-8, kept by os.fsdecode
        return f"\\x{number - 0xDC00:02x}"
    if number > 0xFFFF:
        return f"\\U{number:08x}"
    return _NAMED.get(letter) or (f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}")


def shown(text: str) -> str:
    """Text of several lines in which everything is visible that nobody sees, or that changes what others see."""
    return "\n".join(INVISIBLE.sub(_visible, line) for line in text.split("\n"))


def no_surrogates(text: str) -> str:
    """Text that every encoding of Unicode takes: bytes of a file's name that are not UTF-8 become visible."""
    return _SURROGATE.sub(_visible, text)


def narrow(text: str) -> str:
    """Text that GitHub's checks and statuses take: they refuse every character beyond U+FFFF, an emoji for one."""
    return _WIDE.sub("\N{REPLACEMENT CHARACTER}", text)
