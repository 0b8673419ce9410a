//! What a language has, beside the tests that are written in it: for editors.

use source::Span;

use crate::Lexeme;

/// A way to write an instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InstructionForm {
    /// Its mnemonic; where instructions have none, a whole instruction as an example.
    pub mnemonic: String,
    /// What stands behind it, a pattern for people: `Xn, [Xn, #imm]`. Empty where nothing does.
    pub operands: String,
}

/// The instructions and registers of a language.
pub trait InstructionSet {
    /// The name of the register that a word names, or a part of which it names, as states show it; none where instructions name no register so.
    fn whole_register(&self, word: &str) -> Option<String>;

    /// Whether instructions may name a register so.
    fn is_register(&self, word: &str) -> bool {
        self.whole_register(word).is_some()
    }

    /// The names of registers, as initial states and conditions have them.
    fn register_names(&self) -> Vec<String>;

    /// What stands before the name of a register in instructions, or nothing.
    fn register_sigil(&self) -> &'static str;

    /// What begins a comment in an instruction that ends with its line.
    fn line_comments(&self) -> &'static [&'static str];

    /// The ways to write instructions, in the order of the alphabet, none twice.
    fn forms(&self) -> Vec<InstructionForm>;
}

/// A function, method or macro that programs call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What its arguments are, in the brackets of a call: `object, order`.
    pub arguments: String,
}

/// The words of a language whose programs are text and no tables, such as C.
pub trait ProgramWords {
    /// The pieces of a program, which stands at `program` in `text`, in order; what begins no token is left out.
    fn lexemes(&self, text: &str, program: Span) -> Vec<Lexeme>;

    /// Its reserved words, but for those of types.
    fn keywords(&self) -> Vec<String>;

    /// The words that types are written with.
    fn types(&self) -> Vec<String>;

    /// What can be called, in the order of the alphabet, none twice.
    fn functions(&self) -> Vec<Function>;

    /// The names of constants.
    fn constants(&self) -> Vec<String>;
}
