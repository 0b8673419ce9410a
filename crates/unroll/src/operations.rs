//! What the instructions of a program do.

use arch::c11;
use arch::c11::Operation as Atomic;
use bmc::guards::Guard;
use cprog::assembly;
use cprog::ir::{Function, Instruction, Operand, Operation, Order, Point, RegisterId, Step, Type};
use program::{BinaryOperator, ExprId, UnaryOperator, Width};

use crate::flow::Frame;
use crate::memory::{Asked, Operands};
use crate::objects::{Object, ObjectKind};
use crate::value::{Scalar, Value};
use crate::{Execution, Flow, Refused};

/// How many bits an address has in the program's IR.
pub(crate) const ADDRESS: Width = 64;

/// The order of an access; none where it is not atomic.
fn order(order: Order) -> Option<c11::Order> {
    (order != Order::Plain).then(|| order.in_c11())
}

/// Whether an operation is one of `<stdatomic.h>` or of the compiler's builtins.
fn is_atomic_of_c11(operation: &Operation) -> bool {
    match operation {
        Operation::Load { access, .. } | Operation::Store { access, .. } => access.order != Order::Plain,
        Operation::Fence { compiler_only, .. } => !compiler_only,
        other => matches!(other, Operation::ReadModifyWrite { .. } | Operation::CompareExchange { .. }),
    }
}

/// Where an instruction stands.
pub(crate) struct Site<'s> {
    pub(crate) frame: &'s Frame,
    pub(crate) function: &'s Function,
    pub(crate) point: Point,
    pub(crate) result: Option<RegisterId>,
}

impl Site<'_> {
    /// The type of its result.
    pub(crate) fn result_type(&self) -> Type {
        self.result.map_or(Type::Void, |register| self.function.registers[register].clone())
    }

    /// The type of an operand, which is `otherwise` where it is a constant.
    pub(crate) fn type_of(&self, operand: &Operand, otherwise: Type) -> Type {
        match operand {
            Operand::Register(register) => self.function.registers[*register].clone(),
            _ => otherwise,
        }
    }
}

impl<'p> Execution<'p> {
    /// Refuses what the model of the Linux kernel says nothing of.
    pub(crate) fn has_meaning(&self, operation: &Operation) -> Result<(), Refused> {
        if self.rows.is_of_the_kernel() && is_atomic_of_c11(operation) {
            return self.refuse("an atomic operation of C11 under the model of the Linux kernel");
        }
        Ok(())
    }

    /// How many bits a scalar of a type has.
    pub(crate) fn width(&self, ty: &Type) -> Result<Width, Refused> {
        match ty {
            Type::Integer(bits) if (1..=128).contains(bits) => Ok(*bits as Width),
            Type::Pointer => Ok(ADDRESS),
            Type::Float(bits) if *bits <= 64 => Ok(*bits as Width),
            _ => self.refuse("a value of such a type"),
        }
    }

    pub(crate) fn zero(&mut self, ty: &Type) -> Result<Value, Refused> {
        Ok(match ty {
            Type::Array { element, length, .. } => {
                let element = self.zero(element)?;
                // Padding between elements is no part of the value: accesses to memory put it there.
                Value::Aggregate(vec![element; *length as usize])
            }
            Type::Structure { fields, .. } => {
                Value::Aggregate(fields.iter().map(|(_, field)| self.zero(field)).collect::<Result<_, _>>()?)
            }
            _ => {
                let width = self.width(ty)?;
                Value::Scalar(Scalar::of(self.x.constant(0, width)))
            }
        })
    }

    pub(crate) fn anything(&mut self, ty: &Type) -> Result<Value, Refused> {
        Ok(match ty {
            Type::Array { element, length, .. } => {
                Value::Aggregate((0..*length).map(|_| self.anything(element)).collect::<Result<_, _>>()?)
            }
            Type::Structure { fields, .. } => {
                Value::Aggregate(fields.iter().map(|(_, field)| self.anything(field)).collect::<Result<_, _>>()?)
            }
            _ => {
                let width = self.width(ty)?;
                Value::Scalar(Scalar::of(self.free(width)))
            }
        })
    }

