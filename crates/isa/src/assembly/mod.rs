//! What assembly languages share.
//!
//! An architecture is a table of [`Form`]s and a lowering. A form is a mnemonic, an operation, and a slot for each operand: what
//! kind of operand stands there, and whether the instruction reads or writes it. Reading, checking, printing, the hash and what an
//! instruction mentions follow from the slots; the lowering gives it its meaning.
//!
//! - [`word`]: what mnemonics and registers are looked up by.
//! - [`register`]: the registers of an architecture, by patterns, and the names of their parts.
//! - [`form`]: forms and slots, and the table of all forms, by name.
//! - `form_text`: forms as patterns for people.
//! - [`address`], [`memory`]: memory operands: a base and what is added to it; or a sum, as CISC machines have it.
//! - [`operand`]: operands and instructions, printed.
//! - [`parse`]: text to instructions. A mnemonic may have several forms: the first that fits counts; where none does, the
//!   diagnostic is that of the form that came furthest.
//! - [`known`]: instructions that were read before, by their text.
//! - [`lower`]: registers and reservations, for lowerings.
//!
//! An instruction is added in two places: its row in the table, and the lowering of its operation.

pub(crate) mod address;
pub(crate) mod form;
mod form_text;
pub(crate) mod known;
pub(crate) mod lower;
pub(crate) mod memory;
pub(crate) mod operand;
pub(crate) mod parse;
pub(crate) mod put;
pub(crate) mod reader;
pub(crate) mod register;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod word;

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;
use std::thread::LocalKey;

use litmus::{Assembly, CodeText, Descriptor, InstructionForm, LoweringContext, Mention, RegisterPart, TagNames};
use program::{BlockBuilder, IdVec, MixedSizes, Register, RegisterId, Width};
use source::{Cursor, Diagnostic};

use address::{AddressSyntax, Index};
use form::{Choice, Forms};
use known::{Known, KnownInstruction};
use operand::Instruction;
use reader::{Reader, Spanned, Syntax};
use register::{Classes, RegisterFile};

/// An assembly language: its table, its registers, its lowering. What machines differ in is data in its value.
pub trait Architecture: Syntax + Clone + Debug + Send + Sync + 'static {
    /// What instructions do, apart from their operands.
    type Operation: Copy + Debug + PartialEq + Send + Sync + 'static;

    /// As [`Assembly::descriptor`].
    const DESCRIPTOR: &'static Descriptor;
    /// How memory operands are written that are a base register and what is added to it.
    const ADDRESSES: AddressSyntax = AddressSyntax::Brackets;
    /// Whether memory operands may be written as old tests do: `0,r4` for `0(r4)`, `R5` for `[R5]`.
    const HAS_OLD_ADDRESSES: bool = false;
    /// Whether symbolic registers are of this class when nothing in the text says another.
    const SYMBOLIC: Classes;
    /// What may stand behind a mnemonic, such as the condition under which it is executed.
    const SUFFIXES: &'static Choice = &Choice { what: "nothing", words: &[] };
    /// What stands around the registers of a memory operand that is a sum, when it is printed.
    const MEMORY_BRACKETS: (&'static str, &'static str) = ("(", ")");
    /// What may stand before the name of a register, or nothing.
    const REGISTER_SIGIL: &'static str = "";
    /// What may begin or follow an operand and is known not to be supported, with the reason.
    const UNSUPPORTED_OPERANDS: &'static [(&'static str, &'static str)] = &[];
    /// Classes of registers that may be written as plain numbers, and what stands before the number in their names.
    const BARE_NUMBERS: &'static [(Classes, &'static str)] = &[];
    /// How many bits an address has.
    const ADDRESS_WIDTH: Width;
    /// As [`Assembly::instruction_bytes`].
    const INSTRUCTION_BYTES: Option<u16> = None;
    /// As [`Assembly::follows_known_branches`].
    const FOLLOWS_KNOWN_BRANCHES: bool = false;

    /// The names of the tags, where they are not given by a run.
    const TAGS: &'static [&'static str] = &[];
    /// As [`Assembly::absent_tags`].
    const ABSENT_TAGS: &'static [&'static str] = &[];

    /// As [`Assembly::tags`].
    fn tags(&self) -> TagNames<'_> {
        TagNames::Fixed(Self::TAGS)
    }

    /// As [`Assembly::number_width`].
    fn number_width(&self) -> Width {
        Self::ADDRESS_WIDTH
    }

    /// As [`Assembly::mixed_sizes`].
    fn mixed_sizes(&self) -> Option<MixedSizes> {
        None
    }

    /// The registers.
    fn registers() -> &'static RegisterFile;

    /// The table.
    fn forms() -> &'static Forms<Self>;

    /// The instructions that this thread has read.
    fn known() -> &'static LocalKey<Known<Self>>;

    /// Reads the letters and the sigil of a symbolic register, if one comes next; gives its class.
    fn symbolic_prefix(reader: &mut Reader<'_, '_, Self>) -> Option<Classes> {
        let is_symbolic = reader
            .rest()
            .strip_prefix('%')
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'));
        (is_symbolic && reader.eat("%")).then_some(Self::SYMBOLIC)
    }

    /// What stands before the name of a symbolic register of this class.
    fn symbolic_letters(_class: Classes) -> &'static str {
        "%"
    }

    /// What is printed before the name of a register of this class.
    fn register_sigil(class: Classes, hashed: bool) -> &'static str {
        let _ = (class, hashed);
        Self::REGISTER_SIGIL
    }

    /// Reads the mnemonic.
    ///
    /// # Errors
    /// When none comes next.
    fn mnemonic<'s>(reader: &mut Reader<'_, 's, Self>) -> Result<Spanned<Cow<'s, str>>, Diagnostic> {
        let name = reader.name().ok_or_else(|| reader.expected("an instruction"))?;
        Ok(Spanned { value: Cow::Borrowed(name.value), span: name.span })
    }

    /// What is wrong with an index register.
    fn index_is_wrong(index: &Index) -> Option<&'static str> {
        let _ = index;
        None
    }

    /// The diagnostic for a word that is no register, where it is known what it is.
    fn unknown_register(name: &str) -> Option<(&'static str, String)> {
        let _ = name;
        None
    }

    /// What to say of a register, by the name that is printed, where a slot does not take it; else it is said in general words.
    fn misplaced_register(name: &str) -> Option<&'static str> {
        let _ = name;
        None
    }

    /// Writes an instruction for the hash, where herd's hash has another text than people see; gives whether it did.
    fn put_hashed(instruction: &Instruction<Self>, text: &mut CodeText<'_>) -> bool {
        let _ = (instruction, text);
        false
    }

    /// As [`Assembly::lower`].
    fn lower(
        &self,
        instruction: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic>;
}

