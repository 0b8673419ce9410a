//! The memory of an output: a variable of C for each scalar of the program's variables, or, where that cannot be, an array of bytes.
//!
//! Tools that know threads are good at variables, and bad at arrays that threads share and at pointers to what they share. So addresses are numbers, and
//! an access is a choice among variables by address, which most tools decide before they begin.

use std::fmt::Write;

use crate::checker::code::address::{self, ObjectNumber};
use crate::checker::code::{Code, SlotId, Step, StepId, Value};
use crate::checker::lowering::leaves;

/// More variables than this make the choices longer than an array of bytes is slow.
const MOST_CELLS: usize = 128;
/// Constants with more scalars than this are texts for messages.
const MOST_CONSTANTS: usize = 16;

/// A scalar of the program's memory.
struct Cell {
    address: u64,
    bytes: u8,
    initial: u64,
    /// Whether one thread alone can reach it.
    is_local: bool,
}

/// Memory as variables.
pub(super) struct Cells {
    cells: Vec<Cell>,
    /// First and last address of each object.
    objects: Vec<(u64, u64)>,
    /// The address of what is allocated at each step that is executed at most once.
    allocated: Vec<(StepId, u64)>,
}

impl Cells {
    /// The program's memory as variables; none where it allocates, more than once in one place, memory that no variable of the source stands for.
    pub(super) fn new(code: &Code) -> Option<Cells> {
        let mut cells = Cells { cells: Vec::new(), objects: Vec::new(), allocated: Vec::new() };
        for (number, of) in code.statics.iter().enumerate() {
            let memory = if of.is_constant { &code.constants } else { &code.initial };
            let bytes = &memory[of.start as usize..][..of.bytes as usize];
            let start = address::address(ObjectNumber(number as u32), 0);
            cells.objects.push((start, start + u64::from(of.bytes)));
            match leaves(&of.ty) {
                Some(leaves) if !of.is_constant || leaves.len() <= MOST_CONSTANTS => {
                    for leaf in leaves {
                        let initial = bytes.get(leaf.offset as usize..)?.get(..usize::from(leaf.bytes))?;
                        let initial = initial.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
                        let address = start + leaf.offset;
                        cells.cells.push(Cell { address, bytes: leaf.bytes, initial, is_local: false });
                    }
                }
                Some(_) | None if of.is_constant => {}
                Some(_) | None => return None,
            }
        }
        for (at, step) in code.steps.iter_enumerated() {
            match step {
                Step::Free { .. } => return None,
                Step::Allocate { result, bytes, times, .. } => cells.allocate(code, at, *result, *bytes, *times)?,
                _ => {}
            }
        }
        (cells.cells.len() <= MOST_CELLS).then_some(cells)
    }

    fn allocate(&mut self, code: &Code, at: StepId, result: SlotId, bytes: Value, times: Value) -> Option<()> {
        // A variable of code that is never reached has no accesses, and needs no address.
        if !is_used(code, at, result) {
            self.allocated.push((at, 0));
            return Some(());
        }
        let (Value::Constant(bytes), Value::Constant(times)) = (bytes, times) else { return None };
        let bytes = bytes.checked_mul(times).filter(|bytes| *bytes <= 256)?;
        // Elsewhere one step may make several objects, for which one variable does not do.
        if code.functions[at] != code.main || code.is_in_loop(at) {
            return None;
        }
        let start = address::address(ObjectNumber(self.objects.len() as u32), 0);
        // How the object is accessed is not known here. Accesses of another size are refused as the output runs (`lk_astray`).
        let size = [8, 4, 2, 1].into_iter().find(|size| bytes % size == 0)?;
        let is_local = !escapes(code, at, result);
        for offset in (0..bytes).step_by(size as usize) {
            self.cells.push(Cell { address: start + offset, bytes: size as u8, initial: 0, is_local });
        }
        self.objects.push((start, start + bytes));
        self.allocated.push((at, start));
        Some(())
    }

    /// The address of what is allocated at a step.
    pub(super) fn allocated(&self, at: StepId) -> Option<u64> {
        self.allocated.iter().find(|(step, _)| *step == at).map(|(_, address)| *address)
    }

