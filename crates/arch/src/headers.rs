//! The words that litmus tests begin with: those of the architectures, and those of languages that are no architecture's.

use crate::ARCHITECTURES;

/// What the program of a litmus test looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table of instructions.
    Table,
    /// A table that may have `scopes:` and the like behind it.
    BellTable,
    /// Functions, in which `(*` is no comment.
    C,
    /// Classes or pseudo-code.
    Other,
}

/// The words of languages, as herd has them.
const LANGUAGES: &[(&str, Form)] = &[
    ("ASL", Form::Other),
    ("Bell", Form::BellTable),
    ("C", Form::C),
    ("CPP", Form::C),
    ("JAVA", Form::Other),
    ("Java", Form::Other),
    ("LISA", Form::BellTable),
];

/// All words that litmus tests begin with, each with what their programs look like, in the order of the alphabet.
pub fn headers() -> Vec<(&'static str, Form)> {
    let architectures = ARCHITECTURES.iter().filter(|known| known.default_model.is_some());
    let mut all: Vec<_> =
        architectures.map(|known| (known.name, Form::Table)).chain(LANGUAGES.iter().copied()).collect();
    all.sort_unstable_by_key(|(word, _)| *word);
    all.dedup();
    all
}

/// What programs of tests look like that begin with a word; none where no test does.
pub fn form(word: &str) -> Option<Form> {
    let is_known = || ARCHITECTURES.iter().any(|known| known.default_model.is_some() && known.name == word);
    let language = LANGUAGES.iter().find(|(known, _)| *known == word).map(|(_, form)| *form);
    language.or_else(|| is_known().then_some(Form::Table))
}

/// Whether models can say that they are for tests which begin with this word. (herd's models of LISA's tests name LISA.)
pub fn names_a_language(word: &str) -> bool {
    word != "Bell" && form(word).is_some()
}
