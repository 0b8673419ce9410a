//! Code that computes with the bits of an address: operations on 8 and 16 bits where the architecture has atomic instructions on words alone. They take the word that the object lies in,
//! and shift by how far the object lies in it.
//!
//! Tests give addresses no bits. Each address that a function is given is put at a place whose low bits are 0, so that what is computed of them is known: the word has the object's address,
//! and the object lies at its begin. Instructions that compute of an address what is none are replaced by the numbers that they give. One place of an object is looked at, that at the begin
//! of its word; that the code does the same for the others is not.

use std::collections::BTreeMap;

use program::{Block, Computation, ExprId, Expressions, Index, InstructionId, MicroOp, RegisterId, Temp, operations};
use rustc_hash::FxHashMap;

use super::BodyLine;
use super::lowered::Lowered;
use crate::Architecture;
use crate::fragment::Passed;

/// So many low bits of an address are 0. Eight times an address, by which LLVM 22 shifts in place of the low bits alone, is 0 then.
const PLACE: u32 = 61;

/// So many addresses have places of their own: three bits, none of them 0, and not all of them 1, which is how small numbers below 0 begin.
const PLACES: usize = 6;

/// What is known of a register at a place in the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    /// What it holds.
    value: u128,
    /// Whether the code computes it without the bits of an address, once instructions have been replaced.
    is_number: bool,
}

/// By register, what is known.
type Registers = BTreeMap<RegisterId, Known>;

/// The lines with numbers in place of what is computed of the bits of addresses, where there is such.
pub(super) fn with_places(
    lines: &[BodyLine],
    lowered: &Lowered,
    architecture: Architecture,
    arguments: &[(Passed, Vec<&str>)],
) -> Option<Vec<BodyLine>> {
    // Elsewhere the low byte of a word is not where it begins, or addresses have no room for a place; 32-bit x86 and Arm have instructions for parts of words.
    if architecture.facts().is_big_endian || architecture.convention().word < 64 {
        return None;
    }
    let mut initial = Registers::new();
    for (number, (passed, registers)) in arguments.iter().take(PLACES).enumerate() {
        if let (Passed::Address, Some(register)) = (passed, registers.first().and_then(|name| lowered.find(name))) {
            let value = (number as u128 + 1) << PLACE;
            initial.insert(register, Known { value, is_number: false });
        }
    }
    let before = flow(lowered, architecture, initial);
    let mut place = 0;
    let mut has_replaced = false;
    let mut all = Vec::with_capacity(lines.len());
    for line in lines {
        let BodyLine::Instruction(_) = line else {
            all.push(line.clone());
            continue;
        };
        let known = before[place].as_ref();
        let instruction = &lowered.thread.instructions[InstructionId::new(place)].block;
        place += 1;
        match known.and_then(|known| replacement(instruction, known, lowered, architecture)) {
            Some(Replacement::Lines(lines)) => {
                has_replaced = true;
                all.extend(lines.into_iter().map(BodyLine::Instruction));
            }
            Some(Replacement::Copy(lines)) => all.extend(lines.into_iter().map(BodyLine::Instruction)),
            None => all.push(line.clone()),
        }
    }
    has_replaced.then_some(all)
}

/// What is known before each instruction; nothing of one that is not reached.
fn flow(lowered: &Lowered, architecture: Architecture, initial: Registers) -> Vec<Option<Registers>> {
    let count = lowered.thread.instructions.len();
    let mut before: Vec<Option<Registers>> = vec![None; count + 1];
    before[0] = Some(initial);
    let mut open = vec![0];
    while let Some(place) = open.pop() {
        let Some(known) = before[place].clone().filter(|_| place < count) else { continue };
        let id = InstructionId::new(place);
        let after = after(&lowered.thread.instructions[id].block, known, lowered, architecture);
        for successor in lowered.successors(id) {
            let to = successor.index().min(count);
            let joined = match &before[to] {
                None => after.clone(),
                Some(other) => {
                    let is_same = |(register, known): &(&RegisterId, &Known)| after.get(register) == Some(known);
                    other.iter().filter(is_same).map(|(register, known)| (*register, *known)).collect()
                }
            };
            // What is known only shrinks, so that this ends.
            if before[to].as_ref() != Some(&joined) {
                before[to] = Some(joined);
                open.push(to);
            }
        }
    }
    before
}

/// What is known behind an instruction.
fn after(block: &Block, mut known: Registers, lowered: &Lowered, architecture: Architecture) -> Registers {
    let found = Evaluation::of(block, &known, lowered, architecture);
    for op in operations(block) {
        if let MicroOp::WriteRegister { register, .. } = op {
            known.remove(register);
        }
    }
    if let Some(found) = found {
        known.extend(found.written);
    }
    known
}

