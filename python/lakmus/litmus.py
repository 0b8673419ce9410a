"""Litmus tests and memory models."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Optional, Sequence, Union

from . import _lakmus
from .errors import Diagnostic

__all__ = ["Model", "ModelInfo", "PathLike", "Test", "TestLike", "models", "read", "read_all"]

#: What names a file.
PathLike = Union[str, "os.PathLike[str]"]


class Test:
    """A litmus test.

    >>> test = Test('''X86_64 SB
    ... { x=0; y=0; }
    ...  P0           | P1           ;
    ...  movl $1,(x)  | movl $1,(y)  ;
    ...  movl (y),%eax| movl (x),%eax;
    ... exists (0:rax=0 /\\\\ 1:rax=0)
    ... ''')
    >>> test.name, test.architecture
    ('SB', 'X86_64')
    """

    # pytest takes classes of this name for tests.
    __test__ = False

    def __init__(self, text: str, file: str = "test.litmus") -> None:
        """Reads a test from its text; ``file`` is what messages call it.

        Raises ``Refused`` with all mistakes in it.
        """
        self._native = _lakmus.Test(text, file)

    @classmethod
    def _of(cls, native: _lakmus.Test) -> Test:
        test = cls.__new__(cls)
        test._native = native
        return test

    def __reduce__(self) -> tuple[Any, ...]:
        return (Test, (self.text, self.file))

    def __repr__(self) -> str:
        return f"<lakmus.Test {self.name!r} ({self.architecture})>"

    def __str__(self) -> str:
        return self.text

    @property
    def name(self) -> str:
        """The name in its first line."""
        return self._native.name

    @property
    def file(self) -> str:
        """What messages call its text, mostly a path."""
        return self._native.file

    @property
    def text(self) -> str:
        """Its text."""
        return self._native.text

    @property
    def architecture(self) -> str:
        """The word that it begins with: ``X86_64``, ``AArch64``, ``C``, ..."""
        return self._native.architecture

    @property
    def condition(self) -> str:
        """What it asks, as a log prints it."""
        return self._native.condition

    @property
    def hash(self) -> str:
        """herd's hash of it."""
        return self._native.hash

    @property
    def default_model(self) -> Optional[str]:
        """The model that it is run under where none is named."""
        return self._native.default_model

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is suspicious about it and no reason to refuse it."""
        return tuple(Diagnostic.of(record) for record in self._native.warnings)


#: A test, or the path of one.
TestLike = Union[Test, PathLike]


def read(path: PathLike) -> Test:
    """Reads a test from a file.

    Bytes that are no UTF-8 are replaced: they can only stand in comments and strings.
    """
    return Test(_text(path), os.fspath(path))


def read_all(paths: Iterable[PathLike], *, errors: str = "raise") -> list[Test]:
    """Reads many tests. A directory stands for the files in it that end in ``.litmus``, and in those below it, by name.

    With ``errors="skip"``, tests that are refused are left out; with ``"raise"`` the first of them is raised.
    """
    if errors not in ("raise", "skip"):
        raise ValueError('errors is "raise" or "skip"')
    texts = [(os.fspath(path), _text(path)) for path in _files(paths)]
    tests = []
    for native in _lakmus.Test.read_all(texts):
        if isinstance(native, _lakmus.Test):
            tests.append(Test._of(native))
        elif errors == "raise":
            raise native
    return tests


def _text(path: PathLike) -> str:
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def _files(paths: Iterable[PathLike]) -> Iterator[PathLike]:
    for path in paths:
        if os.path.isdir(path):
            # Not by pathlib, whose import takes longer than a hundred tests.
            found = (os.path.join(place, name) for place, _, names in os.walk(path) for name in names)
            yield from sorted(name for name in found if name.endswith(".litmus"))
        else:
            yield path


def _test(test: TestLike) -> Test:
    return test if isinstance(test, Test) else read(test)


class Model:
    """A memory model: one that ships, or one in cat.

    It is loaded when a test is run under it, once for each language that tests are in.
    """

    def __init__(self, name: Optional[str] = None, *, variants: Sequence[str] = ()) -> None:
        """The model that ships under a name, or under another word for it (``x86tso`` and ``tso``); without a name, that of each test's architecture.

        ``variants`` are those that herd7 has as ``-variant``.
        """
        self._native = _lakmus.Model.shipped(name, list(variants))

    @classmethod
    def from_text(
        cls, text: str, file: str = "model.cat", *, include: Sequence[PathLike] = (), variants: Sequence[str] = ()
    ) -> Model:
        """A model in cat. What it includes is found beside ``file``, in the directories ``include``, or among what ships."""
        model = cls.__new__(cls)
        model._native = _lakmus.Model.cat(file, text, list(include), list(variants))
        return model

    @classmethod
    def from_file(cls, path: PathLike, *, include: Sequence[PathLike] = (), variants: Sequence[str] = ()) -> Model:
        """A model in cat from a file."""
        return cls.from_text(_text(path), os.fspath(path), include=include, variants=variants)

    @property
    def name(self) -> str:
        """Its name, or its file; ``default`` where tests choose."""
        return self._native.name

    def __repr__(self) -> str:
        return f"<lakmus.Model {self.name!r}>"


#: A model, the name of one that ships, the path of one in cat (with a ``/``, or ending in ``.cat``), or none for that of each test's architecture.
ModelLike = Union[Model, str, "os.PathLike[str]", None]


@functools.lru_cache(maxsize=None)
def _shipped(name: Optional[str]) -> Model:
    return Model(name)


def _model(model: ModelLike) -> Model:
    if isinstance(model, Model):
        return model
    if model is None:
        return _shipped(None)
    name = os.fspath(model)
    if not isinstance(model, str) or "/" in name or name.endswith(".cat"):
        return Model.from_file(name)
    return _shipped(name)


@dataclass(frozen=True)
class ModelInfo:
    """A model that ships."""

    name: str
    #: The architecture that it describes; ``None`` for a model that fits any.
    architecture: Optional[str]
    #: What it is, in a line.
    summary: str
    #: Its text in cat.
    text: str


def models() -> list[ModelInfo]:
    """The models that ship."""
    return [ModelInfo(**entry) for entry in _lakmus.models()]
