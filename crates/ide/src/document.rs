//! What is looked at: a text with its name, and where the texts come from that it includes.

use std::collections::HashMap;

use cat::Files;
use source::{SourceId, Sources};

/// What the names of texts that ship with Lakmus begin with, where a [`Place`](crate::Place) is in one.
pub const SHIPPED: &str = "<lakmus>/";

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentKind {
    /// A litmus test, in whatever language.
    Test,
    /// A model in cat, or a bell file.
    Model,
}

impl DocumentKind {
    /// What a file of this name is, by its ending.
    pub fn of_file(name: &str) -> Option<DocumentKind> {
        DocumentKind::of_word(name.rsplit_once('.')?.1)
    }

    /// What files have that end so; editors call their languages by the same words.
    pub fn of_word(word: &str) -> Option<DocumentKind> {
        match word {
            "litmus" => Some(DocumentKind::Test),
            "cat" | "bell" => Some(DocumentKind::Model),
            _ => None,
        }
    }
}

/// A text that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document<'t> {
    /// What it is.
    pub kind: DocumentKind,
    /// Its name, mostly a path; what it includes is asked for by it. A test without a name of its own is called by it.
    pub name: &'t str,
    /// The text.
    pub text: &'t str,
}

impl<'t> Document<'t> {
    /// A litmus test.
    pub fn test(name: &'t str, text: &'t str) -> Document<'t> {
        Document { kind: DocumentKind::Test, name, text }
    }

    /// A model in cat.
    pub fn model(name: &'t str, text: &'t str) -> Document<'t> {
        Document { kind: DocumentKind::Model, name, text }
    }

    /// The name of a test that does not have one: that of its file, without directories and extension.
    pub(crate) fn stem(&self) -> &'t str {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or(self.name);
        file.strip_suffix(".litmus").unwrap_or(file)
    }
}

/// Where the texts come from that models include, beside those that ship.
pub trait Texts {
    /// What `include "name"` means in the text called `including`: the name of a text (a path, mostly) and the text itself. None where there is no such
    /// text; then a file that ships is looked for.
    fn included(&self, name: &str, including: &str) -> Option<(String, String)>;
}

/// No texts but those that ship.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShippedOnly;

impl Texts for ShippedOnly {
    fn included(&self, _: &str, _: &str) -> Option<(String, String)> {
        None
    }
}

/// What models include, each text in one place however often it is asked for.
pub(crate) struct Included<'a> {
    texts: &'a dyn Texts,
    /// By the name that is included and the text that includes it.
    asked: HashMap<(String, SourceId), Option<SourceId>>,
    /// By the name of the text.
    known: HashMap<String, SourceId>,
}

impl<'a> Included<'a> {
    /// Nothing is read yet.
    pub(crate) fn new(texts: &'a dyn Texts) -> Included<'a> {
        Included { texts, asked: HashMap::new(), known: HashMap::new() }
    }

    /// What `include "name"` in a text was found to mean.
    pub(crate) fn known(&self, name: &str, including: SourceId) -> Option<SourceId> {
        *self.asked.get(&(name.to_owned(), including))?
    }

    /// The text that `from` includes and by which, directly or not, it includes `to`.
    pub(crate) fn way(&self, from: SourceId, to: SourceId) -> Option<SourceId> {
        let mut seen = vec![from];
        let direct = |of: SourceId| {
            let asked = self.asked.iter().filter(move |((_, including), _)| *including == of);
            asked.filter_map(|(_, found)| *found)
        };
        let mut first: Vec<SourceId> = direct(from).collect();
        first.sort_unstable();
        first.into_iter().find(|&first| {
            let mut open = vec![first];
            while let Some(next) = open.pop() {
                if next == to {
                    return true;
                }
                if !seen.contains(&next) {
                    seen.push(next);
                    open.extend(direct(next));
                }
            }
            false
        })
    }

    fn find(&mut self, name: &str, including: SourceId, sources: &mut Sources) -> Option<SourceId> {
        let from = sources.name(including);
        // What a shipped file includes ships.
        let own = if from.starts_with(SHIPPED) { None } else { self.texts.included(name, from) };
        let shipped = || models::file(name).map(|text| (format!("{SHIPPED}{name}"), text.to_owned()));
        let (name, text) = own.or_else(shipped)?;
        Some(*self.known.entry(name).or_insert_with_key(|name| sources.add(name.as_str(), text)))
    }
}

impl Files for Included<'_> {
    fn open(&mut self, name: &str, sources: &mut Sources) -> Option<SourceId> {
        let text = models::file(name)?;
        let name = format!("{SHIPPED}{name}");
        Some(*self.known.entry(name).or_insert_with_key(|name| sources.add(name.as_str(), text)))
    }

    fn open_from(&mut self, name: &str, including: SourceId, sources: &mut Sources) -> Option<SourceId> {
        let key = (name.to_owned(), including);
        if let Some(known) = self.asked.get(&key) {
            return *known;
        }
        let found = self.find(name, including, sources);
        self.asked.insert(key, found);
        found
    }
}

/// The text of a file that ships, by the name behind [`SHIPPED`].
pub fn shipped(name: &str) -> Option<&'static str> {
    models::file(name)
}
