//! What lowerings share: registers, and places in the code.

use litmus::LoweringContext;
use litmus::RegisterPart;
use program::{BinaryOperator, BlockBuilder, CodePlace, InstructionId, RegisterId, Temp, Width};
use source::Diagnostic;

use super::Architecture;
use super::operand::{Operand, RegisterOperand, Target};

/// What a register operand stands for; `None` for the zero register.
pub(crate) fn part<A: Architecture>(context: &LoweringContext<'_>, register: &RegisterOperand) -> Option<RegisterPart> {
    match register {
        RegisterOperand::Named(name, _) => A::registers().get(*name).part,
        RegisterOperand::Symbolic { name, width, .. } => {
            // Without a register left the test is refused elsewhere.
            let first = A::registers().allocatable()[0];
            let register = context.symbolic(name).unwrap_or(first);
            Some(RegisterPart { register, low: 0, width: *width })
        }
    }
}

/// Reads a register; the zero register is a constant.
pub(crate) fn read<A: Architecture>(
    context: &LoweringContext<'_>,
    register: &RegisterOperand,
    block: &mut BlockBuilder,
) -> Temp {
    match part::<A>(context, register) {
        Some(part) => block.read(part.register, part.low, part.width),
        None => block.constant(0, register.width::<A>()),
    }
}

/// Writes a register, as many bits as it has; the zero register ignores it.
pub(crate) fn write<A: Architecture>(
    context: &LoweringContext<'_>,
    register: &RegisterOperand,
    value: Temp,
    block: &mut BlockBuilder,
) {
    if let Some(part) = part::<A>(context, register) {
        block.write(part.register, part.low, value);
    }
}

/// Jumps to the address in a register; it is a return where that is `link`, in which calls leave their return address.
pub(crate) fn jump_to<A: Architecture>(
    context: &LoweringContext<'_>,
    register: &RegisterOperand,
    link: RegisterId,
    block: &mut BlockBuilder,
) {
    let to = read::<A>(context, register, block);
    match part::<A>(context, register).is_some_and(|part| part.register == link) {
        true => block.return_to(to),
        false => block.jump_to(to),
    }
}

/// The value of an operand that is a register or a number: the number, or all bits of the register.
pub(crate) fn register_or_number<A: Architecture>(
    context: &LoweringContext<'_>,
    operand: &Operand,
    width: Width,
    block: &mut BlockBuilder,
) -> Temp {
    match operand {
        Operand::Number(number) => block.constant(*number, width),
        Operand::Register(register) => read::<A>(context, register, block),
        Operand::List(_)
        | Operand::Address(_)
        | Operand::Memory(_)
        | Operand::Target(_)
        | Operand::Symbol(_)
        | Operand::Choice(_)
        | Operand::ModifierBy { .. }
        | Operand::Modifier { .. } => unreachable!("{operand:?} where a register or a number is wanted"),
    }
}

/// The place in the code that the target of a jump stands for; it must be in the thread that names it.
///
/// # Errors
/// When there is none.
pub(crate) fn place(
    context: &LoweringContext<'_>,
    target: &Target,
    instruction_bytes: u16,
) -> Result<CodePlace, Diagnostic> {
    let next = context.next_place();
    match target {
        Target::Label(label) => match context.code_place(label) {
            Some(place) if place.thread == next.thread => Ok(place),
            Some(_) => {
                let message = format!("the label `{label}` stands in another thread");
                let diagnostic = Diagnostic::error("label-of-other-thread", context.span(), message);
                Err(diagnostic.help("a register can have its address as its initial value"))
            }
            None => Err(Diagnostic::error("unknown-label", context.span(), format!("no label `{label}` in this test"))),
        },
        Target::Offset(bytes) => {
            let instruction = i64::from(next.instruction.number()) - 1 + bytes / i64::from(instruction_bytes);
            match u32::try_from(instruction) {
                Ok(number) => Ok(CodePlace { instruction: InstructionId::from_number(number), ..next }),
                Err(_) => {
                    let message = "a jump to before the first instruction";
                    Err(Diagnostic::error("jump-target", context.span(), message))
                }
            }
        }
    }
}

