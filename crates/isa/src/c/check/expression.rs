//! Expressions (C11 6.5).

use program::BinaryOperator;
use source::{Diagnostic, Span};

use super::conversion::{convert, sign_extended};
use super::{Checked, Checker};
use crate::c::ast::{self, Binary, Unary};
use crate::c::ctype::{ADDRESS_WIDTH, Integer, Type};
use crate::c::flow::names;
use crate::c::tags;
use crate::c::typed::{Assignable, Expr, ExprKind, Modify, Primitive};

/// What `*p` or `p[i]` stands for: a place in memory.
struct Lvalue {
    address: Expr,
    /// The type of what is there.
    ctype: Type,
    /// Whether that type is atomic.
    is_atomic: bool,
}

/// The right operand of an operator that assigns, and what it is computed with.
struct Computation {
    operator: BinaryOperator,
    operand: Expr,
}

impl<'s> Checker<'_, 's> {
    /// An expression whose value is used.
    pub(super) fn value(&mut self, expr: &ast::Expr<'s>) -> Checked<Expr> {
        let checked = self.expr(expr)?;
        if checked.ctype == Type::Void {
            return Err(self.error("no-value", expr.span, "this gives no value"));
        }
        Ok(checked)
    }

    /// An expression whose value may be void.
    pub(super) fn expr(&mut self, expr: &ast::Expr<'s>) -> Checked<Expr> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Number(number) => {
                let ctype = Type::Integer(Integer::new(number.width, number.signed));
                Ok(Expr::constant(number.value, ctype, span))
            }
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Unary(operator, inner) => self.unary(*operator, inner, span),
            ast::ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.binary(*operator, left?, right?, span)
            }
            ast::ExprKind::Logical { and, left, right } => {
                let (left, right) = (self.value(left), self.value(right));
                let kind = ExprKind::Logical { and: *and, left: Box::new(left?), right: Box::new(right?) };
                Ok(Expr { kind, ctype: Type::INT, span })
            }
            ast::ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(condition, then, otherwise, span)
            }
            ast::ExprKind::Assign { operator, target, value } => self.assign(*operator, target, value, span),
            ast::ExprKind::Step { increment, prefix, target } => {
                let operator = if *increment { Binary::Add } else { Binary::Subtract };
                let one = Expr::constant(1, Type::INT, span);
                self.modify(operator, target, one, !prefix, span)
            }
            ast::ExprKind::Cast(ctype, inner) => {
                let inner = self.expr(inner)?;
                Ok(Expr { span, ..convert(inner, ctype.meaning()) })
            }
            ast::ExprKind::Call(call) => self.call(call, span),
            ast::ExprKind::Index(..) | ast::ExprKind::Dereference(_) => {
                let Lvalue { address, ctype, is_atomic } = self.lvalue(expr)?;
                // C11 6.3.2.1: the value of an atomic lvalue is loaded by a sequentially consistent access.
                let tags = if is_atomic { tags::ATOMIC.with(tags::SEQUENTIAL) } else { tags::PLAIN };
                let load = Primitive::Load { address, tags, fence: None };
                Ok(Expr { kind: ExprKind::Primitive(Box::new(load)), ctype, span })
            }
            ast::ExprKind::Comma(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let (left, right) = (left?, right?);
                let ctype = right.ctype;
                Ok(Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), ctype, span })
            }
            ast::ExprKind::AddressOf(inner) => self.address_of(inner, span),
            ast::ExprKind::SizeOfType(ctype) => {
                let size = ctype.meaning().bytes() as u128;
                Ok(Expr::constant(size, Type::Integer(Integer::new(ADDRESS_WIDTH, false)), span))
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Checked<Expr> {
        match name {
            "NULL" | "nullptr" => return Ok(Expr::constant(0, Type::Void.pointer(), span)),
            "true" | "false" => return Ok(Expr::constant(u128::from(name == "true"), Type::INT, span)),
            _ => {}
        }
        if crate::c::primitives::memory_order(name).is_some() {
            return Err(self.error("misplaced-order", span, format!("the memory order `{name}` cannot stand here")));
        }
        let id = self.lookup(name, span)?;
        let ctype = self.locals[id].ctype;
        Ok(Expr { kind: ExprKind::Local(id), ctype, span })
    }

    fn unary(&mut self, operator: Unary, inner: &ast::Expr<'s>, span: Span) -> Checked<Expr> {
        let inner = self.value(inner)?;
        if operator == Unary::Not {
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), ctype: Type::INT, span });
        }
        let ctype = Type::Integer(inner.ctype.integer().promoted());
        let inner = convert(inner, ctype);
        if let Some(value) = inner.as_constant() {
            let value = match operator {
                Unary::Minus => value.wrapping_neg(),
                Unary::Complement => !value,
                Unary::Plus | Unary::Not => value,
            };
            return Ok(Expr::constant(value, ctype, span));
        }
        let kind = match operator {
            Unary::Minus => ExprKind::Negate(Box::new(inner)),
            Unary::Complement => ExprKind::Complement(Box::new(inner)),
            Unary::Plus | Unary::Not => return Ok(Expr { span, ..inner }),
        };
        Ok(Expr { kind, ctype, span })
    }

    fn binary(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Checked<Expr> {
        if operator.is_comparison() {
            return Ok(comparison(operator, left, right, span));
        }
        if let Some(result) = pointer_arithmetic(operator, &left, &right, span) {
            return Ok(result);
        }
        let ctype = computed_in(operator, left.ctype, right.ctype);
        let Computation { operator, operand } = self.computation(operator, right, ctype, span)?;
        let kind = ExprKind::Arithmetic(operator, Box::new(convert(left, ctype)), Box::new(operand));
        Ok(Expr { kind, ctype, span })
    }

    /// What `operator` means when it is computed in the type `ctype`, and its right operand in the right type.
    fn computation(&mut self, operator: Binary, right: Expr, ctype: Type, span: Span) -> Checked<Computation> {
        let signed = ctype.integer().signed;
        let plain = match operator {
            Binary::Multiply => BinaryOperator::Multiply,
            Binary::Add => BinaryOperator::Add,
            Binary::Subtract => BinaryOperator::Subtract,
            Binary::ShiftLeft => BinaryOperator::ShiftLeft,
            Binary::ShiftRight if signed => BinaryOperator::ShiftRightSigned,
            Binary::ShiftRight => BinaryOperator::ShiftRight,
            Binary::And => BinaryOperator::And,
            Binary::Xor => BinaryOperator::Xor,
            Binary::Or => BinaryOperator::Or,
            Binary::Divide | Binary::Remainder if right.as_constant() == Some(0) => {
                return Err(self.error("division-by-zero", right.span, "division by zero"));
            }
            Binary::Divide if signed => BinaryOperator::DivideSigned,
            Binary::Divide => BinaryOperator::Divide,
            Binary::Remainder if signed => BinaryOperator::RemainderSigned,
            Binary::Remainder => BinaryOperator::Remainder,
            _ => return Err(self.error("bad-operator", span, "a comparison cannot assign")),
        };
        Ok(Computation { operator: plain, operand: convert(right, ctype) })
    }

    fn conditional(
        &mut self,
        condition: &ast::Expr<'s>,
        then: &ast::Expr<'s>,
        otherwise: &ast::Expr<'s>,
        span: Span,
    ) -> Checked<Expr> {
        let condition = self.value(condition);
        let (then, otherwise) = (self.expr(then), self.expr(otherwise));
        let (condition, then, otherwise) = (condition?, then?, otherwise?);
        let ctype = match (&then.ctype, &otherwise.ctype) {
            (Type::Void, _) | (_, Type::Void) => Type::Void,
            (pointer @ Type::Pointer(_), _) | (_, pointer @ Type::Pointer(_)) => *pointer,
            (left, right) => Type::Integer(left.integer().common(right.integer())),
        };
        let kind = ExprKind::Conditional {
            condition: Box::new(condition),
            then: Box::new(convert(then, ctype)),
            otherwise: Box::new(convert(otherwise, ctype)),
        };
        Ok(Expr { kind, ctype, span })
    }

    fn assign(
        &mut self,
        operator: Option<Binary>,
        target: &ast::Expr<'s>,
        value: &ast::Expr<'s>,
        span: Span,
    ) -> Checked<Expr> {
        let value = self.value(value);
        if let Some(operator) = operator {
            return self.modify(operator, target, value?, false, span);
        }
        let (place, ctype) = self.place(target)?;
        let value = Box::new(self.assigned(value?, ctype)?);
        Ok(Expr { kind: ExprKind::Assign { place, value }, ctype, span })
    }

    fn modify(
        &mut self,
        operator: Binary,
        target: &ast::Expr<'s>,
        value: Expr,
        old: bool,
        span: Span,
    ) -> Checked<Expr> {
        let (place, ctype) = self.place(target)?;
        let (computed, value) = match &ctype {
            Type::Pointer(pointee) if matches!(operator, Binary::Add | Binary::Subtract) => {
                (ctype, scaled(value, pointee.get()))
            }
            _ => (computed_in(operator, ctype, value.ctype), value),
        };
        let Computation { operator, operand } = self.computation(operator, value, computed, span)?;
        let modify = Modify { place, ctype, operator, operand, old };
        Ok(Expr { kind: ExprKind::Modify(Box::new(modify)), ctype, span })
    }

    /// Something that can be assigned to, and its type.
    fn place(&mut self, target: &ast::Expr<'s>) -> Checked<(Assignable, Type)> {
        match &target.kind {
            ast::ExprKind::Name(name) => {
                let id = self.lookup(name, target.span)?;
                Ok((Assignable::Local(id), self.locals[id].ctype))
            }
            ast::ExprKind::Dereference(_) | ast::ExprKind::Index(..) => {
                let Lvalue { address, ctype, is_atomic } = self.lvalue(target)?;
                Ok((Assignable::Memory { address: Box::new(address), is_atomic }, ctype))
            }
            _ => Err(self.error("not-assignable", target.span, "this cannot be assigned to")),
        }
    }

    /// The address that `*p` or `p[i]` stands for, and the type of what is there.
    pub(super) fn lvalue_address(&mut self, lvalue: &ast::Expr<'s>) -> Checked<(Expr, Type)> {
        self.lvalue(lvalue).map(|lvalue| (lvalue.address, lvalue.ctype))
    }

    /// What `*p` or `p[i]` stands for.
    fn lvalue(&mut self, lvalue: &ast::Expr<'s>) -> Checked<Lvalue> {
        match &lvalue.kind {
            ast::ExprKind::Dereference(inner) => self.object(inner),
            ast::ExprKind::Index(array, index) => {
                let (array, index) = (self.object(array), self.value(index));
                let Lvalue { address, ctype, is_atomic } = array?;
                let offset = scaled(index?, ctype);
                let kind = ExprKind::Arithmetic(
                    BinaryOperator::Add,
                    Box::new(address),
                    Box::new(convert(offset, Type::Integer(Integer::LONG))),
                );
                let pointer = if is_atomic { ctype.pointer_to_atomic() } else { ctype.pointer() };
                let address = Expr { kind, ctype: pointer, span: lvalue.span };
                Ok(Lvalue { address, ctype, is_atomic })
            }
            _ => Err(self.error("not-in-memory", lvalue.span, "this is no place in memory: write `*` before it")),
        }
    }

    /// An expression used as an address, and the type of what is there.
    pub(super) fn pointer(&mut self, expr: &ast::Expr<'s>) -> Checked<(Expr, Type)> {
        self.object(expr).map(|lvalue| (lvalue.address, lvalue.ctype))
    }

    /// What a pointer points to.
    fn object(&mut self, expr: &ast::Expr<'s>) -> Checked<Lvalue> {
        let pointer = self.value(expr)?;
        let holds_addresses = self.holders.behind(expr, &self.function.parameters);
        let is_atomic = matches!(&pointer.ctype, Type::Pointer(pointee) if pointee.is_atomic());
        let pointee = match &pointer.ctype {
            Type::Pointer(pointee) if pointee.get() == Type::Void && !holds_addresses => {
                return Err(self.error("bad-type", expr.span, "this points to `void`: cast it"));
            }
            Type::Pointer(pointee) => pointee.get(),
            _ => Type::INT,
        };
        let is_narrow = !pointee.is_pointer() && pointee.width() < ADDRESS_WIDTH;
        let pointee = if holds_addresses && is_narrow { Type::Integer(Integer::LONG) } else { pointee };
        let address = if is_atomic { pointee.pointer_to_atomic() } else { pointee.pointer() };
        Ok(Lvalue { address: convert(pointer, address), ctype: pointee, is_atomic })
    }

    fn address_of(&mut self, inner: &ast::Expr<'s>, span: Span) -> Checked<Expr> {
        if let Some(name) = inner.as_name() {
            let is_parameter = names(&self.function.parameters, name);
            let (message, help) = if is_parameter {
                (
                    format!("`{name}` has no address"),
                    format!("`{name}` is itself the address of a location: write `{name}`"),
                )
            } else {
                (
                    format!("the local variable `{name}` has no address"),
                    "make it a location of the test and a parameter of the thread".to_owned(),
                )
            };
            return Err(self.report(Diagnostic::error("not-in-memory", span, message).help(help)));
        }
        let (address, _) = self.lvalue_address(inner)?;
        Ok(Expr { span, ..address })
    }
}

