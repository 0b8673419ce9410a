//! A compiled function becomes a body that can stand in a litmus test: calls of known helpers are inlined, returns become falls to the end, the
//! frame becomes registers, and the procedure-call rules are checked.
//!
//! Everything is read from the instructions' micro-operations, so that no instruction is named here: `frame` follows addresses of the stack
//! through them, `lowered` compares code up to the names of scratch registers.

mod events;
mod frame;
mod lowered;
mod outline;
mod register_flow;

use std::collections::BTreeSet;

use crate::architecture::Flow;
use crate::fragment::Passed;
use crate::listing::{Line, Listing};
use crate::runtime_calls::Helpers;
use crate::{Architecture, fragment};

use lowered::Lowered;
use outline::Outline;

/// A function's code, ready to be put into a thread.
#[derive(Clone, Debug)]
pub struct Body {
    /// Labels and instructions.
    pub(crate) lines: Vec<BodyLine>,
    /// Equal for code that is the same up to the names of registers that carry nothing in or out.
    pub(crate) key: String,
    /// Equal for code that may do the same in all combined tests, as the models see it; none for code that is compared by `key`.
    pub(crate) events: Option<String>,
    /// The events without what only orders; none where `events` is none.
    pub(crate) outline: Option<Outline>,
    /// The 64-bit names of the registers that the instructions name.
    pub(crate) registers: BTreeSet<String>,
    /// Extensions of the architecture that it needs.
    pub(crate) extensions: BTreeSet<&'static str>,
    /// Extensions without which the machine must be for this code to run: what a run-time choice took the other branch for.
    pub(crate) excludes: BTreeSet<&'static str>,
    /// The labels at which loops begin that only retry: they end as soon as a store succeeds.
    pub(crate) retries: BTreeSet<usize>,
    /// Whether it has other loops.
    pub(crate) has_other_loops: bool,
    /// What it does to memory, instruction by instruction; equal for code that maps an operation in the same way.
    pub(crate) skeleton: Vec<String>,
}

impl Body {
    /// The code, a line each; labels are `L1:`, and `end` stands for the end.
    pub fn text(&self) -> Vec<String> {
        let label = |number: usize| if number == 0 { "end".to_owned() } else { format!("L{number}") };
        let line = |line: &BodyLine| match line {
            BodyLine::Label(number) => format!("{}:", label(*number)),
            BodyLine::Instruction(text) => with_labels(text, &label),
        };
        self.lines.iter().map(line).collect()
    }

    /// Whether it writes memory.
    pub(crate) fn writes(&self) -> bool {
        self.skeleton.iter().any(|event| event.contains("store") || event.contains("rmw"))
    }
}

/// A line of a body. Labels are numbers, 0 stands for the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodyLine {
    /// A label.
    Label(usize),
    /// An instruction; `@3@` stands for the label 3.
    Instruction(String),
}

/// What a function takes and gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interface<'a> {
    pub(crate) arguments: &'a [Passed],
    pub(crate) results: &'a [Passed],
}

/// What code is, as far as rules for it go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    /// A function, which has to give back what callers want back.
    Function,
    /// The row of a mapping table, which may use any register.
    Row,
}

/// How often helpers may call helpers.
const MAX_DEPTH: usize = 4;

/// No function that is ingested has more instructions.
const MAX_LINES: usize = 400;

/// The body of the function `name` in `listing`. `choice` says which way helpers that choose at run time go.
///
/// # Errors
/// Why it cannot be used: what it calls, an instruction that is not known, a rule of the procedure-call standard that it breaks.
pub(crate) fn ingest(
    listing: &Listing,
    name: &str,
    interface: Interface<'_>,
    architecture: Architecture,
    helpers: &dyn Helpers,
) -> Result<Body, String> {
    let lines = listing.function(name).ok_or("the compiler gave no code for it")?;
    let mut excludes = BTreeSet::new();
    let mut expander = Expander { architecture, helpers, lines: Vec::new(), labels: 1, excludes: &mut excludes };
    expander.function(lines, 0, 0)?;
    let lines = expander.lines;
    from_lines(lines, interface, architecture, CodeKind::Function, &listing.extensions, excludes)
}