/// The bit 1, but what uses it depends on all of `sources`.
pub(crate) fn one_from(sources: &[Temp], block: &mut BlockBuilder) -> Temp {
    let mut one = block.constant(1, 1);
    for &source in sources {
        let bit = block.extract(source, 0, 1);
        one = block.binary(BinaryOperator::Or, bit, one);
    }
    one
}

/// `value`, but what uses it depends on all of `sources` too.
pub(crate) fn tie(value: Temp, sources: &[Temp], block: &mut BlockBuilder) -> Temp {
    let one = one_from(sources, block);
    block.select(one, value, value)
}

/// `base` plus a number of bytes.
pub(crate) fn offset(base: Temp, by: i64, block: &mut BlockBuilder) -> Temp {
    if by == 0 {
        return base;
    }
    let by = block.constant(i128::from(by), block.width(base));
    block.binary(BinaryOperator::Add, base, by)
}

/// The register that stands for what the last load with a reservation reserved: the address in its low bits, the size of the access in
/// bytes above; all 0 when nothing is reserved. No register of the architecture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reservation {
    pub(crate) register: RegisterId,
    /// How many bits an address has.
    pub(crate) address_width: Width,
}

impl Reservation {
    /// How many bits hold the size.
    pub(crate) const SIZE_WIDTH: Width = 8;

    /// How many bits the register has.
    pub(crate) const fn width(self) -> Width {
        self.address_width + Reservation::SIZE_WIDTH
    }

    fn entry(self, address: Temp, bits: Width, block: &mut BlockBuilder) -> Temp {
        let size = block.constant(i128::from(bits / 8), Reservation::SIZE_WIDTH);
        block.concatenate(size, address)
    }

    /// Reserves `bits` at `address`.
    pub(crate) fn reserve(self, address: Temp, bits: Width, block: &mut BlockBuilder) {
        let reserved = self.entry(address, bits, block);
        block.write(self.register, 0, reserved);
    }

    /// Forgets the reservation.
    pub(crate) fn clear(self, block: &mut BlockBuilder) {
        let nothing = block.constant(0, self.width());
        block.write(self.register, 0, nothing);
    }

    /// Stores with `store` if the reservation is for `bits` at `address`, or fails; either is possible when it is. What the success
    /// (1) is goes to `report` in both cases. The reservation is cleared. As herd has it: that it is cleared depends on the reservation by
    /// control, and the store on the reservation and the address.
    pub(crate) fn store_conditional<V>(
        self,
        address: Temp,
        bits: Width,
        block: &mut BlockBuilder,
        prepare: impl FnOnce(&mut BlockBuilder) -> V,
        store: impl FnOnce(V, &mut BlockBuilder),
        report: impl Fn(bool, &mut BlockBuilder),
    ) {
        let reserved = block.read(self.register, 0, self.width());
        let is_read = one_from(&[reserved], block);
        block.choose(is_read, |block| self.clear(block), |_| {});
        let success = block.nondeterministic_bit();
        block.choose(
            success,
            |block| {
                let reserved_address = block.extract(reserved, 0, self.address_width);
                let reserved_size = block.extract(reserved, self.address_width, Reservation::SIZE_WIDTH);
                let wanted = block.constant(i128::from(bits / 8), Reservation::SIZE_WIDTH);
                let same_size = block.equal(reserved_size, wanted);
                block.assume(same_size);
                let same_address = block.equal(reserved_address, address);
                block.assume(same_address);
                let value = prepare(block);
                let matched = one_from(&[reserved, address], block);
                block.choose(matched, |block| store(value, block), |_| {});
                report(true, block);
            },
            |block| report(false, block),
        );
    }
}
