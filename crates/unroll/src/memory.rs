//! Accesses to memory: private memory is values, the rest is events.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use arch::c11::{Operation, Order};
use bmc::guards::Guard;
use program::{BinaryOperator, ExprId, Node, Width};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::instructions::Inputs;
use crate::objects::{ObjectId, ObjectKind, greatest_common_divisor};
use crate::rows::Wanted;
use crate::strides::Stride;
use crate::value::Scalar;
use crate::{Execution, Flow, Refused};

/// What private memory holds: by object and offset how many bytes, and what. What is not there is what was there first.
pub(crate) type Private = Rc<BTreeMap<(ObjectId, u64), (u32, Scalar)>>;

/// The most places that an access by an unknown index is taken to be to.
const MOST_PLACES: usize = 512;

/// Where an access goes.
pub(crate) enum Access {
    /// To this place alone.
    Place(ObjectId, u64),
    /// To one of these objects, or nowhere.
    Among(Vec<ObjectId>),
    /// Nowhere.
    Nowhere,
}

/// An access to memory.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) operation: Operation,
    pub(crate) order: Option<Order>,
    pub(crate) failure: Option<Order>,
    pub(crate) bits: Width,
    /// The number of a primitive of the Linux kernel. Then the operation only says whether memory is read, written, or both.
    pub(crate) primitive: Option<usize>,
}

/// The values that an operation gets, beside the address.
#[derive(Clone, Copy, Default)]
pub(crate) struct Operands<'o> {
    pub(crate) operand: Option<&'o Scalar>,
    pub(crate) expected: Option<&'o Scalar>,
}

/// What was read, and whether an update took place.
type Found = (Option<Scalar>, Option<Scalar>);

