//! Fenced sources, compiled and analysed again: nothing is left to order.
//!
//! The first analysis puts fences between nodes of a graph, the rewriter between pieces of a text, and clang makes another graph of that text. What the three disagree about
//! shows here, on the programs of `corpus/fences` and on random C programs. Needs clang.

use crate::random;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use aeg::delays::Delay;
use aeg::graph::Options;
use aeg::model::Model;
use cprog::clang::{Clang, Unit, real_path};
use cprog::ir::{FileId, Program};
use cprog::threads::Roots;
use cprog::{link, ll, promote, read};
use lakmus_fence::analysis::{Analysis, Request};
use lakmus_fence::macros::Macros;
use lakmus_fence::rewrite::{self, Writing};
use lakmus_fence::slots::Text;
use rustc_hash::FxHashMap;

use random::Random;

/// A directory with a program's sources, which goes away with its owner.
struct Directory(PathBuf);

impl Directory {
    fn new(purpose: &str) -> Directory {
        let made = tempfile::Builder::new().prefix(&format!("lakmus-{purpose}-")).tempdir();
        Directory(made.expect("can be made").keep())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is below the directory")).expect("can be made");
        fs::write(path, text).expect("can be written");
    }

    /// The analysis of one of its files, with that program and the texts of its sources.
    fn analyse(
        &self,
        clang: &Clang,
        file: &str,
        model: Model,
        atomics: bool,
    ) -> (Program, Analysis, Vec<(FileId, PathBuf, String)>) {
        let unit = Unit {
            directory: self.0.clone(),
            file: file.into(),
            options: ["-ffile-compilation-dir=.", "-Werror=gnu-statement-expression"].map(str::to_owned).to_vec(),
        };
        let ir = clang.ir(&unit).unwrap_or_else(|error| panic!("{error}"));
        let macros = Macros::read([clang.macros(&unit).unwrap_or_else(|error| panic!("{error}")).as_str()]);
        let program = read([ir.as_str()]).expect("LLVM IR that LLVM takes");
        assert_eq!(program.gaps, []);
        let roots = Roots::Main(program.function("main").expect("main"));
        let sources: Vec<(FileId, PathBuf, String)> = program
            .files
            .iter_enumerated()
            .filter(|(_, file)| !file.name.starts_with('/'))
            .filter_map(|(id, file)| {
                Some((id, PathBuf::from(&file.name), fs::read_to_string(self.0.join(&file.name)).ok()?))
            })
            .collect();
        let texts: FxHashMap<FileId, Text> =
            sources.iter().map(|(id, _, text)| (*id, Text::with_macros(text, false, &macros))).collect();
        let analysis = Analysis::run(
            &program,
            &roots,
            &Request { atomics, ..Request::new(Options::new(model)) },
            &texts,
            &mut |_| {},
        );
        drop(texts);
        (program, analysis, sources)
    }

    /// What is left to order in one of its files once it has its fences, and the fenced texts; none when there is a pair without a place.
    fn remaining(&self, clang: &Clang, file: &str, model: Model, atomics: bool) -> Option<(Vec<String>, String)> {
        let (_, analysis, sources) = self.analyse(clang, file, model, atomics);
        if !analysis.placement.unplaceable.is_empty() {
            return None;
        }
        let fenced = Directory::new(&format!("again-{model}-{}", self.0.file_name()?.to_string_lossy()));
        let mut all = String::new();
        for (id, name, text) in &sources {
            let new = rewrite::rewritten(&analysis, *id, text, None, Writing::of(name, text));
            let new = new.as_ref().unwrap_or(text);
            fenced.write(&name.display().to_string(), new);
            all += new;
        }
        let (program, again, _) = fenced.analyse(clang, file, model, false);
        let left = again.delays.pairs.iter().map(|pair| describe(&program, &again, pair));
        Some((left.collect(), all))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn describe(program: &Program, analysis: &Analysis, pair: &Delay) -> String {
    let access = |event| {
        let event = &analysis.aeg.events[event];
        let place = program.place(event.point).map(|place| program.describe(place).to_string());
        format!("{:?} {}", event.direction, place.unwrap_or_default())
    };
    format!("{} -> {}, {:?}", access(pair.first), access(pair.second), pair.need)
}

fn clang() -> Option<Clang> {
    let clang = Clang::find(None).ok();
    if clang.is_none() {
        testing::not_run("clang cannot be run");
    }
    clang
}

/// The sources of the literature, in a directory of their own, and the names of those with a `main`.
fn literature() -> (Directory, Vec<String>) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/fences");
    let directory = Directory::new("literature");
    let mut programs = Vec::new();
    for kind in ["classic", "fast"] {
        for entry in fs::read_dir(corpus.join(kind)).expect("the corpus") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            directory.write(&format!("{kind}/{name}"), &fs::read_to_string(&path).expect("a text"));
            if name.ends_with(".c") {
                programs.push(format!("{kind}/{name}"));
            }
        }
    }
    programs.sort();
    (directory, programs)
}

