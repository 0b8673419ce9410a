//! Calls of known functions.

use program::{BinaryOperator, TagSet};
use source::{Diagnostic, Span};

use super::{Checked, Checker};
use crate::c::ast::{self, Argument, AtomicOperator, Call};
use crate::c::ctype::Type;
use crate::c::flow::names;
use crate::c::primitives::{self, Outcome, Shape};
use crate::c::tags;
use crate::c::typed::{Assignable, CompareExchange, Expr, ExprKind, Primitive, ReadModifyWrite, Update};

/// What an order is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Load,
    Store,
    /// `atomic_flag_clear`.
    Clear,
    /// A read-modify-write.
    Update,
    /// A compare-exchange that fails.
    Failure,
}

impl Access {
    /// What it is, the orders that it cannot have, and where the standard says so.
    fn forbids(self) -> (&'static str, &'static [TagSet], &'static str) {
        const NOT_FOR_READS: &[TagSet] = &[tags::RELEASE, tags::ACQUIRE_RELEASE];
        const NOT_FOR_WRITES: &[TagSet] = &[tags::ACQUIRE, tags::CONSUME, tags::ACQUIRE_RELEASE];
        match self {
            Access::Load => ("a load", NOT_FOR_READS, "7.17.7.2"),
            Access::Store => ("a store", NOT_FOR_WRITES, "7.17.7.1"),
            // The standard names acquire and acq_rel; consume would be an acquire that is of no use either.
            Access::Clear => ("a store", NOT_FOR_WRITES, "7.17.8.2"),
            Access::Update => ("a read-modify-write", &[], "7.17.3"),
            Access::Failure => ("a compare-exchange that fails", NOT_FOR_READS, "7.17.7.4"),
        }
    }
}

/// Whether a memory order that a load can have is no stronger than any memory order: relaxed, consume, acquire, seq_cst in this order of
/// strength; a release says nothing about loads.
fn is_no_stronger(failure: TagSet, success: TagSet) -> bool {
    let strength = |order: TagSet| match order {
        tags::SEQUENTIAL => 3,
        tags::ACQUIRE | tags::ACQUIRE_RELEASE => 2,
        tags::CONSUME => 1,
        _ => 0,
    };
    strength(failure) <= strength(success)
}

