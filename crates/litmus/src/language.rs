//! What a language must offer to be used in litmus tests.
//!
//! The envelope (this crate) knows threads as rows of cells, labels, names of registers and nothing of instructions. A
//! language turns cells into [`Code`]; code prints itself canonically (for the hash and for printing tests) and
//! lowers itself to micro-operations. Assembly languages implement [`Assembly`], which speaks of one instruction; what they have
//! in common (labels, empty cells, symbolic registers) is done once, in [`Table`](crate::Table).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use program::{
    BlockBuilder, CodePlace, ElementType, IdVec, InitialRegister, InstructionId, LocationId, MixedSizes, Program,
    Register, RegisterId, TagSet, Target, Thread, ThreadId, Width,
};
use smallvec::SmallVec;
use source::{Cursor, Diagnostic, Span};

use crate::{Hierarchy, InlineAssembly, InstructionForm, InstructionSet, NumberFormat, ProgramWords, RawProgram, Test};

/// What is known about a language beside how its tests are read; each language has one.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The architecture word that begins a test.
    pub name: &'static str,
    /// A small test in the language: store buffering. It allows four outcomes under any model that is weaker than
    /// sequential consistency.
    pub sample: &'static str,
    /// The name of the model that tests are run under when none is named.
    pub default_model: Option<&'static str>,
    /// How its threads are written as inline assembly of C; none where no programs are written for its machines.
    pub inline_assembly: Option<&'static InlineAssembly>,
}

/// The names of tags: a language may have fixed ones, or those that a run gives it.
#[derive(Clone, Copy, Debug)]
pub enum TagNames<'a> {
    /// The language's own.
    Fixed(&'a [&'static str]),
    /// Those of a bell file, for example.
    Given(&'a [String]),
}

impl<'a> TagNames<'a> {
    /// How many.
    pub fn len(self) -> usize {
        match self {
            TagNames::Fixed(names) => names.len(),
            TagNames::Given(names) => names.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The names, each at the number of its tag. They cost nothing where the language has fixed ones.
    pub fn iter(self) -> impl Iterator<Item = Cow<'static, str>> + 'a {
        (0..self.len()).map(move |at| match self {
            TagNames::Fixed(names) => Cow::Borrowed(names[at]),
            TagNames::Given(names) => Cow::Owned(names[at].clone()),
        })
    }
}

/// A language of litmus tests.
pub trait Language: Send + Sync {
    /// What is known about it beside how its tests are read.
    fn descriptor(&self) -> &'static Descriptor;

    /// The architecture word that begins a test: `X86_64`, `AArch64`, `C`.
    fn name(&self) -> &'static str {
        self.descriptor().name
    }

    /// The tags that events can carry, beside the sets that every language has. Index = bit of a
    /// [`TagSet`](program::TagSet); a cat model sees each name as a set of events.
    fn tags(&self) -> TagNames<'_>;

    /// Names of tags that models use and that no event carries here.
    fn absent_tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&[])
    }

    /// The scopes and levels that trees behind a program may name; none where there are no such trees.
    fn hierarchy(&self) -> Option<&Hierarchy> {
        None
    }

    /// What a program may do besides accesses and fences that a model has to know of, else it would be passed over: the tag of such an event, and
    /// what it is called.
    fn constructs(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// How many bits an address has; a machine word.
    fn address_width(&self) -> Width;

    /// What the writes are tagged with that give memory its initial values.
    fn initial_tags(&self) -> TagSet {
        TagSet::NONE
    }

    /// Whether a loop whose condition is known (it counts to a constant) is followed to its end, whatever the unroll bound.
    fn follows_known_branches(&self) -> bool {
        false
    }

    /// What is known of accesses that overlap without being equal, and of unaligned ones; `None` where they are not supported.
    fn mixed_sizes(&self) -> Option<MixedSizes> {
        None
    }

    /// How many bits a number has in the conditions that logs print; they print there as signed numbers of this width.
    /// (herd computes with words of 32 bits for some languages whose addresses are wider.)
    fn number_width(&self) -> Width {
        self.address_width()
    }

    /// Reads the threads of a test. `text` is the whole source that the spans of `raw` point into; the code may borrow from it.
    ///
    /// # Errors
    /// Every mistake found, each with its place.
    fn parse<'t>(&self, raw: &RawProgram, text: &'t str) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>>;

    /// Its instructions and registers; none for languages of another kind, such as C.
    fn instruction_set(&self) -> Option<&dyn InstructionSet> {
        None
    }

    /// Its words; none for languages of instructions.
    fn program_words(&self) -> Option<&dyn ProgramWords> {
        None
    }
}