#[test]
fn fenced_programs_of_the_literature_are_robust_when_they_are_analysed_again() {
    let Some(clang) = clang() else { return };
    let (directory, programs) = literature();
    assert_eq!(programs.len(), 11);
    let mut refuted = String::new();
    for name in &programs {
        for model in Model::all() {
            let (left, _) = directory.remaining(&clang, name, model, false).expect("a place for each pair");
            if !left.is_empty() {
                writeln!(refuted, "{name}, {model}: {left:#?}").expect("to a text");
            }
        }
    }
    assert_eq!(refuted, "");
}

/// In C++, a fence is a function of `<atomic>` that switches on its parameter.
#[test]
fn fences_of_cxx_are_seen_again() {
    let Some(clang) = clang() else { return };
    let directory = Directory::new("cxx");
    directory.write(
        "sb.cc",
        "#include <atomic>\n#include <pthread.h>\nint x, y, seen_x, seen_y;\n\
         void *first(void *) {\n  x = 1;\n  seen_y = y;\n  return nullptr;\n}\n\
         void *second(void *) {\n  y = 1;\n  seen_x = x;\n  return nullptr;\n}\n\
         int main() {\n  pthread_t one, two;\n  pthread_create(&one, nullptr, first, nullptr);\n\
         pthread_create(&two, nullptr, second, nullptr);\n  pthread_join(one, nullptr);\n  pthread_join(two, nullptr);\n\
         return seen_x + seen_y;\n}\n",
    );
    for model in [Model::TSO, Model::POWER] {
        let (left, fenced) = directory.remaining(&clang, "sb.cc", model, false).expect("a place for each pair");
        assert!(left.is_empty(), "{model}: {left:#?}");
        assert!(fenced.matches("std::atomic_thread_fence").count() >= 2, "{model}:\n{fenced}");
    }
}

/// A fence behind a statement is not executed when the statement throws.
#[test]
fn exceptions_pass_by_fences_behind_statements() {
    let Some(clang) = clang() else { return };
    let text = |destructor: &str| {
        format!(
            "#include <pthread.h>\nint x, y, seen_x, seen_y;\n\
             #define FUNCTION(name) void name(int number) {{ if (number) throw 1; }}\n\
             #define DESTRUCTOR ~Cleanup() {{ seen_y = y; }}\n\
             FUNCTION(work)\n\
             struct Cleanup {{\n  {destructor}\n}};\n\
             void *first(void *) {{\n  try {{\n    Cleanup cleanup;\n    work(x = 1);\n  }} catch (int) {{\n  }}\n  return nullptr;\n}}\n\
             void *second(void *) {{\n  y = 1;\n  __sync_synchronize();\n  seen_x = x;\n  return nullptr;\n}}\n\
             int main() {{\n  pthread_t one, two;\n  pthread_create(&one, nullptr, first, nullptr);\n\
             pthread_create(&two, nullptr, second, nullptr);\n  pthread_join(one, nullptr);\n  pthread_join(two, nullptr);\n\
             return seen_x + seen_y;\n}}\n"
        )
    };
    let directory = Directory::new("exceptions");
    directory.write("a.cc", &text("DESTRUCTOR"));
    assert_eq!(directory.remaining(&clang, "a.cc", Model::TSO, false), None);
    directory.write("a.cc", &text("~Cleanup() {\n    seen_y = y;\n  }"));
    let (left, fenced) = directory.remaining(&clang, "a.cc", Model::TSO, false).expect("a place for each pair");
    assert!(left.is_empty(), "{left:#?}");
    assert!(fenced.contains("__sync_synchronize();\n    seen_y = y;"), "{fenced}");
}

