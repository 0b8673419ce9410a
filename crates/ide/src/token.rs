//! The pieces of a text by what they mean: for colours.

use std::ops::Range;

use crate::document::{Document, DocumentKind, Texts};
use crate::{model, test};

macro_rules! token_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal),* $(,)?) => {
        /// What a piece of a text is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum TokenKind { $($(#[$doc])* $kind),* }

        impl TokenKind {
            /// All of them.
            pub const ALL: &[TokenKind] = &[$(TokenKind::$kind),*];

            /// Its name: letters and dashes.
            pub const fn name(self) -> &'static str {
                match self { $(TokenKind::$kind => $name),* }
            }
        }
    };
}

token_kinds! {
    /// A comment.
    Comment = "comment",
    /// A reserved word.
    Keyword = "keyword",
    /// A number.
    Number = "number",
    /// A string, or something else in quotes.
    String = "string",
    /// What takes operands.
    Operator = "operator",
    /// Brackets and what separates.
    Punctuation = "punctuation",
    /// The architecture word of a test, or of a model's header.
    Architecture = "architecture",
    /// The name of a test or of a check, and others that nothing refers to.
    Title = "title",
    /// The key of a line of a test's header, or of a page table entry.
    Key = "key",
    /// A type.
    Type = "type",
    /// The mnemonic of an instruction.
    Mnemonic = "mnemonic",
    /// A function or a procedure; in programs what they call.
    Function = "function",
    /// A register, or a local variable of a program.
    Register = "register",
    /// A location in memory.
    Location = "location",
    /// A label of the code.
    Label = "label",
    /// A thread: `P0`, and the number in `0:rax`.
    Thread = "thread",
    /// A word in an instruction that modifies it: `LSL`, `SY`; annotations.
    Modifier = "modifier",
    /// A constant with a name: memory orders, cat's `_` and `0`.
    Constant = "constant",
    /// A base relation of a model, or a function that cat has.
    Base = "base",
    /// A name that a model defines.
    Variable = "variable",
    /// A parameter, or what a pattern binds.
    Parameter = "parameter",
    /// A tag of an enumeration.
    Tag = "tag",
    /// A name that means nothing.
    Unknown = "unknown",
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands.
    pub range: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
    /// Whether it stands where it is defined.
    pub is_definition: bool,
}

/// The pieces of a text in order, none of them overlapping another. Blanks are left out, and what is not understood.
pub fn tokens(document: &Document<'_>, texts: &dyn Texts) -> Vec<Token> {
    let mut tokens = match document.kind {
        DocumentKind::Model => model::tokens::tokens(&model::ModelView::new(document, texts)),
        DocumentKind::Test => test::TestView::with(document, test::tokens::tokens),
    };
    tokens.retain(|token| !token.range.is_empty());
    tokens.sort_by_key(|token| (token.range.start, token.range.end));
    let mut end = 0;
    tokens.retain(|token| {
        let is_behind = token.range.start >= end;
        if is_behind {
            end = token.range.end;
        }
        is_behind
    });
    tokens
}
