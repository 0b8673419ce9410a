"""What goes wrong, as exceptions.

``LakmusError`` is all of them. ``Refused`` is the caller's: a mistake in a test, a model or a program, with its place. ``LimitReached`` is no result yet:
the time is over, or something is too large. ``InternalError`` is a mistake of Lakmus.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

__all__ = ["Diagnostic", "InternalError", "LakmusError", "LimitReached", "Place", "Refused"]


@dataclass(frozen=True)
class Place:
    """A place in a text. Lines and columns count from 1, columns count characters."""

    file: str
    line: int
    column: int
    #: The text that stands there.
    snippet: str
    #: What is said of it, which may be nothing.
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """A mistake, or something suspicious, with its places."""

    #: ``error`` or ``warning``.
    severity: str
    #: A word that stays the same across versions, such as ``unknown-instruction``.
    code: str
    message: str
    #: The primary place, where there is one.
    file: Optional[str]
    line: Optional[int]
    column: Optional[int]
    #: All places, the primary one first.
    labels: tuple[Place, ...]
    #: Advice, a sentence each.
    help: tuple[str, ...]

    @classmethod
    def of(cls, record: dict[str, Any]) -> Diagnostic:
        """Of a record as ``lakmus run --json`` prints it."""
        labels = tuple(Place(**label) for label in record["labels"])
        return cls(**{**record, "labels": labels, "help": tuple(record["help"])})

    def __str__(self) -> str:
        place = "" if self.file is None else f"{self.file}:{self.line}:{self.column}: "
        advice = "".join(f"\n  help: {sentence}" for sentence in self.help)
        return f"{place}{self.severity}[{self.code}]: {self.message}{advice}"


class LakmusError(Exception):
    """What all exceptions of this package are."""


class Refused(LakmusError):
    """Something that was given is at fault: a test, a model, a program, a name."""

    #: The mistakes with their places; empty where they have none.
    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, message: str, records: Optional[list[dict[str, Any]]] = None) -> None:
        super().__init__(message)
        self._records = records or []
        self.diagnostics = tuple(Diagnostic.of(record) for record in self._records)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (str(self), self._records))

    @property
    def _first(self) -> Optional[Diagnostic]:
        errors = (found for found in self.diagnostics if found.severity == "error")
        return next(errors, None)

    @property
    def code(self) -> Optional[str]:
        """The code of the first mistake."""
        return self._first.code if self._first else None

    @property
    def file(self) -> Optional[str]:
        """The file of the first mistake."""
        return self._first.file if self._first else None

    @property
    def line(self) -> Optional[int]:
        """The line of the first mistake, from 1."""
        return self._first.line if self._first else None

    @property
    def column(self) -> Optional[int]:
        """The column of the first mistake, from 1, in characters."""
        return self._first.column if self._first else None

    @property
    def help(self) -> tuple[str, ...]:
        """The advice on the first mistake."""
        return self._first.help if self._first else ()


class LimitReached(LakmusError):
    """There is no result: the time is over, or a limit of the library was reached."""


class InternalError(LakmusError):
    """A mistake of Lakmus: please report it."""
