//! One large test on several threads: what it comes to does not depend on how it is divided.

use std::num::NonZero;

use sim::{Engine, Options, Report, RunError, Shares, Simulation, Test};
use source::Sources;

use crate::run_on;

/// Threads that each execute one column of instructions.
fn x86(name: &str, initial: &str, columns: &[Vec<String>], condition: &str) -> String {
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let line = |cell: &dyn Fn(usize) -> String| (0..columns.len()).map(cell).collect::<Vec<_>>().join("|") + ";\n";
    let mut text = format!("X86_64 {name}\n{{ {initial} }}\n{}", line(&|thread| format!("P{thread}")));
    for row in 0..rows {
        text += &line(&|thread| columns[thread].get(row).cloned().unwrap_or_default());
    }
    text + condition + "\n"
}

fn columns(columns: &[&[&str]]) -> Vec<Vec<String>> {
    columns.iter().map(|column| column.iter().map(|&instruction| instruction.to_owned()).collect()).collect()
}

/// Writes to one location and nothing else: only final writes divide it.
fn writes() -> String {
    let threads: Vec<_> = (1..=8).map(|value| vec![format!("movl ${value},(x)")]).collect();
    x86("writes", "x=0;", &threads, "exists (x=1)")
}

/// Store buffering in a ring: each read has two writes to read from.
fn ring() -> String {
    let cell = |number: usize| ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"][number % 12];
    let thread = |number| vec![format!("movl $1,({})", cell(number)), format!("movl ({}),%eax", cell(number + 1))];
    let all: Vec<_> = (0..12).map(thread).collect();
    let condition: Vec<_> = (0..12).map(|number| format!("{number}:rax=0")).collect();
    let zeros: String = (0..12).map(|number| format!("{}=0; ", cell(number))).collect();
    x86("ring", &zeros, &all, &format!("exists ({})", condition.join(" /\\ ")))
}

/// Five threads add to one location.
fn counter() -> String {
    let add = "atomic_fetch_add_explicit(x,1,memory_order_relaxed)";
    let threads: String = (0..5).map(|n| format!("P{n} (atomic_int* x) {{ int r0 = {add}; }}\n")).collect();
    format!("C counter\n{{ x=0; }}\n{threads}forall (x=5)\n")
}

/// A loop that the unroll bound cuts, in several ways.
fn waiting() -> String {
    let wait = "int a = atomic_load_explicit(f,memory_order_relaxed);
  while (a == 0) { a = atomic_load_explicit(f,memory_order_relaxed); }
  int b = atomic_load_explicit(x,memory_order_relaxed);";
    let write = |n| format!("atomic_store_explicit(x,{n},memory_order_relaxed);");
    let give = "atomic_store_explicit(f,1,memory_order_release);";
    format!(
        "C waiting\n{{ x=0; f=0; }}
P0 (atomic_int* x, atomic_int* f) {{ {wait} {} }}
P1 (atomic_int* x, atomic_int* f) {{ {wait} {} }}
P2 (atomic_int* x, atomic_int* f) {{ {} {} {give} }}
exists (0:b=0 /\\ 1:b=2)\n",
        write(1),
        write(2),
        write(3),
        write(4),
    )
}

/// Two threads may take a number for an address: which of them is reported first must not change.
fn faults() -> String {
    let follow = |cell: &str| vec![format!("movq ({cell}),%rax"), "movl (%rax),%ebx".to_owned()];
    let mut threads = vec![follow("p"), follow("q")];
    threads.extend((1..=6).map(|value| vec![format!("movl ${value},(x)")]));
    threads.extend(columns(&[&["movq $7,(q)", "movq $5,(p)"]]));
    x86("faults", "x=0; int64_t* p=x; int64_t* q=x;", &threads, "exists (0:rbx=1 /\\ 1:rbx=2)")
}

