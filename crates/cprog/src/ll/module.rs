//! The top level of a module.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attributes::FunctionAttributes;
use super::check;
use super::lexer::Token;
use super::parser::{Parsed, Parser};
use super::problem::{Malformed, Problem};
use super::syntax::{Alias, Global, Module, NamedType, Type};

/// The most bytes of a text. Places in it are numbers of 32 bits.
const MOST_BYTES: usize = 1 << 31;

/// Reads a module and checks it against LLVM's rules. `name` is what messages call the text.
///
/// # Errors
/// When LLVM refuses the text, with the places: the first error of syntax, or all that a check finds in what is well-formed.
pub fn parse(name: &str, text: &str) -> Result<Module, Malformed> {
    if text.len() > MOST_BYTES {
        let problem = Problem::new("ir-size", 0..0, format!("texts of more than {MOST_BYTES} bytes are not supported"));
        return Err(Malformed::new(name, "", vec![problem]));
    }
    let mut parser = Parser::new(text);
    let mut reader = Reader::default();
    while !parser.at_end() {
        if let Err(problem) = parser.top_level(&mut reader) {
            return Err(Malformed::new(name, text, vec![*problem]));
        }
    }
    if let (Some(one), Some(other)) = (&parser.opaque_pointer, &parser.typed_pointer) {
        let at = if one.start < other.start { other } else { one };
        let problem = Problem::new("mixed-pointers", at.clone(), "pointers are written both as `ptr` and with `*`")
            .help("LLVM writes `T*` up to version 14 and `ptr` from 15 on");
        return Err(Malformed::new(name, text, vec![problem]));
    }
    reader.module.typed_pointers = parser.opaque_pointer.is_none();
    let mut problems = reader.undefined(&parser);
    problems.extend(check::problems(&reader.module, text));
    if problems.is_empty() {
        return Ok(reader.module);
    }
    problems.sort_by_key(|problem| problem.at.start);
    Err(Malformed::new(name, text, problems))
}

/// What is known while a module is read.
#[derive(Default)]
pub(crate) struct Reader<'t> {
    pub(crate) module: Module,
    types: FxHashSet<&'t str>,
    comdats: FxHashSet<&'t str>,
    groups: FxHashMap<u32, Vec<&'t str>>,
    /// Attributes of definitions and declarations, to be put together when all groups are known.
    pub(crate) attributes: Vec<(FunctionAttributes<'t>, Range<u32>)>,
    /// Whether more than the target and the name of the source was read.
    has_begun: bool,
    /// How many global names are numbers.
    pub(crate) unnamed: u32,
}

impl<'t> Reader<'t> {
    /// References to what is defined nowhere, and attributes that exclude each other.
    fn undefined(&self, parser: &Parser<'t>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (number, at) in &parser.metadata_uses {
            if !self.module.metadata.defined.contains_key(number) {
                let message = format!("the metadata node `!{number}` is not defined");
                problems.push(Problem::new("undefined-metadata", at.clone(), message));
            }
        }
        for at in self.module.metadata.places_behind(&parser.attached) {
            problems.push(Problem::new("bad-metadata", at, "this metadata leads to a place of the source"));
        }
        for (name, at) in parser.type_uses.iter().filter(|(name, _)| !self.types.contains(*name)) {
            problems.push(Problem::new("undefined-type", at.clone(), format!("the type `%{name}` is not defined")));
        }
        for (name, at) in parser.comdat_uses.iter().filter(|(name, _)| !self.comdats.contains(*name)) {
            problems.push(Problem::new("undefined-comdat", at.clone(), format!("the comdat `${name}` is not defined")));
        }
        for (function, label, at) in &parser.label_uses {
            let function = self.module.functions.iter().find(|known| known.name == **function);
            let is_block = function.is_some_and(|function| function.blocks.iter().any(|block| block.label == **label));
            if !is_block {
                let message = format!("`%{label}` is no block of this function");
                problems.push(Problem::new("undefined-block", at.clone(), message));
            }
        }
        for (attributes, at) in &self.attributes {
            let mut all = attributes.clone();
            all.words.extend(attributes.groups.iter().filter_map(|group| self.groups.get(group)).flatten());
            problems.extend(all.conflict().map(|message| Problem::new("bad-attribute", at.clone(), message)));
        }
        problems
    }
}

/// Linkages that definitions have.
const DEFINITIONS: &[&str] = &[
    "private",
    "internal",
    "weak",
    "weak_odr",
    "linkonce",
    "linkonce_odr",
    "available_externally",
    "appending",
    "common",
];

