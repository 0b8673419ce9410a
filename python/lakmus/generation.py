"""Litmus tests from cycles of relaxations."""

from __future__ import annotations

from typing import Optional, Sequence

from . import _lakmus
from .litmus import Test

__all__ = ["architectures", "edges", "generate", "generate_all"]


def architectures() -> list[str]:
    """The architectures and languages that there are tests for."""
    return _lakmus.architectures()


def edges(architecture: str) -> list[str]:
    """The names of the edges that cycles of an architecture are made of."""
    return _lakmus.edges(architecture)


def generate(architecture: str, cycle: str, *, name: Optional[str] = None, type: str = "int") -> Test:
    """The test of a cycle, which asks whether the cycle happens.

    >>> generate("AArch64", "DMB.SYdWW Rfe DpAddrdR Fre").name
    'MP+dmb.sy+addr'

    ``name`` is its name, by the cycle without it; ``type`` is the type of locations.
    """
    name, text = _lakmus.generate(architecture, cycle, name=name, type_name=type)
    return Test(text, f"{name}.litmus")


def generate_all(
    architecture: str,
    edges: Sequence[str] = (),
    *,
    relax: Sequence[str] = (),
    size: int = 6,
    threads: int = 4,
    accesses: int = 4,
    mode: str = "default",
    limit: Optional[int] = None,
    type: str = "int",
    timeout: Optional[float] = None,
) -> list[Test]:
    """The tests of all cycles over a pool of edges, each once.

    ``edges`` is the pool: edges, and named pools (``lakmus gen edges``). ``relax``: edges one of which is in each cycle. ``size``, ``threads`` and ``accesses`` are the most
    relaxations, threads and accesses of a thread that a cycle has. ``limit``: so many tests at most.
    """
    made = _lakmus.generate_all(
        architecture,
        edges=list(edges),
        relax=list(relax),
        size=size,
        threads=threads,
        accesses=accesses,
        mode=mode,
        most=limit,
        type_name=type,
        timeout=timeout,
    )
    tests = []
    for native in _lakmus.Test.read_all([(f"{name}.litmus", text) for name, text in made]):
        if isinstance(native, Exception):
            raise native
        tests.append(Test._of(native))
    return tests
