//! Sources, spans and diagnostics.
//!
//! Everything a person writes for Lakmus (a litmus test, a cat model, a bell file) is read once into [`Sources`];
//! from then on a place in it is a [`Span`], eight bytes and a source number. A user's mistake becomes a
//! [`Diagnostic`]: data, with its places. How a diagnostic looks is decided at the command line, nowhere else.
//!
//! This crate knows no files: texts are handed to it by name.

mod char_set;
mod cursor;
mod diagnostic;
mod suggest;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use char_set::CharSet;
pub use cursor::Cursor;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use suggest::nearest;

/// Names one text of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

/// A contiguous piece of one source text: the bytes `start..end`.
///
/// Both ends are byte offsets that lie on character boundaries, `start <= end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that this is a piece of.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `source`.
    #[inline]
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        debug_assert!(start <= end);
        // Sources are limited to 4 GiB where they are added.
        Span { source, start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both; they must be of one source (else the answer is `self`).
    #[inline]
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The piece `start..end` of this span, offsets counted from its beginning and cut at its end.
    #[inline]
    pub fn slice(self, start: usize, end: usize) -> Span {
        let at = |offset: usize| (self.start as usize + offset).min(self.end as usize);
        Span::new(self.source, at(start), at(end.max(start)))
    }

    /// The empty span at the end of this one.
    pub fn end_point(self) -> Span {
        Span { start: self.end, ..self }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

#[derive(Debug)]
struct Source {
    name: String,
    text: String,
    /// Byte offset of the first character of each line; found when a message first asks for a line.
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let newlines = self.text.match_indices('\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(newlines).collect()
        })
    }
}

/// The texts that spans point into, by name. A copy shares the texts.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Arc<Source>>,
}

impl Sources {
    /// No texts yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Takes a text in. `name` is what messages call it: a path as the user gave it, or a made-up name.
    ///
    /// # Panics
    /// When the text is 4 GiB or longer.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let text = text.into();
        assert!(text.len() < u32::MAX as usize, "a source text of 4 GiB or more");
        self.all.push(Arc::new(Source { name: name.into(), text, line_starts: OnceLock::new() }));
        SourceId(self.all.len() as u32 - 1)
    }

    /// Puts the text that `other` calls `source` in the place of ours of the same number. Who works on many texts one after
    /// the other keeps one place for them all.
    ///
    /// # Panics
    /// When one of the two has no such text.
    pub fn replace(&mut self, source: SourceId, other: &Sources) {
        self.all[source.0 as usize] = Arc::clone(&other.all[source.0 as usize]);
    }

    /// The name that `source` was added under.
    pub fn name(&self, source: SourceId) -> &str {
        &self.all[source.0 as usize].name
    }

    /// The whole text of `source`.
    pub fn text(&self, source: SourceId) -> &str {
        &self.all[source.0 as usize].text
    }

    /// The text under `span`.
    pub fn snippet(&self, span: Span) -> &str {
        &self.text(span.source)[span.start as usize..span.end as usize]
    }

    /// The span of the whole of `source`.
    pub fn whole(&self, source: SourceId) -> Span {
        Span::new(source, 0, self.text(source).len())
    }

    /// Where `span` begins.
    pub fn position(&self, span: Span) -> LineColumn {
        let source = &self.all[span.source.0 as usize];
        let line_starts = source.line_starts();
        let line = line_starts.partition_point(|&start| start <= span.start);
        let line_start = line_starts[line - 1] as usize;
        let before = &source.text[line_start..span.start as usize];
        LineColumn { line, column: before.chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut sources = Sources::new();
        let id = sources.add("t", "aé\nb\n");
        let at = |start| sources.position(Span::new(id, start, start));
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(3), LineColumn { line: 1, column: 3 });
        assert_eq!(at(4), LineColumn { line: 2, column: 1 });
        assert_eq!(at(6), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn a_text_takes_the_place_of_another() {
        let mut sources = Sources::new();
        let place = sources.add("", "");
        let model = sources.add("m", "model");
        for name in ["a", "b"] {
            let mut one = Sources::new();
            assert_eq!(one.add(name, format!("text of {name}")), place);
            let mut both = sources.clone();
            both.replace(place, &one);
            assert_eq!((both.name(place), both.text(place)), (name, &*format!("text of {name}")));
            assert_eq!(both.text(model), "model");
        }
        assert_eq!(sources.text(place), "");
    }
}
