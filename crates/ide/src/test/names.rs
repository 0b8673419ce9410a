//! The words of a test and what they name: registers, locations, labels, threads.

use std::collections::BTreeSet;

use litmus::{InstructionSet, Lexeme, LexemeKind, ProgramWords, RawProgram, RawThread};
use source::Span;

use super::{TestView, cells};
use crate::range;
use crate::token::TokenKind;

/// What a word names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Entity {
    /// A location in memory.
    Location(String),
    /// A register of a thread, or a local variable: by the name of the whole register. The number of the thread is that of `P0`.
    Register(Option<u32>, String),
    /// A label.
    Label(String),
    /// A thread.
    Thread(u32),
}

/// A word of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) span: Span,
    pub(crate) kind: TokenKind,
    pub(crate) entity: Option<Entity>,
    /// Whether it stands where the initial state or a label gives it its meaning.
    pub(crate) is_definition: bool,
}

impl Word {
    pub(crate) fn plain(span: Span, kind: TokenKind) -> Word {
        Word { span, kind, entity: None, is_definition: false }
    }

    pub(crate) fn of(span: Span, entity: Entity) -> Word {
        let kind = match entity {
            Entity::Location(_) => TokenKind::Location,
            Entity::Register(..) => TokenKind::Register,
            Entity::Label(_) => TokenKind::Label,
            Entity::Thread(_) => TokenKind::Thread,
        };
        Word { span, kind, entity: Some(entity), is_definition: false }
    }

    fn defining(self) -> Word {
        Word { is_definition: true, ..self }
    }
}

/// The words of conditions that are no names.
pub(crate) const CONDITION_WORDS: [&str; 16] = [
    "exists",
    "forall",
    "final",
    "locations",
    "filter",
    "not",
    "and",
    "or",
    "true",
    "false",
    "cases",
    "observed",
    "Observed",
    "with",
    "fault",
    "Fault",
];

/// All words of a test, in the order of the sections.
pub(crate) fn words(view: &TestView<'_>) -> Vec<Word> {
    let (Some(test), Some(sections)) = (&view.test, view.sections) else { return Vec::new() };
    let code = view.code();
    let context = Context { view, locations: view.locations(code.as_deref()) };
    let mut words = header(view, sections.init.start as usize);
    words.extend(context.state(&litmus::lexemes(view.sources, sections.init), true));
    let end = sections.init.end as usize;
    words.push(Word::plain(Span::new(view.own, end, end + 1), TokenKind::Punctuation));
    match &test.program {
        RawProgram::Table(threads) => {
            if let Some(set) = view.language.as_deref().and_then(litmus::Language::instruction_set) {
                words.extend(context.table(threads, set));
                words.extend(context.table(&test.handlers, set));
            }
            words.extend(comments(view, sections.program));
            words.extend(between(view, sections.program, &words));
        }
        RawProgram::Text(span) => {
            if let Some(language) = view.language.as_deref().and_then(litmus::Language::program_words) {
                words.extend(context.program(&language.lexemes(view.text, *span), language));
            }
        }
    }
    words.extend(context.state(&litmus::lexemes(view.sources, sections.conditions), false));
    words
}

/// What stands before the initial state.
fn header(view: &TestView<'_>, init: usize) -> Vec<Word> {
    let Some(test) = &view.test else { return Vec::new() };
    let mut words = vec![Word::plain(test.architecture.span, TokenKind::Architecture)];
    words.push(Word::plain(test.name.span, TokenKind::Title).defining());
    let from = test.name.span.end as usize;
    let rest = Span::new(view.own, from, init.max(from));
    if test.doc.is_some()
        && let Some(start) = view.text[range(rest)].find('"')
        && let Some(length) = view.text[from + start + 1..].find('"')
    {
        words.push(Word::plain(rest.slice(start, start + length + 2), TokenKind::String));
    }
    for line in &test.info {
        let text = &view.text[range(line.span)];
        let sign = text.find('=').unwrap_or(line.key.len());
        words.push(Word::plain(line.span.slice(0, line.key.len()), TokenKind::Key));
        words.push(Word::plain(line.span.slice(sign, sign + 1), TokenKind::Operator));
        words.push(Word::plain(line.span.slice(text.len() - line.value.len(), text.len()), TokenKind::String));
    }
    // The braces of the initial state.
    words.push(Word::plain(Span::new(view.own, init - 1, init), TokenKind::Punctuation));
    words.extend(comments(view, rest));
    words
}

/// The comments of a piece.
fn comments(view: &TestView<'_>, piece: Span) -> Vec<Word> {
    litmus::comments_in(view.text, piece).into_iter().map(|span| Word::plain(span, TokenKind::Comment)).collect()
}