/// What is copied in C++ may be an object, which something refers to.
#[test]
fn values_of_cxx_are_not_copied() {
    let Some(clang) = clang() else { return };
    let directory = Directory::new("copies");
    directory.write(
        "a.cc",
        "#include <pthread.h>\nint x, y, seen_x, seen_y;\n\
         struct Text {\n  int length;\n  Text(int length) : length(length) {}\n  Text(const Text &other) : length(other.length) {}\n};\n\
         struct View {\n  const Text *text;\n  View(const Text &text) : text(&text) {}\n};\n\
         int set() {\n  x = 1;\n  return 1;\n}\n\
         Text kept(1);\n\
         const Text &choose(int) { return kept; }\n\
         View view() {\n  return choose(set());\n}\n\
         bool is_set() { return set() == 1; }\n\
         void *first(void *) {\n  View shown = view();\n  seen_y = y + shown.text->length;\n  if (is_set() && y)\n    seen_y = 2;\n  return nullptr;\n}\n\
         void *second(void *) {\n  y = 1;\n  __sync_synchronize();\n  seen_x = x;\n  return nullptr;\n}\n\
         int main() {\n  pthread_t one, two;\n  pthread_create(&one, nullptr, first, nullptr);\n\
         pthread_create(&two, nullptr, second, nullptr);\n  pthread_join(one, nullptr);\n  pthread_join(two, nullptr);\n\
         return seen_x + seen_y;\n}\n",
    );
    let (left, fenced) = directory.remaining(&clang, "a.cc", Model::TSO, false).expect("a place for each pair");
    assert!(left.is_empty(), "{left:#?}");
    assert!(!fenced.contains("auto lakmus_value"), "{fenced}");
}

/// Between the read of a pointer and the access through it, a fence stands behind the pointer. What is called, and an element of an array, have the place of what comes before them.
#[test]
fn pointers_that_an_expression_goes_through_have_fences_behind_them() {
    let Some(clang) = clang() else { return };
    let text = |statements: &str| {
        format!(
            "#include <pthread.h>\nstruct node {{ struct node *next, *table[2]; int value, count; int (*ask)(void); }};\n\
             struct node nodes[2], *first = &nodes[0], **start = &first, *all[2];\nint flag, seen, *number = &flag;\n\
             int ask(void) {{\n  return flag;\n}}\n\
             void *reader(void *unused) {{\n  int i = unused != 0;\n  {statements}\n  return unused;\n}}\n\
             void *writer(void *unused) {{\n  nodes[1].value = 1;\n  nodes[1].ask = ask;\n  flag = 1;\n  nodes[0].next = &nodes[1];\n\
             \x20 nodes[0].table[1] = &nodes[1];\n  all[1] = &nodes[1];\n  number = &nodes[1].value;\n  first = &nodes[1];\n  return unused;\n}}\n\
             int main(void) {{\n  pthread_t threads[3];\n  nodes[0].ask = ask;\n  all[0] = first;\n  pthread_create(&threads[0], 0, reader, 0);\n\
             \x20 pthread_create(&threads[1], 0, reader, 0);\n  pthread_create(&threads[2], 0, writer, 0);\n  return 0;\n}}\n"
        )
    };
    let directory = Directory::new("bases");
    let mut behind = 0;
    for statements in [
        "seen = first->next->value;",
        "first->next->count += first->value;",
        "seen = (*start)->value;",
        "seen = ((struct node *)first->next)->value;",
        "seen = all[i]->value % 3;",
        "seen = first->table[i]->value;",
        "seen = first->ask();",
        "seen = *number;",
        "if (first->next && first->next->value)\n    seen = 1;",
        "for (struct node *at = first; (at->value && seen) || at->count; at = at->next)\n    flag++;",
    ] {
        directory.write("a.c", &text(statements));
        for model in [Model::POWER, Model::ARMV7] {
            let found = directory.remaining(&clang, "a.c", model, false);
            let (left, fenced) = found.unwrap_or_else(|| panic!("{statements}, {model}: a pair without a place"));
            assert!(left.is_empty(), "{statements}, {model}: {left:#?}\n{fenced}");
            behind += usize::from(fenced.contains("({ __auto_type lakmus_"));
        }
    }
    // Elsewhere what there is of dependencies suffices.
    assert!(behind > 5, "{behind}");
}

