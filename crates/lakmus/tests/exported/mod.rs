//! What `lakmus export` writes: built and run where there is a machine for it, and compared with the model by `lakmus compare`; where there is only a
//! compiler for another machine, built.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory that is there for one test, and gone behind it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let made = tempfile::Builder::new().prefix(&format!("lakmus-exported-{name}-")).tempdir();
        Scratch(made.expect("a directory").keep())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left over is the system's to clean up.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn lakmus(arguments: &[&str], tests: &[PathBuf]) -> Output {
    let done = Command::new(env!("CARGO_BIN_EXE_lakmus")).args(arguments).args(tests).output().expect("lakmus runs");
    assert!(done.status.code().is_some(), "{done:?}");
    done
}

fn corpus(architecture: &str, names: &[&str]) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(architecture);
    names.iter().map(|name| directory.join(format!("{name}.litmus"))).collect()
}

/// Whether a compiler is there with the C library of the machine that it compiles for: a cross compiler may come without.
fn can_compile(compiler: &str) -> bool {
    let scratch = Scratch::new(compiler);
    let (source, program) = (scratch.0.join("nothing.c"), scratch.0.join("nothing"));
    std::fs::write(&source, "#include <stdio.h>\n#include <pthread.h>\nint main(void) { return 0; }\n")
        .expect("a program");
    Command::new(compiler).arg("-o").args([program, source]).output().is_ok_and(|done| done.status.success())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exports tests into `directory` and builds the programs there with `compiler`.
fn build(directory: &Path, tests: &[PathBuf], compiler: &str) {
    let path = directory.to_string_lossy();
    let exported = lakmus(&["export", "-o", &path], tests);
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let made = Command::new("make").arg("-C").arg(directory).arg(format!("CC={compiler}")).output().expect("make runs");
    assert!(made.status.success(), "{}{}", text(&made.stdout), text(&made.stderr));
}

/// Runs the programs in `directory`, and gives whether the states are among those that `model` allows, and the log.
fn run(directory: &Path, tests: &[PathBuf], model: &str) -> (bool, String) {
    let options = ["-s", "300", "-r", "3"];
    let ran = Command::new(directory.join("run.sh")).args(options).output().expect("the programs run");
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let log = text(&ran.stdout);
    let simulated = lakmus(&["run", "--model", model], tests);
    let [hardware, expected] = ["hardware.log", "model.log"].map(|name| directory.join(name));
    std::fs::write(&hardware, &log).expect("a log");
    std::fs::write(&expected, &simulated.stdout).expect("a log");
    let compared = lakmus(&["compare", "--included"], &[hardware, expected]);
    let counted = format!("{} compared", tests.len());
    assert!(text(&compared.stderr).contains(&counted), "{}{}", text(&compared.stdout), text(&compared.stderr));
    (compared.status.success(), log)
}

#[test]
fn programs_of_x86_run_here_and_the_model_allows_what_they_find() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let names = ["SB", "R", "SB+xchgs", "cmpxchg-race", "symbolic-registers", "spinlock"];
    let tests = corpus("x86_64", &names);
    let scratch = Scratch::new("x86");
    build(&scratch.0, &tests, "gcc");
    let (is_included, log) = run(&scratch.0, &tests, "x86tso");
    assert!(is_included, "{log}");
    for name in names {
        assert!(log.contains(&format!("Test {name} ")), "{name} is missing\n{log}");
    }
    // 900 runs each.
    let counts = log.lines().filter_map(|line| line.strip_prefix("Observation SB "));
    let counts: u64 =
        counts.flat_map(|line| line.split(' ').skip(1)).filter_map(|count| count.parse::<u64>().ok()).sum();
    assert_eq!(counts, 900, "{log}");
}

#[test]
fn a_model_that_is_too_strong_shows_in_the_comparison() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    // What one thread does alone is no matter of luck.
    let scratch = Scratch::new("strong");
    let test = scratch.0.join("alone.litmus");
    let body = "X86_64 alone\n{ x=0; }\n P0 ;\n movl $1,(x) ;\n movl (x),%eax ;\nexists (0:rax=1)\n";
    std::fs::write(&test, body).expect("a test");
    let model = scratch.0.join("blind.cat");
    let blind = "\"A read never sees a write of its own thread\"\ninclude \"cos.cat\"\nempty rfi as blind\n";
    std::fs::write(&model, blind).expect("a model");
    let tests = [test];
    build(&scratch.0, &tests, "gcc");
    assert!(run(&scratch.0, &tests, "x86tso").0);
    let (is_included, log) = run(&scratch.0, &tests, &model.to_string_lossy());
    assert!(!is_included, "{log}");
}