/// The type in which `operator` computes.
fn computed_in(operator: Binary, left: Type, right: Type) -> Type {
    let left = left.integer();
    Type::Integer(match operator {
        Binary::ShiftLeft | Binary::ShiftRight => left.promoted(),
        _ => left.common(right.integer()),
    })
}

/// An index as an offset in bytes, of the width of an address.
fn scaled(index: Expr, element: Type) -> Expr {
    let long = Type::Integer(Integer::LONG);
    let (bytes, span) = (element.bytes(), index.span);
    let index = convert(index, long);
    if let Some(value) = index.as_constant() {
        return Expr::constant(value.wrapping_mul(bytes as u128), long, span);
    }
    if bytes == 1 {
        return index;
    }
    let size = Box::new(Expr::constant(bytes as u128, long, span));
    let operator = BinaryOperator::Multiply;
    Expr { kind: ExprKind::Arithmetic(operator, Box::new(index), size), ctype: long, span }
}

/// A pointer and a number, or two pointers; `None` for what is computed with addresses as with numbers.
fn pointer_arithmetic(operator: Binary, left: &Expr, right: &Expr, span: Span) -> Option<Expr> {
    let (plain, left, right, ctype) = match (operator, &left.ctype, &right.ctype) {
        (Binary::Add, Type::Pointer(pointee), Type::Integer(_)) => {
            (BinaryOperator::Add, left.clone(), scaled(right.clone(), pointee.get()), left.ctype)
        }
        (Binary::Add, Type::Integer(_), Type::Pointer(pointee)) => {
            (BinaryOperator::Add, scaled(left.clone(), pointee.get()), right.clone(), right.ctype)
        }
        (Binary::Subtract, Type::Pointer(pointee), Type::Integer(_)) => {
            (BinaryOperator::Subtract, left.clone(), scaled(right.clone(), pointee.get()), left.ctype)
        }
        (Binary::Subtract, Type::Pointer(pointee), Type::Pointer(_)) => {
            let bytes = Expr {
                kind: ExprKind::Arithmetic(BinaryOperator::Subtract, Box::new(left.clone()), Box::new(right.clone())),
                ctype: Type::Integer(Integer::LONG),
                span,
            };
            let ctype = bytes.ctype;
            let size = Box::new(Expr::constant(pointee.get().bytes() as u128, ctype, span));
            let kind = ExprKind::Arithmetic(BinaryOperator::DivideSigned, Box::new(bytes), size);
            return Some(Expr { kind, ctype, span });
        }
        _ => return None,
    };
    let kind = ExprKind::Arithmetic(plain, Box::new(left), Box::new(right));
    Some(Expr { kind, ctype, span })
}

