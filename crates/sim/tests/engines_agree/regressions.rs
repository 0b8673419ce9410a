//! What the engines once disagreed on, as small as it could be made.

use crate::engines_agree::{outcome, same};

/// A write and a read.
const ONE_THREAD: &str = "X86_64 one-thread
{ }
 P0            ;
 movl $1,(x)   ;
 movl (x),%eax ;
exists (0:rax=0)";

/// Two threads, a pointer that one of them follows, and a spinning read.
const POINTER: &str = "X86_64 pointer
{ int *p=&x; 0:r9=y; }
 P0            | P1              ;
 movl $1,(y)   | movq (p),%r8    ;
 movq %r9,(p)  | movl (%r8),%ebx ;
 mfence        | movl (x),%ecx   ;
 movl $1,(x)   | movl $2,(x)     ;
exists (1:rbx=1 /\\ 1:rcx=0)";

/// Several event structures, of different sizes.
const SPINNING: &str = "C spinning
{ }
P0 (atomic_int *x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
P1 (atomic_int *x, atomic_int *y) {
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
  while (r1 == 0) { r1 = atomic_load_explicit(y, memory_order_relaxed); }
}
P2 (atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
exists (1:r1=0)";

/// Both engines give a result, and the same.
#[track_caller]
fn runs(test: &str, model: &str) {
    let seen = same(test, model, false).unwrap_or_else(|difference| panic!("{difference}"));
    assert!(!seen.has_errors, "{}", outcome(test, model));
}

/// Both engines fail, and in the same way.
#[track_caller]
fn fails(test: &str, model: &str, reason: &str) {
    let seen = same(test, model, false).unwrap_or_else(|difference| panic!("{difference}"));
    let outcome = outcome(test, model);
    assert!(seen.has_errors && outcome.contains(reason), "{outcome}");
}

#[test]
fn fences_that_depend_on_the_candidate() {
    runs(POINTER, "flag ~empty (fromto (F & range (po & loc; rf^-1 | po))) as f");
    runs(POINTER, "let rec r = po | (fromto (F & range r); rf) flag ~empty r as f");
}

/// Rounds compute what is empty in all candidates, too, and so need what that is computed from.
#[test]
fn a_recursion_over_fences_that_are_not_there() {
    runs(SPINNING, "include \"cos.cat\" flag ~acyclic (let rec r = fr | (r; fromto (F)) in r) as f");
}

#[test]
fn values_compared_inside_a_recursion() {
    runs(POINTER, "let rec r = rf | different-values (r; po; r^-1) flag ~empty r as f");
}

/// Iteration from the empty set goes `{}`, `po`, `rf`, `po`, ...: only the interpreter's limits would end it.
#[test]
fn a_recursion_that_takes_away_is_not_compiled() {
    runs(POINTER, "let rec r = po \\ (r; rf) irreflexive r");
    runs(POINTER, "let rec r = rf and s = [W]; po \\ r? flag empty s as f");
}

#[test]
fn recursions_that_do_not_mention_all_they_define() {
    runs(ONE_THREAD, "let rec r = rf \\ (r; (SPEC * W)) acyclic r & po");
    runs(POINTER, "let rec r = rf | (r; po) and s = r? flag ~acyclic s as f");
}

#[test]
fn empty_sets_are_no_relations() {
    fails(ONE_THREAD, "call total ([W], [SPEC])", "expected a set of events");
    fails(ONE_THREAD, "acyclic po | (W \\ W)", "expected");
    fails(ONE_THREAD, "empty domain (domain rf)", "expected a relation");
    // An empty sequence does not say what it is empty of.
    runs(ONE_THREAD, "empty W & ([SPEC]; po)");
}

#[test]
fn the_universe_is_no_element() {
    fails(ONE_THREAD, "forall x in {_} do flag empty x as f end", "expected an element");
}

/// The complement of a sequence that is empty is the universe.
#[test]
fn what_may_be_the_universe_is_no_element() {
    fails(ONE_THREAD, "with o from {~(po; po; po)} acyclic o & po", "expected an element");
    fails(ONE_THREAD, "let rec r = _ | (r; r) with o from {r}", "expected an element");
    fails(ONE_THREAD, "with o from {~([_]; co0; po; po)} acyclic o & po", "expected an element");
    runs(ONE_THREAD, "with o from {po; po; po} acyclic o");
}

#[test]
fn the_complement_of_a_tag() {
    runs(
        ONE_THREAD,
        "enum e = 'one || 'two
         let tags = try ~'one with {}
         forall t in tags do flag ~empty rf as f end",
    );
}

#[test]
// (A name that tests of another language have: such a name is an error when an execution comes to it.)
fn what_fails_for_each_class_fails_only_if_there_is_one() {
    let by_class = "let orders s = map (fun class -> linearisations (class, ([class]; DMB.ISH))) s";
    runs(
        ONE_THREAD,
        &format!("{by_class} with o from try (orders (classes-loc (emptyset)) | {{0}}) with {{po}} flag ~empty o as f"),
    );
    runs(
        ONE_THREAD,
        "let orders s = map (fun class -> linearisations (class, [class & W]; po)) s
         with o from try (orders (classes-loc W) | {{}}) with {{0}}
         flag ~empty 0 as f",
    );
}

#[test]
fn a_choice_when_later_levels_look_at_no_event() {
    runs(ONE_THREAD, "with o from linearisations (F, pco) irreflexive [FW]; po");
    runs(ONE_THREAD, "acyclic ([FW & R]; po) & po");
}

/// Only what multiplies sets of orders as the product does is compiled as the product.
#[test]
fn products_and_what_looks_like_them() {
    let product = |united: &str, full: &str, rest: &str| {
        format!(
            "let orders (known, classes) = map (fun class -> linearisations (class, known)) classes
             let rec grow (all, part, sets) = match sets with
               || {{}} -> {full}
               || set ++ others ->
                 let rec turn (all, set) = match set with
                   || {{}} -> all
                   || one ++ more -> turn (grow (all, {united}, others), {rest})
                 end in
                 turn (all, set)
             end
             let multiply = fun sets -> grow ({{}}, 0, sets)
             with o from multiply (orders (pco, classes-loc W))
             flag ~empty (o; rf) as f"
        )
    };
    let is_compiled = |model: &str| {
        let seen = same(POINTER, model, false).unwrap_or_else(|difference| panic!("{difference}"));
        assert!(!seen.has_errors);
        seen.is_compiled
    };
    assert!(is_compiled(&product("one | part", "part ++ all", "more")));
    for [united, full, rest] in [
        ["one & loc | part", "part ++ all", "more"],
        ["one | part", "(part | co0) ++ all", "more"],
        ["one | part", "part ++ all", "{}"],
        ["one", "part ++ all", "more"],
        ["part", "part ++ all", "more"],
        ["one | part", "all", "more"],
    ] {
        assert!(!is_compiled(&product(united, full, rest)), "{united}, {full}, {rest}");
    }
}
