//! Registers, symbols and values, in initial states and in conditions alike.

use program::Name;
use source::Diagnostic;

use super::lexer::TokenKind;
use super::parser::{Parsed, Parser};
use crate::{Entry, Number, Place, Symbol, Value};

impl Parser<'_, '_> {
    /// A register, or memory without brackets.
    pub(super) fn place(&mut self) -> Parsed<Place> {
        match self.peek(0) {
            _ if self.register_is_next() => self.register(),
            TokenKind::Number(_) if self.is(1, ":") && !matches!(self.peek(2), TokenKind::Word(_)) => self.register(),
            TokenKind::Word(_) | TokenKind::Number(_) => Ok(Place::Global(self.symbol()?)),
            _ => Err(self.unexpected("a register or a location")),
        }
    }

    /// Whether a register comes next: `0:X1`, `P0:X1`, `0:%x`, `%x`. (`0:x:1` is a capability.)
    pub(super) fn register_is_next(&self) -> bool {
        match self.peek(0) {
            TokenKind::Symbolic(_) => true,
            TokenKind::Processor(_) => self.is(1, ":"),
            TokenKind::Number(_) => {
                self.is(1, ":")
                    && matches!(self.peek(2), TokenKind::Word(_) | TokenKind::Symbolic(_))
                    && !(self.is(3, ":") && matches!(self.peek(4), TokenKind::Number(_)))
            }
            _ => false,
        }
    }

    /// A register, when [`Parser::register_is_next`].
    pub(super) fn register(&mut self) -> Parsed<Place> {
        let thread = match self.peek(0) {
            TokenKind::Symbolic(name) => {
                self.bump();
                return Ok(Place::Symbolic { thread: None, name: name.into() });
            }
            _ => self.thread()?,
        };
        self.expect(":")?;
        match self.peek(0) {
            TokenKind::Symbolic(name) => {
                self.bump();
                Ok(Place::Symbolic { thread: Some(thread), name: name.into() })
            }
            _ => Ok(Place::Register { thread, name: self.name("a register")? }),
        }
    }

    /// The number of a thread: `0`, `P0`.
    pub(super) fn thread(&mut self) -> Parsed<u32> {
        let number = match self.peek(0) {
            TokenKind::Processor(number) => Some(number),
            TokenKind::Number(digits) => super::lexer::thread_number(digits),
            _ => None,
        };
        let number = number.ok_or_else(|| self.unexpected("the number of a thread"))?;
        self.bump();
        Ok(number)
    }

    /// A symbol: `x`, `x:red`, `PTE(x)`, ...
    pub(super) fn symbol(&mut self) -> Parsed<Symbol> {
        match self.peek(0) {
            TokenKind::Number(_) => {
                let permissions = Box::new(self.number()?);
                self.expect(":")?;
                let name = self.name("a location")?;
                self.expect(":")?;
                return Ok(Symbol::Capability { permissions, name, tag: Box::new(self.number()?) });
            }
            TokenKind::Word(word) if self.is(1, "(") => match word {
                "PTE" | "TTD" => return self.entry_symbol(),
                "PA" => return self.in_parentheses(|parser| Ok(Symbol::Physical(parser.name("a location")?))),
                "tag" | "TAG" => return self.in_parentheses(Parser::tag_of),
                "pac" => return self.in_parentheses(|parser| parser.authenticated(None)),
                "pacda" | "pacdb" | "pacia" | "pacib" => {
                    let key = word.trim_start_matches("pac").into();
                    return self.in_parentheses(|parser| parser.authenticated(Some(key)));
                }
                _ => {}
            },
            _ => {}
        }
        let name = self.name("a location")?;
        match self.peek(1) {
            TokenKind::Word(tag) if self.is(0, ":") => {
                self.bump();
                self.bump();
                Ok(Symbol::Tagged { name, tag: tag.into() })
            }
            TokenKind::Number(_) if self.is(0, ":") => {
                self.bump();
                Ok(Symbol::Capability { permissions: Box::new(Number::from(0)), name, tag: Box::new(self.number()?) })
            }
            _ => Ok(Symbol::named(name)),
        }
    }

