//! Litmus tests of architectures as C programs with an assertion.
//!
//! Each thread is a function, written from micro-operations, so that all languages share it: registers are local variables, accesses are of `volatile` objects, or
//! atomic where the instruction acquires or releases, and fences are the instructions themselves as inline assembly. Dependencies stay: what is computed of a register is
//! written out, and a choice between values is written with masks, as a conditional expression would be a branch. The violation that is looked for is the one of
//! [`verify`](crate::verify): a final state that satisfies the condition or, of a `forall`, one that does not.
//!
//! Read-modify-writes of one instruction are atomic exchanges, fetches and compare-exchanges (the module `updates`), sequentially consistent ones where the instruction is a fence (x86).
//!
//! Refused: exclusives, compare-exchanges of one instruction where C's become a pair (RISC-V's `amocas`, LoongArch's `amcas`), loads and stores with ordering bits of RISC-V, addresses that are read or stored, jumps to addresses, accesses of more than 64 bits; of 32-bit Arm also load-acquires and store-releases, which order nothing
//! before Armv8 and would be barriers in C, and accesses under a condition, which are no branches there and would be in C.

mod conditions;
mod updates;
mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use arch::Annotated;
use arch::c11::{self, Operation as C11};
use litmus::{FinalPlace, Language, LoweredTest, Quantifier};
use program::{
    Computation, Instruction, LocationId, MicroOp, Program, RegisterId, TagSet, Target, Temp, Thread, ThreadId, Width,
    operations,
};
use relation::Index;

use values::Operand;

/// Why a test cannot be written as a C program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} cannot be written in C")]
pub struct NotAProgram {
    /// What the test does: `a read-modify-write`.
    pub what: String,
}

fn refuse<T>(what: impl Into<String>) -> Result<T, NotAProgram> {
    Err(NotAProgram { what: what.into() })
}

/// `test` as a C program whose assertion fails in the final states that are looked for.
///
/// # Errors
/// When the test does what the module's description lists.
pub fn as_program(test: &LoweredTest, language: &dyn Language) -> Result<String, NotAProgram> {
    let program = &test.program;
    if program.mixed_sizes.is_some() && program.locations.iter().any(|location| location.code.is_some()) {
        return refuse("code as data");
    }
    let tags = Tags::of(language);
    let address_width = language.address_width();
    let mut text =
        format!("/* {} ({}): {} */\n", test.name, language.name(), test.print_condition(litmus::Base::Decimal));
    text.push_str("#include <assert.h>\n#include <pthread.h>\n#include <stdint.h>\n\n");
    for (id, location) in program.locations.iter_enumerated() {
        let cells = location.cells.iter().map(|cell| match cell {
            Computation::Constant(bits, _) => Ok(format!("{bits}")),
            _ => refuse("an address in memory"),
        });
        let cells: Vec<String> = cells.collect::<Result<_, _>>()?;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "static volatile {} {}[{}] = {{ {} }};",
            unsigned(8 * location.cell_bytes() as u16)?,
            place_name(program, id),
            cells.len(),
            cells.join(", ")
        );
    }
    let observed = observed(test);
    // Final values of registers are globals, as `main` looks at them when the threads have been joined.
    for (thread, register) in &observed {
        let _ = writeln!(text, "static uint64_t {};", final_name(program, *thread, *register));
    }
    for (id, thread) in program.threads.iter_enumerated() {
        let writer = ThreadWriter::new(program, &tags, address_width, id, thread, &observed);
        text.push_str(&writer.write()?);
    }
    main(test, &mut text)?;
    Ok(text)
}

fn main(test: &LoweredTest, text: &mut String) -> Result<(), NotAProgram> {
    let ids: Vec<usize> = test.program.threads.ids().map(Index::index).collect();
    let list = |name: &dyn Fn(usize) -> String, end: &str| ids.iter().map(|id| name(*id) + end).collect::<String>();
    let threads: Vec<String> = ids.iter().map(|id| format!("t{id}")).collect();
    let condition = conditions::proposition(test, &test.condition)?;
    let wanted = match test.quantifier {
        // The assertion is to fail in the states that are looked for.
        Quantifier::Exists | Quantifier::NotExists => format!("!({condition})"),
        Quantifier::Forall => condition,
    };
    let filter = match &test.filter {
        Some(filter) => format!("  if (!({}))\n    return 0;\n", conditions::proposition(test, filter)?),
        None => String::new(),
    };
    text.push_str(&format!(
        "\nint main(void)\n{{\n  pthread_t {};\n{}{}{filter}  assert({wanted});\n  return 0;\n}}\n",
        threads.join(", "),
        list(&|id| format!("  pthread_create(&t{id}, 0, P{id}, 0)"), ";\n"),
        list(&|id| format!("  pthread_join(t{id}, 0)"), ";\n"),
    ));
    Ok(())
}