/// A body from lines in the language of litmus tests. `extensions` are those that it needs though no instruction shows it.
pub(crate) fn from_lines(
    lines: Vec<BodyLine>,
    interface: Interface<'_>,
    architecture: Architecture,
    kind: CodeKind,
    extensions: &BTreeSet<&'static str>,
    excludes: BTreeSet<&'static str>,
) -> Result<Body, String> {
    let convention = architecture.convention();
    let arguments = fragment::argument_registers(convention, interface.arguments)
        .ok_or("it has more arguments than registers can hold")?;
    let results = fragment::result_registers(convention, interface.results)
        .ok_or("it has more results than registers can hold")?;
    let lines = without_idle_labels(without_last_jump(lines));
    let first = Lowered::read(&lines, architecture, None)?;
    let lines = frame::promote(&lines, &first, architecture, kind)?;
    // Read again, since keys and skeletons are those of the code without its frame.
    let lowered = Lowered::read(&lines, architecture, architecture.variant(false))?;
    let key = lowered.key(&lines, architecture, &arguments.concat(), &results.concat());
    let by_argument: Vec<(Passed, Vec<&str>)> = interface.arguments.iter().copied().zip(arguments).collect();
    let mut events = events::meaning(&lowered, architecture, &by_argument, &results.concat());
    // Where locations of 128 bits have another machine, what the code does there is part of what it may do.
    if architecture.variant(true) != architecture.variant(false) {
        let wide = Lowered::read(&lines, architecture, architecture.variant(true))?;
        let wide = events::meaning(&wide, architecture, &by_argument, &results.concat());
        events = events.zip(wide).map(|(narrow, wide)| narrow.and(wide));
    }
    let texts = lines.iter().filter_map(|line| match line {
        BodyLine::Instruction(text) => Some(text.as_str()),
        BodyLine::Label(_) => None,
    });
    let of_instructions = texts.filter_map(|text| architecture.dialect().extension_of(text));
    let extensions = of_instructions.chain(extensions.iter().copied()).collect();
    let (retries, has_other_loops) = lowered.retries();
    let (registers, skeleton) = (lowered.register_names(), lowered.skeleton());
    let (events, outline) = events.map(|meaning| (meaning.text, meaning.outline)).unzip();
    Ok(Body { lines, key, events, outline, registers, extensions, excludes, retries, has_other_loops, skeleton })
}

/// Without a jump to the end that stands there.
fn without_last_jump(mut lines: Vec<BodyLine>) -> Vec<BodyLine> {
    lines.retain(|line| !matches!(line, BodyLine::Instruction(text) if text == END_JUMP_MARK));
    lines
}

/// Without the labels that nothing jumps to.
fn without_idle_labels(mut lines: Vec<BodyLine>) -> Vec<BodyLine> {
    let named: BTreeSet<String> = lines
        .iter()
        .filter_map(|line| match line {
            BodyLine::Instruction(text) => Some(text),
            BodyLine::Label(_) => None,
        })
        .flat_map(|text| text.split('@').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.retain(|line| match line {
        BodyLine::Label(number) => named.contains(&number.to_string()),
        BodyLine::Instruction(_) => true,
    });
    lines
}

/// Stands for a jump to the end while lines are collected.
const END_JUMP_MARK: &str = "@return@";

/// Collects lines, with the helpers that are called inside.
struct Expander<'a> {
    architecture: Architecture,
    helpers: &'a dyn Helpers,
    lines: Vec<BodyLine>,
    /// The next number of a label.
    labels: usize,
    excludes: &'a mut BTreeSet<&'static str>,
}

