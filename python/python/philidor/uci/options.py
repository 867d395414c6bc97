"""What can be set on an engine, as it announces it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Option", "read_option"]

_KEYWORDS = ("name", "type", "default", "min", "max", "var")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an engine: a name, a kind, and what it can be set to."""

    name: str
    kind: Literal["check", "spin", "combo", "string", "button"]
    default: str | None = None
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()

    def accept(self, value: object) -> str | None:
        """What is written to the engine for a value; ``None`` for a button.

        >>> hash = Option("Hash", "spin", "16", 1, 1024)
        >>> hash.accept(64)
        '64'
        >>> hash.accept(4096)
        Traceback (most recent call last):
        ValueError: Hash is a number from 1 to 1024, not 4096

        Raises ``ValueError`` if the option does not take the value.
        """
        if self.kind == "button":
            return None
        if self.kind == "check":
            text = str(value).lower()
            if text not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {value!r}")
            return text
        if self.kind == "spin":
            return self._number(value)
        text = str(value)
        if self.kind == "combo":
            for word in self.words:
                if word.lower() == text.lower():
                    return word
            raise ValueError(f"{self.name} is one of {', '.join(self.words)}, not {value!r}")
        if "\n" in text or "\r" in text:
            raise ValueError(f"{self.name} is one line, not {value!r}")
        return text or "<empty>"

    def _number(self, value: object) -> str:
        least = float("-inf") if self.least is None else self.least
        most = float("inf") if self.most is None else self.most
        try:
            number = int(str(value))
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            raise ValueError(f"{self.name} is a number from {self.least} to {self.most}, not {value!r}")
        return str(number)


def read_option(words: list[str]) -> Option | None:
    """The option that a line announces, without its first word; ``None`` if it is not understood.

    >>> read_option("name Style type combo default Normal var Solid var Normal".split())
    Option(name='Style', kind='combo', default='Normal', least=None, most=None, words=('Solid', 'Normal'))
    """
    fields: dict[str, list[str]] = {}
    variants: list[list[str]] = []
    current: list[str] = []
    for word in words:
        # A name may hold any word but `type`, and a text any word at all.
        is_text = fields.get("type") == ["string"] and "default" in fields
        if word in _KEYWORDS and not is_text and ("type" in fields or word in ("name", "type")):
            current = []
            if word == "var":
                variants.append(current)
            else:
                fields[word] = current
        else:
            current.append(word)
    texts = {key: " ".join(found) for key, found in fields.items()}
    kind = texts.get("type")
    if not texts.get("name") or kind not in ("check", "spin", "combo", "string", "button"):
        return None
    default = texts.get("default")
    try:
        least, most = (int(texts[key]) if key in texts else None for key in ("min", "max"))
    except ValueError:
        return None
    default = "" if default == "<empty>" else default
    return Option(texts["name"], kind, default, least, most, tuple(" ".join(words) for words in variants))  # type: ignore[arg-type]
