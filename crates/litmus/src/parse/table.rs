//! The program section of assembly tests: a table, one column a thread.
//!
//! Source: the rules `proc_list` and `iol_list` of herdtools7's assembly parsers (`lib/X86_64Parser.mly`,
//! `lib/procRules.mly`, `lib/BellExtraRules.mly`) and the checks in `lib/genParser.ml`. As there, every row, the last
//! one too, ends with `;` and has one cell for each thread.

use smallvec::SmallVec;
use source::{CharSet, Cursor, Diagnostic, Span, nearest};

use super::layout::parse_layout;
use super::lexer::{skip_blanks, skip_comment, thread_number};
use crate::{Layout, RawThread};

/// Few tables have more.
const USUAL_ROWS: usize = 8;
const USUAL_THREADS: usize = 4;

/// Words that begin what may stand behind the program of a Bell test.
const LAYOUT_WORDS: [&str; 3] = ["scopes", "regions", "levels"];

/// Words that begin a condition, and stand before what is in brackets.
const CONDITION_WORDS: [&str; 5] = ["exists", "forall", "final", "observed", "filter"];

/// A table, read.
pub(super) struct Columns {
    pub(super) threads: Vec<RawThread>,
    /// The fault handlers of threads, `P0.F`.
    pub(super) handlers: Vec<RawThread>,
    pub(super) layout: Option<Layout>,
}

/// A column; one with a bad heading counts all the same.
enum Column {
    Thread(RawThread),
    Handler(RawThread),
    Bad,
}

/// Reads a table; if it `may_have_layout`, also what stands behind it.
pub(super) fn parse_table(text: &str, span: Span, may_have_layout: bool, diagnostics: &mut Vec<Diagnostic>) -> Columns {
    let cursor = Cursor::new(text, span);
    let has_stars = memchr::memchr(b'*', cursor.rest_bytes()).is_some();
    let mut reader = Reader { text, cursor, has_stars, row: SmallVec::new(), diagnostics };
    let mut layout = None;
    reader.skip_blanks();
    reader.cursor.eat(";");
    reader.skip_blanks();
    if reader.cursor.is_at_end() {
        let diagnostic = Diagnostic::error("no-program", span.slice(0, 0), "the program is missing");
        reader.diagnostics.push(diagnostic.help("a program begins with a line `P0 | P1 | ... ;`"));
        return Columns { threads: Vec::new(), handlers: Vec::new(), layout };
    }
    let mut columns = reader.headings();
    loop {
        reader.skip_blanks();
        if reader.cursor.is_at_end() {
            break;
        }
        if may_have_layout && layout_is_next(&reader.cursor) {
            let rest = reader.cursor.rest().trim_end().len();
            let place = Span::new(span.source, reader.cursor.offset(), reader.cursor.offset() + rest);
            layout = Some(parse_layout(text, place, reader.diagnostics));
            break;
        }
        reader.row(&mut columns);
    }
    let mut table = Columns { threads: Vec::with_capacity(columns.len()), handlers: Vec::new(), layout };
    for column in columns {
        match column {
            Column::Thread(thread) => table.threads.push(thread),
            Column::Handler(handler) => table.handlers.push(handler),
            Column::Bad => {}
        }
    }
    table
}

fn layout_is_next(cursor: &Cursor<'_>) -> bool {
    let mut ahead = cursor.clone();
    let word = ahead.eat_while(|c| c.is_ascii_alphanumeric() || c == '_');
    ahead.skip_white_space();
    LAYOUT_WORDS.contains(&word) && ahead.eat(":")
}

