//! Inline assembly that is one atomic read-modify-write: it becomes that operation.
//!
//! One instruction, with its prefix: those of x86 that are locked (Intel SDM volume 2, LOCK and XCHG), the AMOs of RISC-V (Instruction Set Manual, chapter "A"), and the atomic instructions of Armv8.1 (Arm ARM, C6, LSE) that compute what
//! an operator of LLVM computes. How they are ordered is in [`arch`]. Operands are read as gcc's manual ("Extended Asm") has them and as LLVM passes them on: outputs in memory and inputs are arguments.
//! What has other outputs, such as flags, is left as it is.

use crate::ir::{Assembly, Operand, Order, Type};

/// A read-modify-write that assembly stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Atomic {
    /// What it does with what it reads.
    pub(crate) update: Update,
    /// The type of the value in memory.
    pub(crate) ty: Type,
    /// Where.
    pub(crate) pointer: Operand,
    /// How it is ordered.
    pub(crate) order: Order,
    /// Whether the assembly gives what was read.
    pub(crate) gives_old: bool,
}

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Update {
    /// The value of an operator of LLVM and an operand.
    Operator(&'static str, Operand),
    /// The second, where the first was read.
    Compare(Operand, Operand),
}

/// An operand of the template.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    /// The only result.
    Output,
    /// What an argument points to.
    Memory(usize),
    /// An argument. It may be in the register of an output or in a register of that name.
    Input(usize),
}

struct Operands<'a> {
    slots: Vec<Slot>,
    /// The argument that begins in the register of the output.
    tied: Option<usize>,
    /// The argument that is in the accumulator of x86.
    accumulator: Option<usize>,
    arguments: &'a [Operand],
}

