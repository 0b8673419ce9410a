//! Tests of assembly languages: properties that hold for every form of every table, and machines that execute instructions.

pub(crate) mod interleavings;
pub(crate) mod machine;

use std::collections::BTreeSet;
use std::sync::Arc;

use litmus::{Assembly, CodeText, Language, LoweredCode, RawProgram, RawThread, Table};
use program::{Block, LocationId, MicroOp, RegisterId, ThreadId};
use source::{Cursor, Diagnostic, Sources};

use crate::assembly::address::{Address, AddressKind, Displacement, Index, Mode, Offsets};
use crate::assembly::form::{Form, Operands, Order, Range, Role, SlotKind, Source, Zero, width_at};
use crate::assembly::known::KnownInstruction;
use crate::assembly::memory::{Memory, MemoryKind};
use crate::assembly::operand::{Instruction, Operand, RegisterOperand, Symbol, Target};
use crate::assembly::parse::may_fit;
use crate::assembly::reader::Reader;
use crate::assembly::register::Classes;
use crate::assembly::{Architecture, Assembler};

/// Whether a form is tried on a text that is written in it.
fn is_tried<A: Architecture>(form: &Form<A>, text: &str) -> bool {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    let mut cursor = Cursor::new(text, sources.whole(id));
    let mut reader = Reader::new(&mut cursor);
    A::mnemonic(&mut reader).is_ok() && may_fit(&reader, form)
}

/// Reads one instruction.
pub(crate) fn parse<A: Architecture + Default>(text: &str) -> Result<Arc<KnownInstruction<A>>, Diagnostic> {
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    Assembler(A::default()).parse(&mut Cursor::new(text, sources.whole(id)))
}

/// As people see it.
pub(crate) fn print<A: Architecture>(instruction: &Instruction<A>) -> String {
    CodeText::printed(|text| instruction.put(text))
}

/// The locations of tests that name them: `x` has number 0, and so on. Any other name is that of the first, too.
const LOCATIONS: [&str; 3] = ["x", "y", "z"];

/// Lowers a thread with these cells, on some machine.
pub(crate) fn lower<A: Architecture>(cells: &[&str], machine: A) -> Result<LoweredCode, Vec<Diagnostic>> {
    lower_in(cells, Assembler(machine))
}

/// The same in any assembly language.
pub(crate) fn lower_in<L: Assembly>(cells: &[&str], language: L) -> Result<LoweredCode, Vec<Diagnostic>> {
    let mut sources = Sources::new();
    let text = cells.join("\n");
    let id = sources.add("test", text.as_str());
    let whole = sources.whole(id);
    let mut start = 0;
    let spans = cells.iter().map(|cell| {
        let span = whole.slice(start, start + cell.len());
        start += cell.len() + 1;
        span
    });
    let thread = RawThread { number: 0, heading: whole.slice(0, 0), annotations: Vec::new(), cells: spans.collect() };
    let code = Table(language).parse(&RawProgram::Table(vec![thread]), &text)?;
    code.lower(&|name| {
        let number = LOCATIONS.iter().position(|known| *known == name).unwrap_or_default();
        LocationId::from_number(number as u32)
    })
}

/// Chooses operands, each time others.
struct Chooser {
    state: u64,
}