struct Reader<'s, 'd> {
    /// The whole source.
    text: &'s str,
    cursor: Cursor<'s>,
    /// Whether there is a star, as in comments. Few tables have one.
    has_stars: bool,
    /// The cells of a row.
    row: SmallVec<[Span; USUAL_THREADS]>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

impl Reader<'_, '_> {
    fn skip_blanks(&mut self) {
        if let Err(diagnostic) = skip_blanks(&mut self.cursor) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reads one cell, up to `|`, `;` or the end, and cuts blanks and comments around it off.
    ///
    /// A `;` behind the word `lock` ends no cell: it is how herd writes the x86 prefix, `lock; incl (x)`. No instruction of any
    /// architecture is a bare `lock`, so that the cell can be found without knowing the language. A `|` before `=` ends none either: it is BPF's operator `|=`, and
    /// no instruction begins with `=`.
    fn cell(&mut self) -> Span {
        self.skip_blanks();
        let start = self.cursor.offset();
        let mut end = start;
        loop {
            let before = self.cursor.offset();
            let rest = self.cursor.rest_bytes();
            let end_or_comment = match self.has_stars {
                true => memchr::memchr3(b'|', b';', b'(', rest),
                false => memchr::memchr2(b'|', b';', rest),
            };
            self.cursor.advance(end_or_comment.unwrap_or(rest.len()));
            let piece = trim_end(self.cursor.text_from(before));
            if !piece.is_empty() {
                end = before + piece.len();
            }
            match self.cursor.peek_byte() {
                // What is wrong with it the splitter has reported.
                Some(b'(') if self.cursor.is_at("(*") => _ = skip_comment(&mut self.cursor),
                Some(b'(') => {
                    self.cursor.bump();
                    end = self.cursor.offset();
                }
                Some(b';') if is_lock_prefix(&self.text[start..end]) => {
                    self.cursor.bump();
                    end = self.cursor.offset();
                }
                Some(b'|') if self.cursor.is_at("|=") => {
                    self.cursor.advance(2);
                    end = self.cursor.offset();
                }
                _ => break,
            }
        }
        self.cursor.span_from(start).slice(0, end - start)
    }

    /// `P0 | P1:annotation | P0.F | ... ;`
    fn headings(&mut self) -> SmallVec<[Column; USUAL_THREADS]> {
        let mut columns = SmallVec::new();
        let mut threads = 0;
        loop {
            let span = self.cell();
            let column = self.heading(span).unwrap_or_else(|diagnostic| {
                self.diagnostics.push(diagnostic);
                Column::Bad
            });
            match &column {
                Column::Thread(thread) => {
                    if thread.number != threads {
                        let message = format!("this thread must be P{threads}, not P{}", thread.number);
                        let diagnostic = Diagnostic::error("thread-order", thread.heading, message);
                        self.diagnostics.push(diagnostic.help("threads are P0, P1, ... in this order"));
                    }
                    threads += 1;
                }
                Column::Handler(handler) if handler.number >= threads => {
                    let message = format!("a fault handler for P{}, which does not come before it", handler.number);
                    self.diagnostics.push(Diagnostic::error("thread-order", handler.heading, message));
                }
                Column::Handler(_) | Column::Bad => {}
            }
            columns.push(column);
            if !self.cursor.eat("|") {
                break;
            }
        }
        self.end_of_row(self.cursor.next_span());
        columns
    }

    /// Reads `P0`, `P0:a,b`, `P0.F`.
    fn heading(&self, span: Span) -> Result<Column, Diagnostic> {
        let cell = &self.text[span.start as usize..span.end as usize];
        let (name, annotations) = match cell.split_once(':') {
            Some((name, annotations)) => (name, pieces(span, cell, annotations)),
            None => (cell, Vec::new()),
        };
        let name = name.trim_end();
        let number = name.strip_prefix('P').unwrap_or("");
        let (number, is_handler) = number.strip_suffix(".F").map_or((number, false), |number| (number, true));
        let Some(number) = thread_number(number) else {
            let message = match cell {
                "" => "the heading of a thread is missing: `P0` expected".to_owned(),
                _ => format!("`{cell}` is no thread: `P0 | P1 | ... ;` expected"),
            };
            return Err(Diagnostic::error("bad-heading", span, message));
        };
        let heading = span.slice(0, name.len());
        let thread = RawThread { number, heading, annotations, cells: Vec::with_capacity(USUAL_ROWS) };
        Ok(if is_handler { Column::Handler(thread) } else { Column::Thread(thread) })
    }

    fn row(&mut self, columns: &mut [Column]) {
        let first = self.cell();
        self.row.clear();
        self.row.push(first);
        while self.cursor.eat("|") {
            let cell = self.cell();
            self.row.push(cell);
        }
        let row = self.row.last().map_or(first, |last| first.to(*last));
        if let Some(diagnostic) = self.misspelt_condition(first) {
            self.diagnostics.push(diagnostic);
            return;
        }
        self.end_of_row(row.end_point());
        let (found, wanted) = (self.row.len(), columns.len());
        if found != wanted {
            let message = format!("this row has {}, the heading has {wanted}", count(found, "cell"));
            let diagnostic = Diagnostic::error("ragged-row", row, message);
            self.diagnostics
                .push(diagnostic.help("put `|` between cells, of which some may be empty, and `;` at the end"));
        }
        self.row.resize(wanted, row.end_point());
        for (column, &cell) in columns.iter_mut().zip(&self.row) {
            match column {
                Column::Thread(thread) | Column::Handler(thread) => thread.cells.push(cell),
                Column::Bad => {}
            }
        }
    }

    /// What is wrong with the last row, when it looks like a condition whose first word is no word that begins one.
    fn misspelt_condition(&self, first: Span) -> Option<Diagnostic> {
        if !self.cursor.is_at_end() || self.row.len() > 1 {
            return None;
        }
        let text = &self.text[first.start as usize..first.end as usize];
        let word = text.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
        let is_condition = text[word.len()..].trim_start().starts_with('(');
        let meant = nearest(word, CONDITION_WORDS.iter().copied()).filter(|_| is_condition)?;
        let message = format!("`{word}` does not begin a condition");
        Some(Diagnostic::error("unknown-quantifier", first.slice(0, word.len()), message).suggest(Some(meant)))
    }

    /// Reads the `;`, which belongs to `place`.
    fn end_of_row(&mut self, place: Span) {
        if !self.cursor.eat(";") {
            let message = "`;` expected at the end of the row";
            self.diagnostics.push(Diagnostic::error("missing-semicolon", place, message));
        }
    }
}

/// [`str::trim_end`], faster where what is left ends in ASCII.
fn trim_end(text: &str) -> &str {
    static WHITE_SPACE: CharSet = CharSet::WHITE_SPACE;
    match text.bytes().rposition(|byte| !WHITE_SPACE.has(byte)) {
        Some(last) if text.as_bytes()[last].is_ascii() => &text[..=last],
        Some(_) => text.trim_end(),
        None => "",
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The pieces of `list` between commas, each with its place; `list` is the end of `cell`, whose place is `span`.
fn pieces(span: Span, cell: &str, list: &str) -> Vec<(String, Span)> {
    let mut offset = cell.len() - list.len();
    let mut pieces = Vec::new();
    for piece in list.split(',') {
        let word = piece.trim();
        if !word.is_empty() {
            let blanks = piece.len() - piece.trim_start().len();
            pieces.push((word.to_owned(), span.slice(offset + blanks, offset + blanks + word.len())));
        }
        offset += piece.len() + 1;
    }
    pieces
}

/// Whether a cell, as far as it is read, is the word `lock` and nothing else, behind labels perhaps.
fn is_lock_prefix(cell: &str) -> bool {
    if !cell.ends_with(['k', 'K']) {
        return false;
    }
    let behind_labels = cell.rfind(':').map_or(cell, |colon| &cell[colon + 1..]);
    behind_labels.trim().eq_ignore_ascii_case("lock")
}
