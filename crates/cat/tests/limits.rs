//! Models that do not end, grow without bound or nest too deep are refused with a reason; nothing overflows a stack.

use crate::common;

use common::{Plain, flags_with, load, render};
use lakmus_cat::{Limits, NESTING_LIMIT};

fn base() -> Plain {
    Plain::new(12).with_set("A", &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).with_relation("r", &[(0, 1)])
}

#[track_caller]
fn stops(model: &str, limits: &Limits<'_>, reason: &str) {
    let failure = flags_with(model, &base(), limits).unwrap_err();
    assert!(failure.contains(reason), "{failure}");
}

#[test]
fn recursion_without_end() {
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    stops("let rec f x = f x flag empty (f A) as f", &limits, "too many steps");
    stops("let rec f x = f x | A flag empty (f A) as f", &Limits { depth: 10_000, ..limits }, "too deep a recursion");
    stops("let rec f x = f (x, x) flag empty (f A) as f", &limits, "too deep a recursion");
    stops("let rec f x = f {x} flag empty (f A) as f", &limits, "too deep a recursion");
    stops("let rec f g = f (fun x -> g x) flag empty (f (fun x -> x)) as f", &limits, "too deep a recursion");
    stops(
        "let rec f g = let h = (if 0 = 0 then g else g) in f (fun x -> h x) flag empty (f (fun x -> x)) as f",
        &limits,
        "too deep",
    );
    stops("procedure rec p(x) = call p(x) flag empty x as f end call p(A)", &limits, "too deep a recursion");
    stops("procedure rec p(x) = call p(x) end call p(A)", &limits, "too many steps");
}

#[test]
fn fixpoints_that_never_settle() {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    // The two values take turns.
    let model = "let rec a = if a = r then r^-1 else r flag empty a as f";
    stops(model, &limits, "too many steps");
    stops("let rec f = {f} flag empty f as f", &limits, "too deep a recursion");
}

#[test]
fn sets_that_explode() {
    let limits = Limits { elements: 1000, ..Limits::default() };
    stops(
        "flag empty (match linearisations(A, 0) with || {} -> A || x ++ xs -> x end) as f",
        &limits,
        "too many elements",
    );
    let power = "
        let rec power s = match s with
        || {} -> {} ++ {}
        || x ++ xs -> let p = power xs in p | (let rec each q = match q with || {} -> {} || y ++ ys -> (x ++ y) ++ each ys end in each p)
        end
        flag empty (match power A with || {} -> A || x ++ xs -> x end) as f";
    stops(power, &limits, "too many elements");
}

#[test]
fn try_does_not_catch_limits() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    stops("let rec f x = f x flag empty (try f A with A) as f", &limits, "too many steps");
}

#[test]
fn a_run_can_be_cancelled() {
    let calls = std::cell::Cell::new(0);
    let cancelled = || calls.replace(calls.get() + 1) == 5;
    let limits = Limits { cancelled: &cancelled, ..Limits::default() };
    stops("let rec f x = f x flag empty (f A) as f", &limits, "cancelled");
}

#[test]
fn deep_recursion_within_the_limits_is_no_trouble() {
    // 4096 sets, taken one by one by a function that is not a loop.
    let model = "
        let rec subsets s = match s with
        || {} -> {0}
        || x ++ xs -> let p = subsets xs in
          let rec with-x(found, q) = match q with || {} -> found || y ++ ys -> with-x((x ++ y) ++ found, ys) end in with-x(p, p)
        end
        let rec union s = match s with || {} -> 0 || x ++ xs -> x | union xs end
        flag empty A \\ union (subsets A) as all";
    assert_eq!(flags_with(model, &base(), &Limits::default()).unwrap(), ["all"]);
}

#[test]
fn nesting_in_the_text() {
    let limit = NESTING_LIMIT as usize;
    let nested = [
        format!("let x = {}A{}", "(".repeat(limit * 3), ")".repeat(limit * 3)),
        format!("let x = {}A", "~".repeat(limit * 1000)),
        format!("let x = A{}", "+ ".repeat(limit * 1000)),
        format!("let x = A{}", "^-1".repeat(limit * 1000)),
        format!("let x = {}A", "A \\ ".repeat(limit * 1000)),
        format!("let x = {}A", "A ++ ".repeat(limit * 1000)),
        format!("let x = {}A", "let y = A in ".repeat(limit * 1000)),
        format!("let x = f {}", "A ".repeat(limit * 1000)),
        format!("let x = {}", "{".repeat(limit * 1000)),
        format!("if {}\"v\" end", "not ".repeat(limit * 1000)),
        format!("if \"v\" {} end", "|| \"v\"".repeat(limit * 1000)),
        "forall x in A do ".repeat(limit * 1000),
    ];
    for text in nested {
        let (sources, loaded) = load(&text, &base().vocabulary, &[]);
        assert!(loaded.model.is_none());
        let message = render(&sources, &loaded.diagnostics);
        assert!(message.contains("nested more than"), "{}", &message[..message.len().min(300)]);
    }
    let long = format!("let x = {}A flag ~empty x as x", "A | ".repeat(100_000));
    let (_, loaded) = load(&long, &base().vocabulary, &[]);
    assert!(loaded.model.is_some(), "long is not deep");
}

#[test]
fn files_that_include_one_another() {
    let mut files = common::library();
    files.0.push(("a.cat", "include \"b.cat\"".to_owned()));
    files.0.push(("b.cat", "include \"a.cat\"".to_owned()));
    let (sources, loaded) = common::load_with(files.clone(), "include \"a.cat\"", &base().vocabulary, &[]);
    insta::assert_snapshot!(render(&sources, &loaded.diagnostics));

    const NAMES: [&str; 30] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
    ];
    for pair in NAMES.windows(2) {
        files.0.push((pair[0], format!("include \"{0}\" include \"{0}\"", pair[1])));
    }
    files.0.push(("29", "let x = 0".to_owned()));
    let (sources, loaded) = common::load_with(files, "include \"0\"", &base().vocabulary, &[]);
    let message = render(&sources, &loaded.diagnostics);
    assert!(message.contains("more than 1000000 instructions"), "{message}");
}

#[test]
fn nesting_through_includes_and_calls() {
    const NAMES: [&str; 50] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37",
        "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49",
    ];
    let depth = NESTING_LIMIT as usize - 5;
    let mut files = common::library();
    for pair in NAMES.windows(2) {
        let (open, close) = ("forall x in {A} do ".repeat(depth), " end".repeat(depth));
        files.0.push((pair[0], format!("{open} include \"{}\" {close}", pair[1])));
    }
    files.0.push(("49", "let x = 0".to_owned()));
    let (sources, loaded) = common::load_with(files, "include \"0\"", &base().vocabulary, &[]);
    assert!(render(&sources, &loaded.diagnostics).contains("nested more than"));

    let mut text = "let f0 x = x\n".to_owned();
    for number in 1..60 {
        text +=
            &format!("let f{number} x = {} f{} x {}\n", "(r; ".repeat(depth / 2), number - 1, ")".repeat(depth / 2));
    }
    let (_, loaded) = load(&format!("{text} acyclic f59 r"), &base().vocabulary, &[]);
    assert!(!loaded.model.unwrap().check().iter().any(source::Diagnostic::is_error));
}
