//! Text to instructions. The grammar is herd's (herdtools7, `lib/LISAParser.mly`), without its `codevar:` and `&` placeholders.

use litmus::InstructionForm;
use program::{RegisterId, TagSet};
use source::{CharSet, Cursor, Diagnostic, nearest};

use super::annotations::InstructionKind;
use super::instruction::{Address, Annotated, Instruction, Operation, Operator, RegisterName, Value};
use super::{Annotations, REGISTERS};

static IN_NAME: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_/-"));

/// Reads one instruction; what bell allows is in `annotations`.
///
/// # Errors
/// What is wrong with it and where.
pub(super) fn instruction(
    cursor: &mut Cursor<'_>,
    annotations: Option<&Annotations>,
) -> Result<Instruction, Diagnostic> {
    Reader { cursor, annotations }.instruction()
}

struct Reader<'c, 's> {
    cursor: &'c mut Cursor<'s>,
    annotations: Option<&'c Annotations>,
}

const MNEMONICS: [&str; 7] = ["r", "w", "f", "b", "rmw", "mov", "call"];

/// What stands behind a mnemonic, by example.
fn operands(mnemonic: &str) -> &'static [&'static str] {
    match mnemonic {
        "r" => &["[] r1 x"],
        "w" => &["[] x r1", "[] x 1"],
        "f" => &["[]"],
        "b" => &["[] r1 L0", "[] L0"],
        "rmw" => &["[] r1 (add r2 1) x"],
        "mov" => &["r1 (add r2 1)", "r1 r2", "r1 1"],
        _ => &["[sync]"],
    }
}

/// How instructions are written.
pub(super) fn forms() -> Vec<InstructionForm> {
    let of = |mnemonic: &'static str| {
        let form =
            |operands: &&str| InstructionForm { mnemonic: mnemonic.to_owned(), operands: (*operands).to_owned() };
        operands(mnemonic).iter().map(form)
    };
    MNEMONICS.into_iter().flat_map(of).collect()
}

