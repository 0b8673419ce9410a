//! Programs of the literature: what the analysis places in them under each model, and that it does so for many threads.
//!
//! The programs are in `corpus/fences`, written from their papers; `expected.tsv` beside them has the number of fences, `ir/` the IR that clang made of them, so
//! that no clang is needed. `LAKMUS_BLESS=1` makes the IR and the table anew, and the table in `docs/fences.md`.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use aeg::graph::Options;
use aeg::model::{FenceKind, Model};
use cprog::clang::{Clang, Unit};
use cprog::ir::FileId;
use cprog::read;
use cprog::threads::Roots;
use fence::analysis::{Analysis, Request};
use fence::slots::Text;
use rustc_hash::FxHashMap;

/// The programs, each with what the musketeer of 2017 placed under TSO and Power in a program of that name, where that was measured, and
/// what its paper has under TSO. The sources differ.
const PROGRAMS: &[(&str, [&str; 3])] = &[
    ("classic/dekker", ["3", "15", "5"]),
    ("classic/peterson", ["3", "9", "3"]),
    ("classic/lamport", ["", "", "8"]),
    ("classic/szymanski", ["", "", "8"]),
    ("classic/parker", ["", "", "3"]),
    ("fast/cilk", ["3", "6", "3"]),
    ("fast/chase_lev", ["", "", "1"]),
    ("fast/idempotent_fifo", ["0", "8", "1"]),
    ("fast/idempotent_lifo", ["0", "6", "1"]),
    ("fast/idempotent_anchor", ["0", "6", "1"]),
    ("fast/harris", ["", "", "4"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_blessing() -> bool {
    testing::variables::is_blessed()
}

/// The IR that clang makes of a file of the repository, its names relative to the repository.
fn compile(clang: &Clang, file: &str) -> String {
    let unit = Unit { directory: root(), file: file.into(), options: vec!["-ffile-compilation-dir=.".to_owned()] };
    clang.ir(&unit).unwrap_or_else(|error| panic!("{error}"))
}

/// A clang, if there is one.
fn clang() -> Option<Clang> {
    Clang::find(None).ok()
}

/// What is placed in a program given as IR, `text` being the source of each of its places whose file `is_source`.
fn analyse(ir: &str, model: Model, source: &dyn Fn(&str) -> Option<String>) -> Analysis {
    let program = read([ir]);
    assert_eq!(program.gaps, []);
    let roots = Roots::Main(program.function("main").expect("main"));
    let sources: Vec<(FileId, String)> =
        program.files.iter_enumerated().filter_map(|(id, file)| Some((id, source(&file.name)?))).collect();
    let texts: FxHashMap<FileId, Text> = sources.iter().map(|(id, text)| (*id, Text::new(text, false))).collect();
    Analysis::run(&program, &roots, &Request::new(Options::new(model)), &texts, &mut |_| {})
}

/// The number of fences, full ones and weaker ones, and of dependencies: `3`, `2+1` or `2+1+4d`.
fn count(analysis: &Analysis) -> String {
    let full = analysis.placement.fences.iter().filter(|fence| fence.kind == FenceKind::Full).count();
    let weaker = analysis.placement.fences.len() - full;
    let dependencies = analysis.placement.dependent.len();
    let weaker = if weaker == 0 { String::new() } else { format!("+{weaker}") };
    let dependencies = if dependencies == 0 { String::new() } else { format!("+{dependencies}d") };
    format!("{full}{weaker}{dependencies}")
}

fn table() -> String {
    let mut table = "program".to_owned();
    for model in Model::all() {
        write!(table, "\t{model}").expect("to a text");
    }
    table += "\n";
    for (name, _) in PROGRAMS {
        let path = root().join(format!("corpus/fences/ir/{name}.ll"));
        let ir = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        table += name;
        for model in Model::all() {
            let in_repository = |file: &str| {
                if file.starts_with("corpus/") { fs::read_to_string(root().join(file)).ok() } else { None }
            };
            let analysis = analyse(&ir, model, &in_repository);
            assert_eq!(analysis.placement.unplaceable, [0usize; 0], "{name} under {model}");
            write!(table, "\t{}", count(&analysis)).expect("to a text");
        }
        table += "\n";
    }
    table
}

/// The table as `docs/fences.md` has it, with the figures of others.
fn page(table: &str) -> String {
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let mut page = format!("| {} | musketeer, TSO | musketeer, Power | its paper, TSO |\n", header.join(" | "));
    page += &format!("|{}\n", " --- |".repeat(header.len() + 3));
    for (line, (_, others)) in lines.zip(PROGRAMS) {
        let cells: Vec<&str> = line.split('\t').collect();
        page += &format!("| {} | {} |\n", cells.join(" | "), others.join(" | "));
    }
    page
}

const BEGIN: &str =
    "<!-- fences of the literature, made by LAKMUS_BLESS=1 cargo test -p lakmus --test fences literature -->\n";
const END: &str = "<!-- end -->\n";

#[test]
fn fences_of_programs_of_the_literature() {
    if is_blessing() {
        let clang = clang().expect("clang, to make the IR anew");
        for (name, _) in PROGRAMS {
            let path = root().join(format!("corpus/fences/ir/{name}.ll"));
            fs::create_dir_all(path.parent().expect("a directory")).expect("can be made");
            fs::write(path, compile(&clang, &format!("corpus/fences/{name}.c"))).expect("can be written");
        }
    }
    let (table_path, page_path) = (root().join("corpus/fences/expected.tsv"), root().join("docs/fences.md"));
    let table = table();
    let text = fs::read_to_string(&page_path).expect("the page");
    let (before, rest) = text.split_once(BEGIN).expect("the table's place in the page");
    let (known, behind) = rest.split_once(END).expect("the table's end in the page");
    if is_blessing() {
        fs::write(&table_path, &table).expect("can be written");
        fs::write(&page_path, format!("{before}{BEGIN}{}{END}{behind}", page(&table))).expect("can be written");
        return;
    }
    assert_eq!(fs::read_to_string(&table_path).expect("the table"), table);
    assert_eq!(known, page(&table));
}

/// `threads` threads, each with a function of its own, which `body` writes.
fn mutual_exclusion(globals: &str, threads: usize, body: &dyn Fn(usize) -> String) -> String {
    let mut text = format!("#include <pthread.h>\n{globals}\nvolatile int shared;\n");
    for me in 0..threads {
        write!(text, "void *thread{me}(void *unused) {{\n{}return unused;\n}}\n", body(me)).expect("to a text");
    }
    write!(text, "int main(void) {{\npthread_t threads[{threads}];\n").expect("to a text");
    for me in 0..threads {
        writeln!(text, "pthread_create(&threads[{me}], 0, thread{me}, 0);").expect("to a text");
    }
    text + "return 0;\n}\n"
}

/// A program for so many threads.
type Algorithm = fn(usize) -> String;

/// Peterson's mutual exclusion, with a variable for each thread and each level.
fn peterson(threads: usize) -> String {
    let names = |name: &str| (0..threads).map(|number| format!("volatile int {name}{number};\n")).collect::<String>();
    mutual_exclusion(&(names("level") + &names("last")), threads, &|me| {
        let mut text = String::new();
        for level in 1..threads {
            write!(text, "level{me} = {level};\nlast{level} = {me};\n").expect("to a text");
            for other in (0..threads).filter(|other| *other != me) {
                writeln!(text, "while (level{other} >= {level} && last{level} == {me})\n;").expect("to a text");
            }
        }
        write!(text, "shared = shared + 1;\nlevel{me} = 0;\n").expect("to a text");
        text
    })
}

/// Lamport's fast mutual exclusion.
fn lamport(threads: usize) -> String {
    let wants: String = (0..threads).map(|number| format!("volatile int wants{number};\n")).collect();
    mutual_exclusion(&(wants + "volatile int x, y;\n"), threads, &|me| {
        let number = me + 1;
        let others: String =
            (0..threads).filter(|other| *other != me).map(|other| format!("while (wants{other})\n;\n")).collect();
        format!(
            "for (;;) {{\nwants{me} = 1;\nx = {number};\nif (y != 0) {{\nwants{me} = 0;\nwhile (y != 0)\n;\ncontinue;\n}}\ny = {number};\n\
             if (x != {number}) {{\nwants{me} = 0;\n{others}if (y != {number}) {{\nwhile (y != 0)\n;\ncontinue;\n}}\n}}\nbreak;\n}}\n\
             shared = shared + 1;\ny = 0;\nwants{me} = 0;\n"
        )
    })
}

/// Szymanski's mutual exclusion.
fn szymanski(threads: usize) -> String {
    let states: String = (0..threads).map(|number| format!("volatile int state{number};\n")).collect();
    mutual_exclusion(&states, threads, &|me| {
        let others: Vec<usize> = (0..threads).filter(|other| *other != me).collect();
        let mut text = format!("state{me} = 1;\n");
        for other in &others {
            writeln!(text, "while (state{other} >= 3)\n;").expect("to a text");
        }
        writeln!(text, "state{me} = 3;").expect("to a text");
        let is_nowhere: Vec<String> = others.iter().map(|other| format!("state{other} != 4")).collect();
        for other in &others {
            let none = is_nowhere.join(" && ");
            writeln!(text, "if (state{other} == 1) {{\nstate{me} = 2;\nwhile ({none})\n;\n}}").expect("to a text");
        }
        writeln!(text, "state{me} = 4;").expect("to a text");
        for other in 0..me {
            writeln!(text, "while (state{other} >= 2)\n;").expect("to a text");
        }
        writeln!(text, "shared = shared + 1;").expect("to a text");
        for other in me + 1..threads {
            writeln!(text, "while (state{other} == 2 || state{other} == 3)\n;").expect("to a text");
        }
        text + &format!("state{me} = 0;\n")
    })
}

/// musketeer gave up at four threads (its paper, section 7.2). `LAKMUS_THREADS=16` goes up to so many; needs clang.
#[test]
fn mutual_exclusion_for_many_threads() {
    let Some(clang) = clang() else {
        testing::not_run("clang cannot be run");
        return;
    };
    let most = usize::try_from(testing::variables::number("LAKMUS_THREADS", 4)).expect("a small number");
    let made = tempfile::tempdir().expect("can be made");
    let directory = made.path();
    let algorithms: [(&str, Algorithm); 3] = [("peterson", peterson), ("lamport", lamport), ("szymanski", szymanski)];
    for (name, make) in algorithms {
        let mut known: Vec<(usize, usize)> = Vec::new();
        for threads in 2..=most {
            let text = make(threads);
            let file = directory.join(format!("{name}{threads}.c"));
            fs::write(&file, &text).expect("can be written");
            let unit = Unit { directory: directory.to_owned(), file: file.clone(), options: Vec::new() };
            let ir = clang.ir(&unit).unwrap_or_else(|error| panic!("{error}"));
            let started = std::time::Instant::now();
            // clang names it relative to the directory.
            let is_source = |name: &str| (Path::new(name).file_name() == file.file_name()).then(|| text.clone());
            let analysis = analyse(&ir, Model::TSO, &is_source);
            assert_eq!(analysis.placement.unplaceable, [0usize; 0], "{name} for {threads} threads");
            let fences = analysis.placement.fences.len();
            println!("{name}, {threads} threads: {fences} fences, {:.3} s", started.elapsed().as_secs_f64());
            known.push((threads, fences));
        }
        // Each thread has at least the write with which it says that it wants to enter, and the reads behind it.
        assert!(known.iter().all(|(threads, fences)| fences >= threads), "{name}: {known:?}");
    }
}
