//! Whatever is typed is answered about: every beginning of a text, and texts with random changes.

use std::sync::atomic::AtomicBool;

use lakmus_ide::{
    Document, LineIndex, ShippedOnly, completion, definition, diagnostics, format, hover, lenses, outcomes, references,
    rename, symbols, tokens,
};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::{self, Text};

/// Asks everything about a text, at a place. The answers have their places in the text.
fn ask(document: &Document<'_>, at: usize) {
    let text = document.text;
    let is_inside = |range: &std::ops::Range<usize>| range.start <= range.end && text.get(range.clone()).is_some();
    let found = diagnostics(document, &ShippedOnly);
    assert!(found.iter().all(|found| is_inside(&found.range)), "{found:?}");
    let mut end = 0;
    for token in tokens(document, &ShippedOnly) {
        assert!(token.range.start >= end && is_inside(&token.range), "{token:?} in {text}");
        end = token.range.end;
    }
    if let Some(hover) = hover(document, &ShippedOnly, at) {
        assert!(is_inside(&hover.range), "{hover:?}");
    }
    assert!(is_inside(&completion(document, &ShippedOnly, at).range));
    definition(document, &ShippedOnly, at);
    for place in references(document, &ShippedOnly, at) {
        assert!(place.file.is_some() || is_inside(&place.range), "{place:?}");
    }
    let _ = rename(document, &ShippedOnly, at, "another");
    assert!(symbols(document).iter().all(|symbol| is_inside(&symbol.range) && is_inside(&symbol.name_range)));
    assert!(lenses(document).iter().all(|lens| is_inside(&lens.range)));
    format(document);
}

/// Texts of each kind that are cut at each place: a test of each language, and models that have all of cat between them.
fn samples() -> Vec<Text> {
    let mut all: Vec<Text> = isa::languages()
        .iter()
        .map(|language| Text {
            name: format!("{}.litmus", language.name()),
            text: language.descriptor().sample.to_owned(),
        })
        .collect();
    let chosen = ["lkmm.bell", "cross.cat", "cos-opt.cat", "sc.cat", "filters.cat"];
    all.extend(common::models().into_iter().filter(|model| chosen.contains(&model.name.as_str())));
    all
}

#[test]
fn every_beginning_of_a_text_is_answered_about() {
    for sample in samples() {
        for (end, _) in sample.text.char_indices() {
            ask(&sample.cut(&sample.text[..end]), end);
        }
    }
}

/// All tests of the corpus and all models, each cut at a few places.
#[test]
fn beginnings_of_all_texts_are_answered_about() {
    for (number, text) in common::tests().into_iter().chain(common::models()).enumerate() {
        for part in 1..4 {
            let mut end = (text.text.len() * part / 4 + number % 17).min(text.text.len());
            while !text.text.is_char_boundary(end) {
                end -= 1;
            }
            ask(&text.cut(&text.text[..end]), end);
        }
    }
}

/// Pieces that are put into texts.
const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "(*",
    "*)",
    "\"",
    "{",
    "}",
    "|",
    ";",
    "(",
    ")",
    ":",
    "=",
    "exists",
    "P0",
    "let",
    "end",
    "'",
    "\\",
    "/\\",
    "%",
    "$",
    "#",
    "//",
    "0:",
    "é",
    "\u{1d11e}",
    "\r\n",
    "<<",
    "[",
    "]",
    ",",
    "~",
    "+",
    "^-1",
    "-",
    "0x",
    "99999999999999999999",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn changed_texts_are_answered_about(
        which in any::<Index>(),
        changes in proptest::collection::vec((any::<Index>(), 0..12_usize, proptest::sample::select(PIECES)), 1..6),
        at in any::<Index>(),
    ) {
        let samples = samples();
        let sample = &samples[which.index(samples.len())];
        let mut text: Vec<char> = sample.text.chars().collect();
        for (place, removed, piece) in changes {
            let start = place.index(text.len() + 1);
            let end = (start + removed).min(text.len());
            text.splice(start..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        let mut at = at.index(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        ask(&sample.cut(&text), at);
        let lines = LineIndex::new(&text);
        prop_assert_eq!(lines.offset(&text, lines.position(&text, at)).min(at), lines.offset(&text, lines.position(&text, at)));
    }
}

fn sample(architecture: &str) -> String {
    isa::language(architecture).expect("known").descriptor().sample.to_owned()
}

#[test]
fn a_run_ends_by_its_flag() {
    let flag = AtomicBool::new(true);
    let test = Text { name: "X.litmus".to_owned(), text: sample("X86_64") };
    assert!(matches!(outcomes(&test.document(), None, &flag), Err(lakmus_ide::NoResult::Stopped(_))));
}