#[test]
fn a_location_without_a_type_is_as_large_as_what_it_holds() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let scratch = Scratch::new("untyped");
    // `y` begins with an address, one is stored to `z`, and 64 bits to `a`.
    let body = "X86_64 untyped\n{ y=x; 0:rbx=x; }\n P0 | P1 ;\n movq (y),%rax | movq $-1,%rcx ;\n movq %rbx,(z) | movq %rcx,(a) ;\n \
                | movq (a),%rdx ;\nlocations [y; z; a; 0:rax; 1:rdx;]\nforall (0:rax=x /\\ [y]=x /\\ [z]=x /\\ 1:rdx=-1)\n";
    let test = scratch.0.join("untyped.litmus");
    std::fs::write(&test, body).expect("a test");
    let tests = [test];
    build(&scratch.0, &tests, "gcc");
    let (is_included, log) = run(&scratch.0, &tests, "x86tso");
    assert!(is_included, "{log}");
    assert!(log.contains("Observation untyped Always 900 0"), "{log}");
}

#[test]
fn programs_of_c_run_here() {
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let scratch = Scratch::new("c");
    let test = scratch.0.join("SB.litmus");
    let body = "C SB\n{ }\nP0 (atomic_int* x, atomic_int* y) {\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n  \
                int r0 = atomic_load_explicit(y, memory_order_relaxed);\n}\nP1 (atomic_int* x, atomic_int* y) {\n  \
                atomic_store_explicit(y, 1, memory_order_relaxed);\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n\
                exists (0:r0=0 /\\ 1:r0=0)\n";
    std::fs::write(&test, body).expect("a test");
    let tests = [test];
    build(&scratch.0, &tests, "gcc");
    let (is_included, log) = run(&scratch.0, &tests, "rc11");
    assert!(is_included, "{log}");
}

#[test]
fn variables_of_blocks_are_shown_and_0_where_no_block_sets_them() {
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let scratch = Scratch::new("blocks");
    let test = scratch.0.join("blocks.litmus");
    let load = "atomic_load_explicit(x, memory_order_relaxed)";
    let body = format!(
        "C blocks\n{{ [x]=1; }}\nP0 (atomic_int* x) {{\n  int r0 = {load};\n  if (r0) {{\n    int r1 = {load} + 6;\n  }} else {{\n    \
         int r2 = 5;\n  }}\n}}\nexists (0:r1=7 /\\ 0:r2=0)\n"
    );
    std::fs::write(&test, body).expect("a test");
    let tests = [test];
    build(&scratch.0, &tests, "gcc");
    let (is_included, log) = run(&scratch.0, &tests, "rc11");
    assert!(is_included && log.contains("Observation blocks Always"), "{log}");
}

/// Exports the test with this text, runs it, and gives the log, whose states the model allows.
fn log_of(name: &str, body: &str, model: &str) -> String {
    let scratch = Scratch::new(name);
    let test = scratch.0.join(format!("{name}.litmus"));
    std::fs::write(&test, body).expect("a test");
    let tests = [test];
    build(&scratch.0, &tests, "gcc");
    let (is_included, log) = run(&scratch.0, &tests, model);
    assert!(is_included, "{log}");
    log
}

#[test]
fn numbers_of_64_bits_have_the_signs_of_their_types() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    // 2^63 + 1 stood for a location once.
    let body = "X86_64 signs\n{ uint64_t y=0; int64_t x=0; uint64_t z=0; }\n P0 ;\n movq $-1,(y) ;\n movq $-1,(x) ;\n \
                movabsq $-9223372036854775807,%rax ;\n movq %rax,(z) ;\n\
                exists (y=18446744073709551615 /\\ x=-1 /\\ z=9223372036854775809)\n";
    let log = log_of("signs", body, "x86tso");
    assert!(log.contains("*>[x]=-1; [y]=18446744073709551615; [z]=9223372036854775809;"), "{log}");
    assert!(log.contains("Observation signs Always 900 0"), "{log}");
}

#[test]
fn addresses_are_told_from_numbers() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let body = "X86_64 addresses\n{ int64_t *p=x; int64_t *q=y; int64_t x=0; int64_t y=0; }\n P0 ;\n movq (p),%rax ;\n movq (q),%rbx ;\n \
                movq %rax,(q) ;\nlocations [p; q;]\nexists (q=x /\\ 0:rbx=y /\\ not (p=y))\n";
    let log = log_of("addresses", body, "x86tso");
    assert!(log.contains("Observation addresses Always 900 0"), "{log}");
}