/// The registers and the table of an architecture, made when they are first asked for, and what each thread has read by them.
macro_rules! made_once {
    ($architecture:ty: $registers:path, $rows:path) => {
        fn registers() -> &'static $crate::assembly::register::RegisterFile {
            static REGISTERS: std::sync::LazyLock<$crate::assembly::register::RegisterFile> =
                std::sync::LazyLock::new($registers);
            &REGISTERS
        }

        fn forms() -> &'static $crate::assembly::form::Forms<$architecture> {
            static FORMS: std::sync::LazyLock<$crate::assembly::form::Forms<$architecture>> =
                std::sync::LazyLock::new(|| $crate::assembly::form::Forms::new($rows));
            &FORMS
        }

        fn known() -> &'static std::thread::LocalKey<$crate::assembly::known::Known<$architecture>> {
            std::thread_local! {
                static KNOWN: $crate::assembly::known::Known<$architecture> =
                    const { $crate::assembly::known::Known::new() };
            }
            &KNOWN
        }
    };
}

pub(crate) use made_once;

/// Makes an [`Assembly`] of an architecture: of its table, its registers and its lowering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assembler<A>(pub A);

impl<A: Architecture> Assembly for Assembler<A> {
    type Instruction = Arc<KnownInstruction<A>>;

    fn descriptor(&self) -> &'static Descriptor {
        A::DESCRIPTOR
    }

    fn tags(&self) -> TagNames<'_> {
        self.0.tags()
    }

    fn absent_tags(&self) -> TagNames<'_> {
        TagNames::Fixed(A::ABSENT_TAGS)
    }

    fn address_width(&self) -> Width {
        A::ADDRESS_WIDTH
    }

    fn number_width(&self) -> Width {
        self.0.number_width()
    }

    fn follows_known_branches(&self) -> bool {
        A::FOLLOWS_KNOWN_BRANCHES
    }

    fn mixed_sizes(&self) -> Option<MixedSizes> {
        self.0.mixed_sizes()
    }

    fn instruction_bytes(&self) -> Option<u16> {
        A::INSTRUCTION_BYTES
    }

    fn registers(&self) -> Arc<IdVec<RegisterId, Register>> {
        A::registers().all()
    }

    fn register(&self, name: &str) -> Option<RegisterPart> {
        A::registers().in_states(name)
    }

    fn register_names(&self) -> Vec<String> {
        A::registers().names_in_states()
    }

    fn whole_register(&self, word: &str) -> Option<String> {
        let file = A::registers();
        let name = file.get(file.find(word)?);
        // A zero register is none of those that states show.
        Some(name.part.map_or_else(|| name.text.clone(), |part| file.all()[part.register].name.clone()))
    }

    fn register_sigil(&self) -> &'static str {
        A::REGISTER_SIGIL
    }

    fn line_comments(&self) -> &'static [&'static str] {
        A::LINE_COMMENTS
    }

    fn forms(&self) -> Vec<InstructionForm> {
        A::forms().iter().map(form_text::of).collect()
    }

    fn allocatable(&self) -> Vec<RegisterId> {
        A::registers().allocatable().to_vec()
    }

    fn parse(&self, cell: &mut Cursor<'_>) -> Result<Arc<KnownInstruction<A>>, Diagnostic> {
        A::known().with(|known| known.read(cell))
    }

    fn print(&self, instruction: &Arc<KnownInstruction<A>>, text: &mut CodeText<'_>) {
        instruction.put(text);
    }

    fn mentions(&self, instruction: &Arc<KnownInstruction<A>>, visit: &mut dyn FnMut(Mention<'_>)) {
        instruction.mentions(visit);
    }

    fn names_only_registers(&self, instruction: &Arc<KnownInstruction<A>>) -> bool {
        instruction.names_only_registers()
    }

    fn lower(
        &self,
        instruction: &Arc<KnownInstruction<A>>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        self.0.lower(instruction, context, block)
    }
}
