"""Tests and models: reading, running, executions, explanations."""

import pickle
import threading
import xml.etree.ElementTree as ElementTree

import pytest

import lakmus

SB = """X86_64 SB
{ x=0; y=0; }
 P0           | P1           ;
 movl $1,(x)  | movl $1,(y)  ;
 movl (y),%eax| movl (x),%eax;
exists (0:rax=0 /\\ 1:rax=0)
"""


def test_a_test_says_what_it_is():
    test = lakmus.Test(SB, "SB.litmus")
    assert (test.name, test.architecture, test.file, test.text) == ("SB", "X86_64", "SB.litmus", SB)
    assert test.condition == r"exists (0:rax=0 /\ 1:rax=0)"
    assert (test.default_model, len(test.hash), test.warnings) == ("x86tso", 32, ())


def test_results_are_those_of_the_command():
    result = lakmus.run(lakmus.Test(SB), "x86tso")
    assert (result.test, result.model, result.kind, result.verdict) == ("SB", "x86tso", "allowed", "ok")
    assert (result.observation, result.positive, result.negative) == ("sometimes", 1, 3)
    assert {"0:rax": "0", "1:rax": "0"} in result.states and len(result.states) == 4
    assert result.complete and result.flags == []
    assert "<td>0</td>" in result._repr_html_()
    assert lakmus.run(lakmus.Test(SB), "sc").observation == "never"


def test_goals():
    test = lakmus.Test(SB)
    assert lakmus.run(test, goal="states").mode == "states"
    assert lakmus.run(test, goal="decide").mode == "decide"
    with pytest.raises(ValueError):
        lakmus.run(test, goal="all")


def test_a_result_is_no_truth_value():
    with pytest.raises(TypeError):
        bool(lakmus.run(lakmus.Test(SB)))


def test_models_have_other_names():
    assert lakmus.run(lakmus.Test(SB), "x86tso").model == "x86tso"
    assert lakmus.run(lakmus.Test(SB)).model == "x86tso"
    assert {"sc", "x86tso", "aarch64", "rc11"} <= {model.name for model in lakmus.models()}


