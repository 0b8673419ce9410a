//! The micro-operations of a body.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use program::{
    Block, Computation, IdVec, Index, InstructionId, LocationId, MicroOp, Register, RegisterId, Target, Temp, Thread,
    ThreadId, Width, operations,
};
use rustc_hash::FxHashMap;
use source::{Sources, Span};

use super::{BodyLine, with_labels};
use crate::Architecture;

/// A body, lowered.
pub(super) struct Lowered {
    pub(super) thread: Thread,
    pub(super) registers: Arc<IdVec<RegisterId, Register>>,
    /// Where each label stands, by its number.
    labels: FxHashMap<usize, InstructionId>,
    /// The registers that stand for symbolic ones here, and for nothing else, by the names with their sigils.
    symbolic: BTreeMap<String, RegisterId>,
    /// The text that was read.
    pub(super) span: Span,
}

/// What stands in skeletons for a branch.
const BRANCH: &str = "branch ";
/// What stands in skeletons where a round begins again.
const AGAIN: &str = "again";

/// What stands before the number of a label in the text that is read.
const LABEL: &str = "L";

impl Lowered {
    /// Reads and lowers the lines; `variant` chooses the machine, if it is given.
    pub(super) fn read(
        lines: &[BodyLine],
        architecture: Architecture,
        variant: Option<&str>,
    ) -> Result<Lowered, String> {
        let mut text = format!("{} body\n{{ }}\n P0 ;\n", architecture.word());
        let label = |number: usize| format!("{LABEL}{number}");
        let mut labels = FxHashMap::default();
        let mut count = 0;
        for line in lines {
            match line {
                BodyLine::Label(number) => {
                    labels.insert(*number, InstructionId::new(count));
                    let _ = writeln!(text, "{}: ;", label(*number));
                }
                BodyLine::Instruction(instruction) => {
                    count += 1;
                    let _ = writeln!(text, "{} ;", with_labels(instruction, &label));
                }
            }
        }
        // Label 0 stands for the end of the body, which returns jump to.
        labels.insert(0, InstructionId::new(count));
        let _ = writeln!(text, "{}: ;\nforall (true)", label(0));
        let mut sources = Sources::new();
        let source = sources.add("body", text);
        let first = |found: Vec<source::Diagnostic>| match found.iter().find(|found| found.is_error()) {
            Some(found) => {
                let shown = found.span().map(|span| sources.snippet(span).to_owned()).unwrap_or_default();
                if found.message.contains(&shown) {
                    found.message.clone()
                } else {
                    format!("`{shown}`: {}", found.message)
                }
            }
            None => "it cannot be read".to_owned(),
        };
        let (test, found) = litmus::parse(&sources, source, "body");
        let Some(test) = test else { return Err(first(found)) };
        let language = architecture.language_under(variant);
        let code = test.read_code(language, sources.text(source)).map_err(first)?;
        let thread = ThreadId::from_number(0);
        let words = text_of(lines).flat_map(symbolic_names);
        let symbolic = words
            .filter_map(|name| Some((name.to_owned(), code.register(thread, name)?.register)))
            .collect::<BTreeMap<String, RegisterId>>();
        let symbols: Vec<String> = code.locations().iter().map(|name| name.to_string()).collect();
        // A body reaches memory by its arguments alone: a symbol would be state of the compiler's, such as a table of locks.
        if let Some(symbol) = symbols.first() {
            return Err(format!("it accesses the symbol `{symbol}`"));
        }
        // Symbols have been refused, so that no location is asked for.
        let lowered = code.lower(&|_| LocationId::from_number(0)).map_err(first)?;
        let Some(thread) = lowered.threads.get(thread) else {
            return Err("it cannot be read".to_owned());
        };
        Ok(Lowered {
            thread: thread.clone(),
            registers: lowered.registers,
            labels,
            symbolic,
            span: sources.whole(source),
        })
    }