impl<'s> Checker<'_, 's> {
    /// A call; macros are gone by now.
    pub(super) fn call(&mut self, call: &Call<'s>, span: Span) -> Checked<Expr> {
        let Some(shape) = call.known else {
            return Err(self.unknown_function(call));
        };
        self.check_arguments(shape, call)?;
        let (primitive, ctype) = match shape {
            Shape::KillDependency => return self.value(self::expr(call, 0)),
            Shape::Load { explicit } | Shape::Test { explicit } => {
                let (address, ctype) = self.pointer(expr(call, 0))?;
                let tags = self.atomic(call, 1, explicit, Access::Load)?;
                (Primitive::Load { address, tags, fence: None }, ctype)
            }
            Shape::Store { explicit } => {
                let (address, value, _) = self.object_and_value(call)?;
                let tags = self.atomic(call, 2, explicit, Access::Store)?;
                (Primitive::Store { address, value, tags }, Type::Void)
            }
            Shape::Init => {
                let (address, value, _) = self.object_and_value(call)?;
                (Primitive::Store { address, value, tags: tags::PLAIN }, Type::Void)
            }
            Shape::Clear { explicit } => {
                let (address, ctype) = self.pointer(expr(call, 0))?;
                let tags = self.atomic(call, 1, explicit, Access::Clear)?;
                (Primitive::Store { address, value: Expr::constant(0, ctype, span), tags }, Type::Void)
            }
            Shape::Exchange { .. } | Shape::Fetch { .. } | Shape::TestAndSet { .. } => {
                return self.read_modify_write(shape, call, span);
            }
            Shape::CompareExchange { .. } | Shape::CompareExchangeWeakness => {
                (self.compare_exchange(shape, call)?, Type::INT)
            }
            Shape::GenericLoad | Shape::GenericStore | Shape::GenericExchange | Shape::GenericCompareExchange => {
                return self.generic(shape, call, span);
            }
            Shape::SyncFetch { .. }
            | Shape::SyncCompareExchange { .. }
            | Shape::SyncLock
            | Shape::SyncUnlock
            | Shape::SyncFence => return self.sync(shape, call, span),
            Shape::ReadOnce | Shape::WriteOnce => self.once(shape, call)?,
            Shape::ThreadFence => (Primitive::Fence(tags::PLAIN.with(self.order(call, 0)?)), Type::Void),
            Shape::SignalFence => {
                self.order(call, 0)?;
                (Primitive::Nothing, Type::Void)
            }
            Shape::Lock => (self.synchronize(call, vec![tags::LOCK])?, Type::Void),
            Shape::Unlock | Shape::SpinUnlock => (self.synchronize(call, vec![tags::UNLOCK])?, Type::Void),
            Shape::SpinLock => (self.synchronize(call, vec![tags::LOCK_READ, tags::LOCK_WRITE])?, Type::Void),
            Shape::SpinTryLock => {
                let one = vec![tags::LOCK_READ, tags::LOCK_WRITE];
                (self.synchronize_either(call, one, vec![tags::LOCK_FAILED])?, Type::INT)
            }
            Shape::SpinIsLocked => {
                (self.synchronize_either(call, vec![tags::READ_LOCKED], vec![tags::READ_UNLOCKED])?, Type::INT)
            }
            _ => return self.annotated(shape, call, span),
        };
        Ok(Expr { kind: ExprKind::Primitive(Box::new(primitive)), ctype, span })
    }

    /// `READ_ONCE(*x)` and `WRITE_ONCE(*x, 1)`: relaxed accesses.
    fn once(&mut self, shape: Shape, call: &Call<'s>) -> Checked<(Primitive, Type)> {
        let tags = tags::ATOMIC.with(tags::RELAXED);
        let object = self.lvalue_address(expr(call, 0));
        if shape == Shape::ReadOnce {
            let (address, ctype) = object?;
            return Ok((Primitive::Load { address, tags, fence: None }, ctype));
        }
        let value = self.value(expr(call, 1));
        let (address, ctype) = object?;
        Ok((Primitive::Store { address, value: self.assigned(value?, ctype)?, tags }, Type::Void))
    }

    fn unknown_function(&mut self, call: &Call<'s>) -> super::Reported {
        let name = &call.name.text;
        if let Some(reason) = primitives::refusal(name) {
            let diagnostic = Diagnostic::error("not-supported", call.name.span, format!("`{name}` is not supported"));
            return self.report(diagnostic.help(reason));
        }
        let diagnostic = Diagnostic::error("unknown-function", call.name.span, format!("`{name}` is not known"));
        let diagnostic = match primitives::suggestion(name) {
            Some(near) => diagnostic.suggest(Some(&near)),
            None => diagnostic.help("only the operations on atomic objects are known, and what a macro file defines"),
        };
        self.report(diagnostic)
    }

    /// Whether there are as many arguments as there must be.
    fn check_arguments(&mut self, shape: Shape, call: &Call<'s>) -> Checked<()> {
        if call.annotations.is_some() && !shape.is_annotated() {
            let message = format!("`{}` takes no annotation in braces", call.name.text);
            return Err(self.error("bad-annotation", call.name.span, message));
        }
        let wanted = shape.arguments();
        let least = wanted.iter().filter(|argument| !argument.starts_with('[')).count();
        let found = call.arguments.len();
        if found < least || found > wanted.len() {
            let plural = if wanted.len() == 1 { "" } else { "s" };
            let message = format!("`{}` takes {} argument{plural}, not {found}", call.name.text, wanted.len());
            let diagnostic = Diagnostic::error("wrong-arguments", call.name.span, message);
            let diagnostic = diagnostic.help(format!("its arguments are ({})", wanted.join(", ")));
            return Err(self.report(diagnostic));
        }
        for (index, argument) in call.arguments.iter().enumerate() {
            let is_operator = matches!(argument, Argument::Operator(..));
            if is_operator != (wanted[index] == "operator") {
                let message = if is_operator { "an operator cannot stand here" } else { "an operator must stand here" };
                return Err(self.error("wrong-arguments", argument.span(), message));
            }
        }
        Ok(())
    }

    /// The tag of the memory order that is the argument number `index`.
    fn order(&mut self, call: &Call<'s>, index: usize) -> Checked<TagSet> {
        let argument = expr(call, index);
        let text = argument.as_name();
        if let Some(order) = text.and_then(primitives::memory_order) {
            return Ok(order);
        }
        let diagnostic = match text {
            Some(text) => {
                let message = format!("`{text}` is not a memory order");
                let near = primitives::order_suggestion(text);
                Diagnostic::error("unknown-order", argument.span, message).suggest(near.as_deref())
            }
            None => Diagnostic::error("unknown-order", argument.span, "a memory order must stand here"),
        };
        Err(self.report(diagnostic))
    }

    /// The tags of an atomic access.
    pub(super) fn atomic(&mut self, call: &Call<'s>, index: usize, explicit: bool, access: Access) -> Checked<TagSet> {
        let order = if explicit { self.order_of(call, index, access)? } else { tags::SEQUENTIAL };
        Ok(tags::ATOMIC.with(order))
    }

    /// The tag of the memory order that is the argument number `index`, which must be one that the access can have.
    pub(super) fn order_of(&mut self, call: &Call<'s>, index: usize, access: Access) -> Checked<TagSet> {
        let order = self.order(call, index)?;
        let (what, forbidden, section) = access.forbids();
        if !forbidden.contains(&order) {
            return Ok(order);
        }
        let argument = expr(call, index);
        let text = argument.as_name().unwrap_or_default();
        let message = format!("{what} cannot have the memory order `{text}`");
        let diagnostic = Diagnostic::error("forbidden-order", argument.span, message);
        Err(self.report(diagnostic.help(format!("C11 {section} leaves such a program without a meaning"))))
    }

    /// The orders of a compare-exchange, the first of them the argument number `first`.
    pub(super) fn compare_exchange_orders(&mut self, call: &Call<'s>, first: usize) -> Checked<(TagSet, TagSet)> {
        let (success, failure) = (self.order(call, first), self.order_of(call, first + 1, Access::Failure));
        let (success, failure) = (success?, failure?);
        if !is_no_stronger(failure, success) {
            let (success, failure) = (expr(call, first), expr(call, first + 1));
            let name = |order: &ast::Expr<'s>| order.as_name().unwrap_or_default().to_owned();
            let message = format!(
                "the order on failure, `{}`, is stronger than that on success, `{}`",
                name(failure),
                name(success)
            );
            let diagnostic = Diagnostic::error("forbidden-order", failure.span, message);
            return Err(self.report(diagnostic.help("C11 7.17.7.4 leaves such a program without a meaning")));
        }
        Ok((success, failure))
    }

    /// The first argument as an address and the second one as a value of the type there.
    pub(super) fn object_and_value(&mut self, call: &Call<'s>) -> Checked<(Expr, Expr, Type)> {
        let (object, value) = (self.pointer(expr(call, 0)), self.value(expr(call, 1)));
        let (address, ctype) = object?;
        Ok((address, self.assigned(value?, ctype)?, ctype))
    }

    fn read_modify_write(&mut self, shape: Shape, call: &Call<'s>, span: Span) -> Checked<Expr> {
        let (address, operand, ctype, update, order, outcome) = match shape {
            Shape::TestAndSet { explicit } => {
                let (address, ctype) = self.pointer(expr(call, 0))?;
                let one = Expr::constant(1, ctype, span);
                (address, one, ctype, Update::Replace, self.atomic(call, 1, explicit, Access::Update)?, Outcome::Old)
            }
            Shape::Fetch { operator, explicit, new } => {
                let (address, operand, ctype) = self.object_and_value(call)?;
                let outcome = if new { Outcome::New } else { Outcome::Old };
                (
                    address,
                    operand,
                    ctype,
                    update(operator, ctype),
                    self.atomic(call, 2, explicit, Access::Update)?,
                    outcome,
                )
            }
            _ => {
                let explicit = shape == Shape::Exchange { explicit: true };
                let (address, operand, ctype) = self.object_and_value(call)?;
                (
                    address,
                    operand,
                    ctype,
                    Update::Replace,
                    self.atomic(call, 2, explicit, Access::Update)?,
                    Outcome::Old,
                )
            }
        };
        let tags = tags::RMW.with(order);
        let it = ReadModifyWrite { address, update, operand, tags, outcome, is_one_event: true, barrier: None };
        let primitive = Primitive::ReadModifyWrite(Box::new(it));
        Ok(Expr { kind: ExprKind::Primitive(Box::new(primitive)), ctype, span })
    }

    fn compare_exchange(&mut self, shape: Shape, call: &Call<'s>) -> Checked<Primitive> {
        let (object, ctype) = self.pointer(expr(call, 0))?;
        let expected = self.expected(expr(call, 1))?;
        let desired = self.value(expr(call, 2))?;
        let desired = self.assigned(desired, ctype)?;
        let (strong, orders) = match shape {
            Shape::CompareExchange { strong, explicit } => (strong, explicit.then_some(3)),
            _ => (self.is_strong(call)?, Some(4)),
        };
        let (success, failure) = match orders {
            Some(first) => self.compare_exchange_orders(call, first)?,
            None => (tags::SEQUENTIAL, tags::SEQUENTIAL),
        };
        Ok(Primitive::CompareExchange(Box::new(CompareExchange {
            object,
            expected,
            desired,
            strong,
            success: tags::ATOMIC.with(tags::RMW).with(success),
            failure: tags::ATOMIC.with(failure),
            ctype,
        })))
    }

    /// Whether the fourth argument of one of GCC's compare-exchanges makes it a strong one.
    pub(super) fn is_strong(&mut self, call: &Call<'s>) -> Checked<bool> {
        let weak = self.value(expr(call, 3))?;
        match weak.as_constant() {
            Some(weak) => Ok(weak == 0),
            None => Err(self.error("not-constant", weak.span, "whether it is weak must be a number")),
        }
    }

    /// The second argument of a compare-exchange: an address, or that of a local variable.
    pub(super) fn expected(&mut self, expected: &ast::Expr<'s>) -> Checked<Assignable> {
        if let ast::ExprKind::AddressOf(inner) = &expected.kind
            && let Some(name) = inner.as_name().filter(|name| !names(&self.function.parameters, name))
        {
            return Ok(Assignable::Local(self.lookup(name, inner.span)?));
        }
        let (address, _) = self.pointer(expected)?;
        Ok(Assignable::Memory { address: Box::new(address), is_atomic: false })
    }

    fn synchronize(&mut self, call: &Call<'s>, tags: Vec<TagSet>) -> Checked<Primitive> {
        Ok(Primitive::Synchronize { address: self.value(expr(call, 0))?, tags })
    }

    fn synchronize_either(&mut self, call: &Call<'s>, one: Vec<TagSet>, zero: Vec<TagSet>) -> Checked<Primitive> {
        Ok(Primitive::SynchronizeEither { address: self.value(expr(call, 0))?, one, zero })
    }

    /// The primitives that macro files of the Linux kernel's tests expand to. Their events are those of herd's variant `lkmmv2`:
    /// both halves of a read-modify-write carry the annotation.
    fn annotated(&mut self, shape: Shape, call: &Call<'s>, span: Span) -> Checked<Expr> {
        let tags = self.annotations(shape, call)?;
        let linux_rmw = tags.with(tags::RMW);
        let (primitive, ctype) = match shape {
            Shape::AnnotatedFence => (Primitive::Fence(tags), Type::Void),
            Shape::AnnotatedLoad => self.annotated_load(call, tags)?,
            Shape::AnnotatedStore => {
                let (object, value) = (self.lvalue_address(expr(call, 0)), self.value(expr(call, 1)));
                let (address, ctype) = object?;
                (Primitive::Store { address, value: self.assigned(value?, ctype)?, tags }, Type::Void)
            }
            Shape::AnnotatedExchange => {
                let (address, operand, ctype) = self.object_and_value(call)?;
                (read_then_write(address, Update::Replace, operand, linux_rmw, Outcome::Old), ctype)
            }
            Shape::AnnotatedCompareExchange => {
                let (address, old, ctype) = self.object_and_value(call)?;
                let new = self.value(expr(call, 2))?;
                let new = self.assigned(new, ctype)?;
                (Primitive::CompareThenExchange { address, old, new, tags: linux_rmw }, ctype)
            }
            Shape::AnnotatedOperation(outcome) => {
                let Argument::Operator(operator, _) = call.arguments[1] else {
                    return Err(self.error("wrong-arguments", span, "an operator must stand here"));
                };
                let (object, operand) = (self.pointer(expr(call, 0)), self.value(expr(call, 2)));
                let (address, ctype) = object?;
                let (operand, update) = (self.assigned(operand?, ctype)?, update(operator, ctype));
                let ctype = if outcome == Outcome::Nothing { Type::Void } else { ctype };
                (read_then_write(address, update, operand, linux_rmw, outcome), ctype)
            }
            Shape::AddUnless => {
                let (address, added, ctype) = self.object_and_value(call)?;
                let unless = self.value(expr(call, 2))?;
                let unless = self.assigned(unless, ctype)?;
                (Primitive::AddUnless { address, added, unless, tags: linux_rmw }, Type::INT)
            }
            _ => return self.srcu(call, tags, span),
        };
        Ok(Expr { kind: ExprKind::Primitive(Box::new(primitive)), ctype, span })
    }

    /// `__srcu{srcu-lock}(s)` gives a number that is different in each thread (herd: in each call). Its event is not in `annot`.
    fn srcu(&mut self, call: &Call<'s>, tags: TagSet, span: Span) -> Checked<Expr> {
        let address = self.value(expr(call, 0))?;
        let event = Primitive::Synchronize { address, tags: vec![tags.without(tags::ANNOT)] };
        let event = Expr { kind: ExprKind::Primitive(Box::new(event)), ctype: Type::Void, span };
        let value = match call.arguments.get(1) {
            Some(_) => self.value(expr(call, 1))?,
            None => Expr::constant((u128::from(self.function.number) + 1) * 307, Type::INT, span),
        };
        let ctype = value.ctype;
        Ok(Expr { kind: ExprKind::Comma(Box::new(event), Box::new(value)), ctype, span })
    }

    /// `__load{once}(*p)`. The annotations `deref` and `lderef` are a read once with a fence behind it, as in herd.
    fn annotated_load(&mut self, call: &Call<'s>, tags: TagSet) -> Checked<(Primitive, Type)> {
        let (address, ctype) = self.lvalue_address(expr(call, 0))?;
        let is_deref = |name: &ast::Name<'_>| matches!(&*name.text, "deref" | "lderef");
        let is_deref = call.annotations.iter().flatten().any(is_deref);
        let mark = |word| tags::annotation(word).map(|tag| tags::ANNOTATED.with(tag));
        let (tags, fence) = if is_deref { (mark("once").unwrap_or(tags), mark("rb_dep")) } else { (tags, None) };
        Ok((Primitive::Load { address, tags, fence }, ctype))
    }

    /// The tags of the annotations in braces. Only `__atomic_op` may be without.
    fn annotations(&mut self, shape: Shape, call: &Call<'s>) -> Checked<TagSet> {
        let may_lack = matches!(shape, Shape::AnnotatedOperation(_) | Shape::AddUnless);
        let Some(words) = &call.annotations else {
            if may_lack {
                return Ok(tags::ANNOTATED);
            }
            let message = format!("`{}` needs an annotation in braces", call.name.text);
            return Err(self.error("bad-annotation", call.name.span, message));
        };
        let mut all = tags::ANNOTATED;
        for word in words {
            let Some(tag) = tags::annotation(&word.text) else {
                let known: Vec<String> = tags::annotations().collect();
                let near = source::nearest(&word.text, known.iter().map(String::as_str));
                let message = format!("`{}` is not a known annotation", word.text);
                return Err(self.report(Diagnostic::error("bad-annotation", word.span, message).suggest(near)));
            };
            all = all.with(tag);
        }
        Ok(all)
    }
}