    /// The variables, and the functions that load and store.
    pub(super) fn write(&self, text: &mut String) {
        // Writing to a string does not fail.
        for (number, cell) in self.cells.iter().enumerate() {
            let local = if cell.is_local { "LK_LOCAL " } else { "LK_CELL " };
            let _ = writeln!(text, "static {local}uint64_t lk_c{number} = UINT64_C({});", cell.initial);
        }
        text.push_str("#if LK_PINS\n");
        for number in 0..self.cells.len() {
            let _ = writeln!(text, "static unsigned lk_v{number};");
        }
        text.push_str("#endif\n/* What values depend on that the thread itself has stored where no other thread looks. */\n#if LK_TRACKS\n");
        for number in 0..self.cells.len() {
            let _ = writeln!(text, "static LK_LOCAL uint64_t lk_d{number};");
        }
        text.push_str("#endif\n\n/* An access to what is no variable. */\n");
        text.push_str("static void lk_astray(uint64_t address, unsigned bytes)\n{\n");
        for (start, end) in &self.objects {
            let _ = writeln!(
                text,
                "  if (address >= UINT64_C({start}) && address + bytes <= UINT64_C({end}))\n    \
                 LK_UNSUPPORTED(\"an access to a part of a variable\");"
            );
        }
        text.push_str("  LK_ASSERT(0);\n  LK_ASSUME(0);\n}\n");
        let function = |text: &mut String, head: &str, done: &dyn Fn(usize, &Cell) -> String, end: &str| {
            let _ = writeln!(text, "\nstatic {head}\n{{");
            for (number, cell) in self.cells.iter().enumerate() {
                let (address, bytes) = (cell.address, cell.bytes);
                let action = done(number, cell);
                let _ = writeln!(text, "  if (address == UINT64_C({address}) && bytes == {bytes}) {{ {action} }}");
            }
            let _ = writeln!(text, "  lk_astray(address, bytes);\n{end}}}");
        };
        let load = "uint64_t lk_load(uint64_t address, unsigned bytes)";
        function(text, load, &|number, _| format!("return lk_c{number};"), "  return 0;\n");
        let store = "void lk_store(uint64_t address, uint64_t value, unsigned bytes)";
        let stored =
            |number: usize, _: &Cell| format!("lk_c{number} = value & lk_mask(bytes); LK_COUNT(lk_v{number}); return;");
        text.push_str("\n#if LK_PINS\n#define LK_COUNT(version) version++\n#else\n#define LK_COUNT(version)\n#endif\n");
        function(text, store, &stored, "");
        text.push_str("\n#if defined(LK_GENMC)");
        let replace = "int lk_replace(uint64_t address, uint64_t old, uint64_t value, unsigned bytes)";
        let replaced = |number: usize, cell: &Cell| match cell.is_local {
            true => format!("lk_c{number} = value & lk_mask(bytes); return 1;"),
            false => format!("return atomic_compare_exchange_strong(&lk_c{number}, &old, value & lk_mask(bytes));"),
        };
        function(text, replace, &replaced, "  return 0;\n");
        text.push_str("#endif\n\n#if LK_PINS");
        let version = "uint64_t lk_version(uint64_t address, unsigned bytes)";
        function(text, version, &|number, _| format!("return lk_v{number};"), "  return 0;\n");
        text.push_str("#endif\n\n#if LK_TRACKS");
        let held = "uint64_t lk_held(uint64_t address, unsigned bytes)";
        function(text, held, &|number, _| format!("return lk_d{number};"), "  return 0;\n");
        let hold = "void lk_hold(uint64_t address, unsigned bytes, uint64_t data)";
        function(text, hold, &|number, _| format!("lk_d{number} = data; return;"), "");
        text.push_str(
            "#else\n#define lk_held(address, bytes) 0\n#define lk_hold(address, bytes, data) (void)(data)\n#endif\n\n",
        );
    }
}

/// Whether an address may become known to other threads, or be computed with.
fn escapes(code: &Code, at: StepId, pointer: SlotId) -> bool {
    let function = code.functions[at];
    let is_pointer = |value: &Value| *value == Value::Slot(pointer);
    code.steps.iter_enumerated().filter(|(step, _)| code.functions[*step] == function).any(|(_, step)| match step {
        Step::Load { .. } => false,
        // To write through the address gives nothing away; to write the address itself does.
        Step::Store { value, .. } => is_pointer(value),
        // What is stored there by these is stored by the thread itself.
        Step::Start { function, argument, .. } => is_pointer(function) || is_pointer(argument),
        Step::Join { handle, .. } => is_pointer(handle),
        step => {
            let mut is_used = false;
            step.visit_uses(&mut |slot| is_used |= slot == pointer);
            is_used
        }
    })
}

fn is_used(code: &Code, at: StepId, result: SlotId) -> bool {
    let function = code.functions[at];
    code.steps.iter_enumerated().filter(|(step, _)| code.functions[*step] == function).any(|(_, step)| {
        let mut is_used = false;
        step.visit_uses(&mut |slot| is_used |= slot == result);
        is_used
    })
}

/// Memory as bytes: what is there at the start, and where each global variable begins.
pub(super) fn bytes(code: &Code, text: &mut String) {
    let list = |numbers: Vec<u64>| {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        if numbers.is_empty() { "0".to_owned() } else { numbers.join(", ") }
    };
    let bytes: Vec<u64> = code.initial.iter().chain(&code.constants).map(|byte| u64::from(*byte)).collect();
    let behind = code.initial.len() as u64;
    let starts = code.statics.iter().map(|of| u64::from(of.start) + if of.is_constant { behind } else { 0 });
    let sizes = code.statics.iter().map(|of| u64::from(of.bytes));
    // Writing to a string does not fail.
    let _ = writeln!(text, "#define LK_STATICS {}", code.statics.len());
    let _ = writeln!(text, "#define LK_BYTES {}", bytes.len());
    let _ = writeln!(text, "#define LK_STARTS {}", list(starts.collect()));
    let _ = writeln!(text, "#define LK_SIZES {}", list(sizes.collect()));
    let _ = writeln!(text, "#define LK_INITIAL {}", list(bytes));
    let _ = writeln!(text, "#line 1 \"lakmus-bytes.c\"");
    text.push_str(include_str!("runtime/bytes.c"));
}