impl Expander<'_> {
    /// The lines of a function that returns to the label `exit`.
    fn function(&mut self, lines: &[Line], exit: usize, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH || self.lines.len() > MAX_LINES {
            return Err("it calls too many other functions".to_owned());
        }
        // The labels of this function, each with its number.
        let mut labels: Vec<(&str, usize)> = Vec::new();
        for line in lines {
            if let Line::Label(label) = line {
                labels.push((label, self.labels));
                self.labels += 1;
            }
        }
        let number = |label: &str| labels.iter().rev().find(|(known, _)| *known == label).map(|&(_, number)| number);
        for (index, line) in lines.iter().enumerate() {
            let text = match line {
                Line::Label(label) => {
                    self.lines.extend(number(label).map(BodyLine::Label));
                    continue;
                }
                Line::Instruction(text) => text,
            };
            // (Compilers put labels behind the last instruction.)
            let is_last = lines[index + 1..].iter().all(|line| matches!(line, Line::Label(_)));
            match self.architecture.dialect().flow(text, &|label| number(label).is_some()) {
                Flow::Nothing => {}
                Flow::Return => self.leave(exit, is_last),
                Flow::ReturnIf(branch) => self.lines.push(BodyLine::Instruction(format!("{branch}@{exit}@"))),
                Flow::ReturnAfter { restore, unless } => {
                    let behind = unless.as_ref().map(|_| self.new_label());
                    if let (Some(branch), Some(behind)) = (&unless, behind) {
                        self.lines.push(BodyLine::Instruction(format!("{branch}@{behind}@")));
                    }
                    self.lines.extend(restore.into_iter().map(BodyLine::Instruction));
                    self.leave(exit, is_last && behind.is_none());
                    self.lines.extend(behind.map(BodyLine::Label));
                }
                Flow::Call(symbol) => {
                    let behind = self.new_label();
                    self.helper(&symbol, behind, depth)?;
                    self.lines.push(BodyLine::Label(behind));
                }
                Flow::TailCall(symbol) => {
                    if is_last {
                        self.helper(&symbol, exit, depth)?;
                    } else {
                        let behind = self.new_label();
                        self.helper(&symbol, behind, depth)?;
                        self.lines.push(BodyLine::Label(behind));
                        self.leave(exit, false);
                    }
                }
                Flow::Instructions(all) => {
                    for text in all {
                        self.lines.push(BodyLine::Instruction(with_numbers(&text, &labels)));
                    }
                }
            }
        }
        Ok(())
    }

    fn new_label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    fn leave(&mut self, exit: usize, is_last: bool) {
        if exit == 0 && is_last {
            self.lines.push(BodyLine::Instruction(END_JUMP_MARK.to_owned()));
        } else if !is_last {
            self.lines.push(BodyLine::Instruction(self.architecture.dialect().jump(&format!("@{exit}@"))));
        }
    }

    fn helper(&mut self, symbol: &str, exit: usize, depth: usize) -> Result<(), String> {
        let helper = self.helpers.find(symbol)?;
        self.excludes.extend(&helper.excludes);
        self.function(&helper.lines, exit, depth + 1)
    }
}