def test_a_mistake_in_a_test_has_its_place():
    with pytest.raises(lakmus.Refused) as caught:
        lakmus.Test(SB.replace("movl $1,(x)", "mvol $1,(x)"), "SB.litmus")
    error = caught.value
    assert (error.file, error.line, error.column) == ("SB.litmus", 4, 2)
    assert error.code == "unknown-instruction" and error.help == ("did you mean `movl`?",)
    assert "SB.litmus:4:2" in str(error) and isinstance(error, lakmus.LakmusError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.diagnostics == error.diagnostics


def test_a_mistake_in_a_model_has_its_place():
    with pytest.raises(lakmus.Refused) as caught:
        lakmus.run(lakmus.Test(SB), lakmus.Model.from_text('"M"\nacyclic po | | rf', "m.cat"))
    assert (caught.value.file, caught.value.line) == ("m.cat", 2)
    with pytest.raises(lakmus.Refused) as caught:
        lakmus.run(lakmus.Test(SB), "x86tsso")
    assert caught.value.help == ("did you mean `x86tso`?",)


def test_models_include_files(tmp_path):
    (tmp_path / "own.cat").write_text("let order = po | rf | co | fr\n")
    (tmp_path / "model.cat").write_text('"mine"\ninclude "cos.cat"\ninclude "own.cat"\nacyclic order as all\n')
    result = lakmus.run(lakmus.Test(SB), tmp_path / "model.cat")
    assert result.observation == "never" and result.model.endswith("model.cat")
    elsewhere = lakmus.Model.from_text((tmp_path / "model.cat").read_text(), include=[tmp_path])
    assert lakmus.run(lakmus.Test(SB), elsewhere).observation == "never"


def test_variants():
    with pytest.raises(lakmus.Refused):
        lakmus.run(lakmus.Test(SB), lakmus.Model("x86tso", variants=["nothing-of-this-name"]))


def test_many_tests(corpus):
    tests = lakmus.read_all(sorted((corpus / "x86_64").glob("*.litmus")))
    assert len(tests) > 5
    results = lakmus.run_all(tests)
    together = lakmus.run_all(tests, jobs=2)
    assert [result.to_dict() for result in results] == [result.to_dict() for result in together]
    table = pytest.importorskip("pandas") and results.to_pandas()
    assert list(table["test"]) == [test.name for test in tests] and table["states"].sum() > 10
    assert set(results[0].to_pandas().columns) == set(results[0].states[0])


def test_tests_without_a_result_are_kept_apart(tmp_path):
    (tmp_path / "a.litmus").write_text(SB)
    (tmp_path / "b.litmus").write_text(SB.replace("movl", "mvol"))
    with pytest.raises(lakmus.Refused):
        lakmus.read_all([tmp_path])
    tests = lakmus.read_all([tmp_path], errors="skip")
    assert [test.name for test in tests] == ["SB"]
    results = lakmus.run_all(tests, lakmus.Model.from_text("acyclic nothing", "m.cat"), errors="keep")
    assert len(results) == 0 and results.failed[0].error.code == "unbound-name"


def test_executions_are_graphs():
    allowed = lakmus.executions(lakmus.Test(SB), "sc")
    assert len(allowed) == 3 and all(execution.allowed for execution in allowed)
    (forbidden,) = lakmus.executions(lakmus.Test(SB), "sc", allowed=False)
    assert forbidden.satisfies_condition and forbidden.final_state == "0:rax=0; 1:rax=0;"
    assert len(lakmus.executions(lakmus.Test(SB), "sc", allowed=None)) == 4
    assert len(lakmus.executions(lakmus.Test(SB), "sc", limit=2)) == 2
    reads = [number for number, event in enumerate(forbidden.events) if event.kind == "read"]
    assert len(reads) == 2 and forbidden.events[reads[0]].text == "Ry=0"
    assert len(forbidden.relations["rf"]) == 2 and len(forbidden.relations["fr"]) == 2
    assert any("-fr" in chain for violation in forbidden.violations for chain in violation.chains)
    networkx = pytest.importorskip("networkx")
    graph = forbidden.to_networkx()
    assert graph.nodes[reads[0]]["location"] == "y"
    order = forbidden.to_networkx(["po", "rf", "co", "fr"])
    assert not networkx.is_directed_acyclic_graph(networkx.DiGraph(order))
    assert networkx.is_directed_acyclic_graph(networkx.DiGraph(allowed[0].to_networkx(["po", "rf", "co", "fr"])))


def test_drawings():
    (execution,) = lakmus.executions(lakmus.Test(SB), "sc", allowed=False)
    for svg in (execution._repr_svg_(), execution.to_svg(dark=True), execution.to_svg(headline="why")):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert execution.to_dot().startswith("digraph") and "Wx=1" in execution.to_text()


def test_explanations():
    explanation = lakmus.explain(lakmus.Test(SB), "sc")
    assert explanation.outcome == "forbidden" and explanation.nearest
    assert "-fr" in str(explanation) and not explanation.execution.allowed
    assert "<svg" in explanation._repr_svg_()
    allowed = lakmus.explain(lakmus.Test(SB), "x86tso")
    assert allowed.outcome == "allowed" and allowed.execution.allowed
    nothing = lakmus.explain(lakmus.Test(SB.replace("0:rax=0 ", "0:rax=7 ")), "sc")
    assert nothing.outcome == "no_candidate" and nothing.execution is None and nothing._repr_svg_() is None


def test_tests_go_to_other_processes():
    test = pickle.loads(pickle.dumps(lakmus.Test(SB, "SB.litmus")))
    assert (test.name, test.file) == ("SB", "SB.litmus")


def test_other_threads_go_on_meanwhile():
    going, counted = True, 0

    def count():
        nonlocal counted
        while going:
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(lakmus.LimitReached):
        lakmus.run(large_test(), timeout=0.5)
    going = False
    thread.join()
    assert counted > 1000


def test_a_limit_of_time_is_no_result():
    with pytest.raises(lakmus.LimitReached):
        lakmus.run(large_test(), timeout=0.1)
    with pytest.raises(ValueError):
        lakmus.run(lakmus.Test(SB), timeout=-1)


def large_test() -> lakmus.Test:
    """A test with more executions than anybody waits for."""
    threads = 8
    head = " | ".join(f"P{number}" for number in range(threads))
    row = " | ".join("movl $1,(x)" for _ in range(threads))
    load = " | ".join("movl (x),%eax" for _ in range(threads))
    rows = "\n".join(f" {line} ;" for line in (head, row, load, row, load, row))
    return lakmus.Test(f"X86_64 large\n{{ x=0; }}\n{rows}\nexists (0:rax=1)\n", "large.litmus")
