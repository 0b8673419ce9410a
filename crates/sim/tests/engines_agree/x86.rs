//! Random instructions of 32-bit x86.

use crate::engines_agree::choices::Choices;
use crate::engines_agree::program::{Program, columns};

const REGISTERS: [&str; 3] = ["EAX", "EBX", "ECX"];

/// Adds an instruction, or a few that belong together, to the last thread.
pub(crate) fn instruction(choices: &mut Choices<'_>, program: &mut Program) {
    let kind = choices.below(14);
    let value = 1 + choices.below(2);
    let register = choices.pick(&REGISTERS);
    let cost = match kind {
        0..=4 => 1,
        5..=6 => 0,
        _ => 2,
    };
    if !program.takes(cost) {
        return;
    }
    match kind {
        0 | 1 => {
            let at = program.location(choices);
            program.line(format!("MOV [{at}],${value}"));
        }
        2 | 3 => load(choices, program, register),
        4 => {
            let at = program.location(choices);
            program.line(format!("MOV [{at}],{register}"));
        }
        5 | 6 => program.fence(choices.pick(&["MFENCE", "SFENCE", "LFENCE"])),
        7 | 8 => {
            let at = program.location(choices);
            program.observe(register);
            program.line(format!("XCHG [{at}],{register}"));
        }
        9 => {
            let at = program.location(choices);
            let operation = choices.pick(&["LOCK INC", "INC", "LOCK DEC"]);
            program.line(format!("{operation} [{at}]"));
        }
        10 => {
            let at = program.location(choices);
            program.observe("EAX");
            program.line(format!("LOCK CMPXCHG [{at}],ECX"));
        }
        11 | 12 => {
            load(choices, program, register);
            let (at, label) = (program.location(choices), program.fresh());
            let jump = choices.pick(&["JE", "JNE"]);
            program.line(format!("CMP {register},$0"));
            program.line(format!("{jump} L{label}"));
            program.line(format!("MOV [{at}],${value}"));
            program.line(format!("L{label}:"));
        }
        _ => {
            let label = program.fresh();
            program.line(format!("L{label}:"));
            load(choices, program, register);
            program.line(format!("CMP {register},${value}"));
            program.line(format!("JNE L{label}"));
        }
    }
}

fn load(choices: &mut Choices<'_>, program: &mut Program, register: &str) {
    let at = program.location(choices);
    program.observe(register);
    program.line(format!("MOV {register},[{at}]"));
}

/// The test without its condition.
pub(crate) fn table(program: &Program) -> String {
    String::from("X86 random\n{ }\n") + &columns(program)
}
