//! The command on C sources, as a user runs it. Needs clang.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use cprog::clang::Clang;

/// A directory that goes away with its owner.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new(purpose: &str) -> Directory {
        let made = tempfile::Builder::new().prefix(&format!("lakmus-command-{purpose}-")).tempdir();
        Directory(made.expect("can be made").keep())
    }

    /// What `lakmus fence` does with a file of this text.
    pub(crate) fn fence(&self, text: &str, options: &[&str]) -> Output {
        self.write("program.c", text);
        self.fence_file("program.c", options)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("can be written");
    }

    /// What `lakmus fence` does with a file that is there.
    pub(crate) fn fence_file(&self, name: &str, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lakmus"));
        command.arg("fence").args(options).arg(name).current_dir(&self.0);
        command.output().expect("it runs")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed is a temporary file.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A message in a variable or member of this declaration, which the receiver reads behind the flag.
fn message(declaration: &str, name: &str) -> String {
    format!(
        "#include <pthread.h>\n{declaration}\nint ready, seen;\n\
         void *sender(void *unused) {{\n  {name} = 1;\n  __sync_synchronize();\n  ready = 1;\n  return unused;\n}}\n\
         int main(void) {{\n  pthread_t thread;\n  pthread_create(&thread, 0, sender, 0);\n  int now = ready;\n\
         \x20 if (now)\n    seen = {name};\n  return seen;\n}}\n"
    )
}

/// A field of bits has no address that could depend on anything. That is seen when the changed program is compiled.
#[test]
fn fences_are_taken_where_dependencies_do_not_compile() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("dependency");
    let of = |declaration, name| {
        let output = directory.fence(&message(declaration, name), &["--model", "aarch64"]);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (status, diff, said) = of("int data;", "data");
    assert_eq!(status, Some(1), "{said}");
    assert!(diff.contains("lakmus_zero_0"), "what has an address gets a dependency:\n{diff}{said}");
    assert!(!said.contains("warning"), "{said}");
    let (status, diff, said) = of("struct { unsigned flag : 1, other : 3; } data;", "data.flag");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("fences are taken in their place"), "{said}");
    assert!(diff.contains("__sync_synchronize") || diff.contains("__atomic_thread_fence"), "{diff}");
    assert!(!diff.contains("lakmus_zero"), "{diff}");
}

/// A report beside changed files: both are asked for, so both are given.
#[test]
fn files_are_changed_in_place_beside_a_report() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("in-place");
    let output = directory.fence(&message("int data;", "data"), &["--model", "aarch64", "--in-place", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8(output.stdout).expect("text");
    assert!(report.starts_with('{') && report.contains("\"fences\":"), "{report}");
    let changed = fs::read_to_string(directory.0.join("program.c")).expect("it is there");
    assert_ne!(changed, message("int data;", "data"));
    let output = directory.fence(&changed, &["--model", "aarch64", "--in-place"]);
    assert_eq!(output.status.code(), Some(0), "what was changed is robust");
    assert!(output.stdout.is_empty(), "no diff");
}

/// A server in small: connections that hold objects of a library beside functions, variable arguments that a callback gets, checksums in assembly, statistics behind several pointers, and
/// macros for lists and for the fields of a structure.
const SERVER: &str = r#"#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS FIELD(reads) FIELD(writes)
struct statistics {
#define FIELD(name) unsigned long name;
  FIELDS
#undef FIELD
};
struct worker { struct statistics statistics; };
struct connection {
  struct worker *worker;
  struct connection *next;
  char *environment;
  int (*handle)(struct connection *);
  unsigned turns;
};

struct connection *all[2];
unsigned rate = 3;
unsigned long sum;

static void logged(const char *format, va_list arguments) {
  if (format)
    sum += va_arg(arguments, unsigned);
}
static void (*log_to)(const char *, va_list) = logged;

static void note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  log_to(format, arguments);
  va_end(arguments);
}

static unsigned long checksum(const unsigned char *at, int length) {
  unsigned long crc = 0;
  while (length--) {
#ifdef __x86_64__
    __asm__("crc32b\t" "(%1), %0" : "=r"(crc) : "r"(at), "0"(crc));
#endif
    at++;
  }
  return crc;
}

static int handle(struct connection *c) {
  c->worker->statistics.reads++;
  if (c->turns++ % rate == 0)
    c->next->worker->statistics.writes += c->turns;
  note("sum %u", 1u);
  return (int)checksum((const unsigned char *)c, sizeof *c);
}

static struct statistics total(void) {
  struct statistics result = {0, 0};
  for (int i = 0; i < 2; i++) {
#define FIELD(name) result.name += all[i]->worker->statistics.name;
    FIELDS
#ifdef NOT_HERE
    MORE_FIELDS
#endif
#undef FIELD
    for (struct connection *c = all[i], *last = 0; c != last && (c->turns || c->worker); c = c->next)
      last = all[i];
  }
  return result;
}