/// The expression that is the argument number `index`: there is one, by [`Checker::check_arguments`].
pub(super) fn expr<'a, 's>(call: &'a Call<'s>, index: usize) -> &'a ast::Expr<'s> {
    match &call.arguments[index] {
        Argument::Expr(expr) => expr,
        Argument::Operator(..) => unreachable!("arguments are checked"),
    }
}

/// A read-modify-write in two events.
fn read_then_write(address: Expr, update: Update, operand: Expr, tags: TagSet, outcome: Outcome) -> Primitive {
    Primitive::ReadModifyWrite(Box::new(ReadModifyWrite {
        address,
        update,
        operand,
        tags,
        outcome,
        is_one_event: false,
        barrier: None,
    }))
}

/// What an operator makes of a value of type `ctype`.
pub(super) fn update(operator: AtomicOperator, ctype: Type) -> Update {
    let signed = ctype.integer().signed;
    Update::Apply(match operator {
        AtomicOperator::Add => BinaryOperator::Add,
        AtomicOperator::Subtract => BinaryOperator::Subtract,
        AtomicOperator::And => BinaryOperator::And,
        AtomicOperator::Or => BinaryOperator::Or,
        AtomicOperator::Xor => BinaryOperator::Xor,
        AtomicOperator::AndNot => return Update::AndNot,
        AtomicOperator::Nand => return Update::Nand,
        AtomicOperator::Max => return Update::Max { signed },
        AtomicOperator::Min => return Update::Min { signed },
    })
}
