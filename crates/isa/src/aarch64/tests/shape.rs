//! The events of an instruction and the causality between them.
//!
//! The expected shapes are herd's: the events and `iico_data`, `iico_ctrl` edges that `-showevents all` draws. Two differences are known:
//! after a conditional select herd's PRED event does not lead to the register write behind a register read (which it reaches through
//! that read), and a store-exclusive's data has no DATA port.

use std::collections::{BTreeSet, HashMap};

use program::{Block, Computation, Mark, MicroOp, Register, RegisterId, Temp};

use super::lower;
use crate::aarch64::{AArch64, Pairs};
use litmus::Assembly;
use program::IdVec;

/// What happens on one way through a block.
#[derive(Clone, Default)]
struct Path {
    events: Vec<String>,
    edges: BTreeSet<(usize, &'static str, usize)>,
    producers: HashMap<Temp, Vec<usize>>,
    constants: HashMap<Temp, u128>,
    /// How many events there were at the last mark of order.
    ordered: usize,
}

impl Path {
    fn emit(&mut self, name: String, operands: &[Temp], control: &[usize]) -> usize {
        let event = self.events.len();
        self.events.push(name);
        for producer in operands.iter().flat_map(|operand| self.producers[operand].clone()) {
            self.edges.insert((producer, "-d->", event));
        }
        self.edges.extend(control.iter().map(|&producer| (producer, "-c->", event)));
        event
    }

    /// A memory access; the second one of a kind is numbered.
    fn access(&mut self, kind: &str, operands: &[Temp], control: &[usize]) -> usize {
        let before = self.events.iter().filter(|event| event.starts_with(kind) && !event.contains(':')).count();
        let name = if before == 0 { kind.to_owned() } else { format!("{kind}{}", before + 1) };
        let accesses = (0..self.ordered).filter(|&event| !self.events[event].contains(':'));
        let earlier: Vec<usize> = accesses.collect();
        let event = self.emit(name, operands, control);
        self.edges.extend(earlier.into_iter().map(|access| (access, "-o->", event)));
        event
    }

    fn print(&self) -> String {
        let mut events = self.events.clone();
        events.sort();
        let edge =
            |&(from, kind, to): &(usize, &str, usize)| format!("{} {kind} {}", self.events[from], self.events[to]);
        let mut edges: Vec<String> = self.edges.iter().map(edge).collect();
        edges.sort();
        format!("{}: {}", events.join(" "), edges.join(", "))
    }
}

struct Walker {
    registers: std::sync::Arc<IdVec<RegisterId, Register>>,
}

impl Walker {
    fn name(&self, register: RegisterId) -> String {
        self.registers[register].name.replace("PSTATE.", "")
    }

    /// Every way through `block`.
    fn walk(&self, block: &Block, control: &[usize], paths: Vec<Path>) -> Vec<Path> {
        block.iter().fold(paths, |paths, op| paths.into_iter().flat_map(|path| self.step(op, control, path)).collect())
    }

    fn step(&self, op: &MicroOp, control: &[usize], mut path: Path) -> Vec<Path> {
        match op {
            MicroOp::Let { result, operation } => {
                let mut producers: Vec<usize> =
                    operation.operands().flat_map(|operand| path.producers[&operand].clone()).collect();
                producers.sort_unstable();
                producers.dedup();
                path.producers.insert(*result, producers);
                self.fold(*result, operation, &mut path);
            }
            MicroOp::ReadRegister { result, register, .. } => {
                let event = path.emit(format!("r:{}", self.name(*register)), &[], control);
                path.producers.insert(*result, vec![event]);
            }
            MicroOp::WriteRegister { register, value, .. } => {
                path.emit(format!("w:{}", self.name(*register)), &[*value], control);
            }
            MicroOp::Load { result, address, .. } => {
                let event = path.access("R", &[*address], control);
                path.producers.insert(*result, vec![event]);
            }
            MicroOp::Store { address, value, .. } => {
                path.access("W", &[*address, *value], control);
            }
            MicroOp::Nondeterministic { result } => {
                path.producers.insert(*result, Vec::new());
                let mut other = path.clone();
                path.constants.insert(*result, 1);
                other.constants.insert(*result, 0);
                return vec![path, other];
            }
            MicroOp::Assume { condition } => {
                path.constants.insert(*condition, 1);
            }
            MicroOp::Mark(Mark::InOrder) => path.ordered = path.events.len(),
            MicroOp::Branch { condition, .. } => {
                path.emit("B".to_owned(), &[*condition], control);
            }
            MicroOp::If { condition, is_event, then, otherwise } => {
                let mut inner = control.to_vec();
                if *is_event {
                    inner.push(path.emit("P".to_owned(), &[*condition], control));
                } else {
                    inner.extend(&path.producers[condition]);
                }
                inner.sort_unstable();
                inner.dedup();
                return match path.constants.get(condition) {
                    Some(1) => self.walk(then, &inner, vec![path]),
                    Some(_) => self.walk(otherwise, &inner, vec![path]),
                    None => {
                        let mut paths = self.walk(then, &inner, vec![path.clone()]);
                        paths.extend(self.walk(otherwise, &inner, vec![path]));
                        paths
                    }
                };
            }
            _ => {}
        }
        vec![path]
    }