    /// Reads a word (not looked at) and what `inside` reads, in parentheses.
    fn in_parentheses<T>(&mut self, inside: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.bump();
        self.expect("(")?;
        let result = inside(self)?;
        self.expect(")")?;
        Ok(result)
    }

    /// `PTE(x)`, `PTE(P0:L)`, `PTE(PTE(x))`.
    fn entry_symbol(&mut self) -> Parsed<Symbol> {
        self.in_parentheses(|parser| {
            if parser.is_word(0, &["PTE", "TTD"]) && parser.is(1, "(") {
                return parser.in_parentheses(|parser| Ok(Symbol::EntryOfEntry(parser.name("a location")?)));
            }
            Ok(Symbol::Entry(parser.name_or_label()?))
        })
    }

    /// `x`, or `P0:L` as the name `0:L`.
    fn name_or_label(&mut self) -> Parsed<Name> {
        if let TokenKind::Processor(thread) = self.peek(0) {
            self.bump();
            self.expect(":")?;
            return Ok(format!("{thread}:{}", self.name("a label")?).into());
        }
        self.name("a location")
    }

    fn tag_of(&mut self) -> Parsed<Symbol> {
        let name = self.name("a location")?;
        let offset = if self.eat("+") { self.count("offset")? } else { 0 };
        Ok(Symbol::TagOf { name, offset })
    }

    fn authenticated(&mut self, key: Option<Name>) -> Parsed<Symbol> {
        let name = self.name("a location")?;
        self.expect(",")?;
        let key = match key {
            Some(key) => key,
            None => {
                let span = self.span();
                let key = Name::from(self.name("a key")?.to_ascii_lowercase());
                self.expect(",")?;
                if !["da", "db", "ia", "ib"].contains(&key.as_str()) {
                    let message = format!("`{key}` is no key: `da`, `db`, `ia` or `ib` expected");
                    return Err(Diagnostic::error("bad-key", span, message));
                }
                key
            }
        };
        Ok(Symbol::Authenticated { name, key, modifier: Box::new(self.number()?) })
    }

