//! Random AArch64 instructions.

use std::fmt::Write;

use crate::engines_agree::choices::Choices;
use crate::engines_agree::program::{DATA, Program, columns};

const REGISTERS: [&str; 3] = ["10", "11", "12"];

/// Adds an instruction, or a few that belong together, to the last thread.
pub(crate) fn instruction(choices: &mut Choices<'_>, program: &mut Program) {
    let kind = choices.below(18);
    let value = 1 + choices.below(2);
    let register = choices.pick(&REGISTERS);
    let cost = match kind {
        0..=5 => 1,
        6..=7 => 0,
        _ => 2,
    };
    if !program.takes(cost) {
        return;
    }
    match kind {
        0 | 1 => {
            program.line(format!("MOV W13,#{value}"));
            store(choices, program, "13");
        }
        2..=4 => load(choices, program, register),
        5 => store(choices, program, register),
        6 | 7 => program.fence(choices.pick(&["DMB SY", "DMB LD", "DMB ST", "ISB"])),
        8 | 9 => {
            load(choices, program, register);
            let (at, other) = (address(choices, program), choices.pick(&REGISTERS));
            program.line(format!("EOR W14,W{register},W{register}"));
            program.observe(&format!("X{other}"));
            program.line(format!("LDR W{other},[{at},W14,SXTW]"));
        }
        10 | 11 => {
            load(choices, program, register);
            let label = program.fresh();
            program.line(format!("CBZ W{register},L{label}"));
            if choices.one_in(3) {
                program.line("ISB");
            }
            program.line(format!("MOV W13,#{value}"));
            store(choices, program, "13");
            program.line(format!("L{label}:"));
        }
        12 => {
            let at = address(choices, program);
            let (read, write) = (choices.pick(&["LDXR", "LDAXR"]), choices.pick(&["STXR", "STLXR"]));
            program.observe(&format!("X{register}"));
            program.observe("X15");
            program.line(format!("{read} W{register},[{at}]"));
            program.line(format!("MOV W13,#{value}"));
            program.line(format!("{write} W15,W13,[{at}]"));
        }
        13 | 14 => {
            let at = address(choices, program);
            let operation = choices.pick(&["SWP", "SWPA", "SWPL", "SWPAL", "LDADD", "LDADDA", "CAS", "CASAL"]);
            program.observe(&format!("X{register}"));
            program.line(format!("MOV W13,#{value}"));
            match operation.starts_with("CAS") {
                true => program.line(format!("{operation} W{register},W13,[{at}]")),
                false => program.line(format!("{operation} W13,W{register},[{at}]")),
            }
        }
        15 => {
            let label = program.fresh();
            program.line(format!("L{label}:"));
            load(choices, program, register);
            program.line(format!("CBZ W{register},L{label}"));
        }
        16 => {
            program.mention("p");
            program.line("LDR X6,[X4]");
            if choices.one_in(2) {
                program.observe("X12");
                program.line("LDR W12,[X6]");
            } else {
                program.line(format!("MOV W13,#{value}"));
                program.line("STR W13,[X6]");
            }
        }
        _ => {
            program.mention("p");
            program.mention("y");
            if choices.one_in(6) {
                // A value that is not an address: an access by it faults.
                program.line("MOV X7,#1");
                program.line("STR X7,[X4]");
            } else {
                program.line("STLR X5,[X4]");
            }
        }
    }
}

/// The register with the address of a location.
fn address(choices: &mut Choices<'_>, program: &mut Program) -> String {
    let location = program.location(choices);
    register_of(location)
}

fn register_of(location: &str) -> String {
    let at = DATA.iter().position(|name| *name == location).unwrap_or(DATA.len());
    format!("X{}", at + 1)
}

fn load(choices: &mut Choices<'_>, program: &mut Program, register: &str) {
    program.observe(&format!("X{register}"));
    if let Some(at) = half(choices, program) {
        program.line(format!("LDRH W{register},{at}"));
        return;
    }
    let at = address(choices, program);
    let operation = choices.pick(&["LDR", "LDAR", "LDAPR"]);
    program.line(format!("{operation} W{register},[{at}]"));
}

fn store(choices: &mut Choices<'_>, program: &mut Program, register: &str) {
    if let Some(at) = half(choices, program) {
        program.line(format!("STRH W{register},{at}"));
        return;
    }
    let at = address(choices, program);
    let operation = choices.pick(&["STR", "STLR"]);
    program.line(format!("{operation} W{register},[{at}]"));
}

/// Now and then, the half of a location: with the accesses to all of it, they are of mixed sizes. Unaligned, it would be in bytes, whose orders
/// are too many for the reference engine.
fn half(choices: &mut Choices<'_>, program: &mut Program) -> Option<String> {
    let is_half = choices.one_in(HALVES) && program.takes(1);
    is_half.then(|| format!("[{},#{}]", register_of(program.mention("x")), choices.pick(&["0", "2"])))
}

/// One of so many plain accesses is to a half.
pub(crate) const HALVES: usize = 8;

/// The test without its condition.
pub(crate) fn table(program: &Program) -> String {
    let mut text = String::from("AArch64 random\n{ ");
    if program.locations().contains("p") {
        text += "int64_t p=x; ";
    }
    for (thread, mentioned) in program.mentioned.iter().enumerate() {
        for location in mentioned {
            let _ = write!(text, "{thread}:{}={location}; ", register_of(location));
        }
        if mentioned.contains("p") {
            let _ = write!(text, "{thread}:X5=y; ");
        }
    }
    text + "}\n" + &columns(program)
}
