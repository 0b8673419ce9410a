//! The texts that the tests look at.

use std::path::PathBuf;

use lakmus_ide::{Document, DocumentKind};

/// A text with its name.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Text {
    pub(crate) fn document(&self) -> Document<'_> {
        self.cut(&self.text)
    }

    /// The same file with another text.
    pub(crate) fn cut<'t>(&'t self, text: &'t str) -> Document<'t> {
        let kind = DocumentKind::of_file(&self.name).expect("the name says what it is");
        Document { kind, name: &self.name, text }
    }
}

/// All shipped models and bell files.
pub(crate) fn models() -> Vec<Text> {
    let names = models::file_names().filter(|name| DocumentKind::of_file(name).is_some());
    let text = |name: &str| models::file(name).expect("ships").to_owned();
    names.map(|name| Text { name: name.to_owned(), text: text(name) }).collect()
}

/// All tests of the repository's corpus, in the order of their names.
pub(crate) fn tests() -> Vec<Text> {
    read(testing::litmus_files(&testing::root().join("corpus")))
}

/// All tests of the reference corpus, where it is there.
pub(crate) fn reference_tests() -> Vec<Text> {
    testing::shared("").map(|directory| read(testing::litmus_files(&directory))).unwrap_or_default()
}

fn read(files: Vec<PathBuf>) -> Vec<Text> {
    let text = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file of the corpus")).into_owned();
        Text { name: path.display().to_string(), text }
    };
    files.into_iter().map(text).collect()
}

/// Where `needle` begins in `text`, behind the `skipped` first ones.
pub(crate) fn find(text: &str, needle: &str, skipped: usize) -> usize {
    text.match_indices(needle).nth(skipped).unwrap_or_else(|| panic!("`{needle}` is not in the text")).0
}
