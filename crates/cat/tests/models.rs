//! Models on candidate executions: what is accepted, how often, and what flags, choices and procedures do.

use crate::common;

use common::{Access::*, MP, Plain, SB, SC, TSO, Verdict, candidates, flags, load, render, verdicts, vocabulary};
use lakmus_cat::{Limits, Options, UNDEFINED};

/// How many runs over all candidates of a program are accepted and rejected.
fn count(model: &str, threads: &[&[common::Access]]) -> (usize, usize) {
    let (sources, loaded) = load(model, &vocabulary(), &[]);
    let model = loaded.model.unwrap_or_else(|| panic!("{}", render(&sources, &loaded.diagnostics)));
    let runs = candidates(threads).into_iter().flat_map(|candidate| {
        verdicts(&model, &candidate, &Options::default(), &Limits::default()).expect("the model runs")
    });
    let (accepted, rejected): (Vec<_>, Vec<_>) = runs.partition(|verdict| matches!(verdict, Verdict::Accepted(_)));
    (accepted.len(), rejected.len())
}

#[test]
fn store_buffering_separates_sc_from_tso() {
    assert_eq!(count(SC, &SB), (3, 1));
    assert_eq!(count(TSO, &SB), (4, 0));
}

#[test]
fn message_passing_does_not() {
    assert_eq!(count(SC, &MP), (3, 1));
    assert_eq!(count(TSO, &MP), (3, 1));
}

#[test]
fn coherence_orders_are_the_product_over_locations() {
    let writers: [&[common::Access]; 4] = [&[Write(0)], &[Write(0)], &[Write(0)], &[Write(1), Write(1)]];
    // Three free writes to one location, two to another in program order: 3! and, of 2, the one that the model allows.
    assert_eq!(count(SC, &writers), (6, 6));
}

#[test]
fn seven_free_writes_have_all_orders() {
    let writers: [&[common::Access]; 7] = [&[Write(0)]; 7];
    assert_eq!(count(SC, &writers), (5040, 0));
}

#[test]
fn a_cyclic_order_has_no_coherence_and_that_counts_as_one_rejection() {
    let (_, loaded) =
        load("include \"coherence.cat\" with x from product(orders-of-each({W}, loc))", &vocabulary(), &[]);
    let candidate = &candidates(&[&[Write(0)]])[0];
    let verdicts = verdicts(&loaded.model.unwrap(), candidate, &Options::default(), &Limits::default()).unwrap();
    assert_eq!(verdicts, [Verdict::Rejected("x".to_owned())]);
}

#[test]
fn an_empty_set_of_values_is_no_choice_at_all() {
    let base = Plain::new(2).with_set("A", &[0]).with_relation("r", &[(0, 1), (1, 0)]);
    let (_, loaded) = load("with x from linearisations(_, r)", &base.vocabulary, &[]);
    assert_eq!(verdicts(&loaded.model.unwrap(), &base, &Options::default(), &Limits::default()).unwrap(), []);
}

#[test]
fn choices_multiply_and_come_in_order() {
    let base = Plain::new(3).with_set("A", &[0]).with_set("B", &[1]);
    let model = "
        with x from {A, B}
        with y from {A, B, A | B}
        flag empty x \\ A as x-is-A
        flag empty y \\ A as y-is-A
        empty y \\ (A | x) as y-within
    ";
    let (_, loaded) = load(model, &base.vocabulary, &[]);
    let found = verdicts(&loaded.model.unwrap(), &base, &Options::default(), &Limits::default()).unwrap();
    let accepted = |flags: &[&str]| Verdict::Accepted(flags.iter().map(|&flag| flag.to_owned()).collect());
    let rejected = || Verdict::Rejected("y-within".to_owned());
    // Sets compare as sorted lists: {0} < {0, 1} < {1}.
    let expected =
        [accepted(&["x-is-A", "y-is-A"]), rejected(), rejected(), accepted(&["y-is-A"]), accepted(&[]), accepted(&[])];
    assert_eq!(found, expected);
}

#[test]
fn flags_and_undefined_behaviour() {
    let base = Plain::new(2).with_set("A", &[0]);
    let model = "
        flag ~empty A as some
        flag empty A as none
        undefined_unless empty A as defined
        undefined_unless ~empty A as not-this-one
    ";
    assert_eq!(flags(model, &base).unwrap(), [UNDEFINED, "some"]);
}

#[test]
fn procedures_keep_their_definitions_to_themselves_and_their_flags_not() {
    let base = Plain::new(2).with_set("A", &[0]).with_set("B", &[1]);
    let model = "
        let x = A
        procedure marks(s, t) =
          let x = s & t
          flag empty x as disjoint
        end
        call marks(A, B)
        flag empty x \\ A as kept
        procedure rec descend(s) =
          match (if s = {} then 'stop else 'go) with
          || 'stop -> flag empty s as reached
          || 'go -> call descend(match s with || {} -> {} || e ++ rest -> rest end)
          end
        end
        call descend(_ | A)
    ";
    let model = format!("enum step = 'go || 'stop\n{}", model.replace("_ | A", "A | B"));
    assert_eq!(flags(&model, &base).unwrap(), ["disjoint", "kept", "reached"]);
}

