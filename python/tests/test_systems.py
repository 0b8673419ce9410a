"""Generation, logs, Java, mixing, verification, fences."""

import pathlib
import shutil
import subprocess

import pytest

import lakmus
from conftest import REPOSITORY

EXAMPLES = REPOSITORY / "crates/lakmus/examples"
needs_clang = pytest.mark.skipif(not shutil.which("clang"), reason="clang compiles programs in C")


def test_cycles_to_tests():
    test = lakmus.generate("AArch64", "DMB.SYdWW Rfe DpAddrdR Fre")
    assert (test.name, lakmus.run(test).observation) == ("MP+dmb.sy+addr", "never")
    assert lakmus.generate("C", "PodWW Rfe PodRR Fre", name="mine", type="uint64_t").name == "mine"
    with pytest.raises(lakmus.Refused) as caught:
        lakmus.generate("AArch64", "PodWW Rfee")
    assert caught.value.column == 7
    with pytest.raises(lakmus.Refused):
        lakmus.generate("AArch64", "PodWW PodWW")
    with pytest.raises(lakmus.Refused):
        lakmus.generate("PDP11", "PodWW Rfe PodRR Fre")
    assert "AArch64" in lakmus.architectures() and "PodWW" in lakmus.edges("X86_64")


def test_all_cycles_of_a_pool():
    tests = lakmus.generate_all("X86_64", ["Pod**", "Rfe", "Fre", "Wse"], size=4, threads=2)
    names = {test.name for test in tests}
    assert {"SB", "MP", "LB"} <= names and len(names) == len(tests)
    assert len(lakmus.generate_all("X86_64", ["Pod**", "Rfe", "Fre", "Wse"], size=4, limit=3)) == 3


def test_logs_are_read_and_compared(tmp_path):
    log = """Test SB Allowed
States 1
0:rax=0; 1:rax=1;
No
Witnesses
Positive: 0 Negative: 1
Condition exists (0:rax=0 /\\ 1:rax=0)
Observation SB Never 0 1
Hash=00000000000000000000000000000000

"""
    first, second, other = (tmp_path / name for name in ("first", "second", "other"))
    first.write_text(log)
    second.write_text(log.replace("States 1\n", "States 2\n0:rax=0; 1:rax=0;\n").replace("No\n", "Ok\n"))
    other.write_text(log.replace("Hash=0", "Hash=1"))
    (block,) = lakmus.read_log(first)
    assert (block.test, block.kind, block.verdict, block.negative) == ("SB", "allowed", "no", 1)
    assert block.states == [{"0:rax": "0", "1:rax": "1"}]
    (found,) = lakmus.compare(first, second, first, other)
    differs, same, another = found.others
    assert differs.outcome == "differs" and differs.added == [{"0:rax": "0", "1:rax": "0"}]
    assert differs.changed == ["verdict"] and same.outcome == "same" and another.outcome == "another-test"
    assert not found.same and lakmus.compare(first, first)[0].same
    first.write_text("no log\n")
    with pytest.raises(lakmus.Refused):
        lakmus.read_log(first)
    with pytest.raises(lakmus.Refused):
        lakmus.read_log(tmp_path / "not there")


def test_java():
    result = lakmus.java(EXAMPLES / "thin-air.litmus")
    assert (result.verdict, result.passes) == ("forbidden", True) and result.outcomes
    assert lakmus.java(REPOSITORY / "corpus/java/LB+positive.litmus").verdict == "allowed"
    assert "jls" in lakmus.java_rules()
    with pytest.raises(lakmus.Refused):
        lakmus.java(EXAMPLES / "thin-air.litmus", rules="nothing")


def test_mixing_tables():
    test = REPOSITORY / "crates/lakmus/tests/mix/tests/MP.litmus"
    mixed = lakmus.mix([test], tables=["riscv-a6c", "riscv-a6s"])
    assert mixed.profiles == ["riscv-a6c", "riscv-a6s"] and mixed.bugs == []
    assert mixed.tests[0]["judged"] > 0
    assert "riscv-a6c" in lakmus.mapping_tables()
    with pytest.raises(lakmus.Refused):
        lakmus.mix([test], tables=["no such table"])