/// Passes everything on, what has a default included.
impl<L: Language + ?Sized> Language for &L {
    fn descriptor(&self) -> &'static Descriptor {
        (**self).descriptor()
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn tags(&self) -> TagNames<'_> {
        (**self).tags()
    }

    fn constructs(&self) -> &'static [(&'static str, &'static str)] {
        (**self).constructs()
    }

    fn absent_tags(&self) -> TagNames<'_> {
        (**self).absent_tags()
    }

    fn hierarchy(&self) -> Option<&Hierarchy> {
        (**self).hierarchy()
    }

    fn address_width(&self) -> Width {
        (**self).address_width()
    }

    fn initial_tags(&self) -> TagSet {
        (**self).initial_tags()
    }

    fn follows_known_branches(&self) -> bool {
        (**self).follows_known_branches()
    }

    fn mixed_sizes(&self) -> Option<MixedSizes> {
        (**self).mixed_sizes()
    }

    fn number_width(&self) -> Width {
        (**self).number_width()
    }

    fn parse<'t>(&self, raw: &RawProgram, text: &'t str) -> Result<Box<dyn Code + 't>, Vec<Diagnostic>> {
        (**self).parse(raw, text)
    }

    fn instruction_set(&self) -> Option<&dyn InstructionSet> {
        (**self).instruction_set()
    }

    fn program_words(&self) -> Option<&dyn ProgramWords> {
        (**self).program_words()
    }
}

/// A part of a register: what a register's name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegisterPart {
    /// The register.
    pub register: RegisterId,
    /// First bit.
    pub low: u16,
    /// How many bits.
    pub width: Width,
}

/// The threads of a test in some language, read.
pub trait Code: Send + Sync {
    /// The cells of each thread in canonical form, as herd prints or hashes them: one instruction or one label (`L0:`) a cell.
    /// Empty cells are left out. `label` writes the names of labels.
    fn cells(&self, spelling: Spelling, label: &dyn Fn(&str, &mut String)) -> Vec<Cells>;

    /// How many threads there are.
    fn threads(&self) -> usize;

    /// The registers that can be named, in the order in which states show them.
    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>>;

    /// What `name` stands for in `thread`, `None` when it is no register. Symbolic registers are written `%name`.
    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart>;

    /// The names of all labels.
    fn labels(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The place in the code that a label stands for; labels are global.
    fn label(&self, name: &str) -> Option<CodePlace> {
        let _ = name;
        None
    }

    /// The instruction at a place as a value, in canonical form with distances for labels (`B .+4`); `None` where there is none, and in
    /// languages whose code cannot be read as memory.
    fn word(&self, place: CodePlace) -> Option<String> {
        let _ = place;
        None
    }

    /// Whether code can be read as memory: whether [`Code::word`] gives anything.
    fn has_words(&self) -> bool {
        false
    }

    /// The canonical form of an instruction that the initial state or a condition has as a value (`instr:"b .+4"`).
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_word(&self, text: &str) -> Result<String, String> {
        let _ = text;
        Err("not supported yet: instructions as values".to_owned())
    }

    /// Records that the initial state or a condition names a register of the thread `name`, so that no symbolic register of the
    /// thread may be given it. [`Test::read_code`](crate::Test::read_code) does.
    fn reserve(&mut self, thread: ThreadId, name: &str) {
        let _ = (thread, name);
    }

    /// Looks at the initial state of the test, whose types may say what the code means. [`Test::read_code`](crate::Test::read_code) calls it, before anything else.
    ///
    /// # Errors
    /// What in the code does not fit these types.
    fn learn(&mut self, test: &Test<'_>) -> Result<(), Vec<Diagnostic>> {
        let _ = test;
        Ok(())
    }

    /// Records which locations the initial state puts addresses into, whatever their types say.
    /// [`Test::read_code`](crate::Test::read_code) does.
    fn holds_addresses(&mut self, locations: &[&str]) {
        let _ = locations;
    }

    /// How the numbers in `part` of a register of `thread` print and compare in final states, where the code declares that. A
    /// type in the initial state comes first; without either it is that of an `int`.
    fn number_format(&self, thread: ThreadId, part: RegisterPart) -> Option<NumberFormat> {
        let _ = (thread, part);
        None
    }

    /// Names that [`Code::register`] knows, to suggest one.
    fn register_names(&self) -> Vec<String>;

    /// The symbols that instructions name as memory locations, in the order of the text, without duplicates.
    fn locations(&self) -> Vec<Cow<'_, str>>;

    /// How many bits a `long` of the initial state has. herd takes it for 32 bits; where the code itself has the type, that decides.
    fn long_width(&self) -> Width {
        32
    }

    /// The type that a name in the initial state stands for, where the language has one of that name which tests in general have not.
    fn element_type(&self, name: &str) -> Option<ElementType> {
        let _ = name;
        None
    }

    /// Whether addresses may be stored through pointers that are themselves values, whatever the initial state says of the type of
    /// what they point to.
    fn stores_addresses_anywhere(&self) -> bool {
        false
    }

    /// Whether a location without a type begins with a number of an `int`, zeros above it where it is accessed as a larger one: so it is in assembly. In a language with types the code has them.
    fn untyped_are_ints(&self) -> bool {
        false
    }

    /// Whether the type of a scalar in the initial state says how large it is. Else it says how its numbers print, and no more: what is accessed is as large as its largest access.
    fn types_are_sizes(&self) -> bool {
        true
    }

    /// The threads as micro-operations. `location` finds a symbol's location; it knows those that [`Code::locations`]
    /// lists.
    ///
    /// # Errors
    /// What cannot be lowered, each with its place (for example a jump to a label that does not exist).
    fn lower(&self, location: &dyn Fn(&str) -> LocationId) -> Result<LoweredCode, Vec<Diagnostic>>;

    /// What is wrong with the threads, given what locations and registers begin with.
    fn check(&self, _program: &Program) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// The threads of a test as micro-operations.
#[derive(Clone, Debug, Default)]
pub struct LoweredCode {
    /// The threads.
    pub threads: IdVec<ThreadId, Thread>,
    /// All registers: those of [`Code::registers`], and behind them those that only the lowering needs.
    pub registers: Arc<IdVec<RegisterId, Register>>,
    /// What registers hold at the start where the initial state says nothing, or 0.
    pub default_registers: Vec<InitialRegister>,
}

/// Whom canonical code is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// For people.
    Printed,
    /// For the hash: the same but where herd's hash folds spellings.
    Hashed,
}

/// The cells of one thread, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// One behind the other.
    text: String,
    /// Where each ends in `text`.
    ends: SmallVec<[usize; 8]>,
}

