//! Values of micro-operations as expressions of C.

use std::collections::BTreeSet;

use program::{BinaryOperator, Computation, MicroOp, RegisterId, Temp, UnaryOperator, Width};

use super::{NotAProgram, refuse, unsigned};

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A number of so many bits, zero above.
    Number(String, Width),
    /// An address: a location, and a distance in bytes.
    Pointer(String, String),
}

pub(super) fn mask(width: Width) -> String {
    if width >= 64 { "UINT64_MAX".to_owned() } else { format!("UINT64_C({})", (1u64 << width) - 1) }
}

impl Operand {
    pub(super) fn at(location: &str, offset: i64) -> Operand {
        Operand::Pointer(location.to_owned(), format!("{offset}"))
    }

    /// The object at an address.
    pub(super) fn dereferenced(&self, width: Width) -> Result<String, NotAProgram> {
        let ty = unsigned(width)?;
        match self {
            Operand::Pointer(location, offset) if offset == "0" => Ok(format!("*(volatile {ty} *)&{location}[0]")),
            Operand::Pointer(location, offset) => {
                Ok(format!("*(volatile {ty} *)((volatile char *)&{location}[0] + (int64_t)({offset}))"))
            }
            Operand::Number(..) => refuse("an address that comes from memory"),
        }
    }

    /// Some bits of it.
    pub(super) fn part(self, low: u16, part: Width, address: Width) -> Result<Operand, NotAProgram> {
        match self {
            Operand::Number(text, width) if low == 0 && part >= width => Ok(Operand::Number(text, part.min(64))),
            Operand::Number(text, _) if low < 64 => {
                Ok(Operand::Number(format!("(({text}) >> {low}) & {}", mask(part)), part))
            }
            Operand::Number(..) => Ok(Operand::Number("UINT64_C(0)".to_owned(), part)),
            Operand::Pointer(..) if low == 0 && part >= address => Ok(self),
            Operand::Pointer(..) => refuse("a part of an address"),
        }
    }
}

/// The line that writes bits of a register.
pub(super) fn written(name: &str, whole: Width, low: u16, value: &str, width: Width) -> Result<String, NotAProgram> {
    if low == 0 && width >= whole {
        return Ok(format!("{name} = {value};"));
    }
    if low >= 64 {
        return refuse("a register of more than 64 bits");
    }
    Ok(format!("{name} = ({name} & ~({} << {low})) | (({value}) << {low});", mask(width)))
}

/// The temporaries that accesses, branches and registers that are read come from.
pub(super) fn needed(block: &[MicroOp], read: &BTreeSet<RegisterId>) -> BTreeSet<Temp> {
    let mut needed = BTreeSet::new();
    // From the end: what an operation needs is known when all that use it have been seen.
    for op in block.iter().rev() {
        match op {
            MicroOp::Let { result, operation } => {
                if needed.contains(result) {
                    needed.extend(operation.operands());
                }
            }
            MicroOp::WriteRegister { register, value, .. } => {
                if read.contains(register) {
                    needed.insert(*value);
                }
            }
            MicroOp::Load { address, .. } => {
                needed.insert(*address);
            }
            MicroOp::Store { address, value, .. } => needed.extend([*address, *value]),
            MicroOp::Branch { condition, .. } => {
                needed.insert(*condition);
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                needed.insert(*condition);
                for inner in [then, otherwise] {
                    needed.extend(self::needed(inner, read));
                }
            }
            MicroOp::ReadRegister { .. }
            | MicroOp::Written { .. }
            | MicroOp::ReadModifyWrite { .. }
            | MicroOp::Synchronize { .. }
            | MicroOp::Nondeterministic { .. }
            | MicroOp::Assume { .. }
            | MicroOp::Require { .. }
            | MicroOp::Mark(_)
            | MicroOp::Fence { .. }
            | MicroOp::Jump(_)
            | MicroOp::JumpTo { .. } => {}
        }
    }
    needed
}