/// An instruction that computes with registers alone, on what is known.
struct Evaluation {
    /// What the registers hold behind it.
    written: Registers,
    /// Whether it reads a register that holds an address, or what only an address's bits give.
    reads_address: bool,
}

impl Evaluation {
    /// None where it does more, or reads what is not known.
    fn of(block: &Block, known: &Registers, lowered: &Lowered, architecture: Architecture) -> Option<Evaluation> {
        let mut x = Expressions::new();
        let mut temps: FxHashMap<Temp, ExprId> = FxHashMap::default();
        let mut found = Evaluation { written: Registers::new(), reads_address: false };
        for op in block {
            match op {
                MicroOp::Let { result, operation } => {
                    let value = computed(&mut x, operation, &temps)?;
                    temps.insert(*result, value);
                }
                MicroOp::ReadRegister { result, register, low, width } => {
                    let held = known.get(register)?;
                    found.reads_address |= !held.is_number;
                    let whole = x.constant(held.value, lowered.registers[*register].width);
                    temps.insert(*result, x.extract(whole, *low, *width));
                }
                MicroOp::WriteRegister { register, low: 0, value } => {
                    let value = *temps.get(value)?;
                    if x.width(value) != lowered.registers[*register].width {
                        return None;
                    }
                    let known = Known { value: x.as_constant(value)?, is_number: true };
                    found.written.insert(*register, known);
                }
                MicroOp::Mark(_) => {}
                _ => return None,
            }
        }
        if found.reads_address {
            // Flags that it sets beside its result would be lost with it, and there is not always an instruction for the number: it stays then.
            let is_alone = found.written.len() == 1;
            for known in found.written.values_mut() {
                let fits = architecture.dialect().constant("", known.value as u64).is_some();
                known.is_number = is_alone && fits && is_number(known.value);
            }
        }
        Some(found)
    }
}

/// Whether a value that is computed of an address is one that the address has no part in: a small number, or a small one below 0.
fn is_number(value: u128) -> bool {
    value >> PLACE == 0 || (value as u64) >> PLACE == u64::MAX >> PLACE
}

fn computed(x: &mut Expressions, operation: &Computation, temps: &FxHashMap<Temp, ExprId>) -> Option<ExprId> {
    let of = |temp: &Temp| temps.get(temp).copied();
    Some(match operation {
        Computation::Constant(value, width) => x.constant(*value, *width),
        Computation::Unary(operator, a) => x.unary(*operator, of(a)?),
        Computation::Binary(operator, a, b) => x.binary(*operator, of(a)?, of(b)?),
        Computation::Extract { from, low, width } => x.extract(of(from)?, *low, *width),
        Computation::ZeroExtend(a, width) => x.zero_extend(of(a)?, *width),
        Computation::SignExtend(a, width) => x.sign_extend(of(a)?, *width),
        Computation::Concatenate(a, b) => x.concatenate(of(a)?, of(b)?),
        Computation::Select(a, b, c) => x.select(of(a)?, of(b)?, of(c)?),
        Computation::Address(..) | Computation::Code(_) | Computation::Word(..) => return None,
    })
}

/// What stands in place of an instruction.
enum Replacement {
    /// A number that the bits of an address give.
    Lines(Vec<String>),
    /// The address of the word, which is that of the object.
    Copy(Vec<String>),
}

/// What stands in place of an instruction that computes with the bits of an address; none where it may stay.
fn replacement(block: &Block, known: &Registers, lowered: &Lowered, architecture: Architecture) -> Option<Replacement> {
    let found = Evaluation::of(block, known, lowered, architecture)?;
    if !found.reads_address {
        return None;
    }
    let mut written = found.written.iter();
    let (Some((register, result)), None) = (written.next(), written.next()) else { return None };
    let dialect = architecture.dialect();
    let name = lowered.registers[*register].name.as_str();
    if result.is_number {
        let number = result.value as u64;
        return dialect.constant(name, number).map(|line| Replacement::Lines(vec![line]));
    }
    let holders: Vec<RegisterId> =
        known.iter().filter(|(_, held)| held.value == result.value).map(|(register, _)| *register).collect();
    let first = holders.first()?;
    if holders.contains(register) {
        return Some(Replacement::Copy(Vec::new()));
    }
    Some(Replacement::Copy(vec![dialect.copy(name, &lowered.registers[*first].name)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_addresses() {
        assert!(is_number(24) && is_number(u128::from(u64::MAX - 255)));
        assert!(!is_number(1 << PLACE) && !is_number((3 << PLACE) + 8));
    }
}
