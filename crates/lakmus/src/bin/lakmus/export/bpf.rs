//! Tests of BPF as programs that the kernel's verifier reads: one a thread, in the assembly of its own tests (`tools/testing/selftests/bpf/progs/verifier_*.c`).
//!
//! The code of a thread is what the test has. Before it registers get what the initial state says, the others 0, since the verifier wants each to be initialised; behind it what
//! is shown goes by the stack to a global variable. `r10`, which the verifier lets nothing write, has another register in its place.

use litmus::{FinalPlace, LoweredTest, Spelling};
use program::{Computation, Index, ThreadId};
use sim::Test;
use source::{Diagnostic, Sources};

use super::outcome::{self, Fields};
use super::problem;
use super::program::slots;

/// What its tests begin with.
pub(super) const ARCHITECTURE: &str = "BPF";

/// The frame pointer, as states call it and as instructions do.
const FRAME: [&str; 2] = ["fp", "r10"];

/// The file of a test.
pub(super) fn program(
    parsed: &litmus::Test<'_>,
    sources: &Sources,
    test: &Test,
    fields: &Fields<'_>,
) -> Result<String, Vec<Diagnostic>> {
    let code = parsed.read_code(test.language(), sources.text(parsed.source))?;
    let labels: Vec<String> = code.labels().into_iter().map(str::to_owned).collect();
    let cells = code.cells(Spelling::Printed, &|label, out| {
        let number = labels.iter().position(|known| known == label).unwrap_or(labels.len());
        out.push_str(&format!("l{number}_%="));
    });
    let lowered = test.lowered();
    let one = |error| vec![error];
    let mut text = format!(
        "/* {}\n   {} */\n#include <linux/bpf.h>\n\n#define SEC(name) __attribute__((section(name), used))\n#define PROGRAM __attribute__((naked))\n\n\
         char _license[] SEC(\"license\") = \"Dual BSD/GPL\";\n\n",
        lowered.name.replace("*/", "* /"),
        lowered.print_condition(litmus::Base::Decimal).replace("*/", "* /"),
    );
    text += &memory(lowered).map_err(one)?;
    for (number, place) in fields.places().iter().enumerate() {
        if let FinalPlace::Register(..) = place.place {
            text += &format!("volatile __u64 shown_{number}; /* {} */\n", place.name);
        }
    }
    for (number, cells) in cells.iter().enumerate() {
        let thread = ThreadId::new(number);
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| {
                in_registers(cell, &|name| {
                    code.register(thread, name).map(|part| format!("r{}", part.register.number()))
                })
            })
            .collect();
        text += &thread_program(thread, &cells, lowered, fields).map_err(one)?;
    }
    Ok(text)
}

/// The name of a location's variable: a test may have any other names.
fn variable(test: &LoweredTest, location: program::LocationId) -> String {
    let name: String = test.program.locations[location]
        .name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    format!("l{}_{name}", outcome::location_number(location))
}

/// The memory, which a loader sets anew before each run.
fn memory(test: &LoweredTest) -> Result<String, Diagnostic> {
    let mut text = String::new();
    for (location, memory) in test.program.locations.iter_enumerated() {
        let bits = memory.element.filter(|_| memory.is_array).map_or(64, |element| element.width);
        let mut values = Vec::new();
        for cell in &memory.cells {
            let Computation::Constant(value, _) = cell else {
                return Err(problem(format!("`{}` begins with an address, which no program of BPF has", memory.name)));
            };
            values.push(format!("{}ULL", *value as u64));
        }
        text += &format!(
            "volatile __u{bits} {}[{}] __attribute__((aligned(64))) = {{ {} }}; /* {} */\n",
            variable(test, location),
            memory.cells.len(),
            values.join(", "),
            memory.name
        );
    }
    Ok(text)
}

/// An instruction with the registers that symbolic ones were given.
fn in_registers(cell: &str, register: &dyn Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some(at) = rest.find('%') {
        let (before, behind) = rest.split_at(at);
        text += before;
        let end =
            behind[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(behind.len(), |end| end + 1);
        let name = &behind[..end];
        match register(name) {
            Some(found) if name.len() > 1 => text += &found,
            _ => text += name,
        }
        rest = &behind[end..];
    }
    text + rest
}

/// The words of an instruction, and what is between them.
fn words(cell: &str) -> Vec<&str> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (bytes, mut at, mut all) = (cell.as_bytes(), 0, Vec::new());
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && is_word(bytes[at]) == is_word(bytes[start]) {
            at += 1;
        }
        all.push(&cell[start..at]);
    }
    all
}

/// The number of the register that a word names.
fn number(word: &str) -> Option<u32> {
    if FRAME.contains(&word) {
        return Some(10);
    }
    litmus::inline::numbered(word, 'r', 9).or_else(|| litmus::inline::numbered(word, 'w', 9))
}

