"""Tests under models: results, executions, explanations."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

from . import _lakmus
from .litmus import ModelLike, Test, TestLike, _model, _test

if TYPE_CHECKING:
    import networkx
    import pandas

__all__ = [
    "Event",
    "Execution",
    "Explanation",
    "Failed",
    "Result",
    "Results",
    "Violation",
    "executions",
    "explain",
    "run",
    "run_all",
]


@dataclass(frozen=True)
class Result:
    """What came of a test under a model: what a block of herd's log says."""

    test: str
    architecture: str
    model: str
    #: What the condition claims: ``allowed`` (``exists``), ``forbidden`` (``~exists``), ``required`` (``forall``).
    kind: str
    condition: str
    #: The distinct final states of allowed executions, each from locations to values; values are text, for they may be addresses and arrays.
    states: list[dict[str, str]]
    #: ``ok`` (the claim holds), ``no``, or ``undef`` (some allowed execution has undefined behaviour).
    verdict: str
    #: How often the proposition holds: ``never``, ``sometimes``, ``always``.
    observation: str
    #: How many allowed executions satisfy the proposition; with another goal than ``counts``, how many of the states.
    positive: int
    #: How many do not.
    negative: int
    #: The flags that the model raised.
    flags: list[str]
    #: ``False`` where executions were given up at the unroll bound, so that states may be missing.
    complete: bool
    #: Where they were given up.
    cut_at: Optional[str]
    hash: Optional[str] = None
    time: Optional[float] = None
    #: ``states`` or ``decide`` where executions were not counted.
    mode: Optional[str] = None
    #: What became of turns of loops that only wait, where executions were not counted.
    turns: Optional[str] = None
    #: What the test was read from.
    file: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        raise TypeError("a result is neither true nor false: ask for its verdict or observation")

    def to_dict(self) -> dict[str, Any]:
        """All of it as a dictionary."""
        return dict(self.__dict__)

    def to_pandas(self) -> pandas.DataFrame:
        """The final states as a table: a row for each, a column for each location."""
        import pandas

        return pandas.DataFrame(self.states)

    def _repr_html_(self) -> str:
        places = list(dict.fromkeys(place for state in self.states for place in state))
        head = "".join(f"<th>{_escaped(place)}</th>" for place in places)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_escaped(state.get(place, ''))}</td>" for place in places) + "</tr>"
            for state in self.states
        )
        cut = "" if self.complete else f"; executions were given up at {_escaped(self.cut_at or '')}"
        return (
            f"<p><b>{_escaped(self.test)}</b> under {_escaped(self.model)}: {self.observation}, "
            f"{_escaped(self.condition)}{cut}</p><table><tr>{head}</tr>{rows}</table>"
        )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True)
class Failed:
    """A test without a result, and why."""

    test: str
    file: str
    error: Exception


class Results(Sequence[Result]):
    """The results of many tests, and those tests that have none."""

    def __init__(self, results: list[Result], failed: list[Failed]) -> None:
        self._results = results
        #: Tests without a result, which counts of results leave out.
        self.failed = failed

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, index: Any) -> Any:
        return self._results[index]

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"<lakmus.Results: {len(self)}{failed}>"

    def to_pandas(self) -> pandas.DataFrame:
        """A table with a row for each result. (Tests without a result are in ``failed`` alone.)"""
        import pandas

        columns = ["test", "architecture", "model", "kind", "verdict", "observation", "positive", "negative"]
        rows = [
            {
                **{column: getattr(result, column) for column in columns},
                "states": len(result.states),
                "flags": " ".join(result.flags),
                "complete": result.complete,
                "condition": result.condition,
                "file": result.file,
            }
            for result in self._results
        ]
        return pandas.DataFrame(rows, columns=[*columns, "states", "flags", "complete", "condition", "file"])