/// Registers that conditions look at.
fn observed(test: &LoweredTest) -> BTreeSet<(ThreadId, RegisterId)> {
    let registers = test.observed.iter().filter_map(|place| match place {
        FinalPlace::Register(thread, part) => Some((*thread, part.register)),
        FinalPlace::Whole(_) | FinalPlace::Cell(..) => None,
    });
    registers.collect()
}

fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn place_name(program: &Program, location: LocationId) -> String {
    format!("m_{}", identifier(&program.locations[location].name))
}

fn register_name(program: &Program, register: RegisterId) -> String {
    format!("r_{}", identifier(&program.registers[register].name))
}

fn final_name(program: &Program, thread: ThreadId, register: RegisterId) -> String {
    format!("out_{}_{}", thread.index(), identifier(&program.registers[register].name))
}

fn unsigned(width: Width) -> Result<&'static str, NotAProgram> {
    match width {
        8 => Ok("uint8_t"),
        16 => Ok("uint16_t"),
        32 => Ok("uint32_t"),
        64 => Ok("uint64_t"),
        _ => refuse(format!("an access of {width} bits")),
    }
}

/// How an access can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ordered {
    Acquire,
    Release,
}

/// What the tags of a language mean.
struct Tags {
    names: Vec<String>,
    architecture: Option<&'static arch::Architecture>,
    /// Whether a read-modify-write orders what is before and behind it.
    updates_are_fences: bool,
    /// Whether C's loads that acquire become instructions that do, as its stores that release, and no fences.
    loads_acquire: bool,
    /// Whether C's compare-exchanges become a pair of instructions, where the architecture has one for them.
    compares_by_pair: bool,
    /// Whether the language is that of Armv7.
    is_armv7: bool,
}

impl Tags {
    fn of(language: &dyn Language) -> Tags {
        let own = arch::architecture(language.name()).and_then(arch::Architecture::own_model);
        Tags {
            names: language.tags().iter().map(|name| (*name).to_owned()).collect(),
            architecture: arch::architecture(language.name()),
            updates_are_fences: own.is_some_and(arch::Model::updates_are_barriers),
            loads_acquire: own
                .is_some_and(|own| own.compiled(C11::Load, c11::Order::Acquire).access.acquire > Annotated::No),
            compares_by_pair: own.is_some_and(|own| {
                let compare = C11::CompareExchangeStrong;
                own.mapping.code_of(compare, c11::Order::Relaxed) == compare
            }),
            is_armv7: language.name() == "ARM",
        }
    }

    fn names(&self, tags: TagSet) -> Vec<&str> {
        tags.iter().filter_map(|tag| self.names.get(tag as usize).map(String::as_str)).collect()
    }

    /// Whether an access acquires or releases; refused when it is something else than plain.
    fn is_ordered(&self, tags: TagSet, ordered: Ordered) -> Result<bool, NotAProgram> {
        let mut is_ordered = false;
        let is_atomic = self.is_atomic(tags);
        for name in self.names(tags) {
            match (name, ordered) {
                ("A" | "L", _) if self.is_armv7 => return refuse("an access of Armv8 that acquires or releases"),
                ("Acq" | "Rel" | "AcqRel", _) if !is_atomic && !self.loads_acquire => {
                    return refuse("a load or store that acquires or releases by itself");
                }
                ("A" | "Acq" | "AcqRel", Ordered::Acquire) | ("L" | "Rel" | "AcqRel", Ordered::Release) => {
                    is_ordered = true;
                }
                // Both halves of a read-modify-write are marked with all that it does.
                ("Acq" | "Rel" | "DB", _) if is_atomic => {}
                ("X", _) => {}
                ("EX" | "Exclusive", _) => return refuse("an exclusive"),
                ("P", _) => {}
                (other, _) => return refuse(format!("an access with the annotation {other}")),
            }
        }
        Ok(is_ordered)
    }

