//! The pieces of a cell of a program's table, as they look: which words are registers or locations is for others to say.

use litmus::InstructionSet;
use source::Span;

use crate::range;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Comment,
    /// A number, its sigil included.
    Number,
    /// A label where it stands, without the colon.
    Label,
    Mnemonic,
    /// Another word, its sigil included.
    Word,
    Punctuation,
}

/// A piece of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) span: Span,
    pub(crate) kind: PieceKind,
}

fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '.')
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '/')
}

/// How long the word is that `text` begins with.
fn word_length(text: &str) -> usize {
    match text.starts_with(begins_word) {
        true => text.find(|c| !is_in_word(c)).unwrap_or(text.len()),
        false => 0,
    }
}

/// The labels that stand in a cell, without their colons.
pub(crate) fn labels(text: &str, cell: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let inside = &text[range(cell)];
    let mut at = 0;
    loop {
        at += inside[at..].len() - inside[at..].trim_start().len();
        let length = label_length(&inside[at..]);
        if length == 0 {
            return found;
        }
        found.push(cell.slice(at, at + length));
        at += length;
        at += inside[at..].find(':').map_or(0, |colon| colon + 1);
    }
}

/// How long the label is that `text` begins with, its colon left out; 0 where it begins with none.
fn label_length(text: &str) -> usize {
    if !text.starts_with(|c: char| begins_word(c) || c == '$') {
        return 0;
    }
    let length = text.find(|c| !is_in_word(c) && c != '-').unwrap_or(text.len());
    if text[length..].trim_start().starts_with(':') { length } else { 0 }
}

/// The pieces of a cell in order.
pub(crate) fn pieces(text: &str, cell: Span, set: &dyn InstructionSet) -> Vec<Piece> {
    let inside = &text[range(cell)];
    let comments = litmus::comments_in(text, cell);
    let labels = labels(text, cell);
    let mut pieces: Vec<Piece> = Vec::new();
    // A mnemonic comes next.
    let mut is_first = true;
    let mut at = 0;
    while let Some(next) = inside[at..].chars().next() {
        let start = cell.start as usize + at;
        let known = |spans: &[Span]| spans.iter().find(|span| span.start as usize == start).copied();
        if next.is_whitespace() {
            at += next.len_utf8();
            continue;
        }
        let (length, kind) = if let Some(span) = known(&comments) {
            ((span.end - span.start) as usize, PieceKind::Comment)
        } else if let Some(span) = known(&labels) {
            ((span.end - span.start) as usize, PieceKind::Label)
        } else if set.line_comments().iter().any(|start| inside[at..].starts_with(start))
            && !begins_number(&inside[at..])
        {
            (inside[at..].find('\n').unwrap_or(inside[at..].len()), PieceKind::Comment)
        } else {
            piece(&inside[at..], &mut is_first, set)
        };
        // `lock;` is a prefix, and its instruction follows.
        is_first |= kind == PieceKind::Punctuation && next == ';';
        pieces.push(Piece { span: cell.slice(at, at + length), kind });
        at += length.max(next.len_utf8());
    }
    pieces
}

fn begins_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['#', '$', '-', '+']);
    digits.starts_with(|c: char| c.is_ascii_digit()) && text.len() - digits.len() <= 2
}

/// The piece that `text` begins with, which begins with no blank.
fn piece(text: &str, is_first: &mut bool, set: &dyn InstructionSet) -> (usize, PieceKind) {
    let sigil = usize::from(text.starts_with(['%', '$', '@']));
    let length = word_length(&text[sigil..]);
    if length > 0 {
        let is_mnemonic = *is_first && sigil == 0 && !set.is_register(&text[..length]);
        *is_first = false;
        return (sigil + length, if is_mnemonic { PieceKind::Mnemonic } else { PieceKind::Word });
    }
    *is_first = false;
    // MIPS has registers that are called `$4`.
    if sigil == 1 {
        let end = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
        if end > 1 && set.is_register(&text[..end]) {
            return (end, PieceKind::Word);
        }
    }
    if begins_number(text) {
        let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let end = text[start..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(text.len(), |end| start + end);
        return (end, PieceKind::Number);
    }
    (text.chars().next().map_or(1, char::len_utf8), PieceKind::Punctuation)
}