#[test]
fn a_thread_may_be_empty() {
    if !cfg!(target_arch = "x86_64") {
        return testing::not_run("this is no x86-64");
    }
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let body = "X86_64 empty\n{ }\n P0 | P1 | P2 ;\n movl $1,(x) | | movl (x),%eax ;\nexists (2:rax=1)\n";
    let log = log_of("empty", body, "x86tso");
    assert!(log.contains("Observation empty"), "{log}");
}

#[test]
fn types_of_parameters_may_have_parentheses() {
    if !testing::has(&["gcc", "make"]) {
        return;
    }
    let body = "C parentheses\n{ uint64_t x; uint8_t b; }\nP0(_Atomic(uint64_t) *x, uint8_t *b) {\n  \
                atomic_store_explicit(x, 0xf122334455667788, memory_order_relaxed);\n  *b = 255;\n}\n\
                P1(_Atomic(uint64_t) *x) {\n  uint64_t r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n\
                locations [x; b;]\nexists (1:r0=0xf122334455667788)\n";
    let log = log_of("parentheses", body, "rc11");
    assert!(log.contains("[b]=255;") && log.contains("[x]=17375506680932366216;"), "{log}");
}

#[test]
fn tests_of_the_kernel_become_modules_or_nothing() {
    let scratch = Scratch::new("kernel");
    let tests = corpus("linux", &["SB+mbs", "MP+plain+rel+acq"]);
    let path = scratch.0.to_string_lossy();
    let refused = lakmus(&["export", "-o", &path], &tests);
    assert!(!refused.status.success() && text(&refused.stderr).contains("`--kernel`"), "{}", text(&refused.stderr));
    let exported = lakmus(&["export", "--kernel", "-o", &path], &tests);
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let module = std::fs::read_to_string(scratch.0.join("MP+plain+rel+acq.c")).expect("a module");
    // Declared in a block in the test, and shown.
    assert!(
        module.contains("int r1 = 0;") && module.contains("r1 = *x;") && !module.contains("int r1 = *x;"),
        "{module}"
    );
}

#[test]
fn programs_for_other_machines_build_where_a_compiler_is() {
    let aarch64 = corpus("aarch64", &["MP+dmb.sy+addr", "LB+stxr-status+data"]);
    let generated = |architecture: &str, scratch: &Scratch| {
        let directory = scratch.0.join("tests");
        let pool = "classic,dependencies,fences,rmw";
        let path = directory.to_string_lossy().into_owned();
        let made = lakmus(
            &[
                "gen",
                "all",
                "--arch",
                architecture,
                "--edges",
                pool,
                "--size",
                "4",
                "--sample",
                "4",
                "--seed",
                "7",
                "-o",
                &path,
            ],
            &[],
        );
        assert!(made.status.success(), "{}", text(&made.stderr));
        vec![directory]
    };
    for (architecture, compiler) in [
        ("AArch64", "aarch64-linux-gnu-gcc"),
        ("RISCV", "riscv64-linux-gnu-gcc"),
        ("PPC", "powerpc64le-linux-gnu-gcc"),
        ("LoongArch", "loongarch64-linux-gnu-gcc-14"),
        ("S390X", "s390x-linux-gnu-gcc"),
    ] {
        if !can_compile(compiler) || !testing::is_there("make") {
            let reason = format!("{compiler}, its C library or make is not there");
            testing::cases_not_run(1, &format!("of exported programs for {architecture}"), &reason);
            continue;
        }
        let scratch = Scratch::new(architecture);
        let mut tests = generated(architecture, &scratch);
        if architecture == "AArch64" {
            tests.extend(aarch64.clone());
        }
        build(&scratch.0.join("programs"), &tests, compiler);
    }
}