/// The instruction with the numbers of labels in their places.
pub(crate) fn with_numbers(text: &str, labels: &[(&str, usize)]) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |end| start + end);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        match labels.iter().rev().find(|(label, _)| *label == word) {
            Some((_, number)) => out.push_str(&format!("@{number}@")),
            None => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A line as it stands in a test: `label` writes the names of labels.
pub(crate) fn with_labels(text: &str, label: &dyn Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('@');
    out.push_str(pieces.next().unwrap_or_default());
    while let (Some(number), Some(behind)) = (pieces.next(), pieces.next()) {
        out.push_str(&number.parse().map_or_else(|_| number.to_owned(), label));
        out.push_str(behind);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime_calls::NoHelpers;

    fn body_of(architecture: Architecture, text: &str, arguments: &[u16], results: &[u16]) -> Result<Body, String> {
        let listing = Listing::read(&format!("f:\n{text}"), architecture);
        let passed = |widths: &[u16]| widths.iter().map(|width| Passed::Number(*width)).collect::<Vec<Passed>>();
        let (arguments, results) = (passed(arguments), passed(results));
        let interface = Interface { arguments: &arguments, results: &results };
        ingest(&listing, "f", interface, architecture, &NoHelpers)
    }

    fn body(text: &str, arguments: &[u16], results: &[u16]) -> Result<Body, String> {
        body_of(Architecture::AArch64, text, arguments, results)
    }

    fn text_of(architecture: Architecture, text: &str, arguments: &[u16], results: &[u16]) -> Vec<String> {
        body_of(architecture, text, arguments, results).map_or_else(|error| panic!("{error}"), |body| body.text())
    }

    fn key(text: &str, arguments: &[u16], results: &[u16]) -> String {
        body(text, arguments, results).map_or_else(|error| panic!("{error}"), |body| body.key)
    }

    #[test]
    fn scratch_registers_have_no_names() {
        let clang = key("mov w8, #2\nswpl w8, wzr, [x0]\nret", &[64], &[]);
        let other = key("mov w1, 2\nswpl w1, wzr, [x0]\nret", &[64], &[]);
        assert_eq!(clang, other);
        let fixed = key("mov w8, #2\nswpl w8, w8, [x0]\nret", &[64], &[]);
        assert_ne!(clang, fixed);
    }

    #[test]
    fn arguments_and_results_keep_theirs() {
        assert_ne!(key("ldr w0, [x0]\nret", &[64, 64], &[32]), key("ldr w0, [x1]\nret", &[64, 64], &[32]));
    }

    #[test]
    fn saved_registers_disappear() {
        let saved = "stp x29, x30, [sp, #-16]!\nmov x29, sp\nldar w0, [x0]\nldp x29, x30, [sp], #16\nret";
        assert_eq!(key(saved, &[64], &[32]), key("ldar w0, [x0]\nret", &[64], &[32]));
    }

    #[test]
    fn slots_become_registers() {
        let body = body(
            "sub sp, sp, #16\nldr w8, [x0]\nstr w8, [sp, #8]\nldr w0, [sp, #8]\nadd sp, sp, #16\nret",
            &[64],
            &[32],
        );
        let lines = body.map_or_else(|error| panic!("{error}"), |body| body.lines);
        let texts: Vec<&str> = lines
            .iter()
            .map(|line| match line {
                BodyLine::Instruction(text) => text.as_str(),
                BodyLine::Label(_) => "",
            })
            .collect();
        assert_eq!(texts, ["ldr w8, [x0]", "MOV W%s0,W8", "MOV W0,W%s0"]);
    }

    #[test]
    fn broken_rules_are_reported() {
        let error = body("mov x19, x0\nldr w0, [x19]\nret", &[64], &[32]).err();
        assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: X19 is not restored"));
        let error = body("sub sp, sp, #16\nldr w0, [x0]\nret", &[64], &[32]).err();
        assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: SP is not restored"));
    }

    #[test]
    fn what_is_not_known_is_named() {
        let error = body("b __atomic_load_16", &[64], &[128]).err();
        assert_eq!(error.as_deref(), Some("it calls `__atomic_load_16`, whose code is not known"));
        let error = body("frobnicate x0\nret", &[64], &[]).err().unwrap_or_default();
        assert!(error.contains("frobnicate"), "{error}");
    }
    #[test]
    fn arm_frames_and_returns_disappear() {
        let exchange = "push {r4, r5, r11, lr}\nmov r5, #0\ndmb ish\nmov r4, #1\n.L1:\nldrexd r2, r3, [r0]\nstrexd r1, r4, r5, [r0]\n\
                        cmp r1, #0\nbne .L1\nmov r0, r2\nmov r1, r3\ndmb ish\npop {r4, r5, r11, pc}";
        let body = body_of(Architecture::Arm, exchange, &[32], &[64]).unwrap_or_else(|error| panic!("{error}"));
        assert!(body.text().iter().all(|line| !line.contains("push") && !line.contains("pop")), "{:?}", body.text());
        assert_eq!((body.retries.len(), body.has_other_loops), (1, false));
        let early = "ldr r1, [r0]\ncmp r1, #0\nbxeq lr\nstr r1, [r0, #4]\nbx lr";
        assert_eq!(
            text_of(Architecture::Arm, early, &[32], &[]),
            ["ldr r1, [r0]", "cmp r1, #0", "beq end", "str r1, [r0, #4]"]
        );
    }

    #[test]
    fn arm_arguments_on_the_stack_are_symbolic_registers() {
        let store = "push {r4, lr}\nldrd r4, r5, [sp, #8]\nstrd r4, r5, [r0]\npop {r4, pc}";
        let error = body_of(Architecture::Arm, store, &[32, 64, 64], &[]).err();
        assert_eq!(error.as_deref(), Some("it breaks the procedure-call standard: R5 is not restored"));
        let store = "push {r4, r5}\nldrd r4, r5, [sp, #8]\nstrd r4, r5, [r0]\npop {r4, r5}\nbx lr";
        assert_eq!(
            text_of(Architecture::Arm, store, &[32, 64, 64], &[]),
            ["MOV R4,%in0", "MOV R5,%in1", "strd r4, r5, [r0]"]
        );
    }

    #[test]
    fn risc_v_slots_that_are_read_with_their_sign_become_registers() {
        let spill = "addi sp,sp,-16\nlw a0,0(a0)\nsw a0,12(sp)\nlw a0,12(sp)\naddi sp,sp,16\nret";
        assert_eq!(
            text_of(Architecture::RiscV, spill, &[64], &[32]),
            ["lw a0,0(a0)", "slli %s0h,x10,32", "srli %s0h,%s0h,32", "sext.w x10,%s0h"]
        );
    }

    #[test]
    fn code_without_a_barrier_orders_less() {
        let outline = |architecture, text: &str, arguments: &[u16], results: &[u16]| {
            body_of(architecture, text, arguments, results).ok().and_then(|body| body.outline)
        };
        let is_less = |architecture, one: &str, other: &str| {
            let of = |text| outline(architecture, text, &[64, 32], &[]);
            of(one).zip(of(other)).is_some_and(|(one, other)| one.orders_no_more_than(&other))
        };
        let (plain, fenced) = ("sw a1,0(a0)\nret", "fence rw,w\nsw a1,0(a0)\nret");
        assert!(is_less(Architecture::RiscV, plain, fenced) && is_less(Architecture::RiscV, plain, plain));
        assert!(!is_less(Architecture::RiscV, fenced, plain));
        // Behind the store is another place than before it, and another barrier another one.
        assert!(!is_less(Architecture::RiscV, fenced, "sw a1,0(a0)\nfence rw,w\nret"));
        assert!(!is_less(Architecture::RiscV, fenced, "fence w,w\nsw a1,0(a0)\nret"));
        let (plain, ordered) = ("amoswap.w zero,a1,(a0)\nret", "amoswap.w.aqrl zero,a1,(a0)\nret");
        assert!(is_less(Architecture::RiscV, plain, ordered) && !is_less(Architecture::RiscV, ordered, plain));
        // What stores another value does something else.
        let other = "addi a1,a1,1\nsw a1,0(a0)\nret";
        assert!(!is_less(Architecture::RiscV, "sw a1,0(a0)\nret", other));
        let (plain, ordered) = ("str w1, [x0]\nret", "dmb ish\nstlr w1, [x0]\nret");
        assert!(is_less(Architecture::AArch64, plain, ordered) && !is_less(Architecture::AArch64, ordered, plain));
    }

    #[test]
    fn the_machine_is_that_of_the_newest_instruction() {
        let machine = |text: &str| {
            let body = body_of(Architecture::Arm, text, &[32], &[32]).unwrap_or_else(|error| panic!("{error}"));
            Architecture::Arm.machine(&body.extensions)
        };
        assert_eq!(machine("ldr r0, [r0]\ndmb ish\nbx lr"), crate::Machine::ArmV7);
        assert_eq!(machine("lda r0, [r0]\nbx lr"), crate::Machine::ArmV8);
    }

    #[test]
    fn flags_that_nothing_reads_make_no_difference() {
        let key = |text: &str| match body_of(Architecture::Arm, text, &[32, 32], &[]) {
            Ok(body) => body.key,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(key("movs r3, #1\nstl r3, [r0]\nbx lr"), key("mov r2, #1\nstl r2, [r0]\nbx lr"));
        assert_eq!(key("subs r3, r1, #1\nstr r3, [r0]\nbx lr"), key("sub r3, r1, #1\nstr r3, [r0]\nbx lr"));
        let reads = "subs r3, r1, #1\nmovne r3, #2\nstr r3, [r0]\nbx lr";
        assert_ne!(key(reads), key("sub r3, r1, #1\nmovne r3, #2\nstr r3, [r0]\nbx lr"));
    }
}
