//! What `arch` says of barriers, held to the cat models: access, barrier, access, in every shape of two threads and in those of three and four that show how cumulative a barrier is.
//! What a row claims to order is ordered there, and what it does not is not. The same shapes as programs with the barrier in assembly: `verify` allows what the simulator allows, and `fence` calls
//! nothing robust that the simulator allows.

use std::collections::BTreeSet;
use std::fmt::Write;

use aeg::graph::Options;
use arch::{
    Architecture, Cumulativity, Direction, Model, Pairs, aarch64, arm, loongarch, mips, power, riscv, s390x, x86,
};
use cprog;
use cprog::threads::Roots;
use fence::analysis::{Analysis, Request};
use generator::{self, Generator};
use sim::{self, Test, simulate};
use source::Sources;
use weaken::checker::{Delays, Limits, Verdict, check, check_propagating};
use weaken::{LitmusModel, Model as Weak, Propagating};

use Direction::{Read, Write as Written};

/// A shape, and which pair the barrier `*` has to order to forbid it, how cumulatively at least. `+` is a full barrier.
const SHAPES: &[(&str, (Direction, Direction), Cumulativity)] = &[
    ("Wx1 * Ry0 | Wy1 + Rx0", (Written, Read), Cumulativity::None),
    ("Wx1 * Wy1 | Ry1 + Rx0", (Written, Written), Cumulativity::None),
    ("Ry1 * Rx0 | Wx1 + Wy1", (Read, Read), Cumulativity::None),
    ("Rx1 * Wy1 | Ry1 + Wx1", (Read, Written), Cumulativity::None),
    ("Wx1 | Rx1 * Wy1 | Ry1 + Rx0", (Read, Written), Cumulativity::Lightweight),
    ("Wx1 * Wy1 | Ry1 + Wz1 | Rz1 + Rx0", (Written, Written), Cumulativity::Lightweight),
    ("Wx1 | Rx1 * Ry0 | Wy1 + Rx0", (Read, Read), Cumulativity::Full),
    ("Wx1 | Wy1 | Rx1 * Ry0 | Ry1 + Rx0", (Read, Read), Cumulativity::Full),
];

/// How accesses are written in the language of an architecture.
struct Language {
    architecture: &'static Architecture,
    /// Registers with the addresses of `x`, `y` and `z`.
    addresses: [&'static str; 3],
    /// Registers for what is read.
    results: [&'static str; 2],
    /// A store of 1, and a load.
    store: &'static [&'static str],
    load: &'static [&'static str],
    /// A branch that depends on what was read, to the next instruction.
    branch: &'static [&'static str],
    /// Barriers that litmus tests cannot have: their instructions are not known, or these are written otherwise.
    unknown: &'static [&'static str],
}

const X86_64: Language = Language {
    architecture: &x86::X86_64,
    addresses: ["(x)", "(y)", "(z)"],
    results: ["%eax", "%ebx"],
    store: &["movl $1,ADDRESS"],
    load: &["movl ADDRESS,RESULT"],
    branch: &[],
    unknown: &[],
};

const AARCH64: Language = Language {
    architecture: &aarch64::AARCH64,
    addresses: ["X10", "X11", "X12"],
    results: ["W1", "W2"],
    store: &["MOV W8,#1", "STR W8,[ADDRESS]"],
    load: &["LDR RESULT,[ADDRESS]"],
    branch: &["CBNZ RESULT,LABEL", "LABEL:"],
    unknown: &[],
};

const ARM: Language = Language {
    architecture: &arm::ARMV7,
    addresses: ["R10", "R11", "R12"],
    results: ["R1", "R2"],
    store: &["MOV R5,#1", "STR R5,[ADDRESS]"],
    load: &["LDR RESULT,[ADDRESS]"],
    branch: &["CMP RESULT,#0", "BNE LABEL", "LABEL:"],
    unknown: &[],
};

const ARM_VERSION_8: Language = Language { architecture: &arm::AARCH32, ..ARM };