    /// Whether it is a part of a read-modify-write of one instruction.
    fn is_atomic(&self, tags: TagSet) -> bool {
        self.names(tags).contains(&"X")
    }

    /// Whether it is part of a read-modify-write that is a full barrier.
    fn is_barrier(&self, tags: TagSet) -> bool {
        self.updates_are_fences || self.names(tags).contains(&"DB")
    }

    /// The instruction of a fence.
    fn fence(&self, tags: TagSet) -> Result<String, NotAProgram> {
        let [name] = self.names(tags)[..] else { return refuse("a fence of several kinds") };
        let instruction = self.architecture.and_then(|architecture| architecture.instruction_of_tag(name));
        instruction.map_or_else(|| refuse(format!("the fence {name}")), Ok)
    }
}

/// Writes a thread.
struct ThreadWriter<'a> {
    program: &'a Program,
    tags: &'a Tags,
    address_width: Width,
    id: ThreadId,
    thread: &'a Thread,
    observed: Vec<RegisterId>,
    /// Registers that are read or observed.
    read: BTreeSet<RegisterId>,
    written: BTreeSet<RegisterId>,
    temps: BTreeMap<Temp, Operand>,
    /// Where the read-modify-write of this instruction is, once it is written.
    updated: Option<Temp>,
    text: String,
    indent: usize,
    /// Instructions that are jumped to; one past the last is the end.
    targets: BTreeSet<u32>,
}