/// What an operation on temporaries gives.
pub(super) fn compute(
    operation: &Computation,
    address_width: Width,
    temp: &dyn Fn(Temp) -> Result<Operand, NotAProgram>,
) -> Result<Operand, NotAProgram> {
    let number = |of: Temp| match temp(of)? {
        Operand::Number(text, width) => Ok((text, width)),
        Operand::Pointer(..) => refuse("an address as a value"),
    };
    match *operation {
        Computation::Unary(operator, of) => {
            let (text, width) = number(of)?;
            let sign = match operator {
                UnaryOperator::Not => "~",
                UnaryOperator::Negate => "-",
                UnaryOperator::Convert(_) => return refuse("floating-point arithmetic"),
            };
            Ok(Operand::Number(format!("({sign}({text})) & {}", mask(width)), width))
        }
        Computation::Binary(operator, left, right) => match (operator, temp(left)?, temp(right)?) {
            (BinaryOperator::Add, Operand::Pointer(at, offset), Operand::Number(by, width))
            | (BinaryOperator::Add, Operand::Number(by, width), Operand::Pointer(at, offset)) => {
                let by = signed(&by, width);
                Ok(Operand::Pointer(at, if offset == "0" { by } else { format!("{offset} + {by}") }))
            }
            (BinaryOperator::Subtract, Operand::Pointer(at, offset), Operand::Number(by, width)) => {
                Ok(Operand::Pointer(at, format!("{offset} - {}", signed(&by, width))))
            }
            (_, Operand::Number(left, width), Operand::Number(right, _)) => binary(operator, &left, &right, width),
            _ => refuse("an address as a value"),
        },
        Computation::Extract { from, low, width } => temp(from)?.part(low, width, address_width),
        Computation::ZeroExtend(of, to) => match temp(of)? {
            Operand::Number(text, _) if to <= 64 => Ok(Operand::Number(text, to)),
            Operand::Number(..) => refuse("a value of more than 64 bits"),
            pointer @ Operand::Pointer(..) => Ok(pointer),
        },
        Computation::SignExtend(of, to) => {
            let (text, width) = number(of)?;
            Ok(Operand::Number(format!("(uint64_t)({}) & {}", signed(&text, width), mask(to)), to.min(64)))
        }
        Computation::Concatenate(high, low) => {
            let ((high, above), (low, below)) = (number(high)?, number(low)?);
            if above + below > 64 {
                return refuse("a value of more than 64 bits");
            }
            Ok(Operand::Number(format!("(({high}) << {below}) | ({low})"), above + below))
        }
        Computation::Select(condition, then, otherwise) => {
            let ((condition, _), (then, width), (otherwise, _)) =
                (number(condition)?, number(then)?, number(otherwise)?);
            // Masks in the place of `?:`, which a compiler could make a branch of: a branch orders writes behind it.
            Ok(Operand::Number(format!("(-({condition}) & ({then})) | ((({condition}) - 1) & ({otherwise}))"), width))
        }
        Computation::Constant(..) | Computation::Address(..) | Computation::Code(_) | Computation::Word(..) => {
            refuse("a constant")
        }
    }
}

/// A number of so many bits with its sign.
fn signed(text: &str, width: Width) -> String {
    if width >= 64 {
        return format!("(int64_t)({text})");
    }
    let above = 64 - width;
    format!("((int64_t)(({text}) << {above}) >> {above})")
}

fn binary(operator: BinaryOperator, left: &str, right: &str, width: Width) -> Result<Operand, NotAProgram> {
    let plain = |sign: &str| format!("(({left}) {sign} ({right})) & {}", mask(width));
    let compared = |left: String, sign: &str, right: String| Operand::Number(format!("({left}) {sign} ({right})"), 1);
    Ok(match operator {
        BinaryOperator::Add => Operand::Number(plain("+"), width),
        BinaryOperator::Subtract => Operand::Number(plain("-"), width),
        BinaryOperator::Multiply => Operand::Number(plain("*"), width),
        BinaryOperator::And => Operand::Number(plain("&"), width),
        BinaryOperator::Or => Operand::Number(plain("|"), width),
        BinaryOperator::Xor => Operand::Number(plain("^"), width),
        BinaryOperator::Equal => compared(left.to_owned(), "==", right.to_owned()),
        BinaryOperator::Less => compared(left.to_owned(), "<", right.to_owned()),
        BinaryOperator::LessSigned => compared(signed(left, width), "<", signed(right, width)),
        // A count of the width and more gives no value in C.
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight | BinaryOperator::ShiftRightSigned => {
            return refuse("a shift by a register");
        }
        BinaryOperator::Divide
        | BinaryOperator::DivideSigned
        | BinaryOperator::Remainder
        | BinaryOperator::RemainderSigned => return refuse("a division"),
        BinaryOperator::Float(_) => return refuse("floating-point arithmetic"),
    })
}