impl Execution<'_> {
    /// Reads memory.
    pub(crate) fn load(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        bits: Width,
        order: Option<Order>,
    ) -> Result<Scalar, Refused> {
        let asked = Asked { operation: Operation::Load, order, failure: None, bits, primitive: None };
        let found = self.access(flow, pointer, asked, Operands::default())?;
        let (Some(value), _) = found else { return Ok(Scalar::of(self.x.constant(0, bits))) };
        Ok(value)
    }

    /// Writes memory.
    pub(crate) fn store(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        value: &Scalar,
        order: Option<Order>,
    ) -> Result<(), Refused> {
        let bits = self.x.width(value.expr);
        let asked = Asked { operation: Operation::Store, order, failure: None, bits, primitive: None };
        let operands = Operands { operand: Some(value), expected: None };
        self.access(flow, pointer, asked, operands)?;
        Ok(())
    }

    /// Does an operation on memory. Gives what was read, if something was, and of a compare-exchange whether it has written.
    pub(crate) fn access(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        let bytes = u64::from(asked.bits) / 8;
        match self.places(pointer) {
            Access::Nowhere => {
                self.violation(flow.guard, "memory is accessed that is none");
                flow.guard = Guard::NEVER;
                Ok((None, None))
            }
            Access::Place(object, offset) => {
                // An offset below 0 is a large number here.
                if offset.checked_add(bytes).is_none_or(|end| end > self.objects.all[object].bytes) {
                    let name = self.objects.all[object].name.clone();
                    self.violation(flow.guard, format!("an access outside of `{name}`"));
                    flow.guard = Guard::NEVER;
                    return Ok((None, None));
                }
                if self.objects.all[object].kind == ObjectKind::Outside {
                    return self.refuse("an access to the arguments of the program");
                }
                if let ObjectKind::Function(_) = self.objects.all[object].kind {
                    return self.refuse("an access to the code of a function");
                }
                self.at_place(flow, pointer, (object, offset), asked, operands)
            }
            Access::Among(objects) => self.among(flow, pointer, &objects, asked, operands),
        }
    }

    fn is_constant(&self, object: ObjectId) -> bool {
        matches!(self.objects.all[object].kind, ObjectKind::Global(global) if self.program.globals[global].constant)
    }

    fn note(&mut self, object: ObjectId, asked: &Asked) {
        let thread = self.current;
        self.found.accessors.entry(object).or_default().insert(thread);
        if asked.operation != Operation::Load && !self.is_constant(object) {
            self.found.written.insert(object);
        }
    }

    pub(crate) fn is_private(&self, flow: &Flow, object: ObjectId) -> bool {
        flow.is_alone || !self.sharing.shared.contains(&object) && !self.found.shared.contains(&object)
    }

    fn at_place(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        (object, offset): (ObjectId, u64),
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        if !flow.is_alone {
            self.note(object, &asked);
        }
        if asked.primitive.is_some() {
            self.needs_events(flow, object, &asked)?;
        }
        if self.is_private(flow, object) {
            return self.private(flow, (object, offset), asked, operands);
        }
        // Reads of what is never written when there are several threads give its initial value: an event would only have that to read from.
        let is_written = self.sharing.written.contains(&object) || self.found.written.contains(&object);
        if !is_written && asked.operation == Operation::Load {
            let bytes = u32::from(asked.bits) / 8;
            return Ok((Some(self.initial_value(object, offset, bytes)?), None));
        }
        let bytes = u64::from(asked.bits) / 8;
        let granule = greatest_common_divisor(bytes, offset);
        self.is_accessed_by_events(object, granule)?;
        self.by_row(flow, pointer, asked, operands)
    }

    /// Makes an object one that is accessed by events, also where one thread alone accesses it: a primitive may order other accesses by where it stands. Before the first thread starts there is
    /// nothing to order.
    fn needs_events(&mut self, flow: &Flow, object: ObjectId, asked: &Asked) -> Result<(), Refused> {
        match (flow.is_alone, asked.operation) {
            (true, Operation::Load | Operation::Store) => Ok(()),
            (true, _) => self.refuse("a primitive of the kernel that reads and writes, before the first thread starts"),
            (false, _) => {
                self.found.shared.insert(object);
                Ok(())
            }
        }
    }

    /// Notes the size of accesses that are events. What the object holds at first can be read by them.
    fn is_accessed_by_events(&mut self, object: ObjectId, granule: u64) -> Result<(), Refused> {
        if self.found.granules.entry(object).or_default().insert(granule) {
            for (_, _, expr) in self.initial_of(object)? {
                self.escape(expr);
            }
        }
        Ok(())
    }

    /// An access to one of several objects, or to an element of one.
    fn among(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        objects: &[ObjectId],
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        let bytes = u64::from(asked.bits) / 8;
        if !flow.is_alone {
            objects.iter().for_each(|&object| self.note(object, &asked));
        }
        if asked.primitive.is_some() {
            for &object in objects {
                self.needs_events(flow, object, &asked)?;
            }
        }
        let all_private = objects.iter().all(|&object| self.is_private(flow, object));
        let steps: Vec<(ObjectId, Stride)> =
            objects.iter().map(|&object| (object, self.stride(pointer.expr, object, bytes))).collect();
        let places: Vec<(ObjectId, u64)> = steps
            .iter()
            .flat_map(|&(object, stride)| {
                let last = self.objects.all[object].bytes.checked_sub(bytes);
                let places = last.map(|last| stride.within(last).take(MOST_PLACES + 1));
                places.into_iter().flatten().map(move |offset| (object, offset))
            })
            .collect();
        if all_private && places.len() <= MOST_PLACES {
            return self.private_among(flow, pointer, &places, asked, operands);
        }
        for (object, stride) in steps {
            // In the next pass these are events, for all accesses to the object.
            self.found.shared.insert(object);
            self.is_accessed_by_events(object, stride.granule(bytes))?;
        }
        if flow.is_alone {
            return self.refuse("an access before the first thread starts that may be to too many places");
        }
        self.by_row(flow, pointer, asked, operands)
    }

    fn private_among(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        places: &[(ObjectId, u64)],
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        let mut merged: Option<(Flow, Found)> = None;
        let mut nowhere = flow.guard;
        for &(object, offset) in places {
            let when = self.is_place(pointer.expr, (object, offset));
            let guard = self.guards.and(flow.guard, when);
            let not = self.guards.not(when);
            nowhere = self.guards.and(nowhere, not);
            if guard == Guard::NEVER {
                continue;
            }
            let mut way = Flow { guard, ..flow.clone() };
            let found = self.private(&mut way, (object, offset), asked, operands)?;
            merged = Some(match merged {
                None => (way, found),
                Some((other, known)) => self.merge_found((other, known), (way, found))?,
            });
        }
        // None of the places: outside of the objects, or between two elements.
        self.violation(nowhere, "memory is accessed that is none, or by a misaligned address");
        let Some((after, found)) = merged else {
            flow.guard = Guard::NEVER;
            return Ok((None, None));
        };
        *flow = after;
        let depends = |scalar: Scalar, guards: &mut bmc::guards::Guards| {
            let expr = scalar.expr;
            // What was read depends on the address, too: which place it was is decided by that.
            Scalar::computed(expr, &[&scalar, pointer], guards)
        };
        let (read, success) = found;
        Ok((
            read.map(|read| depends(read, &mut self.guards)),
            success.map(|success| depends(success, &mut self.guards)),
        ))
    }

    fn merge_found(
        &mut self,
        (one, known): (Flow, Found),
        (other, found): (Flow, Found),
    ) -> Result<(Flow, Found), Refused> {
        let either = self.guards.or(one.guard, other.guard);
        let condition = self.guards.restrict(one.guard, either);
        let merged = self.merge_flows(one, other)?;
        let mut both = |a: Option<Scalar>, b: Option<Scalar>| match (a, b) {
            (Some(a), Some(b)) => Some(a.choose(condition, &b, &mut self.x, &mut self.guards)),
            (a, b) => a.or(b),
        };
        let read = both(known.0, found.0);
        let success = both(known.1, found.1);
        Ok((merged, (read, success)))
    }

    /// Does an operation on private memory.
    fn private(
        &mut self,
        flow: &mut Flow,
        place: (ObjectId, u64),
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        self.is_there(flow, place.0);
        if flow.guard == Guard::NEVER {
            return Ok((None, None));
        }
        let bytes = u32::from(asked.bits) / 8;
        let nothing = Scalar::of(self.x.constant(0, asked.bits));
        let operand = operands.operand.cloned().unwrap_or(nothing);
        if asked.operation == Operation::Store {
            self.put(flow, place, operand)?;
            return Ok((None, None));
        }
        let read = self.private_value(flow, place, bytes)?;
        let written = match asked.operation {
            Operation::Load | Operation::Store | Operation::Fence => return Ok((Some(read), None)),
            Operation::CompareExchangeWeak if self.may_fail_for_no_reason(asked) => {
                return self.private_weak(flow, place, asked, operands);
            }
            Operation::CompareExchangeStrong | Operation::CompareExchangeWeak => {
                let expected = operands.expected.cloned().unwrap_or_else(|| read.clone());
                let bit = self.x.binary(BinaryOperator::Equal, read.expr, expected.expr);
                // Where it fails it writes back what was there: one thread alone cannot see the difference.
                let expr = self.x.select(bit, operand.expr, read.expr);
                let written = Scalar::computed(expr, &[&read, &expected, &operand], &mut self.guards);
                self.put(flow, place, written)?;
                let success = Scalar::computed(bit, &[&read, &expected], &mut self.guards);
                return Ok((Some(read), Some(success)));
            }
            Operation::Exchange => operand,
            Operation::FetchAdd => self.combined(BinaryOperator::Add, &read, &operand),
            Operation::FetchSub => self.combined(BinaryOperator::Subtract, &read, &operand),
            Operation::FetchAnd => self.combined(BinaryOperator::And, &read, &operand),
            Operation::FetchOr => self.combined(BinaryOperator::Or, &read, &operand),
            Operation::FetchXor => self.combined(BinaryOperator::Xor, &read, &operand),
        };
        self.put(flow, place, written)?;
        Ok((Some(read), None))
    }

    /// Whether a weak compare-exchange may fail although it finds what it expects: where its code has a store-conditional, and in C itself (C11 7.17.7.4p4).
    fn may_fail_for_no_reason(&mut self, asked: Asked) -> bool {
        let Asked { operation, order, failure, bits, .. } = asked;
        let row = self.rows.row(Wanted { operation, order, failure, size: bits });
        row.is_ok_and(|row| row.retries || self.target.mapping.is_none() && !self.rows.is_of_the_kernel())
    }

    /// A weak compare-exchange of private memory. In one place, of one call, it fails at most once for no reason: a loop that tries again goes on as if it had not.
    fn private_weak(
        &mut self,
        flow: &mut Flow,
        place: (ObjectId, u64),
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        let key = (self.current, self.calls.clone(), self.point);
        let has_failed = self.failures.get(&key).copied().unwrap_or(Guard::NEVER);
        let (choice, may_fail) = (self.free(1), self.guards.not(has_failed));
        let fails = self.guards.of(&mut self.x, choice);
        let fails = self.guards.and(fails, may_fail);
        let failing = self.guards.and(flow.guard, fails);
        let has_failed = self.guards.or(has_failed, failing);
        self.failures.insert(key, has_failed);
        let does_not = self.guards.not(fails);
        let guard = self.guards.and(flow.guard, does_not);
        let strong = Asked { operation: Operation::CompareExchangeStrong, ..asked };
        let read = self.private_value(flow, place, u32::from(asked.bits) / 8)?;
        let no = Scalar::of(self.x.bit(false));
        let without = (Flow { guard: failing, ..flow.clone() }, (Some(read), Some(no)));
        let mut way = Flow { guard, ..flow.clone() };
        let found = self.private(&mut way, place, strong, operands)?;
        let (merged, found) = match (failing == Guard::NEVER, guard == Guard::NEVER) {
            (true, _) => (way, found),
            (false, true) => without,
            (false, false) => self.merge_found((way, found), without)?,
        };
        *flow = merged;
        Ok(found)
    }

    fn combined(&mut self, operator: BinaryOperator, a: &Scalar, b: &Scalar) -> Scalar {
        let expr = self.x.binary(operator, a.expr, b.expr);
        Scalar::computed(expr, &[a, b], &mut self.guards)
    }

    /// What an object holds at first, from an offset on.
    fn initial_value(&mut self, object: ObjectId, offset: u64, bytes: u32) -> Result<Scalar, Refused> {
        let pieces = self.initial_of(object)?;
        let pieces = pieces.into_iter().map(|(at, bytes, expr)| (at, bytes, Scalar::of(expr))).collect();
        self.assemble(pieces, offset, bytes)
    }

    /// What private memory holds.
    pub(crate) fn private_value(
        &mut self,
        flow: &Flow,
        (object, offset): (ObjectId, u64),
        bytes: u32,
    ) -> Result<Scalar, Refused> {
        if let Some((size, scalar)) = flow.private.get(&(object, offset))
            && *size == bytes
        {
            return Ok(scalar.clone());
        }
        // No piece has more than 16 bytes, so that none that begins before reaches into the range.
        let own = flow.private.range((object, offset.saturating_sub(16))..(object, offset + u64::from(bytes)));
        let own: Vec<(u64, u32, Scalar)> = own.map(|(&(_, at), (size, scalar))| (at, *size, scalar.clone())).collect();
        let ranges: Vec<(u64, u32)> = own.iter().map(|(at, size, _)| (*at, *size)).collect();
        let initial = self.initial_of(object)?;
        let initial = self.outside(initial, &ranges).into_iter();
        let mut pieces: Vec<_> = initial.map(|(at, size, expr)| (at, size, Scalar::of(expr))).collect();
        pieces.extend(own);
        self.assemble(pieces, offset, bytes)
    }

    /// The bytes from an offset on, of pieces that do not overlap; those that no piece covers are 0.
    fn assemble(&mut self, mut pieces: Vec<(u64, u32, Scalar)>, offset: u64, bytes: u32) -> Result<Scalar, Refused> {
        let end = offset + u64::from(bytes);
        pieces.retain(|&(at, size, _)| at < end && offset < at + u64::from(size));
        pieces.sort_unstable_by_key(|&(at, ..)| at);
        if let [(at, size, scalar)] = &pieces[..]
            && (*at, *size) == (offset, bytes)
        {
            return Ok(scalar.clone());
        }
        let mut whole: Option<Scalar> = None;
        let mut next = offset;
        let mut append = |part: Scalar, execution: &mut Self| {
            whole = Some(match whole.take() {
                None => part,
                // Little-endian: what comes later in memory is above.
                Some(below) => {
                    let expr = execution.x.concatenate(part.expr, below.expr);
                    Scalar::computed(expr, &[&part, &below], &mut execution.guards)
                }
            });
        };
        for (at, size, scalar) in pieces {
            let (from, to) = (at.max(next), (at + u64::from(size)).min(end));
            if from >= to {
                continue;
            }
            if from > next {
                let gap = self.x.constant(0, ((from - next) * 8) as u16);
                append(Scalar::of(gap), self);
            }
            let width = ((to - from) * 8) as u16;
            let part = if (from, to) == (at, at + u64::from(size)) {
                scalar
            } else {
                Scalar { expr: self.x.extract(scalar.expr, ((from - at) * 8) as u16, width), ..scalar }
            };
            append(part, self);
            next = to;
        }
        if next < end {
            let gap = self.x.constant(0, ((end - next) * 8) as u16);
            append(Scalar::of(gap), self);
        }
        Ok(whole.unwrap_or_else(|| Scalar::of(self.x.constant(0, (bytes * 8) as u16))))
    }

    /// Writes private memory.
    pub(crate) fn put(
        &mut self,
        flow: &mut Flow,
        (object, offset): (ObjectId, u64),
        value: Scalar,
    ) -> Result<(), Refused> {
        let bytes = u32::from(self.x.width(value.expr)) / 8;
        let end = offset + u64::from(bytes);
        let private = Rc::make_mut(&mut flow.private);
        // As in `private_value`: no piece is longer than 16 bytes.
        let range = (object, offset.saturating_sub(16))..(object, end);
        let hit: Vec<(u64, u32, Scalar)> = private
            .range(range)
            .filter(|((_, at), (size, _))| *at + u64::from(*size) > offset)
            .map(|(&(_, at), (size, scalar))| (at, *size, scalar.clone()))
            .collect();
        for (at, size, scalar) in hit {
            private.remove(&(object, at));
            // The bytes beside the written ones stay.
            let after = at + u64::from(size);
            if at < offset {
                let expr = self.x.extract(scalar.expr, 0, ((offset - at) * 8) as u16);
                private.insert((object, at), ((offset - at) as u32, Scalar { expr, ..scalar.clone() }));
            }
            if after > end {
                let expr = self.x.extract(scalar.expr, ((end - at) * 8) as u16, ((after - end) * 8) as u16);
                private.insert((object, end), ((after - end) as u32, Scalar { expr, ..scalar }));
            }
        }
        private.insert((object, offset), (bytes, value));
        Ok(())
    }

    /// Does an operation on shared memory: the instructions of its row.
    pub(crate) fn by_row(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        asked: Asked,
        operands: Operands<'_>,
    ) -> Result<Found, Refused> {
        if asked.operation != Operation::Load
            && let Some(value) = operands.operand
        {
            self.escape(value.expr);
        }
        let Asked { operation, order, failure, bits, primitive } = asked;
        let row = match primitive {
            Some(number) => self.rows.primitive(number, bits),
            None => self.rows.row(Wanted { operation, order, failure, size: bits }),
        };
        let row = match row {
            Ok(row) => row,
            Err(message) => return self.refuse(message),
        };
        let inputs = Inputs {
            object: Some(pointer),
            operand: operands.operand,
            expected: operands.expected,
            weak: operation == Operation::CompareExchangeWeak,
        };
        let Some(outputs) = self.run_row(&row, &inputs, (flow.guard, &flow.control), bits)? else {
            flow.guard = Guard::NEVER;
            return Ok((None, None));
        };
        flow.guard = outputs.guard;
        flow.control = outputs.control;
        let success = match (outputs.success, operands.expected, &outputs.result) {
            (Some(success), ..) => Some(self.is_set(success)),
            (None, Some(expected), Some(found)) => {
                let bit = self.x.binary(BinaryOperator::Equal, found.expr, expected.expr);
                let has_failed = self.guards.expression(&mut self.x, outputs.has_failed);
                let has_not = self.x.unary(program::UnaryOperator::Not, has_failed);
                let bit = self.x.binary(BinaryOperator::And, bit, has_not);
                Some(Scalar::computed(bit, &[found, expected], &mut self.guards))
            }
            _ => None,
        };
        Ok((outputs.result, success))
    }

    /// The bit of a number that is 0 or 1.
    fn is_set(&mut self, number: Scalar) -> Scalar {
        Scalar { expr: self.x.extract(number.expr, 0, 1), ..number }
    }

    /// The objects whose addresses are part of a value that gets into shared memory.
    pub(crate) fn escape(&mut self, expr: ExprId) {
        for object in self.addresses(expr).0 {
            self.found.escaped.insert(object);
        }
    }

    /// The objects whose addresses a value may be made of, and whether it may come from memory or from nowhere known.
    pub(crate) fn addresses(&self, expr: ExprId) -> (BTreeSet<ObjectId>, bool) {
        let (mut objects, mut is_open) = (BTreeSet::new(), false);
        let (mut seen, mut open) = (FxHashSet::default(), vec![expr]);
        while let Some(expr) = open.pop() {
            if !seen.insert(expr) {
                continue;
            }
            match self.x.node(expr) {
                Node::Constant(_) | Node::Code(_) | Node::Word(_) => {}
                Node::Address(object, _) => _ = objects.insert(object),
                Node::Symbol(_) => is_open |= self.x.width(expr) >= 64,
                Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => open.push(a),
                Node::Binary(operator, a, b) => {
                    if !matches!(operator, BinaryOperator::Equal | BinaryOperator::Less | BinaryOperator::LessSigned) {
                        open.extend([a, b]);
                    }
                }
                Node::Concatenate(a, b) => open.extend([a, b]),
                // The condition is no part of the value.
                Node::Select(_, a, b) => open.extend([a, b]),
            }
        }
        (objects, is_open)
    }

    /// The objects that an address may be into, and whether it may be one that was read. What is added to an address of a known object stays with that.
    fn bases(
        &self,
        expr: ExprId,
        known: &mut FxHashMap<ExprId, (BTreeSet<ObjectId>, bool)>,
    ) -> (BTreeSet<ObjectId>, bool) {
        if let Some(found) = known.get(&expr) {
            return found.clone();
        }
        let found = match self.x.node(expr) {
            Node::Constant(_) | Node::Code(_) | Node::Word(_) => (BTreeSet::new(), false),
            Node::Address(object, _) => (BTreeSet::from([object]), false),
            Node::Symbol(_) => (BTreeSet::new(), self.x.width(expr) >= 64),
            Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => self.bases(a, known),
            Node::Binary(BinaryOperator::Equal | BinaryOperator::Less | BinaryOperator::LessSigned, ..) => {
                (BTreeSet::new(), false)
            }
            Node::Binary(_, a, b) => {
                let [one, other] = [a, b].map(|operand| self.bases(operand, known));
                match (one.0.is_empty(), other.0.is_empty()) {
                    (false, true) => one,
                    (true, false) => other,
                    _ => (&one.0 | &other.0, one.1 || other.1),
                }
            }
            Node::Concatenate(a, b) | Node::Select(_, a, b) => {
                let [one, other] = [a, b].map(|operand| self.bases(operand, known));
                (&one.0 | &other.0, one.1 || other.1)
            }
        };
        known.insert(expr, found.clone());
        found
    }

    pub(crate) fn places(&self, pointer: &Scalar) -> Access {
        if let Some((object, offset)) = self.x.as_address(pointer.expr) {
            return Access::Place(object, offset as u64);
        }
        if self.x.as_constant(pointer.expr).is_some() {
            return Access::Nowhere;
        }
        let (mut objects, is_open) = self.bases(pointer.expr, &mut FxHashMap::default());
        if is_open {
            objects.extend(&self.sharing.escaped);
            objects.extend(&self.found.escaped);
        }
        objects
            .retain(|&object| !matches!(self.objects.all[object].kind, ObjectKind::Function(_) | ObjectKind::Outside));
        Access::Among(objects.into_iter().collect())
    }
}
