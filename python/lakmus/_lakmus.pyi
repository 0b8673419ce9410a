# The native part: python/src. Records are dictionaries as docs/json.md describes them.
from os import PathLike
from typing import Any, Optional, Union, final

__all__ = [
    "Execution",
    "fence",
    "architectures",
    "edges",
    "generate",
    "generate_all",
    "java_check",
    "java_rules",
    "compare",
    "read_log",
    "mapping_tables",
    "mix",
    "Model",
    "models",
    "executions",
    "run",
    "why",
    "Test",
    "verify_program",
    "verify_test",
    "__version__",
]
__version__: str

_Path = Union[str, "PathLike[str]"]
_Record = dict[str, Any]

@final
class Test:
    def __new__(cls, text: str, file: str) -> Test: ...
    @staticmethod
    def read_all(texts: list[tuple[str, str]]) -> list[Union[Test, Exception]]: ...
    @property
    def name(self) -> str: ...
    @property
    def file(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def architecture(self) -> str: ...
    @property
    def condition(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def default_model(self) -> Optional[str]: ...
    @property
    def warnings(self) -> list[_Record]: ...

@final
class Model:
    @staticmethod
    def shipped(name: Optional[str], variants: list[str]) -> Model: ...
    @staticmethod
    def cat(file: str, text: str, directories: list[_Path], variants: list[str]) -> Model: ...
    @property
    def name(self) -> str: ...

@final
class Execution:
    def record(self) -> _Record: ...
    def drawing(
        self, form: str, *, unshow: list[str], initial_writes: bool, all_events: bool, headline: Optional[str]
    ) -> str: ...

def models() -> list[_Record]: ...
def run(
    tests: list[Test],
    model: Model,
    *,
    unroll: Optional[int],
    goal: str,
    engine: str,
    mixed_sizes: bool,
    jobs: int,
    timeout: Optional[float],
) -> list[Union[tuple[str, _Record], Exception]]: ...
def executions(
    test: Test,
    model: Model,
    *,
    allowed: Optional[bool],
    satisfying: Optional[bool],
    evidence: bool,
    show: list[str],
    most: Optional[int],
    unroll: Optional[int],
    mixed_sizes: bool,
    timeout: Optional[float],
) -> list[Execution]: ...
def why(
    test: Test, model: Model, *, unroll: Optional[int], mixed_sizes: bool, unfold: bool, timeout: Optional[float]
) -> tuple[_Record, Optional[Execution]]: ...
def architectures() -> list[str]: ...
def edges(architecture: str) -> list[str]: ...
def generate(architecture: str, cycle: str, *, name: Optional[str], type_name: str) -> tuple[str, str]: ...
def generate_all(
    architecture: str,
    *,
    edges: list[str],
    relax: list[str],
    size: int,
    threads: int,
    accesses: int,
    mode: str,
    most: Optional[int],
    type_name: str,
    timeout: Optional[float],
) -> list[tuple[str, str]]: ...
def read_log(path: _Path) -> list[_Record]: ...
def compare(paths: list[_Path], *, any_hash: bool) -> list[_Record]: ...
def java_rules() -> list[str]: ...
def java_check(
    test: Test, model: Model, *, rules: str, unroll: Optional[int], all_outcomes: bool, timeout: Optional[float]
) -> _Record: ...
def mapping_tables() -> list[str]: ...
def mix(
    tests: list[Test],
    *,
    tables: list[str],
    compilers: list[tuple[str, str]],
    split: str,
    jobs: int,
    most: int,
    seconds: float,
) -> _Record: ...
def verify_test(
    test: Test, *, model: Optional[str], states: int, all_outcomes: bool, timeout: Optional[float]
) -> _Record: ...
def verify_program(
    files: list[_Path],
    *,
    model: str,
    options: list[str],
    clang: Optional[_Path],
    states: int,
    all_violations: bool,
    timeout: Optional[float],
) -> _Record: ...
def fence(
    files: list[_Path],
    *,
    model: str,
    options: list[str],
    clang: Optional[_Path],
    entry: list[str],
    fences_only: bool,
    dependencies: bool,
) -> _Record: ...