const POWER: Language = Language {
    architecture: &power::POWER,
    addresses: ["r10", "r11", "r12"],
    results: ["r1", "r2"],
    store: &["li r20,1", "stw r20,0(ADDRESS)"],
    load: &["lwz RESULT,0(ADDRESS)"],
    branch: &["cmpw RESULT,RESULT", "bne LABEL", "LABEL:"],
    unknown: &[],
};

const RISCV: Language = Language {
    architecture: &riscv::RISCV,
    addresses: ["x10", "x11", "x12"],
    results: ["x6", "x7"],
    store: &["ori x5,x0,1", "sw x5,0(ADDRESS)"],
    load: &["lw RESULT,0(ADDRESS)"],
    branch: &[],
    unknown: &[],
};

const MIPS: Language = Language {
    architecture: &mips::MIPS,
    addresses: ["$4", "$5", "$6"],
    results: ["$8", "$9"],
    store: &["li $2,1", "sw $2,0(ADDRESS)"],
    load: &["lw RESULT,0(ADDRESS)"],
    branch: &[],
    unknown: &[],
};

const LOONGARCH: Language = Language {
    architecture: &loongarch::LOONGARCH,
    addresses: ["$r12", "$r13", "$r14"],
    results: ["$r5", "$r6"],
    store: &["li.w $r4,1", "st.w $r4,ADDRESS,0"],
    load: &["ld.w RESULT,ADDRESS,0"],
    branch: &[],
    unknown: &[],
};

const S390X: Language = Language {
    architecture: &s390x::S390X,
    addresses: ["r8", "r9", "r10"],
    results: ["r4", "r5"],
    store: &["lhi r1,1", "st r1,0(ADDRESS)"],
    load: &["l RESULT,0(ADDRESS)"],
    branch: &[],
    unknown: &[],
};

/// An access of a shape, or a place for a barrier.
enum Step {
    Write(char),
    Read(char, u32),
    Barrier,
    Full,
}

fn threads(shape: &str) -> Vec<Vec<Step>> {
    let step = |text: &str| {
        let mut characters = text.chars();
        match (characters.next(), characters.next(), characters.next().and_then(|value| value.to_digit(10))) {
            (Some('W'), Some(location), Some(1)) => Step::Write(location),
            (Some('R'), Some(location), Some(value)) => Step::Read(location, value),
            (Some('*'), ..) => Step::Barrier,
            (Some('+'), ..) => Step::Full,
            other => panic!("no step: {other:?}"),
        }
    };
    shape.split('|').map(|thread| thread.split_whitespace().map(step).collect()).collect()
}

