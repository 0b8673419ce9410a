//! What stands in a program beside an instruction of inline assembly: the command that assembles it writes it, the runtime reads it.

/// What an instruction is to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssemblyStep {
    /// It may access memory, and it is not known which.
    Unseen,
    /// A barrier of reads and writes with all later ones.
    FullBarrier,
    /// A barrier of reads with later accesses.
    ReadBarrier,
    /// A barrier of writes with later writes.
    WriteBarrier,
    /// It reads its operand in memory.
    Load,
    /// It writes it.
    Store,
    /// It reads and writes it, atomically.
    Update,
    /// It reads and writes it, and others may do so in between.
    LoadAndStore,
}

impl AssemblyStep {
    const ALL: [AssemblyStep; 8] = [
        AssemblyStep::Unseen,
        AssemblyStep::FullBarrier,
        AssemblyStep::ReadBarrier,
        AssemblyStep::WriteBarrier,
        AssemblyStep::Load,
        AssemblyStep::Store,
        AssemblyStep::Update,
        AssemblyStep::LoadAndStore,
    ];

    /// Its number in a record.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The step with this number.
    pub fn of(number: u8) -> Option<AssemblyStep> {
        AssemblyStep::ALL.get(usize::from(number)).copied()
    }
}

/// A record. [`AssemblyRecord::directives`] is its text for an assembler.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct AssemblyRecord {
    /// What is added to the registers of the operand.
    pub displacement: u64,
    /// The address of a text for people that ends with 0, or 0.
    pub text: u64,
    /// The number of an [`AssemblyStep`].
    pub step: u8,
    /// The bytes of the operand.
    pub size: u8,
    /// The number of its base register, as instructions encode it, or [`AssemblyRecord::NONE`].
    pub base: u8,
    /// That of its index register.
    pub index: u8,
    /// What the index is multiplied by.
    pub scale: u8,
}

impl AssemblyRecord {
    /// No register.
    pub const NONE: u8 = 0xff;

    /// The directives that write a record; `displacement` and `text` are expressions.
    pub fn directives(
        displacement: &str,
        text: &str,
        step: AssemblyStep,
        [size, base, index, scale]: [u8; 4],
    ) -> String {
        let step = step.number();
        format!("\t.quad\t{displacement}\n\t.quad\t{text}\n\t.byte\t{step}, {size}, {base}, {index}, {scale}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_their_numbers() {
        for step in AssemblyStep::ALL {
            assert_eq!(AssemblyStep::of(step.number()), Some(step));
        }
        assert_eq!(AssemblyStep::of(8), None);
    }
}