#[test]
fn a_failing_check_in_a_procedure_rejects_unless_the_call_is_skipped() {
    let base = Plain::new(2).with_set("A", &[0]);
    let model = "
        procedure nothing(s) = empty s as inner end
        call nothing(A) as outer
        flag ~empty A as after
    ";
    let run = |skip: &[&str], strict_skip| {
        let (_, loaded) = load(model, &base.vocabulary, &[]);
        let skip = skip.iter().map(|&name| name.to_owned()).collect();
        let options = Options { skip, strict_skip, ..Options::default() };
        verdicts(&loaded.model.unwrap(), &base, &options, &Limits::default()).unwrap().remove(0)
    };
    assert_eq!(run(&[], false), Verdict::Rejected("inner".to_owned()));
    for name in ["outer", "nothing", "inner"] {
        assert_eq!(run(&[name], false), Verdict::Accepted(vec!["after".to_owned()]), "skipping {name}");
        assert_eq!(run(&[name], true), Verdict::Accepted(vec!["after".to_owned()]), "skipping {name} strictly");
    }
}

#[test]
fn strict_skipping_reports_what_would_fail() {
    let base = Plain::new(2).with_set("A", &[0]);
    let (_, loaded) = load("empty A as fails empty (A \\ A) as holds", &base.vocabulary, &[]);
    let skip = ["fails", "holds"].map(str::to_owned).into();
    let options = Options { skip, strict_skip: true, ..Options::default() };
    let mut skipped = Vec::new();
    lakmus_cat::interpret(&loaded.model.unwrap(), &base, &options, &Limits::default(), &mut |run| {
        let lakmus_cat::Run::Accepted(accepted) = run else { panic!("both are skipped") };
        skipped.extend(accepted.skipped.iter().map(|&name| name.to_owned()));
        std::ops::ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(skipped, ["fails"]);
}

#[test]
fn forall_goes_through_a_set_and_choices_within_combine() {
    let base = Plain::new(3).with_set("A", &[0]).with_set("B", &[1]);
    let model = "
        forall s in {A, B} do
          with t from {s, A | B}
          let same = s
          flag ~empty t \\ same as larger
        end
    ";
    let (_, loaded) = load(model, &base.vocabulary, &[]);
    let found = verdicts(&loaded.model.unwrap(), &base, &Options::default(), &Limits::default()).unwrap();
    let larger = || Verdict::Accepted(vec!["larger".to_owned()]);
    assert_eq!(found.len(), 4);
    assert_eq!(found.iter().filter(|verdict| **verdict == larger()).count(), 3);
}

#[test]
fn a_match_among_instructions_defines_names_for_what_follows() {
    let base = Plain::new(2).with_set("A", &[0]).with_set("B", &[1]);
    let model = |tag: &str| {
        format!(
            "enum t = 'a || 'b || 'c
             let outer = A
             match '{tag} with
             || 'a -> let x = A let outer = B
             || 'b -> let x = B
             || _ -> show A
             end
             flag ~empty (try x with 0) as some
             flag empty x \\ A as x-is-A
             flag empty outer \\ B as outer-is-B"
        )
    };
    assert_eq!(flags(&model("a"), &base).unwrap(), ["outer-is-B", "some", "x-is-A"]);
    assert_eq!(flags(&model("b"), &base).unwrap(), ["some"]);
    let failure = flags(&model("c"), &base).unwrap_err();
    assert!(failure.contains("`x` is not defined"), "{failure}");
}

#[test]
fn variants_choose_among_instructions_and_among_values() {
    let base = Plain::new(2).with_set("A", &[0]);
    let model = "
        if \"on\" && not \"off\" let x = A include \"more.cat\" else include \"missing.cat\" end
        flag ~empty (if \"off\" || not \"on\" then nonexistent else x) as x
    ";
    let mut files = common::library();
    files.0.push(("more.cat", "flag ~empty x as included".to_owned()));
    let (sources, loaded) = common::load_with(files.clone(), model, &base.vocabulary, &["on"]);
    let model_on = loaded.model.unwrap_or_else(|| panic!("{}", render(&sources, &loaded.diagnostics)));
    let found = verdicts(&model_on, &base, &Options::default(), &Limits::default()).unwrap();
    assert_eq!(found, [Verdict::Accepted(vec!["included".to_owned(), "x".to_owned()])]);
    let (_, loaded) = common::load_with(files, model, &base.vocabulary, &["on", "off"]);
    assert!(loaded.model.is_none(), "the other branch includes what does not exist");
}

#[test]
fn models_can_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<lakmus_cat::Model>();
}