impl Cells {
    /// None yet; there will be about so many, with so many characters in all.
    pub fn with_capacity(cells: usize, characters: usize) -> Cells {
        Cells { text: String::with_capacity(characters), ends: SmallVec::with_capacity(cells) }
    }

    /// Adds a cell, which `write` writes behind what is there.
    pub fn push(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The cell of this number, from 0.
    pub fn get(&self, number: usize) -> Option<&str> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.text[start..end])
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|number| self.get(number))
    }
}

/// Canonical code being written: one instruction.
pub struct CodeText<'a> {
    out: &'a mut String,
    spelling: Spelling,
    label: &'a dyn Fn(&str, &mut String),
}

impl<'a> CodeText<'a> {
    /// Writes behind `out`; `label` writes the names of labels.
    pub fn new(out: &'a mut String, spelling: Spelling, label: &'a dyn Fn(&str, &mut String)) -> CodeText<'a> {
        CodeText { out, spelling, label }
    }

    /// What `write` writes for people, labels by their names.
    pub fn printed(write: impl FnOnce(&mut CodeText<'_>)) -> String {
        let mut out = String::new();
        write(&mut CodeText::new(&mut out, Spelling::Printed, &|label, out| out.push_str(label)));
        out
    }

    /// Whether it is for the hash.
    pub fn is_hashed(&self) -> bool {
        self.spelling == Spelling::Hashed
    }

    /// Writes `text` as it stands.
    pub fn push_str(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes the name of a label.
    pub fn push_label(&mut self, name: &str) {
        (self.label)(name, self.out);
    }
}

impl fmt::Write for CodeText<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

/// What one assembly language offers: everything about a single instruction.
///
/// A language is a value: what machines differ in (and what a run gives it) is data in it.
pub trait Assembly: Clone + Send + Sync + 'static {
    /// One instruction, parsed.
    type Instruction: Clone + Send + Sync + std::fmt::Debug + PartialEq + 'static;

    /// As [`Language::descriptor`].
    fn descriptor(&self) -> &'static Descriptor;

    /// As [`Language::tags`].
    fn tags(&self) -> TagNames<'_>;

    /// As [`Language::hierarchy`].
    fn hierarchy(&self) -> Option<&Hierarchy> {
        None
    }

    /// As [`Language::absent_tags`].
    fn absent_tags(&self) -> TagNames<'_> {
        TagNames::Fixed(&[])
    }

    /// As [`Language::address_width`].
    fn address_width(&self) -> Width;

    /// As [`Language::number_width`].
    fn number_width(&self) -> Width {
        self.address_width()
    }

    /// As [`Language::follows_known_branches`].
    fn follows_known_branches(&self) -> bool {
        false
    }

    /// As [`Language::mixed_sizes`].
    fn mixed_sizes(&self) -> Option<MixedSizes> {
        None
    }

    /// As [`Code::types_are_sizes`].
    fn types_are_sizes(&self) -> bool {
        true
    }

    /// How many bytes each instruction has, where code can be read as memory.
    fn instruction_bytes(&self) -> Option<u16> {
        None
    }

    /// The registers in the order in which states show them; the index is the [`RegisterId`].
    /// Shared by all tests: there may be hundreds.
    fn registers(&self) -> Arc<IdVec<RegisterId, Register>>;

    /// What a register's name stands for, as it is written in initial states and conditions (without a sigil).
    fn register(&self, name: &str) -> Option<RegisterPart>;

    /// The names that [`Assembly::register`] knows, to suggest one.
    fn register_names(&self) -> Vec<String>;

    /// As [`InstructionSet::whole_register`].
    fn whole_register(&self, word: &str) -> Option<String> {
        let part = self.register(word)?;
        Some(self.registers()[part.register].name.clone())
    }

    /// As [`InstructionSet::register_sigil`].
    fn register_sigil(&self) -> &'static str {
        ""
    }

    /// As [`InstructionSet::line_comments`].
    fn line_comments(&self) -> &'static [&'static str] {
        &[]
    }

    /// The ways to write instructions, in any order.
    fn forms(&self) -> Vec<InstructionForm>;

    /// The registers that symbolic registers may be given, the preferred ones first.
    fn allocatable(&self) -> Vec<RegisterId>;

    /// Reads one instruction; `cell` stands at its first character (blanks and comments before and after are gone, and so
    /// are labels) and must be read to its end.
    ///
    /// # Errors
    /// What is wrong with it and where.
    fn parse(&self, cell: &mut Cursor<'_>) -> Result<Self::Instruction, Diagnostic>;

    /// Canonical text, as herd prints or hashes it. Labels are written by [`CodeText::push_label`], so that the hash can rename them.
    fn print(&self, instruction: &Self::Instruction, text: &mut CodeText<'_>);

    /// What the instruction names: registers, symbolic registers, labels, locations.
    fn mentions(&self, instruction: &Self::Instruction, visit: &mut dyn FnMut(Mention<'_>));

    /// Whether all that it names are registers of the architecture, as is so of most instructions.
    fn names_only_registers(&self, instruction: &Self::Instruction) -> bool {
        let mut only_registers = true;
        self.mentions(instruction, &mut |mention| only_registers &= matches!(mention, Mention::Register(_)));
        only_registers
    }

    /// Lowers one instruction. Falling through to the next one needs no micro-operation.
    ///
    /// # Errors
    /// What the language knows but cannot lower, with `context.span()` as the place.
    fn lower(
        &self,
        instruction: &Self::Instruction,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic>;
}

/// Something that an instruction names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention<'a> {
    /// A register of the architecture.
    Register(RegisterId),
    /// A symbolic register, without its `%`.
    Symbolic(&'a str),
    /// A label as the target of a jump.
    Label(&'a str),
    /// A memory location by name.
    Location(&'a str),
}

/// What the lowering of an instruction may ask about its surroundings.
pub struct LoweringContext<'a> {
    pub(crate) span: Span,
    pub(crate) location: &'a dyn Fn(&str) -> LocationId,
    pub(crate) place: CodePlace,
    pub(crate) label: &'a dyn Fn(&str) -> Option<CodePlace>,
    pub(crate) symbolic: &'a dyn Fn(&str) -> Option<RegisterId>,
}

impl LoweringContext<'_> {
    /// That of an instruction which stands alone: no label is known, and all symbols name one location.
    pub fn alone<T>(span: Span, lower: impl FnOnce(&LoweringContext<'_>) -> T) -> T {
        let place = CodePlace { thread: ThreadId::from_number(0), instruction: InstructionId::from_number(0) };
        let location = |_: &str| LocationId::from_number(0);
        lower(&LoweringContext { span, location: &location, place, label: &|_| None, symbolic: &|_| None })
    }

    /// The place of the instruction in the source.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The location that a symbol names.
    pub fn location(&self, name: &str) -> LocationId {
        (self.location)(name)
    }

    /// Where a label stands. Labels are checked before lowering, so that a jump to nowhere does not come here;
    /// a label unknown all the same ends the thread.
    pub fn label(&self, name: &str) -> Target {
        self.code_place(name).map_or(Target::Exit, Target::Code)
    }

    /// The place in the code that a label stands for.
    pub fn code_place(&self, label: &str) -> Option<CodePlace> {
        (self.label)(label)
    }

    /// The place of the instruction behind this one: where calls return to.
    pub fn next_place(&self) -> CodePlace {
        let next = InstructionId::from_number(self.place.instruction.number() + 1);
        CodePlace { instruction: next, ..self.place }
    }

    /// The register that a symbolic register was given.
    pub fn symbolic(&self, name: &str) -> Option<RegisterId> {
        (self.symbolic)(name)
    }
}
