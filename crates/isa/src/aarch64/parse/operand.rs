//! Text to operands.

use source::Diagnostic;

use crate::aarch64::operand::{Address, Condition, Extend, Mode, Name, Register, Shift, Size, Symbol, Target};
use crate::aarch64::reader::Reader;
use crate::aarch64::register;
use crate::put::printed;

/// Registers that are not modelled: what comes before their numbers, and what they are.
const UNSUPPORTED_REGISTERS: [(&str, &str); 9] = [
    ("c", "capability (Morello)"),
    ("v", "vector"),
    ("b", "vector"),
    ("h", "vector"),
    ("s", "vector"),
    ("d", "vector"),
    ("q", "vector"),
    ("z", "scalable vector"),
    ("p", "predicate"),
];

/// The register with a name, of whatever size; letter case counts for nothing.
fn named(name: &str) -> Option<Name> {
    match name.strip_prefix(['X', 'x', 'W', 'w']) {
        Some(digits) if !digits.eq_ignore_ascii_case("ZR") => register::number(digits).map(Name::Numbered),
        Some(_) => Some(Name::Zero),
        None => name.eq_ignore_ascii_case("SP").then_some(Name::StackPointer),
    }
}

impl Reader<'_, '_> {
    pub(super) fn comma(&mut self) -> Result<(), Diagnostic> {
        self.expect(",")
    }

    /// Reads a general-purpose register if one comes next: `X1`, `wzr`, `SP`, `X%name`, `%name`.
    fn try_register(&mut self) -> Option<Register> {
        let mut after_letter = self.rest().chars();
        let letter = after_letter.next()?;
        let size = if matches!(letter, 'w' | 'W') { Size::W } else { Size::X };
        if letter == '%' || (matches!(letter, 'w' | 'W' | 'x' | 'X') && after_letter.next() == Some('%')) {
            return self.symbolic_register(size);
        }
        let found = self.peek_name()?;
        let name = named(found)?;
        self.name();
        Some(Register { name, size })
    }

