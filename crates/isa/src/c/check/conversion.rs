//! Conversions between types (C11 6.3).

use program::truncate;

use super::{Checked, Checker};
use crate::c::ctype::Type;
use crate::c::typed::{Expr, ExprKind};

/// `expr` as a value of type `wanted`.
pub(super) fn convert(expr: Expr, wanted: Type) -> Expr {
    if expr.ctype == wanted || wanted == Type::Void {
        return Expr { ctype: wanted, ..expr };
    }
    let (from, to) = (expr.ctype.integer(), wanted.integer());
    let span = expr.span;
    if to.boolean && !from.boolean {
        return truth(expr, wanted);
    }
    if let ExprKind::Constant(value) = expr.kind {
        let value = if from.signed { sign_extended(value, from.width) } else { value };
        return Expr::constant(value, wanted, span);
    }
    if from.width == to.width {
        return Expr { ctype: wanted, ..expr };
    }
    Expr { kind: ExprKind::Convert(Box::new(expr)), ctype: wanted, span }
}

impl Checker<'_, '_> {
    /// [`convert`] where C assigns. A constant of more than 64 bits has a type only here (`__int128`): where it does not fit it is a mistake, as compilers say.
    pub(super) fn assigned(&mut self, expr: Expr, wanted: Type) -> Checked<Expr> {
        let (from, to) = (expr.ctype.integer(), wanted.integer());
        if let (ExprKind::Constant(value), true) = (&expr.kind, wanted != Type::Void && !to.boolean)
            && from.width > 64
            && to.width <= 64
        {
            let kept = truncate(*value, to.width);
            let is_negative = from.signed && sign_extended(kept, to.width) == *value;
            if kept != *value && !is_negative {
                return Err(self.error("number-too-large", expr.span, "a number of more than 64 bits"));
            }
        }
        Ok(convert(expr, wanted))
    }
}

/// `expr != 0` as a value of type `ctype`.
fn truth(expr: Expr, ctype: Type) -> Expr {
    let span = expr.span;
    if let Some(value) = expr.as_constant() {
        return Expr::constant(u128::from(value != 0), ctype, span);
    }
    let zero = Box::new(Expr::constant(0, expr.ctype, span));
    let operator = program::BinaryOperator::Equal;
    let kind = ExprKind::Compare { operator, negated: true, left: Box::new(expr), right: zero };
    Expr { kind, ctype, span }
}

/// The low `width` bits of `value` with their sign.
pub(super) fn sign_extended(value: u128, width: u16) -> u128 {
    let sign = 1_u128 << (width - 1);
    (truncate(value, width) ^ sign).wrapping_sub(sign)
}
