//! GCC's built-in functions that C11 has no like of: the generic ones, whose values are behind pointers, and the older `__sync` ones.
//!
//! Source: GCC's manual, *Built-in Functions for Memory Model Aware Atomic Operations* and *Legacy `__sync` Built-in Functions for Atomic Memory
//! Access*. The latter are full barriers: no memory operand is moved across them in either direction. That is a sequentially consistent fence on either
//! side, and more than a sequentially consistent operation alone. `__sync_lock_test_and_set` acquires, `__sync_lock_release` releases, and they do no more.

use source::Span;

use super::call::expr;
use super::conversion::convert;
use super::{Checked, Checker};
use crate::c::ast::{self, Call};
use crate::c::ctype::Type;
use crate::c::primitives::{Outcome, Shape};
use crate::c::tags;
use crate::c::typed::{Assignable, CompareExchange, Expr, ExprKind, Primitive, ReadModifyWrite, Update};

impl<'s> Checker<'_, 's> {
    /// `__atomic_load(object, result, order)` and its like.
    pub(super) fn generic(&mut self, shape: Shape, call: &Call<'s>, span: Span) -> Checked<Expr> {
        let (address, ctype) = self.pointer(expr(call, 0))?;
        let of = |primitive, ctype| Expr { kind: ExprKind::Primitive(Box::new(primitive)), ctype, span };
        match shape {
            Shape::GenericStore => {
                let value = convert(self.behind_pointer(expr(call, 1), span)?, ctype);
                let tags = self.atomic(call, 2, true, super::call::Access::Store)?;
                Ok(of(Primitive::Store { address, value, tags }, Type::Void))
            }
            Shape::GenericLoad => {
                let place = self.target(expr(call, 1))?;
                let tags = self.atomic(call, 2, true, super::call::Access::Load)?;
                Ok(self.given(place, of(Primitive::Load { address, tags, fence: None }, ctype), span))
            }
            Shape::GenericExchange => {
                let operand = convert(self.behind_pointer(expr(call, 1), span)?, ctype);
                let place = self.target(expr(call, 2))?;
                let tags = tags::RMW.with(self.atomic(call, 3, true, super::call::Access::Update)?);
                let update = Update::Replace;
                let it = ReadModifyWrite {
                    address,
                    update,
                    operand,
                    tags,
                    outcome: Outcome::Old,
                    is_one_event: true,
                    barrier: None,
                };
                Ok(self.given(place, of(Primitive::ReadModifyWrite(Box::new(it)), ctype), span))
            }
            _ => {
                let expected = self.expected(expr(call, 1))?;
                let desired = convert(self.behind_pointer(expr(call, 2), span)?, ctype);
                let strong = self.is_strong(call)?;
                let (success, failure) = self.compare_exchange_orders(call, 4)?;
                let it = CompareExchange {
                    object: address,
                    expected,
                    desired,
                    strong,
                    success: tags::ATOMIC.with(tags::RMW).with(success),
                    failure: tags::ATOMIC.with(failure),
                    ctype,
                };
                Ok(of(Primitive::CompareExchange(Box::new(it)), Type::INT))
            }
        }
    }

    /// Where a result goes, and the type there.
    fn target(&mut self, pointer: &ast::Expr<'s>) -> Checked<(Assignable, Type)> {
        let place = self.expected(pointer)?;
        let ctype = match &place {
            Assignable::Local(id) => self.locals[*id].ctype,
            Assignable::Memory { .. } => self.pointer(pointer)?.1,
        };
        Ok((place, ctype))
    }

    /// `value` assigned to a place; the whole gives nothing.
    fn given(&mut self, (place, ctype): (Assignable, Type), value: Expr, span: Span) -> Expr {
        let kind = ExprKind::Assign { place, value: Box::new(convert(value, ctype)) };
        convert(Expr { kind, ctype, span }, Type::Void)
    }

    /// The value that a pointer points to, which is read plainly.
    fn behind_pointer(&mut self, pointer: &ast::Expr<'s>, span: Span) -> Checked<Expr> {
        let (place, ctype) = self.target(pointer)?;
        let kind = match place {
            Assignable::Local(id) => ExprKind::Local(id),
            Assignable::Memory { address, .. } => {
                ExprKind::Primitive(Box::new(Primitive::Load { address: *address, tags: tags::PLAIN, fence: None }))
            }
        };
        Ok(Expr { kind, ctype, span })
    }

    /// The `__sync` functions.
    pub(super) fn sync(&mut self, shape: Shape, call: &Call<'s>, span: Span) -> Checked<Expr> {
        let fence = tags::PLAIN.with(tags::SEQUENTIAL);
        let of = |primitive, ctype| Expr { kind: ExprKind::Primitive(Box::new(primitive)), ctype, span };
        if shape == Shape::SyncFence {
            return Ok(of(Primitive::Fence(fence), Type::Void));
        }
        if shape == Shape::SyncUnlock {
            let (address, ctype) = self.pointer(expr(call, 0))?;
            let tags = tags::ATOMIC.with(tags::RELEASE);
            return Ok(of(Primitive::Store { address, value: Expr::constant(0, ctype, span), tags }, Type::Void));
        }
        let (address, operand, ctype) = self.object_and_value(call)?;
        Ok(match shape {
            Shape::SyncCompareExchange { gives_value } => {
                let new = self.value(expr(call, 2))?;
                let new = self.assigned(new, ctype)?;
                let given = if gives_value { ctype } else { Type::INT };
                of(Primitive::CompareAndSwap { address, old: operand, new, gives_value }, given)
            }
            Shape::SyncFetch { operator, new } => {
                let outcome = if new { Outcome::New } else { Outcome::Old };
                let tags = tags::ATOMIC.with(tags::RMW).with(tags::SEQUENTIAL);
                let (update, barrier) = (super::call::update(operator, ctype), Some(fence));
                let it = ReadModifyWrite { address, update, operand, tags, outcome, is_one_event: true, barrier };
                of(Primitive::ReadModifyWrite(Box::new(it)), ctype)
            }
            _ => {
                let tags = tags::ATOMIC.with(tags::RMW).with(tags::ACQUIRE);
                let (update, outcome) = (Update::Replace, Outcome::Old);
                let it = ReadModifyWrite { address, update, operand, tags, outcome, is_one_event: true, barrier: None };
                of(Primitive::ReadModifyWrite(Box::new(it)), ctype)
            }
        })
    }
}
