"""What programs may do on relaxed memory.

>>> import lakmus
>>> result = lakmus.run(lakmus.Test(lakmus.generate("X86_64", "PodWR Fre PodWR Fre").text), "x86tso")
>>> result.observation, len(result.states)
('sometimes', 4)

``Test`` and ``Model`` are read by ``read``, ``Test(text)``, ``Model(name)`` and ``Model.from_file``; ``run`` and ``run_all`` say what a test may do, ``executions`` how, ``explain``
why not. ``generate`` makes tests, ``compare`` compares logs. ``java`` checks Java tests, ``mix`` mixes compilers, ``verify`` and ``fence`` work on programs in C.
docs/python.md in the repository is the tutorial.
"""

from ._lakmus import __version__
from .errors import Diagnostic, InternalError, LakmusError, LimitReached, Place, Refused
from .generation import architectures, edges, generate, generate_all
from .java import JavaResult, java, java_rules
from .litmus import Model, ModelInfo, Test, models, read, read_all
from .logs import Block, Comparison, Difference, compare, read_log
from .mixing import Mixed, mapping_tables, mix
from .programs import FenceResult, VerifyResult, fence, verify
from .simulation import (
    Event,
    Execution,
    Explanation,
    Failed,
    Result,
    Results,
    Violation,
    executions,
    explain,
    run,
    run_all,
)

__all__ = [
    "Block",
    "Comparison",
    "Diagnostic",
    "Difference",
    "Event",
    "Execution",
    "Explanation",
    "Failed",
    "FenceResult",
    "InternalError",
    "JavaResult",
    "LakmusError",
    "LimitReached",
    "Mixed",
    "Model",
    "ModelInfo",
    "Place",
    "Refused",
    "Result",
    "Results",
    "Test",
    "VerifyResult",
    "Violation",
    "__version__",
    "architectures",
    "compare",
    "edges",
    "executions",
    "explain",
    "fence",
    "generate",
    "generate_all",
    "java",
    "java_rules",
    "mapping_tables",
    "mix",
    "models",
    "read",
    "read_all",
    "read_log",
    "run",
    "run_all",
    "verify",
]