/// The units of two directories name a header in two ways; one of its functions is used by one unit alone, the other one by the other.
#[test]
fn a_header_that_two_directories_name_gets_all_its_fences() {
    let Some(clang) = clang() else { return };
    let directory = Directory::new("two-names");
    directory.write(
        "include/flags.h",
        "extern volatile int mine, theirs;\n\
         static inline int ask(void) {\n  mine = 1;\n  return theirs;\n}\n\
         static inline int answer(void) {\n  theirs = 1;\n  return mine;\n}\n",
    );
    directory.write(
        "one/main.c",
        "#include <pthread.h>\n#include \"../include/flags.h\"\nvolatile int mine, theirs;\nvoid *other(void *);\n\
         int main(void) {\n  pthread_t thread;\n  pthread_create(&thread, 0, other, 0);\n  return ask();\n}\n",
    );
    directory.write(
        "two/library/other.c",
        "#include \"../../include/flags.h\"\nvoid *other(void *unused) {\n  return answer() ? unused : 0;\n}\n",
    );
    let analyse = |texts: &FxHashMap<PathBuf, String>| {
        let unit =
            |at: &str, file: &str| Unit { directory: directory.0.join(at), file: file.into(), options: Vec::new() };
        let units = [unit("one", "main.c"), unit("two/library", "other.c")];
        let irs = units.map(|unit| clang.ir(&unit).unwrap_or_else(|error| panic!("{error}")));
        let mut program = link(&irs.map(|ir| ll::parse("unit.ll", &ir).expect("LLVM IR that LLVM takes")), &real_path);
        promote(&mut program);
        let roots = Roots::Main(program.function("main").expect("main"));
        let text = |file: FileId| texts.get(&real_path(&program.files[file].paths[0]));
        let texts = program.files.ids().filter_map(|file| Some((file, Text::new(text(file)?, false)))).collect();
        let analysis = Analysis::run(&program, &roots, &Request::new(Options::new(Model::TSO)), &texts, &mut |_| {});
        drop(texts);
        (program, analysis)
    };
    let header = real_path(&directory.0.join("include/flags.h"));
    let text = fs::read_to_string(&header).expect("a text");
    let (program, analysis) = analyse(&[(header.clone(), text.clone())].into_iter().collect());
    assert_eq!(analysis.placement.unplaceable, []);
    let files: Vec<FileId> =
        program.files.ids().filter(|file| real_path(&program.files[*file].paths[0]) == header).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(program.files[files[0]].paths.len(), 2);
    let fenced = rewrite::rewritten(&analysis, files[0], &text, None, Writing::of(&header, &text)).expect("has fences");
    assert_eq!(fenced.matches("__sync_synchronize").count(), 2, "{fenced}");
    fs::write(&header, fenced).expect("can be written");
    let (_, again) = analyse(&FxHashMap::default());
    assert!(again.delays.pairs.is_empty());
}

/// Writes random C: threads with branches, loops, jumps and calls, over three shared variables.
struct Source {
    random: Random,
    text: String,
    depth: usize,
    loops: usize,
}

/// Statements nest so deeply.
const MAX_DEPTH: usize = 3;

