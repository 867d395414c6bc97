"""The options of an engine, and the errors that it causes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

T = TypeVar("T")
ConfigValue: TypeAlias = str | int | bool | None
ConfigMapping: TypeAlias = Mapping[str, ConfigValue]

MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]


class EngineError(RuntimeError):
    """The engine misbehaves, or it is used wrongly."""


class EngineTerminatedError(EngineError):
    """The engine ended without being asked to."""


class AnalysisComplete(Exception):  # noqa: N818
    """There is no more information: the analysis has ended."""


@dataclass(frozen=True)
class Option:
    """An option of an engine.

    >>> Option("Hash", "spin", 16, 1, 1024, []).parse("64")
    64
    """

    name: str
    """Its name."""

    type: str
    """``check``, ``spin``, ``combo``, ``button``, ``string``, and others that XBoard has."""

    default: ConfigValue
    """The default value."""

    min: int | None
    """The least number."""

    max: int | None
    """The greatest number."""

    var: list[str] | None
    """The texts to choose from."""

    def parse(self, value: ConfigValue) -> ConfigValue:
        """The value as the engine takes it. Raises ``EngineError`` if it does not."""
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            try:
                number = int(value)  # type: ignore[arg-type]
            except (TypeError, ValueError):
                raise EngineError(f"expected integer for spin option {self.name!r}, got: {value!r}") from None
            if self.min is not None and number < self.min:
                raise EngineError(f"expected value for option {self.name!r} to be at least {self.min}, got: {number}")
            if self.max is not None and number > self.max:
                raise EngineError(f"expected value for option {self.name!r} to be at most {self.max}, got: {number}")
            return number
        if self.type == "combo":
            text = str(value)
            if text not in (self.var or []):
                raise EngineError(
                    f"invalid value for combo option {self.name!r}, got: {text} (available: {', '.join(self.var or [])})"
                )
            return text
        if self.type in ("button", "reset", "save"):
            return None
        text = str(value)
        if "\n" in text or "\r" in text:
            raise EngineError(f"invalid line-break in string option {self.name!r}: {text!r}")
        return text

    def is_managed(self) -> bool:
        """Whether the option is set by this package: variant, Chess960, lines, pondering."""
        return self.name.lower() in MANAGED_OPTIONS


class UciOptionMap(MutableMapping[str, T]):
    """A mapping by names of options, which ignores case."""

    def __init__(self, data: Mapping[str, T] | None = None, **kwargs: T) -> None:
        self._store: dict[str, tuple[str, T]] = {}
        self.update(data or {}, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._store[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._store[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._store[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._store.values())

    def __len__(self) -> int:
        return len(self._store)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        theirs = other if isinstance(other, UciOptionMap) else UciOptionMap(other)
        return {key: value for key, (_, value) in self._store.items()} == {
            key: value for key, (_, value) in theirs._store.items()
        }

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> UciOptionMap[T]:
        """A copy of the mapping."""
        return type(self)(dict(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)!r})"


def read_option(words: list[str]) -> Option:
    """The option of a line of UCI, without its first word."""
    parts: dict[str, list[str]] = {}
    var: list[str] = []
    current = ""
    for word in words:
        if word in ("name", "type", "default", "min", "max", "var") and not (current == "name" and word != "type"):
            current = word
            if word == "var":
                var.append("")
            else:
                parts[word] = []
        elif current == "var":
            var[-1] = f"{var[-1]} {word}".strip()
        elif current:
            parts[current].append(word)
    text = {name: " ".join(words) for name, words in parts.items()}
    kind = text.get("type", "string")
    default: ConfigValue = text.get("default")
    if kind == "check":
        default = default == "true"
    elif kind == "spin":
        default = _number(text.get("default"))
    elif kind == "string" and default in (None, "<empty>"):
        default = ""
    elif kind == "button":
        default = None
    return Option(text.get("name", ""), kind, default, _number(text.get("min")), _number(text.get("max")), var)


def _number(text: str | None) -> int | None:
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None
