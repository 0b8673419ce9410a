//! Dependencies through variables that one thread has for itself: the analysis sees those that are there on all paths, and models order what they lie between.

use aeg::delays::Delays;
use aeg::dependencies::Dependencies;
use aeg::graph::{Aeg, Options};
use aeg::model::Model;
use cprog::threads::{self, Roots};
use cprog::{points_to, read};
use generator::{self, Generator, TopLevel};
use sim::{self, Observation, Test};
use source::Sources;

use super::random::{Item, Random, Sample};
use super::{asked_for, prepare};

/// How many pairs of a program are to be ordered.
fn pairs(ir: &str, model: Model) -> usize {
    let program = read([ir]);
    assert_eq!(program.gaps, [], "{ir}");
    let roots = Roots::Main(program.function("main").expect("main"));
    let points_to = points_to::analyse(&program, roots.functions());
    let threads = threads::find(&program, &points_to, &roots);
    let aeg = Aeg::build(&program, &points_to, threads, Options::new(model));
    let dependencies = Dependencies::find(&program, &aeg);
    Delays::find_some(&program, &points_to, &aeg, &dependencies, 20_000, usize::MAX).pairs.len()
}

/// The models that have dependencies, with how tests of cycles for them name a full fence.
const MODELS: [(Model, &str, &str, &str); 4] = [
    (Model::POWER, "PPC", "power", "Sync"),
    (Model::ARMV7, "ARM", "arm", "DMB"),
    (Model::ARMV8, "AArch64", "aarch64", "DMB.SY"),
    (Model::RVWMO, "RISCV", "rvwmo", "Fence.rw.rw"),
];

/// Through a store and a load that reads from it, a read is before what depends on the load, on all models.
#[test]
fn models_order_what_dependencies_through_memory_lie_between() {
    let verdict = |architecture: &str, model: &str, words: &str| -> Observation {
        let generator = Generator::new(architecture, generator::Options::default()).expect("a dialect");
        let mut sources = Sources::new();
        let source = sources.add("cycle", words);
        let edges = generator::parse(generator.vocabulary(), words, sources.whole(source), TopLevel::Sequence);
        let edges = edges.unwrap_or_else(|error| panic!("{words}: {}", error.message));
        let made = generator.one(None, &edges[0], &[]).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        let source = sources.add("cycle.litmus", &made.text);
        let test = Test::load(&sources, source, "cycle").unwrap_or_else(|errors| panic!("{errors:?}"));
        let model = lakmus::shipped_model(model, test.language(), &mut sources).expect("ships with Lakmus");
        let report = sim::simulate(&test, &model, &sim::Options::default());
        report.unwrap_or_else(|error| panic!("{error:?}")).observation()
    };
    for (_, architecture, model, fence) in MODELS {
        for kept in ["DpDatadW Rfi DpAddrdR Fre", "DpDatadW Rfi DpDatadW Coe", "DpDatadW Rfi DpCtrldW Coe"] {
            let words = format!("{fence}dWW Rfe {kept}");
            assert_eq!(verdict(architecture, model, &words), Observation::Never, "{words} under {model}");
        }
        let words = format!("{fence}dWW Rfe PodRW Rfi DpAddrdR Fre");
        assert_eq!(verdict(architecture, model, &words), Observation::Sometimes, "{words} under {model}");
    }
}

/// A message whose receiver does `between` with what it has read from `y`, in `%r`, and then reads `x` at the distance `%d`.
fn message(between: &str) -> String {
    format!(
        "@x = global i32 0\n@y = global i32 0\n@mine = global i32 0\n@other = global i32 0\n@array = global [4 x i32] zeroinitializer\n@pointer = global ptr null\n\
         declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n\
         define void @full() {{\nentry:\n  fence seq_cst\n  ret void\n}}\n\
         define void @light() {{\nentry:\n  call void asm sideeffect \"\", \"\"()\n  ret void\n}}\n\
         define void @stores() {{\nentry:\n  store i32 5, ptr @mine\n  ret void\n}}\n\
         define ptr @writer(ptr %a) {{\nentry:\n  store i32 1, ptr @x\n  fence seq_cst\n  store i32 1, ptr @y\n  ret ptr null\n}}\n\
         define ptr @reader(ptr %a) {{\nentry:\n  %local = alloca i32\n  %escaped = call ptr @same(ptr %local)\n  %r = load i32, ptr @y\n{between}\
         \x20 %e = sext i32 %d to i64\n  %p = getelementptr i32, ptr @x, i64 %e\n  %v = load i32, ptr %p\n  ret ptr null\n}}\n\
         define ptr @same(ptr %p) {{\nentry:\n  ret ptr %p\n}}\n\
         define i32 @main() {{\nentry:\n  %h = alloca i64\n\
         \x20 %c0 = call i32 @pthread_create(ptr %h, ptr null, ptr @writer, ptr null)\n\
         \x20 %c1 = call i32 @pthread_create(ptr %h, ptr null, ptr @reader, ptr null)\n  ret i32 0\n}}\n"
    )
}

