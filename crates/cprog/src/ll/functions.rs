//! Functions, with the numbers of what has no name.

use std::ops::Range;

use super::attributes::Attribute;
use super::lexer::Token;
use super::module::Reader;
use super::parser::{Parsed, Parser};
use super::syntax::{Block, Function, Type};

/// Names that are numbers, and names that are absent, count together in a function: parameters, then blocks and results as they stand.
struct Numbers(u32);

impl Numbers {
    /// The name of what is written as `name`, or without a name.
    fn name(&mut self, parser: &Parser<'_>, name: Option<&str>, at: &Range<u32>) -> Parsed<String> {
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        match name {
            Some(name) if !is_number(name) => Ok(name.to_owned()),
            Some(name) if name.parse() != Ok(self.0) => {
                let message = format!("the next number in this function is `%{}`", self.0);
                Err(parser.wrong("bad-number", at.clone(), message))
            }
            _ => {
                self.0 += 1;
                Ok((self.0 - 1).to_string())
            }
        }
    }
}

impl<'t> Parser<'t> {
    pub(crate) fn declaration(&mut self, reader: &mut Reader<'t>) -> Parsed<()> {
        self.advance();
        let before = self.attachments(false)?;
        let (mut function, _) = self.head(reader, false)?;
        function.debug = self.attachments(false)?.or(before);
        reader.module.functions.push(function);
        Ok(())
    }

    pub(crate) fn definition(&mut self, reader: &mut Reader<'t>) -> Parsed<()> {
        self.advance();
        let (mut function, mut numbers) = self.head(reader, true)?;
        function.debug = self.attachments(false)?;
        self.expect(b'{')?;
        function.blocks = self.blocks(&mut numbers)?;
        reader.module.functions.push(function);
        Ok(())
    }

    fn head(&mut self, reader: &mut Reader<'t>, defined: bool) -> Parsed<(Function, Numbers)> {
        let begin = self.here();
        let linkage = self.linkage()?;
        let is_right = match linkage.word {
            "" => true,
            "external" | "extern_weak" => !defined,
            "appending" | "common" => false,
            _ => defined,
        };
        if !is_right {
            let what = if defined { "definition" } else { "declaration" };
            let message = format!("no {what} of a function has the linkage `{}`", linkage.word);
            return Err(self.wrong("bad-linkage", self.since(&begin), message));
        }
        self.convention()?;
        let mut attributes = self.result_attributes()?;
        let type_at = self.here();
        let result = self.ty()?;
        if matches!(result, Type::Function(_) | Type::Label | Type::Metadata) {
            let message = format!("no function returns `{result}`");
            return Err(self.wrong("bad-type", self.since(&type_at), message));
        }
        let at = self.here();
        let Token::Global(name) = self.peek() else { return Err(self.unexpected("the name of a function")) };
        self.advance();
        self.count_global(name, &at, reader)?;
        let mut numbers = Numbers(0);
        let (parameters, variadic) = self.parameters(&mut numbers, &mut attributes)?;
        let (space, data, has_personality) = self.function_properties(name, reader)?;
        let function = Function {
            name: name.to_owned(),
            external: linkage.is_external(),
            replaceable: linkage.is_replaceable(),
            result,
            parameters,
            variadic,
            attributes,
            space,
            data,
            has_personality,
            linkage: linkage.word.to_owned(),
            blocks: Vec::new(),
            debug: None,
            at,
        };
        Ok((function, numbers))
    }

