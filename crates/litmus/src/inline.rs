//! How the code of tests becomes inline assembly of C, for programs that run on the machine: what registers are called there, and which ones a program cannot use.

/// How a register is written: all of it, or its low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterForm {
    /// All of it.
    Full,
    /// 32 bits.
    Word,
    /// 16 bits.
    Half,
    /// 8 bits.
    Byte,
}

/// What inline assembly needs to know of an architecture.
#[derive(Debug)]
pub struct InlineAssembly {
    /// The family of registers that a word of an instruction names, and in what form it is written. A sigil is no part of the word.
    pub family: fn(&str) -> Option<(String, RegisterForm)>,
    /// A register of a family in a form, as the assembler wants it behind its sigil.
    pub spell: fn(&str, RegisterForm) -> String,
    /// What is named as clobbered.
    pub clobber: fn(&str) -> String,
    /// Registers that tests use and programs cannot.
    pub reserved: &'static [&'static str],
    /// Those that stand in for them, where the test does not use them.
    pub spare: &'static [&'static str],
    /// The instruction that loads a register, by how it is spelt, from so many bytes behind the operand `c`.
    pub load: fn(&str, usize) -> String,
    /// The instruction that stores it there.
    pub store: fn(&str, usize) -> String,
    /// The constraint of an operand that is the base of an address: on some machines one of the registers cannot be.
    pub base: &'static str,
    /// What else is clobbered.
    pub flags: &'static [&'static str],
    /// Whether registers have a `%` of their own, which is doubled in templates.
    pub escapes_percent: bool,
    /// Whether instructions name locations, which become operands of the template.
    pub names_locations: bool,
    /// Options that the C compiler needs.
    pub options: &'static str,
}

/// The number behind a letter, if a word is nothing else, up to `most`.
pub fn numbered(word: &str, letter: char, most: u32) -> Option<u32> {
    let number = word.strip_prefix(letter)?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|number| is_number && *number <= most)
}