/// What a variable holds is known where it was stored last on every path, and nothing else can have been stored since.
#[test]
fn dependencies_go_through_variables_of_one_thread() {
    let lines = |lines: &[&str]| -> String { lines.iter().map(|line| format!("  {line}\n")).collect() };
    let store = "store i32 %s, ptr @mine";
    let load = "%d = load i32, ptr @mine";
    let both = ["%s = xor i32 %r, %r", store, load];
    let with = |between: &[&str]| lines(&[&both[..2], between, &[load]].concat());
    let ordered = [
        lines(&["%d = xor i32 %r, %r"]),
        lines(&both),
        // The variable of the C program for each of both, as in CBMC's programs.
        lines(&["store i32 %r, ptr @other", "%o = load i32, ptr @other", "%s = xor i32 %o, %o", store, load]),
        with(&["store i32 7, ptr @other"]),
        with(&["call void @light()"]),
        with(&["%n = load i32, ptr @other"]),
        lines(&[both[0], "store i32 %s, ptr %local", "%d = load i32, ptr %local"]),
        lines(&[
            both[0],
            "%q = getelementptr [4 x i32], ptr @array, i64 0, i64 2",
            "store i32 %s, ptr %q",
            "store i32 1, ptr @array",
            "%d = load i32, ptr %q",
        ]),
        format!("{}  br label %next\nnext:\n  {load}\n", lines(&both[..2])),
    ];
    let open = [
        lines(&["%d = add i32 0, 0"]),
        with(&["store i32 7, ptr @mine"]),
        with(&["store i8 7, ptr @mine"]),
        with(&["call void @stores()"]),
        with(&["%q = load ptr, ptr @pointer", "store i32 7, ptr %q"]),
        with(&["call void @llvm.memset.p0.i64(ptr @mine, i8 0, i64 4, i1 false)"]),
        with(&["%w = atomicrmw xchg ptr @mine, i32 7 monotonic"]),
        lines(&[both[0], store, "%d = load i32, ptr @other"]),
        // Stored on one of two paths.
        format!(
            "  {}\n  %b = icmp eq ptr %a, null\n  br i1 %b, label %then, label %next\nthen:\n  {store}\n  br label %next\nnext:\n  {load}\n",
            both[0]
        ),
        // Loaded before it is stored.
        lines(&[load, both[0], store]),
    ];
    for (model, ..) in MODELS {
        for between in &ordered {
            assert_eq!(pairs(&message(between), model), 0, "{model}: {between}");
        }
        for between in &open {
            let ir = message(between) + "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n";
            assert_eq!(pairs(&ir, model), 1, "{model}: {between}");
        }
        // What another thread may store to, or knows, is not the thread's own.
        let shared = message(&lines(&both))
            .replace("fence seq_cst\n  store", "fence seq_cst\n  store i32 2, ptr @mine\n  store");
        assert!(pairs(&shared, model) > 0, "{model}");
    }
}

/// The same program with each value kept in a variable from where it is read to where it is used.
fn kept_in_memory(ir: &str) -> String {
    let mut text = String::new();
    let (mut thread, mut fresh, mut variables) = (0, 0, std::collections::BTreeSet::new());
    for line in ir.lines() {
        if let Some(name) = line.strip_prefix("define ptr @t") {
            thread = name[..1].parse().expect("one digit");
        }
        let register_of = |word: &str| word.trim_end_matches(',').strip_prefix("%r").map(str::to_owned);
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [_, "=", "xor" | "icmp", ..] = words.as_slice()
            && let Some(register) = words.iter().skip(2).find_map(|word| register_of(word))
        {
            fresh += 1;
            text.push_str(&format!("  %m{fresh} = load i32, ptr @kept{thread}_{register}\n"));
            text.push_str(&format!("{}\n", line.replace(&format!("%r{register}"), &format!("%m{fresh}"))));
            continue;
        }
        text.push_str(&format!("{line}\n"));
        if let [result, "=", "load", ..] = words.as_slice()
            && let Some(register) = register_of(result)
        {
            text.push_str(&format!("  store i32 %r{register}, ptr @kept{thread}_{register}\n"));
            variables.insert((thread, register));
        }
    }
    for (thread, register) in variables {
        text.push_str(&format!("@kept{thread}_{register} = global i32 0\n"));
    }
    text
}

/// A program needs as much with its values in memory as with them in registers where control goes one way only, and never less: that much is enough is what the simulator says of the programs with
/// registers.
#[test]
fn values_in_memory_order_as_values_in_registers_do() {
    fn is_straight(items: &[Item]) -> bool {
        items.iter().all(|item| match item {
            Item::If { .. } | Item::Loop { .. } => false,
            Item::Section { body, .. } => is_straight(body),
            Item::Write { .. }
            | Item::Read { .. }
            | Item::DataWrite { .. }
            | Item::AddressRead { .. }
            | Item::Fence
            | Item::LightFence => true,
        })
    }
    let (count, first) = asked_for();
    for (model, ..) in MODELS {
        let (mut with_values, mut fewer) = (0, 0);
        for seed in first..first + count {
            let sample = Sample::new(&mut Random(seed));
            let prepared = prepare(&sample, model);
            let in_memory = kept_in_memory(&prepared.ir);
            if !in_memory.contains(" = load i32, ptr @kept") {
                continue;
            }
            with_values += 1;
            let (of_registers, of_memory) = (prepared.delays.pairs.len(), pairs(&in_memory, model));
            // With nothing stored there, nothing is known of what is loaded.
            let forgotten = in_memory.lines().filter(|line| !(line.contains("store") && line.contains("ptr @kept")));
            let forgotten: String = forgotten.map(|line| format!("{line}\n")).collect();
            fewer += usize::from(of_memory < pairs(&forgotten, model));
            assert!(of_memory >= of_registers, "program {seed} under {model}:\n{in_memory}");
            if sample.threads.iter().all(|items| is_straight(items)) {
                assert_eq!(of_memory, of_registers, "program {seed} under {model}:\n{in_memory}");
            }
        }
        println!("{model}: {with_values} programs, {fewer} of which need less with their values followed");
        assert!(fewer > 0, "the samples show nothing");
    }
}
