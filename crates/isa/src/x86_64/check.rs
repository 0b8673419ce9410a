//! Which form an instruction has, its size, and whether its operands fit.

use std::borrow::Cow;

use source::{Diagnostic, Span};

use super::form::{Form, Kinds, OperandSize, Slot};
use super::instruction::{Instruction, Opcode};
use super::operand::{Memory, Operand, RegisterOperand};
use super::reader::Spanned;
use super::register::General;
use super::size::Size;
use super::table;

/// How far the check of a form came.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Progress {
    /// The number of operands is wrong.
    Name,
    /// So many operands are of the right kind.
    Kinds(usize),
    /// All are, so that this is the form that was meant.
    Form,
}

/// Why a form does not fit.
struct Mismatch {
    progress: Progress,
    diagnostic: Diagnostic,
}

impl Mismatch {
    fn new(progress: Progress, diagnostic: Diagnostic) -> Mismatch {
        Mismatch { progress, diagnostic }
    }
}

/// The instruction that does nothing.
pub(super) fn nop() -> Instruction {
    let form = table::forms().find(|form| form.opcode == Opcode::Nop).expect("the table has a no-op");
    Instruction { form, lock: false, suffix: None, size: Size::Quad, operands: Vec::new() }
}

/// The first of the candidates that the operands fit; when none does, what is wrong with the one that comes closest.
///
/// There must be a candidate.
pub(super) fn instruction(
    mnemonic: &Spanned<Cow<'_, str>>,
    lock: Option<Span>,
    candidates: &[(&'static Form, Option<Size>)],
    mut operands: Vec<Spanned<Operand>>,
) -> Result<Instruction, Diagnostic> {
    let mut nearest: Option<Mismatch> = None;
    for (number, &(form, suffix)) in candidates.iter().enumerate() {
        if form.ignores_operands() && lock.is_none() {
            return Ok(Instruction { form, lock: false, suffix: None, size: Size::Quad, operands: Vec::new() });
        }
        let attempt = Attempt { mnemonic, form, suffix, lock };
        let is_last = number + 1 == candidates.len();
        let tried = if is_last { std::mem::take(&mut operands) } else { operands.clone() };
        match attempt.fit(tried) {
            Ok(instruction) => return Ok(instruction),
            Err(mismatch) if nearest.as_ref().is_none_or(|nearest| nearest.progress < mismatch.progress) => {
                nearest = Some(mismatch);
            }
            Err(_) => {}
        }
    }
    Err(nearest.expect("a candidate").diagnostic)
}

/// A form that the text may have.
struct Attempt<'a> {
    mnemonic: &'a Spanned<Cow<'a, str>>,
    form: &'static Form,
    suffix: Option<Size>,
    lock: Option<Span>,
}

impl Attempt<'_> {
    fn fit(&self, mut operands: Vec<Spanned<Operand>>) -> Result<Instruction, Mismatch> {
        self.check_count(&operands)?;
        if self.form.herd_reverses && !self.kinds_fit(&operands) && self.kinds_fit(operands.iter().rev()) {
            operands.reverse();
        }
        self.check_kinds(&operands)?;
        let meant = |diagnostic| Mismatch::new(Progress::Form, diagnostic);
        check_memory_operands(&operands).map_err(meant)?;
        let size = self.size(&operands).map_err(meant)?;
        self.check_operands(size, &operands).map_err(meant)?;
        self.check_lock(&operands).map_err(meant)?;
        Ok(Instruction {
            form: self.form,
            lock: self.lock.is_some(),
            suffix: self.suffix,
            size,
            operands: operands.into_iter().map(|operand| operand.value).collect(),
        })
    }

    fn check_count(&self, operands: &[Spanned<Operand>]) -> Result<(), Mismatch> {
        let (expected, found) = (self.form.slots.len(), operands.len());
        if expected == found {
            return Ok(());
        }
        let plural = if expected == 1 { "" } else { "s" };
        let message = format!("`{}` takes {expected} operand{plural}, not {found}", self.mnemonic.value);
        Err(Mismatch::new(Progress::Name, Diagnostic::error("operand-count", self.mnemonic.span, message)))
    }

    fn kinds_fit<'o>(&self, operands: impl IntoIterator<Item = &'o Spanned<Operand>>) -> bool {
        let mut pairs = self.form.slots.iter().zip(operands);
        pairs.all(|(slot, operand)| slot.kinds.meets(Kinds::of(&operand.value)))
    }

    fn check_kinds(&self, operands: &[Spanned<Operand>]) -> Result<(), Mismatch> {
        for (number, (slot, operand)) in self.form.slots.iter().zip(operands).enumerate() {
            if !slot.kinds.meets(Kinds::of(&operand.value)) {
                let name = &self.mnemonic.value;
                let message = format!("this operand of `{name}` must be {}", slot.kinds.describe());
                let diagnostic = Diagnostic::error("operand", operand.span, message);
                return Err(Mismatch::new(Progress::Kinds(number), diagnostic));
            }
        }
        Ok(())
    }

    /// The size of the operation: what the mnemonic says, else what the registers say; without either 64 bits where a
    /// symbolic register is named and 32 bits otherwise, which is the default of herd and of assemblers.
    fn size(&self, operands: &[Spanned<Operand>]) -> Result<Size, Diagnostic> {
        let sizes = match self.form.size {
            OperandSize::Fixed(size) => return Ok(size),
            OperandSize::Written(sizes) => sizes,
        };
        if let Some(size) = self.suffix {
            return Ok(size);
        }
        let slots = || self.form.slots.iter().zip(operands).filter(|(slot, _)| slot.size.is_none());
        let named = slots().find_map(|(_, operand)| match &operand.value {
            Operand::Register(register) => Some((register.size()?, operand.span)),
            _ => None,
        });
        let Some((size, span)) = named else {
            let whole_register = slots().any(|(_, operand)| matches!(operand.value, Operand::Register(_)));
            return Ok(if whole_register { Size::Quad } else { Size::Long });
        };
        if sizes.contains(&size) {
            return Ok(size);
        }
        let message = format!("`{}` has no form with {} bits", self.mnemonic.value, size.bits());
        Err(Diagnostic::error("operand-size", span, message))
    }

    fn check_operands(&self, size: Size, operands: &[Spanned<Operand>]) -> Result<(), Diagnostic> {
        for (slot, operand) in self.form.slots.iter().zip(operands) {
            match &operand.value {
                Operand::Register(RegisterOperand::General(general)) => {
                    self.check_register(*general, size, slot, operand.span)?;
                }
                Operand::Immediate(value) => check_immediate(*value, slot.size.unwrap_or(size), operand.span)?,
                Operand::Memory(memory) => check_memory(memory, operand.span)?,
                Operand::Register(RegisterOperand::Symbolic(_))
                | Operand::Vector(_)
                | Operand::Address(_)
                | Operand::Label(_) => {}
            }
        }
        Ok(())
    }

    fn check_register(&self, found: General, size: Size, slot: &Slot, span: Span) -> Result<(), Diagnostic> {
        let expected = slot.size.unwrap_or(size);
        if found.size() == expected {
            return Ok(());
        }
        let (name, has) = (found.name(), found.size().bits());
        let message = format!("`%{name}` has {has} bits where `{}` needs {}", self.mnemonic.value, expected.bits());
        let part = found.resized(expected);
        let diagnostic = Diagnostic::error("operand-size", span, message);
        Err(diagnostic.help(format!("the part of that size is `%{}`", part.name())))
    }

    fn check_lock(&self, operands: &[Spanned<Operand>]) -> Result<(), Diagnostic> {
        let Some(lock) = self.lock else {
            return Ok(());
        };
        let name = &self.mnemonic.value;
        if !self.form.lockable {
            return Err(Diagnostic::error("lock-prefix", lock, format!("`{name}` cannot have a `lock` prefix"))
                .help("it raises an invalid-opcode exception (#UD)"));
        }
        // The destination of an exchange is either operand.
        let memory_written = match self.form.opcode {
            Opcode::Exchange => operands.iter().any(|operand| operand.value.is_memory()),
            _ => operands.last().is_some_and(|operand| operand.value.is_memory()),
        };
        if memory_written {
            return Ok(());
        }
        Err(Diagnostic::error(
            "lock-prefix",
            lock,
            format!("`lock` needs a destination in memory, and this `{name}` has none"),
        )
        .help("it raises an invalid-opcode exception (#UD)"))
    }
}