impl Source {
    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn shared(&mut self) -> &'static str {
        self.pick(&["x", "y", "z", "p->a", "p->b", "q[r & 1]", "l->next->a", "t[r & 1]->b", "(*pp)->a", "*g", "g[1]"])
    }

    /// An expression with a place for a fence between any two of its accesses.
    fn value(&mut self) -> String {
        match self.random.below(13) {
            10 => format!("{} % 3 * {}", self.shared(), self.shared()),
            11 => format!("({} = {})", self.shared(), self.shared()),
            12 => format!("l->get({})", self.shared()),
            0 | 1 => self.random.below(3).to_string(),
            2 => "r".to_owned(),
            3 => format!("({} ? {} : {})", self.condition(1), self.shared(), self.shared()),
            4 => format!("get({})", self.random.below(2)),
            5 => "__atomic_load_n(&z, __ATOMIC_RELAXED)".to_owned(),
            6 => "__atomic_fetch_add(&y, 1, __ATOMIC_RELAXED)".to_owned(),
            _ => self.shared().to_owned(),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let compared = format!("{} {} {}", self.shared(), self.pick(&["==", "<", "!="]), self.random.below(3));
        if depth > 2 {
            return compared;
        }
        match self.random.below(7) {
            0 => format!("{} && {}", self.condition(depth + 1), self.condition(depth + 1)),
            1 => format!("({} || {})", self.condition(depth + 1), self.condition(depth + 1)),
            2 => format!("!({})", self.condition(depth + 1)),
            3 => format!("({} ? {} : r)", self.condition(depth + 1), self.shared()),
            4 => self.shared().to_owned(),
            _ => compared,
        }
    }

    /// A statement as the body of another one, with or without braces.
    fn body(&mut self) {
        if self.random.below(2) == 0 {
            self.text += "{\n";
            self.statements(2);
            self.text += "}\n";
        } else {
            self.statement();
        }
    }

    fn statements(&mut self, most: u64) {
        for _ in 0..1 + self.random.below(most) {
            self.statement();
        }
    }

    fn in_loop(&mut self) {
        self.loops += 1;
        self.body();
        self.loops -= 1;
    }

    fn statement(&mut self) {
        self.depth += 1;
        let kind = if self.depth > MAX_DEPTH { self.random.below(6) } else { self.random.below(14) };
        let (to, value) = (self.shared(), self.value());
        match kind {
            0 | 1 => writeln!(self.text, "{to} = {value};").expect("to a text"),
            2 => writeln!(self.text, "__atomic_store_n(&z, {value}, __ATOMIC_RELAXED);").expect("to a text"),
            3 => writeln!(self.text, "r = {value};").expect("to a text"),
            4 => writeln!(self.text, "{to} += {value};").expect("to a text"),
            5 if self.loops > 0 => {
                let condition = self.condition(1);
                match self.pick(&["break", "continue", "LEAVE_IF", "RETURN_IF"]) {
                    jump @ ("break" | "continue") => writeln!(self.text, "if ({condition}) {jump};"),
                    jump => writeln!(self.text, "{jump}({condition});"),
                }
                .expect("to a text");
            }
            5 => writeln!(self.text, "set({value});").expect("to a text"),
            6..=8 => {
                let condition = self.condition(0);
                writeln!(self.text, "if ({condition})").expect("to a text");
                self.body();
                if self.random.below(2) == 0 {
                    self.text += "else ";
                    self.body();
                }
            }
            9 | 10 => {
                let condition = self.condition(0);
                writeln!(self.text, "while ({condition})").expect("to a text");
                self.in_loop();
            }
            11 => {
                self.text += "do\n";
                self.in_loop();
                let condition = self.condition(0);
                writeln!(self.text, "while ({condition});").expect("to a text");
            }
            12 => {
                let (condition, first) = (self.condition(0), self.shared());
                writeln!(self.text, "for (r = {first}, {to} += 1; {condition}; {to} = {value}, r = {first})")
                    .expect("to a text");
                self.in_loop();
            }
            _ => {
                writeln!(self.text, "switch ({value}) {{\ncase 0:").expect("to a text");
                self.statement();
                self.text += "case 1:\n";
                self.statement();
                self.text += "break;\ndefault:\n";
                self.statement();
                self.text += "}\n";
            }
        }
        self.depth -= 1;
    }

    fn program(seed: u64) -> String {
        let mut source = Source { random: Random(seed), text: String::new(), depth: 0, loops: 0 };
        source.text += "#include <pthread.h>\n\
            struct pair { int a; volatile int b; };\n\
            #define LEAVE_IF(condition) if (condition) break\n#define RETURN_IF(condition) if (condition) return unused\n\
            struct node { struct node *next; int a; int (*get)(int); };\n\
            volatile int x, y, z;\nvolatile int q[2], *g = q;\nstruct pair pair, *p = &pair, **pp = &p, *t[2] = {&pair, &pair};\n\
            static int get(int which) {\nif (which)\nreturn x;\nreturn y;\n}\n\
            static void set(int value) {\nz = value;\n}\n\
            struct node node = {&node, 0, get}, *l = &node;\n";
        for thread in 0..2 {
            writeln!(source.text, "void *thread{thread}(void *unused) {{\nint r = 0;").expect("to a text");
            source.statements(3);
            source.text += "return unused;\n}\n";
        }
        source.text
            + "int main(void) {\npthread_t one, two;\npthread_create(&one, 0, thread0, 0);\npthread_create(&two, 0, thread1, 0);\nreturn 0;\n}\n"
    }
}

/// `LAKMUS_SOURCES=1000` tries so many programs, `LAKMUS_SEED=N` begins with program N.
#[test]
fn fenced_random_sources_are_robust_when_they_are_analysed_again() {
    let Some(clang) = clang() else { return };
    let number = testing::variables::number;
    let (count, first) = (number("LAKMUS_SOURCES", 60), number("LAKMUS_SEED", 0));
    let (mut tried, mut refuted) = (0, Vec::new());
    for seed in first..first + count {
        let directory = Directory::new(&format!("source-{seed}"));
        directory.write("random.c", &Source::program(seed));
        let models: Vec<Model> = Model::all().collect();
        let model = models[(seed % models.len() as u64) as usize];
        // Two accesses of one operand have no place between them.
        let atomics = seed % 2 == 1;
        let Some((left, text)) = directory.remaining(&clang, "random.c", model, atomics) else { continue };
        tried += 1;
        if !left.is_empty() {
            println!("program {seed}, {model}: {left:#?}");
            refuted.push(format!("program {seed}, {model}:\n{text}"));
        }
    }
    println!("{count} programs from {first}, {tried} with a place for each pair, {} refuted", refuted.len());
    assert!(refuted.is_empty(), "{} refuted, among them\n{}", refuted.len(), refuted[0]);
    assert!(tried * 4 > count, "{tried} of {count} have a place for each pair");
}
