//! What a page begins with, whoever answers it: models, languages, examples, and what drawings look like.

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
        }
    }
}

/// What drawings look like in both themes: a style sheet for a document whose root says which one it has.
pub fn drawing_style() -> String {
    let theme = |scope: &str, theme| lakmus::drawing::stylesheet(scope, theme);
    [theme(":root[data-theme=light] .drawing", Theme::Light), theme(":root[data-theme=dark] .drawing", Theme::Dark)]
        .concat()
}

/// The question for both, of whoever puts a page together.
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
