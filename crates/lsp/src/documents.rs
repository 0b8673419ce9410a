//! Open documents, and the files that they include.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gen_lsp_types::{TextDocumentContentChangeEvent, Uri};
use ide::{Document, DocumentKind, LineIndex, Position, Texts};

use crate::uri;

/// An open document.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) kind: DocumentKind,
    /// Its path, or the URI of what is no file.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) lines: LineIndex,
    pub(crate) version: i32,
}

impl Open {
    /// A document as the client opens it; none where it is neither a test nor a model.
    pub(crate) fn new(uri: &Uri, language: &str, version: i32, text: String) -> Option<Open> {
        let name = uri::path(uri).map_or_else(|| uri.0.clone(), |path| path.display().to_string());
        let kind = DocumentKind::of_file(&name).or_else(|| DocumentKind::of_word(language))?;
        let lines = LineIndex::new(&text);
        Some(Open { kind, name, text, lines, version })
    }

    /// What the library looks at.
    pub(crate) fn document(&self) -> Document<'_> {
        Document { kind: self.kind, name: &self.name, text: &self.text }
    }

    /// Applies the client's changes, one after the other.
    pub(crate) fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                    let start = self.offset(change.range.start);
                    let end = self.offset(change.range.end).max(start);
                    self.text.replace_range(start..end, &change.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                    self.text = change.text;
                }
            }
            self.lines = LineIndex::new(&self.text);
        }
        self.version = version;
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, position: gen_lsp_types::Position) -> usize {
        let position = Position { line: position.line, column: position.character };
        self.lines.offset(&self.text, position)
    }
}

/// All open documents, and where included files are looked for.
#[derive(Debug)]
pub(crate) struct Documents {
    open: BTreeMap<String, Open>,
    include: Vec<PathBuf>,
}

impl Documents {
    /// None is open.
    pub(crate) fn new(include: Vec<PathBuf>) -> Documents {
        Documents { open: BTreeMap::new(), include }
    }

    pub(crate) fn open(&mut self, uri: &Uri, document: Open) {
        self.open.insert(uri.0.clone(), document);
    }

    pub(crate) fn close(&mut self, uri: &Uri) {
        self.open.remove(&uri.0);
    }

    pub(crate) fn get(&self, uri: &Uri) -> Option<&Open> {
        self.open.get(&uri.0)
    }

    pub(crate) fn get_mut(&mut self, uri: &Uri) -> Option<&mut Open> {
        self.open.get_mut(&uri.0)
    }

    /// The models, which may include one another.
    pub(crate) fn models(&self) -> impl Iterator<Item = Uri> {
        let models = self.open.iter().filter(|(_, open)| open.kind == DocumentKind::Model);
        models.map(|(uri, _)| Uri(uri.clone()))
    }

    /// The text of a file: as it is in its open document, or else on disk.
    pub(crate) fn text(&self, path: &Path) -> Option<String> {
        let name = path.display().to_string();
        match self.open.values().find(|open| open.name == name) {
            Some(open) => Some(open.text.clone()),
            None if path.is_file() => system::read_text(path).ok(),
            None => None,
        }
    }
}

impl Texts for Documents {
    fn included(&self, name: &str, including: &str) -> Option<(String, String)> {
        let beside = Path::new(including).parent().filter(|directory| directory.is_absolute());
        let named = Path::new(name);
        // One that names its directory is looked for there alone.
        let others: &[PathBuf] =
            if named.is_absolute() || named.starts_with(".") || named.starts_with("..") { &[] } else { &self.include };
        let places = beside.into_iter().chain(others.iter().map(PathBuf::as_path));
        places.map(|directory| directory.join(name)).find_map(|path| {
            let text = self.text(&path)?;
            Some((path.display().to_string(), text))
        })
    }
}
