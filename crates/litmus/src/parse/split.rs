//! The cut of a test into sections.
//!
//! Source: the grammar of herdtools7's splitter (`lib/splitter.mll`). It knows little: before `{` lines `Key=Value`
//! and comments that begin a line; then everything up to the matching `}`; then, outside strings and comments, the
//! first of a few words that begin the conditions; and `<<`, which ends the test. So a C identifier `exists` ends the
//! program; that is kept, since it is what tests are written for.

use std::borrow::Cow;

use arch::headers::{self, Form};
use source::{CharSet, Cursor, Diagnostic, SourceId, Span, nearest};

use crate::{InfoLine, Word};

/// The pieces of a test.
pub(crate) struct Sections<'s> {
    pub(crate) architecture: Word<'s>,
    /// What kind of program section the architecture has; an unknown one is taken for a table.
    pub(crate) form: Form,
    pub(crate) name: Word<'s>,
    pub(crate) tex_name: Option<Cow<'s, str>>,
    pub(crate) doc: Option<Cow<'s, str>>,
    pub(crate) info: Vec<InfoLine<'s>>,
    /// Between the braces.
    pub(crate) init: Span,
    pub(crate) program: Span,
    /// Up to `<<` or the end.
    pub(crate) conditions: Span,
}

/// Whether a word begins the conditions, as the splitter knows them.
fn begins_conditions(word: &str) -> bool {
    matches!(word, "final" | "forall" | "exists" | "cases" | "observed" | "Observed" | "locations" | "filter")
}

/// Whether what stands behind `final` is a declaration of Java, a type and a name, and no condition.
fn begins_declaration(rest: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = rest.trim_start();
    let ty = &rest[..rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len())];
    let behind = rest[ty.len()..].trim_start_matches(['[', ']']);
    let name = behind.trim_start();
    ty.starts_with(|c: char| c.is_ascii_alphabetic())
        && ty != "not"
        && name.len() < behind.len()
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Cuts `text` into its sections. What is missing is reported; without a first line or an initial state there is no
/// test.
pub(crate) fn split<'s>(
    text: &'s str,
    source: SourceId,
    default_name: &'s str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Sections<'s>> {
    let mut splitter = Splitter { cursor: Cursor::new(text, Span::new(source, 0, text.len())), diagnostics };
    splitter.sections(default_name)
}

struct Splitter<'s, 'd> {
    cursor: Cursor<'s>,
    diagnostics: &'d mut Vec<Diagnostic>,
}

/// Blanks within a line.
static BLANK: CharSet = CharSet::of(" \t\r");
/// Blanks and line ends.
static WHITE: CharSet = CharSet::of(" \t\r\n");
/// What an architecture is called. None has a dash in its name, but `X86-64` is not `X86`.
static ARCHITECTURE: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_-"));
/// What a key or a name for typesetting is made of.
static KEY: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_/.-"));
static NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_/.-+[]:"));
static NO_QUOTE: CharSet = CharSet::of("\"").complement();
/// What begins neither one of the words of [`begins_conditions`], nor a comment, a string, or `~exists`. To look at each word of a program costs 1 to 2 %
/// of what loading a small test does.
static PROGRAM_TEXT: CharSet = CharSet::of("fecoOl~(\"").complement();
static IN_STRING: CharSet = CharSet::of("\"\n").complement();

/// Few headers have more lines.
const USUAL_LINES: usize = 6;