fn all() -> [(&'static str, String); 5] {
    [("writes", writes()), ("ring", ring()), ("counter", counter()), ("waiting", waiting()), ("faults", faults())]
}

/// What a simulation came to, in words.
fn printed(result: Result<Report, RunError>) -> String {
    match result {
        Ok(report) => format!("{report:?}"),
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn shares_add_up_to_the_whole() {
    for (name, text) in all() {
        let mut sources = Sources::new();
        let source = sources.add(name, text.as_str());
        let test = Test::load(&sources, source, name).unwrap_or_else(|found| panic!("{name}: {found:?}"));
        let model = if test.language().name() == "C" { "rc11" } else { "x86tso" };
        let model = lakmus::shipped_model(model, test.language(), &mut sources).unwrap();
        let engines = [Engine::Compiled, Engine::Reference];
        // The reference would take too long for some.
        let engines = if ["waiting", "faults"].contains(&name) { &engines[..] } else { &engines[..1] };
        for &engine in engines {
            let options = Options::default().with(|set| set.engine = engine);
            let new = || Simulation::new(&test, &model, &options).unwrap();
            assert!(new().size() >= 2_000, "{name} is not large");
            let whole = printed(new().run());
            assert_eq!(whole.contains("bad-access"), name == "faults", "{whole}");
            assert_eq!(whole.contains("is_cut: true"), name == "waiting", "{whole}");
            for count in [1, 2, 3, 8, 50] {
                let shares = Shares::new(NonZero::new(count).unwrap());
                let simulation = new();
                // Whichever is first.
                let mut parts: Vec<_> = (0..count).rev().map(|index| simulation.share(&shares, index)).collect();
                parts.rotate_left(count / 2);
                assert_eq!(printed(simulation.report_of(parts)), whole, "{name} in {count} shares by {engine:?}");
            }
        }
    }
}

#[test]
fn work_is_shared_out() {
    for (name, text) in all().into_iter().filter(|(name, _)| *name != "faults") {
        let mut sources = Sources::new();
        let source = sources.add(name, text.as_str());
        let test = Test::load(&sources, source, name).unwrap();
        let model = if test.language().name() == "C" { "rc11" } else { "x86tso" };
        let model = lakmus::shipped_model(model, test.language(), &mut sources).unwrap();
        let options = Options::default();
        let simulation = Simulation::new(&test, &model, &options).unwrap();
        let shares = Shares::new(NonZero::new(4).unwrap());
        let counts: Vec<u64> = (0..4)
            .map(|index| simulation.report_of([simulation.share(&shares, index)]).unwrap())
            .map(|report| report.positive + report.negative)
            .collect();
        let sum: u64 = counts.iter().sum();
        assert!(counts.iter().all(|&count| count < sum), "{name}: {counts:?}");
    }
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in all() {
        std::fs::write(folder.path().join(format!("{name}.litmus")), text).unwrap();
    }
    for tests in
        [&["ring.litmus"][..], &["waiting.litmus"], &["faults.litmus"], &["writes.litmus", "counter.litmus"], &["."]]
    {
        for options in [&[][..], &["--json"], &["--timeout", "3600"]] {
            let one = run_on(folder.path(), "1", options, tests);
            assert!(
                one.0.contains("Condition") || options.contains(&"--json") || tests == ["faults.litmus"],
                "{one:?}"
            );
            for jobs in ["2", "3", "8"] {
                assert_eq!(one, run_on(folder.path(), jobs, options, tests), "--jobs {jobs} {options:?} {tests:?}");
            }
        }
    }
}

#[test]
fn the_limit_is_that_of_all_threads_together() {
    let folder = tempfile::tempdir().unwrap();
    let threads: Vec<_> = (1..=20).map(|value| vec![format!("movl ${value},(x)")]).collect();
    let endless = x86("endless", "x=0;", &threads, "exists (x=1)");
    std::fs::write(folder.path().join("endless.litmus"), endless).unwrap();
    for jobs in ["1", "3"] {
        let (out, errors, status) = run_on(folder.path(), jobs, &["--timeout", "0.05"], &["endless.litmus"]);
        assert_eq!((out.as_str(), status), ("", Some(3)));
        assert!(errors.contains("given up after 0.05 s of CPU time"), "{errors}");
    }
}
