//! Text to instructions.

use program::Width;
use source::{CharSet, Cursor, Diagnostic, nearest};

use super::instruction::{
    ByteOrder, Instruction, Operand, Operator, Place, RegisterName, RegisterOrSymbol, Test, Update, WideOperand,
};
use super::lower::COMPARED;
use super::{REGISTERS, WIDTH};

static IN_WORD: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_"));
/// What the name of a label is made of, as the envelope has it.
static IN_LABEL: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_./-$"));

/// What instructions begin with that is not known to be supported, with the reason.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("call", "calls of helpers and functions have no meaning in a litmus test"),
    ("callx", "calls of helpers and functions have no meaning in a litmus test"),
    ("may_goto", "what the kernel decides about is not supported"),
];

/// Reads one instruction.
///
/// # Errors
/// What is wrong with it and where.
pub(super) fn instruction(cursor: &mut Cursor<'_>) -> Result<Instruction, Diagnostic> {
    Reader { cursor }.instruction()
}

struct Reader<'c, 's> {
    cursor: &'c mut Cursor<'s>,
}

/// A register with its place.
struct Placed {
    name: RegisterName,
    start: usize,
}

impl<'s> Reader<'_, 's> {
    fn instruction(&mut self) -> Result<Instruction, Diagnostic> {
        if self.cursor.is_at("*") {
            return self.store();
        }
        if self.is_at_register() {
            let to = self.register()?;
            return self.behind_register(&to);
        }
        let start = self.cursor.offset();
        let word = self.word();
        match word {
            "store_release" => self.store_release(),
            "lock" => self.locked(),
            "goto" | "gotol" => Ok(Instruction::Jump { label: self.label()? }),
            "if" => self.branch(),
            "exit" => Ok(Instruction::Exit),
            "" => Err(self.expected("an instruction")),
            _ => {
                let span = self.cursor.span_from(start);
                if let Some((_, reason)) = UNSUPPORTED.iter().find(|(known, _)| *known == word) {
                    return Err(Diagnostic::error("unsupported-instruction", span, format!("`{word}`: {reason}")));
                }
                if looks_like_register(word) {
                    return Err(unknown_register(word, span));
                }
                let message = format!("`{word}` begins no instruction of BPF");
                let known = ["store_release", "lock", "goto", "gotol", "if", "exit"];
                let near = nearest(word, known);
                Err(Diagnostic::error("unknown-instruction", span, message).suggest(near))
            }
        }
    }

    /// What stands behind the register in front.
    fn behind_register(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        self.cursor.skip_white_space();
        for (text, operator) in Operator::ALL {
            if self.cursor.eat(text) {
                let by = self.operand(to.name.width)?;
                return Ok(Instruction::Compute { operator, to: to.name.clone(), by });
            }
        }
        if self.cursor.is_at("==") || !self.cursor.eat("=") {
            return Err(self.expected("`=` or an operator such as `+=`"));
        }
        self.cursor.skip_white_space();
        if self.cursor.is_at("*") {
            return self.load(to);
        }
        if self.cursor.is_at("(") {
            return self.move_extended(to);
        }
        if self.cursor.is_at("-") && !self.is_at_number() {
            self.cursor.eat("-");
            self.same_register(to, "what is negated")?;
            return Ok(Instruction::Negate { to: to.name.clone() });
        }
        if self.is_at_number() {
            return self.move_number(to);
        }
        if self.is_at_register() {
            let value = self.register_of_width(to.name.width)?;
            return Ok(Instruction::Move { to: to.name.clone(), value: Operand::Register(value), from: None });
        }
        self.named(to)
    }

    /// `r1 = WORD...`.
    fn named(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        let start = self.cursor.offset();
        let word = self.word();
        if word == "load_acquire" {
            return self.load_acquire(to);
        }
        if let Some((operator, ..)) = Update::ALL.into_iter().find(|(.., name)| *name == word) {
            return self.fetch(to, operator);
        }
        match word {
            "xchg_64" => return self.exchange(to, 64),
            "xchg32_32" | "xchg_32_32" => return self.exchange(to, 32),
            "cmpxchg_64" => return self.compare_exchange(to, 64),
            "cmpxchg32_32" | "cmpxchg_32_32" => return self.compare_exchange(to, 32),
            _ => {}
        }
        if let Some((order, bits)) = byte_swap(word) {
            if to.name.width != WIDTH {
                let message = "bytes are swapped in whole registers, `r0` and its like";
                return Err(Diagnostic::error("operand", self.cursor.span_from(to.start), message));
            }
            self.same_register(to, "what is swapped")?;
            return Ok(Instruction::Swap { to: to.name.clone(), order, bits });
        }
        let mut ahead = self.cursor.clone();
        ahead.skip_white_space();
        if !word.is_empty() && ahead.eat("ll") && !ahead.peek_byte().is_some_and(|byte| IN_WORD.has(byte)) {
            *self.cursor = ahead;
            self.needs_whole(to, start)?;
            return Ok(Instruction::MoveWide { to: to.name.clone(), value: WideOperand::Location(word.to_owned()) });
        }
        let span = self.cursor.span_from(start);
        match word {
            "" => Err(self.expected("a register, a number or a load")),
            _ if looks_like_register(word) => Err(unknown_register(word, span)),
            _ => {
                let message = format!("`{word}` is no operation of BPF");
                let known = Update::ALL.into_iter().map(|(.., name)| name);
                let others = ["load_acquire", "xchg_64", "xchg32_32", "cmpxchg_64", "cmpxchg32_32"];
                let near = nearest(word, known.chain(others));
                let diagnostic = Diagnostic::error("unknown-instruction", span, message).suggest(near);
                Err(diagnostic.help(format!("the address of a location is `{word} ll`; initial states have it, too")))
            }
        }
    }

    fn needs_whole(&mut self, to: &Placed, start: usize) -> Result<(), Diagnostic> {
        if to.name.width == WIDTH {
            return Ok(());
        }
        let message = "64 bits need a whole register, `r0` and its like";
        Err(Diagnostic::error("operand", self.cursor.span_from(start), message))
    }

    /// `5`, `5 ll`.
    fn move_number(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        let start = self.cursor.offset();
        let number = self.number()?;
        let span = self.cursor.span_from(start);
        let mut ahead = self.cursor.clone();
        ahead.skip_white_space();
        if ahead.eat("ll") {
            *self.cursor = ahead;
            self.needs_whole(to, start)?;
            let fits = i64::try_from(number).map(|number| number as u64).or_else(|_| u64::try_from(number));
            let number =
                fits.map_err(|_| Diagnostic::error("bad-number", span, format!("{number} is no number of 64 bits")))?;
            return Ok(Instruction::MoveWide { to: to.name.clone(), value: WideOperand::Number(number) });
        }
        let value = Operand::Number(immediate(number, to.name.width, span)?);
        Ok(Instruction::Move { to: to.name.clone(), value, from: None })
    }

    /// `(s8)r2`.
    fn move_extended(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        self.expect("(")?;
        let start = self.cursor.offset();
        let bits = match self.word() {
            "s8" => 8,
            "s16" => 16,
            "s32" if to.name.width == WIDTH => 32,
            _ => {
                let message = "only `(s8)`, `(s16)` and, to 64 bits, `(s32)` can stand before a register";
                return Err(Diagnostic::error("operand", self.cursor.span_from(start), message));
            }
        };
        self.expect(")")?;
        let value = Operand::Register(self.register_of_width(to.name.width)?);
        Ok(Instruction::Move { to: to.name.clone(), value, from: Some(bits) })
    }

    /// `*(u32 *)(r2 + 0)`.
    fn load(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        self.expect("*")?;
        let start = self.cursor.offset();
        let (place, is_signed) = self.place()?;
        if is_signed && to.name.width != WIDTH {
            let message = "loads with signs need a whole register, `r0` and its like";
            return Err(Diagnostic::error("operand", self.cursor.span_from(to.start), message));
        }
        self.fits(to, place.width, start)?;
        Ok(Instruction::Load { to: to.name.clone(), is_signed, place, is_acquire: false })
    }

    fn load_acquire(&mut self, to: &Placed) -> Result<Instruction, Diagnostic> {
        self.expect("(")?;
        let start = self.cursor.offset();
        let place = self.unsigned_place()?;
        self.fits(to, place.width, start)?;
        self.expect(")")?;
        Ok(Instruction::Load { to: to.name.clone(), is_signed: false, place, is_acquire: true })
    }

    /// `*(u32 *)(r1 + 0) = r2`.
    fn store(&mut self) -> Result<Instruction, Diagnostic> {
        self.expect("*")?;
        let place = self.unsigned_place()?;
        self.expect("=")?;
        let value = self.stored(&place)?;
        Ok(Instruction::Store { place, value, is_release: false })
    }

    /// What is stored: a register that has as many bits, or an immediate.
    fn stored(&mut self, place: &Place) -> Result<Operand, Diagnostic> {
        if !self.is_at_register() {
            return self.operand(WIDTH);
        }
        let value = self.register()?;
        self.fits(&value, place.width, value.start)?;
        Ok(Operand::Register(value.name))
    }

    fn store_release(&mut self) -> Result<Instruction, Diagnostic> {
        self.expect("(")?;
        let place = self.unsigned_place()?;
        self.expect(",")?;
        let value = self.register()?;
        self.fits(&value, place.width, value.start)?;
        self.expect(")")?;
        Ok(Instruction::Store { place, value: Operand::Register(value.name), is_release: true })
    }

    /// `lock *(u32 *)(r1 + 0) += r2`.
    fn locked(&mut self) -> Result<Instruction, Diagnostic> {
        self.expect("*")?;
        let place = self.atomic_place()?;
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let found = Update::ALL.into_iter().find(|(_, operator, _)| self.cursor.eat(operator));
        let Some((operator, ..)) = found else {
            let message = "atomic operations are `+=`, `&=`, `|=` and `^=`";
            self.cursor.eat_while(|c| !c.is_alphanumeric() && !c.is_whitespace());
            return Err(Diagnostic::error("unknown-operator", self.cursor.span_from(start), message));
        };
        let by = self.register()?;
        self.fits(&by, place.width, by.start)?;
        Ok(Instruction::Update { operator, place, by: by.name, has_result: false })
    }

    /// `(u32 *)(r1 + 0), r2)` of `r2 = atomic_fetch_add(...)`.
    fn fetch(&mut self, to: &Placed, operator: Update) -> Result<Instruction, Diagnostic> {
        self.expect("(")?;
        let place = self.atomic_place()?;
        self.expect(",")?;
        let by = self.operand_and_result(to, place.width)?;
        Ok(Instruction::Update { operator, place, by, has_result: true })
    }

    /// `r1 + 0, r2)` of `r2 = xchg_64(...)`.
    fn exchange(&mut self, to: &Placed, width: Width) -> Result<Instruction, Diagnostic> {
        self.expect("(")?;
        let place = self.address(width)?;
        self.expect(",")?;
        let with = self.operand_and_result(to, width)?;
        Ok(Instruction::Exchange { place, with })
    }

    /// `r1 + 0, r0, r2)` of `r0 = cmpxchg_64(...)`.
    fn compare_exchange(&mut self, to: &Placed, width: Width) -> Result<Instruction, Diagnostic> {
        let only_r0 = |reader: &Self, register: &Placed| match &register.name.register {
            RegisterOrSymbol::Numbered(number) if *number == COMPARED => Ok(()),
            RegisterOrSymbol::Numbered(_) | RegisterOrSymbol::Symbolic(_) => {
                let message = "a compare-and-exchange compares with `r0` and leaves there what it has found";
                Err(Diagnostic::error("operand", reader.cursor.span_from(register.start), message))
            }
        };
        only_r0(self, to)?;
        self.fits(to, width, to.start)?;
        self.expect("(")?;
        let place = self.address(width)?;
        self.expect(",")?;
        let compared = self.register()?;
        only_r0(self, &compared)?;
        self.expect(",")?;
        let new = self.register()?;
        self.fits(&new, width, new.start)?;
        self.expect(")")?;
        Ok(Instruction::CompareExchange { place, new: new.name })
    }

    /// The operand, which is the register that takes the result, and `)`.
    fn operand_and_result(&mut self, to: &Placed, width: Width) -> Result<RegisterName, Diagnostic> {
        let by = self.register()?;
        self.fits(&by, width, by.start)?;
        if by.name != to.name {
            let message = "what was there goes to the register of the operand: the two must be one";
            return Err(Diagnostic::error("operand", self.cursor.span_from(by.start), message));
        }
        self.expect(")")?;
        Ok(by.name)
    }

    /// `r1 == 5 goto L`.
    fn branch(&mut self) -> Result<Instruction, Diagnostic> {
        let left = self.register()?;
        self.cursor.skip_white_space();
        let found = Test::ALL.into_iter().find(|(text, _)| self.cursor.eat(text));
        let (_, test) = found.ok_or_else(|| self.expected("a comparison such as `==`"))?;
        let right = self.operand(left.name.width)?;
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let word = self.word();
        if word != "goto" {
            return Err(Diagnostic::error("syntax", self.cursor.span_from(start), "`goto` must stand here"));
        }
        Ok(Instruction::Branch { test, left: left.name, right, label: self.label()? })
    }

    fn label(&mut self) -> Result<String, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        match self.cursor.peek_byte() {
            Some(first) if first.is_ascii_alphabetic() || matches!(first, b'_' | b'.' | b'$') => {
                Ok(self.cursor.eat_all(&IN_LABEL).to_owned())
            }
            Some(b'+' | b'-' | b'0'..=b'9') => {
                self.cursor.eat_while(|_| true);
                let message = "jumps go to labels here, not by a distance";
                Err(Diagnostic::error("jump-target", self.cursor.span_from(start), message))
            }
            _ => Err(self.expected("a label")),
        }
    }

    /// `(u32 *)(r1 + 0)`, and whether the type has a sign.
    fn place(&mut self) -> Result<(Place, bool), Diagnostic> {
        self.expect("(")?;
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let word = self.word();
        let (is_signed, width) = match word {
            "u8" => (false, 8),
            "u16" => (false, 16),
            "u32" => (false, 32),
            "u64" => (false, 64),
            "s8" => (true, 8),
            "s16" => (true, 16),
            "s32" => (true, 32),
            "s64" => (true, 64),
            _ => {
                let message =
                    format!("`{word}` is no size: they are u8, u16, u32 and u64; of loads s8, s16 and s32, too");
                return Err(Diagnostic::error("unknown-size", self.cursor.span_from(start), message));
            }
        };
        self.expect("*")?;
        self.expect(")")?;
        self.expect("(")?;
        let place = self.address(width)?;
        self.expect(")")?;
        Ok((place, is_signed))
    }

    /// Where no sign is kept.
    fn unsigned_place(&mut self) -> Result<Place, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let (place, is_signed) = self.place()?;
        if is_signed {
            let message = "only plain loads keep signs: the size must begin with `u`";
            return Err(Diagnostic::error("unknown-size", self.cursor.span_from(start), message));
        }
        Ok(place)
    }

    /// Where atomic operations may be.
    fn atomic_place(&mut self) -> Result<Place, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let place = self.unsigned_place()?;
        if place.width < 32 {
            let message = "atomic operations are on 32 or 64 bits";
            return Err(Diagnostic::error("unknown-size", self.cursor.span_from(start), message));
        }
        Ok(place)
    }

    /// `r1 + 0`, `r1 - 8`, `r1`.
    fn address(&mut self, width: Width) -> Result<Place, Diagnostic> {
        let base = self.register_of_width(WIDTH)?;
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let offset = if self.cursor.is_at(")") || self.cursor.is_at(",") { 0 } else { self.number()? };
        let offset = i16::try_from(offset).map_err(|_| {
            let message = format!("an offset must be between {} and {}, not {offset}", i16::MIN, i16::MAX);
            Diagnostic::error("bad-number", self.cursor.span_from(start), message)
        })?;
        Ok(Place { width, base, offset })
    }

    /// A register or an immediate, for an operation on so many bits.
    fn operand(&mut self, width: Width) -> Result<Operand, Diagnostic> {
        self.cursor.skip_white_space();
        if !self.is_at_number() {
            return Ok(Operand::Register(self.register_of_width(width)?));
        }
        let start = self.cursor.offset();
        let number = self.number()?;
        Ok(Operand::Number(immediate(number, width, self.cursor.span_from(start))?))
    }

    fn is_at_register(&mut self) -> bool {
        self.cursor.skip_white_space();
        self.cursor.is_at("%") || super::register(self.cursor.clone().eat_all(&IN_WORD)).is_some()
    }

    fn register(&mut self) -> Result<Placed, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        if self.cursor.eat("%") {
            let name = self.word();
            if name.is_empty() {
                return Err(self.expected("the name of a symbolic register"));
            }
            let register = RegisterOrSymbol::Symbolic(name.to_owned());
            return Ok(Placed { name: RegisterName { register, width: WIDTH }, start });
        }
        let word = self.word();
        let span = self.cursor.span_from(start);
        match super::register(word) {
            Some((number, is_word)) => {
                let width = if is_word { 32 } else { WIDTH };
                Ok(Placed { name: RegisterName { register: RegisterOrSymbol::Numbered(number), width }, start })
            }
            None if looks_like_register(word) => Err(unknown_register(word, span)),
            None => Err(Diagnostic::error("syntax", span, "a register must stand here")),
        }
    }

    fn register_of_width(&mut self, width: Width) -> Result<RegisterName, Diagnostic> {
        let found = self.register()?;
        if found.name.width == width {
            return Ok(found.name);
        }
        let message = match width {
            WIDTH => "the whole register must stand here, `r0` and its like",
            _ => "the register must have 32 bits, `w0` and its like",
        };
        Err(Diagnostic::error("operand", self.cursor.span_from(found.start), message))
    }

    /// The same register once more.
    fn same_register(&mut self, to: &Placed, what: &str) -> Result<(), Diagnostic> {
        let found = self.register()?;
        if found.name == to.name {
            return Ok(());
        }
        let message = format!("{what} must be the register that takes the result");
        Err(Diagnostic::error("operand", self.cursor.span_from(found.start), message))
    }

    /// Refuses 64 bits in half a register.
    fn fits(&mut self, register: &Placed, width: Width, start: usize) -> Result<(), Diagnostic> {
        if width <= register.name.width {
            return Ok(());
        }
        let message = "64 bits need a whole register, `r0` and its like";
        Err(Diagnostic::error("operand", self.cursor.span_from(start), message))
    }

    fn is_at_number(&mut self) -> bool {
        self.cursor.skip_white_space();
        let mut ahead = self.cursor.clone();
        if ahead.eat("-") || ahead.eat("+") {
            ahead.skip_white_space();
        }
        ahead.peek_byte().is_some_and(|byte| byte.is_ascii_digit())
    }

    fn number(&mut self) -> Result<i128, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let is_negative = self.cursor.eat("-");
        if !is_negative {
            self.cursor.eat("+");
        }
        self.cursor.skip_white_space();
        let text = self.word();
        if text.is_empty() {
            return Err(self.expected("a number"));
        }
        let magnitude = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => text.parse::<u64>(),
        };
        let span = self.cursor.span_from(start);
        let magnitude = magnitude
            .map_err(|_| Diagnostic::error("bad-number", span, format!("`{text}` is no number of 64 bits")))?;
        Ok(if is_negative { -i128::from(magnitude) } else { i128::from(magnitude) })
    }

    fn word(&mut self) -> &'s str {
        self.cursor.skip_white_space();
        self.cursor.eat_all(&IN_WORD)
    }

    fn expect(&mut self, text: &str) -> Result<(), Diagnostic> {
        self.cursor.skip_white_space();
        if self.cursor.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    fn expected(&mut self, what: &str) -> Diagnostic {
        self.cursor.skip_white_space();
        Diagnostic::error("syntax", self.cursor.next_span(), format!("{what} must stand here"))
    }
}

