"""Logs of litmus tests: those of lakmus, herd7 and litmus7, as text or JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _lakmus
from .litmus import PathLike

__all__ = ["Block", "Comparison", "Difference", "compare", "read_log"]


@dataclass(frozen=True)
class Block:
    """What a log says of a test."""

    test: str
    #: ``allowed``, ``forbidden`` or ``required``.
    kind: str
    states: list[dict[str, str]]
    verdict: Optional[str]
    positive: Optional[int]
    negative: Optional[int]
    complete: bool
    condition: Optional[str]
    hash: Optional[str]
    #: How often each state was seen on hardware.
    seen: Optional[list[int]] = None


@dataclass(frozen=True)
class Difference:
    """How what a log says of a test compares to what the first log says."""

    #: ``same``, ``differs``, ``another-test`` (the hashes differ), ``missing`` (from this log), ``only-here``, ``in-neither``.
    outcome: str
    #: States that this log has and the first has not.
    added: list[dict[str, str]]
    #: States that the first has and this log has not.
    missing: list[dict[str, str]]
    #: What else differs: ``kind``, ``verdict``, ``condition``, ``counts``.
    changed: list[str]


@dataclass(frozen=True)
class Comparison:
    """What logs say of one test, compared with the first of them."""

    test: str
    #: Of each log but the first.
    others: list[Difference]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return all(other.outcome == "same" for other in self.others)


def read_log(path: PathLike) -> list[Block]:
    """What a log says, test by test. A text that is no log raises ``Refused``."""
    return [Block(**record) for record in _lakmus.read_log(path)]


def compare(first: PathLike, *others: PathLike, any_hash: bool = False) -> list[Comparison]:
    """Compares logs with the first of them, test by test, as ``lakmus compare`` does.

    Tests of one name with different hashes are no same test; ``any_hash`` compares them all the same.
    """
    if not others:
        raise ValueError("there is nothing to compare with: two logs at least")
    records = _lakmus.compare([first, *others], any_hash=any_hash)
    return [
        Comparison(record["test"], [Difference(**other) for other in record["others"]]) for record in records
    ]