/// An emulator orders more than the machine. What it finds is possible, and what one thread computes is what the instructions mean.
#[test]
fn programs_of_other_machines_run_on_emulators() {
    for (architecture, compiler, emulator, unknown) in [
        ("loongarch", "loongarch64-linux-gnu-gcc-14", "qemu-loongarch64 -cpu max", &["amcas", "llacq"][..]),
        ("s390x", "s390x-linux-gnu-gcc", "qemu-s390x", &[]),
    ] {
        let scratch = Scratch::new(architecture);
        if !can_compile(compiler) || !testing::is_there("make") || !runs_programs(emulator, compiler, &scratch) {
            let reason =
                format!("{compiler} with its C library, make or an {emulator} that runs what it links is not there");
            testing::cases_not_run(1, &format!("of exported programs of {architecture} on an emulator"), &reason);
            continue;
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(architecture);
        let mut tests: Vec<PathBuf> = std::fs::read_dir(folder)
            .expect("a corpus")
            .filter_map(|entry| {
                Some(entry.ok()?.path()).filter(|path| path.extension().is_some_and(|own| own == "litmus"))
            })
            .collect();
        tests.sort();
        // qemu 10 does not know these instructions.
        tests.retain(|test| {
            let source = std::fs::read_to_string(test).expect("a test");
            !unknown.iter().any(|instruction| source.contains(instruction))
        });
        build(&scratch.0, &tests, &format!("{compiler} -static"));
        let mut log = String::new();
        for test in &tests {
            let program = scratch.0.join(test.file_stem().expect("a name")).with_extension("exe");
            let ran = emulated(emulator).arg(program).args(["-s", "20", "-r", "2"]).output().expect("it runs");
            assert!(ran.status.success(), "{test:?}: {}", text(&ran.stderr));
            log += &text(&ran.stdout);
        }
        let simulated = lakmus(&["run", "--model", architecture], &tests);
        let [hardware, expected] = ["hardware.log", "model.log"].map(|name| scratch.0.join(name));
        std::fs::write(&hardware, &log).expect("a log");
        std::fs::write(&expected, &simulated.stdout).expect("a log");
        let compared = lakmus(&["compare", "--included"], &[hardware, expected]);
        let counted = format!("{} compared", tests.len());
        assert!(text(&compared.stderr).contains(&counted), "{}", text(&compared.stderr));
        assert!(compared.status.success(), "{}{log}", text(&compared.stdout));
    }
}

/// Whether an emulator runs what a compiler links: an old one may not know the instructions of the C library.
fn runs_programs(emulator: &str, compiler: &str, scratch: &Scratch) -> bool {
    let [source, program] = ["nothing.c", "nothing"].map(|name| scratch.0.join(name));
    std::fs::write(&source, "int main(void) { return 0; }\n").expect("a program");
    let linked = Command::new(compiler).arg("-static").arg("-o").args([&program, &source]).output();
    linked.is_ok_and(|done| done.status.success())
        && emulated(emulator).arg(program).output().is_ok_and(|done| done.status.success())
}

/// An emulator's command, which may be several words.
fn emulated(emulator: &str) -> Command {
    let mut words = emulator.split(' ');
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Each thread of a test of BPF is a program of its own; what clang knows of the assembly compiles.
#[test]
fn tests_of_bpf_are_programs_for_the_kernel() {
    let names = ["MP+rl+aq", "SB+cass", "exit", "frame", "lock-bits", "branches"];
    let scratch = Scratch::new("bpf");
    let path = scratch.0.to_string_lossy();
    let exported = lakmus(&["export", "-o", &path], &corpus("bpf", &names));
    assert!(exported.status.success(), "{}", text(&exported.stderr));
    let program = |name: &str| std::fs::read_to_string(scratch.0.join(format!("{name}.c"))).expect("a program");
    let message = program("MP+rl+aq");
    for piece in [
        "SEC(\"syscall\") PROGRAM int P0(void *context)",
        "SEC(\"syscall\") PROGRAM int P1(void *context)",
        "\"r1 = l0_x ll;\\n\"",
        "\"store_release((u32 *)(r2 + 0), r4);\\n\"",
        "\"r3 = load_acquire((u32 *)(r2 + 0));\\n\"",
        "volatile __u64 shown_0; /* 1:r3 */",
    ] {
        assert!(message.contains(piece), "{piece} is missing\n{message}");
    }
    assert!(program("exit").contains("goto end_%=;"), "{}", program("exit"));
    assert!(!program("frame").contains("r10 +="), "the frame pointer is not written\n{}", program("frame"));
    assert!(program("SB+cass").contains("r0 = cmpxchg32_32(r1 + 0, r0, r4);"), "{}", program("SB+cass"));
    if !testing::has(&["clang", "make"]) {
        return;
    }
    // What was read of the assembly before LLVM 17.
    let made = Command::new("make")
        .arg("-C")
        .arg(&scratch.0)
        .args(["CPU=v3", "INCLUDES=-I/usr/include/x86_64-linux-gnu", "lock-bits.o", "branches.o"])
        .output()
        .expect("make runs");
    assert!(made.status.success(), "{}{}", text(&made.stdout), text(&made.stderr));
}