/// Linkage, visibility and the like, before what counts.
#[derive(Default)]
pub(crate) struct Linkage<'t> {
    /// The word for it; empty when there is none.
    pub(crate) word: &'t str,
    pub(crate) thread_local: bool,
}

impl Linkage<'_> {
    pub(crate) fn is_external(&self) -> bool {
        !matches!(self.word, "private" | "internal")
    }

    pub(crate) fn is_replaceable(&self) -> bool {
        matches!(self.word, "linkonce" | "weak" | "common" | "linkonce_odr" | "weak_odr" | "available_externally")
    }

    /// Whether it says that the definition is elsewhere.
    pub(crate) fn is_declared(&self) -> bool {
        matches!(self.word, "external" | "extern_weak")
    }
}

impl<'t> Parser<'t> {
    /// The words up to the calling convention, in the order that LLVM wants.
    pub(crate) fn linkage(&mut self) -> Parsed<Linkage<'t>> {
        let mut linkage = Linkage::default();
        let begin = self.here();
        if let Token::Word(word) = self.peek()
            && (DEFINITIONS.contains(&word) || matches!(word, "external" | "extern_weak"))
        {
            linkage.word = word;
            self.advance();
        }
        let is_local = self.is_word("dso_local");
        if is_local || self.is_word("dso_preemptable") {
            self.advance();
        }
        let hidden = self.is_word("hidden") || self.is_word("protected");
        if hidden || self.is_word("default") {
            self.advance();
        }
        let imported = self.is_word("dllimport");
        if imported || self.is_word("dllexport") {
            self.advance();
        }
        if (hidden || imported) && !linkage.is_external() || imported && is_local {
            let message = "a local symbol has the default visibility, and is not imported";
            return Err(self.wrong("bad-linkage", self.since(&begin), message));
        }
        Ok(linkage)
    }

    /// `thread_local(...)` and `unnamed_addr`, of variables and aliases.
    fn variable_words(&mut self, linkage: &mut Linkage<'t>) -> Parsed<()> {
        if self.take_word("thread_local") {
            linkage.thread_local = true;
            if self.take(b'(') {
                let known = ["localdynamic", "initialexec", "localexec"];
                match self.peek() {
                    Token::Word(word) if known.contains(&word) => self.advance(),
                    _ => return Err(self.unexpected("`localdynamic`, `initialexec` or `localexec`")),
                };
                self.expect(b')')?;
            }
        }
        if !self.take_word("unnamed_addr") {
            self.take_word("local_unnamed_addr");
        }
        Ok(())
    }

    fn top_level(&mut self, reader: &mut Reader<'t>) -> Parsed<()> {
        let is_heading = self.is_word("source_filename") || self.is_word("target");
        let read = self.entity(reader);
        reader.has_begun |= !is_heading;
        read
    }

    fn entity(&mut self, reader: &mut Reader<'t>) -> Parsed<()> {
        let at = self.here();
        match self.peek() {
            Token::Word("source_filename" | "target") if reader.has_begun => {
                Err(self.wrong("ir-syntax", at, "`target` and `source_filename` stand before all else"))
            }
            Token::Word("source_filename") => {
                self.advance();
                self.expect(b'=')?;
                self.text()?.clone_into(&mut reader.module.source);
                Ok(())
            }
            Token::Word("target") => {
                self.advance();
                let is_layout = self.is_word("datalayout");
                if !is_layout && !self.is_word("triple") {
                    return Err(self.unexpected("`datalayout` or `triple`"));
                }
                self.advance();
                self.expect(b'=')?;
                let text_at = self.here();
                let text = self.text()?;
                if is_layout && !is_layout_string(text) {
                    return Err(self.wrong("bad-layout", text_at, "this is no data layout"));
                }
                if is_layout {
                    text.clone_into(&mut reader.module.layout);
                }
                Ok(())
            }
            Token::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let text = self.text()?.to_owned();
                reader.module.assembly.push(text);
                Ok(())
            }
            Token::Word("attributes") => {
                self.advance();
                let Token::Attributes(number) = self.peek() else {
                    return Err(self.unexpected("the number of a group of attributes"));
                };
                self.advance();
                self.expect(b'=')?;
                let words = self.attribute_group()?;
                reader.groups.entry(number.parse().unwrap_or(0)).or_default().extend(words);
                Ok(())
            }
            Token::Word("uselistorder" | "uselistorder_bb") => self.use_list_order(),
            Token::Word("define") => self.definition(reader),
            Token::Word("declare") => self.declaration(reader),
            Token::Local(name) => self.named_type(name, reader),
            Token::Global(name) => self.global(name, reader),
            Token::Metadata(name) => {
                self.advance();
                match name.parse() {
                    Ok(number) => self.metadata_node(number, at, &mut reader.module.metadata),
                    Err(_) if name.starts_with(|first: char| first.is_ascii_digit()) => {
                        Err(self.wrong("ir-syntax", at, "the number of a metadata node is too large"))
                    }
                    Err(_) => self.named_metadata(name, at, &mut reader.module.metadata),
                }
            }
            Token::Comdat(name) => {
                self.advance();
                self.expect(b'=')?;
                self.expect_word("comdat")?;
                let kinds = ["any", "exactmatch", "largest", "nodeduplicate", "noduplicates", "samesize"];
                match self.peek() {
                    Token::Word(word) if kinds.contains(&word) => self.advance(),
                    _ => return Err(self.unexpected("a kind of comdat")),
                };
                if reader.comdats.insert(name) {
                    return Ok(());
                }
                Err(self.wrong("duplicate-comdat", at, format!("the comdat `${name}` is defined twice")))
            }
            // Summaries of modules, `^0 = module: (...)`, are for links of whole programs.
            Token::Punctuation(b'^') => {
                self.advance();
                self.integer()?;
                self.expect(b'=')?;
                self.advance();
                if self.is(b'(') { self.skip_parentheses() } else { self.unsigned(64).map(drop) }
            }
            _ => Err(self.unexpected("a definition, a declaration or metadata")),
        }
    }

    /// `uselistorder ...`: the order of uses in LLVM's memory.
    pub(crate) fn use_list_order(&mut self) -> Parsed<()> {
        let is_of_block = self.is_word("uselistorder_bb");
        self.advance();
        if is_of_block {
            self.value()?;
            self.expect(b',')?;
            self.value()?;
        } else {
            self.typed()?;
        }
        self.expect(b',')?;
        self.expect(b'{')?;
        self.list(b'}', |parser| parser.unsigned(32)).map(drop)
    }

    fn named_type(&mut self, name: &'t str, reader: &mut Reader<'t>) -> Parsed<()> {
        let at = self.here();
        self.advance();
        self.expect(b'=')?;
        self.expect_word("type")?;
        let ty = if self.take_word("opaque") { None } else { Some(self.ty()?) };
        if !reader.types.insert(name) {
            return Err(self.wrong("duplicate-type", at, format!("the type `%{name}` is defined twice")));
        }
        reader.module.types.push(NamedType { name: name.to_owned(), ty, at });
        Ok(())
    }

    /// The number that an unnamed global thing has, counted from 0, has to be the next one.
    pub(crate) fn count_global(&mut self, name: &str, at: &Range<u32>, reader: &mut Reader<'t>) -> Parsed<()> {
        if !name.starts_with(|first: char| first.is_ascii_digit()) || name.parse::<u32>().is_err() {
            return Ok(());
        }
        if name != reader.unnamed.to_string() {
            let message = format!("the next number of a global name is `@{}`", reader.unnamed);
            return Err(self.wrong("bad-number", at.clone(), message));
        }
        reader.unnamed += 1;
        Ok(())
    }

    fn global(&mut self, name: &'t str, reader: &mut Reader<'t>) -> Parsed<()> {
        let at = self.here();
        self.advance();
        self.count_global(name, &at, reader)?;
        self.expect(b'=')?;
        let mut linkage = self.linkage()?;
        self.variable_words(&mut linkage)?;
        if self.is_word("alias") || self.is_word("ifunc") {
            return self.alias(name, at, &linkage, reader);
        }
        let space = if self.is_word("addrspace") { self.address_space()? } else { 0 };
        self.take_word("externally_initialized");
        let constant = self.is_word("constant");
        if !constant && !self.is_word("global") {
            return Err(self.unexpected("`global`, `constant` or `alias`"));
        }
        self.advance();
        let type_at = self.here();
        let ty = self.value_type()?;
        if matches!(ty, Type::Function(_) | Type::Label | Type::Metadata | Type::Token | Type::Amx) {
            let message = format!("no variable has the type `{ty}`");
            return Err(self.wrong("bad-type", self.since(&type_at), message));
        }
        let initial = if linkage.is_declared() { None } else { Some(self.value()?) };
        let debug = self.global_properties(name)?;
        reader.module.globals.push(Global {
            name: name.to_owned(),
            external: linkage.is_external(),
            replaceable: linkage.is_replaceable(),
            ty,
            initial,
            constant,
            thread_local: linkage.thread_local,
            space,
            linkage: linkage.word.to_owned(),
            debug,
            at,
        });
        Ok(())
    }

    /// What follows a global variable: `, section "..."`, `, align 8`, `, comdat`, metadata.
    fn global_properties(&mut self, name: &'t str) -> Parsed<Option<u32>> {
        let mut debug = None;
        while self.is(b',') {
            if let Token::Metadata(_) = self.peek_second() {
                debug = self.attachments(true)?;
                break;
            }
            self.advance();
            match self.peek() {
                Token::Word("section" | "partition" | "code_model") => {
                    self.advance();
                    self.text()?;
                }
                Token::Word("align") => {
                    self.advance();
                    self.alignment()?;
                }
                Token::Word("comdat") => self.comdat(name)?,
                Token::Word(
                    "no_sanitize_address" | "no_sanitize_hwaddress" | "sanitize_memtag" | "sanitize_address_dyninit",
                ) => {
                    self.advance();
                }
                _ => return Err(self.unexpected("a property of a variable")),
            }
        }
        self.function_attributes()?;
        Ok(debug)
    }

    /// `comdat` or `comdat($name)`; without a name it is that of the symbol.
    pub(crate) fn comdat(&mut self, symbol: &'t str) -> Parsed<()> {
        let at = self.here();
        self.advance();
        if !self.take(b'(') {
            self.comdat_uses.entry(symbol).or_insert(at);
            return Ok(());
        }
        let Token::Comdat(name) = self.peek() else { return Err(self.unexpected("the name of a comdat")) };
        self.comdat_uses.entry(name).or_insert_with(|| at.clone());
        self.advance();
        self.expect(b')')
    }

    fn alias(&mut self, name: &str, at: Range<u32>, linkage: &Linkage<'_>, reader: &mut Reader<'t>) -> Parsed<()> {
        self.advance();
        if matches!(linkage.word, "common" | "appending" | "extern_weak") {
            return Err(self.wrong("bad-linkage", at, format!("no alias has the linkage `{}`", linkage.word)));
        }
        let ty = self.ty()?;
        self.expect(b',')?;
        let target = self.typed()?;
        while self.is(b',') {
            self.advance();
            match self.peek() {
                Token::Word("partition") => {
                    self.advance();
                    self.text()?;
                }
                _ => return Err(self.unexpected("`partition`")),
            }
        }
        reader.module.aliases.push(Alias { name: name.to_owned(), external: linkage.is_external(), ty, target, at });
        Ok(())
    }
}