    /// A value; the addresses of labels are written `P0:L` or `label:"P0:L"`.
    pub(super) fn value(&mut self) -> Parsed<Value> {
        match self.peek(0) {
            TokenKind::Number(_) => self.number_value(),
            TokenKind::Processor(thread) => {
                self.bump();
                self.expect(":")?;
                Ok(Value::Address(Symbol::Label { thread, label: self.name("a label")? }))
            }
            TokenKind::Label(thread, label) => {
                self.bump();
                Ok(Value::Address(Symbol::Label { thread, label: label.into() }))
            }
            TokenKind::Instruction(text) => {
                self.bump();
                Ok(Value::Instruction(Some(text.to_owned())))
            }
            TokenKind::Raw(text) => {
                self.bump();
                Ok(Number::parse(text).map_or_else(|| Value::Raw(text.to_owned()), Value::Number))
            }
            TokenKind::Punctuation(":") => {
                self.bump();
                Ok(Value::Tag(self.name("a tag")?))
            }
            TokenKind::Punctuation("{") if self.is(1, ":") => self.tags(),
            TokenKind::Punctuation("{") => Ok(Value::Array(self.array()?)),
            TokenKind::Punctuation("(") => Ok(Value::Entry(Box::new(self.entry()?))),
            TokenKind::Punctuation("&") => {
                self.bump();
                self.address()
            }
            TokenKind::Word("NOP" | "nop") => {
                self.bump();
                Ok(Value::Instruction(None))
            }
            TokenKind::Word("parel1_t" | "PAREL1_T") => {
                self.bump();
                self.expect(":")?;
                Ok(Value::AddressRegister(Box::new(self.entry()?)))
            }
            TokenKind::Word("SSCap") if self.is(1, "(") => self.in_parentheses(|parser| {
                let name = parser.name("a shadow stack")?;
                parser.expect(",")?;
                Ok(Value::Element { name, index: parser.count("index")? })
            }),
            TokenKind::Word(_) => self.address(),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// `1`, `1:L0` (a label), `1:2`, `0x7:x:1` (a capability).
    fn number_value(&mut self) -> Parsed<Value> {
        match self.peek(2) {
            TokenKind::Word(_) if self.is(1, ":") => {
                if self.is(3, ":") && matches!(self.peek(4), TokenKind::Number(_)) {
                    return Ok(Value::Address(self.symbol()?));
                }
                let thread = self.thread()?;
                self.bump();
                Ok(Value::Address(Symbol::Label { thread, label: self.name("a label")? }))
            }
            TokenKind::Number(low) if self.is(1, ":") => {
                let high = self.number()?;
                self.bump();
                self.bump();
                Ok(Value::Raw(format!("{high}:{low}")))
            }
            _ => Ok(Value::Number(self.number()?)),
        }
    }

    /// A symbol, or a cell of an array.
    fn address(&mut self) -> Parsed<Value> {
        if let (TokenKind::Word(name), true) = (self.peek(0), self.is(1, "[")) {
            self.bump();
            self.bump();
            let index = self.count("index")?;
            self.expect("]")?;
            return Ok(Value::Element { name: name.into(), index });
        }
        Ok(Value::Address(self.symbol()?))
    }

    /// `{1,2,3}`; cells are scalars.
    pub(super) fn array(&mut self) -> Parsed<Vec<Value>> {
        self.expect("{")?;
        let mut cells = Vec::new();
        loop {
            if self.is(0, "{") || self.is(0, "(") {
                return Err(self.unexpected("the value of a cell"));
            }
            cells.push(self.value()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(cells)
    }

    /// `{:red,:green}`.
    fn tags(&mut self) -> Parsed<Value> {
        self.expect("{")?;
        let mut tags = Vec::new();
        loop {
            self.expect(":")?;
            tags.push(self.name("a tag")?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(Value::Tags(tags))
    }

    /// `(oa:PA(x), valid:0, attrs:(NC, ISH))`.
    fn entry(&mut self) -> Parsed<Entry> {
        self.expect("(")?;
        let mut entry = Entry::default();
        loop {
            self.entry_part(&mut entry)?;
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(entry)
    }

    fn entry_part(&mut self, entry: &mut Entry) -> Parsed<()> {
        let span = self.span();
        let key = self.name("a field or an attribute")?;
        if !self.eat(":") {
            entry.attributes.insert(key);
            return Ok(());
        }
        let twice = match key.as_str() {
            "oa" => entry.output.replace(self.output_address()?).is_some(),
            "attrs" | "Attrs" => {
                self.expect("(")?;
                loop {
                    entry.attributes.insert(self.name("an attribute")?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect(")")?;
                false
            }
            _ => {
                let value = match self.peek(0) {
                    TokenKind::Word(text) | TokenKind::Number(text) => text.into(),
                    _ => return Err(self.unexpected("a name or a number")),
                };
                self.bump();
                entry.fields.insert(key.clone(), value).is_some()
            }
        };
        if twice {
            return Err(Diagnostic::error("duplicate-field", span, format!("`{key}` is given twice")));
        }
        Ok(())
    }

    /// `PA(x)`, `PTE(x)`, or `phy_x`, `pte_x` in old tests.
    fn output_address(&mut self) -> Parsed<Symbol> {
        if self.is_word(0, &["PTE"]) && self.is(1, "(") {
            return self.in_parentheses(|parser| Ok(Symbol::Entry(parser.name("a location")?)));
        }
        if self.is_word(0, &["PA"]) && self.is(1, "(") {
            return self.in_parentheses(|parser| Ok(Symbol::Physical(parser.name_or_label()?)));
        }
        let span = self.span();
        match Symbol::named(self.name("a physical address")?) {
            symbol @ (Symbol::Physical(_) | Symbol::Entry(_)) => Ok(symbol),
            other => {
                let message = format!("`{other}` is no physical address");
                let help = format!("write `PA({other})`");
                Err(Diagnostic::error("bad-output-address", span, message).help(help))
            }
        }
    }
}
