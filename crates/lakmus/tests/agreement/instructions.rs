//! The steps of a program as the instructions of a machine.
//!
//! What C11's operations become is looked up in the crate `arch`: the mapping that programs are explored by. What is added here is what belongs to litmus tests: registers, values,
//! dependencies. Code that tries until it succeeds has no loop here: a thread that loses its reservation ends ([`ThreadWriter::lost`]).

use arch::c11;

use crate::litmus::ThreadWriter;
use crate::program::{Access, Dependent, Operation, Order, Step};

/// A machine that litmus tests are written for.
pub(crate) struct Machine {
    pub(crate) language: &'static str,
    /// Registers with the addresses of locations; none where instructions name locations.
    pub(crate) addresses: [&'static str; 4],
    /// Those that reads are kept in.
    pub(crate) results: [&'static str; 4],
    /// One that nothing else uses.
    pub(crate) status: &'static str,
    /// Those with operands, expected values, and the scratch registers `a`, `b` and `c` of mappings.
    operand: &'static str,
    expected: &'static str,
    scratch: [&'static str; 3],
    /// One for addresses that are computed.
    pointer: &'static str,
    /// The suffix of instructions on 32 bits.
    suffix: &'static str,
    /// A register as all of its bits, as conditions and addresses name it.
    pub(crate) whole: fn(&str) -> String,
    /// The instruction that sets a register.
    pub(crate) set: fn(&str, u32) -> String,
    /// Those that compute 0 of a register, into another.
    nothing_of: fn(&str, &str) -> Vec<String>,
    /// The one that adds a number to a register.
    add: fn(&str, u32) -> String,
    /// The one that adds an address to a register that was computed so.
    add_address: fn(&str, &str) -> String,
    /// Those that leave for a label if a register is 0.
    leave_if_zero: fn(&str, &str) -> Vec<String>,
    /// A line of a mapping in the language of the tests.
    line: fn(&str) -> Vec<String>,
}

fn as_it_is(line: &str) -> Vec<String> {
    vec![line.to_owned()]
}

fn same(name: &str) -> String {
    name.to_owned()
}

pub(crate) static X86_64: Machine = Machine {
    language: "X86_64",
    addresses: [""; 4],
    results: ["%ebx", "%ecx", "%edx", "%esi"],
    status: "%r9d",
    operand: "%edi",
    expected: "%eax",
    scratch: ["%r10d", "%r11d", "%r12d"],
    pointer: "%eax",
    suffix: "l",
    whole: |name| if name.starts_with("%e") { name.replace("%e", "%r") } else { name.trim_end_matches('d').to_owned() },
    set: |register, value| format!("movl ${value},{register}"),
    nothing_of: |from, to| vec![format!("movl {from},{to}"), format!("andl $0,{to}")],
    add: |register, value| format!("addl ${value},{register}"),
    add_address: |_, _| panic!("tests of x86 name locations"),
    leave_if_zero: |register, label| vec![format!("cmpl $0,{register}"), format!("je {label}")],
    // A locked instruction on the stack is a barrier and no more.
    line: |line| {
        vec![if line.starts_with("lock") && line.contains("$0,") { "mfence".to_owned() } else { line.to_owned() }]
    },
};

pub(crate) static AARCH64: Machine = Machine {
    language: "AArch64",
    addresses: ["X10", "X11", "X12", "X13"],
    results: ["W1", "W2", "W3", "W4"],
    status: "W20",
    operand: "W8",
    expected: "W7",
    scratch: ["W5", "W6", "W14"],
    pointer: "W9",
    suffix: "",
    whole: |name| name.replace('W', "X"),
    set: |register, value| format!("MOV {register},#{value}"),
    nothing_of: |from, to| vec![format!("EOR {to},{from},{from}")],
    add: |register, value| format!("ADD {register},{register},#{value}"),
    add_address: |register, address| format!("ADD {},{address},{register},SXTW", register.replace('W', "X")),
    leave_if_zero: |register, label| vec![format!("CBZ {register},{label}")],
    line: |line| vec![line.to_ascii_uppercase()],
};

pub(crate) static PPC: Machine = Machine {
    language: "PPC",
    addresses: ["r10", "r11", "r12", "r13"],
    results: ["r3", "r4", "r5", "r6"],
    status: "r30",
    operand: "r20",
    expected: "r22",
    scratch: ["r23", "r24", "r25"],
    pointer: "r21",
    suffix: "w",
    whole: same,
    set: |register, value| format!("li {register},{value}"),
    nothing_of: |from, to| vec![format!("xor {to},{from},{from}")],
    add: |register, value| format!("addi {register},{register},{value}"),
    add_address: |register, address| format!("add {register},{register},{address}"),
    leave_if_zero: |register, label| vec![format!("cmpwi {register},0"), format!("beq {label}")],
    line: as_it_is,
};

pub(crate) static ARM: Machine = Machine {
    language: "ARM",
    addresses: ["R8", "R9", "R10", "R11"],
    results: ["R0", "R1", "R2", "R3"],
    status: "R12",
    operand: "R5",
    expected: "R14",
    scratch: ["R4", "R7", "R13"],
    pointer: "R6",
    suffix: "",
    whole: same,
    set: |register, value| format!("MOV {register},#{value}"),
    nothing_of: |from, to| vec![format!("EOR {to},{from},{from}")],
    add: |register, value| format!("ADD {register},{register},#{value}"),
    add_address: |register, address| format!("ADD {register},{register},{address}"),
    leave_if_zero: |register, label| vec![format!("CMP {register},#0"), format!("BEQ {label}")],
    line: |line| vec![line.to_ascii_uppercase()],
};

pub(crate) static RISCV: Machine = Machine {
    language: "RISCV",
    addresses: ["x20", "x21", "x22", "x23"],
    results: ["x5", "x6", "x7", "x28"],
    status: "x30",
    operand: "x10",
    expected: "x13",
    scratch: ["x14", "x15", "x16"],
    pointer: "x11",
    suffix: "w",
    whole: same,
    set: |register, value| format!("ori {register},x0,{value}"),
    nothing_of: |from, to| vec![format!("xor {to},{from},{from}")],
    add: |register, value| format!("addi {register},{register},{value}"),
    add_address: |register, address| format!("add {register},{register},{address}"),
    leave_if_zero: |register, label| vec![format!("beq {register},x0,{label}")],
    line: as_it_is,
};

pub(crate) static LOONGARCH: Machine = Machine {
    language: "LoongArch",
    addresses: ["$r4", "$r5", "$r6", "$r7"],
    results: ["$r12", "$r13", "$r14", "$r15"],
    status: "$r20",
    operand: "$r16",
    expected: "$r17",
    scratch: ["$r18", "$r19", "$r23"],
    pointer: "$r24",
    suffix: "w",
    whole: same,
    set: |register, value| format!("li.w {register},{value}"),
    nothing_of: |from, to| vec![format!("xor {to},{from},{from}")],
    add: |register, value| format!("addi.w {register},{register},{value}"),
    add_address: |register, address| format!("add.d {register},{register},{address}"),
    leave_if_zero: |register, label| vec![format!("beqz {register},{label}")],
    line: as_it_is,
};

pub(crate) static MIPS: Machine = Machine {
    language: "MIPS",
    addresses: ["$4", "$5", "$6", "$7"],
    results: ["$8", "$9", "$10", "$11"],
    status: "$24",
    operand: "$12",
    expected: "$13",
    scratch: ["$14", "$15", "$16"],
    pointer: "$17",
    suffix: "w",
    whole: same,
    set: |register, value| format!("li {register},{value}"),
    nothing_of: |from, to| vec![format!("xor {to},{from},{from}")],
    add: |register, value| format!("addiu {register},{register},{value}"),
    add_address: |register, address| format!("daddu {register},{register},{address}"),
    leave_if_zero: |register, label| vec![format!("beq {register},$0,{label}")],
    line: as_it_is,
};

pub(crate) static S390X: Machine = Machine {
    language: "S390X",
    addresses: ["%r2", "%r3", "%r4", "%r5"],
    results: ["%r6", "%r7", "%r8", "%r9"],
    status: "%r12",
    operand: "%r10",
    expected: "%r11",
    scratch: ["%r0", "%r13", "%r14"],
    pointer: "%r1",
    suffix: "",
    whole: same,
    set: |register, value| format!("lhi {register},{value}"),
    nothing_of: |from, to| vec![format!("lgr {to},{from}"), format!("xgr {to},{to}")],
    add: |register, value| format!("ahi {register},{value}"),
    add_address: |register, address| format!("agr {register},{address}"),
    leave_if_zero: |register, label| vec![format!("chi {register},0"), format!("je {label}")],
    line: as_it_is,
};

/// SPARC, in RISC-V's words, as `pso.cat` and `rmo.cat` read them.
pub(crate) static SPARC: Machine = Machine { line: sparc, ..RISCV };

/// A line of SPARC's: one `fence` for each bit of a `membar`, plain loads and stores.
fn sparc(line: &str) -> Vec<String> {
    let line = line.to_ascii_lowercase();
    let (mnemonic, operands) = line.split_once(' ').unwrap_or((&line, ""));
    let inner = |text: &str| text.trim_matches(['[', ']']).to_owned();
    match mnemonic {
        "stbar" => vec!["fence w,w".to_owned()],
        "membar" => {
            let barrier = arch::sparc::SPARC.barrier(&line).unwrap_or_else(|| panic!("no barrier: {line}"));
            let pairs = barrier.pairs.iter();
            pairs.map(|(before, behind)| format!("fence {},{}", before.letter(), behind.letter())).collect()
        }
        _ => {
            let (first, second) = operands.split_once(',').unwrap_or_else(|| panic!("not SPARC: {line}"));
            match mnemonic {
                "ldw" => vec![format!("lw {second},0({})", inner(first))],
                "stw" => vec![format!("sw {first},0({})", inner(second))],
                _ => vec![line.clone()],
            }
        }
    }
}

pub(crate) fn c11_order(order: Order) -> c11::Order {
    match order {
        Order::Plain | Order::Relaxed => c11::Order::Relaxed,
        Order::Acquire => c11::Order::Acquire,
        Order::Release => c11::Order::Release,
        Order::AcquireRelease => c11::Order::AcquireRelease,
        Order::SeqCst => c11::Order::SeqCst,
    }
}

/// What SPARC does by `cas`, in a loop or not: one atomic instruction of RISC-V without ordering bits.
fn sparc_update(writer: &mut ThreadWriter<'_>, object: &str, operation: Operation) {
    let (result, operand, expected) = (writer.result(), writer.machine.operand, writer.machine.expected);
    let mnemonic = match operation {
        Operation::Exchange(_) => "amoswap.w",
        Operation::Add(_) => "amoadd.w",
        Operation::CompareExchange { .. } => {
            writer.line(format!("addi {result},{expected},0"));
            "amocas.w"
        }
        Operation::Write(_) | Operation::Read => panic!("no read-modify-write: {operation:?}"),
    };
    writer.line(format!("{mnemonic} {result},{operand},({object})"));
}

fn c11_operation(operation: Operation) -> c11::Operation {
    match operation {
        Operation::Write(_) => c11::Operation::Store,
        Operation::Read => c11::Operation::Load,
        Operation::Exchange(_) => c11::Operation::Exchange,
        Operation::Add(_) => c11::Operation::FetchAdd,
        Operation::CompareExchange { .. } => c11::Operation::CompareExchangeStrong,
    }
}

/// Writes a step.
pub(crate) fn write(writer: &mut ThreadWriter<'_>, step: &Step, mapping: &c11::Mapping) {
    let machine = writer.machine;
    match step {
        Step::Fence(order) => {
            let code = mapping.code(c11::Operation::Fence, c11_order(*order), 0);
            let code = code.unwrap_or_else(|| panic!("{} has no fence {order:?}", mapping.name));
            code.iter().for_each(|line| plain_line(writer, line));
        }
        Step::Barrier(text) => plain_line(writer, text),
        Step::Branch(read) => {
            let lines = (machine.leave_if_zero)(machine.results[*read], &writer.done());
            lines.into_iter().for_each(|line| writer.line(line));
        }
        Step::Access(access) => write_access(writer, access, mapping),
    }
}

/// A line without registers.
pub(crate) fn plain_line(writer: &mut ThreadWriter<'_>, line: &str) {
    if !line.eq_ignore_ascii_case("nop") {
        (writer.machine.line)(line).into_iter().for_each(|line| writer.line(line));
    }
}

fn write_access(writer: &mut ThreadWriter<'_>, access: &Access, mapping: &c11::Mapping) {
    let machine = writer.machine;
    let Access { operation, location, order, dependency } = *access;
    let mut object =
        if machine.addresses[0].is_empty() { location.to_string() } else { writer.address(location).to_owned() };
    match operation {
        Operation::Write(value) | Operation::Exchange(value) | Operation::Add(value) => {
            writer.line((machine.set)(machine.operand, value));
        }
        Operation::CompareExchange { expected, new } => {
            writer.line((machine.set)(machine.operand, new));
            writer.line((machine.set)(machine.expected, expected));
        }
        Operation::Read => {}
    }
    if let Some((how, read)) = dependency {
        let read = machine.results[read];
        match (how, operation) {
            (Dependent::Address, _) => {
                (machine.nothing_of)(read, machine.pointer).into_iter().for_each(|line| writer.line(line));
                writer.line((machine.add_address)(machine.pointer, &object));
                object = (machine.whole)(machine.pointer);
            }
            (Dependent::Value, Operation::Write(value)) => {
                (machine.nothing_of)(read, machine.operand).into_iter().for_each(|line| writer.line(line));
                writer.line((machine.add)(machine.operand, value));
            }
            (Dependent::Value, _) => panic!("only a write's value depends"),
        }
    }
    match (mapping.code(c11_operation(operation), c11_order(order), 32), operation) {
        // A plain access is the instruction alone, whatever barriers relaxed atomic ones have.
        (Some(code), Operation::Read | Operation::Write(_)) if order == Order::Plain => {
            let access: Vec<&str> = code.iter().copied().filter(|line| line.contains("{object}")).collect();
            mapped(writer, &object, operation, &access);
        }
        // The instruction leaves what it has read where what it expects was.
        (code, Operation::CompareExchange { .. }) if machine.language == "X86_64" => {
            let instruction = code.unwrap_or(&["lock cmpxchg{s} {operand},({object})"]).iter().copied();
            let code: Vec<&str> = instruction.filter(|line| line.contains("{object}")).collect();
            mapped(writer, &object, operation, &[&code[..], &["mov{s} {expected},{result}"]].concat());
        }
        (Some(code), _) => mapped(writer, &object, operation, code),
        (None, _) => panic!("{} has no {operation:?}, {order:?}", mapping.name),
    }
}

/// Writes the code of a mapping.
fn mapped(writer: &mut ThreadWriter<'_>, object: &str, operation: Operation, code: &[&str]) {
    let machine = writer.machine;
    let result = if operation.reads() { writer.result() } else { machine.scratch[2] };
    let registers = [
        ("result", result),
        ("operand", machine.operand),
        ("expected", machine.expected),
        ("a", machine.scratch[0]),
        ("b", machine.scratch[1]),
        ("c", machine.scratch[2]),
    ];
    let labels: Vec<&str> = code.iter().filter_map(|line| line.strip_suffix(':')).collect();
    let (lost, own) = (writer.lost(), writer.label());
    let mut passed = Vec::new();
    for line in code {
        if let Some(label) = line.strip_suffix(':') {
            passed.push(label);
            writer.line(format!("{own}{label}:"));
            continue;
        }
        if line.starts_with("cas{s} [") {
            sparc_update(writer, object, operation);
            continue;
        }
        let mut line = line.replace("{object}", object).replace("{s}", machine.suffix);
        for (name, register) in registers {
            line = line.replace(&format!("{{{name}}}"), register);
            line = line.replace(&format!("{{w:{name}}}"), register);
            line = line.replace(&format!("{{x:{name}}}"), &(machine.whole)(register));
        }
        if let Some(label) = labels.iter().find(|label| line.rsplit([' ', ',']).next() == Some(**label)) {
            // What is jumped back to is not gone to again.
            let to = if passed.contains(label) { lost.clone() } else { format!("{own}{label}") };
            writer.line(format!("{}{to}", line.strip_suffix(*label).unwrap_or(&line)));
            continue;
        }
        plain_line(writer, &line);
    }
}
