"""Java litmus tests under models that look at several executions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from . import _lakmus
from .litmus import ModelLike, TestLike, _model, _test

__all__ = ["JavaResult", "java", "java_rules"]


@dataclass(frozen=True)
class JavaResult:
    """What a model allows of a test, and whether that is what the test expects."""

    test: str
    file: str
    #: Of the first condition: ``allowed``, ``forbidden`` or ``unknown``.
    verdict: str
    #: ``allowed``, ``forbidden`` or ``always``; ``None`` where the test expects nothing.
    expected: Optional[str]
    #: Whether all expectations hold.
    passes: bool
    #: All outcomes that were found.
    outcomes: list[str]
    #: For each condition its ``condition``, ``verdict``, ``expected``, ``passes`` and ``witness``.
    behaviours: list[dict[str, Any]]
    #: Where a loop was cut, so that outcomes may be missing.
    cut_at: Optional[str]
    #: Whether the time was up: outcomes may be missing, and verdicts may be ``unknown``.
    cancelled: bool


def java_rules() -> list[str]:
    """The names of the causality requirements that ship."""
    return _lakmus.java_rules()


def java(
    test: TestLike,
    model: ModelLike = "jls04",
    *,
    rules: str = "jls",
    unroll: Optional[int] = None,
    timeout: Optional[float] = None,
) -> JavaResult:
    """What a Java memory model allows of a test: ``lakmus java check``.

    ``model`` is the single-execution model, ``rules`` the causality requirements (``java_rules()``).
    """
    record = _lakmus.java_check(
        _test(test)._native, _model(model)._native, rules=rules, unroll=unroll, all_outcomes=True, timeout=timeout
    )
    return JavaResult(**record)
