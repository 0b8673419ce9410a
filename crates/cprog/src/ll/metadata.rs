//! Metadata: what debug nodes say of the places of the source, and what others hold.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::debug_nodes::{Kind, Shape, kind_of};
use super::dwarf;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::syntax::{Type, Value};

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

/// An element of a node that is a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// Another node.
    Node(u32),
    /// A string.
    Text(String),
    /// An integer.
    Integer(i128),
    /// `null`.
    Null,
    /// Another constant, or a node without a number.
    Other,
}

impl Element {
    fn node(&self) -> Option<u32> {
        match self {
            Element::Node(number) => Some(*number),
            Element::Text(_) | Element::Integer(_) | Element::Null | Element::Other => None,
        }
    }
}

/// Nodes by number.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    nodes: FxHashMap<u32, Node>,
    /// Nodes that are lists.
    pub(crate) lists: FxHashMap<u32, Vec<Element>>,
    /// Where the numbers of nodes are given.
    pub(crate) defined: FxHashMap<u32, Range<u32>>,
    /// Named lists of nodes, with their places.
    pub(crate) named: Vec<(String, Vec<u32>, Range<u32>)>,
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

    /// Which of these nodes lead to places of the source: of nodes that hold others, only those of loops may.
    pub(crate) fn places_behind(&self, nodes: &[(u32, Range<u32>)]) -> Vec<Range<u32>> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for (number, at) in nodes {
            let mut work = vec![*number];
            while let Some(number) = work.pop() {
                if !seen.insert(number) {
                    continue;
                }
                if let Some(Node::Location { inlined_at: Some(_), .. }) = self.nodes.get(&number) {
                    found.push(at.clone());
                }
                let elements = self.lists.get(&number).into_iter().flatten();
                for element in elements.filter_map(Element::node) {
                    match self.nodes.get(&element) {
                        Some(Node::Location { .. }) => found.push(at.clone()),
                        _ => work.push(element),
                    }
                }
            }
        }
        found
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
    /// `spFlags` has `DISPFlagDefinition`, or `isDefinition` is true.
    is_definition: bool,
}

impl<'t> Parser<'t> {
    /// The number of a node that is referred to, if the next token is one.
    fn node_number(&mut self) -> Parsed<Option<u32>> {
        let Token::Metadata(name) = self.peek() else { return Ok(None) };
        if !name.starts_with(|first: char| first.is_ascii_digit()) {
            return Ok(None);
        }
        let Ok(number) = name.parse() else { return Err(self.unexpected("the number of a metadata node")) };
        let at = self.here();
        self.advance();
        self.metadata_uses.entry(number).or_insert(at);
        Ok(Some(number))
    }

    /// Metadata as an argument: a node, a string, or a value with its type.
    pub(crate) fn metadata_value(&mut self) -> Parsed<Value> {
        match self.peek() {
            Token::Metadata(_) | Token::Punctuation(b'!') => {
                self.element()?;
                Ok(Value::Metadata)
            }
            _ => {
                let ty = self.value_type()?;
                if ty == Type::Metadata {
                    return Err(self.wrong("bad-metadata", self.here(), "metadata does not hold metadata as a value"));
                }
                let value = self.value()?;
                Ok(Value::ValueMetadata(Box::new((ty, value))))
            }
        }
    }