    /// The value of an operand of a type.
    pub(crate) fn operand(&mut self, frame: &Frame, operand: &Operand, ty: &Type) -> Result<Value, Refused> {
        Ok(match operand {
            Operand::Register(register) => match frame.get(register) {
                Some(value) => value.clone(),
                // Only one of the ways that came together has defined the register, so that nothing which counts looks at it.
                None => self.anything(ty)?,
            },
            Operand::Zero => self.zero(ty)?,
            Operand::Undefined => self.anything(ty)?,
            Operand::Integer(value) => {
                let width = self.width(ty)?;
                Value::Scalar(Scalar::of(self.x.constant(program::truncate(*value as u128, width), width)))
            }
            Operand::Global(global, offset) => {
                let object = self.global(*global)?;
                Value::Scalar(Scalar::of(self.x.address(object, *offset, ADDRESS)))
            }
            Operand::Function(function) => {
                let object = self.function(*function);
                Value::Scalar(Scalar::of(self.x.address(object, 0, ADDRESS)))
            }
            Operand::Aggregate(parts) => {
                let part = |number: usize| match ty {
                    Type::Array { element, .. } => Some((**element).clone()),
                    Type::Structure { fields, .. } => fields.get(number).map(|(_, field)| field.clone()),
                    _ => None,
                };
                let mut values = Vec::new();
                for (number, operand) in parts.iter().enumerate() {
                    let Some(ty) = part(number) else { return self.refuse("such a constant") };
                    values.push(self.operand(frame, operand, &ty)?);
                }
                Value::Aggregate(values)
            }
            Operand::Float(_) => return self.refuse("a floating-point number"),
        })
    }

    /// The value of an operand that is a number or an address.
    pub(crate) fn scalar(&mut self, frame: &Frame, operand: &Operand, ty: &Type) -> Result<Scalar, Refused> {
        match self.operand(frame, operand, ty)? {
            Value::Scalar(scalar) => Ok(scalar),
            Value::Aggregate(_) => self.refuse("a structure as an operand"),
        }
    }

    pub(crate) fn pointer(&mut self, site: &Site<'_>, operand: &Operand) -> Result<Scalar, Refused> {
        let scalar = self.scalar(site.frame, operand, &Type::Pointer)?;
        match self.x.width(scalar.expr) {
            ADDRESS => Ok(scalar),
            _ => self.refuse("an address of such a size"),
        }
    }

    /// That an operand is not 0.
    fn truth(&mut self, site: &Site<'_>, operand: &Operand) -> Result<(Scalar, Guard), Refused> {
        let ty = site.type_of(operand, Type::Integer(64));
        let scalar = self.scalar(site.frame, operand, &ty)?;
        let bit = self.is_not_zero(scalar.expr);
        let holds = self.guards.of(&mut self.x, bit);
        Ok((Scalar { expr: bit, ..scalar }, holds))
    }

    fn is_not_zero(&mut self, expr: ExprId) -> ExprId {
        let width = self.x.width(expr);
        if width == 1 {
            return expr;
        }
        let zero = self.x.constant(0, width);
        let is_zero = self.x.binary(BinaryOperator::Equal, expr, zero);
        self.x.unary(UnaryOperator::Not, is_zero)
    }