static void *work(void *argument) {
  struct connection *c = argument;
  while (c->handle(c) == 0)
    c = all[c->turns & 1]->next;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    all[i] = calloc(1, sizeof(struct connection));
    all[i]->worker = calloc(1, sizeof(struct worker));
    all[i]->environment = getenv("HOME");
    all[i]->handle = handle;
    // What is copied without a known length holds everything that the connection does.
    memcpy(all[i], all[0], sum);
    all[i]->next = all[i];
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, all[i]);
  return (int)total().reads;
}
"#;

/// All of it is understood, so that no variable arguments are shared, and has its places.
#[test]
fn a_server_is_robust_when_it_is_analysed_again() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("server");
    for model in ["x86tso", "power"] {
        let output = directory.fence(SERVER, &["--model", model]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{model}: {said}");
        assert!(said.contains("analysed again with the fences: robust"), "{model}: {said}");
        assert!(!said.contains("not understood"), "{model}: {said}");
    }
}

/// What makes calls by pointers unknown is said, with its place.
#[test]
fn what_leads_to_code_that_is_not_there_is_reported() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("unknown");
    let text = SERVER.replace("log_to(format, arguments);", "log_to(format, arguments);\n  unknown_log(&log_to);");
    let text = text.replace("static void note(", "void unknown_log(void *);\nstatic void note(");
    let output = directory.fence(&text, &["--model", "x86tso", "--json"]);
    let report = String::from_utf8(output.stdout).expect("text");
    let line = text.lines().position(|line| line.contains("unknown_log(&")).expect("a call") + 1;
    let sources =
        format!(r#""unknown_sources":[{{"what":"the call of unknown_log","file":"program.c","line":{line}}}]"#);
    assert!(report.contains(&sources), "{report}");
    let of = |what: &str| report.matches(&format!(r#"{{"what":"{what}","#)).count();
    assert_eq!((of("call of unknown_log"), of("call by a pointer")), (1, 1));
    let output = directory.fence(&text, &["--model", "x86tso"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = format!("what leads to code that is not there: the call of unknown_log (program.c:{line})");
    assert!(said.contains(&expected), "{said}");
}

/// The lines about litmus tests of cycles, and the tests, in one text.
fn tests_of_cycles(directory: &Directory, text: &str, options: &[&str]) -> String {
    let output = directory.fence(text, &[options, &["--write-litmus", "cycles"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut lines: String =
        said.lines().filter(|line| line.starts_with("cycles/")).map(|line| format!("{line}\n")).collect();
    let made = fs::read_dir(directory.0.join("cycles")).expect("it was made");
    for file in made {
        let path = file.expect("an entry").path();
        lines.push_str(&fs::read_to_string(&path).expect("text"));
        fs::remove_file(path).expect("can be removed");
    }
    lines
}

/// Three threads, two of which call what orders their accesses; the third one has `between`.
fn calls(between: &str) -> String {
    format!(
        "#include <pthread.h>\nint x, y, z, r1, r2, r3;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         static void full(void) {{ __sync_synchronize(); }}\n\
         static void light(void) {{ __atomic_thread_fence(__ATOMIC_ACQ_REL); }}\n\
         static void sometimes(void) {{ if (r3) full(); }}\n\
         void *one(void *unused) {{ x = 1; {between} y = 1; return unused; }}\n\
         void *two(void *unused) {{ r1 = y; full(); r2 = z; return unused; }}\n\
         void *three(void *unused) {{ z = 1; full(); r3 = x; return unused; }}\n\
         int main(void) {{\n  pthread_t a, b, c;\n  pthread_create(&a, 0, one, 0);\n  pthread_create(&b, 0, two, 0);\n\
         \x20 pthread_create(&c, 0, three, 0);\n  return 0;\n}}\n"
    )
}

/// Fences on all paths between two accesses are in the test of their cycle, also those of functions that are called there, and of the pair that is to be ordered itself. Of `W+RWC` on Power
/// the analysis asks for a full fence in the first thread, and the simulator knows that a lightweight one does.
#[test]
fn tests_of_cycles_have_the_fences_of_called_functions() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("called");
    for (between, name, verdict) in [
        ("", "W+RWC+po+sync+sync", "confirmed"),
        ("sometimes();", "W+RWC+po+sync+sync", "confirmed"),
        ("light();", "W+RWC+lwsync+sync+sync", "refuted"),
        ("__atomic_thread_fence(__ATOMIC_ACQ_REL);", "W+RWC+lwsync+sync+sync", "refuted"),
    ] {
        let printed = tests_of_cycles(&directory, &calls(between), &["--model", "power"]);
        let wanted = format!("cycles/{name}.litmus: 1 cycle, {verdict} by power\n");
        assert!(printed.starts_with(&wanted), "{between}: {printed}");
        let count = |instruction: &str| printed.matches(&format!(" {instruction} ")).count();
        let has_lightweight = usize::from(name.contains("lwsync"));
        assert_eq!((count("sync"), count("lwsync")), (2, has_lightweight), "{between}: {printed}");
    }
    for (model, cat, name) in [
        ("x86tso", "x86tso", "SB+mfence+po"),
        ("arm", "arm", "SB+dmb+po"),
        ("aarch64", "aarch64", "SB+dmb.sy+po"),
        ("rvwmo", "rvwmo", "SB+fence.rw.rw+po"),
    ] {
        let buffering = calls("r1 = y;")
            .replace("r1 = y; y = 1;", "full(); r1 = y;")
            .replace("r1 = y; full(); r2 = z;", "y = 1; r2 = x;")
            .replace("z = 1; full(); r3 = x;", "");
        let printed = tests_of_cycles(&directory, &buffering, &["--model", model]);
        assert!(printed.starts_with(&format!("cycles/{name}.litmus: 1 cycle, confirmed by {cat}\n")), "{printed}");
    }
}

/// What the test of a cycle does not have is said with the verdict.
#[test]
fn tests_of_cycles_say_what_they_leave_out() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("left-out");
    let plain = calls("").replace("full(); r", "r");
    let locked = plain
        .replace("r1 = y;", "pthread_mutex_lock(&m); r1 = z; pthread_mutex_unlock(&m);")
        .replace("r2 = z;", "r2 = x;")
        .replace("z = 1;", "y = 1; pthread_mutex_lock(&m); z = 1; pthread_mutex_unlock(&m);")
        .replace("r3 = x;", "");
    let exchanged = plain.replace("z = 1;", "__atomic_exchange_n(&z, 1, __ATOMIC_RELAXED);");
    let copied = plain.replace("z = 1;", "__builtin_memcpy(&z, &r3, sizeof z);");
    for (text, wanted) in [
        (&plain, None),
        (&locked, Some("critical sections, at whose ends it has full fences")),
        (&exchanged, Some("that a read and a write are one atomic operation")),
        (&copied, Some("that an access stands for all that a library function, or code that is not there, touches")),
    ] {
        let printed = tests_of_cycles(&directory, text, &["--model", "power"]);
        let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with("cycles/")).collect();
        assert!(!lines.is_empty(), "{printed}");
        let says = lines.iter().filter(|line| line.contains("; the test leaves out ")).count();
        match wanted {
            None => assert_eq!(says, 0, "{printed}"),
            Some(wanted) => assert!(lines.iter().any(|line| line.contains(wanted)), "{wanted}: {printed}"),
        }
    }
}

/// Files that are no program were taken for programs with nothing in them: "no file defines `main`".
#[test]
fn files_that_are_no_source_are_named_with_the_reason() {
    let directory = Directory::new("no-source");
    fs::create_dir_all(directory.0.join("sources")).expect("can be made");
    for (name, text) in [("notes.txt", "notes"), ("empty.ll", ""), ("empty.c", ""), ("words.ll", "no IR\n")] {
        directory.write(name, text);
    }
    let has_clang = Clang::find(None).is_ok();
    for (name, needs_clang, wanted) in [
        (
            "sources",
            false,
            "error: sources is a directory: name the source files, or its compilation database with -p\n",
        ),
        ("empty.ll", false, "error: empty.ll is empty\n"),
        ("empty.c", false, "error: empty.c is empty\n"),
        (
            "words.ll",
            false,
            "error[ir-syntax]: expected a definition, a declaration or metadata, found `no`\n --> words.ll:1:1\n  |\n1 | no IR\n  | ^^\n",
        ),
        (
            "notes.txt",
            true,
            "error: notes.txt is no source file to clang, by the end of its name (C is .c, C++ .cc or .cpp)\n",
        ),
    ] {
        if needs_clang && !has_clang {
            testing::not_run("clang cannot be run");
            continue;
        }
        let output = directory.fence_file(name, &["--model", "x86tso"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((said.as_str(), output.status.code()), (wanted, Some(2)), "{name}");
    }
}

/// Two threads that store and then load: variables, and members of whatever elements of a table point to.
fn groups_program(accesses: [&str; 2]) -> String {
    let thread = |name: &str, [to, from]: [&str; 2]| {
        format!(
            "void *{name}(void *index) {{\n  long i = *(long *)index;\n  {to} = 1;\n  seen = {from};\n  return 0;\n}}\n"
        )
    };
    let [first, second] = accesses;
    format!(
        "#include <pthread.h>\n#include <stdlib.h>\nstruct pair {{ int a, b; }} *table[2];\nint x, y;\n_Thread_local int seen;\nlong where[2];\n{}{}\
         int main(void) {{\n  pthread_t thread, other;\n  for (int i = 0; i < 2; i++)\n    table[i] = malloc(sizeof *table[i]);\n\
         \x20 pthread_create(&thread, 0, one, &where[0]);\n  pthread_create(&other, 0, two, &where[1]);\n  return 0;\n}}\n",
        thread("one", [first, second]),
        thread("two", [second, first])
    )
}

#[test]
fn pairs_of_less_sure_groups_can_be_set_aside() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("groups");
    let run = |text: &str, group: &str| {
        let output = directory.fence(text, &["--json", "--model", "x86tso", "--group", group]);
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let fences = json["fences"].as_array().expect("a list");
        let groups: Vec<String> =
            fences.iter().map(|fence| fence["group"].as_str().expect("a name").to_owned()).collect();
        (output.status.code(), groups, json["counts"]["set_aside"].as_u64().expect("a number"))
    };
    let variables = groups_program(["x", "y"]);
    assert_eq!(run(&variables, "confirmed"), (Some(1), vec!["confirmed".to_owned(); 2], 0));
    let elements = groups_program(["table[i]->a", "table[i]->b"]);
    assert_eq!(run(&elements, "not-excluded"), (Some(1), vec!["not excluded".to_owned(); 2], 0));
    for group in ["confirmed", "likely"] {
        let (status, fences, set_aside) = run(&elements, group);
        assert_eq!((status, fences), (Some(3), Vec::new()), "nothing is missing, and not all was looked for");
        assert!(set_aside > 0);
    }
    // An object as large as the access has one element, whatever the index.
    let array = groups_program(["(&x)[i]", "(&y)[i]"]);
    assert_eq!(run(&array, "likely"), (Some(1), vec!["confirmed".to_owned(); 2], 0));
}

/// The table of what cycles rest on names the object, and counts.
#[test]
fn objects_that_cycles_rest_on_are_counted() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("memory");
    let output = directory.fence(&groups_program(["x", "y"]), &["--json", "--model", "x86tso"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let memory = json["memory"].as_array().expect("a list");
    let rows: Vec<(&str, u64, u64)> = memory
        .iter()
        .map(|row| {
            let count = |name: &str| row[name].as_u64().expect("a number");
            assert_eq!(count("count"), 1);
            (row["objects"].as_str().expect("a name"), count("pairs"), count("fences"))
        })
        .collect();
    assert_eq!(rows, [("x", 2, 2), ("y", 2, 2)]);
}

/// The kernel's accesses and barriers, as a program defines them that takes its code over.
const KERNEL: &str = "\
#include <pthread.h>
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define smp_load_acquire(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define smp_mb() __asm__ __volatile__(\"dmb ish\" ::: \"memory\")
#define smp_rmb() __asm__ __volatile__(\"dmb ishld\" ::: \"memory\")
struct message { int data, ready; } message;
void *sender(void *unused) {
  struct message *m = &message;
  WRITE_ONCE(m->data, 1);
  WRITE_ONCE(m->ready, 1);
  smp_mb();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  int ready = READ_ONCE(message.ready), data = 0;
  if (ready)
    data = READ_ONCE(message.data);
  smp_rmb();
  return ready + data;
}
";

/// In the kernel's dialect orders are its accesses, and fences its barriers, as far as the program has them. The program is robust when it is compiled with them.
#[test]
fn orders_are_written_as_the_kernel_has_them() {
    if Clang::find(None).is_err() {
        testing::not_run("clang cannot be run");
        return;
    }
    let directory = Directory::new("kernel");
    let check = |text: &str, options: &[&str], added: &[&str]| {
        let output = directory.fence(text, &[&["--model", "aarch64"], options].concat());
        let (diff, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("analysed again with the fences: robust"), "{said}{diff}");
        let lines: Vec<&str> =
            diff.lines().filter_map(|line| line.strip_prefix('+')).filter(|line| !line.starts_with("++")).collect();
        assert_eq!(lines.iter().map(|line| line.trim()).collect::<Vec<_>>(), added, "{said}");
    };
    let ordered = ["smp_store_release(&m->ready, 1);", "int ready = smp_load_acquire(&message.ready), data = 0;"];
    check(KERNEL, &[], &ordered);
    check(KERNEL, &["--fences-only"], &["smp_mb();", "smp_rmb();"]);
    // Without the macros there is nothing but barriers.
    let lines = KERNEL.lines().filter(|line| !line.contains("smp_store") && !line.contains("smp_load"));
    let without: String = lines.map(|line| format!("{line}\n")).collect();
    check(&without, &["--no-dependencies"], &["smp_mb();", "smp_rmb();"]);
}