    /// An element of a list: a node, a string, a constant or `null`.
    fn element(&mut self) -> Parsed<Element> {
        if let Some(number) = self.node_number()? {
            return Ok(Element::Node(number));
        }
        match self.peek() {
            Token::Metadata(name) => {
                let Some(kind) = kind_of(name) else { return Err(self.unexpected("metadata")) };
                self.advance();
                self.fields(kind)?;
                Ok(Element::Other)
            }
            Token::Punctuation(b'!') => {
                self.advance();
                match self.peek() {
                    Token::Text(text) => {
                        self.advance();
                        Ok(Element::Text(text.to_owned()))
                    }
                    Token::Punctuation(b'{') => {
                        self.elements_in_braces()?;
                        Ok(Element::Other)
                    }
                    _ => Err(self.unexpected("a string, `{` or the number of a node behind `!`")),
                }
            }
            Token::Word("null") => {
                self.advance();
                Ok(Element::Null)
            }
            Token::Word(_) | Token::Local(_) | Token::Punctuation(b'{' | b'[' | b'<') => {
                let at = self.here();
                let (ty, value) = self.typed()?;
                match value {
                    Value::Local(_) => {
                        Err(self.wrong("bad-metadata", self.since(&at), "a list of metadata holds no register"))
                    }
                    Value::Integer(number) if matches!(ty, Type::Integer(_)) => Ok(Element::Integer(number)),
                    Value::Boolean(number) if ty == Type::Integer(1) => Ok(Element::Integer(i128::from(number))),
                    Value::Integer(_) | Value::Boolean(_) | Value::Bytes(_) => {
                        Err(self.wrong("type-mismatch", self.since(&at), format!("this is no constant of type `{ty}`")))
                    }
                    _ => Ok(Element::Other),
                }
            }
            _ => Err(self.unexpected("metadata")),
        }
    }

    fn elements_in_braces(&mut self) -> Parsed<Vec<Element>> {
        self.expect(b'{')?;
        self.nested(|parser| parser.list(b'}', Parser::element))
    }

    /// What an attachment of metadata refers to: the number of a node, or a node without one.
    pub(crate) fn attached_node(&mut self) -> Parsed<Option<u32>> {
        let at = self.here();
        match self.element()? {
            Element::Node(number) => Ok(Some(number)),
            Element::Other => Ok(None),
            Element::Text(_) | Element::Integer(_) | Element::Null => {
                Err(self.wrong("bad-metadata", self.since(&at), "a metadata node is expected here"))
            }
        }
    }

    /// `, !dbg !5, !tbaa !6` behind an instruction or a global variable, or the same without commas behind the head of a function. Gives the number behind `!dbg`.
    pub(crate) fn attachments(&mut self, with_commas: bool) -> Parsed<Option<u32>> {
        let mut debug = None;
        loop {
            if with_commas {
                if !self.is(b',') {
                    return Ok(debug);
                }
                self.advance();
            }
            let Token::Metadata(name) = self.peek() else {
                return if with_commas { Err(self.unexpected("metadata")) } else { Ok(debug) };
            };
            if name.starts_with(|first: char| first.is_ascii_digit()) {
                return Err(self.unexpected("the name of a kind of metadata"));
            }
            self.advance();
            let at = self.here();
            let node = self.attached_node()?;
            if !matches!(name, "dbg" | "llvm.loop") {
                self.attached.extend(node.map(|number| (number, self.since(&at))));
            }
            if name == "dbg" {
                debug = node;
            }
        }
    }

    /// Integers and words of a `!DIExpression`, or typed values of a `!DIArgList`.
    fn positional(&mut self, kind: &Kind) -> Parsed<()> {
        self.expect(b'(')?;
        self.list(b')', |parser| match parser.peek() {
            Token::Integer(_) if kind.name == "DIExpression" => {
                parser.advance();
                Ok(())
            }
            Token::Word(word) if kind.name == "DIExpression" && dwarf::is_word(word) => {
                parser.advance();
                Ok(())
            }
            Token::Word("null") if kind.name == "DIExpression" => Err(parser.unexpected("an operation of DWARF")),
            _ if kind.name == "DIArgList" => parser.metadata_value().map(drop),
            _ => Err(parser.unexpected("an operation of DWARF or an integer")),
        })?;
        Ok(())
    }

