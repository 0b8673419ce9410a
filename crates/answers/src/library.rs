//! What a page begins with: models, languages, examples, and what drawings look like.

use lakmus::drawing::Theme;
use serde::{Deserialize, Serialize};

use crate::examples::{self, Example, Shape};
use crate::{Done, Out};

/// A model that ships.
#[derive(Debug, Serialize)]
struct Shipped {
    name: &'static str,
    summary: &'static str,
    architecture: Option<&'static str>,
}

/// A language that tests are in.
#[derive(Debug, Serialize)]
struct Language {
    name: &'static str,
    /// The model under which its tests are run where none is named.
    model: Option<&'static str>,
}

/// What a file is to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// A litmus test.
    Test,
    /// A model in cat.
    Model,
    /// A report of another command.
    Report,
    /// A source that a report is about.
    Source,
}

impl FileKind {
    /// What a file of this name is, by its ending; none where the page does not show it.
    pub fn of_file(name: &str) -> Option<FileKind> {
        let ending = name.rsplit_once('.')?.1;
        ENDINGS.iter().copied().find(|known| *known == ending).and_then(FileKind::of_ending)
    }

    fn of_ending(ending: &str) -> Option<FileKind> {
        match ending {
            "json" => Some(FileKind::Report),
            "c" | "h" | "cc" | "cpp" | "rs" | "java" => Some(FileKind::Source),
            _ => ide::DocumentKind::of_word(ending).map(|kind| match kind {
                ide::DocumentKind::Test => FileKind::Test,
                ide::DocumentKind::Model => FileKind::Model,
            }),
        }
    }
}

/// The endings of the files that a page shows.
const ENDINGS: &[&str] = &["litmus", "cat", "json", "c", "h", "cc", "cpp", "rs", "java"];

/// What there is to choose from.
#[derive(Debug, Serialize)]
pub struct Library {
    version: &'static str,
    models: Vec<Shipped>,
    languages: Vec<Language>,
    /// What tests can be generated for.
    generated: Vec<&'static str>,
    examples: Vec<Example>,
    shapes: &'static [Shape],
    /// What files are, by their endings.
    kinds: Vec<(&'static str, FileKind)>,
}

impl Library {
    /// All that ships.
    pub fn shipped() -> Library {
        let shipped = lakmus::models::models().iter();
        Library {
            version: env!("CARGO_PKG_VERSION"),
            models: shipped
                .map(|model| Shipped { name: model.name, summary: model.summary, architecture: model.architecture })
                .collect(),
            languages: lakmus::sim::languages().map(|(name, model)| Language { name, model }).collect(),
            generated: lakmus::generate::architectures().collect(),
            examples: examples::all(),
            shapes: examples::SHAPES,
            kinds: ENDINGS.iter().filter_map(|ending| Some((*ending, FileKind::of_ending(ending)?))).collect(),
        }
    }
}

/// What drawings look like in both themes: a style sheet for a document whose root says which one it has.
pub fn drawing_style() -> String {
    let theme = |scope: &str, theme| lakmus::drawing::stylesheet(scope, theme);
    [theme(":root[data-theme=light] .drawing", Theme::Light), theme(":root[data-theme=dark] .drawing", Theme::Dark)]
        .concat()
}

/// The question for both, of what puts a page together.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "library")]
struct Answer {
    #[serde(flatten)]
    library: Library,
    drawing_style: String,
}

impl Wanted {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        out.say(&Answer { library: Library::shipped(), drawing_style: drawing_style() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_has_a_kind() {
        assert_eq!(Library::shipped().kinds.len(), ENDINGS.len());
        assert_eq!(FileKind::of_file("a/b.c/SB.litmus"), Some(FileKind::Test));
        assert_eq!(FileKind::of_file("my.cat"), Some(FileKind::Model));
        assert_eq!(FileKind::of_file("report.json"), Some(FileKind::Report));
        assert_eq!(FileKind::of_file("main.rs"), Some(FileKind::Source));
        for name in ["passwd", "a.litmus/passwd", "kernel.bell", ".litmus~", ""] {
            assert_eq!(FileKind::of_file(name), None, "{name}");
        }
    }
}
