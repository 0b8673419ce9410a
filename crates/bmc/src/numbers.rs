//! Numbers as vectors of literals, lowest bit first.

use batsat::Lit;
use program::BinaryOperator;

use crate::formula::Formula;

pub(crate) type Bits = Vec<Lit>;

pub(crate) fn constant(formula: &Formula<'_>, value: u128, width: usize) -> Bits {
    (0..width).map(|bit| formula.constant(bit < 128 && value >> bit & 1 == 1)).collect()
}

pub(crate) fn equal(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Vec<Lit> = a.iter().zip(b).map(|(&a, &b)| formula.same(a, b)).collect();
    formula.and_all(same)
}

/// `a` where `condition` holds, else `b`.
pub(crate) fn choose(formula: &mut Formula<'_>, condition: Lit, a: &[Lit], b: &[Lit]) -> Bits {
    a.iter().zip(b).map(|(&a, &b)| formula.choose(condition, a, b)).collect()
}

/// The sum with a carry in, and the carry out.
fn add_with(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Bits, Lit) {
    let mut sum = Bits::with_capacity(a.len());
    for (&a, &b) in a.iter().zip(b) {
        let half = formula.xor(a, b);
        sum.push(formula.xor(half, carry));
        let both = formula.and(a, b);
        let through = formula.and(half, carry);
        carry = formula.or(both, through);
    }
    (sum, carry)
}