    /// Executes an instruction. Gives its result.
    pub(crate) fn operation(
        &mut self,
        flow: &mut Flow,
        frame: &Frame,
        point: Point,
        instruction: &'p Instruction,
        function: &'p Function,
    ) -> Result<Option<Value>, Refused> {
        let site = Site { frame, function, point, result: instruction.result };
        match &instruction.operation {
            Operation::Alloca { ty, count } => self.allocate_local((flow, &site), ty, count).map(Some),
            Operation::Load { ty, pointer, access } => {
                let pointer = self.pointer(&site, pointer)?;
                self.load_type(flow, &pointer, ty, order(access.order)).map(Some)
            }
            Operation::Store { ty, value, pointer, access } => {
                let pointer = self.pointer(&site, pointer)?;
                let value = self.operand(frame, value, ty)?;
                self.store_type(flow, &pointer, (ty, &value), order(access.order))?;
                Ok(None)
            }
            Operation::ReadModifyWrite { operator, ty, pointer, value, access } => {
                let pointer = self.pointer(&site, pointer)?;
                let value = self.scalar(frame, value, ty)?;
                let read = self.update(flow, &pointer, (operator, &value), access.order.in_c11())?;
                Ok(Some(Value::Scalar(read)))
            }
            Operation::CompareExchange { ty, pointer, expected, new, access, failure, weak } => {
                let pointer = self.pointer(&site, pointer)?;
                let (expected, new) = (self.scalar(frame, expected, ty)?, self.scalar(frame, new, ty)?);
                let operation = if *weak { Atomic::CompareExchangeWeak } else { Atomic::CompareExchangeStrong };
                let bits = self.x.width(new.expr);
                let (order, failure) = (Some(access.order.in_c11()), Some(failure.in_c11()));
                let asked = Asked { operation, order, failure, bits, primitive: None };
                let operands = Operands { operand: Some(&new), expected: Some(&expected) };
                let (read, success) = self.access(flow, &pointer, asked, operands)?;
                let nothing = Scalar::of(self.x.constant(0, bits));
                // A row whose end is never reached gives nothing: what follows is not executed.
                let no = Scalar::of(self.x.bit(false));
                let parts = [read.unwrap_or(nothing), success.unwrap_or(no)];
                Ok(Some(Value::Aggregate(parts.map(Value::Scalar).to_vec())))
            }
            Operation::Fence { order, compiler_only } => {
                if !compiler_only {
                    self.fence(flow, order.in_c11())?;
                }
                Ok(None)
            }
            Operation::Assembly { assembly, .. } => match assembly::effect(assembly, None) {
                assembly::Effect::None => Ok(None),
                // Barriers of the compiler are empty text: the order of the IR has been kept already.
                assembly::Effect::Barriers(barriers) if barriers.is_empty() => Ok(None),
                _ => {
                    let text = assembly.template.replace("\\0A", "\n").replace("\\09", " ");
                    match self.rows.barriers(&text) {
                        Some(row) => self.run_fence(flow, &row).map(|()| None),
                        None => self.refuse(format!("the assembly `{}`", assembly.template)),
                    }
                }
            },
            Operation::Address { base, steps } => {
                let base = self.pointer(&site, base)?;
                self.address(&site, base, steps).map(|scalar| Some(Value::Scalar(scalar)))
            }
            Operation::Binary { operator, ty, left, right, is_signed: _ } => {
                let (left, right) = (self.scalar(frame, left, ty)?, self.scalar(frame, right, ty)?);
                self.binary(flow, operator, ty, (&left, &right)).map(|scalar| Some(Value::Scalar(scalar)))
            }
            Operation::Compare { float: true, .. } | Operation::Negate { .. } => {
                self.refuse("arithmetic on floating-point numbers")
            }
            Operation::Compare { predicate, ty, left, right, .. } => {
                let (left, right) = (self.scalar(frame, left, ty)?, self.scalar(frame, right, ty)?);
                self.compare(predicate, &left, &right).map(|scalar| Some(Value::Scalar(scalar)))
            }
            Operation::Cast { operator, from, value, to } => {
                let value = self.operand(frame, value, from)?;
                self.cast(operator, value, to).map(Some)
            }
            Operation::Select { condition, ty, then, otherwise } => {
                let condition = self.scalar(frame, condition, &Type::Integer(1))?;
                let (then, otherwise) = (self.operand(frame, then, ty)?, self.operand(frame, otherwise, ty)?);
                self.select(&condition, &then, &otherwise).map(Some)
            }
            // Joined values are taken as control goes along an edge, all at a time (`join_values`).
            Operation::Phi { .. } => Ok(None),
            Operation::Extract { aggregate, path } => {
                let ty = site.type_of(aggregate, Type::Void);
                let mut value = self.operand(frame, aggregate, &ty)?;
                for &index in path {
                    value = match value {
                        Value::Aggregate(mut parts) if (index as usize) < parts.len() => {
                            parts.swap_remove(index as usize)
                        }
                        _ => return self.refuse("a part of such a value"),
                    };
                }
                Ok(Some(value))
            }
            Operation::Insert { aggregate, value, path } => {
                let ty = site.result_type();
                let whole = self.operand(frame, aggregate, &ty)?;
                let part = path.iter().try_fold(&ty, |ty, &index| part_of(ty, index));
                let Some(part) = part.cloned() else { return self.refuse("a part of such a value") };
                let value = self.operand(frame, value, &part)?;
                Ok(Some(inserted(whole, value, path)))
            }
            Operation::Copy(operand) => {
                let ty = site.result_type();
                self.operand(frame, operand, &ty).map(Some)
            }
            Operation::CopyMemory { to, from, bytes } => self.copy(flow, &site, (to, from, bytes)).map(|()| None),
            Operation::SetMemory { to, value, bytes } => self.fill(flow, &site, (to, value, bytes)).map(|()| None),
            Operation::Call { callee, arguments } => self.call(flow, &site, callee, arguments),
            Operation::StartThread { handle, function, argument } => {
                self.start_thread(flow, &site, (handle, function, argument)).map(Some)
            }
            Operation::JoinThread { handle, returned, bytes } => {
                self.join_threads(flow, &site, (handle, returned, *bytes)).map(Some)
            }
            Operation::Lock { lock, if_taken, shared } => {
                let lock = self.pointer(&site, lock)?;
                self.lock(flow, &lock, (*if_taken, *shared)).map(|result| Some(Value::Scalar(result)))
            }
            Operation::Unlock { lock, spins } => {
                let lock = self.pointer(&site, lock)?;
                self.unlock(flow, &lock, *spins)?;
                Ok(Some(Value::Scalar(Scalar::of(self.x.constant(0, 32)))))
            }
            Operation::Wait { lock, timeout, .. } => {
                let lock = self.pointer(&site, lock)?;
                self.wait_for_signal(flow, &lock, *timeout).map(|result| Some(Value::Scalar(result)))
            }
            Operation::AtomicBegin | Operation::AtomicEnd => self.refuse("an atomic section"),
            Operation::Assume(condition) => {
                let (_, holds) = self.truth(&site, condition)?;
                // Nothing is executed where an assumption fails, so that nothing behind it is a violation.
                flow.guard = self.guards.and(flow.guard, holds);
                Ok(None)
            }
            Operation::Assert(condition) => {
                let (_, holds) = self.truth(&site, condition)?;
                let not = self.guards.not(holds);
                let fails = self.guards.and(flow.guard, not);
                self.violation(fails, "an assertion fails");
                flow.guard = self.guards.and(flow.guard, holds);
                Ok(None)
            }
            Operation::Violation => {
                self.violation(flow.guard, "an assertion fails");
                flow.guard = Guard::NEVER;
                Ok(None)
            }
            Operation::Any(_) => {
                let ty = site.result_type();
                if ty == Type::Void { Ok(None) } else { self.anything(&ty).map(Some) }
            }
            Operation::Havoc(what) => self.refuse(format!("`{what}`")),
        }
    }