/// What stands between the words of a table: bars and semicolons, and what is not understood.
fn between(view: &TestView<'_>, program: Span, words: &[Word]) -> Vec<Word> {
    let mut known: Vec<Span> = words.iter().map(|word| word.span).filter(|span| program.start <= span.start).collect();
    known.sort_by_key(|span| span.start);
    let mut found = Vec::new();
    let mut at = program.start as usize;
    for span in known.into_iter().chain([program.end_point()]) {
        let start = (span.start as usize).clamp(at, program.end as usize);
        let gap = view.text[at..start].char_indices().filter(|(_, c)| !c.is_whitespace());
        let piece = |(offset, c): (usize, char)| Span::new(view.own, at + offset, at + offset + c.len_utf8());
        found.extend(gap.map(piece).map(|span| Word::plain(span, TokenKind::Punctuation)));
        at = at.max(span.end as usize);
    }
    found
}

/// What the meaning of words depends on.
struct Context<'v> {
    view: &'v TestView<'v>,
    locations: BTreeSet<String>,
}

impl Context<'_> {
    /// A register of a thread as a word: by the name of the whole register.
    fn register(&self, span: Span, thread: Option<u32>, name: &str) -> Word {
        let set = self.view.language.as_deref().and_then(litmus::Language::instruction_set);
        let whole = set.and_then(|set| set.whole_register(name));
        Word::of(span, Entity::Register(thread, whole.unwrap_or_else(|| name.to_owned())))
    }

    /// The words of an initial state or of conditions.
    fn state(&self, lexemes: &[Lexeme], is_initial: bool) -> Vec<Word> {
        let text = |at: usize| lexemes.get(at).map_or("", |lexeme| &self.view.text[range(lexeme.span)]);
        let kind = |at: usize| lexemes.get(at).map(|lexeme| lexeme.kind);
        let is_word =
            |at: usize| kind(at) == Some(LexemeKind::Word) && (is_initial || !CONDITION_WORDS.contains(&text(at)));
        let mut words = Vec::with_capacity(lexemes.len());
        // Whether a value stands here: behind `=`, to the end of the item.
        let mut is_value = false;
        for (at, lexeme) in lexemes.iter().enumerate() {
            let span = lexeme.span;
            let before = |back: usize| at.checked_sub(back);
            let is_behind_colon = before(1).is_some_and(|at| text(at) == ":");
            let thread = before(2).filter(|_| is_behind_colon).and_then(|at| thread_number(text(at)));
            if matches!(text(at), ";" | "/\\" | "\\/" | "=") {
                is_value = text(at) == "=";
            }
            words.push(match lexeme.kind {
                LexemeKind::Comment => Word::plain(span, TokenKind::Comment),
                LexemeKind::Quoted => Word::plain(span, TokenKind::String),
                LexemeKind::Punctuation if matches!(text(at), "/\\" | "\\/" | "=>" | "~" | "=" | "!=" | "<>") => {
                    Word::plain(span, TokenKind::Operator)
                }
                LexemeKind::Punctuation => Word::plain(span, TokenKind::Punctuation),
                LexemeKind::Number | LexemeKind::Processor if text(at + 1) == ":" => match thread_number(text(at)) {
                    Some(number) => Word::of(span, Entity::Thread(number)),
                    None => Word::plain(span, TokenKind::Number),
                },
                LexemeKind::Number => Word::plain(span, TokenKind::Number),
                LexemeKind::Processor => match thread_number(text(at)) {
                    Some(number) => Word::of(span, Entity::Thread(number)),
                    None => Word::plain(span, TokenKind::Thread),
                },
                LexemeKind::Symbolic => self.register(span, thread, text(at)),
                LexemeKind::Word if thread.is_some() => {
                    let word = self.register(span, thread, text(at));
                    if is_initial && !is_value { word.defining() } else { word }
                }
                LexemeKind::Word if !is_word(at) => Word::plain(span, TokenKind::Keyword),
                LexemeKind::Word if !is_value && is_initial && (is_word(at + 1) || text(at + 1) == "*") => {
                    Word::plain(span, TokenKind::Type)
                }
                LexemeKind::Word if !is_initial && before(1).is_some_and(|at| is_word(at) || text(at) == "]") => {
                    Word::plain(span, TokenKind::Type)
                }
                LexemeKind::Word => {
                    let word = Word::of(span, Entity::Location(text(at).to_owned()));
                    if is_initial && !is_value { word.defining() } else { word }
                }
            });
        }
        words
    }

    /// The words of the columns of a table.
    fn table(&self, threads: &[RawThread], set: &dyn InstructionSet) -> Vec<Word> {
        let all_cells = threads.iter().flat_map(|thread| &thread.cells);
        let labels: BTreeSet<&str> = all_cells
            .flat_map(|cell| cells::labels(self.view.text, *cell))
            .map(|span| &self.view.text[range(span)])
            .collect();
        let mut words = Vec::new();
        for thread in threads {
            words.push(Word::of(thread.heading, Entity::Thread(thread.number)).defining());
            words.extend(thread.annotations.iter().map(|(_, span)| Word::plain(*span, TokenKind::Modifier)));
            for cell in &thread.cells {
                let pieces = cells::pieces(self.view.text, *cell, set);
                words.extend(pieces.into_iter().map(|piece| self.in_cell(piece, thread.number, &labels, set)));
            }
        }
        words
    }

    fn in_cell(&self, piece: cells::Piece, thread: u32, labels: &BTreeSet<&str>, set: &dyn InstructionSet) -> Word {
        let text = &self.view.text[range(piece.span)];
        let plain = |kind| Word::plain(piece.span, kind);
        match piece.kind {
            cells::PieceKind::Comment => plain(TokenKind::Comment),
            cells::PieceKind::Number => plain(TokenKind::Number),
            cells::PieceKind::Punctuation => plain(TokenKind::Punctuation),
            cells::PieceKind::Label => Word::of(piece.span, Entity::Label(text.to_owned())).defining(),
            cells::PieceKind::Mnemonic => plain(TokenKind::Mnemonic),
            cells::PieceKind::Word => {
                let name = text.strip_prefix(set.register_sigil()).unwrap_or(text);
                if set.is_register(name) || set.is_register(text) {
                    return self.register(piece.span, Some(thread), name);
                }
                if text.starts_with('%') {
                    return self.register(piece.span, Some(thread), text);
                }
                let bare = text.trim_start_matches('$');
                if labels.contains(bare) {
                    Word::of(piece.span, Entity::Label(bare.to_owned()))
                } else if self.locations.contains(bare) {
                    let skipped = text.len() - bare.len();
                    Word::of(piece.span.slice(skipped, text.len()), Entity::Location(bare.to_owned()))
                } else {
                    plain(TokenKind::Modifier)
                }
            }
        }
    }

    /// The words of a program that is text.
    fn program(&self, lexemes: &[Lexeme], language: &dyn ProgramWords) -> Vec<Word> {
        let text = |at: usize| lexemes.get(at).map_or("", |lexeme| &self.view.text[range(lexeme.span)]);
        let (keywords, types) = (language.keywords(), language.types());
        let constants = language.constants();
        let mut thread = None;
        let mut words = Vec::with_capacity(lexemes.len());
        for (at, lexeme) in lexemes.iter().enumerate() {
            let span = lexeme.span;
            let word = text(at);
            let number = word.strip_prefix('P').and_then(thread_number);
            let is_called = text(at + 1) == "(";
            words.push(match lexeme.kind {
                LexemeKind::Comment => Word::plain(span, TokenKind::Comment),
                LexemeKind::Number => Word::plain(span, TokenKind::Number),
                LexemeKind::Quoted => Word::plain(span, TokenKind::String),
                LexemeKind::Punctuation if matches!(word, "(" | ")" | "{" | "}" | "[" | "]" | ";" | ",") => {
                    Word::plain(span, TokenKind::Punctuation)
                }
                LexemeKind::Punctuation => Word::plain(span, TokenKind::Operator),
                LexemeKind::Word | LexemeKind::Processor | LexemeKind::Symbolic => match number {
                    Some(number) if matches!(text(at + 1), "(" | "{") => {
                        thread = Some(number);
                        Word::of(span, Entity::Thread(number)).defining()
                    }
                    _ if keywords.iter().any(|known| known == word) => Word::plain(span, TokenKind::Keyword),
                    _ if types.iter().any(|known| known == word) => Word::plain(span, TokenKind::Type),
                    _ if is_called => Word::plain(span, TokenKind::Function),
                    _ if constants.iter().any(|known| known == word) => Word::plain(span, TokenKind::Constant),
                    _ if self.locations.contains(word) => Word::of(span, Entity::Location(word.to_owned())),
                    _ => Word::of(span, Entity::Register(thread, word.to_owned())),
                },
            });
        }
        words
    }
}

/// The number of a thread, as conditions (`0`) and headings (`P0`) write it.
fn thread_number(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('P').unwrap_or(text);
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// The word at a byte of the text, the place behind its last letter included.
pub(crate) fn at(words: &[Word], at: usize) -> Option<&Word> {
    let is_there = |word: &&Word| (word.span.start as usize..=word.span.end as usize).contains(&at);
    let here = || words.iter().filter(is_there);
    here()
        .find(|word| word.entity.is_some())
        .or_else(|| here().find(|word| at < word.span.end as usize))
        .or_else(|| here().next())
}
