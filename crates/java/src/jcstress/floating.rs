//! `float` and `double` where they are known: what literals are, what is computed before a test runs, and how results show them.
//!
//! Source: The Java Language Specification, 3.10.2, 5.1.2, 5.1.3, 15.17 to 15.21; java.lang.Double, `toString`.

use program::{BinaryOperator, FloatOperator};

use super::classes::{BOOLEAN, DOUBLE, FLOAT, Ty};
use super::expressions::promoted;
use super::values::{Const, Value, What};

/// A literal; `None` for one that is too large.
pub(super) fn literal<'u>(text: &str) -> Option<Value<'u>> {
    let text = text.replace('_', "");
    if let Some(digits) = text.strip_suffix(['f', 'F']) {
        let number = digits.parse::<f32>().ok().filter(|number| number.is_finite())?;
        return Some(Value::floating(u64::from(number.to_bits()), FLOAT));
    }
    let number = text.strip_suffix(['d', 'D']).unwrap_or(&text).parse::<f64>().ok()?;
    number.is_finite().then(|| Value::floating(number.to_bits(), DOUBLE))
}

/// The number, a `float` as the `double` that is equal.
fn as_double(value: &Value<'_>) -> Option<f64> {
    match value.what {
        What::Const(Const::Floating(bits)) if value.ty == FLOAT => Some(f64::from(f32::from_bits(bits as u32))),
        What::Const(Const::Floating(bits)) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

/// A known number as one of a primitive type, where one of the two types is floating-point (JLS 5.1.2, 5.1.3).
pub(super) fn converted<'u>(value: &Value<'u>, word: &'static str) -> Option<Value<'u>> {
    let ty = Ty::Primitive(word);
    let of_double = |number: f64| match word {
        "double" => Value::floating(number.to_bits(), DOUBLE),
        "float" => Value::floating(u64::from((number as f32).to_bits()), FLOAT),
        "long" => Value::number(number as i64, ty.clone()),
        "byte" => Value::number(i64::from(number as i32 as i8), ty.clone()),
        "short" => Value::number(i64::from(number as i32 as i16), ty.clone()),
        "char" => Value::number(i64::from(number as i32 as u16), ty.clone()),
        _ => Value::number(i64::from(number as i32), ty.clone()),
    };
    match (as_double(value), value.as_number()) {
        (Some(_), _) if value.ty == ty => Some(value.clone()),
        (Some(number), _) => Some(of_double(number)),
        (None, Some(number)) if word == "double" => Some(Value::floating((number as f64).to_bits(), DOUBLE)),
        // Rounded once.
        (None, Some(number)) if word == "float" => Some(Value::floating(u64::from((number as f32).to_bits()), FLOAT)),
        (None, _) => None,
    }
}

/// What an operator makes of two known numbers, one of them floating-point.
pub(super) fn folded<'u>(operator: &str, left: &Value<'u>, right: &Value<'u>) -> Option<Value<'u>> {
    let ty = promoted(&[&left.ty, &right.ty]);
    let word = if ty == FLOAT { "float" } else { "double" };
    let bits = |value: &Value<'u>| match converted(value, word)?.what {
        What::Const(Const::Floating(bits)) => Some(u128::from(bits)),
        _ => None,
    };
    let (a, b) = if ty.is_floating() { (bits(left)?, bits(right)?) } else { return None };
    let width = if ty == FLOAT { 32 } else { 64 };
    let compute = |float: FloatOperator, a: u128, b: u128| program::compute(BinaryOperator::Float(float), a, b, width);
    let arithmetic = |float: FloatOperator| Some(Value::floating(compute(float, a, b) as u64, ty.clone()));
    let truth = |is_true: bool| Some(Value::number(i64::from(is_true), BOOLEAN));
    let less = |a: u128, b: u128| compute(FloatOperator::Less, a, b) == 1;
    let is_equal = compute(FloatOperator::Equal, a, b) == 1;
    match operator {
        "+" => arithmetic(FloatOperator::Add),
        "-" => arithmetic(FloatOperator::Subtract),
        "*" => arithmetic(FloatOperator::Multiply),
        "/" => arithmetic(FloatOperator::Divide),
        "%" => arithmetic(FloatOperator::Remainder),
        "==" => truth(is_equal),
        "!=" => truth(!is_equal),
        "<" => truth(less(a, b)),
        ">" => truth(less(b, a)),
        "<=" => truth(less(a, b) || is_equal),
        ">=" => truth(less(b, a) || is_equal),
        _ => None,
    }
}

/// As litmus tests write it.
pub(super) fn show(bits: u64, ty: &Ty) -> String {
    let (text, is_finite) = match *ty == FLOAT {
        true => (format!("{:e}f", f32::from_bits(bits as u32)), f32::from_bits(bits as u32).is_finite()),
        false => (format!("{:e}", f64::from_bits(bits)), f64::from_bits(bits).is_finite()),
    };
    match (is_finite, *ty == FLOAT) {
        (true, _) if text.starts_with('-') => format!("({text})"),
        (true, _) => text,
        (false, true) => format!("intBitsToFloat({})", bits as u32 as i32),
        (false, false) => format!("longBitsToDouble({}L)", bits as i64),
    }
}

/// As `Double.toString` or `Float.toString` shows it: without an exponent from 10^-3 up to below 10^7, and with as many digits as distinguish it from its neighbours.
pub(super) fn to_string(bits: u64, is_double: bool) -> String {
    let (number, digits) = match is_double {
        true => (f64::from_bits(bits), format!("{:e}", f64::from_bits(bits))),
        false => (f64::from(f32::from_bits(bits as u32)), format!("{:e}", f32::from_bits(bits as u32))),
    };
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() };
    }
    if number == 0.0 || (1e-3..1e7).contains(&number.abs()) {
        return if is_double { format!("{number:?}") } else { format!("{:?}", f32::from_bits(bits as u32)) };
    }
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((&digits, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_as_java_shows_them() {
        let cases = [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-1.5, "-1.5"),
            (0.001, "0.001"),
            (0.0009, "9.0E-4"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (1.25e300, "1.25E300"),
            (2.121_995_790_5e-314, "2.1219957905E-314"),
            (f64::INFINITY, "Infinity"),
            (f64::NAN, "NaN"),
        ];
        for (number, text) in cases {
            assert_eq!(to_string(number.to_bits(), true), text);
        }
        assert_eq!(to_string(u64::from(0.1f32.to_bits()), false), "0.1");
        assert_eq!(to_string(u64::from(3e10f32.to_bits()), false), "3.0E10");
    }

    #[test]
    fn literals_and_constants_have_the_values_of_java() {
        let value = literal("1_0.5e1f").expect("a number");
        assert_eq!((show_of(&value), value.ty == FLOAT), ("1.05e2f".to_owned(), true));
        assert!(literal("1e400").is_none());
        let sum = folded("+", &literal("0.1").expect("a number"), &Value::number(1, super::super::classes::INT));
        assert_eq!(show_of(&sum.expect("known")), "1.1e0");
        let nan = folded("/", &literal("0d").expect("a number"), &literal("-0.0").expect("a number")).expect("known");
        assert_eq!(show_of(&nan), "longBitsToDouble(9221120237041090560L)");
        assert_eq!(folded("==", &nan, &nan).and_then(|value| value.as_number()), Some(0));
        assert_eq!(
            converted(&literal("1e10").expect("a number"), "int").and_then(|value| value.as_number()),
            Some(0x7fff_ffff)
        );
        assert_eq!(converted(&nan, "short").and_then(|value| value.as_number()), Some(0));
    }

    fn show_of(value: &Value<'_>) -> String {
        match value.what {
            What::Const(Const::Floating(bits)) => show(bits, &value.ty),
            _ => "no floating-point number".to_owned(),
        }
    }
}