    pub(crate) fn fence(&mut self, flow: &mut Flow, order: c11::Order) -> Result<(), Refused> {
        // Before the first thread starts, accesses are no events, and need no order.
        if flow.is_alone {
            return Ok(());
        }
        let wanted = crate::rows::Wanted { operation: Atomic::Fence, order: Some(order), failure: None, size: 0 };
        let row = match self.rows.row(wanted) {
            Ok(row) => row,
            Err(message) => return self.refuse(message),
        };
        self.run_fence(flow, &row)
    }

    pub(crate) fn run_fence(&mut self, flow: &mut Flow, row: &std::rc::Rc<crate::rows::Row>) -> Result<(), Refused> {
        if flow.is_alone {
            return Ok(());
        }
        let inputs = crate::instructions::Inputs { object: None, operand: None, expected: None, weak: false };
        if let Some(outputs) = self.run_row(row, &inputs, (flow.guard, &flow.control), 32)? {
            (flow.guard, flow.control) = (outputs.guard, outputs.control);
        }
        Ok(())
    }

    fn allocate_local(
        &mut self,
        (flow, site): (&Flow, &Site<'_>),
        ty: &Type,
        count: &Operand,
    ) -> Result<Value, Refused> {
        let count = self.scalar(site.frame, count, &Type::Integer(64))?;
        let Some(count) = self.x.as_constant(count.expr) else { return self.refuse("an array of variable size") };
        let bytes = ty.size().saturating_mul(count as u64);
        // By the calls and turns that it is in: the same in all passes, and another object in each of them.
        let origin = self.origin(&format!("local {}.{}", site.point.block.number(), site.point.index));
        let name = format!("a local variable of {}", site.function.source_name);
        // Variables of a call are those of its entry, and go when it ends. What is allocated elsewhere stays, turn by turn, so that the loop does not wait.
        if site.point.block.number() != 0 {
            self.effects.push(flow.guard);
        }
        let object = self.objects.of(origin, || Object { name, kind: ObjectKind::Other, bytes });
        if let Some(locals) = self.locals.last_mut() {
            locals.push(object);
        }
        Ok(Value::Scalar(Scalar::of(self.x.address(object, 0, ADDRESS))))
    }

    fn load_type(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        ty: &Type,
        order: Option<c11::Order>,
    ) -> Result<Value, Refused> {
        let fields: Vec<(u64, Type)> = match ty {
            Type::Array { element, length, stride } => {
                (0..*length).map(|number| (number * stride, (**element).clone())).collect()
            }
            Type::Structure { fields, .. } => fields.clone(),
            _ => {
                let bits = (ty.stored_bytes() * 8) as Width;
                // In memory a value takes whole bytes: a bool is stored as 8 bits.
                let wanted = self.width(ty)?;
                let scalar = self.load(flow, pointer, bits, order)?;
                let expr = self.x.resize(scalar.expr, wanted);
                return Ok(Value::Scalar(Scalar { expr, ..scalar }));
            }
        };
        // Each field would be one access: together they are not atomic.
        if order.is_some() {
            return self.refuse("an atomic access to a structure");
        }
        let mut parts = Vec::new();
        for (offset, field) in fields {
            let pointer = self.moved(pointer, offset);
            parts.push(self.load_type(flow, &pointer, &field, order)?);
        }
        Ok(Value::Aggregate(parts))
    }

    fn store_type(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        (ty, value): (&Type, &Value),
        order: Option<c11::Order>,
    ) -> Result<(), Refused> {
        let fields: Vec<(u64, Type)> = match (ty, value) {
            (_, Value::Scalar(scalar)) => {
                let bits = (ty.stored_bytes() * 8) as Width;
                let expr = self.x.resize(scalar.expr, bits);
                return self.store(flow, pointer, &Scalar { expr, ..scalar.clone() }, order);
            }
            (Type::Array { element, length, stride }, _) => {
                (0..*length).map(|number| (number * stride, (**element).clone())).collect()
            }
            (Type::Structure { fields, .. }, _) => fields.clone(),
            _ => return self.refuse("a value of such a type in memory"),
        };
        if order.is_some() {
            return self.refuse("an atomic access to a structure");
        }
        let Value::Aggregate(parts) = value else { return Ok(()) };
        for ((offset, field), part) in fields.iter().zip(parts) {
            let pointer = self.moved(pointer, *offset);
            self.store_type(flow, &pointer, (field, part), order)?;
        }
        Ok(())
    }

    pub(crate) fn moved(&mut self, pointer: &Scalar, bytes: u64) -> Scalar {
        let offset = self.x.constant(u128::from(bytes), ADDRESS);
        Scalar { expr: self.x.binary(BinaryOperator::Add, pointer.expr, offset), ..pointer.clone() }
    }

    /// A read-modify-write. Where the target has no instruction for it, it is made of a compare-exchange, as compilers do.
    fn update(
        &mut self,
        flow: &mut Flow,
        pointer: &Scalar,
        (operator, value): (&str, &Scalar),
        order: c11::Order,
    ) -> Result<Scalar, Refused> {
        let bits = self.x.width(value.expr);
        let operation = match operator {
            "xchg" => Some(Atomic::Exchange),
            "add" => Some(Atomic::FetchAdd),
            "sub" => Some(Atomic::FetchSub),
            "and" => Some(Atomic::FetchAnd),
            "or" => Some(Atomic::FetchOr),
            "xor" => Some(Atomic::FetchXor),
            _ => None,
        };
        let nothing = self.x.constant(0, bits);
        if let Some(operation) = operation {
            let asked = Asked { operation, order: Some(order), failure: None, bits, primitive: None };
            let wanted = crate::rows::Wanted { operation, order: Some(order), failure: None, size: bits };
            // No instruction set lacks an exchange, so that one without a row is refused by its own name.
            if self.rows.row(wanted).is_ok() || operation == Atomic::Exchange {
                let operands = Operands { operand: Some(value), expected: None };
                let (read, _) = self.access(flow, pointer, asked, operands)?;
                return Ok(read.unwrap_or(Scalar::of(nothing)));
            }
        }
        // The load before the loop of a compare-exchange: its order is that of the exchange.
        let read = self.load(flow, pointer, bits, Some(c11::Order::Relaxed))?;
        if flow.guard == Guard::NEVER {
            return Ok(read);
        }
        let new = self.combined_by(operator, &read, value)?;
        let asked = Asked {
            operation: Atomic::CompareExchangeStrong,
            order: Some(order),
            failure: Some(c11::Order::Relaxed),
            bits,
            primitive: None,
        };
        let operands = Operands { operand: Some(&new), expected: Some(&read) };
        let (_, success) = self.access(flow, pointer, asked, operands)?;
        if let Some(success) = success {
            // A turn of its loop that fails has only read.
            let holds = self.guards.of(&mut self.x, success.expr);
            flow.guard = self.guards.and(flow.guard, holds);
            self.branch_event(&success, (flow.guard, &flow.control));
            flow.control = flow.control.with(&success.reads, &mut self.guards);
        }
        Ok(read)
    }

    fn combined_by(&mut self, operator: &str, a: &Scalar, b: &Scalar) -> Result<Scalar, Refused> {
        use BinaryOperator::{Add, And, Less, LessSigned, Or, Subtract, Xor};
        let x = &mut self.x;
        let smaller = |x: &mut program::Expressions, operator| x.binary(operator, a.expr, b.expr);
        let expr = match operator {
            "add" => x.binary(Add, a.expr, b.expr),
            "sub" => x.binary(Subtract, a.expr, b.expr),
            "and" => x.binary(And, a.expr, b.expr),
            "or" => x.binary(Or, a.expr, b.expr),
            "xor" => x.binary(Xor, a.expr, b.expr),
            "nand" => {
                let both = x.binary(And, a.expr, b.expr);
                x.unary(UnaryOperator::Not, both)
            }
            "min" | "umin" | "max" | "umax" => {
                let less = smaller(x, if operator.starts_with('u') { Less } else { LessSigned });
                let (then, otherwise) = if operator.ends_with("min") { (a, b) } else { (b, a) };
                x.select(less, then.expr, otherwise.expr)
            }
            other => return self.refuse(format!("the atomic operation `{other}`")),
        };
        Ok(Scalar::computed(expr, &[a, b], &mut self.guards))
    }

    fn address(&mut self, site: &Site<'_>, base: Scalar, steps: &[Step]) -> Result<Scalar, Refused> {
        let mut pointer = base;
        for step in steps {
            match step {
                Step::Offset(bytes) => {
                    let offset = self.x.constant(program::truncate(*bytes as u128, ADDRESS), ADDRESS);
                    pointer.expr = self.x.binary(BinaryOperator::Add, pointer.expr, offset);
                }
                Step::Index { index, scale, .. } => {
                    let ty = site.type_of(index, Type::Integer(64));
                    let index = self.scalar(site.frame, index, &ty)?;
                    // Indices of `getelementptr` are signed.
                    let wide = self.x.sign_extend(index.expr, ADDRESS);
                    let scale = self.x.constant(u128::from(*scale), ADDRESS);
                    let offset = self.x.binary(BinaryOperator::Multiply, wide, scale);
                    let expr = self.x.binary(BinaryOperator::Add, pointer.expr, offset);
                    pointer = Scalar::computed(expr, &[&pointer, &index], &mut self.guards);
                }
            }
        }
        Ok(pointer)
    }

    fn binary(
        &mut self,
        flow: &mut Flow,
        operator: &str,
        ty: &Type,
        (left, right): (&Scalar, &Scalar),
    ) -> Result<Scalar, Refused> {
        use BinaryOperator as Operator;
        if matches!(ty, Type::Float(_)) {
            return self.refuse("arithmetic on floating-point numbers");
        }
        let binary = match operator {
            "add" => Operator::Add,
            "sub" => Operator::Subtract,
            "mul" => Operator::Multiply,
            "udiv" => Operator::Divide,
            "sdiv" => Operator::DivideSigned,
            "urem" => Operator::Remainder,
            "srem" => Operator::RemainderSigned,
            "shl" => Operator::ShiftLeft,
            "lshr" => Operator::ShiftRight,
            "ashr" => Operator::ShiftRightSigned,
            "and" => Operator::And,
            "or" => Operator::Or,
            "xor" => Operator::Xor,
            other => return self.refuse(format!("the operator `{other}`")),
        };
        // Division by 0 is undefined, so that only the rest goes on.
        if matches!(operator, "udiv" | "sdiv" | "urem" | "srem") {
            let bit = self.is_not_zero(right.expr);
            let holds = self.guards.of(&mut self.x, bit);
            let not = self.guards.not(holds);
            let fails = self.guards.and(flow.guard, not);
            self.violation(fails, "a number is divided by zero");
            flow.guard = self.guards.and(flow.guard, holds);
        }
        let expr = self.x.binary(binary, left.expr, right.expr);
        Ok(Scalar::computed(expr, &[left, right], &mut self.guards))
    }

    fn compare(&mut self, predicate: &str, left: &Scalar, right: &Scalar) -> Result<Scalar, Refused> {
        use BinaryOperator::{Equal, Less, LessSigned};
        let (operator, swapped, negated) = match predicate {
            "eq" => (Equal, false, false),
            "ne" => (Equal, false, true),
            "ult" => (Less, false, false),
            "ugt" => (Less, true, false),
            "ule" => (Less, true, true),
            "uge" => (Less, false, true),
            "slt" => (LessSigned, false, false),
            "sgt" => (LessSigned, true, false),
            "sle" => (LessSigned, true, true),
            "sge" => (LessSigned, false, true),
            other => return self.refuse(format!("the comparison `{other}`")),
        };
        let (a, b) = if swapped { (right, left) } else { (left, right) };
        let mut expr = self.x.binary(operator, a.expr, b.expr);
        if negated {
            expr = self.x.unary(UnaryOperator::Not, expr);
        }
        Ok(Scalar::computed(expr, &[left, right], &mut self.guards))
    }

    fn cast(&mut self, operator: &str, value: Value, to: &Type) -> Result<Value, Refused> {
        let Value::Scalar(scalar) = value else { return self.refuse("a conversion of a structure") };
        let width = self.width(to)?;
        let expr = match operator {
            "zext" | "trunc" | "ptrtoint" | "inttoptr" => self.x.resize(scalar.expr, width),
            "sext" => self.x.sign_extend(scalar.expr, width),
            "bitcast" | "addrspacecast" if self.x.width(scalar.expr) == width => scalar.expr,
            other => return self.refuse(format!("the conversion `{other}`")),
        };
        Ok(Value::Scalar(Scalar { expr, ..scalar }))
    }

    fn select(&mut self, condition: &Scalar, then: &Value, otherwise: &Value) -> Result<Value, Refused> {
        match (then, otherwise) {
            (Value::Scalar(then), Value::Scalar(otherwise)) => {
                let expr = self.x.select(condition.expr, then.expr, otherwise.expr);
                Ok(Value::Scalar(Scalar::computed(expr, &[condition, then, otherwise], &mut self.guards)))
            }
            (Value::Aggregate(then), Value::Aggregate(otherwise)) => {
                let parts = then.iter().zip(otherwise).map(|(then, otherwise)| self.select(condition, then, otherwise));
                Ok(Value::Aggregate(parts.collect::<Result<_, _>>()?))
            }
            _ => self.refuse("a choice between values of different types"),
        }
    }
}

fn part_of(ty: &Type, index: u64) -> Option<&Type> {
    match ty {
        Type::Array { element, .. } => Some(element),
        Type::Structure { fields, .. } => fields.get(index as usize).map(|(_, field)| field),
        _ => None,
    }
}

fn inserted(whole: Value, value: Value, path: &[u64]) -> Value {
    let Some((&first, rest)) = path.split_first() else { return value };
    match whole {
        Value::Aggregate(mut parts) => {
            if let Some(part) = parts.get_mut(first as usize) {
                *part = inserted(part.clone(), value, rest);
            }
            Value::Aggregate(parts)
        }
        Value::Scalar(_) => whole,
    }
}
