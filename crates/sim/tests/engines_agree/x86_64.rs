//! Random x86-64 instructions.

use std::fmt::Write;

use crate::engines_agree::aarch64::HALVES;
use crate::engines_agree::choices::Choices;
use crate::engines_agree::program::{Program, columns};

const REGISTERS: [&str; 3] = ["ax", "bx", "cx"];

/// Adds an instruction, or a few that belong together, to the last thread.
pub(crate) fn instruction(choices: &mut Choices<'_>, program: &mut Program) {
    let kind = choices.below(16);
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
            program.line(format!("movl ${value},({at})"));
        }
        2 | 3 => load(choices, program, register),
        4 => {
            let at = program.location(choices);
            program.line(format!("movl %e{register},({at})"));
        }
        5 | 6 => program.fence(choices.pick(&["mfence", "sfence", "lfence"])),
        7 | 8 => {
            let at = program.location(choices);
            program.observe(&format!("r{register}"));
            program.line(format!("xchgl ({at}),%e{register}"));
        }
        9 => {
            let at = program.location(choices);
            let operation = choices.pick(&["lock incl", "incl", "lock decl"]);
            program.line(format!("{operation} ({at})"));
        }
        10 => {
            let at = program.location(choices);
            program.observe("rax");
            program.line(format!("lock cmpxchgl ({at}),%ecx"));
        }
        11 | 12 => {
            load(choices, program, register);
            let (at, label) = (program.location(choices), program.fresh());
            let jump = choices.pick(&["je", "jne"]);
            program.line(format!("cmpl $0,%e{register}"));
            program.line(format!("{jump} L{label}"));
            program.line(format!("movl ${value},({at})"));
            program.line(format!("L{label}:"));
        }
        13 => {
            let label = program.fresh();
            program.line(format!("L{label}:"));
            load(choices, program, register);
            program.line(format!("cmpl ${value},%e{register}"));
            program.line(format!("jne L{label}"));
        }
        14 => {
            program.mention("p");
            program.line("movq (p),%r8");
            if choices.one_in(2) {
                program.observe("rdx");
                program.line("movl (%r8),%edx");
            } else {
                program.line(format!("movl ${value},(%r8)"));
            }
        }
        _ => {
            program.mention("p");
            program.mention("y");
            // Rarely a value that is not an address: an access by it faults.
            program.line(if choices.one_in(6) { "movq $1,(p)" } else { "movq %r9,(p)" });
        }
    }
}

fn load(choices: &mut Choices<'_>, program: &mut Program, register: &str) {
    program.observe(&format!("r{register}"));
    if choices.one_in(HALVES) && program.takes(1) {
        let at = program.mention("x");
        program.line(format!("movw ({at}),%{register}"));
        return;
    }
    let at = program.location(choices);
    program.line(format!("movl ({at}),%e{register}"));
}

/// The test without its condition.
pub(crate) fn table(program: &Program) -> String {
    let mut text = String::from("X86_64 random\n{ ");
    if program.locations().contains("p") {
        text += "int *p=&x; ";
    }
    for (thread, mentioned) in program.mentioned.iter().enumerate() {
        if mentioned.contains("p") {
            let _ = write!(text, "{thread}:r9=y; ");
        }
    }
    text + "}\n" + &columns(program)
}
