//! What `Model::check` says, and how failures of runs read.

use crate::common;

use common::{Plain, flags, load, load_with, render};
use lakmus_cat::{Limits, Model};
use source::Sources;

fn base() -> Plain {
    Plain::new(3)
        .with_set("W", &[0])
        .with_set("R", &[1])
        .with_relation("po", &[(0, 1)])
        .with_relation("rf", &[(0, 1)])
        .with_relation("loc", &[(0, 0)])
        .with_set("IW", &[])
        .with_relation("ext", &[(0, 1)])
        .with_relation("id", &[(0, 0), (1, 1), (2, 2)])
}

fn checked(text: &str) -> String {
    let (sources, loaded) = load(text, &base().vocabulary, &[]);
    let Some(model) = loaded.model else { panic!("{}", render(&sources, &loaded.diagnostics)) };
    render(&sources, &model.check())
}

#[test]
fn operators_on_the_wrong_kinds() {
    insta::assert_snapshot!(checked(
        "let a = po | rf | W
acyclic po; R; rf
let b = po & [W]
irreflexive b \\ W
acyclic W
let c = po [W]
empty [rf] | a | c
empty W * po
empty {W, po}
empty ~(W, R)
flag empty (po ++ W) as d
flag empty domain W as e
"
    ));
}

#[test]
fn functions_are_checked_for_each_call() {
    insta::assert_snapshot!(checked(
        "let between(s, r) = [s]; r; [s]
let apply f = fun x -> f x
acyclic between(W, po)
acyclic between(po, W)
acyclic between(W)
acyclic apply (fun s -> [s]) W
acyclic apply (fun s -> [s]) po
let rec twice(n, f) = match n with || {} -> f || x ++ xs -> (let g y = f (f y) in twice(xs, g)) end
let same x = x
let use = twice(W, same) po
acyclic use
procedure related(r, s) = empty r \\ s end
call related(po, rf)
call related(po, W)
call po(W)
let never-called x = x | po | W
acyclic never-called rf
"
    ));
}

#[test]
fn names_that_nothing_defines() {
    insta::assert_snapshot!(checked(
        "let a = po; rff
let b = try nonexistent with 0
let c = if \"vmsa\" then PTE else 0
acyclic a | b | c
let f x = x | IWW
flag ~empty f W as g
show nowhere
"
    ));
}

#[test]
fn definitions_that_nothing_uses_or_that_hide_others() {
    insta::assert_snapshot!(checked(
        "let unused = po
let used = po
let used = used | rf
let hidden = used
let hidden = rf
let seen = po
acyclic seen
let seen = rf
let po = rf
let domain = rf
let f(x, y) = let z = x in let w = x in w
procedure p(x) = let unneeded = x empty x end
call p(f(0, 0))
with choice from {po, rf}
acyclic hidden | seen | po | domain
"
    ));
    assert_eq!(checked("let for-others = po"), "", "a file that asks nothing is a library");
}

#[test]
fn tags() {
    insta::assert_snapshot!(checked(
        "enum scope = 'gpu || 'cta
let f t = match t with || 'gpu -> po || 'cluster -> rf || 'cat -> 0 end
acyclic f 'gpu
acyclic f W
acyclic f 'gpuu
"
    ));
}

#[test]
fn correct_models_have_nothing_said_about_them() {
    for model in [common::SC, common::TSO] {
        let (_, loaded) = load(model, &common::vocabulary(), &[]);
        assert!(loaded.model.unwrap().check().is_empty());
    }
    assert_eq!(
        checked(
            "let rec fold(f, start, s) = match s with || {} -> start || x ++ xs -> fold(f, f(x, start), xs) end
let keep(pair, found) = pair ++ found
let copy = fold(keep, 0, po)
let rec map f = fun s -> match s with || {} -> {} || x ++ xs -> f x ++ map f xs end
with same from map (fun r -> r^-1) {po, rf}
let (a, b) = (W, po)
let rec c = a | range([d]; b) and d = c & R
let x = if copy subset po then {} else W
acyclic copy | same | [x | c | (if 'never = 'never then 0 else _)]
"
            .replace("(if 'never = 'never then 0 else _)", "_")
            .as_str()
        ),
        ""
    );
}

#[test]
fn failures_of_runs() {
    let failure = |text: &str| flags(text, &base()).unwrap_err();
    insta::assert_snapshot!(failure("let a = po; rff\nacyclic a"));
    insta::assert_snapshot!(failure("let inner x = x | W\nlet outer x = [W]; inner x\nacyclic outer po"));
    insta::assert_snapshot!(failure("enum t = 'a || 'b\nempty match 'b with 'a -> 0 end"));
    insta::assert_snapshot!(failure("assert empty W as no-writes"));
    insta::assert_snapshot!(failure("with x from W"));
    insta::assert_snapshot!(failure("empty tag2events('r)"));
    insta::assert_snapshot!(failure("enum t = 'x\nempty tag2events('x)"));
}

#[test]
fn files_that_do_not_exist() {
    let mut files = common::library();
    files.0.remove(0);
    let (sources, loaded) = load_with(files, "include \"a.cat\"\ninclude \"a.cat\"", &base().vocabulary, &[]);
    assert!(loaded.model.is_none());
    insta::assert_snapshot!(render(&sources, &loaded.diagnostics));
}

#[test]
fn bell_files_declare_annotations() {
    let text = "
        \"annotations\"
        enum order = 'once || 'acquire || 'release
        enum barrier = 'full
        let strong = order \\ {'once}
        instructions R[{'once, 'acquire}]
        instructions W[strong \\ {'acquire}]
        instructions F[barrier, order]
        default R['once]
        empty nonexistent
    ";
    let (_, loaded) = load(text, &base().vocabulary, &[]);
    let declarations = loaded.model.unwrap().declarations(&Limits::default()).unwrap();
    insta::assert_debug_snapshot!(declarations);
    let wrong = ["enum t = 'a || 'b default R[t]", "instructions Q[{}]", "instructions R[W]"];
    for text in wrong {
        let (sources, loaded) = load(text, &base().vocabulary, &[]);
        let failure = loaded.model.unwrap().declarations(&Limits::default()).unwrap_err();
        insta::assert_snapshot!(render(&sources, &[failure.to_diagnostic()]));
    }
}

#[test]
fn a_bell_file_is_part_of_the_model() {
    let mut sources = Sources::new();
    let bell = sources.add("test.bell", "enum order = 'once let Bell = W instructions R[{'once}]");
    let model = sources.add(common::MODEL, "LISA \"with bell\" flag ~empty Bell as seen");
    let loaded = Model::load(&mut sources, model, Some(bell), &mut common::library(), &base().vocabulary, &|_| false);
    let model = loaded.model.unwrap();
    assert_eq!((model.architecture(), model.title()), (Some("LISA"), Some("with bell")));
    let verdicts = common::verdicts(&model, &base(), &Default::default(), &Limits::default()).unwrap();
    assert_eq!(verdicts, [common::Verdict::Accepted(vec!["seen".to_owned()])]);
}
