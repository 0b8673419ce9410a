//! Questions about models.

use lakmus_ide::{
    CompletionKind, Document, Place, ShippedOnly, Texts, TokenKind, completion, definition, diagnostics, hover,
    references, rename, symbols, tokens,
};

use crate::common::find;

const MODEL: &str = r#""sequential consistency"
include "cos.cat"
(* From-reads and all else. *)
let com = rf | co | fr
let internal(r) = r & int
acyclic po | com as sc
empty internal(rf) & internal (com) as unlikely
"#;

fn model() -> Document<'static> {
    Document::model("sc.cat", MODEL)
}

fn hover_at(needle: &str, skipped: usize) -> String {
    hover(&model(), &ShippedOnly, find(MODEL, needle, skipped)).expect("something stands there").markdown
}

#[test]
fn names_say_what_they_are() {
    assert!(hover_at("po |", 0).contains("base relation: program order"));
    let com = hover_at("com as", 0);
    assert!(
        com.contains("let com = rf | co | fr")
            && com.contains("a relation")
            && com.contains("From-reads and all else."),
        "{com}"
    );
    let co = hover_at("co |", 0);
    assert!(co.contains("`cos.cat`") || co.contains("ships with Lakmus"), "{co}");
    let function = hover_at("internal(rf)", 0);
    assert!(function.contains("a function of `r` (a relation), which gives a relation"), "{function}");
    assert!(hover_at("r & int", 0).contains("parameter: a relation"));
    assert!(hover_at("cos.cat", 0).contains("which ships with Lakmus"));
}

#[test]
fn fence_sets_say_what_they_order() {
    let text = "AArch64 \"t\"\nlet f = [DMB.ISHLD]\nacyclic f\n";
    let found = hover(&Document::model("t.cat", text), &ShippedOnly, find(text, "DMB", 0)).expect("a set");
    assert!(found.markdown.contains("orders reads before it with reads and writes behind it"), "{}", found.markdown);
}

#[test]
fn definitions_are_found_across_includes() {
    let of = |needle: &str, skipped| definition(&model(), &ShippedOnly, find(MODEL, needle, skipped));
    assert_eq!(of("com as", 0), [Place { file: None, range: find(MODEL, "com =", 0)..find(MODEL, "com =", 0) + 3 }]);
    let fr = of("fr\n", 0);
    assert_eq!(fr[0].file.as_deref().map(|file| file.starts_with("<lakmus>/")), Some(true));
    assert_eq!(of("cos.cat", 0), [Place { file: Some("<lakmus>/cos.cat".to_owned()), range: 0..0 }]);
    assert_eq!(of("po |", 0), []);
}

#[test]
fn a_name_is_given_another_one_everywhere() {
    let at = find(MODEL, "internal(r)", 0);
    assert_eq!(references(&model(), &ShippedOnly, at).len(), 3);
    let edits = rename(&model(), &ShippedOnly, at, "own").expect("it can be renamed");
    let mut text = MODEL.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.place.range.clone(), &edit.text);
    }
    assert_eq!(text, MODEL.replace("internal", "own"));
    let refused =
        |needle: &str, name: &str| rename(&model(), &ShippedOnly, find(MODEL, needle, 0), name).expect_err("refused");
    assert!(refused("po |", "x").contains("base sets and relations"));
    assert!(refused("fr\n", "x").contains("ships with Lakmus"));
    assert!(refused("com =", "rf").contains("has a meaning here already"));
    assert!(refused("com =", "let").contains("is no name in cat"));
}

#[test]
fn what_may_be_written_is_proposed() {
    let text = "include \"cos.cat\"\nlet mine = po\nacyclic mi\nlet later = po\n";
    let at = find(text, "mi\n", 0) + 2;
    let found = completion(&Document::model("m.cat", text), &ShippedOnly, at);
    assert_eq!(&text[found.range.clone()], "mi");
    let matching: Vec<&str> = found.matching(text).map(|found| found.label.as_str()).collect();
    assert!(matching.contains(&"mine"), "{matching:?}");
    let of = |label: &str| found.all.iter().find(|found| found.label == label);
    assert_eq!(
        of("mine").map(|found| (found.kind, found.detail.as_str())),
        Some((CompletionKind::Variable, "a relation"))
    );
    assert!(of("po").is_some_and(|found| found.documentation.contains("program order")));
    assert!(of("fr").is_some() && of("linearisations").is_some() && of("acyclic").is_some());
    assert!(of("later").is_none(), "what stands behind is not visible");
    let quote = "include \"co";
    let files = completion(&Document::model("m.cat", quote), &ShippedOnly, quote.len());
    assert!(files.matching(quote).any(|file| file.label == "cos.cat"));
}

#[test]
fn mistakes_are_those_of_the_command() {
    let found = |text: &str| {
        let found = diagnostics(&Document::model("m.cat", text), &ShippedOnly);
        found.into_iter().map(|found| (found.code, text[found.range].to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(found("let r = po |\nacyclic r"), [("syntax", "acyclic".to_owned())]);
    assert_eq!(found("let r = po\nacyclic W"), [("unused-definition", "r".to_owned()), ("kind", "W".to_owned())]);
    assert_eq!(found("acyclic poo"), [("unbound-name", "poo".to_owned())]);
    assert_eq!(found("include \"none.cat\"\nacyclic po"), [("missing-include", "\"none.cat\"".to_owned())]);
}

/// One text that others include.
struct One(&'static str, &'static str);

impl Texts for One {
    fn included(&self, name: &str, _: &str) -> Option<(String, String)> {
        (name == self.0).then(|| (format!("/models/{name}"), self.1.to_owned()))
    }
}

#[test]
fn what_is_wrong_in_an_included_text_is_shown_where_it_is_included() {
    let text = "\"m\"\ninclude \"mine.cat\"\nacyclic mine\n";
    let wrong = diagnostics(&Document::model("m.cat", text), &One("mine.cat", "let mine = (po\n"));
    assert_eq!((wrong[0].code, &text[wrong[0].range.clone()]), ("syntax", "\"mine.cat\""));
    assert_eq!(wrong[0].labels[0].file.as_deref(), Some("/models/mine.cat"));
    let right = One("mine.cat", "let mine = po\n");
    assert_eq!(diagnostics(&Document::model("m.cat", text), &right), []);
    let place = definition(&Document::model("m.cat", text), &right, find(text, "mine\n", 0));
    assert_eq!(place, [Place { file: Some("/models/mine.cat".to_owned()), range: 4..8 }]);
}

#[test]
fn colours_follow_meanings() {
    let kinds: Vec<(String, TokenKind)> =
        tokens(&model(), &ShippedOnly).into_iter().map(|token| (MODEL[token.range].to_owned(), token.kind)).collect();
    let of = |text: &str| kinds.iter().find(|(known, _)| known == text).map(|(_, kind)| *kind);
    assert_eq!(of("po"), Some(TokenKind::Base));
    assert_eq!(of("com"), Some(TokenKind::Variable));
    assert_eq!(of("internal"), Some(TokenKind::Function));
    assert_eq!(of("r"), Some(TokenKind::Parameter));
    assert_eq!(of("sc"), Some(TokenKind::Title));
    assert_eq!(of("(* From-reads and all else. *)"), Some(TokenKind::Comment));
}

#[test]
fn the_outline_has_definitions_and_checks() {
    let names: Vec<String> = symbols(&model()).into_iter().map(|symbol| symbol.name).collect();
    assert_eq!(names, ["cos.cat", "com", "internal", "sc", "unlikely"]);
}