    fn fields(&mut self, kind: &'static Kind) -> Parsed<Fields> {
        let mut fields = Fields::default();
        if kind.fields.is_empty() && kind.name != "DIAssignID" {
            self.positional(kind)?;
            return Ok(fields);
        }
        let begin = self.here();
        self.expect(b'(')?;
        let mut seen: Vec<&str> = Vec::new();
        self.list(b')', |parser| {
            let at = parser.here();
            let Token::Label(name) = parser.peek() else { return Err(parser.unexpected("the name of a field")) };
            let Some(field) = kind.fields.iter().find(|field| field.name == name) else {
                return Err(parser.wrong("bad-metadata", at, format!("`!{}` has no field `{name}`", kind.name)));
            };
            if seen.contains(&name) {
                return Err(parser.wrong("bad-metadata", at, format!("the field `{name}` is given twice")));
            }
            seen.push(field.name);
            parser.advance();
            parser.field(field.name, field.shape, &mut fields)
        })?;
        if let Some(missing) = kind.fields.iter().find(|field| field.required && !seen.contains(&field.name)) {
            let message = format!("`!{}` lacks the field `{}`", kind.name, missing.name);
            return Err(self.wrong("bad-metadata", self.since(&begin), message));
        }
        Ok(fields)
    }

    fn field(&mut self, name: &str, shape: Shape, fields: &mut Fields) -> Parsed<()> {
        let at = self.here();
        match shape {
            Shape::Unsigned(bits) => {
                // From LLVM 21 on, sizes and offsets may be nodes.
                if bits == 64 && self.node_number()?.is_some() {
                    return Ok(());
                }
                let value = self.unsigned(bits)?;
                match name {
                    "line" => fields.line = value as u32,
                    "column" => fields.column = value as u32,
                    _ => {}
                }
                Ok(())
            }
            Shape::Signed => match self.peek() {
                Token::Integer(_) => self.integer().map(drop),
                _ => self.field(name, Shape::Node { null: true }, fields),
            },
            Shape::Boolean => match self.word("`true` or `false`")? {
                "true" => {
                    fields.is_definition |= name == "isDefinition";
                    Ok(())
                }
                "false" => Ok(()),
                _ => Err(self.wrong("bad-metadata", at, "expected `true` or `false`")),
            },
            Shape::Text { empty } => {
                let text = self.text()?;
                if text.is_empty() && !empty {
                    return Err(self.wrong("bad-metadata", at, format!("the field `{name}` is empty")));
                }
                match name {
                    "name" | "filename" => text.clone_into(&mut fields.name),
                    "directory" => text.clone_into(&mut fields.directory),
                    _ => {}
                }
                Ok(())
            }
            Shape::Node { null } => {
                let element = self.element()?;
                let number = match element {
                    Element::Node(number) => Some(number),
                    Element::Null if !null => {
                        return Err(self.wrong("bad-metadata", at, format!("the field `{name}` is null")));
                    }
                    Element::Null | Element::Text(_) | Element::Integer(_) | Element::Other => None,
                };
                match name {
                    "scope" => fields.scope = number,
                    "inlinedAt" => fields.inlined_at = number,
                    "file" => fields.file = number,
                    "var" => fields.variable = number,
                    _ => {}
                }
                Ok(())
            }
            Shape::Flags(prefix) => loop {
                match self.peek() {
                    Token::Integer(_) => {
                        self.unsigned(32)?;
                    }
                    Token::Word(word) if word.strip_prefix(prefix).is_some_and(is_flag) => {
                        fields.is_definition |= word == "DISPFlagDefinition";
                        self.advance();
                    }
                    _ => return Err(self.unexpected("a flag of debug information")),
                }
                if !self.take(b'|') {
                    return Ok(());
                }
            },
            Shape::Word(prefix) => match self.peek() {
                Token::Integer(_) => self.unsigned(32).map(drop),
                Token::Word(word) if word.starts_with(prefix) && dwarf::is_word(word) => {
                    self.advance();
                    Ok(())
                }
                _ => Err(self.unexpected(&format!("a word of DWARF that begins with `{prefix}`"))),
            },
            Shape::OneOf(words) => match self.peek() {
                Token::Integer(_) => self.unsigned(32).map(drop),
                Token::Word(word) if words.contains(&word) => {
                    self.advance();
                    Ok(())
                }
                _ => Err(self.unexpected(&format!("one of `{}`", words.join("`, `")))),
            },
            Shape::List => self.elements_in_braces().map(drop),
        }
    }

