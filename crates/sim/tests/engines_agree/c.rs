//! Random statements of C. `z` is a plain variable, `x` and `y` are atomic, `m` is a mutex.

use std::fmt::Write;

use crate::engines_agree::choices::Choices;
use crate::engines_agree::program::Program;

const READS: [&str; 4] = ["relaxed", "acquire", "seq_cst", "consume"];
const WRITES: [&str; 3] = ["relaxed", "release", "seq_cst"];
const BOTH: [&str; 5] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];

/// Adds a statement, or a few that belong together, to the last thread.
pub(crate) fn instruction(choices: &mut Choices<'_>, program: &mut Program) {
    let kind = choices.below(16);
    let value = 1 + choices.below(2);
    let cost = match kind {
        0..=5 => 1,
        6 => 0,
        _ => 2,
    };
    if !program.takes(cost) {
        return;
    }
    match kind {
        0 | 1 => {
            let line = store(choices, program, &value.to_string());
            program.line(line);
        }
        2..=4 => _ = load(choices, program),
        5 => {
            program.mention("z");
            if choices.one_in(2) {
                let register = fresh(program);
                program.line(format!("int {register} = *z;"));
            } else {
                program.line(format!("*z = {value};"));
            }
        }
        6 => {
            let order = choices.pick(&BOTH[1..]);
            program.fence(format!("atomic_thread_fence(memory_order_{order});"));
        }
        7 | 8 => {
            let (at, register, order) = (atomic(choices, program), fresh(program), choices.pick(&BOTH));
            let operation = choices.pick(&["exchange", "fetch_add"]);
            program.line(format!("int {register} = atomic_{operation}_explicit({at}, {value}, memory_order_{order});"));
        }
        9 => {
            let (at, register, order) = (atomic(choices, program), fresh(program), choices.pick(&BOTH));
            let strength = choices.pick(&["strong", "weak"]);
            program.mention("e");
            program.line(format!(
                "int {register} = atomic_compare_exchange_{strength}_explicit({at}, e, {value}, memory_order_{order}, memory_order_relaxed);"
            ));
        }
        10 | 11 => {
            let register = load(choices, program);
            let line = store(choices, program, &value.to_string());
            program.line(format!("if ({register} == {}) {{ {line} }}", choices.below(2)));
        }
        12 => {
            let register = load(choices, program);
            let line = store(choices, program, &register);
            program.line(line);
        }
        13 => {
            let register = load(choices, program);
            let (at, order) = (atomic(choices, program), choices.pick(&READS));
            program.line(format!(
                "while ({register} == 0) {{ {register} = atomic_load_explicit({at}, memory_order_{order}); }}"
            ));
        }
        14 => {
            program.mention("m");
            program.mention("z");
            program.line("lock(m);");
            program.line(format!("*z = {value};"));
            program.line("unlock(m);");
        }
        _ => {
            program.mention("p");
            program.mention("z");
            if choices.one_in(3) {
                program.line("*p = z;");
            } else {
                let (pointer, register) = (program.fresh(), fresh(program));
                program.line(format!("int *q{pointer} = *p;"));
                program.line(format!("int {register} = *q{pointer};"));
            }
        }
    }
}

fn fresh(program: &mut Program) -> String {
    let register = format!("r{}", program.fresh());
    program.observe(&register);
    register
}

fn atomic(choices: &mut Choices<'_>, program: &mut Program) -> &'static str {
    let at = choices.pick(&["x", "y"]);
    program.mention(at)
}

fn load(choices: &mut Choices<'_>, program: &mut Program) -> String {
    let (at, register, order) = (atomic(choices, program), fresh(program), choices.pick(&READS));
    program.line(format!("int {register} = atomic_load_explicit({at}, memory_order_{order});"));
    register
}

fn store(choices: &mut Choices<'_>, program: &mut Program, value: &str) -> String {
    let (at, order) = (atomic(choices, program), choices.pick(&WRITES));
    format!("atomic_store_explicit({at}, {value}, memory_order_{order});")
}

/// The test without its condition.
pub(crate) fn functions(program: &Program) -> String {
    let mut text = String::from("C random\n{ ");
    if program.locations().contains("p") {
        text += "int w=2; int *p=w; ";
    }
    text += "}\n";
    for (thread, (lines, mentioned)) in program.threads.iter().zip(&program.mentioned).enumerate() {
        let parameter = |&location: &&'static str| match location {
            "x" | "y" => format!("atomic_int *{location}"),
            "m" => "mtx_t *m".to_owned(),
            "p" => "int **p".to_owned(),
            _ => format!("int *{location}"),
        };
        let parameters: Vec<String> = mentioned.iter().map(parameter).collect();
        let _ = writeln!(text, "\nP{thread} ({}) {{", parameters.join(", "));
        lines.iter().for_each(|line| text += &format!("  {line}\n"));
        text += "}\n";
    }
    text
}