/// Whether a text is a data layout: parts with `-` between them, as the LLVM Language Reference lists them.
fn is_layout_string(text: &str) -> bool {
    text.is_empty() || text.split('-').all(is_layout_part)
}

fn is_layout_part(part: &str) -> bool {
    // Sizes in bits: so many of them, whole bytes from the one at `bytes_from` on.
    let sizes = |text: &str, least: usize, most: usize, bytes_from: usize| {
        let numbers: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
        numbers.is_some_and(|numbers| {
            (least..=most).contains(&numbers.len()) && numbers.iter().skip(bytes_from).all(|bits| bits % 8 == 0)
        })
    };
    let Some(kind) = part.chars().next().filter(char::is_ascii) else { return false };
    let rest = &part[1..];
    match kind {
        'E' | 'e' => true,
        'p' => {
            let (space, rest) = rest.split_once(':').unwrap_or((rest, ""));
            let is_space = space.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
            is_space && sizes(rest, 2, 4, 0)
        }
        'i' | 'v' | 'f' => sizes(rest, 2, 3, 1),
        'a' => sizes(rest.strip_prefix(':').unwrap_or(rest), 1, 3, 0),
        'n' if rest.starts_with("i:") => sizes(&rest[2..], 1, 99, 99),
        'n' => sizes(rest, 1, 99, 99),
        'S' => sizes(rest, 1, 1, 0),
        'P' | 'A' | 'G' => sizes(rest, 1, 1, 1),
        'F' => rest.starts_with(['i', 'n']) && sizes(&rest[1..], 1, 1, 0),
        'm' => rest.len() == 2 && rest.starts_with(':'),
        _ => false,
    }
}