fn check_memory_operands(operands: &[Spanned<Operand>]) -> Result<(), Diagnostic> {
    let mut memory = operands.iter().filter(|operand| operand.value.is_memory());
    match (memory.next(), memory.next()) {
        (Some(first), Some(second)) => {
            let message = "an instruction cannot have two operands in memory";
            Err(Diagnostic::error("operand", second.span, message).label(first.span, "the other one"))
        }
        _ => Ok(()),
    }
}

/// Immediates may be written as signed or unsigned numbers of their size. That an encoding has no more than 32 bits for
/// most of them is no concern of ours.
fn check_immediate(value: i128, size: Size, span: Span) -> Result<(), Diagnostic> {
    let bits = size.bits();
    if (-(1i128 << (bits - 1))..1i128 << bits).contains(&value) {
        return Ok(());
    }
    Err(Diagnostic::error("immediate", span, format!("{value} does not fit in {bits} bits")))
}

fn check_memory(memory: &Memory, span: Span) -> Result<(), Diagnostic> {
    let error = |message: String| Err(Diagnostic::error("address", span, message));
    let size = |register: &RegisterOperand| register.size().unwrap_or(Size::Quad);
    for register in memory.registers() {
        if size(register) < Size::Long {
            return error("the registers of an address have 64 or 32 bits".to_owned());
        }
    }
    let Some((index, scale)) = &memory.index else {
        return Ok(());
    };
    if memory.base.as_ref().is_some_and(|base| size(base) != size(index)) {
        return error("base and index must be registers of one size".to_owned());
    }
    if !matches!(scale, 1 | 2 | 4 | 8) {
        return error(format!("the scale must be 1, 2, 4 or 8, not {scale}"));
    }
    match index {
        RegisterOperand::General(general) if general.is_stack_pointer() => {
            error("the stack pointer cannot be an index".to_owned())
        }
        _ => Ok(()),
    }
}