fn comparison(operator: Binary, left: Expr, right: Expr, span: Span) -> Expr {
    let common = Type::Integer(left.ctype.integer().common(right.ctype.integer()));
    let (left, right) = (convert(left, common), convert(right, common));
    let less = if common.integer().signed { BinaryOperator::LessSigned } else { BinaryOperator::Less };
    let (operator, negated, swapped) = match operator {
        Binary::Equal => (BinaryOperator::Equal, false, false),
        Binary::NotEqual => (BinaryOperator::Equal, true, false),
        Binary::Less => (less, false, false),
        Binary::Greater => (less, false, true),
        Binary::LessEqual => (less, true, true),
        _ => (less, true, false),
    };
    if let (Some(a), Some(b)) = (left.as_constant(), right.as_constant()) {
        let width = common.width();
        let signed = |value| sign_extended(value, width) as i128;
        let holds = match operator {
            BinaryOperator::Equal => a == b,
            BinaryOperator::LessSigned if swapped => signed(b) < signed(a),
            BinaryOperator::LessSigned => signed(a) < signed(b),
            _ if swapped => b < a,
            _ => a < b,
        };
        return Expr::constant(u128::from(holds != negated), Type::INT, span);
    }
    let (left, right) = if swapped { (right, left) } else { (left, right) };
    let kind = ExprKind::Compare { operator, negated, left: Box::new(left), right: Box::new(right) };
    Expr { kind, ctype: Type::INT, span }
}