impl<'s> Splitter<'s, '_> {
    fn sections(&mut self, default_name: &'s str) -> Option<Sections<'s>> {
        let (architecture, form, name) = self.first_words(default_name)?;
        let tex_name = self.tex_name();
        let doc = self.doc();
        self.cursor.eat(";");
        let info = self.header()?;
        let init = self.init()?;
        let program_start = self.cursor.offset();
        self.skip_program(form);
        let program = self.cursor.span_from(program_start);
        let conditions_start = self.cursor.offset();
        self.skip_conditions();
        let conditions = self.cursor.span_from(conditions_start);
        self.warn_of_further_test();
        Some(Sections { architecture, form, name, tex_name, doc, info, init, program, conditions })
    }

    /// `ARCH NAME`.
    fn first_words(&mut self, default_name: &'s str) -> Option<(Word<'s>, Form, Word<'s>)> {
        self.cursor.skip_all(&BLANK);
        let (architecture, architecture_span) = self.word(&ARCHITECTURE);
        self.cursor.skip_all(&BLANK);
        let (name, name_span) = self.word(&NAME);
        if architecture.is_empty() || name.is_empty() {
            let span = if architecture.is_empty() { architecture_span } else { name_span };
            let missing = if architecture.is_empty() { "an architecture" } else { "the test's name" };
            let message = format!("the first line must be `ARCHITECTURE NAME`: {missing} is missing");
            self.diagnostics.push(Diagnostic::error("bad-first-line", span, message));
            return None;
        }
        let name = if name == "--" { default_name } else { name.strip_suffix(".litmus").unwrap_or(name) };
        let form = self.form(architecture, architecture_span);
        let word = |text: &'s str, span| Word { text: text.into(), span };
        Some((word(architecture, architecture_span), form, word(name, name_span)))
    }

    fn form(&mut self, architecture: &str, span: Span) -> Form {
        if let Some(form) = headers::form(architecture) {
            return form;
        }
        let known = headers::headers().into_iter().map(|(word, _)| word);
        let diagnostic =
            Diagnostic::error("unknown-architecture", span, format!("`{architecture}` is not an architecture"));
        self.diagnostics.push(diagnostic.suggest(nearest(architecture, known)));
        Form::Table
    }

    fn word(&mut self, characters: &CharSet) -> (&'s str, Span) {
        let start = self.cursor.offset();
        let text = self.cursor.eat_all(characters);
        (text, self.cursor.span_from(start))
    }

    /// `(name)` behind the name.
    fn tex_name(&mut self) -> Option<Cow<'s, str>> {
        let mut ahead = self.cursor.clone();
        ahead.skip_all(&BLANK);
        let found = ahead.eat("(").then(|| ahead.eat_all(&KEY))?;
        if !found.starts_with(|c: char| c.is_ascii_alphabetic()) || !ahead.eat(")") {
            return None;
        }
        self.cursor = ahead;
        Some(found.into())
    }

    /// `"documentation"`, on the first line or the second.
    fn doc(&mut self) -> Option<Cow<'s, str>> {
        let mut ahead = self.cursor.clone();
        ahead.skip_all(&BLANK);
        ahead.eat("\n");
        ahead.skip_all(&BLANK);
        let doc = ahead.eat("\"").then(|| ahead.eat_all(&NO_QUOTE))?;
        if !ahead.eat("\"") {
            return None;
        }
        ahead.skip_all(&BLANK);
        self.cursor = ahead;
        Some(doc.into())
    }

    /// Everything up to and with the `{` of the initial state. Everything but keys, comments and braces is skipped.
    fn header(&mut self) -> Option<Vec<InfoLine<'s>>> {
        let mut info = Vec::with_capacity(USUAL_LINES);
        let reported = self.diagnostics.len();
        loop {
            if self.cursor.eat("\n") {
                continue;
            }
            if self.cursor.is_at("(*") {
                self.skip_comment_of_header();
            } else if self.cursor.eat("{") {
                self.diagnostics.splice(reported..reported, repeated_keys(&info));
                return Some(info);
            } else if let Some(line) = self.info_line() {
                info.push(line);
            } else if self.cursor.is_at_end() {
                self.diagnostics.splice(reported..reported, repeated_keys(&info));
                let message = "the initial state is missing: no `{` found";
                let diagnostic = Diagnostic::error("no-initial-state", self.cursor.next_span(), message);
                self.diagnostics.push(diagnostic.help("write `{ }` when everything starts as 0"));
                return None;
            } else {
                // To the end of the line, or to the initial state.
                self.cursor.skip_to(b'\n', b'{');
            }
        }
    }

    /// `Key = Value`, to the end of the line.
    fn info_line(&mut self) -> Option<InfoLine<'s>> {
        let mut ahead = self.cursor.clone();
        let start = ahead.offset();
        let key = ahead.eat_all(&KEY);
        ahead.skip_all(&BLANK);
        if !key.starts_with(|c: char| c.is_ascii_alphabetic()) || !ahead.eat("=") {
            return None;
        }
        ahead.skip_all(&BLANK);
        let value = ahead.eat_line();
        let span = ahead.span_from(start);
        ahead.eat("\r");
        if !ahead.eat("\n") {
            return None;
        }
        self.cursor = ahead;
        Some(InfoLine { key: key.into(), value: value.into(), span })
    }

    /// Up to and with the `}` that closes the initial state.
    fn init(&mut self) -> Option<Span> {
        let start = self.cursor.offset();
        let mut depth = 0_usize;
        loop {
            self.cursor.skip_to(b'{', b'}');
            let here = self.cursor.offset();
            match self.cursor.bump() {
                Some('{') => depth += 1,
                Some('}') if depth == 0 => {
                    let with_brace = self.cursor.span_from(start);
                    return Some(with_brace.slice(0, here - start));
                }
                Some('}') => depth -= 1,
                Some(_) => {}
                None => {
                    let open = self.cursor.span_from(start - 1).slice(0, 1);
                    let message = "the initial state is not closed";
                    let diagnostic = Diagnostic::error("unclosed-initial-state", open, message);
                    self.diagnostics.push(diagnostic.label(open, "no `}` matches this"));
                    return None;
                }
            }
        }
    }

    /// Up to the first word that begins the conditions, or the end.
    fn skip_program(&mut self, form: Form) {
        loop {
            self.cursor.skip_all(&PROGRAM_TEXT);
            match self.cursor.peek_byte() {
                None => return,
                Some(b'~') => {
                    if self.cursor.rest()[1..].trim_start_matches([' ', '\t', '\r']).starts_with("exists") {
                        return;
                    }
                    self.cursor.bump();
                }
                Some(b'(') if form == Form::C || !self.cursor.is_at("(*") => {
                    self.cursor.bump();
                }
                Some(b'(') => self.skip_comment(),
                Some(b'"') => self.skip_string(),
                Some(_) => {
                    let mut ahead = self.cursor.clone();
                    let word = ahead.eat_all(&KEY);
                    let is_declaration = word == "final" && begins_declaration(ahead.rest());
                    if begins_conditions(word) && !is_declaration && !self.is_inside_word() {
                        return;
                    }
                    self.cursor = ahead;
                }
            }
        }
    }

    /// Whether what comes next continues a word, which begins with a letter.
    fn is_inside_word(&self) -> bool {
        let mut before = self.cursor.text_from(0).bytes().rev().take_while(|byte| KEY.has(*byte));
        before.any(|byte| byte.is_ascii_alphabetic())
    }

    /// Up to `<<` or the end.
    fn skip_conditions(&mut self) {
        loop {
            // To what may be a comment or `<<`.
            self.cursor.skip_to(b'(', b'<');
            if self.cursor.is_at_end() || self.cursor.is_at("<<") {
                return;
            }
            if self.cursor.is_at("(*") {
                self.skip_comment();
            } else {
                self.cursor.bump();
            }
        }
    }

    /// A warning if what stands behind `<<` is a test again, as where a generator wrote many into one file: what is not read seems to be tested otherwise.
    fn warn_of_further_test(&mut self) {
        let mut behind = self.cursor.clone();
        if !behind.eat("<<") {
            return;
        }
        behind.skip_all(&WHITE);
        let start = behind.offset();
        let architecture = behind.eat_all(&ARCHITECTURE);
        behind.skip_all(&BLANK);
        if headers::form(architecture).is_none() || behind.eat_all(&NAME).is_empty() {
            return;
        }
        let message = "another test begins here, which is not read: a test ends with `<<`";
        let help = "`lakmus gen -o DIR` writes a file for each test; `streams` of a campaign are files of many";
        self.diagnostics.push(Diagnostic::warning("further-test", behind.span_from(start), message).help(help));
    }

    /// A comment before the initial state. One that is not closed ends with its line, as all that is neither key nor brace does there.
    fn skip_comment_of_header(&mut self) {
        let mut ahead = self.cursor.clone();
        if super::lexer::skip_comment(&mut ahead).is_ok() {
            self.cursor = ahead;
        } else {
            self.cursor.skip_to(b'\n', b'{');
        }
    }

    fn skip_comment(&mut self) {
        if let Err(diagnostic) = super::lexer::skip_comment(&mut self.cursor) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// A string; it ends in its line.
    fn skip_string(&mut self) {
        let start = self.cursor.offset();
        self.cursor.eat("\"");
        self.cursor.skip_all(&IN_STRING);
        if !self.cursor.eat("\"") {
            let span = self.cursor.span_from(start);
            self.diagnostics.push(Diagnostic::error("unclosed-string", span, "the string is not closed"));
        }
    }
}

/// Warnings of keys that were there already, in the order of the text.
fn repeated_keys<'i>(info: &'i [InfoLine<'_>]) -> impl Iterator<Item = Diagnostic> + 'i {
    info.iter().enumerate().filter_map(|(number, line)| {
        let first = info[..number].iter().find(|first| first.key.eq_ignore_ascii_case(&line.key))?;
        let message = format!("the key `{}` is given twice; the first one counts", line.key);
        Some(Diagnostic::warning("duplicate-key", line.span, message).label(first.span, "first here"))
    })
}