def test_mixing_finds_what_is_wrong():
    # The proposal of Mix Testing (OOPSLA 2024), section 5.3: loads by LDAPR want a barrier behind stores, which the other table does not have.
    sb = REPOSITORY / "crates/lakmus/tests/mix/tests/SB.litmus"
    mixed = lakmus.mix([sb], tables=["aarch64-jvm-ldapr", "aarch64-abi"])
    assert {bug["test"] for bug in mixed.bugs} == {"SB"}
    assert set(mixed.bugs[0]["assignment"].values()) == {"aarch64-jvm-ldapr", "aarch64-abi"}
    # Its example is a test, which can be run.
    assert lakmus.run(lakmus.Test(mixed.bugs[0]["litmus"])).observation == "sometimes"


def test_litmus_tests_are_verified():
    result = lakmus.verify(REPOSITORY / "corpus/x86_64/SB.litmus")
    assert (result.verdict, result.model) == ("violated", "x86tso")
    assert result.trace and result.record["outcome"] == "0:rax=0; 1:rax=0;"
    assert lakmus.verify(lakmus.read(REPOSITORY / "corpus/x86_64/SB.litmus"), "sc").verdict == "holds"
    with pytest.raises(TypeError):
        bool(result)
    with pytest.raises(lakmus.Refused):
        lakmus.verify(lakmus.read(REPOSITORY / "corpus/x86_64/SB.litmus"), "no-model")


@needs_clang
def test_programs_are_verified():
    program = EXAMPLES / "message-passing.c"
    result = lakmus.verify(program, "aarch64")
    assert result.verdict in ("holds", "violated") and "assertions" in result.record["looked_for"]
    with pytest.raises(lakmus.Refused):
        lakmus.verify([EXAMPLES / "not-there.c"])


def test_fences_of_a_program(monkeypatch):
    # Its places name sources from here.
    monkeypatch.chdir(REPOSITORY)
    result = lakmus.fence(REPOSITORY / "crates/lakmus/tests/cli/files/fence/dekker.ll", "x86tso")
    assert not result.robust and result.fences and result.model == "x86tso"
    assert all({"file", "line", "kind", "position", "cycles", "group"} <= set(fence) for fence in result.fences)
    with pytest.raises(TypeError):
        bool(result)
    with pytest.raises(ValueError):
        lakmus.fence(REPOSITORY / "crates/lakmus/tests/cli/files/fence/dekker.ll", "no-model")


@needs_clang
def test_the_diff_of_a_program_applies(tmp_path):
    source = tmp_path / "store-buffering.c"
    source.write_text((EXAMPLES / "store-buffering.c").read_text())
    result = lakmus.fence(source)
    assert not result.robust and result.remaining == 0 and result.diff.count("\n+") >= 2
    patched = subprocess.run(["patch", "-p0", str(source)], input=result.diff, text=True, capture_output=True, cwd=tmp_path)
    assert patched.returncode == 0, patched.stdout + patched.stderr
    assert lakmus.fence(source).robust


def test_a_text_that_is_no_ir_has_a_place(tmp_path):
    (tmp_path / "bad.ll").write_text("define void @main() {\n  garbage\n}\n")
    with pytest.raises(lakmus.Refused) as caught:
        lakmus.fence(tmp_path / "bad.ll")
    assert caught.value.line == 2


def test_docstrings():
    import doctest

    import lakmus.generation
    import lakmus.litmus

    for module in (lakmus, lakmus.generation, lakmus.litmus):
        outcome = doctest.testmod(module)
        assert outcome.attempted > 0 and outcome.failed == 0, module
    undocumented = [name for name in lakmus.__all__ if not getattr(lakmus, name).__doc__]
    assert undocumented == ["__version__"] or undocumented == []