def run(
    test: TestLike,
    model: ModelLike = None,
    *,
    goal: str = "counts",
    unroll: Optional[int] = None,
    mixed_sizes: bool = False,
    engine: str = "compiled",
    timeout: Optional[float] = None,
) -> Result:
    """Runs a test under a model: what may it do?

    ``test`` is a ``Test`` or a path, ``model`` a ``Model``, the name of one that ships, a path of a cat file, or the default of the test's architecture.
    ``goal``: ``counts`` counts executions as herd7 does, ``states`` finds outcomes only, ``decide`` stops at the first execution that decides the condition.
    ``unroll`` is how often a jump back is taken, ``timeout`` a limit in seconds.

    Raises ``Refused`` for mistakes, ``LimitReached`` where there is no result in time.
    """
    loaded = _test(test)
    results = _run([loaded], model, goal, unroll, mixed_sizes, engine, 1, timeout)
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def run_all(
    tests: Iterable[TestLike],
    model: ModelLike = None,
    *,
    goal: str = "counts",
    unroll: Optional[int] = None,
    mixed_sizes: bool = False,
    engine: str = "compiled",
    jobs: int = 1,
    timeout: Optional[float] = None,
    errors: str = "raise",
) -> Results:
    """Runs many tests under a model, ``jobs`` at a time. ``timeout`` is for all of them together.

    With ``errors="keep"``, tests without a result are in ``failed`` of what is returned; with ``"raise"`` the first of them is raised.
    """
    if errors not in ("raise", "keep"):
        raise ValueError('errors is "raise" or "keep"')
    loaded = [_test(test) for test in tests]
    results, failed = [], []
    for test, result in zip(loaded, _run(loaded, model, goal, unroll, mixed_sizes, engine, jobs, timeout)):
        if isinstance(result, Result):
            results.append(result)
        elif errors == "raise":
            raise result
        else:
            failed.append(Failed(test.name, test.file, result))
    return Results(results, failed)


def _run(
    tests: list[Test],
    model: ModelLike,
    goal: str,
    unroll: Optional[int],
    mixed_sizes: bool,
    engine: str,
    jobs: int,
    timeout: Optional[float],
) -> list[Union[Result, Exception]]:
    native = _lakmus.run(
        [test._native for test in tests],
        _model(model)._native,
        unroll=unroll,
        goal=goal,
        engine=engine,
        mixed_sizes=mixed_sizes,
        jobs=jobs,
        timeout=timeout,
    )
    results: list[Union[Result, Exception]] = []
    for test, one in zip(tests, native):
        if isinstance(one, Exception):
            results.append(one)
        else:
            name, record = one
            results.append(Result(test.name, test.architecture, name, **record, file=test.file))
    return results


@dataclass(frozen=True)
class Event:
    """An event of an execution."""

    #: A letter; empty for initial writes, branches and accesses to registers.
    name: str
    #: The number of its thread; ``None`` for initial writes.
    thread: Optional[int]
    #: The text of its instruction, and the line of that.
    instruction: Optional[str]
    line: Optional[int]
    #: ``read``, ``write``, ``fence``, ``initial_write``, ``read_modify_write``, ``branch``, ...
    kind: str
    location: Optional[str]
    value: Optional[str]
    #: What a read-modify-write writes.
    new_value: Optional[str]
    tags: list[str]
    #: All in short: ``Wx=1``.
    text: str


@dataclass(frozen=True)
class Violation:
    """A check of the model that fails in an execution, or that raises a flag."""

    name: Optional[str]
    #: Its text: ``acyclic po | rf``.
    check: str
    file: str
    line: int
    #: Why, as data (docs/json.md).
    evidence: Optional[dict[str, Any]]
    #: Why, in the field's notation: ``a: Wx=1 -po-> b: Ry=0 ...``.
    chains: list[str]