    /// Where jumps of an instruction go, `None` for one behind the last instruction; and whether it may fall through.
    pub(super) fn successors(&self, instruction: InstructionId) -> Vec<InstructionId> {
        let mut all = Vec::new();
        let mut falls = true;
        let block = &self.thread.instructions[instruction].block;
        for op in operations(block) {
            all.extend(op.target().map(|target| self.place(target)));
            falls &= !matches!(op, MicroOp::Jump(_));
        }
        if falls {
            all.push(InstructionId::new(instruction.index() + 1));
        }
        all
    }

    fn place(&self, target: Target) -> InstructionId {
        match target {
            Target::Instruction(place) => place,
            Target::Code(place) => place.instruction,
            Target::Exit => self.thread.instructions.next_id(),
        }
    }

    /// The register with a name.
    pub(super) fn register(&self, name: &str) -> Option<RegisterId> {
        let found = self.registers.iter_enumerated().find(|(_, register)| register.name.eq_ignore_ascii_case(name));
        found.map(|(id, _)| id)
    }

    /// The register with a name, symbolic ones written `%name`.
    pub(super) fn find(&self, name: &str) -> Option<RegisterId> {
        self.symbolic.get(name).copied().or_else(|| self.register(name))
    }

    /// The names of the registers that instructions read or write, but for symbolic ones.
    pub(super) fn register_names(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for instruction in &self.thread.instructions {
            for op in operations(&instruction.block) {
                if let MicroOp::ReadRegister { register, .. } | MicroOp::WriteRegister { register, .. } = op
                    && !self.symbolic.values().any(|symbolic| symbolic == register)
                {
                    all.insert(self.registers[*register].name.clone());
                }
            }
        }
        all
    }

    /// The flags that no instruction reads: an addition that sets them is as good as one that does not.
    fn flags_that_are_not_read(&self) -> BTreeSet<RegisterId> {
        let is_flag = |(_, register): &(RegisterId, &Register)| register.width == 1;
        let mut all: BTreeSet<RegisterId> =
            self.registers.iter_enumerated().filter(is_flag).map(|(id, _)| id).collect();
        for instruction in &self.thread.instructions {
            for op in operations(&instruction.block) {
                if let MicroOp::ReadRegister { register, .. } = op {
                    all.remove(register);
                }
            }
        }
        all
    }

    /// The labels of loops that only retry, and whether there are other loops.
    ///
    /// A round of such a loop that is not the last one has no effect: every write in it is conditional, by a store-exclusive or a
    /// compare-and-swap that may fail, and on each way through it one instruction writes at most (both halves, or none): of two, the first may have
    /// succeeded in a round that goes back because of the second. (A comparison of 128 bits that fails stores what it read: on a way of its own.)
    /// What an execution with such a round ends in, one without it ends in too.
    pub(super) fn retries(&self) -> (BTreeSet<usize>, bool) {
        let (mut all, mut has_others) = (BTreeSet::new(), false);
        for (id, _) in self.thread.instructions.iter_enumerated() {
            // The loop is taken to be the code between the target and the jump.
            for target in self.successors(id).into_iter().filter(|target| *target <= id) {
                if self.writes_in_a_round(target, id) == Some(1) {
                    let here = |(number, place): (&usize, &InstructionId)| (*place == target).then_some(*number);
                    all.extend(self.labels.iter().filter_map(here));
                } else {
                    has_others = true;
                }
            }
        }
        (all, has_others)
    }

    /// How many instructions between `from` and the jump back at `to` write at most, each under a condition, on one way from any of them to the jump;
    /// none where one writes without a condition.
    fn writes_in_a_round(&self, from: InstructionId, to: InstructionId) -> Option<usize> {
        // Backwards: the most from an instruction to the jump, none where no way forwards leads there.
        let mut most: BTreeMap<InstructionId, Option<usize>> = BTreeMap::new();
        for id in (from.index()..=to.index()).rev().map(InstructionId::new) {
            let (mut conditional, mut unconditional) = (0, 0);
            count_writes(&self.thread.instructions[id].block, false, &mut conditional, &mut unconditional);
            if unconditional > 0 {
                return None;
            }
            let behind = match id == to {
                true => Some(0),
                false => {
                    let forwards = self.successors(id).into_iter().filter(|next| *next > id);
                    forwards.filter_map(|next| most.get(&next).copied().flatten()).max()
                }
            };
            most.insert(id, behind.map(|behind| behind + usize::from(conditional > 0)));
        }
        most.into_values().flatten().max()
    }