impl<'a> Operands<'a> {
    fn read(constraints: &str, arguments: &'a [Operand]) -> Option<Operands<'a>> {
        let mut operands = Operands { slots: Vec::new(), tied: None, accumulator: None, arguments };
        let mut next = 0;
        let mut output = None;
        for (index, constraint) in constraints.split(',').filter(|one| !one.starts_with('~')).enumerate() {
            let slot = match (constraint.strip_prefix('='), constraint.contains('*')) {
                (Some(of), false) => {
                    if output.replace(index).is_some() || of.contains('@') {
                        return None;
                    }
                    if of.contains("{ax}") {
                        operands.accumulator = Some(usize::MAX);
                    }
                    Slot::Output
                }
                (_, true) => Slot::Memory(next),
                (None, false) => {
                    if constraint.parse::<usize>().ok().is_some_and(|of| Some(of) == output) {
                        operands.tied = Some(next);
                    }
                    if constraint == "{ax}" {
                        operands.accumulator = Some(next);
                    }
                    Slot::Input(next)
                }
            };
            next += usize::from(slot != Slot::Output);
            operands.slots.push(slot);
        }
        // An accumulator that comes out goes in by the same register.
        if operands.accumulator == Some(usize::MAX) {
            operands.accumulator = operands.tied;
        }
        Some(operands)
    }

    fn has_output(&self) -> bool {
        self.slots.contains(&Slot::Output)
    }

    /// The number of `$2`, `${2:w}`.
    fn number(text: &str) -> Option<usize> {
        let text = text.trim().strip_prefix('$')?;
        let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
        text.split(':').next()?.parse().ok()
    }

    fn slot(&self, text: &str) -> Option<Slot> {
        self.slots.get(Self::number(text)?).copied()
    }

    /// Where an operand in memory is: `$1`, or a register in parentheses or brackets.
    fn memory(&self, text: &str) -> Option<Operand> {
        let text = text.trim();
        let inner = text.strip_prefix('0').unwrap_or(text);
        let inner = inner
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
            .or_else(|| inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')));
        match inner {
            Some(register) => match self.slot(register)? {
                Slot::Input(argument) => self.arguments.get(argument).cloned(),
                Slot::Output | Slot::Memory(_) => None,
            },
            None => match self.slot(text)? {
                Slot::Memory(argument) => self.arguments.get(argument).cloned(),
                Slot::Output | Slot::Input(_) => None,
            },
        }
    }

    /// The value of an operand that is read.
    fn value(&self, text: &str) -> Option<Operand> {
        let text = text.trim();
        if let Some(number) = text.strip_prefix("$$") {
            return number.parse().ok().map(Operand::Integer);
        }
        match self.slot(text)? {
            Slot::Output => self.arguments.get(self.tied?).cloned(),
            Slot::Input(argument) => self.arguments.get(argument).cloned(),
            Slot::Memory(_) => None,
        }
    }

    fn is_output(&self, text: &str) -> bool {
        self.slot(text) == Some(Slot::Output)
    }
}

/// The instruction of a template that is one, its prefix before it: `lock xchgl`, and the texts of its operands.
fn instruction(template: &str) -> Option<(String, Vec<String>)> {
    let text = template.replace("\\0A", "\n").replace("\\09", " ");
    let statements: Vec<&str> = text.split(['\n', ';']).map(str::trim).filter(|one| !one.is_empty()).collect();
    let (is_locked, statement) = match statements.as_slice() {
        [one] => (false, *one),
        [lock, one] if lock.eq_ignore_ascii_case("lock") => (true, *one),
        _ => return None,
    };
    let (mut mnemonic, mut rest) = statement.split_once(char::is_whitespace)?;
    let mut is_locked = is_locked;
    if mnemonic.eq_ignore_ascii_case("lock") {
        is_locked = true;
        (mnemonic, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    }
    let lock = if is_locked { "lock " } else { "" };
    let operands = rest.split(',').map(|operand| operand.trim().to_owned()).collect();
    Some((format!("{lock}{}", mnemonic.to_ascii_lowercase()), operands))
}

/// The operation that assembly stands for. `result`: the type of what it gives.
pub(crate) fn atomic(assembly: &Assembly, arguments: &[Operand], result: &Type) -> Option<Atomic> {
    let (mnemonic, texts) = instruction(&assembly.template)?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let operands = Operands::read(&assembly.constraints, arguments)?;
    x86(&mnemonic, &texts, &operands)
        .or_else(|| risc_v(&mnemonic, &texts, &operands, result))
        .or_else(|| armv8(&mnemonic, &texts, &operands, result))
}

/// Locked instructions, and `xchg`, which is locked without the prefix. The source stands before the destination.
fn x86(mnemonic: &str, texts: &[&str], operands: &Operands) -> Option<Atomic> {
    let (is_locked, mnemonic) = mnemonic.strip_prefix("lock ").map_or((false, mnemonic), |rest| (true, rest));
    let (name, suffix) = mnemonic.split_at(mnemonic.len().checked_sub(1)?);
    let bits = match suffix {
        "b" => 8,
        "w" => 16,
        "l" => 32,
        "q" => 64,
        _ => return None,
    };
    let of = |update, pointer, gives_old: bool| {
        Some(Atomic { update, ty: Type::Integer(bits), pointer, order: Order::SeqCst, gives_old })
    };
    if name == "xchg" {
        let [left, right] = texts else { return None };
        let (register, memory) = if operands.memory(right).is_some() { (left, right) } else { (right, left) };
        let update = Update::Operator("xchg", operands.value(register)?);
        return (operands.is_output(register) || !operands.has_output())
            .then(|| of(update, operands.memory(memory)?, operands.has_output()))?;
    }
    if !is_locked {
        return None;
    }
    match (name, texts) {
        ("xadd", [register, memory]) if operands.is_output(register) => {
            of(Update::Operator("add", operands.value(register)?), operands.memory(memory)?, true)
        }
        ("cmpxchg", [new, memory]) => {
            let expected = operands.arguments.get(operands.accumulator?)?.clone();
            of(Update::Compare(expected, operands.value(new)?), operands.memory(memory)?, operands.has_output())
        }
        ("inc" | "dec", [memory]) if !operands.has_output() => {
            let operator = if name == "inc" { "add" } else { "sub" };
            of(Update::Operator(operator, Operand::Integer(1)), operands.memory(memory)?, false)
        }
        ("add" | "sub" | "and" | "or" | "xor", [value, memory]) if !operands.has_output() => {
            let operator = ["add", "sub", "and", "or", "xor"].into_iter().find(|known| *known == name)?;
            of(Update::Operator(operator, operands.value(value)?), operands.memory(memory)?, false)
        }
        _ => None,
    }
}

fn order(is_acquire: bool, is_release: bool) -> Order {
    match (is_acquire, is_release) {
        (true, true) => Order::AcquireRelease,
        (true, false) => Order::Acquire,
        (false, true) => Order::Release,
        (false, false) => Order::Relaxed,
    }
}

/// How the architecture of this name orders an access.
fn annotated(architecture: &str, mnemonic: &str) -> Order {
    let annotation = arch::architecture(architecture).map(|of| of.annotation(mnemonic)).unwrap_or_default();
    order(annotation.acquire > arch::Annotated::No, annotation.release > arch::Annotated::No)
}

/// `amoadd.w.aq destination, source, (address)`.
fn risc_v(mnemonic: &str, texts: &[&str], operands: &Operands, result: &Type) -> Option<Atomic> {
    let [destination, source, memory] = texts else { return None };
    let rest = mnemonic.strip_prefix("amo")?;
    let (name, rest) = rest.split_once('.')?;
    let operator = match name {
        "swap" => "xchg",
        "add" | "and" | "or" | "xor" => ["add", "and", "or", "xor"].into_iter().find(|known| *known == name)?,
        _ => return None,
    };
    let bits = match rest.split('.').next()? {
        "w" => 32,
        "d" => 64,
        _ => return None,
    };
    let gives_old = operands.is_output(destination);
    // What comes out in a register that is no operand is lost.
    if operands.has_output() != gives_old || gives_old && result.stored_bytes() * 8 < u64::from(bits) {
        return None;
    }
    let value = if matches!(*source, "zero" | "x0") { Operand::Integer(0) } else { operands.value(source)? };
    Some(Atomic {
        update: Update::Operator(operator, value),
        ty: Type::Integer(bits),
        pointer: operands.memory(memory)?,
        order: annotated("riscv", mnemonic),
        gives_old,
    })
}

/// `ldadd source, destination, [address]`; 32 or 64 bits by the registers.
fn armv8(mnemonic: &str, texts: &[&str], operands: &Operands, result: &Type) -> Option<Atomic> {
    let [source, destination, memory] = texts else { return None };
    let (operator, suffix) = [("swp", "xchg"), ("ldadd", "add"), ("ldset", "or"), ("ldeor", "xor")]
        .into_iter()
        .find_map(|(name, operator)| Some((operator, mnemonic.strip_prefix(name)?)))?;
    if !["", "a", "l", "al"].contains(&suffix) {
        return None;
    }
    let is_short = |text: &str| text.contains(":w}") || text.starts_with('w');
    let bits = if is_short(source) || is_short(destination) { 32 } else { 64 };
    let gives_old = operands.is_output(destination);
    if operands.has_output() != gives_old || gives_old && result.stored_bytes() * 8 < u64::from(bits) {
        return None;
    }
    let value = if matches!(*source, "wzr" | "xzr") { Operand::Integer(0) } else { operands.value(source)? };
    Some(Atomic {
        update: Update::Operator(operator, value),
        ty: Type::Integer(bits),
        pointer: operands.memory(memory)?,
        order: annotated("aarch64", mnemonic),
        gives_old,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(template: &str, constraints: &str, arguments: usize) -> Option<(Update, u64, Operand, Order, bool)> {
        let assembly = Assembly { template: template.to_owned(), constraints: constraints.to_owned() };
        let arguments: Vec<Operand> = (0..arguments).map(|index| Operand::Integer(100 + index as i128)).collect();
        let Atomic { update, ty, pointer, order, gives_old } = atomic(&assembly, &arguments, &Type::Integer(64))?;
        Some((update, ty.stored_bytes(), pointer, order, gives_old))
    }

    #[test]
    fn locked_instructions_are_atomic_operations() {
        let (first, second, third) = (Operand::Integer(100), Operand::Integer(101), Operand::Integer(102));
        let exchange = Some((Update::Operator("xchg", second.clone()), 4, first.clone(), Order::SeqCst, true));
        assert_eq!(of("lock; xchgl $0,$1", "=r,=*m,0,*m,~{memory},~{cc}", 3), exchange);
        assert_eq!(of("xchgl $0,($1)", "=r,r,0,~{memory}", 2), exchange);
        let add = Some((Update::Operator("add", second.clone()), 8, first.clone(), Order::SeqCst, true));
        assert_eq!(of("lock xaddq $0, $1", "=r,=*m,0,*m,~{memory}", 3), add);
        let compare = Some((Update::Compare(third.clone(), second.clone()), 4, first.clone(), Order::SeqCst, true));
        assert_eq!(of("lock; cmpxchgl $2,$1", "={ax},=*m,r,0,*m,~{memory}", 4), compare);
        let increment = Some((Update::Operator("add", Operand::Integer(1)), 4, first.clone(), Order::SeqCst, false));
        assert_eq!(of("lock incl $0", "=*m,*m,~{memory}", 2), increment);
        assert_eq!(of("xaddl $0, $1", "=r,=*m,0,*m", 3), None, "without the prefix it is two accesses");
        assert_eq!(of("lock cmpxchgl $3,$1; setz $0", "=q,=*m,={ax},r,2,*m,~{memory}", 4), None);
        assert_eq!(of("lock addl $$0,0(%rsp)", "~{memory}", 0), None, "its memory is no operand");
    }

    #[test]
    fn orders_are_those_of_the_architecture() {
        let (first, second) = (Operand::Integer(100), Operand::Integer(101));
        let with = |operator, order| Some((Update::Operator(operator, second.clone()), 4, first.clone(), order, true));
        assert_eq!(of("amoswap.w.aq $0, $2, $1", "=r,=*A,r,*A,~{memory}", 3), with("xchg", Order::Acquire));
        assert_eq!(of("amoadd.w.aqrl $0, $2, $1", "=r,=*A,r,*A,~{memory}", 3), with("add", Order::AcquireRelease));
        assert_eq!(of("swpal ${2:w}, ${0:w}, $1", "=r,=*Q,r,*Q,~{memory}", 3), with("xchg", Order::AcquireRelease));
        assert_eq!(of("ldaddl ${2:w}, ${0:w}, [$1]", "=r,r,r,~{memory}", 2), with("add", Order::Release));
        assert_eq!(of("ldclr ${2:w}, ${0:w}, $1", "=r,=*Q,r,*Q,~{memory}", 3), None);
    }
}