/// The shape as a litmus test. `has_branches`: before a barrier behind a read stands a branch.
fn litmus(language: &Language, shape: &str, instruction: &str, full: &str, has_branches: bool) -> String {
    let (mut initial, mut condition, mut columns) = (String::new(), Vec::new(), Vec::new());
    for (number, thread) in threads(shape).iter().enumerate() {
        let address = |location: char| language.addresses[(location as usize) - ('x' as usize)];
        for location in ['x', 'y', 'z'] {
            if !address(location).starts_with('(') {
                let _ = write!(initial, "{number}:{}={location}; ", address(location));
            }
        }
        let mut lines = vec![format!("P{number}")];
        let mut results = language.results.iter();
        let mut last_read = None;
        for step in thread {
            let written = |lines: &[&str], location: char, result: &str| -> Vec<String> {
                let of = |line: &&str| line.replace("ADDRESS", address(location)).replace("RESULT", result);
                lines.iter().map(of).collect()
            };
            match step {
                Step::Write(location) => {
                    lines.extend(written(language.store, *location, ""));
                    last_read = None;
                }
                Step::Read(location, value) => {
                    let result = results.next().expect("a register for each read");
                    lines.extend(written(language.load, *location, result));
                    let register = result.trim_start_matches('%').replace('W', "X");
                    condition.push(format!("{number}:{register}={value}"));
                    last_read = Some(*result);
                }
                Step::Barrier => {
                    if let (true, Some(result)) = (has_branches, last_read) {
                        let of = |line: &&str| line.replace("RESULT", result).replace("LABEL", &format!("L{number}"));
                        lines.extend(language.branch.iter().map(of));
                    }
                    lines.push(instruction.to_owned());
                }
                Step::Full => lines.push(full.to_owned()),
            }
        }
        columns.push(lines);
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |column: &Vec<String>, row: usize| column.get(row).cloned().unwrap_or_default();
    let body: String = (0..rows)
        .map(|row| columns.iter().map(|column| cell(column, row)).collect::<Vec<_>>().join(" | ") + " ;\n")
        .collect();
    format!("{} T\n{{ {initial}}}\n{body}exists ({})\n", language.architecture.name, condition.join(" /\\ "))
}

/// Whether the simulator allows a test; none when it cannot read it.
fn is_allowed(text: &str, cat: &str) -> Option<bool> {
    let mut sources = Sources::new();
    let source = sources.add("barriers.litmus", text);
    let test = Test::load(&sources, source, "T").ok()?;
    let model = lakmus::shipped_model(cat, test.language(), &mut sources).expect("a model");
    Some(simulate(&test, &model, &sim::Options::default()).expect("a result").positive > 0)
}

/// The shape as a program in LLVM IR, whose assertion fails in the shape's outcome.
fn program(shape: &str, instruction: &str, full: &str) -> String {
    let mut text = String::from("@x = global i32 0, align 4\n@y = global i32 0, align 4\n@z = global i32 0, align 4\n");
    let (mut main, mut all) = (String::new(), "true".to_owned());
    let threads = threads(shape);
    for (number, thread) in threads.iter().enumerate() {
        let mut body = String::new();
        for (at, step) in thread.iter().enumerate() {
            let _ = match step {
                Step::Write(location) => writeln!(body, "  store volatile i32 1, ptr @{location}, align 4"),
                Step::Read(location, value) => {
                    let _ = writeln!(text, "@r{number}{at} = global i32 9, align 4");
                    let _ = writeln!(
                        main,
                        "  %f{number}{at} = load i32, ptr @r{number}{at}, align 4\n  %e{number}{at} = icmp eq i32 %f{number}{at}, {value}\n  %a{number}{at} = and i1 {all}, %e{number}{at}"
                    );
                    all = format!("%a{number}{at}");
                    writeln!(
                        body,
                        "  %v{at} = load volatile i32, ptr @{location}, align 4\n  store i32 %v{at}, ptr @r{number}{at}, align 4"
                    )
                }
                Step::Barrier => writeln!(body, "  call void asm sideeffect \"{instruction}\", \"~{{memory}}\"()"),
                Step::Full => writeln!(body, "  call void asm sideeffect \"{full}\", \"~{{memory}}\"()"),
            };
        }
        let _ = writeln!(text, "define ptr @t{number}(ptr %unused) {{\nentry:\n{body}  ret ptr null\n}}");
    }
    text.push_str("define i32 @main() {\nentry:\n");
    let numbers = 0..threads.len();
    numbers.clone().for_each(|thread| _ = writeln!(text, "  %h{thread} = alloca i64, align 8"));
    for thread in numbers.clone() {
        let _ = writeln!(
            text,
            "  %c{thread} = call i32 @pthread_create(ptr %h{thread}, ptr null, ptr @t{thread}, ptr null)"
        );
    }
    for thread in numbers {
        let _ = writeln!(
            text,
            "  %l{thread} = load i64, ptr %h{thread}, align 8\n  %j{thread} = call i32 @pthread_join(i64 %l{thread}, ptr null)"
        );
    }
    let _ = write!(
        text,
        "{main}  br i1 {all}, label %bad, label %good\nbad:\n  call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)\n  unreachable\ngood:\n  ret i32 0\n}}\n\
         declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\ndeclare void @__assert_fail(ptr, ptr, i32, ptr)\n"
    );
    text
}

/// Whether `verify` finds the outcome, with each way to choose delays.
fn is_violated(read: &cprog::ir::Program, model: LitmusModel) -> [bool; 2] {
    [Delays::Every, Delays::OneACycle].map(|delays| {
        let limits = Limits { delays, ..Limits::default() };
        let report = match model {
            LitmusModel::MultiCopyAtomic(model) => check(read, model, &limits),
            LitmusModel::Propagating(model) => check_propagating(read, model, &limits),
        };
        match report.expect("a program with main").verdict {
            Verdict::Violated(_) => true,
            Verdict::Holds => false,
            Verdict::Unknown(why) => panic!("no verdict: {why}"),
        }
    })
}

fn is_robust(read: &cprog::ir::Program, model: Model) -> bool {
    let roots = Roots::Main(read.function("main").expect("it has one"));
    let request = Request::new(Options::new(model));
    Analysis::run(read, &roots, &request, &Default::default(), &mut |_| {}).is_robust()
}

/// What is asked under one model.
struct Asked {
    cat: &'static str,
    /// What may be reordered without a barrier, and whether writes reach all threads at once.
    relaxes: Pairs,
    is_multi_copy_atomic: bool,
    /// The model of programs.
    model: Option<Model>,
    /// The model of `verify`.
    verified: Option<LitmusModel>,
}

impl Asked {
    fn of(model: Model, verified: Option<LitmusModel>) -> Asked {
        Asked {
            cat: model.litmus.expect("the simulator has it").model,
            relaxes: model.relaxes,
            is_multi_copy_atomic: model.is_multi_copy_atomic,
            model: Some(model),
            verified,
        }
    }
}

fn hold(language: &Language, asked: &Asked) {
    let architecture = language.architecture;
    let full = architecture.spell(Pairs::ALL, Pairs::NONE).expect("a full barrier").remove(0);
    let mut unknown = BTreeSet::new();
    let mut compared = 0;
    for (instruction, barrier) in architecture.instructions() {
        for (shape, (first, second), cumulativity) in SHAPES {
            let has_branches = barrier.needs_branch;
            if has_branches && (language.branch.is_empty() || threads(shape).len() > 2) {
                continue;
            }
            let text = litmus(language, shape, &instruction, &full, has_branches);
            let Some(is_allowed) = is_allowed(&text, asked.cat) else {
                unknown.insert(instruction.clone());
                continue;
            };
            let is_kept = !asked.relaxes.has(*first, *second);
            let is_cumulative = asked.is_multi_copy_atomic || barrier.cumulativity >= *cumulativity;
            let is_ordered = is_kept && asked.is_multi_copy_atomic
                || barrier.pairs.has(*first, *second) && is_cumulative
                // A branch keeps later writes behind what it depends on.
                || has_branches && (*first, *second) == (Read, Written);
            assert_eq!(is_allowed, !is_ordered, "`{instruction}` under {}: {barrier:?}\n{text}", asked.cat);
            compared += 1;
            if has_branches {
                continue;
            }
            compare_programs(asked, shape, &instruction, &full, is_allowed);
        }
    }
    let expected: BTreeSet<String> = language.unknown.iter().map(|text| (*text).to_owned()).collect();
    assert_eq!(unknown, expected, "barriers of {architecture:?} that litmus tests cannot have");
    println!("{}: {compared} tests", asked.cat);
}

fn compare_programs(asked: &Asked, shape: &str, instruction: &str, full: &str, is_allowed: bool) {
    let ir = program(shape, instruction, full);
    let read = cprog::read([ir.as_str()]).expect("LLVM IR that LLVM takes");
    if let Some(model) = asked.verified {
        assert_eq!(is_violated(&read, model), [is_allowed; 2], "`{instruction}` under {}\n{ir}", model.name());
    }
    if let (Some(model), true) = (asked.model, is_allowed) {
        assert!(!is_robust(&read, model), "`{instruction}` is called robust under {model}\n{ir}");
    }
}

#[test]
fn barriers_of_x86_64() {
    hold(&X86_64, &Asked::of(Model::TSO, Some(Weak::Tso.into())));
    hold(&X86_64, &Asked::of(Model::PSO, Some(Weak::Pso.into())));
    hold(&X86_64, &Asked::of(Model::RMO, Some(Weak::Rmo.into())));
}

#[test]
fn barriers_of_aarch64() {
    hold(&AARCH64, &Asked::of(Model::ARMV8, Some(Weak::Armv8.into())));
}

#[test]
fn barriers_of_arm() {
    hold(&ARM, &Asked::of(Model::ARMV7, Some(Propagating::Armv7.into())));
}

#[test]
fn barriers_of_arm_version_8() {
    let version_8 =
        Asked { cat: "aarch32", relaxes: Pairs::ALL, is_multi_copy_atomic: true, model: None, verified: None };
    hold(&ARM_VERSION_8, &version_8);
}

#[test]
fn barriers_of_power() {
    hold(&POWER, &Asked::of(Model::POWER, Some(Propagating::Power.into())));
}

/// Its fences have all pairs, so that those of SPARC are held to the models of PSO and RMO by them.
#[test]
fn barriers_of_riscv() {
    hold(&RISCV, &Asked::of(Model::RVWMO, None));
    hold(&RISCV, &Asked::of(Model::PSO, Some(Weak::Pso.into())));
    hold(&RISCV, &Asked::of(Model::RMO, Some(Weak::Rmo.into())));
}

#[test]
fn barriers_of_mips() {
    let weak = Asked { cat: "mips", relaxes: Pairs::ALL, is_multi_copy_atomic: true, model: None, verified: None };
    hold(&MIPS, &weak);
}

#[test]
fn barriers_of_loongarch() {
    hold(&LOONGARCH, &Asked::of(Model::LOONGARCH, None));
}

#[test]
fn barriers_of_s390x() {
    hold(&S390X, &Asked::of(Model::S390X, Some(Weak::Tso.into())));
}

/// Sets of pairs that no instruction of the model's own architecture has: fences of RISC-V, in programs for the others.
#[test]
fn every_set_of_pairs_is_explored_as_it_is() {
    for (model, weak) in
        [(Model::TSO, Weak::Tso), (Model::PSO, Weak::Pso), (Model::RMO, Weak::Rmo), (Model::ARMV8, Weak::Armv8)]
    {
        for pairs in Pairs::sets() {
            let Some(instruction) = riscv::RISCV.spell(pairs, Pairs::NONE) else { panic!("{pairs:?}") };
            for (shape, (first, second), _) in SHAPES {
                let is_allowed = model.relaxes.has(*first, *second) && !pairs.has(*first, *second);
                let ir = program(shape, &instruction.join("; "), "fence rw,rw");
                let read = cprog::read([ir.as_str()]).expect("LLVM IR that LLVM takes");
                assert_eq!(is_violated(&read, weak.into()), [is_allowed; 2], "{pairs:?} under {model}\n{ir}");
                assert!(!is_allowed || !is_robust(&read, model), "{pairs:?} is called robust under {model}\n{ir}");
            }
        }
    }
}

/// What the generator writes for its words is what `arch` knows, but for what orders the fetching of instructions.
#[test]
fn fences_of_the_generator_are_barriers() {
    let mut seen = 0;
    for name in generator::architectures() {
        let Some(architecture) = arch::architecture(name) else { continue };
        let generator = Generator::new(name, generator::Options::default()).expect("it is listed");
        for word in generator.vocabulary().fences.iter().filter(|word| word.text != "fence.i") {
            assert!(architecture.barrier(word.text).is_some(), "{name}: {}", word.text);
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}