fn thread_program(
    thread: ThreadId,
    cells: &[String],
    test: &LoweredTest,
    fields: &Fields<'_>,
) -> Result<String, Diagnostic> {
    let name = |register: program::RegisterId| test.program.registers[register].name.as_str();
    let initial: Vec<(u32, &Computation)> = test
        .program
        .initial_registers
        .iter()
        .filter(|each| each.thread == thread)
        .filter_map(|each| Some((number(name(each.register))?, &each.value)))
        .collect();
    let shown: Vec<(usize, u32)> =
        slots(fields, thread).filter_map(|(slot, part)| Some((slot, number(name(part.register))?))).collect();
    let mut used: Vec<u32> = cells.iter().flat_map(|cell| words(cell)).filter_map(number).collect();
    if cells.iter().any(|cell| cell.contains("cmpxchg")) {
        used.push(0);
    }
    used.extend(initial.iter().map(|(register, _)| *register).chain(shown.iter().map(|(_, register)| *register)));
    used.sort_unstable();
    used.dedup();
    let stand_in = match used.contains(&10) {
        false => 10,
        true => (0..10).rev().find(|register| !used.contains(register)).ok_or_else(|| {
            problem(format!("P{} uses all registers, `r10` among them, which programs cannot write", thread.index()))
        })?,
    };
    let physical = |register: u32| if register == 10 { stand_in } else { register };
    let mut lines = initialised(&used, &physical, &initial, test)?;
    for cell in cells {
        let moved = |word: &&str| match number(word) {
            Some(10) => format!("r{stand_in}"),
            Some(_) | None => (*word).to_owned(),
        };
        lines.push(match cell.as_str() {
            "exit" => "goto end_%=".to_owned(),
            _ => words(cell).iter().map(moved).collect(),
        });
    }
    lines.extend(showing(&shown, &physical));
    lines.extend(["r0 = 0".to_owned(), "exit".to_owned()]);
    let text: String = lines
        .iter()
        .map(|line| format!("    \"{}{}\\n\"\n", line, if line.ends_with(':') { "" } else { ";" }))
        .collect();
    Ok(format!(
        "\nSEC(\"syscall\") PROGRAM int P{}(void *context)\n{{\n  asm volatile (\n{text}    ::: \"memory\");\n}}\n",
        thread.index()
    ))
}

/// What gives registers their values: those of the initial state, or 0.
fn initialised(
    used: &[u32],
    physical: &dyn Fn(u32) -> u32,
    initial: &[(u32, &Computation)],
    test: &LoweredTest,
) -> Result<Vec<String>, Diagnostic> {
    let mut lines = Vec::new();
    for &register in used {
        let to = physical(register);
        match initial.iter().find(|(of, _)| *of == register).map(|(_, value)| *value) {
            None => lines.push(format!("r{to} = 0")),
            Some(Computation::Constant(value, _)) => lines.push(format!("r{to} = {} ll", *value as u64)),
            Some(Computation::Address(location, offset)) => {
                lines.push(format!("r{to} = {} ll", variable(test, *location)));
                if *offset != 0 {
                    lines.push(format!("r{to} += {offset}"));
                }
            }
            Some(_) => return Err(problem(format!("the initial value of `r{register}` is none of a program"))),
        }
    }
    Ok(lines)
}

/// The end of the code, and what stores registers where they are shown.
fn showing(shown: &[(usize, u32)], physical: &dyn Fn(u32) -> u32) -> Vec<String> {
    let mut lines = vec!["end_%=:".to_owned()];
    let slot = |at: usize| 8 * (at + 1);
    for (at, (_, register)) in shown.iter().enumerate() {
        lines.push(format!("*(u64 *)(r10 - {}) = r{}", slot(at), physical(*register)));
    }
    for (at, (place, _)) in shown.iter().enumerate() {
        lines.push(format!("r1 = shown_{place} ll"));
        lines.push(format!("r2 = *(u64 *)(r10 - {})", slot(at)));
        lines.push("*(u64 *)(r1 + 0) = r2".to_owned());
    }
    lines
}

/// How to build all programs.
pub(super) fn makefile(names: &[&str]) -> String {
    let objects: Vec<String> = names.iter().map(|name| format!("{name}.o")).collect();
    format!(
        "CLANG = clang\nCPU = v4\nINCLUDES =\nCFLAGS = -O2 -Wall -Wno-unused-parameter --target=bpf -mcpu=$(CPU) $(INCLUDES)\nOBJECTS = {}\n\nall: $(OBJECTS)\n\n\
         %.o: %.c\n\t$(CLANG) $(CFLAGS) -c -o $@ ./$<\n\nclean:\n\trm -f -- $(OBJECTS)\n",
        objects.join(" ")
    )
}
