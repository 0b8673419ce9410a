//! What the library for editors says of a text: colours, remarks, completions, what a word means.

use ide::{Document, ShippedOnly};
use serde::{Deserialize, Serialize};

use crate::{Done, Out};

/// A text that is edited.
#[derive(Debug, Deserialize)]
struct Edited {
    what: What,
    name: String,
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    Test,
    Model,
}

/// Its colours, and what is wrong with it.
#[derive(Debug, Deserialize)]
pub(crate) struct Edit {
    #[serde(flatten)]
    edited: Edited,
}

/// What can stand at a place.
#[derive(Debug, Deserialize)]
pub(crate) struct Complete {
    #[serde(flatten)]
    edited: Edited,
    at: usize,
}

/// What the word at a place means.
#[derive(Debug, Deserialize)]
pub(crate) struct Hover {
    #[serde(flatten)]
    edited: Edited,
    at: usize,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    Edited {
        /// Begin, end, kind.
        tokens: Vec<(usize, usize, &'static str)>,
        remarks: Vec<Remark>,
    },
    Completions {
        from: usize,
        to: usize,
        options: Vec<Choice>,
    },
    Meaning {
        from: usize,
        to: usize,
        markdown: String,
    },
}

#[derive(Debug, Serialize)]
struct Remark {
    severity: &'static str,
    message: String,
    from: usize,
    to: usize,
    help: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Choice {
    label: String,
    insert: String,
    detail: String,
    documentation: String,
}

impl Edited {
    fn document(&self) -> Document<'_> {
        match self.what {
            What::Test => Document::test(&self.name, &self.text),
            What::Model => Document::model(&self.name, &self.text),
        }
    }

    /// A byte as browsers count, in units of UTF-16.
    fn units(&self, byte: usize) -> usize {
        self.text.get(..byte).map_or(0, |before| before.encode_utf16().count())
    }

    /// The byte of a unit.
    fn byte(&self, unit: usize) -> usize {
        let mut units = 0;
        for (byte, character) in self.text.char_indices() {
            if units >= unit {
                return byte;
            }
            units += character.len_utf16();
        }
        self.text.len()
    }
}

impl Edit {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let (edited, document) = (&self.edited, self.edited.document());
        let place = |range: &std::ops::Range<usize>| (edited.units(range.start), edited.units(range.end));
        let tokens = ide::tokens(&document, &ShippedOnly);
        let remarks = ide::diagnostics(&document, &ShippedOnly);
        out.say(&Answer::Edited {
            tokens: tokens
                .iter()
                .map(|token| {
                    let (from, to) = place(&token.range);
                    (from, to, token.kind.name())
                })
                .collect(),
            remarks: remarks
                .into_iter()
                .map(|remark| {
                    let (from, to) = place(&remark.range);
                    let severity = match remark.severity {
                        ide::Severity::Warning => "warning",
                        ide::Severity::Error => "error",
                    };
                    Remark { severity, message: remark.message, from, to, help: remark.help }
                })
                .collect(),
        })
    }
}

impl Complete {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let edited = &self.edited;
        let found = ide::completion(&edited.document(), &ShippedOnly, edited.byte(self.at));
        let (from, to) = (edited.units(found.range.start), edited.units(found.range.end));
        let choice = |one: ide::Completion| Choice {
            label: one.label,
            insert: one.insert,
            detail: one.detail,
            documentation: one.documentation,
        };
        out.say(&Answer::Completions { from, to, options: found.all.into_iter().map(choice).collect() })
    }
}

impl Hover {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let edited = &self.edited;
        let Some(found) = ide::hover(&edited.document(), &ShippedOnly, edited.byte(self.at)) else { return Ok(()) };
        let (from, to) = (edited.units(found.range.start), edited.units(found.range.end));
        out.say(&Answer::Meaning { from, to, markdown: found.markdown })
    }
}
