//! Source files that fences may be put into.

use std::path::{Path, PathBuf};

use cprog::ir::FileId;

use crate::macros::Macros;
use crate::slots::Text;
use crate::written_out::WrittenOut;

/// A source file that fences may be put into.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SourceText {
    /// Its name in the program's places.
    pub file: FileId,
    /// The path that identifies it.
    pub path: PathBuf,
    /// Other paths by which compilers came to it, which may lead over symbolic links.
    pub other_paths: Vec<PathBuf>,
    /// What it contains.
    pub text: String,
    /// Whether each character stands for one byte of the file, which is no UTF-8.
    pub byte_characters: bool,
    /// The text that is analysed in the place of the file's, if macros are expanded for that.
    pub written_out: Option<WrittenOut>,
}

impl SourceText {
    /// A file with these bytes.
    pub fn new(file: FileId, path: PathBuf, bytes: Vec<u8>) -> SourceText {
        let (text, byte_characters) = match String::from_utf8(bytes) {
            Ok(text) => (text, false),
            Err(error) => (error.as_bytes().iter().map(|byte| char::from(*byte)).collect(), true),
        };
        SourceText { file, path, other_paths: Vec::new(), text, byte_characters, written_out: None }
    }

    /// The text that is analysed.
    pub fn analysed(&self) -> &str {
        self.written_out.as_ref().map_or(&self.text, |written_out| &written_out.text)
    }

    /// The text that is analysed, with its places for fences.
    pub fn read_places(&self, macros: &Macros) -> Text<'_> {
        match &self.written_out {
            Some(written_out) => Text::of_written_out(written_out, self.byte_characters, macros),
            None => Text::with_macros(&self.text, self.byte_characters, macros),
        }
    }

    /// What a program printed about this file, in the characters of its text.
    pub fn decode(&self, bytes: &[u8]) -> String {
        if self.byte_characters {
            bytes.iter().map(|byte| char::from(*byte)).collect()
        } else {
            String::from_utf8_lossy(bytes).into_owned()
        }
    }

    /// A text of this file, changed or not, as the bytes of a file.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        if !self.byte_characters {
            return text.as_bytes().to_vec();
        }
        text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
    }
}

/// A new text for a source file.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Changed<'s> {
    /// The file.
    pub source: &'s SourceText,
    /// The text, in the characters of the file's own.
    pub text: &'s str,
}

impl<'s> Changed<'s> {
    /// A new text for a file.
    pub fn new(source: &'s SourceText, text: &'s str) -> Changed<'s> {
        Changed { source, text }
    }

    /// The bytes of the file with its new text.
    pub fn bytes(self) -> Vec<u8> {
        self.source.encode(self.text)
    }

    /// All paths by which compilers come to the file.
    pub fn paths(self) -> impl Iterator<Item = &'s Path> {
        std::iter::once(&self.source.path).chain(&self.source.other_paths).map(PathBuf::as_path)
    }
}
