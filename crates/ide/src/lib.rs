//! What editors ask of litmus tests and cat models: what is wrong, colours, meanings, completion, definitions, other names, outlines, layout, results.
//!
//! One library serves the page of `lakmus explore` and the language server `lakmus lsp`. Each question is a function of a [`Document`] and of the texts that
//! it includes ([`Texts`]); nothing is kept from one to the next. Places are ranges of bytes; [`LineIndex`] makes them lines and columns of UTF-16.
//!
//! Any text is answered about, however much of it is missing or wrong: nothing here panics, and what is not understood has no answer.
//!
//! ```
//! use lakmus_ide::{Document, ShippedOnly, diagnostics, hover};
//!
//! let text = "\"sequential consistency\"\nlet fr = rf^-1; co\nacyclic po | rf | fr | co as sc\n";
//! let found = diagnostics(&Document::model("sc.cat", text), &ShippedOnly);
//! assert_eq!(found[0].code, "unbound-name");
//! assert_eq!(&text[found[0].range.clone()], "co");
//!
//! let about = hover(&Document::model("sc.cat", text), &ShippedOnly, text.find("po").unwrap()).expect("a base relation");
//! assert!(about.markdown.contains("program order"));
//! ```
//!
//! # Invariants
//! No files, clocks, threads or output. A run ends when its caller says so, by a flag.

mod completion;
mod definition;
mod diagnostic;
mod document;
mod format;
mod hover;
mod lens;
mod model;
mod symbol;
mod test;
mod token;
mod utf16;

pub use completion::{Completion, CompletionKind, Completions, completion};
pub use definition::{Edit, Place, definition, references, rename, rename_range};
pub use diagnostic::{Diagnostic, Label, diagnostics};
pub use document::{Document, DocumentKind, SHIPPED, ShippedOnly, Texts, shipped};
pub use format::format;
pub use hover::{Hover, hover};
pub use lens::{Lens, LensKind, NoResult, Outcomes, WhyForbidden, default_model, lenses, outcomes, why};
pub use source::Severity;
pub use symbol::{Symbol, SymbolKind, symbols};
pub use token::{Token, TokenKind, tokens};
pub use utf16::{LineIndex, Position};

use source::Span;

/// The bytes of a place.
fn range(span: Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}
