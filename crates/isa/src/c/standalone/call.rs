//! Calls of atomic operations, fences and locks.

use source::Span;

use super::types::{CText, TypeKind};
use super::{Writer, Written};
use crate::c::ast::{AtomicOperator, Call, Expr, ExprKind};
use crate::c::ctype::{Around, CType};
use crate::c::primitives::{self, Shape};

impl Writer<'_> {
    pub(super) fn call(&mut self, call: &Call<'_>, span: Span) -> Written<String> {
        let arguments: Vec<&Expr> = call.arguments.iter().filter_map(|argument| argument.expr()).collect();
        if self.macros.is_some_and(|macros| macros.has(&call.name.text)) {
            return self.macro_call(call, &arguments);
        }
        if call.known == Some(Shape::SyncFence) {
            return Ok("__sync_synchronize()".to_owned());
        }
        let Some((shape, first)) = call.known.zip(arguments.first()) else {
            return Err(self.no_translation(call));
        };
        match shape {
            Shape::KillDependency => Ok(format!("kill_dependency({})", self.expr(first)?)),
            Shape::ThreadFence => Ok(format!("atomic_thread_fence({})", self.order(first)?)),
            Shape::SignalFence => Ok(format!("atomic_signal_fence({})", self.order(first)?)),
            Shape::Lock => Ok(format!("pthread_mutex_lock({})", self.mutex(first)?)),
            Shape::Unlock => Ok(format!("pthread_mutex_unlock({})", self.mutex(first)?)),
            Shape::Init => {
                let (place, ctype) = (self.plain_pointer(first)?, self.pointee(first)?.value());
                Ok(format!("*{place} = {}", self.converted(&ctype, arguments[1])?))
            }
            Shape::Load { explicit } | Shape::Test { explicit } => self.operation("load", &arguments, 1, explicit),
            Shape::Store { explicit } => self.operation("store", &arguments, 2, explicit),
            Shape::Exchange { explicit } => self.operation("exchange", &arguments, 2, explicit),
            Shape::TestAndSet { .. } | Shape::Clear { .. } if call.name.text.starts_with("__") => {
                let (object, order) = (self.plain_pointer(first)?, self.gcc_order(arguments[1])?);
                Ok(format!("{}({object}, {order})", call.name.text))
            }
            Shape::TestAndSet { explicit } => self.flag("exchange", "1", &arguments, explicit),
            Shape::Clear { explicit } => self.flag("store", "0", &arguments, explicit),
            Shape::GenericLoad | Shape::GenericStore | Shape::GenericExchange | Shape::GenericCompareExchange => {
                self.generic(shape, &call.name.text, &arguments)
            }
            Shape::SyncFetch { .. } | Shape::SyncCompareExchange { .. } | Shape::SyncLock | Shape::SyncUnlock => {
                self.sync(&call.name.text, &arguments)
            }
            Shape::ReadOnce => self.volatile(first),
            Shape::WriteOnce => self.write_once(first, arguments[1]),
            Shape::Fetch { operator, explicit, new } => {
                if self.pointee(first)?.pointee().is_some() {
                    return Err(self.refuse(span, "arithmetic on an atomic pointer"));
                }
                let is_of_c11 = !matches!(operator, AtomicOperator::Nand | AtomicOperator::Max | AtomicOperator::Min);
                if new || !is_of_c11 {
                    return self.fetch_by_gcc(operator, new, explicit, &arguments);
                }
                self.operation(&format!("fetch_{}", operator_name(operator)), &arguments, 2, explicit)
            }
            Shape::CompareExchange { strong, explicit } => {
                self.compare_exchange(strong, &arguments, explicit.then_some(3))
            }
            Shape::CompareExchangeWeakness => {
                let is_strong = self.is_strong(arguments[3])?;
                self.compare_exchange(is_strong, &arguments, Some(4))
            }
            _ => Err(self.no_translation(call)),
        }
    }

    /// A call of a macro, which stays one.
    fn macro_call(&mut self, call: &Call<'_>, arguments: &[&Expr<'_>]) -> Written<String> {
        let written = arguments.iter().map(|argument| self.expr(argument)).collect::<Written<Vec<String>>>()?;
        Ok(format!("{}({})", call.name.text, written.join(", ")))
    }

    /// What GCC's compare-exchange has as its argument `weak`.
    fn is_strong(&mut self, weak: &Expr<'_>) -> Written<bool> {
        match &weak.kind {
            ExprKind::Number(weak) => Ok(weak.value == 0),
            _ => Err(self.refuse(weak.span, "a compare-exchange that is not known to be weak or not")),
        }
    }

    fn no_translation(&mut self, call: &Call<'_>) -> super::Reported {
        self.refuse(call.name.span, format!("C11 has no `{}`", call.name.text))
    }

    /// `atomic_NAME(object, value...)` or `atomic_NAME_explicit(object, value..., order)`; there are `values` arguments before the order.
    fn operation(&mut self, name: &str, arguments: &[&Expr], values: usize, explicit: bool) -> Written<String> {
        let (object, ctype) = self.object(arguments[0])?;
        let mut written = vec![object];
        for value in &arguments[1..values] {
            written.push(self.converted(&ctype, value)?);
        }
        if explicit {
            written.push(self.order(arguments[values])?);
        }
        Ok(invocation(name, explicit, &written))
    }

    /// An operation on an `atomic_flag`, which is an `atomic_bool` here.
    fn flag(&mut self, name: &str, value: &str, arguments: &[&Expr], explicit: bool) -> Written<String> {
        let (object, _) = self.object(arguments[0])?;
        let mut written = vec![object, value.to_owned()];
        if explicit {
            written.push(self.order(arguments[1])?);
        }
        Ok(invocation(name, explicit, &written))
    }

    /// GCC's built-in functions for what C11 has no function for: those that give the new value, and operators that it lacks.
    fn fetch_by_gcc(
        &mut self,
        operator: AtomicOperator,
        new: bool,
        explicit: bool,
        arguments: &[&Expr],
    ) -> Written<String> {
        let (object, operand) = (self.plain_pointer(arguments[0])?, self.expr(arguments[1])?);
        let order = if explicit { self.gcc_order(arguments[2])? } else { "__ATOMIC_SEQ_CST".to_owned() };
        let name = operator_name(operator);
        let name = if new { format!("{name}_fetch") } else { format!("fetch_{name}") };
        Ok(format!("__atomic_{name}({object}, {operand}, {order})"))
    }

    /// GCC's generic built-in functions, whose values are behind pointers.
    fn generic(&mut self, shape: Shape, name: &str, arguments: &[&Expr]) -> Written<String> {
        let ctype = self.pointee(arguments[0])?.value();
        let mut written = vec![self.plain_pointer(arguments[0])?];
        let (values, orders) = match shape {
            Shape::GenericExchange => (2, 3),
            Shape::GenericCompareExchange => (2, 4),
            _ => (1, 2),
        };
        for value in &arguments[1..=values] {
            written.push(self.expected(value, &ctype)?);
        }
        if shape == Shape::GenericCompareExchange {
            written.push(self.expr(arguments[3])?);
        }
        for order in &arguments[orders..] {
            written.push(self.gcc_order(order)?);
        }
        Ok(format!("{name}({})", written.join(", ")))
    }

    /// GCC's older built-in functions.
    fn sync(&mut self, name: &str, arguments: &[&Expr]) -> Written<String> {
        let ctype = self.pointee(arguments[0])?.value();
        let mut written = vec![self.plain_pointer(arguments[0])?];
        for value in &arguments[1..] {
            written.push(self.converted(&ctype, value)?);
        }
        Ok(format!("{name}({})", written.join(", ")))
    }

    /// A volatile access to what an expression stands for, as the Linux kernel's macros have it.
    fn volatile(&mut self, place: &Expr<'_>) -> Written<String> {
        let (pointer, index) = match &place.kind {
            ExprKind::Dereference(pointer) => (pointer, None),
            ExprKind::Index(array, index) => (array, Some(index)),
            _ => return Err(self.refuse(place.span, "this is no place in memory")),
        };
        let ctype = self.pointee(pointer)?.value().within(Around::Volatile).pointer();
        let (ctype, text) = (self.spelled(&ctype, place.span)?.text, self.operand(pointer)?);
        Ok(match index {
            None => format!("*({ctype}){text}"),
            Some(index) => format!("(({ctype}){text})[{}]", self.expr(index)?),
        })
    }

    /// A store by a volatile access.
    fn write_once(&mut self, place: &Expr<'_>, value: &Expr<'_>) -> Written<String> {
        let (text, ctype) = (self.volatile(place)?, self.ctype(place));
        let ctype = ctype.unwrap_or_else(|| CType::base("int")).value();
        Ok(format!("{text} = {}", self.converted(&ctype, value)?))
    }

    /// An order as GCC's built-in functions take it, which are no functions of C++'s type for orders.
    fn gcc_order(&mut self, order: &Expr<'_>) -> Written<String> {
        let order = self.order(order)?;
        Ok(order.replace("memory_order_", "__ATOMIC_").to_ascii_uppercase())
    }

    /// `orders` is the number of the argument with the order on success, if there is one.
    fn compare_exchange(&mut self, strong: bool, arguments: &[&Expr], orders: Option<usize>) -> Written<String> {
        let (object, ctype) = self.object(arguments[0])?;
        let expected = self.expected(arguments[1], &ctype)?;
        let mut written = vec![object, expected, self.converted(&ctype, arguments[2])?];
        if let Some(first) = orders {
            written.push(self.order(arguments[first])?);
            written.push(self.order(arguments[first + 1])?);
        }
        let name = if strong { "compare_exchange_strong" } else { "compare_exchange_weak" };
        Ok(invocation(name, orders.is_some(), &written))
    }

    /// Where the expected value of a compare-exchange on a `ctype` is.
    fn expected(&mut self, expected: &Expr<'_>, ctype: &CType) -> Written<String> {
        let found = match self.ctype(expected) {
            Some(pointer) => pointer.pointee(),
            // A variable that is nowhere declared.
            None => Some(CType::base("int")),
        };
        let Some(found) = found else {
            return Err(self.refuse(expected.span, "an integer that is used as an address"));
        };
        let (wanted, width) = (self.spelled(ctype, expected.span)?, self.spelled(&found, expected.span)?.width);
        if wanted.width != width {
            return Err(self.refuse(expected.span, "an expected value of another size than the object"));
        }
        let text = self.operand(expected)?;
        let pointer = self.spelled(&ctype.clone().pointer(), expected.span)?.text;
        if found == *ctype { self.expr(expected) } else { Ok(format!("({pointer}){text}")) }
    }

    /// A pointer to an atomic object, and the type of its values. What has a plain type gets a cast.
    fn object(&mut self, object: &Expr<'_>) -> Written<(String, CType)> {
        let pointee = self.pointee(object)?;
        if pointee.is_atomic() {
            return Ok((self.expr(object)?, pointee.value()));
        }
        let atomic = pointee.value().within(Around::Atomic).pointer();
        let (atomic, text) = (self.spelled(&atomic, object.span)?.text, self.operand(object)?);
        Ok((format!("({atomic}){text}"), pointee.value()))
    }

    fn mutex(&mut self, mutex: &Expr<'_>) -> Written<String> {
        let pointee = self.ctype(mutex).and_then(|ctype| ctype.pointee());
        let kind = pointee.and_then(|pointee| pointee.spelled()).map(|spelled| spelled.kind);
        if kind == Some(TypeKind::Mutex) {
            return self.expr(mutex);
        }
        Err(self.refuse(mutex.span, "a mutex that is no `mtx_t`"))
    }

    fn order(&mut self, order: &Expr<'_>) -> Written<String> {
        match order.as_name().and_then(primitives::order_name) {
            Some(name) => Ok(format!("memory_order_{name}")),
            None => Err(self.refuse(order.span, "this is no memory order")),
        }
    }
}

fn invocation(name: &str, explicit: bool, arguments: &[String]) -> String {
    let suffix = if explicit { "_explicit" } else { "" };
    format!("atomic_{name}{suffix}({})", arguments.join(", "))
}

fn operator_name(operator: AtomicOperator) -> &'static str {
    match operator {
        AtomicOperator::Add => "add",
        AtomicOperator::Subtract => "sub",
        AtomicOperator::And => "and",
        AtomicOperator::Or => "or",
        AtomicOperator::Xor => "xor",
        // Only the Linux kernel's primitives have it.
        AtomicOperator::AndNot => "andnot",
        AtomicOperator::Nand => "nand",
        AtomicOperator::Max => "max",
        AtomicOperator::Min => "min",
    }
}
