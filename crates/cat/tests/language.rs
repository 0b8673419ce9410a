//! The meaning of expressions.

use crate::common;

use common::{Plain, flags, shown};

/// Events 0..4; `step` goes 0 -> 1 -> 2 -> 3.
fn base() -> Plain {
    Plain::new(4).with_set("A", &[0, 1]).with_set("B", &[1, 2]).with_relation("step", &[(0, 1), (1, 2), (2, 3)])
}

/// Asserts that `left` and `right` are worth the same.
#[track_caller]
fn same(left: &str, right: &str) {
    let model = format!("show ({left}) as left show ({right}) as right");
    let found = shown(&model, &base()).unwrap();
    assert_eq!(found.get("left"), found.get("right"), "{left} and {right}");
    assert!(found.contains_key("left"), "{left} is no set or relation");
}

#[track_caller]
fn fails(expression: &str, reason: &str) {
    let failure = flags(&format!("flag empty ({expression}) as f"), &base()).unwrap_err();
    assert!(failure.contains(reason), "{failure}");
}

#[test]
fn universe_and_empty_take_the_kind_of_the_other_operand() {
    same("_ & A", "A");
    same("_ \\ A", "~A");
    same("~{} & A", "A");
    same("A | 0", "A");
    same("step | 0", "step");
    same("step | {}", "step");
    same("[_]", "(0 | {})*");
    same("[_]; step", "step");
    same("_; step", "_ * {}^-1 | (_ * range step)");
    same("domain _", "_ | A");
    same("0?", "[_]");
}

#[test]
fn closures_are_not_lost_in_unions() {
    same("(step+ | 0); step", "step+; step");
    same("step* ", "step+ | [_]");
}

#[test]
fn sequences_stop_at_the_first_empty_prefix() {
    same("[A \\ A]; nonexistent", "0");
    same("(step & 0); nonexistent", "0");
    fails("[A]; nonexistent", "`nonexistent` is not defined");
}

#[test]
fn definitions_are_evaluated_when_they_are_needed() {
    same("let unused = nonexistent in A", "A");
    same("let (a, b) = (A, nonexistent) in try b with (try a with B)", "B");
    same("let x = A in let f y = x | y in let x = B in f {}", "A");
    same("let f(x) = if x = {} then 0 else nonexistent in f {}", "0");
}

#[test]
fn try_catches_errors_of_any_depth() {
    same("try nonexistent with A", "A");
    same("try (A | step) with B", "B");
    same("let rec f s = match s with || {} -> fail s || e ++ rest -> f rest end in try f A with A", "A");
    same("try (try fail A with fail B) with A | B", "A | B");
}

#[test]
fn recursion_over_sets_takes_the_least_element_first() {
    same("match A with || {} -> {} || e ++ rest -> e ++ {} end", "A \\ B");
    same("match step with || {} -> 0 || p ++ rest -> p ++ 0 end", "[A \\ B]; step");
    same("match A with || {} -> {} || before | e ++ after -> after end", "A & B");
    same("match {} with || e ++ rest -> A || {} -> B end", "B");
    same("let rec sum s = match s with || {} -> {} || x ++ xs -> x | sum xs end in sum {A, B, A}", "A | B");
}

#[test]
fn pairs_and_tuples_are_taken_apart() {
    same("match step with || {} -> {} || (p) ++ rest -> p ++ 0 end".replace("(p)", "p").as_str(), "[A \\ B]; step");
    same("let f(x, y) = {x, y} in match step with || {} -> {} || p ++ rest -> f p end", "A");
    same(
        "let swap(x, y) = (y, x) in match step with || {} -> 0 || p ++ rest -> swap p ++ 0 end",
        "([A \\ B]; step)^-1",
    );
    same("match step with || {} -> 0 || p ++ rest -> p^-1 ++ 0 end", "([A \\ B]; step)^-1");
}

#[test]
fn fixpoints_iterate_one_definition_after_the_other() {
    same("let rec r = step | (r; r) in r", "step+");
    same("let rec r = step \\ r in r", "0");
    // In each round `b` sees the new `a`.
    same("let rec a = step and b = a; step in b", "step; step");
    same("let rec reach = A | range([reach]; step) in reach", "A | ~A");
    same("let rec odd = step | (even; step) and even = odd; step in odd", "step | (step; step; step)");
}

#[test]
fn functions_in_a_fixpoint_see_the_round() {
    same("let rec r = step | f r and f x = x; r in r", "step+");
}

#[test]
fn tags_sets_and_conditions() {
    let model = "
        enum colour = 'red || 'green || 'blue
        let warm = {'red}
        flag empty (if 'red in warm then A else 0) as no-1
        flag ~empty (if 'green in ~warm then A else 0) as yes-1
        flag ~empty (if ~warm = {'blue, 'green} then A else 0) as yes-2
        flag ~empty (if warm subset colour then A else 0) as yes-3
        flag ~empty (match 'blue with || 'red -> 0 || _ -> A end) as yes-4
        flag ~empty (if (A & B) subset A then A else 0) as yes-5
        flag ~empty (if A subset B then 0 else A) as yes-6
        let rec count tags = match tags with || {} -> {} || tag ++ rest -> (match tag with || 'red -> A || _ -> B end) | count rest end
        flag ~empty (count ('red ++ {}) & A) as yes-7
    ";
    let expected: Vec<String> = (1..=7).map(|number| format!("yes-{number}")).collect();
    assert_eq!(flags(model, &base()).unwrap(), expected);
}

#[test]
fn linearisations_and_classes() {
    same("match linearisations(A, 0) with || {} -> 0 || o ++ others -> o end", "step & (A * A)");
    same("match linearisations(A, step^-1) with || {} -> 0 || o ++ others -> o end", "(step & (A * A))^-1");
    same("let rec all s = match s with || {} -> {} || c ++ cs -> c | all cs end in all (classes step)", "A | ~A");
    same("delift(lift({A}, step))", "A * A");
    same("deliftinter(step, lift({A}, step))", "step & (A * A)");
    same("bisimulation(step, _ * _)", "[_]");
    fails("fail A", "`fail` is called on a set of events");
    fails("classes-loc A", "`classes-loc` is not supported");
}

#[test]
fn operands_of_the_wrong_kind() {
    fails("A | step", "expected a set of events, found a relation");
    fails("A; step", "expected a relation, found a set of events");
    fails("step A", "expected a function, found a relation");
    fails("A & step", "a set of events and a relation do not go together");
    fails("{A, step}", "a relation and a set of events do not go together");
    fails("let f(x, y) = x in f A", "expected a tuple of 2");
    fails("match A with || 'a -> 0 end", "expected a tag, found a set of events");
    fails("step ++ A", "expected an event, found a relation");
    fails("A ++ step", "expected a pair of events, found a set of events");
}

#[test]
fn checks_want_relations() {
    let failure = flags("acyclic A", &base()).unwrap_err();
    assert!(failure.contains("expected a relation, found a set of events"), "{failure}");
    let failure = flags("empty {A}", &base()).unwrap_err();
    assert!(failure.contains("expected a set or relation, found a set of values"), "{failure}");
}