    /// What is known of bits: constants, and `or` with 1.
    fn fold(&self, result: Temp, operation: &Computation, path: &mut Path) {
        let known = match operation {
            Computation::Constant(value, _) => Some(*value),
            Computation::Binary(program::BinaryOperator::Or, a, b) => {
                let either = [a, b].into_iter().filter_map(|operand| path.constants.get(operand)).any(|bit| *bit == 1);
                either.then_some(1)
            }
            _ => None,
        };
        if let Some(known) = known {
            path.constants.insert(result, known);
        }
    }
}

/// The shapes of an instruction, one line for each way through it, without duplicates.
pub(super) fn shapes(instruction: &str) -> Vec<String> {
    let labelled = [instruction, "L0:"];
    let thread = lower(&labelled, Pairs::Elements).expect("an instruction that can be lowered");
    let block = &thread.instructions.iter().next().expect("one instruction").block;
    let walker = Walker { registers: AArch64::new().assembly().registers() };
    let shapes: BTreeSet<String> = walker.walk(block, &[], vec![Path::default()]).iter().map(Path::print).collect();
    shapes.into_iter().collect()
}

/// Instructions of each kind.
const INSTRUCTIONS: [&str; 64] = [
    "LDR W4,[X1]",
    "LDR WZR,[X1]",
    "STR W2,[X1]",
    "STR WZR,[X1]",
    "LDR W4,[X1,W3,SXTW]",
    "STR W2,[X1,X3]",
    "LDR X4,[X1,#8]!",
    "LDR X4,[X1],#8",
    "STR X2,[X1,#8]!",
    "STR X2,[X1],#8",
    "LDAR W4,[X1]",
    "STLR W2,[X1]",
    "LDRSB X4,[X1]",
    "LDP X4,X5,[X1]",
    "LDP X4,X5,[X1],#16",
    "LDP X4,X5,[X1,#8]!",
    "STP X2,X3,[X1]",
    "STP X2,X3,[X1],#16",
    "STP X2,X3,[X1,#8]!",
    "LDIAPP X4,X5,[X1]",
    "STILP X2,X3,[X1]",
    "STILP X2,X3,[X1,#-16]!",
    "LDXR X4,[X1]",
    "STXR W5,X2,[X1]",
    "STXR WZR,X2,[X1]",
    "LDXP X4,X5,[X1]",
    "STXP W6,X2,X3,[X1]",
    "CAS W2,W3,[X1]",
    "CAS WZR,W3,[X1]",
    "CAS W2,WZR,[X1]",
    "CASP X4,X5,X2,X3,[X1]",
    "SWP W2,W4,[X1]",
    "SWP W2,WZR,[X1]",
    "LDADD W2,W4,[X1]",
    "STADD W2,[X1]",
    "LDSMAX W2,W4,[X1]",
    "MOV W4,W2",
    "MOV W4,#1",
    "MOV X4,XZR",
    "MOVK X2,#5,LSL #16",
    "ADD W4,W2,W3",
    "EOR W4,W2,W2",
    "ADDS W4,W2,W3",
    "CMP W2,#1",
    "ANDS W4,W2,W3",
    "SUBS W4,W2,W3",
    "MADD X4,X1,X2,X3",
    "MUL W4,W2,W3",
    "EXTR X4,X1,X2,#3",
    "UBFM X4,X1,#3,#8",
    "SXTW X4,W2",
    "CSEL W4,W2,W3,EQ",
    "CSEL W4,WZR,W3,GT",
    "CSET W4,EQ",
    "CSEL W4,W2,W3,AL",
    "MRS X4,NZCV",
    "MSR NZCV,X2",
    "B.GT L0",
    "CBZ W2,L0",
    "TBNZ W2,#1,L0",
    "LSL W4,W2,W3",
    "BL L0",
    "RET",
    "ADR X4,L0",
];

#[test]
fn instructions_have_herds_shapes() {
    let mut text = String::new();
    for instruction in INSTRUCTIONS {
        text.push_str(&format!("{instruction}\n"));
        for shape in shapes(instruction) {
            text.push_str(&format!("  {shape}\n"));
        }
    }
    insta::assert_snapshot!(text);
}