    fn symbolic_register(&mut self, size: Size) -> Option<Register> {
        let rest = self.rest();
        let sigil = rest.find('%')?;
        // Blanks are allowed nowhere inside: `X%name` is one token.
        if !rest[sigil + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        self.eat(&rest[..=sigil]);
        let name = self.name()?;
        Some(Register { name: Name::Symbolic(name.value.to_owned()), size })
    }

    /// Reads a register of any size.
    pub(super) fn register(&mut self) -> Result<Register, Diagnostic> {
        match self.try_register() {
            Some(register) => Ok(register),
            None => Err(self.no_register()),
        }
    }

    fn no_register(&mut self) -> Diagnostic {
        let Some(name) = self.peek_name() else { return self.expected("a register") };
        let start = self.offset();
        self.name();
        let span = self.span_from(start);
        let lower = name.to_ascii_lowercase();
        let stem = lower.split('.').next().unwrap_or_default();
        let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
        let known = UNSUPPORTED_REGISTERS.iter().find(|(letter, _)| *letter == letters && letters.len() < stem.len());
        match known {
            Some((_, what)) => {
                let message = format!("`{name}`: {what} registers are not supported");
                Diagnostic::error("unsupported-operand", span, message)
            }
            None => Diagnostic::error("unknown-register", span, format!("`{name}` is no general-purpose register"))
                .help("registers are `X0` to `X30`, `XZR`, `SP`, and `W0` to `W30`, `WZR` for their low 32 bits"),
        }
    }

    /// Reads a register of the given size.
    pub(super) fn register_of(&mut self, size: Size) -> Result<Register, Diagnostic> {
        let start = self.offset();
        let register = self.register()?;
        if register.size == size {
            return Ok(register);
        }
        let span = self.span_from(start);
        let (has, needs) = (register.size.bits(), size.bits());
        let message = format!("a register of {has} bits where {needs} are needed");
        let diagnostic = Diagnostic::error("operand-size", span, message);
        if register.name == Name::StackPointer && size == Size::W {
            return Err(diagnostic);
        }
        Err(diagnostic.help(format!("the part of that size is `{}`", printed(&Register { size, ..register }))))
    }

    /// Reads a register of the given size; its name.
    pub(super) fn name_of(&mut self, size: Size) -> Result<Name, Diagnostic> {
        Ok(self.register_of(size)?.name)
    }

    /// Reads two registers of one size, with a comma between.
    pub(super) fn pair(&mut self) -> Result<[Register; 2], Diagnostic> {
        let first = self.register()?;
        self.comma()?;
        let second = self.register_of(first.size)?;
        Ok([first, second])
    }

    /// Reads two registers of the given size.
    pub(super) fn pair_of(&mut self, size: Size) -> Result<[Register; 2], Diagnostic> {
        let first = self.register_of(size)?;
        self.comma()?;
        Ok([first, self.register_of(size)?])
    }

    /// Whether a register comes next.
    pub(super) fn at_register(&self) -> bool {
        let Some(found) = self.peek_name() else { return self.rest().starts_with('%') };
        let symbolic = matches!(found, "x" | "X" | "w" | "W") && self.rest()[1..].starts_with('%');
        symbolic || named(found).is_some()
    }

    /// Reads a condition.
    pub(super) fn condition(&mut self) -> Result<Condition, Diagnostic> {
        match self.one_of(&Condition::NAMES) {
            Some(condition) => Ok(condition),
            None => Err(self.expected("a condition (`EQ`, `NE`, ...)")),
        }
    }

    /// Reads the target of a jump.
    pub(super) fn target(&mut self) -> Result<Target, Diagnostic> {
        let rest = self.rest();
        if let Some(behind) = rest.strip_prefix('.')
            && behind.starts_with(['+', '-', '#'])
        {
            self.eat(".");
            let offset = self.number()?;
            return match i64::try_from(offset.value) {
                Ok(bytes) if bytes % 4 == 0 => Ok(Target::Offset(bytes)),
                _ => Err(Diagnostic::error("immediate", offset.span, "instructions have 4 bytes each")),
            };
        }
        Ok(Target::Label(self.name_of_no_register("a label")?))
    }

    /// Reads a name that is not a register's.
    fn name_of_no_register(&mut self, what: &str) -> Result<String, Diagnostic> {
        let at_register = self.at_register();
        match self.name() {
            Some(name) if at_register => {
                let message = format!("expected {what}, but `{}` is a register", name.value);
                Err(Diagnostic::error("operand", name.span, message))
            }
            Some(name) => Ok(name.value.to_owned()),
            None => Err(self.expected(what)),
        }
    }

    /// Reads a location's name with an offset.
    pub(super) fn symbol(&mut self) -> Result<Symbol, Diagnostic> {
        if self.peek() == Some(':') {
            let start = self.offset();
            self.eat(":");
            self.name();
            let message = "addresses in tables of the linker (`:got:` and its like) are not supported";
            return Err(Diagnostic::error("unsupported-operand", self.span_from(start), message));
        }
        let name = self.name_of_no_register("the name of a location")?;
        let mut offset = 0i64;
        while matches!(self.peek(), Some('+' | '-')) {
            let number = self.number()?;
            let sum = i64::try_from(number.value).ok().and_then(|number| offset.checked_add(number));
            offset = sum
                .ok_or_else(|| Diagnostic::error("number-too-large", number.span, "an offset of more than 63 bits"))?;
        }
        Ok(Symbol { name, offset })
    }

    /// Reads `:lo12:` and a symbol, if that comes next.
    pub(super) fn low12(&mut self) -> Result<Option<Symbol>, Diagnostic> {
        if self.peek() != Some(':') {
            return Ok(None);
        }
        if self.eat(":lo12:") { self.symbol().map(Some) } else { self.symbol().map(|_| None) }
    }

    /// Reads a base register without its bracket.
    fn base(&mut self) -> Result<Name, Diagnostic> {
        let start = self.offset();
        let base = self.name_of(Size::X)?;
        if base == Name::Zero {
            return Err(Diagnostic::error(
                "operand",
                self.span_from(start),
                "the zero register cannot hold an address",
            ));
        }
        Ok(base)
    }

    /// Reads `[X1]`, or `[X1,#0]`.
    pub(super) fn base_only(&mut self) -> Result<Name, Diagnostic> {
        self.expect("[")?;
        let base = self.base()?;
        if self.eat(",") {
            let number = self.number()?;
            if number.value != 0 {
                return Err(Diagnostic::error("operand", number.span, "no offset is possible here"));
            }
        }
        self.expect("]")?;
        Ok(base)
    }

    /// Reads a memory operand without an index register.
    pub(super) fn address(&mut self) -> Result<Address, Diagnostic> {
        let start = self.offset();
        let address = self.any_address()?;
        match address.mode {
            Mode::Indexed(..) => {
                Err(Diagnostic::error("operand", self.span_from(start), "no index register is possible here"))
            }
            _ => Ok(address),
        }
    }

    /// Reads `[X1]` or `[X1,#8]`.
    pub(super) fn offset_address(&mut self) -> Result<Address, Diagnostic> {
        let start = self.offset();
        let address = self.any_address()?;
        match address.mode {
            Mode::Offset(_) => Ok(address),
            _ => Err(Diagnostic::error("operand", self.span_from(start), "only an offset is possible here")),
        }
    }

    /// Reads a memory operand.
    pub(super) fn any_address(&mut self) -> Result<Address, Diagnostic> {
        self.expect("[")?;
        let base = self.base()?;
        if self.eat("]") {
            let mode = if self.eat(",") { Mode::PostIndexed(self.byte_offset()?) } else { Mode::Offset(0) };
            return Ok(Address { base, mode });
        }
        self.comma()?;
        let mode = if self.at_register() {
            self.index()?
        } else if let Some(symbol) = self.low12()? {
            Mode::Low12(symbol)
        } else {
            Mode::Offset(self.byte_offset()?)
        };
        self.expect("]")?;
        match mode {
            Mode::Offset(offset) if self.eat("!") => Ok(Address { base, mode: Mode::PreIndexed(offset) }),
            mode => Ok(Address { base, mode }),
        }
    }

    fn byte_offset(&mut self) -> Result<i64, Diagnostic> {
        self.number_within("an offset", -(1 << 31), 1 << 31)
    }

    /// Reads an index register with its extension.
    fn index(&mut self) -> Result<Mode, Diagnostic> {
        let start = self.offset();
        let index = self.register()?;
        let (extend, amount) = if self.eat(",") {
            let extend_start = self.offset();
            let extend =
                self.one_of(&Extend::NAMES).filter(|extend| extend.from >= 32 && *extend != Extend::NAMES[3].1);
            let Some(extend) = extend else {
                self.name();
                let message = "an index is extended by `LSL`, `UXTW`, `SXTW` or `SXTX`";
                return Err(Diagnostic::error("operand", self.span_from(extend_start), message));
            };
            let amount = if self.at_number() { self.number_within("a shift", 0, 4)? } else { 0 };
            (extend, amount as u8)
        } else {
            (Extend::SHIFT, 0)
        };
        if index.size == Size::W && extend.from == 64 {
            let message = "an index of 32 bits must be extended by `UXTW` or `SXTW`";
            return Err(Diagnostic::error("operand", self.span_from(start), message));
        }
        Ok(Mode::Indexed(index, extend, amount))
    }

    /// Reads `,LSL #3` or another shift, if a comma comes next.
    pub(super) fn shift(&mut self, size: Size) -> Result<(Shift, u8), Diagnostic> {
        if !self.eat(",") {
            return Ok((Shift::Left, 0));
        }
        match self.one_of(&Shift::NAMES) {
            Some(shift) => match self.shift_amount(size)? {
                // All shifts by nothing are one.
                0 => Ok((Shift::Left, 0)),
                amount => Ok((shift, amount)),
            },
            None => Err(self.expected("a shift (`LSL`, `LSR`, `ASR` or `ROR`)")),
        }
    }

    /// Reads a number below the size of a register.
    pub(super) fn shift_amount(&mut self, size: Size) -> Result<u8, Diagnostic> {
        Ok(self.number_within("a shift", 0, i64::from(size.bits()) - 1)? as u8)
    }

    /// Reads an immediate that a register of the given size can hold, as a signed or an unsigned number. That encodings have
    /// no place for most of them is no concern of ours.
    pub(super) fn immediate(&mut self, size: Size) -> Result<i128, Diagnostic> {
        let number = self.number()?;
        let bits = size.bits();
        if (-(1i128 << (bits - 1))..1i128 << bits).contains(&number.value) {
            return Ok(number.value);
        }
        let message = format!("{} does not fit in {bits} bits", number.value);
        Err(Diagnostic::error("immediate", number.span, message))
    }
}
