"""C litmus tests, compiled piece by piece by several compilers, mixed in all ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence

from . import _lakmus
from .litmus import TestLike, _test

__all__ = ["Mixed", "mapping_tables", "mix"]


@dataclass(frozen=True)
class Mixed:
    """What came of mixing tests."""

    #: The names of the compilers and tables.
    profiles: list[str]
    #: Those that compile nothing, and why.
    refused_profiles: list[tuple[str, str]]
    #: Tests that cannot be mixed, and why.
    unsupported_tests: list[tuple[str, str]]
    #: Profile, function and reason for each function without code.
    unsupported_code: list[tuple[str, str, str]]
    #: For each test its ``bugs``, ``allowed`` outcomes, how much was ``judged`` and what was not (docs/mix-testing.md).
    tests: list[dict[str, Any]]

    @property
    def bugs(self) -> list[dict[str, Any]]:
        """The bugs of all tests, each with the name of its ``test``; differences by load buffering alone are none."""
        return [
            {"test": test["name"], **bug} for test in self.tests for bug in test["bugs"] if bug["kind"] == "bug"
        ]

    @property
    def complete(self) -> bool:
        """Whether all of it was judged, so that no bug means that there is none in these tests."""
        is_whole = all(
            not (test["cut"] or test["unknown"] or test["without_code"] or "undefined" in test or "failed" in test)
            for test in self.tests
        )
        return is_whole and not (self.refused_profiles or self.unsupported_tests or self.unsupported_code)


def mapping_tables() -> list[str]:
    """The names of the tables that say what operations become on architectures."""
    return _lakmus.mapping_tables()


def mix(
    tests: Iterable[TestLike],
    *,
    tables: Sequence[str] = (),
    compilers: Mapping[str, str] = {},
    split: str = "statement",
    jobs: int = 1,
    limit: int = 5000,
    seconds: float = 10.0,
) -> Mixed:
    """Mixes C litmus tests: ``lakmus mix run``.

    ``tables`` are names of mapping tables, ``compilers`` commands by name (``{"gcc": "gcc -O2"}``, ``{"cross@aarch64": "..."}``): these are run. ``limit`` is how many combinations of a
    test are judged, ``seconds`` how long one simulation may take.
    """
    record = _lakmus.mix(
        [_test(test)._native for test in tests],
        tables=list(tables),
        compilers=list(compilers.items()),
        split=split,
        jobs=jobs,
        most=limit,
        seconds=seconds,
    )
    return Mixed(**record)