class Execution:
    """A candidate execution of a test under a model: a graph of events.

    Jupyter shows it as a drawing.
    """

    def __init__(self, native: _lakmus.Execution) -> None:
        self._native = native

    @functools.cached_property
    def _record(self) -> dict[str, Any]:
        return self._native.record()

    @property
    def allowed(self) -> bool:
        """Whether the model allows it."""
        return bool(self._record["allowed"])

    @property
    def final_state(self) -> str:
        """The final state as a log prints it."""
        return str(self._record["final_state"])

    @property
    def satisfies_condition(self) -> bool:
        """Whether the proposition of the test's condition holds in it."""
        return bool(self._record["satisfies_condition"])

    @functools.cached_property
    def events(self) -> list[Event]:
        """Its events. Relations and sets name them by their places in this list, from 0."""
        return [Event(**event) for event in self._record["events"]]

    @functools.cached_property
    def relations(self) -> dict[str, list[tuple[int, int]]]:
        """``po``, ``rf``, ``co``, ``fr``, and what the model shows: by name, pairs of events."""
        return {name: [tuple(pair) for pair in pairs] for name, pairs in self._record["relations"].items()}

    @property
    def sets(self) -> dict[str, list[int]]:
        """Sets that the model shows: by name, events."""
        return dict(self._record["sets"])

    @functools.cached_property
    def violations(self) -> list[Violation]:
        """The checks that it fails; none where it is allowed."""
        return [Violation(**violation) for violation in self._record["violations"]]

    @functools.cached_property
    def flags(self) -> list[Violation]:
        """The checks that raise flags."""
        return [Violation(**flag) for flag in self._record["flags"]]

    def to_dict(self) -> dict[str, Any]:
        """All of it as a dictionary, as ``lakmus run --json --show`` prints it."""
        return dict(self._record)

    def to_networkx(self, relations: Optional[Iterable[str]] = None) -> networkx.MultiDiGraph:
        """A graph: a node for each event, by its place in ``events``, with its fields; an edge for each pair, with the name of its relation as key.

        ``relations`` are the names of those that are wanted, all without it.
        """
        import networkx

        graph = networkx.MultiDiGraph(final_state=self.final_state, allowed=self.allowed)
        for number, event in enumerate(self.events):
            graph.add_node(number, **event.__dict__)
        for name in self.relations if relations is None else relations:
            graph.add_edges_from((source, target, name) for source, target in self.relations[name])
        return graph

    def _drawing(self, form: str, unshow: Sequence[str], initial_writes: bool, all_events: bool, headline: Optional[str]) -> str:
        return self._native.drawing(
            form, unshow=list(unshow), initial_writes=initial_writes, all_events=all_events, headline=headline
        )

    def to_svg(
        self,
        *,
        dark: bool = False,
        unshow: Sequence[str] = (),
        initial_writes: bool = False,
        all_events: bool = False,
        headline: Optional[str] = None,
    ) -> str:
        """A drawing as SVG. ``unshow`` are relations that are left out, ``headline`` stands above it behind the test's name."""
        return self._drawing("svg-dark" if dark else "svg", unshow, initial_writes, all_events, headline)

    def to_dot(
        self, *, unshow: Sequence[str] = (), initial_writes: bool = False, all_events: bool = False
    ) -> str:
        """A drawing for Graphviz."""
        return self._drawing("dot", unshow, initial_writes, all_events, None)

    def to_text(
        self, *, unshow: Sequence[str] = (), initial_writes: bool = False, all_events: bool = False
    ) -> str:
        """A drawing in characters."""
        return self._drawing("text", unshow, initial_writes, all_events, None)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<lakmus.Execution {'allowed' if self.allowed else 'forbidden'}: {self.final_state}>"


def executions(
    test: TestLike,
    model: ModelLike = None,
    *,
    allowed: Optional[bool] = True,
    satisfying: Optional[bool] = None,
    evidence: bool = True,
    show: Sequence[str] = (),
    limit: Optional[int] = None,
    unroll: Optional[int] = None,
    mixed_sizes: bool = False,
    timeout: Optional[float] = None,
) -> list[Execution]:
    """The candidate executions of a test: those that the model allows, that it forbids (``allowed=False``), or all (``allowed=None``).

    ``satisfying``: only those in which the proposition of the condition holds, or does not. ``show`` are names of the model whose values are wanted beside those
    that it shows. ``limit``: so many at most.
    """
    native = _lakmus.executions(
        _test(test)._native,
        _model(model)._native,
        allowed=allowed,
        satisfying=satisfying,
        evidence=evidence,
        show=list(show),
        most=limit,
        unroll=unroll,
        mixed_sizes=mixed_sizes,
        timeout=timeout,
    )
    return [Execution(execution) for execution in native]


@dataclass(frozen=True)
class Explanation:
    """Why an outcome is forbidden, or that it is not. Jupyter shows the execution."""

    #: ``forbidden``, ``allowed``, ``no_candidate`` (whatever is read, the program does not compute these values), ``not_found`` (within the budget).
    outcome: str
    #: Whether all candidates with the outcome were looked at, so that none is nearer to being allowed.
    nearest: Optional[bool]
    #: How many of them were looked at.
    candidates: Optional[int]
    #: In words.
    text: str
    #: The execution that shows it: the candidate that comes nearest to being allowed, or one that is.
    execution: Optional[Execution]

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> Optional[str]:
        return self.execution.to_svg() if self.execution else None


def explain(
    test: TestLike,
    model: ModelLike = None,
    *,
    unfold: bool = False,
    unroll: Optional[int] = None,
    mixed_sizes: bool = False,
    timeout: Optional[float] = None,
) -> Explanation:
    """Why the outcome that a test asks about is forbidden, if it is. ``unfold`` takes derived relations apart in the text."""
    record, execution = _lakmus.why(
        _test(test)._native,
        _model(model)._native,
        unroll=unroll,
        mixed_sizes=mixed_sizes,
        unfold=unfold,
        timeout=timeout,
    )
    return Explanation(**record, execution=Execution(execution) if execution else None)