    /// What the body does to memory, instruction by instruction, registers and computations left out: equal for code that maps an operation
    /// in the same way.
    pub(super) fn skeleton(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for (id, instruction) in self.thread.instructions.iter_enumerated() {
            let mut text = String::new();
            events(&instruction.block, &mut FxHashMap::default(), &mut text);
            if self.successors(id).iter().any(|target| *target <= id) {
                text.push_str(AGAIN);
            }
            match all.last_mut() {
                // A loop that is left by a branch and goes on with a jump is one that goes on by the opposite branch.
                Some(last) if text == AGAIN && last == BRANCH => last.push_str(AGAIN),
                _ if text.is_empty() => {}
                _ => all.push(text),
            }
        }
        all
    }

    /// The micro-operations of `lines` as text, the registers that carry nothing in or out numbered in the order in which they come.
    pub(super) fn key(
        &self,
        lines: &[BodyLine],
        architecture: Architecture,
        arguments: &[&str],
        results: &[&str],
    ) -> String {
        let convention = architecture.convention();
        let fixed: Vec<RegisterId> = arguments
            .iter()
            .chain(results)
            .chain([&convention.stack_pointer])
            .filter_map(|name| self.register(name))
            .collect();
        let general: Vec<RegisterId> = convention
            .arguments
            .iter()
            .chain(convention.preserved)
            .chain(convention.glue)
            .chain(convention.results)
            .filter_map(|name| self.register(name))
            .collect();
        let mut names: FxHashMap<RegisterId, RegisterId> = FxHashMap::default();
        let mut rename = |register: RegisterId| {
            // Flags, the zero register and the like mean something by themselves.
            let is_fixed = fixed.contains(&register) || !general.contains(&register);
            if is_fixed && register < self.registers.next_id() {
                return register;
            }
            // Away from the numbers of registers that keep theirs.
            let next = RegisterId::from_number(10_000 + names.len() as u32);
            *names.entry(register).or_insert(next)
        };
        // Symbolic registers have no fixed numbers: the text shows which argument is read where.
        let is_argument = |name: &&str| arguments.contains(name);
        let on_stack: Vec<&str> = text_of(lines).flat_map(symbolic_names).filter(is_argument).collect();
        let mut text = format!("{}\n", on_stack.join(" "));
        let flags = self.flags_that_are_not_read();
        for instruction in &self.thread.instructions {
            let mut block = instruction.block.clone();
            without_writes(&mut block, &flags);
            rename_registers(&mut block, &mut rename);
            let _ = writeln!(text, "{}", with_temporaries_in_order(&format!("{block:?}")));
        }
        text
    }
}

/// The instructions.
fn text_of(lines: &[BodyLine]) -> impl Iterator<Item = &str> {
    lines.iter().filter_map(|line| match line {
        BodyLine::Instruction(text) => Some(text.as_str()),
        BodyLine::Label(_) => None,
    })
}

/// The words of an instruction that are written as symbolic registers are: `%` and a name.
fn symbolic_names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| {
        let rest = &text[at + 1..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        &text[at..at + 1 + end]
    })
}

/// Counts writes inside [`MicroOp::If`] and outside.
fn count_writes(block: &Block, is_inside: bool, conditional: &mut usize, unconditional: &mut usize) {
    for op in block {
        match op {
            MicroOp::Store { .. } | MicroOp::ReadModifyWrite { .. } if is_inside => *conditional += 1,
            MicroOp::Store { .. } | MicroOp::ReadModifyWrite { .. } => *unconditional += 1,
            MicroOp::If { then, otherwise, .. } => {
                count_writes(then, true, conditional, unconditional);
                count_writes(otherwise, true, conditional, unconditional);
            }
            _ => {}
        }
    }
}