    /// What follows the parameters, in the order that LLVM wants.
    fn function_properties(
        &mut self,
        name: &'t str,
        reader: &mut Reader<'t>,
    ) -> Parsed<(u32, Vec<super::syntax::Typed>, bool)> {
        if !self.take_word("unnamed_addr") {
            self.take_word("local_unnamed_addr");
        }
        let space = if self.is_word("addrspace") { self.address_space()? } else { 0 };
        let begin = self.here();
        let attributes = self.function_attributes()?;
        if attributes.words.contains(&"builtin") {
            return Err(self.wrong("bad-attribute", self.since(&begin), "`builtin` is an attribute of calls alone"));
        }
        reader.attributes.push((attributes, self.since(&begin)));
        for word in ["section", "partition"] {
            if self.take_word(word) {
                self.text()?;
            }
        }
        if self.is_word("comdat") {
            self.comdat(name)?;
        }
        if self.take_word("align") {
            self.alignment()?;
        }
        if self.take_word("gc") {
            self.text()?;
        }
        let mut data = Vec::new();
        let mut has_personality = false;
        for word in ["prefix", "prologue", "personality"] {
            if self.take_word(word) {
                data.push(self.typed()?);
                has_personality |= word == "personality";
            }
        }
        Ok((space, data, has_personality))
    }

    fn parameters(
        &mut self,
        numbers: &mut Numbers,
        attributes: &mut Vec<Attribute>,
    ) -> Parsed<(Vec<(String, Type)>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        if self.take(b')') {
            return Ok((parameters, false));
        }
        loop {
            if self.take_word("...") {
                self.expect(b')')?;
                return Ok((parameters, true));
            }
            let at = self.here();
            let ty = self.value_type()?;
            if matches!(ty, Type::Function(_)) {
                let message = format!("`{ty}` is the type of no parameter");
                return Err(self.wrong("bad-type", self.since(&at), message));
            }
            let position = Some(parameters.len() as u32);
            let own = self.parameter_attributes()?;
            attributes.extend(own.into_iter().map(|attribute| Attribute { position, ..attribute }));
            let name_at = self.here();
            let written = match self.peek() {
                Token::Local(name) => Some(name),
                _ => None,
            };
            let name = numbers.name(self, written, &name_at)?;
            if written.is_some() {
                self.advance();
            }
            parameters.push((name, ty));
            if self.take(b')') {
                return Ok((parameters, false));
            }
            if !self.take(b',') {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    /// The blocks of a function behind its brace. A block ends with its terminator: what follows is another one, with a label or without.
    fn blocks(&mut self, numbers: &mut Numbers) -> Parsed<Vec<Block>> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        loop {
            let at = self.here();
            match self.peek() {
                Token::Punctuation(b'}') if !is_open && !blocks.is_empty() => {
                    self.advance();
                    return Ok(blocks);
                }
                Token::Word("uselistorder") if !is_open && !blocks.is_empty() => {
                    self.use_list_order()?;
                    continue;
                }
                Token::Label(label) if !is_open => {
                    let label = numbers.name(self, Some(label), &at)?;
                    self.advance();
                    blocks.push(Block { label, instructions: Vec::new(), at });
                    is_open = true;
                    continue;
                }
                Token::Label(_) => return Err(self.unexpected("the terminator of the block before this label")),
                Token::Punctuation(b'}') => return Err(self.unexpected("an instruction that ends the block")),
                Token::Punctuation(b'#') => {
                    self.debug_record()?;
                    continue;
                }
                _ => {}
            }
            if !is_open {
                let label = numbers.name(self, None, &at)?;
                blocks.push(Block { label, instructions: Vec::new(), at: at.clone() });
            }
            let mut instruction = self.instruction()?;
            let operation = &instruction.operation;
            if operation.yields() {
                instruction.result = Some(numbers.name(self, instruction.result.as_deref(), &at)?);
            } else if instruction.result.is_some() {
                return Err(self.wrong("no-result", at, "an instruction that yields no value has no name"));
            }
            is_open = !operation.is_terminator();
            if let Some(block) = blocks.last_mut() {
                block.instructions.push(instruction);
            }
        }
    }

    /// `#dbg_value(...)`: what LLVM 19 and later have in the place of calls of `llvm.dbg.value`.
    fn debug_record(&mut self) -> Parsed<()> {
        self.advance();
        let known = ["dbg_value", "dbg_declare", "dbg_assign", "dbg_label", "dbg_declare_value"];
        match self.peek() {
            Token::Word(word) if known.contains(&word) => self.advance(),
            _ => return Err(self.unexpected("a debug record")),
        };
        self.expect(b'(')?;
        self.list(b')', Parser::metadata_value).map(drop)
    }
}
