//! Read-modify-writes of one instruction: a read and a write of one place, both marked as atomic, in the block of one instruction.
//!
//! What is written decides which operation of C it is: a value that does not depend on what was read is exchanged, the result of an operator on what was read is that of
//! a fetch, and a value that is written where what was read equals another one is that of a compare-exchange.

use std::collections::BTreeSet;

use program::{BinaryOperator, Computation, MicroOp, TagSet, Temp, Width};

use super::values::Operand;
use super::{NotAProgram, Ordered, ThreadWriter, refuse};

/// The read of a read-modify-write.
pub(super) struct Read {
    pub(super) result: Temp,
    pub(super) address: Temp,
    pub(super) width: Width,
    pub(super) tags: TagSet,
}

/// What is written.
enum Written {
    Value(Temp),
    /// A value that is written if what was read equals another one; and the truth value of that.
    IfEqual {
        expected: Temp,
        new: Temp,
        is_equal: Temp,
    },
}

impl ThreadWriter<'_> {
    /// Writes the read-modify-write that begins with `read`, of which `rest` is what the instruction does behind that.
    pub(super) fn update(
        &mut self,
        read: &Read,
        rest: &[MicroOp],
        needed: &BTreeSet<Temp>,
        number: u32,
    ) -> Result<(), NotAProgram> {
        if self.updated.is_some() {
            return refuse("several read-modify-writes of one instruction");
        }
        let Some((written, tags, length)) = written(read, rest, &|tags| self.tags.is_atomic(tags)) else {
            return refuse("a read-modify-write of this kind");
        };
        let dependent = dependent(read.result, &rest[..length]);
        self.independent(&rest[..length], &dependent, needed, number)?;
        let place = self.temp(read.address)?.dereferenced(read.width)?;
        let order = self.update_order(read.tags, tags)?;
        let name = format!("v{number}_{}", read.result.0);
        let text = match written {
            Written::Value(value) if !dependent.contains(&value) => {
                format!("__atomic_exchange_n(&{place}, {}, {order})", self.number(value)?.0)
            }
            Written::Value(value) => {
                let Some((operator, operand)) = fetched(value, read.result, &rest[..length]) else {
                    return refuse("a read-modify-write of this kind");
                };
                format!("__atomic_fetch_{operator}(&{place}, {}, {order})", self.number(operand)?.0)
            }
            Written::IfEqual { .. } if self.tags.compares_by_pair => {
                return refuse("a compare-exchange of one instruction");
            }
            Written::IfEqual { expected, new, is_equal } => {
                let (expected, new) = (self.number(expected)?.0, self.number(new)?.0);
                let ctype = super::unsigned(read.width)?;
                let failure = match order {
                    "__ATOMIC_SEQ_CST" => order,
                    "__ATOMIC_ACQUIRE" | "__ATOMIC_ACQ_REL" => "__ATOMIC_ACQUIRE",
                    // A comparison that fails writes nothing, and so cannot release (C11 7.17.7.4p2).
                    _ => "__ATOMIC_RELAXED",
                };
                let equal = format!("v{number}_{}", is_equal.0);
                self.line(&format!("{ctype} found{number} = {expected};"));
                self.line(&format!(
                    "uint64_t {equal} = __atomic_compare_exchange_n(&{place}, &found{number}, {new}, 0, {order}, {failure});"
                ));
                self.temps.insert(is_equal, Operand::Number(equal, 1));
                format!("found{number}")
            }
        };
        self.line(&format!("uint64_t {name} = {text};"));
        self.temps.insert(read.result, Operand::Number(name, read.width));
        self.updated = Some(read.address);
        Ok(())
    }

    /// Computes what the read-modify-write needs before it.
    fn independent(
        &mut self,
        ops: &[MicroOp],
        dependent: &BTreeSet<Temp>,
        needed: &BTreeSet<Temp>,
        number: u32,
    ) -> Result<(), NotAProgram> {
        let mut changed = BTreeSet::new();
        for op in ops {
            match op {
                MicroOp::WriteRegister { register, .. } => _ = changed.insert(*register),
                // Its value here would be the one from before the instruction.
                MicroOp::ReadRegister { register, .. } if changed.contains(register) => {}
                MicroOp::ReadRegister { .. } => self.op(op, needed, number)?,
                MicroOp::Let { result, operation } => {
                    let is_known = operation.operands().into_iter().all(|operand| self.temps.contains_key(&operand));
                    if is_known && !dependent.contains(result) {
                        self.op(op, needed, number)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn update_order(&self, read: TagSet, write: TagSet) -> Result<&'static str, NotAProgram> {
        let acquires = self.tags.is_ordered(read, Ordered::Acquire)?;
        let releases = self.tags.is_ordered(write, Ordered::Release)?;
        Ok(match (acquires, releases) {
            _ if self.tags.is_barrier(write) => "__ATOMIC_SEQ_CST",
            (true, true) => "__ATOMIC_ACQ_REL",
            (true, false) => "__ATOMIC_ACQUIRE",
            (false, true) => "__ATOMIC_RELEASE",
            (false, false) => "__ATOMIC_RELAXED",
        })
    }
}

/// What is written, how the write is marked, and how many operations stand before it.
fn written(read: &Read, rest: &[MicroOp], is_atomic: &dyn Fn(TagSet) -> bool) -> Option<(Written, TagSet, usize)> {
    let store = |op: &MicroOp| match op {
        MicroOp::Store { address, value, tags } if *address == read.address && is_atomic(*tags) => {
            Some((*value, *tags))
        }
        _ => None,
    };
    for (index, op) in rest.iter().enumerate() {
        if let Some((value, tags)) = store(op) {
            return Some((Written::Value(value), tags, index));
        }
        let MicroOp::If { condition, then, otherwise, .. } = op else { continue };
        let Some((new, tags)) = then.iter().find_map(store) else { continue };
        // x86 writes what it has read where the comparison fails, which changes nothing.
        if otherwise.iter().filter_map(store).any(|(value, _)| value != read.result) {
            return None;
        }
        let expected = rest[..index].iter().find_map(|op| match op {
            MicroOp::Let { result, operation: Computation::Binary(BinaryOperator::Equal, left, right) }
                if result == condition =>
            {
                match (*left == read.result, *right == read.result) {
                    (true, false) => Some(*right),
                    (false, true) => Some(*left),
                    _ => None,
                }
            }
            _ => None,
        })?;
        // C computes the new value before the operation, whether the comparison succeeds or not.
        let is_inside = then.iter().any(|op| matches!(op, MicroOp::Let { result, .. } if *result == new));
        if is_inside {
            return None;
        }
        return Some((Written::IfEqual { expected, new, is_equal: *condition }, tags, index));
    }
    None
}

/// The temporaries that depend on what was read.
fn dependent(read: Temp, ops: &[MicroOp]) -> BTreeSet<Temp> {
    let mut dependent = BTreeSet::from([read]);
    for op in ops {
        if let MicroOp::Let { result, operation } = op
            && operation.operands().into_iter().any(|operand| dependent.contains(&operand))
        {
            dependent.insert(*result);
        }
    }
    dependent
}

/// The operator and the operand of a fetch.
fn fetched(value: Temp, read: Temp, ops: &[MicroOp]) -> Option<(&'static str, Temp)> {
    let operation = ops.iter().find_map(|op| match op {
        MicroOp::Let { result, operation } if *result == value => Some(operation),
        _ => None,
    })?;
    let Computation::Binary(operator, left, right) = *operation else { return None };
    let operand = match (left == read, right == read) {
        (true, false) => right,
        // C has no fetch that subtracts what was read.
        (false, true) if operator != BinaryOperator::Subtract => left,
        _ => return None,
    };
    let name = match operator {
        BinaryOperator::Add => "add",
        BinaryOperator::Subtract => "sub",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Xor => "xor",
        _ => return None,
    };
    Some((name, operand))
}