impl Chooser {
    fn below(&mut self, bound: usize) -> usize {
        // Knuth's multiplier for 64 bits.
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A register with one of the classes; rarely a zero register, which shows nothing of roles.
    fn register<A: Architecture>(&mut self, classes: Classes) -> RegisterOperand {
        let file = A::registers();
        let fits = |text: &&str| file.find(text).is_some_and(|id| file.get(id).class.meets(classes));
        let names: Vec<&str> = file.names().iter().map(|name| name.text.as_str()).filter(fits).collect();
        assert!(!names.is_empty(), "no register has one of {classes:?}");
        let id = file.find(self.pick::<&str>(&names)).expect("a name of the file");
        RegisterOperand::Named(id, file.get(id).class)
    }

    fn number<A: Architecture>(&mut self, range: Range, before: &[Operand]) -> i128 {
        let known = range.known::<A>(before);
        let (low, high, step) = match known {
            Range::Within { low, high, step, .. } => (i128::from(low), i128::from(high), i128::from(step)),
            Range::Bits(bits) => (-(1 << (bits - 1)), (1i128 << (bits - 1)) - 1, 1),
            Range::BitsOf(_) | Range::BelowWidth { .. } => unreachable!("the operands before are known"),
        };
        let first = (low + step - 1).div_euclid(step) * step;
        let count = (high - first) / step + 1;
        first + step * i128::try_from(self.below(usize::try_from(count.min(1 << 30)).unwrap_or(1))).unwrap_or(0)
    }

    fn address<A: Architecture>(&mut self, kind: &AddressKind) -> Address {
        let base = self.register::<A>(kind.base);
        let symbol = Symbol { name: "somewhere".into(), offset: 0 };
        if !kind.relocations.is_empty() && self.below(4) == 0 {
            let number = self.below(kind.relocations.len()) as u8;
            return Address { base, displacement: Displacement::Symbol(number, symbol), mode: Mode::Offset };
        }
        if let Some((classes, words)) = kind.index
            && self.below(3) == 0
        {
            let register = self.register::<A>(classes);
            let extend = if words.words.is_empty() { 0 } else { self.pick(words.words).1 };
            let amount = match extend {
                0 if words.words.is_empty() => 0,
                0 => self.below(3) as u8,
                _ => 1 + self.below(3) as u8,
            };
            let index = Index { register, negative: false, extend, amount };
            if A::index_is_wrong(&index).is_none() {
                return Address { base, displacement: Displacement::Index(index), mode: Mode::Offset };
            }
        }
        let mode = *self.pick(kind.modes);
        let by = match kind.offsets {
            Offsets::Any => 8 * self.below(9) as i64 - 32,
            Offsets::Zero => 0,
            Offsets::Exactly(by) => by,
        };
        Address { base, displacement: Displacement::Number(by), mode }
    }

    fn memory<A: Architecture>(&mut self, kind: &MemoryKind) -> Memory {
        let base = (self.below(4) > 0).then(|| self.register::<A>(kind.base));
        let width = base.as_ref().map_or(A::ADDRESS_WIDTH, RegisterOperand::width::<A>);
        let of_width = A::registers().classes_of_width(width).and(kind.index);
        let index = (self.below(3) == 0).then(|| (self.register::<A>(of_width), 1 << self.below(4)));
        let named = base.is_none() && index.is_none() || self.below(4) == 0;
        let offset = 8 * self.below(9) as i64 - 32;
        Memory { location: named.then(|| "somewhere".into()), offset, base, index }
    }

    fn operand<A: Architecture>(&mut self, kind: SlotKind, before: &[Operand]) -> Operand {
        match kind {
            SlotKind::Register(classes) | SlotKind::Moved(classes) => Operand::Register(self.register::<A>(classes)),
            SlotKind::ModifierBy { words, by } => {
                Operand::ModifierBy { word: self.pick(words.words).1, by: self.register::<A>(by) }
            }
            SlotKind::Like(place, classes) => {
                let of_width = A::registers().classes_of_width(width_at::<A>(before, place));
                Operand::Register(self.register::<A>(of_width.and(classes)))
            }
            SlotKind::Number(range) => Operand::Number(self.number::<A>(range, before)),
            SlotKind::Address(kind) => Operand::Address(Box::new(self.address::<A>(kind))),
            SlotKind::Target => Operand::Target(Target::Label("L0".into())),
            SlotKind::Symbol | SlotKind::Relocated(_) => {
                Operand::Symbol(Symbol { name: "somewhere".into(), offset: 4 * self.below(2) as i64 })
            }
            SlotKind::Choice(words) => Operand::Choice(self.pick(words.words).1),
            SlotKind::Modifier { words, amounts, zero } => Operand::Modifier {
                word: self.pick(words.words).1,
                amount: Some(self.number::<A>(amounts, before) as u8),
                vanishes: zero == Zero::Vanishes,
            },
            SlotKind::List(classes) => {
                let first = self.register::<A>(classes);
                Operand::List(vec![first])
            }
            SlotKind::Memory(kind) => Operand::Memory(Box::new(self.memory::<A>(kind))),
            SlotKind::OneOf(kinds) => {
                let kind = *self.pick(kinds);
                self.operand::<A>(kind, before)
            }
        }
    }
}

/// An instruction as it may be written in a form: the text.
fn written<A: Architecture>(form: &'static Form<A>, chooser: &mut Chooser) -> String {
    let mut operands = Operands::new();
    let mut texts: Vec<String> = Vec::new();
    for slot in &form.slots {
        let (Source::Text(kind) | Source::Dropped(kind)) = slot.source else {
            operands.push(Operand::Number(0));
            continue;
        };
        let operand = chooser.operand::<A>(kind, &operands);
        texts.push(CodeText::printed(|text| operand.put::<A>(kind, text)));
        if matches!(slot.source, Source::Text(_)) {
            operands.push(operand);
        }
    }
    if form.order != Order::Forward {
        texts.reverse();
    }
    let mut text = chooser.pick(&form.names).trim_end().to_owned();
    for (number, operand) in texts.iter().enumerate() {
        text += if number == 0 { " " } else { "," };
        text += operand;
    }
    text
}

/// The registers that a block reads, and those that it writes.
fn accessed(block: &Block, reads: &mut BTreeSet<RegisterId>, writes: &mut BTreeSet<RegisterId>) {
    for op in block {
        match op {
            MicroOp::ReadRegister { register, .. } => _ = reads.insert(*register),
            MicroOp::WriteRegister { register, .. } => _ = writes.insert(*register),
            MicroOp::If { then, otherwise, .. } => {
                accessed(then, reads, writes);
                accessed(otherwise, reads, writes);
            }
            _ => {}
        }
    }
}

/// How often each form is tried.
const ROUNDS: u64 = 24;

/// Each form of the table, with operands of all kinds: it is read, what is printed reads back as the same, and it lowers: to
/// something, unless its operation is one of `no_ops`; and its lowering reads and writes the registers that it mentions, no others.
/// Registers without names in instructions (flags, reservations) are not looked at. `exceptions` are operations whose lowering leaves
/// registers alone that it mentions.
pub(crate) fn every_form_is_complete<A: Architecture + Default>(no_ops: &[A::Operation], exceptions: &[A::Operation]) {
    let mut failures = BTreeSet::new();
    let mut tried = 0;
    for (number, form) in (0..).zip(A::forms().iter()) {
        let mut chooser = Chooser { state: number };
        let mut works = 0;
        for _ in 0..ROUNDS {
            let text = written(form, &mut chooser);
            // What must hold of the operands together may not hold of these.
            let Ok(instruction) = parse::<A>(&text) else {
                if form.checks.is_empty() {
                    let message = parse::<A>(&text).expect_err("as before").message;
                    failures.insert(format!("{text}: {message}"));
                }
                continue;
            };
            works += 1;
            tried += 1;
            if !is_tried(form, &text) {
                failures.insert(format!("{text}: the form that it is written in is passed over"));
            }
            if let Err(failure) = is_complete(&text, &instruction, no_ops, exceptions) {
                failures.insert(failure);
            }
        }
        // Operands that must fit each other hardly ever do by chance.
        if works == 0 && form.checks.is_empty() {
            failures.insert(format!("`{}`: no operands fit the form {form:?}", form.name()));
        }
    }
    let shown: Vec<&String> = failures.iter().take(40).collect();
    assert!(failures.is_empty(), "{} of {tried}: {shown:#?}", failures.len());
}

fn is_complete<A: Architecture + Default>(
    text: &str,
    instruction: &Instruction<A>,
    no_ops: &[A::Operation],
    exceptions: &[A::Operation],
) -> Result<(), String> {
    let printed = print(instruction);
    match parse::<A>(&printed) {
        Ok(again) if **again == *instruction => {}
        Ok(again) => return Err(format!("{text} is printed as {printed}, which is read as {}", print(&again))),
        Err(found) => return Err(format!("{text} is printed as {printed}: {}", found.message)),
    }
    let lowered = lower(&["L0:", text], A::default()).map_err(|found| format!("{text}: {}", found[0].message))?;
    let thread = &lowered.threads[ThreadId::from_number(0)];
    let block = &thread.instructions.iter().next().expect("one instruction").block;
    let operation = instruction.operation();
    if block.is_empty() != no_ops.contains(&operation) {
        return Err(format!("{text} lowers to {block:?}"));
    }
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    accessed(block, &mut reads, &mut writes);
    let parts = A::registers().names().iter().filter_map(|name| name.part);
    let named: BTreeSet<RegisterId> = parts.map(|part| part.register).collect();
    reads.retain(|register| named.contains(register));
    writes.retain(|register| named.contains(register));
    let (mut said_reads, mut said_writes) = (BTreeSet::new(), BTreeSet::new());
    let mut say = |register, role: Role| {
        if role != Role::Write {
            said_reads.insert(register);
        }
        if role != Role::Read {
            said_writes.insert(register);
        }
    };
    instruction.form.implicit.iter().for_each(|(register, role)| say(*register, *role));
    instruction.registers(|register, role| {
        if let RegisterOperand::Named(name, _) = register
            && let Some(part) = A::registers().get(*name).part
        {
            say(part.register, role);
        }
    });
    said_reads.retain(|register| named.contains(register));
    said_writes.retain(|register| named.contains(register));
    let is_equal = (&reads, &writes) == (&said_reads, &said_writes);
    let is_within = reads.is_subset(&said_reads) && writes.is_subset(&said_writes);
    if is_equal || is_within && exceptions.contains(&operation) {
        return Ok(());
    }
    Err(format!("{text} reads {reads:?} and writes {writes:?}; it mentions {said_reads:?} and {said_writes:?}"))
}

/// Texts made of the words of the architecture, most of them wrong: each is read or refused, and what is read lowers or is refused.
pub(crate) fn no_text_is_fatal<A: Architecture + Default>(seed: u64) {
    let mut chooser = Chooser { state: seed };
    let mnemonics: Vec<&str> = A::forms().iter().map(|form| form.name().trim_end()).collect();
    let registers: Vec<&str> = A::registers().names().iter().map(|name| name.text.as_str()).collect();
    let other =
        ["1", "-8", "x", "L0", ",", ",", "(", ")", "[", "]", "!", "#", "$", "%", "@", ".", ":", "lsl", "{", "}", "é"];
    for _ in 0..4000 {
        let mut text = (*chooser.pick(&mnemonics)).to_owned();
        for _ in 0..chooser.below(8) {
            text += " ";
            text += if chooser.below(2) == 0 { *chooser.pick(&registers[..]) } else { *chooser.pick(&other[..]) };
        }
        if let Ok(instruction) = parse::<A>(&text) {
            let printed = print(&instruction);
            assert_eq!(parse::<A>(&printed).ok(), Some(instruction), "`{text}` is printed as `{printed}`");
            let _ = lower(&["L0:", &text], A::default());
        }
    }
}
