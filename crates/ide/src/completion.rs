//! What may be written at a place.

use std::ops::Range;

use crate::document::{Document, DocumentKind, Texts};
use crate::{model, test};

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// A reserved word.
    Keyword,
    /// A base set or relation of models.
    Base,
    /// A function.
    Function,
    /// A name that the text or what it includes defines.
    Variable,
    /// A tag, a memory order.
    Constant,
    /// An instruction.
    Instruction,
    /// A register.
    Register,
    /// A location in memory.
    Location,
    /// A label.
    Label,
    /// A type.
    Type,
    /// An architecture.
    Architecture,
    /// A file.
    File,
}

/// A proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and what a prefix is compared with.
    pub label: String,
    /// What is written in the place of [`Completions::range`].
    pub insert: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words: a kind, or the operands of an instruction, its forms one a line.
    pub detail: String,
    /// More about it, in Markdown; may be empty.
    pub documentation: String,
}

impl Completion {
    pub(crate) fn new(label: impl Into<String>, kind: CompletionKind, detail: impl Into<String>) -> Completion {
        let label = label.into();
        Completion { insert: label.clone(), label, kind, detail: detail.into(), documentation: String::new() }
    }

    pub(crate) fn documented(self, documentation: impl Into<String>) -> Completion {
        Completion { documentation: documentation.into(), ..self }
    }
}

/// What may be written at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The word that a proposal takes the place of: from its beginning to the place itself.
    pub range: Range<usize>,
    /// The proposals, in the order of the alphabet; all that may stand there, whatever the word begins with.
    pub all: Vec<Completion>,
}

impl Completions {
    /// Those that go with what is written: whose labels have its letters in this order, case counting for nothing, the first one in the first place.
    pub fn matching<'c>(&'c self, text: &str) -> impl Iterator<Item = &'c Completion> {
        let written = text.get(self.range.clone()).unwrap_or_default().to_lowercase();
        self.all.iter().filter(move |completion| {
            let label = completion.label.to_lowercase();
            let mut left = label.chars();
            let first = written.chars().next();
            first.is_none_or(|first| label.starts_with(first))
                && written.chars().all(|letter| left.any(|other| other == letter))
        })
    }
}

/// What may be written at a byte of a text.
///
/// In models: names that are visible, base sets and relations, primitives, reserved words, and within `include` files. In tests: architectures, mnemonics with the
/// forms of their operands, registers, locations and labels, the words of conditions, and in programs functions and types.
pub fn completion(document: &Document<'_>, texts: &dyn Texts, at: usize) -> Completions {
    let mut at = at.min(document.text.len());
    while !document.text.is_char_boundary(at) {
        at -= 1;
    }
    let mut found = match document.kind {
        DocumentKind::Model => model::completion::completion(document, texts, at),
        DocumentKind::Test => test::TestView::with(document, |view| test::completion::completion(view, at)),
    };
    found.all.sort_by(|one, other| (&one.label, one.kind).cmp(&(&other.label, other.kind)));
    found.all.dedup_by(|one, other| one.label == other.label && one.kind == other.kind);
    found
}

/// Where the word begins that ends at `at`.
pub(crate) fn word_start(text: &str, at: usize, is_in_word: impl Fn(char) -> bool) -> usize {
    let before = &text[..at];
    let word = before.chars().rev().take_while(|&c| is_in_word(c)).map(char::len_utf8).sum::<usize>();
    at - word
}
