//! The layout of models.
//!
//! Lines stay where they are, and so do comments. Between the tokens of a line there is one blank, or none where brackets and postfix operators want none; the
//! instructions of a block are indented by two, and the further lines of an instruction keep their distance from its beginning. Nothing but blanks changes: what comes
//! out has the same tokens, and that is checked.

use cat::ast::Instruction;
use cat::{Lexeme, LexemeKind};
use source::{Diagnostic, SourceId, Sources};

use crate::document::Document;
use crate::model::syntax::blocks;
use crate::range;

/// By how much blocks are indented.
const INDENT: usize = 2;

/// So many blank lines may stand together.
const BLANK_LINES: usize = 2;

/// The text in its usual layout; none where it has syntax errors.
pub(crate) fn format(document: &Document<'_>) -> Option<String> {
    let mut sources = Sources::new();
    let own = sources.add(document.name, document.text);
    let parsed = cat::parse(&sources, own);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let mut places = Vec::new();
    collect(&parsed.file.instructions, 0, &mut places);
    let lexemes = cat::lexemes(&sources, own);
    let layout = Layout { text: document.text, lexemes: &lexemes, places };
    let formatted = layout.text();
    has_same_tokens(&sources, &lexemes, own, &formatted).then_some(formatted)
}

/// An instruction: its bytes, and how many blocks it is in.
struct Place {
    start: usize,
    end: usize,
    depth: usize,
    is_block: bool,
}

/// All instructions, each behind those that it is in.
fn collect(instructions: &[Instruction<'_>], depth: usize, places: &mut Vec<Place>) {
    for instruction in instructions {
        let bytes = range(instruction.span);
        let (start, end) = (bytes.start, bytes.end);
        let blocks = blocks(instruction);
        places.push(Place { start, end, depth, is_block: !blocks.is_empty() });
        blocks.into_iter().for_each(|block| collect(block, depth + 1, places));
    }
}

struct Layout<'t> {
    text: &'t str,
    lexemes: &'t [Lexeme],
    places: Vec<Place>,
}

impl Layout<'_> {
    fn word(&self, at: usize) -> &str {
        &self.text[range(self.lexemes[at].span)]
    }

    fn gap(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.lexemes[before].span.end as usize);
        &self.text[start..self.lexemes[at].span.start as usize]
    }

    fn text(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        for (at, lexeme) in self.lexemes.iter().enumerate() {
            let gap = self.gap(at);
            let lines = gap.matches('\n').count();
            let is_first = at == 0;
            let indent = self.indent(at);
            let starts_line = is_first || lines > 0;
            if starts_line {
                if !is_first {
                    out.extend(std::iter::repeat_n('\n', lines.min(BLANK_LINES + 1)));
                }
                out.extend(std::iter::repeat_n(' ', indent));
            } else {
                out.extend(std::iter::repeat_n(' ', self.blanks(at, gap)));
            }
            match lexeme.kind {
                LexemeKind::Comment => self.comment(at, starts_line.then_some(indent), &mut out),
                _ => out.push_str(self.word(at)),
            }
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }

    /// Bytes from the beginning of its line.
    fn column(&self, offset: usize) -> usize {
        offset - self.text[..offset].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// How far a token is indented that begins a line.
    fn indent(&self, at: usize) -> usize {
        let start = self.lexemes[at].span.start as usize;
        // A comment belongs to what it stands before.
        if self.lexemes[at].kind == LexemeKind::Comment {
            let next = (at + 1..self.lexemes.len()).find(|&next| self.lexemes[next].kind != LexemeKind::Comment);
            let Some(next) = next else { return 0 };
            let behind = self.lexemes[next].span.start as usize;
            if let Some(place) = self.places.iter().find(|place| place.start == behind) {
                return INDENT * place.depth;
            }
            if let Some(place) = self.closed_by(next) {
                return INDENT * (place.depth + 1);
            }
        }
        if let Some(place) = self.places.iter().find(|place| place.start == start) {
            return INDENT * place.depth;
        }
        if let Some(place) = self.closed_by(at) {
            return INDENT * place.depth;
        }
        let Some(place) = self.innermost(start) else { return 0 };
        let base = INDENT * place.depth;
        let distance = self.column(start).saturating_sub(self.column(place.start));
        // `and` goes on with the definitions, and stands where `let` does where it is written so.
        let least = if self.word(at) == "and" { 0 } else { INDENT };
        base + distance.max(least)
    }

    /// The last instruction that begins before a byte and ends behind it: those inside others come later.
    fn innermost(&self, offset: usize) -> Option<&Place> {
        self.places.iter().rev().find(|place| place.start <= offset && offset < place.end)
    }

    /// The block that a token ends, or the clause of which it begins.
    fn closed_by(&self, at: usize) -> Option<&Place> {
        let place = self.innermost(self.lexemes[at].span.start as usize)?;
        (place.is_block && matches!(self.word(at), "end" | "else" | "||")).then_some(place)
    }

    /// How many blanks stand before a token that goes on with its line.
    fn blanks(&self, at: usize, gap: &str) -> usize {
        let has_blank = usize::from(!gap.is_empty());
        let (before, next) = (self.word(at - 1), self.word(at));
        if self.lexemes[at].kind == LexemeKind::Comment {
            // Comments behind lines may stand one below the other.
            return gap.chars().count();
        }
        if self.lexemes[at - 1].kind == LexemeKind::Comment {
            return has_blank;
        }
        // Not to become the beginning or the end of a comment.
        if before.ends_with('(') && next.starts_with('*') || before.ends_with('*') && next.starts_with(')') {
            return has_blank;
        }
        match (before, next) {
            ("(" | "[" | "{" | "~" | "^", _) | (_, ")" | "]" | "}" | "," | "^") => 0,
            ("|" | "&" | "\\" | "=" | "->" | "||" | "&&" | "++" | "," | ";", _) => 1,
            (_, "|" | "&" | "\\" | "=" | "->" | "||" | "&&" | "++") => 1,
            // What may be a product or a closure, and the argument of a function, stand as they are written.
            _ => has_blank,
        }
    }

    /// A comment; its further lines keep their distance from the first one.
    fn comment(&self, at: usize, indent: Option<usize>, out: &mut String) {
        let old = self.column(self.lexemes[at].span.start as usize);
        let mut lines = self.word(at).lines();
        out.push_str(lines.next().unwrap_or_default().trim_end());
        for line in lines {
            out.push('\n');
            let inside = line.trim();
            if inside.is_empty() {
                continue;
            }
            let column = line.len() - line.trim_start().len();
            let column = match indent {
                Some(indent) if indent >= old => column + (indent - old),
                Some(indent) => column.saturating_sub(old - indent),
                None => column,
            };
            out.extend(std::iter::repeat_n(' ', column));
            out.push_str(inside);
        }
    }
}

/// Whether another text has the same tokens, and comments that differ in blanks alone.
fn has_same_tokens(sources: &Sources, lexemes: &[Lexeme], own: SourceId, formatted: &str) -> bool {
    let mut others = Sources::new();
    let other = others.add(sources.name(own), formatted);
    let again = cat::lexemes(&others, other);
    let is_same = |(one, two): (&Lexeme, &Lexeme)| {
        let (old, new) = (sources.snippet(one.span), others.snippet(two.span));
        one.kind == two.kind
            && match one.kind {
                LexemeKind::Comment => old.split_whitespace().eq(new.split_whitespace()),
                _ => old == new,
            }
    };
    lexemes.len() == again.len() && lexemes.iter().zip(&again).all(is_same)
}
