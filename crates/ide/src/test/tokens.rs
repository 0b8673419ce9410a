//! The pieces of a test by what they mean.

use super::{TestView, names};
use crate::range;
use crate::token::{Token, TokenKind};

/// The pieces of a test.
pub(crate) fn tokens(view: &TestView<'_>) -> Vec<Token> {
    let words = names::words(view);
    if words.is_empty() {
        return first_words(view);
    }
    let token =
        |word: names::Word| Token { range: range(word.span), kind: word.kind, is_definition: word.is_definition };
    words.into_iter().map(token).collect()
}

/// Where there is no test yet: its architecture and its name.
fn first_words(view: &TestView<'_>) -> Vec<Token> {
    let line = view.text.lines().next().unwrap_or_default();
    let mut at = 0;
    let mut tokens = Vec::new();
    for (word, kind) in line.split(' ').zip([TokenKind::Architecture, TokenKind::Title]) {
        tokens.push(Token { range: at..at + word.len(), kind, is_definition: kind == TokenKind::Title });
        at += word.len() + 1;
    }
    tokens
}
