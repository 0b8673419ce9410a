//! Debug metadata, as far as it says where in the source something stands.

use rustc_hash::FxHashMap;

use super::lexer::Token;
use super::parser::{Parsed, Parser};

/// A node of the metadata that matters for places.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// `!DILocation`.
    Location {
        /// Line from 1, 0 when unknown.
        line: u32,
        /// Column from 1, in bytes, 0 when unknown.
        column: u32,
        /// Number of the scope.
        scope: Option<u32>,
        /// Number of the location that the code was inlined to.
        inlined_at: Option<u32>,
    },
    /// A subprogram, a lexical block, a variable: something with a file.
    Scope {
        /// Number of the file.
        file: Option<u32>,
        /// Number of the scope around it.
        scope: Option<u32>,
        /// The line where it begins.
        line: u32,
        /// Its name in the source; empty for blocks.
        name: String,
    },
    /// `!DIFile`: name and directory.
    File(String, String),
    /// `!DIGlobalVariableExpression`: number of the variable.
    Variable(Option<u32>),
}

/// Nodes by number.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    nodes: FxHashMap<u32, Node>,
}

/// A place as metadata gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace<'m> {
    /// File name as the compiler was given it.
    pub file: &'m str,
    /// The directory that a relative name counts from.
    pub directory: &'m str,
    /// Line from 1.
    pub line: u32,
    /// Column from 1, in bytes; 0 when unknown.
    pub column: u32,
}

impl Metadata {
    /// The node of a number.
    pub fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(&number)
    }

    fn file_of(&self, mut scope: u32) -> Option<(&str, &str)> {
        // Scopes nest finitely; the bound is for texts that a compiler did not write.
        for _ in 0..1000 {
            match self.nodes.get(&scope)? {
                Node::File(name, directory) => return Some((name, directory)),
                Node::Scope { file: Some(file), .. } => scope = *file,
                Node::Scope { scope: Some(outer), .. } => scope = *outer,
                _ => return None,
            }
        }
        None
    }

    /// The place of a `!DILocation`, a subprogram or a global variable. Inlined code is where it was inlined to.
    pub fn place(&self, mut number: u32) -> Option<SourcePlace<'_>> {
        for _ in 0..1000 {
            match self.nodes.get(&number)? {
                Node::Location { inlined_at: Some(outer), .. } => number = *outer,
                Node::Location { line, column, scope, .. } => {
                    let (file, directory) = self.file_of((*scope)?)?;
                    return (*line > 0).then_some(SourcePlace { file, directory, line: *line, column: *column });
                }
                Node::Scope { line, .. } => {
                    let (file, directory) = self.file_of(number)?;
                    return (*line > 0).then_some(SourcePlace { file, directory, line: *line, column: 0 });
                }
                Node::Variable(variable) => number = (*variable)?,
                Node::File(..) => return None,
            }
        }
        None
    }

    /// The name that the source has for a subprogram or variable.
    pub fn source_name(&self, mut number: u32) -> Option<&str> {
        if let Node::Variable(variable) = self.nodes.get(&number)? {
            number = (*variable)?;
        }
        match self.nodes.get(&number)? {
            Node::Scope { name, .. } if !name.is_empty() => Some(name),
            _ => None,
        }
    }
}

/// The fields of a node that may matter.
#[derive(Default)]
struct Fields {
    line: u32,
    column: u32,
    scope: Option<u32>,
    inlined_at: Option<u32>,
    file: Option<u32>,
    variable: Option<u32>,
    name: String,
    directory: String,
}

impl Parser<'_> {
    fn fields(&mut self) -> Parsed<Fields> {
        self.expect(b'(')?;
        let mut fields = Fields::default();
        let mut open = 1;
        // `name:` is a word and a colon, as it does not begin a line.
        let mut key = "";
        let mut last_word = "";
        while open > 0 {
            let token = self.advance();
            match token {
                Token::Punctuation(b'(') => open += 1,
                Token::Punctuation(b')') => open -= 1,
                Token::Punctuation(b':') if open == 1 => key = last_word,
                Token::Punctuation(b',') if open == 1 => key = "",
                Token::Word(word) => last_word = word,
                Token::Integer(value) if open == 1 => match key {
                    "line" => fields.line = u32::try_from(value).unwrap_or(0),
                    "column" => fields.column = u32::try_from(value).unwrap_or(0),
                    _ => {}
                },
                Token::Metadata(number) if open == 1 => {
                    let number = number.parse().ok();
                    match key {
                        "scope" => fields.scope = number,
                        "inlinedAt" => fields.inlined_at = number,
                        "file" => fields.file = number,
                        "var" => fields.variable = number,
                        _ => {}
                    }
                }
                Token::Text(text) if open == 1 => match key {
                    "name" | "filename" => fields.name = text.to_owned(),
                    "directory" => fields.directory = text.to_owned(),
                    _ => {}
                },
                Token::End => break,
                _ => {}
            }
        }
        Ok(fields)
    }

    /// `!12 = distinct !DIKind(...)`, the number being read; other kinds are passed over.
    pub(crate) fn metadata_node(&mut self, number: u32, metadata: &mut Metadata) -> Parsed<()> {
        self.expect(b'=')?;
        self.take_word("distinct");
        let Token::Metadata(kind) = self.peek() else { return Ok(()) };
        let interesting = matches!(
            kind,
            "DILocation"
                | "DISubprogram"
                | "DILexicalBlock"
                | "DILexicalBlockFile"
                | "DIFile"
                | "DIGlobalVariable"
                | "DIGlobalVariableExpression"
        );
        if !interesting {
            return Ok(());
        }
        self.advance();
        let fields = self.fields()?;
        let node = match kind {
            "DILocation" => Node::Location {
                line: fields.line,
                column: fields.column,
                scope: fields.scope,
                inlined_at: fields.inlined_at,
            },
            "DIFile" => Node::File(fields.name, fields.directory),
            "DIGlobalVariableExpression" => Node::Variable(fields.variable),
            _ => Node::Scope { file: fields.file, scope: fields.scope, line: fields.line, name: fields.name },
        };
        metadata.nodes.insert(number, node);
        Ok(())
    }
}