pub(crate) fn add(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Bits {
    let no = formula.no();
    add_with(formula, a, b, no).0
}

fn complement(bits: &[Lit]) -> Bits {
    bits.iter().map(|&bit| !bit).collect()
}

pub(crate) fn subtract(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Bits {
    let yes = formula.yes();
    add_with(formula, a, &complement(b), yes).0
}

pub(crate) fn negate(formula: &mut Formula<'_>, a: &[Lit]) -> Bits {
    let zero = constant(formula, 0, a.len());
    subtract(formula, &zero, a)
}

/// Unsigned less-than: the difference borrows.
pub(crate) fn less(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Lit {
    let yes = formula.yes();
    !add_with(formula, a, &complement(b), yes).1
}

fn less_signed(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Lit {
    let flip = |bits: &[Lit]| {
        let mut bits = bits.to_vec();
        if let Some(sign) = bits.last_mut() {
            *sign = !*sign;
        }
        bits
    };
    less(formula, &flip(a), &flip(b))
}

fn multiply(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> Bits {
    let width = a.len();
    let mut sum = constant(formula, 0, width);
    for (at, &bit) in b.iter().enumerate() {
        if formula.known(bit) == Some(false) {
            continue;
        }
        let mut shifted = constant(formula, 0, at.min(width));
        for &digit in &a[..width - at] {
            shifted.push(formula.and(digit, bit));
        }
        sum = add(formula, &sum, &shifted);
    }
    sum
}

/// Quotient and remainder, by division on paper; by zero the quotient is all ones and the remainder the dividend.
fn divide(formula: &mut Formula<'_>, a: &[Lit], b: &[Lit]) -> (Bits, Bits) {
    let width = a.len();
    // One bit more than the divisor, so that nothing is lost.
    let mut divisor = b.to_vec();
    divisor.push(formula.no());
    let mut rest = constant(formula, 0, width + 1);
    let mut quotient = constant(formula, 0, width);
    for at in (0..width).rev() {
        rest.pop();
        rest.insert(0, a[at]);
        let fits = !less(formula, &rest, &divisor);
        let less_divisor = subtract(formula, &rest, &divisor);
        rest = choose(formula, fits, &less_divisor, &rest);
        quotient[at] = fits;
    }
    rest.truncate(width);
    (quotient, rest)
}

fn is_zero(formula: &mut Formula<'_>, bits: &[Lit]) -> Lit {
    !formula.or_all(bits.iter().copied())
}

fn division(formula: &mut Formula<'_>, operator: BinaryOperator, a: &[Lit], b: &[Lit]) -> Bits {
    use BinaryOperator::{Divide, DivideSigned, RemainderSigned};
    let is_signed = matches!(operator, DivideSigned | RemainderSigned);
    let sign = |bits: &[Lit], formula: &Formula<'_>| {
        let sign = bits.last().copied().filter(|_| is_signed);
        sign.unwrap_or(formula.no())
    };
    let (of_a, of_b) = (sign(a, formula), sign(b, formula));
    let absolute = |formula: &mut Formula<'_>, bits: &[Lit], sign: Lit| {
        let negated = negate(formula, bits);
        choose(formula, sign, &negated, bits)
    };
    let (positive_a, positive_b) = (absolute(formula, a, of_a), absolute(formula, b, of_b));
    let (quotient, rest) = divide(formula, &positive_a, &positive_b);
    let by_zero = is_zero(formula, b);
    if matches!(operator, Divide | DivideSigned) {
        let differ = formula.xor(of_a, of_b);
        let quotient = absolute(formula, &quotient, differ);
        let zero = constant(formula, 0, a.len());
        return choose(formula, by_zero, &zero, &quotient);
    }
    let rest = absolute(formula, &rest, of_a);
    choose(formula, by_zero, a, &rest)
}

/// The bits moved up (or down) by as many places as `by` says; `fill` comes in.
fn shift(formula: &mut Formula<'_>, bits: &[Lit], by: &[Lit], goes_up: bool, fill: Lit) -> Bits {
    let width = bits.len();
    let mut result = bits.to_vec();
    let mut too_far = formula.no();
    for (at, &bit) in by.iter().enumerate() {
        let places = 1usize.checked_shl(at as u32).filter(|&places| at < 16 && places < width);
        let Some(places) = places else {
            too_far = formula.or(too_far, bit);
            continue;
        };
        let moved: Bits = (0..width)
            .map(|to| {
                let from =
                    if goes_up { to.checked_sub(places) } else { Some(to + places).filter(|&from| from < width) };
                from.map_or(fill, |from| result[from])
            })
            .collect();
        result = choose(formula, bit, &moved, &result);
    }
    // Counts below a power of two that are not below the width have moved everything out already.
    let all = vec![fill; width];
    choose(formula, too_far, &all, &result)
}

/// What an operator makes of two numbers, one bit for comparisons. As [`program::compute`].
pub(crate) fn compute(formula: &mut Formula<'_>, operator: BinaryOperator, a: &[Lit], b: &[Lit]) -> Bits {
    use BinaryOperator as Operator;
    let no = formula.no();
    let each = |formula: &mut Formula<'_>, gate: fn(&mut Formula<'_>, Lit, Lit) -> Lit| -> Bits {
        a.iter().zip(b).map(|(&a, &b)| gate(formula, a, b)).collect()
    };
    match operator {
        Operator::Add => add(formula, a, b),
        Operator::Subtract => subtract(formula, a, b),
        Operator::Multiply => multiply(formula, a, b),
        Operator::Divide | Operator::DivideSigned | Operator::Remainder | Operator::RemainderSigned => {
            division(formula, operator, a, b)
        }
        Operator::And => each(formula, |formula, a, b| formula.and(a, b)),
        Operator::Or => each(formula, |formula, a, b| formula.or(a, b)),
        Operator::Xor => each(formula, |formula, a, b| formula.xor(a, b)),
        Operator::ShiftLeft => shift(formula, a, b, true, no),
        Operator::ShiftRight => shift(formula, a, b, false, no),
        Operator::ShiftRightSigned => {
            let sign = a.last().copied().unwrap_or(no);
            shift(formula, a, b, false, sign)
        }
        Operator::Equal => vec![equal(formula, a, b)],
        Operator::Less => vec![less(formula, a, b)],
        Operator::LessSigned => vec![less_signed(formula, a, b)],
        Operator::Float(_) => unreachable!("floating-point arithmetic has no circuit here: `Values` calls it unclear"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Found;
    use BinaryOperator::{
        Add, And, Divide, DivideSigned, Equal, Less, LessSigned, Multiply, Or, Remainder, RemainderSigned, ShiftLeft,
        ShiftRight, ShiftRightSigned, Subtract, Xor,
    };

    /// The number, where all bits are known.
    fn known(formula: &Formula<'_>, bits: &[Lit]) -> Option<u128> {
        bits.iter().enumerate().try_fold(0, |value, (at, &bit)| Some(value | u128::from(formula.known(bit)?) << at))
    }

    /// Both for constants, which fold, and for operands that the solver chooses.
    #[test]
    fn circuits_compute_what_operators_do() {
        let all = [
            Add,
            Subtract,
            Multiply,
            Divide,
            DivideSigned,
            Remainder,
            RemainderSigned,
            And,
            Or,
            Xor,
            ShiftLeft,
            ShiftRight,
            ShiftRightSigned,
            Equal,
            Less,
            LessSigned,
        ];
        let width = 5;
        let never = || false;
        for operator in all {
            let mut formula = Formula::new(&never);
            let operands: [Bits; 2] = std::array::from_fn(|_| (0..width).map(|_| formula.fresh()).collect());
            let result = compute(&mut formula, operator, &operands[0], &operands[1]);
            for a in 0..32 {
                for b in (0..32).step_by(if a % 4 == 0 { 1 } else { 5 }) {
                    let wide = program::compute(operator, a, b, width as u16);
                    let expected = program::truncate(wide, result.len() as u16);
                    let folded = [a, b].map(|value| constant(&formula, value, width));
                    let folded = compute(&mut formula, operator, &folded[0], &folded[1]);
                    assert_eq!(known(&formula, &folded), Some(expected), "{operator:?} {a} {b}");
                    let value = |bits: &Bits, value: u128| -> Vec<Lit> {
                        bits.iter()
                            .enumerate()
                            .map(|(at, &bit)| if value >> at & 1 == 1 { bit } else { !bit })
                            .collect()
                    };
                    let assumed = [value(&operands[0], a), value(&operands[1], b)].concat();
                    assert_eq!(formula.solve(&assumed), Found::Assignment);
                    let found =
                        result.iter().enumerate().fold(0, |sum, (at, &bit)| sum | u128::from(formula.value(bit)) << at);
                    assert_eq!(found, expected, "{operator:?} {a} {b}");
                }
            }
        }
    }
}
