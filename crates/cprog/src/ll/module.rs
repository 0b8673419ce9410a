//! The top level of a module.

use super::lexer::Token;
use super::parser::{Parsed, Parser, Unexpected};
use super::syntax::{Alias, Block, Function, Global, Module, Type, Value};

/// Reads a module. Never fails: what is not understood is listed in it ([`Module::unknown`], [`Operation::Unknown`]).
///
/// [`Operation::Unknown`]: super::syntax::Operation::Unknown
pub fn parse(text: &str) -> Module {
    let mut parser = Parser::new(text);
    let mut module = Module::default();
    while !parser.at_end() {
        let line = parser.line();
        if parser.top_level(&mut module).is_err() {
            module.unknown.push(line);
        }
        while !parser.at_end() && !parser.begins_line() {
            parser.advance();
        }
    }
    module
}

/// Words between a name or `define` and what counts: linkage, visibility and the like.
fn is_linkage(word: &str) -> bool {
    matches!(
        word,
        "private"
            | "internal"
            | "available_externally"
            | "linkonce"
            | "weak"
            | "common"
            | "appending"
            | "extern_weak"
            | "linkonce_odr"
            | "weak_odr"
            | "external"
            | "dso_local"
            | "dso_preemptable"
            | "default"
            | "hidden"
            | "protected"
            | "dllimport"
            | "dllexport"
            | "unnamed_addr"
            | "local_unnamed_addr"
            | "externally_initialized"
    )
}

#[derive(Default)]
struct Linkage {
    local: bool,
    replaceable: bool,
    declared: bool,
    thread_local: bool,
}