impl<'s> Reader<'_, 's> {
    fn instruction(&mut self) -> Result<Instruction, Diagnostic> {
        let start = self.cursor.offset();
        let word = self.cursor.eat_all(&IN_NAME);
        match word {
            "r" => {
                let annotations = self.annotations(InstructionKind::Load)?;
                let (to, address) = (self.register()?, self.address()?);
                Ok(Instruction::Load { to, address, annotations })
            }
            "w" => {
                let annotations = self.annotations(InstructionKind::Store)?;
                let (address, value) = (self.address()?, self.register_or_number()?);
                Ok(Instruction::Store { address, value, annotations })
            }
            "f" => {
                let annotations = self.annotations(InstructionKind::Fence)?;
                self.no_label_sets()?;
                Ok(Instruction::Fence { annotations })
            }
            "rmw" => {
                let annotations = self.annotations(InstructionKind::ReadModifyWrite)?;
                let (to, operation, address) = (self.register()?, self.operation()?, self.address()?);
                Ok(Instruction::ReadModifyWrite { to, operation, address, annotations })
            }
            "b" => {
                let annotations = self.annotations(InstructionKind::Branch)?;
                let condition = self.is_at_register().then(|| self.register()).transpose()?;
                let label = self.name("a label")?;
                Ok(Instruction::Branch { condition, label: label.to_owned(), annotations })
            }
            "mov" => Ok(Instruction::Move { to: self.register()?, operation: self.operation()? }),
            "call" => self.call(),
            "" => Err(self.expected("an instruction")),
            _ => {
                let message = format!("`{word}` is no instruction of LISA");
                let diagnostic = Diagnostic::error("unknown-instruction", self.cursor.span_from(start), message);
                let near = nearest(word, MNEMONICS);
                Err(diagnostic.suggest(near).help(format!("there are {}", MNEMONICS.join(", "))))
            }
        }
    }

    /// The older way to write a fence, of which herd knows one that may still be run.
    fn call(&mut self) -> Result<Instruction, Diagnostic> {
        let start = self.cursor.offset();
        self.cursor.skip_white_space();
        let mut ahead = self.cursor.clone();
        if ahead.eat("[sync]") {
            let annotations = self.annotations(InstructionKind::Fence)?;
            return Ok(Instruction::Fence { annotations });
        }
        self.annotations(InstructionKind::Call)?;
        let message = "a call has no meaning here, but for `call[sync]`, which is `f[sync]`";
        Err(Diagnostic::error("not-supported", self.cursor.span_from(start), message))
    }

    /// Sets of labels say which accesses a fence is between.
    fn no_label_sets(&mut self) -> Result<(), Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        if !self.cursor.is_at("{") {
            return Ok(());
        }
        self.cursor.eat_while(|_| true);
        let message = "not supported: fences between sets of labels";
        Err(Diagnostic::error("not-supported", self.cursor.span_from(start), message))
    }

    /// `[once,...]`, if anything of that kind comes next.
    fn annotations(&mut self, kind: InstructionKind) -> Result<Annotated, Diagnostic> {
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let mut words = Vec::new();
        if self.cursor.eat("[") {
            self.cursor.skip_white_space();
            while !self.cursor.eat("]") {
                words.push(self.name("an annotation")?.to_owned());
                self.cursor.skip_white_space();
                if !self.cursor.eat(",") && !self.cursor.is_at("]") {
                    return Err(self.expected("`,` or `]`"));
                }
            }
        }
        let span = self.cursor.span_from(start);
        match self.annotations {
            Some(annotations) => {
                let (words, tags) = annotations.check(kind, words, span)?;
                Ok(Annotated { words, tags })
            }
            None if words.is_empty() => Ok(Annotated { words, tags: TagSet::NONE }),
            None => {
                let message = format!("no bell file says what [{}] means", words.join(","));
                Err(Diagnostic::error("bad-annotation", span, message).help("name one with `--bell`"))
            }
        }
    }

    fn expected(&mut self, what: &str) -> Diagnostic {
        self.cursor.skip_white_space();
        Diagnostic::error("syntax", self.cursor.next_span(), format!("{what} must stand here"))
    }

    fn name(&mut self, what: &str) -> Result<&'s str, Diagnostic> {
        self.cursor.skip_white_space();
        match self.cursor.peek_byte() {
            Some(first) if first.is_ascii_alphabetic() => Ok(self.cursor.eat_all(&IN_NAME)),
            _ => Err(self.expected(what)),
        }
    }

    /// `r0`, `r1`, ...: the number of the register that a word names.
    fn number_of(word: &str) -> Option<Result<u32, ()>> {
        let digits = word.strip_prefix('r').filter(|digits| !digits.is_empty())?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok().filter(|&number| number < REGISTERS).ok_or(()))
    }

    fn is_at_register(&mut self) -> bool {
        self.cursor.skip_white_space();
        self.cursor.is_at("%") || Self::number_of(self.cursor.clone().eat_all(&IN_NAME)).is_some()
    }

    fn register(&mut self) -> Result<RegisterName, Diagnostic> {
        if !self.is_at_register() {
            return Err(self.expected("a register"));
        }
        if self.cursor.eat("%") {
            return Ok(RegisterName::Symbolic(self.name("the name of a symbolic register")?.to_owned()));
        }
        let start = self.cursor.offset();
        let word = self.cursor.eat_all(&IN_NAME);
        match Self::number_of(word) {
            Some(Ok(number)) => Ok(RegisterName::Numbered(RegisterId::from_number(number))),
            Some(Err(())) | None => {
                let message = format!("there is no register `{word}`: they are `r0` to `r{}`", REGISTERS - 1);
                Err(Diagnostic::error("unknown-register", self.cursor.span_from(start), message))
            }
        }
    }

    fn is_at_number(&mut self) -> bool {
        self.cursor.skip_white_space();
        let mut ahead = self.cursor.clone();
        ahead.eat("-");
        ahead.peek_byte().is_some_and(|byte| byte.is_ascii_digit())
    }

    fn number(&mut self) -> Result<i64, Diagnostic> {
        let start = self.cursor.offset();
        let is_negative = self.cursor.eat("-");
        let text = self.cursor.eat_all(&IN_NAME);
        let magnitude = match text.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16),
            None => text.parse::<i128>(),
        };
        let value = magnitude.ok().map(|value| if is_negative { -value } else { value });
        value.and_then(|value| i64::try_from(value).ok()).ok_or_else(|| {
            let message = format!("`{text}` is no number of 64 bits");
            Diagnostic::error("bad-number", self.cursor.span_from(start), message)
        })
    }

    fn register_or_number(&mut self) -> Result<Value, Diagnostic> {
        if self.is_at_number() { Ok(Value::Number(self.number()?)) } else { Ok(Value::Register(self.register()?)) }
    }

    fn register_or_location(&mut self) -> Result<Value, Diagnostic> {
        match self.is_at_register() {
            true => Ok(Value::Register(self.register()?)),
            false => Ok(Value::Location(self.name("a register or a location")?.to_owned())),
        }
    }

    fn value(&mut self) -> Result<Value, Diagnostic> {
        if self.is_at_number() { Ok(Value::Number(self.number()?)) } else { self.register_or_location() }
    }

    fn address(&mut self) -> Result<Address, Diagnostic> {
        let base = self.register_or_location()?;
        self.cursor.skip_white_space();
        let offset = self.cursor.eat("+").then(|| self.register_or_number()).transpose()?;
        Ok(Address { base, offset })
    }

    fn operation(&mut self) -> Result<Operation, Diagnostic> {
        self.cursor.skip_white_space();
        if !self.cursor.eat("(") {
            return Ok(Operation::Value(self.value()?));
        }
        self.cursor.skip_white_space();
        let start = self.cursor.offset();
        let word = self.cursor.eat_all(&IN_NAME);
        let known = Operator::ALL.into_iter().find(|operator| operator.word() == word);
        let operator = known.or((word == "ne").then_some(Operator::NotEqual)).ok_or_else(|| {
            let words = Operator::ALL.map(Operator::word).join(", ");
            let message = format!("`{word}` is no operator: there are {words}");
            Diagnostic::error("unknown-operator", self.cursor.span_from(start), message)
        })?;
        let (left, right) = (self.value()?, self.value()?);
        self.cursor.skip_white_space();
        if !self.cursor.eat(")") {
            return Err(self.expected("`)`"));
        }
        Ok(Operation::Binary(operator, left, right))
    }
}
