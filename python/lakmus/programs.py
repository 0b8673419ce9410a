"""Programs in C and C++: are they right on relaxed memory, and which fences do they need?"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Union

from . import _lakmus
from .litmus import PathLike, Test, read

__all__ = ["FenceResult", "VerifyResult", "fence", "verify"]


@dataclass(frozen=True)
class VerifyResult:
    """What was found by going through the states of a weak machine."""

    #: The test or the program.
    name: str
    model: str
    #: ``holds``, ``violated`` or ``unknown``.
    verdict: str
    #: Why it is unknown.
    reason: Optional[str]
    #: What is wrong: of a test, its condition.
    violation: Optional[str]
    #: How it comes about, step by step.
    trace: list[dict[str, Any]]
    #: All that ``lakmus verify --json`` prints (docs/verify.md).
    record: dict[str, Any] = field(repr=False)

    def __bool__(self) -> bool:
        raise TypeError("a verdict is neither true nor false: it may be `unknown`")


def _path(path: PathLike) -> str:
    return os.fspath(path)


def verify(
    what: Union[Test, PathLike, Sequence[PathLike]],
    model: Optional[str] = None,
    *,
    options: Sequence[str] = (),
    clang: Optional[PathLike] = None,
    states: int = 20_000_000,
    all: bool = False,
    timeout: Optional[float] = None,
) -> VerifyResult:
    """Looks for a wrong execution: of a litmus test one that satisfies its condition, of a program a failed assertion, an access to what is no object, a deadlock.

    ``what`` is a ``Test``, the path of one, or the paths of a program in C (``.c``, ``.i``) or LLVM IR (``.ll``), which clang compiles with ``options``. ``model``: that of the test's architecture
    without it, ``x86tso`` for programs. At most ``states`` states are stored. ``all`` goes on behind a violation. The engine is that of the states (docs/verify.md has the others).
    """
    if isinstance(what, (str, os.PathLike)):
        path = _path(what)
        what = read(path) if path.endswith(".litmus") else [path]
    if isinstance(what, Test):
        record = _lakmus.verify_test(what._native, model=model, states=states, all_outcomes=all, timeout=timeout)
        is_violated = record["verdict"] == "violated"
        violation, name = record["condition"] if is_violated else None, record["test"]
    else:
        record = _lakmus.verify_program(
            list(what),
            model=model or "x86tso",
            options=list(options),
            clang=clang,
            states=states,
            all_violations=all,
            timeout=timeout,
        )
        violation, name = record.get("violation"), record["program"]
    return VerifyResult(
        name, record["model"], record["verdict"], record.get("reason"), violation, record.get("trace", []), record
    )


@dataclass(frozen=True)
class FenceResult:
    """The fences that a program needs to be sequentially consistent under a model."""

    model: str
    #: Whether it needs none. A part that was not understood (``not_understood``) may need some all the same.
    robust: bool
    #: Each with its ``file``, ``line``, ``column``, ``kind``, ``position`` (before or behind), the ``cycles`` that it cuts and the ``group`` of its surest pair.
    fences: list[dict[str, Any]]
    #: Atomic accesses that need a stronger order.
    orders: list[dict[str, Any]]
    #: Accesses that are made to depend on a read.
    dependencies: list[dict[str, Any]]
    #: Critical cycles between whose first two accesses no fence can be put.
    unplaceable: list[dict[str, Any]]
    #: What of the program was not understood, and what leads to code that is not there.
    not_understood: list[dict[str, Any]]
    #: Pairs to order that are left in the program with the fences; ``None`` where that was not analysed.
    remaining: Optional[int]
    #: The change, for ``patch -p1``.
    diff: str
    warnings: list[str]
    #: All that ``lakmus fence --json`` prints (docs/fences.md).
    record: dict[str, Any] = field(repr=False)

    def __bool__(self) -> bool:
        raise TypeError("ask whether it is `robust`, and what was `not_understood`")


def fence(
    files: Union[PathLike, Sequence[PathLike]],
    model: str = "x86tso",
    *,
    options: Sequence[str] = (),
    clang: Optional[PathLike] = None,
    entry: Sequence[str] = (),
    fences_only: bool = False,
    dependencies: bool = True,
) -> FenceResult:
    """Finds the fences that a program needs: ``lakmus fence``.

    ``files`` are the program's sources in C and C++, or LLVM IR (``.ll``), which clang compiles with ``options``. ``entry``: the functions that threads of a library's user may call, where there
    is no ``main``. ``fences_only`` makes no atomic access stronger and adds no dependency. ``dependencies=False`` does not rely on those that are there.
    """
    paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found = _lakmus.fence(
        paths,
        model=model,
        options=list(options),
        clang=clang,
        entry=list(entry),
        fences_only=fences_only,
        dependencies=dependencies,
    )
    record = found["record"]
    return FenceResult(
        record["model"],
        record["robust"],
        record["fences"],
        record["orders"],
        record["dependencies"],
        record["unplaceable"],
        record["havoc"] + record["unknown_sources"],
        record["remaining_delays"],
        found["diff"],
        found["warnings"],
        record,
    )
