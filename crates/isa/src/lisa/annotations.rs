//! Which annotations instructions may carry: what a bell file declares.

use program::TagSet;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span, nearest};

/// The kinds of instructions, by the names that bell files have for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum InstructionKind {
    Load,
    Store,
    ReadModifyWrite,
    Fence,
    Branch,
    Call,
}

impl InstructionKind {
    fn name(self) -> &'static str {
        match self {
            InstructionKind::Load => "R",
            InstructionKind::Store => "W",
            InstructionKind::ReadModifyWrite => "RMW",
            InstructionKind::Fence => "F",
            InstructionKind::Branch => "B",
            InstructionKind::Call => "CALL",
        }
    }

    fn article(self) -> &'static str {
        match self {
            InstructionKind::Load => "a read",
            InstructionKind::Store => "a write",
            InstructionKind::ReadModifyWrite => "a read-modify-write",
            InstructionKind::Fence => "a fence",
            InstructionKind::Branch => "a branch",
            InstructionKind::Call => "a call",
        }
    }
}

/// What a bell file declares about annotations. The tags of events are [`Annotations::TAGS`], and behind them the words, each with its first letter
/// as a capital: events with the annotation `once` are in the set `Once`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotations {
    tags: Vec<String>,
    words: FxHashMap<String, TagSet>,
    /// By the name of the kind of instruction the annotations that it may carry: for each place the words.
    rules: FxHashMap<String, Vec<Vec<Vec<String>>>>,
    defaults: FxHashMap<String, Vec<String>>,
}

/// The most words that there can be.
const MAX_WORDS: usize = 120;

impl Annotations {
    /// The tags that need no declaration: accesses of a read-modify-write by both names, and fences between all accesses.
    pub const TAGS: [&str; 3] = ["X", "RMW", "Ftotal"];

    /// From `instructions KIND[place, ...]`, several for one kind being alternatives, and `default KIND[word, ...]`.
    ///
    /// # Errors
    /// When there are too many different words, with their number.
    pub fn new<'a>(
        rules: impl IntoIterator<Item = (&'a str, &'a [Vec<String>])>,
        defaults: impl IntoIterator<Item = (&'a str, &'a [Vec<String>])>,
    ) -> Result<Annotations, usize> {
        let mut found = Annotations {
            tags: Annotations::TAGS.map(str::to_owned).into(),
            words: FxHashMap::default(),
            rules: FxHashMap::default(),
            defaults: FxHashMap::default(),
        };
        for (kind, places) in rules {
            found.rules.entry(kind.to_owned()).or_default().push(places.to_vec());
            places.iter().flatten().for_each(|word| found.declare(word));
        }
        for (kind, places) in defaults {
            places.iter().flatten().for_each(|word| found.declare(word));
            found.defaults.insert(kind.to_owned(), places.concat());
        }
        match found.words.len() {
            words if words > MAX_WORDS => Err(words),
            _ => Ok(found),
        }
    }

    fn declare(&mut self, word: &str) {
        if self.words.contains_key(word) {
            return;
        }
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let name: String = first.into_iter().chain(letters).collect();
        // Words that differ in this letter only are one set; beyond the limit no bit is needed.
        let index = self.tags.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.tags.push(name);
            self.tags.len() - 1
        });
        self.words.insert(word.to_owned(), TagSet::only(index.min(MAX_WORDS + Annotations::TAGS.len()) as u32));
    }

    /// The names of all tags, by their bits.
    pub(super) fn tags(&self) -> &[String] {
        &self.tags
    }

    /// What an instruction of this kind means by `words`, which stand at `span`: the default where there are none.
    ///
    /// # Errors
    /// When the bell file does not allow them.
    pub(super) fn check(
        &self,
        kind: InstructionKind,
        words: Vec<String>,
        span: Span,
    ) -> Result<(Vec<String>, TagSet), Diagnostic> {
        let words = match self.defaults.get(kind.name()) {
            Some(default) if words.is_empty() => default.clone(),
            _ => words,
        };
        let rules = self.rules.get(kind.name()).map(Vec::as_slice).unwrap_or_default();
        let fits = |rule: &Vec<Vec<String>>| {
            rule.len() == words.len() && rule.iter().zip(&words).all(|(place, word)| place.contains(word))
        };
        let is_bare = rules.is_empty() && words.is_empty();
        if !is_bare && !rules.iter().any(fits) {
            return Err(self.mismatch(kind, rules, &words, span));
        }
        let tags = words.iter().filter_map(|word| self.words.get(word)).fold(TagSet::NONE, |all, &tag| all.with(tag));
        Ok((words, tags))
    }

    fn mismatch(&self, kind: InstructionKind, rules: &[Vec<Vec<String>>], words: &[String], span: Span) -> Diagnostic {
        let what = kind.article();
        let message = format!("the bell file does not allow {what} with the annotations [{}]", words.join(","));
        let diagnostic = Diagnostic::error("bad-annotation", span, message);
        let place = |place: &Vec<String>| format!("{{{}}}", place.join(","));
        let rule = |rule: &Vec<Vec<String>>| format!("[{}]", rule.iter().map(place).collect::<Vec<_>>().join(","));
        let declared: Vec<String> = rules.iter().map(rule).collect();
        let help = match declared.is_empty() {
            true => format!("it declares none for {}", kind.name()),
            false => format!("it declares {}{}", kind.name(), declared.join(" or ")),
        };
        let known = || rules.iter().flatten().flatten().map(String::as_str);
        let unknown = words.iter().find(|word| known().all(|known| known != *word));
        diagnostic.suggest(unknown.and_then(|word| nearest(word, known()))).help(help)
    }
}