/// The memory events of a block as text. `widths` are those of the temporaries, as far as they are known: a store is as wide as its value.
fn events(block: &Block, widths: &mut FxHashMap<Temp, Width>, text: &mut String) {
    for op in block {
        let _ = match op {
            MicroOp::Load { result, width, tags, .. } => {
                widths.insert(*result, *width);
                write!(text, "load{width}:{:x} ", tags.0)
            }
            MicroOp::Store { value, tags, .. } => {
                let width = widths.get(value).map_or_else(|| "?".to_owned(), ToString::to_string);
                write!(text, "store{width}:{:x} ", tags.0)
            }
            MicroOp::ReadModifyWrite { width, tags, .. } => write!(text, "rmw{width}:{:x} ", tags.0),
            MicroOp::Fence { tags } => write!(text, "fence:{:x} ", tags.0),
            MicroOp::Branch { .. } => write!(text, "{BRANCH}"),
            MicroOp::If { then, otherwise, .. } => {
                let (mut left, mut right) = (String::new(), String::new());
                events(then, widths, &mut left);
                events(otherwise, widths, &mut right);
                if left.is_empty() && right.is_empty() { Ok(()) } else { write!(text, "if({left}|{right}) ") }
            }
            MicroOp::Let { result, operation } => {
                if let Some(width) = computed_width(operation, widths) {
                    widths.insert(*result, width);
                }
                Ok(())
            }
            MicroOp::ReadRegister { result, width, .. } => {
                widths.insert(*result, *width);
                Ok(())
            }
            _ => Ok(()),
        };
    }
}

/// How many bits the result of a computation has; none where it depends on what is not known.
fn computed_width(operation: &Computation, widths: &FxHashMap<Temp, Width>) -> Option<Width> {
    let of = |temp: &Temp| widths.get(temp).copied();
    match operation {
        Computation::Constant(_, width)
        | Computation::Word(_, width)
        | Computation::ZeroExtend(_, width)
        | Computation::SignExtend(_, width)
        | Computation::Extract { width, .. } => Some(*width),
        Computation::Binary(operator, ..) if operator.is_comparison() => Some(1),
        Computation::Unary(_, operand) | Computation::Binary(_, operand, _) | Computation::Select(_, operand, _) => {
            of(operand)
        }
        Computation::Concatenate(high, low) => Some(of(high)? + of(low)?),
        Computation::Address(..) | Computation::Code(_) => None,
    }
}

/// Removes the writes of registers, and the computations that nothing else uses then.
fn without_writes(block: &mut Block, registers: &BTreeSet<RegisterId>) {
    let is_written =
        |op: &MicroOp| matches!(op, MicroOp::WriteRegister { register, .. } if registers.contains(register));
    if !block.iter().any(is_written) {
        return;
    }
    block.retain(|op| !is_written(op));
    // What is gone may have been the only use of another computation.
    loop {
        let used: BTreeSet<Temp> = operations(block).flat_map(MicroOp::operands).collect();
        let before = block.len();
        block.retain(|op| match op {
            MicroOp::Let { result, .. } => used.contains(result),
            _ => true,
        });
        if block.len() == before {
            return;
        }
    }
}

/// The text with its temporaries numbered in the order in which they are named.
fn with_temporaries_in_order(text: &str) -> String {
    const NAME: &str = "Temp(";
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(NAME) {
        let begin = at + NAME.len();
        let end = rest[begin..].find(')').map_or(rest.len(), |end| begin + end);
        // Gaps that removed computations leave would distinguish equal blocks.
        let next = numbers.len();
        let number = *numbers.entry(&rest[begin..end]).or_insert(next);
        let _ = write!(out, "{}{number}", &rest[..begin]);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn rename_registers(block: &mut Block, rename: &mut dyn FnMut(RegisterId) -> RegisterId) {
    for op in block {
        match op {
            MicroOp::ReadRegister { register, .. } | MicroOp::WriteRegister { register, .. } => {
                *register = rename(*register);
            }
            MicroOp::ReadModifyWrite { update, .. } => rename_registers(update, rename),
            MicroOp::If { then, otherwise, .. } => {
                rename_registers(then, rename);
                rename_registers(otherwise, rename);
            }
            _ => {}
        }
    }
}