impl<'a> ThreadWriter<'a> {
    fn new(
        program: &'a Program,
        tags: &'a Tags,
        address_width: Width,
        id: ThreadId,
        thread: &'a Thread,
        observed: &BTreeSet<(ThreadId, RegisterId)>,
    ) -> ThreadWriter<'a> {
        let observed: Vec<RegisterId> =
            observed.iter().filter(|(of, _)| *of == id).map(|(_, register)| *register).collect();
        let mut writer = ThreadWriter {
            program,
            tags,
            address_width,
            id,
            thread,
            read: observed.iter().copied().collect(),
            observed,
            written: BTreeSet::new(),
            temps: BTreeMap::new(),
            updated: None,
            text: String::new(),
            indent: 1,
            targets: BTreeSet::new(),
        };
        // A register that is written and never read needs no variable, and one that is read alone is its initial value.
        for op in thread.instructions.iter().flat_map(|instruction| operations(&instruction.block)) {
            match op {
                MicroOp::ReadRegister { register, .. } => _ = writer.read.insert(*register),
                MicroOp::WriteRegister { register, .. } => _ = writer.written.insert(*register),
                _ => {}
            }
            writer.targets.extend(op.target().map(|target| writer.target(target)));
        }
        writer
    }

    fn target(&self, target: Target) -> u32 {
        let end = self.thread.instructions.len() as u32;
        match target {
            Target::Instruction(to) => to.number().min(end),
            Target::Code(place) if place.thread == self.id => place.instruction.number().min(end),
            Target::Code(_) | Target::Exit => end,
        }
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.indent));
    }

    fn write(mut self) -> Result<String, NotAProgram> {
        let number = self.id.index();
        let mut head = format!("\nvoid *P{number}(void *argument)\n{{\n");
        for register in self.read.intersection(&self.written) {
            let initial = match self.initial(*register) {
                None => "0".to_owned(),
                Some(Computation::Constant(bits, _)) => format!("UINT64_C({})", *bits as u64),
                Some(_) => return refuse("an address in a register that is written"),
            };
            let _ = writeln!(head, "  uint64_t {} = {initial};", register_name(self.program, *register));
        }
        let thread = self.thread;
        for (id, instruction) in thread.instructions.iter_enumerated() {
            self.label(id.number());
            self.instruction(instruction, id.number())?;
        }
        self.label(thread.instructions.len() as u32);
        for register in std::mem::take(&mut self.observed) {
            let name = final_name(self.program, self.id, register);
            let value = match self.register(register)? {
                Operand::Number(value, _) => value,
                Operand::Pointer(..) => return refuse("an address in a condition"),
            };
            self.line(&format!("{name} = {value};"));
        }
        self.line("return 0;");
        Ok(head + &self.text + "}\n")
    }

    fn label(&mut self, number: u32) {
        if self.targets.contains(&number) {
            let _ = writeln!(self.text, "L{number}:;");
        }
    }

    fn initial(&self, register: RegisterId) -> Option<&'a Computation> {
        let all = self.program.registers_at_start(self.id);
        all.filter(|initial| initial.register == register && initial.low == 0).map(|initial| &initial.value).last()
    }

    /// The whole of a register.
    fn register(&self, register: RegisterId) -> Result<Operand, NotAProgram> {
        let width = self.program.registers[register].width;
        if self.written.contains(&register) {
            return Ok(Operand::Number(register_name(self.program, register), width.min(64)));
        }
        match self.initial(register) {
            None => Ok(Operand::Number("UINT64_C(0)".to_owned(), width.min(64))),
            Some(Computation::Constant(bits, width)) => {
                Ok(Operand::Number(format!("UINT64_C({})", *bits as u64), (*width).min(64)))
            }
            Some(Computation::Address(location, offset)) => Ok(self.address(*location, *offset)),
            Some(_) => refuse("the address of code"),
        }
    }

    fn address(&self, location: LocationId, offset: i64) -> Operand {
        Operand::at(&place_name(self.program, location), offset)
    }

    fn instruction(&mut self, instruction: &Instruction, number: u32) -> Result<(), NotAProgram> {
        self.temps.clear();
        self.updated = None;
        let needed = values::needed(&instruction.block, &self.read);
        self.block(&instruction.block, &needed, number)
    }

    fn block(&mut self, block: &[MicroOp], needed: &BTreeSet<Temp>, number: u32) -> Result<(), NotAProgram> {
        for (index, op) in block.iter().enumerate() {
            match op {
                MicroOp::Load { result, address, width, tags } if self.tags.is_atomic(*tags) => {
                    let read = updates::Read { result: *result, address: *address, width: *width, tags: *tags };
                    self.update(&read, &block[index + 1..], needed, number)?;
                }
                MicroOp::Store { address, tags, .. } if self.tags.is_atomic(*tags) => {
                    // The store of the read-modify-write has been written with its load (`update`).
                    if self.updated != Some(*address) {
                        return refuse("a read-modify-write of several places");
                    }
                }
                _ => self.op(op, needed, number)?,
            }
        }
        Ok(())
    }

    /// Gives a temporary a variable of its own.
    fn define(&mut self, temp: Temp, value: &Operand, number: u32) {
        let name = format!("v{number}_{}", temp.0);
        let operand = match value {
            Operand::Number(text, width) => {
                self.line(&format!("uint64_t {name} = {text};"));
                Operand::Number(name, *width)
            }
            Operand::Pointer(..) => value.clone(),
        };
        self.temps.insert(temp, operand);
    }

    fn temp(&self, temp: Temp) -> Result<&Operand, NotAProgram> {
        self.temps.get(&temp).map_or_else(|| refuse("a value of another instruction"), Ok)
    }

    fn number(&self, temp: Temp) -> Result<(String, Width), NotAProgram> {
        match self.temp(temp)? {
            Operand::Number(text, width) => Ok((text.clone(), *width)),
            Operand::Pointer(..) => refuse("an address as a value"),
        }
    }

    fn op(&mut self, op: &MicroOp, needed: &BTreeSet<Temp>, number: u32) -> Result<(), NotAProgram> {
        match op {
            // What a read-modify-write writes is computed before it.
            MicroOp::Let { result, .. } | MicroOp::ReadRegister { result, .. } if self.temps.contains_key(result) => {}
            MicroOp::Let { result, operation } => {
                if needed.contains(result) {
                    let value = self.compute(operation)?;
                    self.define(*result, &value, number);
                }
            }
            MicroOp::ReadRegister { result, register, low, width } => {
                if needed.contains(result) {
                    let value = self.register(*register)?.part(*low, *width, self.address_width)?;
                    self.define(*result, &value, number);
                }
            }
            MicroOp::WriteRegister { register, low, value } => {
                if self.read.contains(register) {
                    let name = register_name(self.program, *register);
                    let (value, width) = self.number(*value)?;
                    let whole = self.program.registers[*register].width.min(64);
                    let line = values::written(&name, whole, *low, &value, width)?;
                    self.line(&line);
                }
            }
            MicroOp::Load { .. } | MicroOp::Store { .. } => self.access(op, number)?,
            MicroOp::Fence { tags } => {
                let fence = self.tags.fence(*tags)?;
                self.line(&format!("__asm__ volatile(\"{fence}\" ::: \"memory\");"));
            }
            MicroOp::Jump(target) => {
                let target = self.target(*target);
                self.line(&format!("goto L{target};"));
            }
            MicroOp::Branch { condition, target, .. } => {
                let (condition, target) = (self.number(*condition)?.0, self.target(*target));
                self.line(&format!("if ({condition}) goto L{target};"));
            }
            MicroOp::If { then, otherwise, .. }
                if self.tags.is_armv7 && operations(then).chain(operations(otherwise)).any(MicroOp::is_access) =>
            {
                return refuse("an access under a condition");
            }
            MicroOp::If { condition, then, otherwise, .. } => {
                self.choice(*condition, (then, otherwise), needed, number)?;
            }
            MicroOp::Mark(_) => {}
            MicroOp::ReadModifyWrite { .. } => return refuse("a read-modify-write"),
            MicroOp::Written { .. } | MicroOp::Nondeterministic { .. } | MicroOp::Assume { .. } => {
                return refuse("an exclusive");
            }
            MicroOp::Synchronize { .. } => return refuse("a lock"),
            MicroOp::Require { .. } => return refuse("undefined behaviour"),
            MicroOp::JumpTo { .. } => return refuse("a jump to an address"),
        }
        Ok(())
    }

    fn choice(
        &mut self,
        condition: Temp,
        (then, otherwise): (&[MicroOp], &[MicroOp]),
        needed: &BTreeSet<Temp>,
        number: u32,
    ) -> Result<(), NotAProgram> {
        let condition = self.number(condition)?.0;
        for (head, block) in [(format!("if ({condition}) {{"), then), ("} else {".to_owned(), otherwise)] {
            self.line(&head);
            self.indent += 1;
            // A temporary of a branch may be used behind it as well.
            let inner = values::needed(block, &self.read).union(needed).copied().collect();
            self.block(block, &inner, number)?;
            self.indent -= 1;
        }
        self.line("}");
        Ok(())
    }

    fn access(&mut self, op: &MicroOp, number: u32) -> Result<(), NotAProgram> {
        match op {
            MicroOp::Load { result, address, width, tags } => {
                let access = self.temp(*address)?.dereferenced(*width)?;
                let value = match self.tags.is_ordered(*tags, Ordered::Acquire)? {
                    true => format!("__atomic_load_n(&{access}, __ATOMIC_ACQUIRE)"),
                    false => access,
                };
                self.define(*result, &Operand::Number(value, *width), number);
            }
            MicroOp::Store { address, value, tags } => {
                let (value, width) = self.number(*value)?;
                let access = self.temp(*address)?.dereferenced(width)?;
                let line = match self.tags.is_ordered(*tags, Ordered::Release)? {
                    true => format!("__atomic_store_n(&{access}, {value}, __ATOMIC_RELEASE);"),
                    false => format!("{access} = {value};"),
                };
                self.line(&line);
            }
            other => unreachable!("no access: {other:?}"),
        }
        Ok(())
    }

    fn compute(&self, operation: &Computation) -> Result<Operand, NotAProgram> {
        match operation {
            Computation::Address(location, offset) => Ok(self.address(*location, *offset)),
            Computation::Code(_) => refuse("the address of code"),
            Computation::Word(..) => refuse("a word"),
            Computation::Constant(bits, width) => {
                if *width > 64 {
                    return refuse("a value of more than 64 bits");
                }
                Ok(Operand::Number(format!("UINT64_C({bits})"), *width))
            }
            Computation::Unary(..)
            | Computation::Binary(..)
            | Computation::Extract { .. }
            | Computation::ZeroExtend(..)
            | Computation::SignExtend(..)
            | Computation::Concatenate(..)
            | Computation::Select(..) => {
                values::compute(operation, self.address_width, &|temp| self.temp(temp).cloned())
            }
        }
    }
}