    /// `!12 = distinct !DIKind(...)` behind the number.
    pub(crate) fn metadata_node(&mut self, number: u32, at: Range<u32>, metadata: &mut Metadata) -> Parsed<()> {
        self.expect(b'=')?;
        let distinct = self.take_word("distinct");
        if metadata.defined.insert(number, at.clone()).is_some() {
            return Err(self.wrong(
                "duplicate-metadata",
                at,
                format!("the metadata node `!{number}` is defined twice"),
            ));
        }
        match self.peek() {
            Token::Metadata(name) => {
                let Some(kind) = kind_of(name) else { return Err(self.unexpected("a kind of metadata node")) };
                let begin = self.here();
                self.advance();
                let fields = self.fields(kind)?;
                let must_be_distinct = match kind.name {
                    "DICompileUnit" | "DIAssignID" => true,
                    "DISubprogram" => fields.is_definition,
                    _ => false,
                };
                if must_be_distinct && !distinct {
                    let message = format!("`distinct` is missing before `!{}`", kind.name);
                    return Err(self.wrong("bad-metadata", self.since(&begin), message));
                }
                if let Some(node) = node(kind.name, fields) {
                    metadata.nodes.insert(number, node);
                }
                Ok(())
            }
            Token::Punctuation(b'!') => {
                self.advance();
                let elements = self.elements_in_braces()?;
                metadata.lists.insert(number, elements);
                Ok(())
            }
            _ => Err(self.unexpected("a metadata node")),
        }
    }

    /// `!name = !{!0, !1}` behind the name.
    pub(crate) fn named_metadata(&mut self, name: &str, at: Range<u32>, metadata: &mut Metadata) -> Parsed<()> {
        self.expect(b'=')?;
        self.expect(b'!')?;
        self.expect(b'{')?;
        let nodes = self.list(b'}', |parser| {
            if let Some(number) = parser.node_number()? {
                return Ok(Some(number));
            }
            match parser.peek() {
                Token::Metadata("DIExpression") => parser.element().map(|_| None),
                _ => Err(parser.unexpected("the number of a metadata node")),
            }
        })?;
        metadata.named.push((name.to_owned(), nodes.into_iter().flatten().collect(), at));
        Ok(())
    }
}

/// Flags of `DIFlag...` and `DISPFlag...`.
fn is_flag(name: &str) -> bool {
    const FLAGS: &[&str] = &[
        "Zero",
        "Private",
        "Protected",
        "Public",
        "FwdDecl",
        "AppleBlock",
        "BlockByrefStruct",
        "ReservedBit4",
        "Virtual",
        "Artificial",
        "Explicit",
        "Prototyped",
        "ObjcClassComplete",
        "ObjectPointer",
        "Vector",
        "StaticMember",
        "LValueReference",
        "RValueReference",
        "ExportSymbols",
        "SingleInheritance",
        "MultipleInheritance",
        "VirtualInheritance",
        "IntroducedVirtual",
        "BitField",
        "NoReturn",
        "TypePassByValue",
        "TypePassByReference",
        "EnumClass",
        "FixedEnum",
        "Thunk",
        "NonTrivial",
        "BigEndian",
        "LittleEndian",
        "AllCallsDescribed",
        "Accessibility",
        "IndirectVirtualBase",
        "ArgumentNotModified",
        "PureVirtual",
        "Nonvirtual",
        "LocalToUnit",
        "Definition",
        "Optimized",
        "Pure",
        "Elemental",
        "Recursive",
        "MainSubprogram",
        "Deleted",
        "ObjCDirect",
    ];
    FLAGS.contains(&name)
}

/// The node of a kind, if it matters for places.
fn node(kind: &str, fields: Fields) -> Option<Node> {
    Some(match kind {
        "DILocation" => Node::Location {
            line: fields.line,
            column: fields.column,
            scope: fields.scope,
            inlined_at: fields.inlined_at,
        },
        "DIFile" => Node::File(fields.name, fields.directory),
        "DIGlobalVariableExpression" => Node::Variable(fields.variable),
        "DISubprogram" | "DILexicalBlock" | "DILexicalBlockFile" | "DIGlobalVariable" => {
            Node::Scope { file: fields.file, scope: fields.scope, line: fields.line, name: fields.name }
        }
        _ => return None,
    })
}