impl Parser<'_> {
    fn linkage(&mut self) -> Parsed<Linkage> {
        let mut linkage = Linkage::default();
        loop {
            match self.peek() {
                Token::Word("thread_local") => {
                    linkage.thread_local = true;
                    self.advance();
                    if self.is(b'(') {
                        self.skip_parentheses()?;
                    }
                }
                Token::Word("addrspace") => {
                    self.advance();
                    self.skip_parentheses()?;
                }
                Token::Word(word) if is_linkage(word) => {
                    linkage.local |= matches!(word, "private" | "internal");
                    linkage.declared |= matches!(word, "external" | "extern_weak");
                    linkage.replaceable |= matches!(
                        word,
                        "linkonce" | "weak" | "common" | "linkonce_odr" | "weak_odr" | "available_externally"
                    );
                    self.advance();
                }
                _ => return Ok(linkage),
            }
        }
    }

    fn top_level(&mut self, module: &mut Module) -> Parsed<()> {
        match self.advance() {
            Token::Word("source_filename") => {
                self.expect(b'=')?;
                module.source = self.text()?.to_owned();
                Ok(())
            }
            Token::Word("target") => {
                let is_layout = self.take_word("datalayout");
                if is_layout {
                    self.expect(b'=')?;
                    module.layout = self.text()?.to_owned();
                }
                Ok(())
            }
            Token::Word("module") => {
                self.expect_word("asm")?;
                module.assembly.push(self.text()?.to_owned());
                Ok(())
            }
            Token::Word("attributes" | "uselistorder" | "uselistorder_bb") | Token::Attributes => Ok(()),
            Token::Word("define") => self.function(module, true),
            Token::Word("declare") => self.function(module, false),
            Token::Local(name) => {
                self.expect(b'=')?;
                self.expect_word("type")?;
                let ty = if self.take_word("opaque") { None } else { Some(self.ty()?) };
                module.types.push((name.to_owned(), ty));
                Ok(())
            }
            Token::Global(name) => self.global(name.to_owned(), module),
            Token::Metadata(name) => match name.parse() {
                Ok(number) => self.metadata_node(number, &mut module.metadata),
                Err(_) => Ok(()),
            },
            // `$name = comdat any`, `^0 = module: ...`.
            Token::Word(word) if word.starts_with('$') => Ok(()),
            Token::Punctuation(b'$' | b'^') => Ok(()),
            _ => Err(Unexpected),
        }
    }

    fn global(&mut self, name: String, module: &mut Module) -> Parsed<()> {
        self.expect(b'=')?;
        let linkage = self.linkage()?;
        let keyword = self.word()?;
        match keyword {
            "global" | "constant" => {
                let ty = self.ty()?;
                let initial = if linkage.declared || !self.begins_value() { None } else { Some(self.value()?) };
                module.globals.push(Global {
                    name,
                    external: !linkage.local,
                    replaceable: linkage.replaceable,
                    ty,
                    initial,
                    constant: keyword == "constant",
                    thread_local: linkage.thread_local,
                    debug: self.trailing_debug(),
                });
                Ok(())
            }
            "alias" | "ifunc" => {
                self.ty()?;
                self.expect(b',')?;
                let (_, target) = self.typed()?;
                module.aliases.push(Alias { name, external: !linkage.local, target });
                Ok(())
            }
            _ => Err(Unexpected),
        }
    }

    fn begins_value(&self) -> bool {
        !self.begins_line() && !self.is(b',') && !self.at_end()
    }

    fn trailing_debug(&mut self) -> Option<u32> {
        while !self.at_end() && !self.begins_line() && !self.is(b'{') {
            if let (Token::Metadata("dbg"), Token::Metadata(number)) = (self.advance(), self.peek()) {
                return number.parse().ok();
            }
        }
        None
    }

    fn function(&mut self, module: &mut Module, defined: bool) -> Parsed<()> {
        while let Token::Metadata(_) = self.peek() {
            self.advance();
        }
        let linkage = self.linkage()?;
        // Calling convention and attributes of the result.
        while let Token::Word(word) = self.peek() {
            if word == "cc" {
                self.advance();
                self.integer()?;
            } else if word.ends_with("cc") {
                self.advance();
            } else {
                break;
            }
        }
        self.skip_parameter_attributes()?;
        let result = self.ty()?;
        let Token::Global(name) = self.advance() else { return Err(Unexpected) };
        self.expect(b'(')?;
        let mut unnamed = 0;
        let parameters = self.list(b')', |parser| parser.parameter(&mut unnamed))?;
        let parameters = parameters.into_iter().flatten().collect();
        let debug = self.trailing_debug();
        let mut blocks = Vec::new();
        if defined {
            while !self.at_end() && !self.is(b'{') {
                self.advance();
            }
            self.expect(b'{')?;
            blocks = self.blocks(unnamed);
        }
        module.functions.push(Function {
            name: name.to_owned(),
            external: !linkage.local,
            replaceable: linkage.replaceable,
            result,
            parameters,
            blocks,
            debug,
        });
        Ok(())
    }

    /// A parameter; none for `...`.
    fn parameter(&mut self, unnamed: &mut u32) -> Parsed<Option<(String, Type)>> {
        if let Token::Word("...") = self.peek() {
            self.advance();
            return Ok(None);
        }
        let ty = self.ty()?;
        self.skip_parameter_attributes()?;
        let name = match self.peek() {
            Token::Local(name) => {
                self.advance();
                name.to_owned()
            }
            _ => unnamed.to_string(),
        };
        // Names that are numbers and names that are absent count together.
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            *unnamed += 1;
        }
        Ok(Some((name, ty)))
    }

    fn blocks(&mut self, unnamed: u32) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        while !self.at_end() && !self.take(b'}') {
            match self.peek() {
                Token::Label(label) => {
                    self.advance();
                    blocks.push(Block { label: label.to_owned(), instructions: Vec::new() });
                }
                Token::Word("uselistorder") | Token::Attributes => self.skip_line(),
                _ => {
                    if blocks.is_empty() {
                        blocks.push(Block { label: unnamed.to_string(), instructions: Vec::new() });
                    }
                    let before = (self.line(), self.peek());
                    let instruction = self.instruction();
                    // An instruction that took nothing would be tried for ever.
                    if (self.line(), self.peek()) == before && !self.is(b'}') {
                        self.skip_line();
                    }
                    if let Some(block) = blocks.last_mut() {
                        block.instructions.push(instruction);
                    }
                }
            }
        }
        blocks
    }
}

impl Value {
    /// Whether it is a known integer.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Value::Integer(value) => Some(*value),
            Value::Null | Value::Zero => Some(0),
            _ => None,
        }
    }
}