/// Immediates have 32 bits. In an operation on 32 bits a sign makes no difference.
fn immediate(number: i128, width: Width, span: source::Span) -> Result<i32, Diagnostic> {
    let of_32_bits = u32::try_from(number).ok().filter(|_| width < WIDTH).map(|number| number as i32);
    i32::try_from(number).ok().or(of_32_bits).ok_or_else(|| {
        let message = format!("an immediate must be between {} and {}, not {number}", i32::MIN, i32::MAX);
        Diagnostic::error("bad-number", span, message).help("`r1 = NUMBER ll` sets a register to any 64 bits")
    })
}

/// `be16`, `bswap64`.
fn byte_swap(word: &str) -> Option<(ByteOrder, Width)> {
    let (order, bits) =
        ByteOrder::ALL.into_iter().find_map(|(begin, order)| Some((order, word.strip_prefix(begin)?)))?;
    match bits {
        "16" => Some((order, 16)),
        "32" => Some((order, 32)),
        "64" => Some((order, 64)),
        _ => None,
    }
}

/// Whether a word is written like a register, and so is probably meant as one.
fn looks_like_register(word: &str) -> bool {
    let digits = word.strip_prefix(['r', 'R', 'w', 'W']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn unknown_register(word: &str, span: source::Span) -> Diagnostic {
    let message = format!("there is no register `{word}`: they are `r0` to `r{}`, and `w0` to `w{0}`", REGISTERS - 1);
    Diagnostic::error("unknown-register", span, message)
}
