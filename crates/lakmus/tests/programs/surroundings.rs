//! What programs are linked with, what they leave behind, and what is done to the driver.

use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use libtest_mimic::{Failed, Trial};

use super::{LAKMUS, Outcome, binaries, finds_nothing, output, sources, succeeds, workplace};

/// The name of a case, and what it does.
type Case = (&'static str, fn() -> Outcome);

pub(super) fn trials() -> Vec<Trial> {
    let cases: [Case; 12] = [
        ("allocators::linked", allocators),
        ("allocators::own", own_allocator),
        ("compilers::circular", circular),
        ("leftovers::none", no_leftovers),
        ("leftovers::of-interrupted-runs", interrupted),
        ("refused::shared-files", shared_files),
        ("scratch::directory", scratch),
        ("late::runtime", late_runtime),
        ("replay::surroundings", surroundings),
        ("formats::for-programs", formats),
        ("processes::that-wait", waits_for_waiting),
        ("rust::locks", rust_locks),
    ];
    cases.map(|(name, test)| Trial::test(name, move || test().map_err(Failed::from))).into()
}

/// A program of this text, built by `lakmus cc` with gcc.
fn built(place: &Path, name: &str, text: &str, options: &[&str]) -> Result<PathBuf, String> {
    let source = place.join(format!("{name}.c"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let program = place.join(name);
    let mut command = Command::new(LAKMUS);
    command.args(["cc", "--compiler", "gcc", "-w", "-O1"]).arg(&source).arg("-o").arg(&program).args(options);
    succeeds(&mut command)?;
    Ok(program)
}

const ALLOCATES: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *use(void *argument) {
  for (int i = 1; i < 200; i++) {
    char *block = malloc(i * 7), *more = calloc(i, 3);
    block = realloc(block, i * 9);
    memset(block, i, i * 9);
    void *aligned;
    if (posix_memalign(&aligned, 64, i)) abort();
    free(aligned);
    free(block);
    free(more);
  }
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, use, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
"#;

/// Programs that are linked with other allocators, as far as these are installed.
fn allocators() -> Outcome {
    let place = workplace()?;
    let mut missing = Vec::new();
    for library in ["jemalloc", "tcmalloc", "mimalloc"] {
        let option = format!("-l{library}");
        let is_there = Command::new("gcc")
            .args(["-x", "c", "-", "-shared", "-o", "/dev/null", &option])
            .stdin(Stdio::null())
            .output()
            .is_ok_and(|output| output.status.success());
        if !is_there {
            missing.push(library);
            continue;
        }
        for (order, options) in [("after", vec![option.as_str()]), ("no", vec!["-Wl,--no-as-needed", &option])] {
            let program = built(place.path(), &format!("{library}-{order}"), ALLOCATES, &options)?;
            finds_nothing(&program, 20, &[])?;
        }
    }
    if !missing.is_empty() {
        testing::cases_not_run(
            missing.len(),
            "of surroundings::allocators",
            &format!("{} cannot be linked with", missing.join(", ")),
        );
    }
    Ok(())
}

/// A program with an allocator of its own, which never gives memory back.
fn own_allocator() -> Outcome {
    let place = workplace()?;
    let own = r#"
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static char memory[1 << 22] __attribute__((aligned(16)));
static size_t taken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *malloc(size_t size) {
  pthread_mutex_lock(&lock);
  size_t *block = (size_t *)(memory + taken);
  taken += (size + 31) & ~(size_t)15;
  pthread_mutex_unlock(&lock);
  block[0] = size;
  return block + 2;
}
void free(void *block) {}
void *calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }
void *realloc(void *block, size_t size) {
  void *moved = malloc(size);
  if (block) memcpy(moved, block, ((size_t *)block)[-2] < size ? ((size_t *)block)[-2] : size);
  return moved;
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  size_t at = (size_t)malloc(size + alignment);
  *result = (void *)((at + alignment - 1) & ~(alignment - 1));
  return 0;
}
"#;
    let source = place.path().join("own.c");
    std::fs::write(&source, own).map_err(|error| error.to_string())?;
    let program = built(place.path(), "program", ALLOCATES, &[&source.display().to_string()])?;
    finds_nothing(&program, 20, &[])
}

/// A `gcc` that runs `lakmus cc` is refused, and does not run it for ever.
fn circular() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let place = workplace()?;
    let wrapper = place.path().join("gcc");
    std::fs::write(&wrapper, format!("#!/bin/sh\nexec {LAKMUS} cc \"$@\"\n")).map_err(|error| error.to_string())?;
    std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())?;
    let path = format!("{}:{}", place.path().display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new(LAKMUS);
    command.args(["cc", "--compiler", "gcc", "-c", "x.c"]).env("PATH", path);
    let output = output(&mut command)?;
    let printed = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && printed.contains("runs `lakmus cc`") {
        return Ok(());
    }
    Err(format!("{}\n{printed}", output.status))
}

/// The runtime comes first although the program names it behind the C library.
fn late_runtime() -> Outcome {
    let place = workplace()?;
    let source = sources("algorithms").into_iter().find(|path| path.ends_with("ms-queue.c")).ok_or("no ms-queue.c")?;
    let [object, program] = ["program.o", "program"].map(|name| place.path().join(name));
    succeeds(Command::new("gcc").args(["-fsanitize=thread", "-g", "-DBUG", "-c"]).arg(&source).arg("-o").arg(&object))?;
    let mut link = Command::new("gcc");
    link.arg(&object).args(["-lc", "-L"]).arg(binaries()).arg("-llakmus_rt").arg("-o").arg(&program);
    succeeds(&mut link)?;
    let output = output(Command::new(LAKMUS).args(["test", "--executions", "100", "--"]).arg(&program))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(1) && printed.contains("data race") { Ok(()) } else { Err(printed.into_owned()) }
}

/// The processes of a run, by the variable that they have inherited, and its directory, which an option puts into one of its own.
fn leftovers(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    let wanted = format!("LEFTOVER_MARK={mark}");
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|word| word == wanted.as_bytes()) {
            let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
            if !status.contains("State:\tZ") {
                found.push(format!("process {}", entry.file_name().to_string_lossy()));
            }
        }
    }
    found
}

/// The directory of a run: where its processes find the runtime library.
fn directory_of(mark: &str) -> Option<PathBuf> {
    let wanted = format!("LEFTOVER_MARK={mark}");
    std::fs::read_dir("/proc").into_iter().flatten().flatten().find_map(|entry| {
        let environment = std::fs::read_to_string(entry.path().join("environ")).ok()?;
        let mut words = environment.split('\0');
        words.clone().find(|word| *word == wanted)?;
        let library = words.find_map(|word| word.strip_prefix("LD_PRELOAD="))?;
        Path::new(library).parent().map(Path::to_owned)
    })
}

/// Nothing is left that has this mark; gives it the time that killing takes.
fn nothing_is_left(mark: &str) -> Outcome {
    for _ in 0..20_000 {
        if leftovers(mark).is_empty() {
            return Ok(());
        }
        std::thread::yield_now();
    }
    Err(format!("left behind: {:?}", leftovers(mark)))
}

const LEAVES: &str = r#"
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static char *what;
static void overwrite(void) {
  char line[4096];
  FILE *maps = fopen("/proc/self/maps", "r");
  unsigned long start, end;
  while (fgets(line, sizeof line, maps))
    if (strstr(line, "memfd:arena") && sscanf(line, "%lx-%lx", &start, &end) == 2)
      memset((void *)start, 0xa5, end - start < 1 << 20 ? end - start : 1 << 20);
  fclose(maps);
}
static void *use(void *argument) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) for (;;) sleep(1000);
    for (;;) pause();
  }
  if (!strcmp(what, "abort")) abort();
  if (!strcmp(what, "crash")) *(volatile int *)8 = 1;
  if (!strcmp(what, "arena")) overwrite();
  if (!strcmp(what, "exec")) execlp("true", "true", (char *)0);
  if (!strcmp(what, "group")) kill(0, SIGKILL);
  if (!strcmp(what, "parent")) kill(getppid(), SIGKILL);
  if (!strcmp(what, "exit")) _exit(0);
  if (!strcmp(what, "memory")) for (;;) {
    char *block = malloc(1 << 24);
    if (!block) abort();
    memset(block, 1, 4096);
  }
  if (!strcmp(what, "system")) system("sleep 1000 & sleep 1000 &");
  if (!strcmp(what, "hang")) for (;;) pause();
  return argument;
}
int main(int number, char **words) {
  what = words[1];
  FILE *note = getenv("NOTE") ? fopen(getenv("NOTE"), "w") : 0;
  if (note) {
    fputs(getenv("LD_PRELOAD"), note);
    fclose(note);
  }
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  return 0;
}
"#;

/// However executions end, nothing of them is left: no process, no file, no memory; and it is said what happened, and where.
fn no_leftovers() -> Outcome {
    let place = workplace()?;
    let program = built(place.path(), "program", LEAVES, &[])?;
    let damaged = "the program has overwritten the memory in which its executions report what they find";
    let ended = "the program ended the process that starts its executions";
    let cases: [(&str, &[&str]); 11] = [
        ("abort", &["signal 6 (SIGABRT)", "    use at "]),
        ("crash", &["signal 11 (SIGSEGV), at address 0x8", "    use at "]),
        ("arena", &[damaged]),
        ("exec", &["nothing found"]),
        ("group", &[ended]),
        ("parent", &[ended]),
        ("exit", &["nothing found"]),
        ("memory", &["signal 6 (SIGABRT)", "    use at "]),
        ("system", &["nothing found"]),
        (
            "hang",
            &["takes longer than 0.5 s", "thread 1 waits for a signal", "    use at ", "thread 0 waits for the end"],
        ),
        ("end", &["nothing found"]),
    ];
    for (what, wanted) in cases {
        let mark = format!("{what}-{}", std::process::id());
        let note = place.path().join(format!("{what}-note"));
        let mut command = Command::new("sh");
        command.arg("-c").arg("ulimit -v 40000000; exec \"$@\"").arg("sh");
        command.arg(LAKMUS).args(["test", "--executions", "3", "--timeout", "0.5", "--"]).arg(&program).arg(what);
        let output = output(command.env("LEFTOVER_MARK", &mark).env("NOTE", &note))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let status = i32::from(!wanted.contains(&"nothing found"));
        if output.status.code() != Some(status) || wanted.iter().any(|wanted| !printed.contains(wanted)) {
            return Err(format!("{what}: {}\n{printed}{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
        nothing_is_left(&mark).map_err(|error| format!("{what}: {error}"))?;
        let library = std::fs::read_to_string(&note).map_err(|error| format!("{what}: {error}"))?;
        let directory = Path::new(&library).parent().ok_or("the run has no directory")?;
        if directory.exists() {
            return Err(format!("{what}: left behind: {}", directory.display()));
        }
    }
    Ok(())
}

/// A run that would take hours is ended from outside.
fn interrupted() -> Outcome {
    let place = workplace()?;
    let text = LEAVES
        .replace("  pthread_t thread;", "  int seen; pthread_t thread;")
        .replace(
            "  return argument;",
            "  int fd = open(getenv(\"ENDED\"), O_CREAT | O_WRONLY | O_APPEND, 0600); write(fd, \"x\", 1); _exit(3);",
        )
        .replace("#include <pthread.h>", "#include <fcntl.h>\n#include <pthread.h>");
    let program = built(place.path(), "program", &text, &[])?;
    for (signal, status) in [("INT", Some(130)), ("TERM", Some(143)), ("HUP", Some(129)), ("KILL", None)] {
        let is_reported = status.is_some();
        let mark = format!("{signal}-{}", std::process::id());
        let ended = place.path().join(format!("ended-{signal}"));
        let mut command = testing::heeding_signals(LAKMUS);
        command.args(["test", "--executions", "100000000", "--"]).arg(&program).arg("fork").env("ENDED", &ended);
        command.env("LEFTOVER_MARK", &mark).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let child = command.spawn().map_err(|error| error.to_string())?;
        wait_for_executions(&mark, &child, &ended)?;
        let directory = directory_of(&mark).ok_or("the run has no directory")?;
        succeeds(Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()))?;
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if is_reported
            && (output.status.code() != status
                || !printed.contains("exit status 3")
                || !printed.contains("ended early"))
        {
            return Err(format!("{signal}: {}\n{printed}", output.status));
        }
        if !is_reported && output.status.signal().is_none() {
            return Err(format!("{signal}: {}", output.status));
        }
        nothing_is_left(&mark).map_err(|error| format!("{signal}: {error}"))?;
        if directory.exists() {
            return Err(format!("{signal}: left behind: {}", directory.display()));
        }
    }
    Ok(())
}

/// Executions that have certainly been reported when so many have ended: the processors run some at a time.
const SEVERAL: u64 = 20;

/// Waits until several executions have ended and others run: the front, the driver, a server and an execution at least.
fn wait_for_executions(mark: &str, child: &Child, ended: &Path) -> Outcome {
    for _ in 0..200_000 {
        let have_ended = std::fs::metadata(ended).is_ok_and(|file| file.len() >= SEVERAL);
        if have_ended && leftovers(mark).len() >= 5 {
            return Ok(());
        }
        std::thread::yield_now();
    }
    Err(format!("process {} does no executions", child.id()))
}

const MAPS: &str = r#"
#include <fcntl.h>
#include <pthread.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static int *value;
static char *name;
static void *use(void *argument) {
  assert(++*value == 1);
  char other[4096];
  snprintf(other, sizeof other, "%s.new", name);
  int fd = open(other, O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(fd >= 0);
  assert(unlink(name) == 0);
  return argument;
}
int main(int number, char **words) {
  name = words[1];
  int fd = open(name, O_RDWR | O_CREAT, 0600);
  assert(fd >= 0 && ftruncate(fd, 4096) == 0);
  value = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  return 0;
}
"#;

/// A file with a name that is mapped shared is refused, and says what helps.
fn shared_files() -> Outcome {
    let place = workplace()?;
    let program = built(place.path(), "program", MAPS, &[])?;
    let mut command = Command::new(LAKMUS);
    let output = output(command.args(["test", "--"]).arg(&program).arg(place.path().join("file")))?;
    let printed = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(2) && printed.contains("cannot be tested") && printed.contains("--scratch DIR") {
        return Ok(());
    }
    Err(format!("{}\n{printed}", output.status))
}

/// Each execution finds the directory as it was, and the directory itself stays as it is.
fn scratch() -> Outcome {
    let place = workplace()?;
    let program = built(place.path(), "program", MAPS, &[])?;
    let directory = place.path().join("directory");
    std::fs::create_dir(&directory).map_err(|error| error.to_string())?;
    let option = directory.display().to_string();
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--executions", "20", "--scratch", &option, "--"]).arg(&program).arg(directory.join("file"));
    succeeds(&mut command)?;
    let left = std::fs::read_dir(&directory).map_err(|error| error.to_string())?.count();
    if left == 0 { Ok(()) } else { Err(format!("{left} files in the directory itself")) }
}

const SHOWS_STACK: &str = r#"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *use(void *argument) { return argument; }
int main(int number, char **words) {
  int local = 0;
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  pthread_join(thread, 0);
  printf("locals at %p, the heap at %p\n", (void *)&local, malloc(100));
  return 3;
}
"#;

/// What addresses a program sees does not depend on the environment that the run is started from, nor on the number of its jobs: or an execution whose choices
/// depend on addresses would not replay elsewhere.
fn surroundings() -> Outcome {
    let place = workplace()?;
    let program = built(place.path(), "program", SHOWS_STACK, &[])?;
    let mut seen = std::collections::BTreeSet::new();
    // Numbers of variables of both parities, and lengths that are no multiples of anything.
    for (variables, length, jobs) in
        [(0, 0, "1"), (1, 0, "2"), (1, 7, "1"), (2, 1, "1"), (3, 1000, "12"), (20, 33, "1")]
    {
        let mut command = Command::new(LAKMUS);
        command.args(["test", "--executions", "12", "--jobs", jobs, "--"]).arg(&program).arg("argument");
        for variable in 0..variables {
            command.env(format!("SURROUNDINGS_{variable}"), "x".repeat(length));
        }
        let output = output(&mut command)?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = printed
            .lines()
            .find(|line| line.contains("locals at"))
            .ok_or_else(|| format!("nothing shown in\n{printed}"))?;
        seen.insert(line.to_owned());
    }
    if seen.len() == 1 { Ok(()) } else { Err(format!("depends on surroundings: {seen:#?}")) }
}

/// A thread waits for a process that waits for another thread.
fn waits_for_waiting() -> Outcome {
    let place = workplace()?;
    let source = sources("correct").into_iter().find(|path| path.ends_with("waits.c")).ok_or("no waits.c")?;
    let program = place.path().join("program");
    super::build(&source, "gcc", &[], &program)?;
    for threads in ["fibers", "kernel"] {
        let mut command = Command::new(LAKMUS);
        command.args(["test", "--executions", "6", "--threads-on", threads, "--"]).arg(&program).arg("held");
        succeeds(&mut command)?;
    }
    Ok(())
}

/// What is printed for other programs says the same as the text.
fn formats() -> Outcome {
    let place = workplace()?;
    let source = sources("algorithms").into_iter().find(|path| path.ends_with("ms-queue.c")).ok_or("no ms-queue.c")?;
    let program = place.path().join("program");
    super::build(&source, "gcc", &["-DBUG"], &program)?;
    let printed = |options: &[&str]| -> Result<String, String> {
        let output =
            output(Command::new(LAKMUS).args(["test", "--executions", "20"]).args(options).arg("--").arg(&program))?;
        if output.status.code() != Some(1) {
            return Err(format!("{options:?}: {}", output.status));
        }
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    };
    let text = printed(&[])?;
    let races = text.lines().filter(|line| line.starts_with("data race: ")).count();
    let json: serde_json::Value = serde_json::from_str(&printed(&["--json"])?).map_err(|error| error.to_string())?;
    let findings = json["findings"].as_array().ok_or("no findings")?;
    let executions = json["executions"].as_array().ok_or("no executions")?;
    let traces: Vec<&str> = executions.iter().filter_map(|execution| execution["trace"].as_str()).collect();
    let first = &findings[0];
    let lines =
        first["accesses"].as_array().ok_or("no accesses")?.iter().filter_map(|side| side["stack"][0]["line"].as_u64());
    if races == 0
        || findings.iter().filter(|finding| finding["kind"] == "data-race").count() != races
        || traces.len() != 20
        || traces.iter().any(|trace| trace.len() != 16)
        || lines.filter(|line| *line > 0).count() != 2
    {
        return Err(format!("{text}\n{json:#}"));
    }
    let sarif: serde_json::Value = serde_json::from_str(&printed(&["--sarif"])?).map_err(|error| error.to_string())?;
    let results = sarif["runs"][0]["results"].as_array().ok_or("no results")?;
    let line = &results[0]["locations"][0]["physicalLocation"]["region"]["startLine"];
    if results.len() != findings.len() || *line != first["accesses"][0]["stack"][0]["line"] {
        return Err(format!("{sarif:#}"));
    }
    let list = place.path().join("suppressions");
    std::fs::write(&list, "# Known.\nrace:ms-queue.c\nsignal:main\n").map_err(|error| error.to_string())?;
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--executions", "20", "--suppressions"]).arg(&list).arg("--").arg(&program);
    let rest = String::from_utf8_lossy(&output(&mut command)?.stdout).into_owned();
    if rest.contains("data race") || !rest.contains("suppressed") {
        return Err(rest);
    }
    let junit = printed(&["--junit"])?;
    let document = roxmltree::Document::parse(&junit).map_err(|error| format!("{error} in\n{junit}"))?;
    let failures = document.descendants().filter(|node| node.has_tag_name("failure")).count();
    if failures != findings.len() {
        return Err(junit);
    }
    nothing_in_between(place.path())
}

/// A single execution shows what the program prints, but not between the lines of a format that programs read.
fn nothing_in_between(place: &Path) -> Outcome {
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n\
        static void *nothing(void *x) { return x; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, nothing, 0); pthread_join(t, 0); puts(\"printed\"); fflush(stdout); assert(0); }\n";
    let program = built(place, "prints", text, &[])?;
    let printed = |options: &[&str]| -> Result<String, String> {
        let mut command = Command::new(LAKMUS);
        let output = output(command.args(["test", "--executions", "1"]).args(options).arg("--").arg(&program))?;
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    };
    let text = printed(&[])?;
    if !text.starts_with("printed\n") {
        return Err(format!("the output is not shown:\n{text}"));
    }
    for format in ["--json", "--sarif"] {
        let json: serde_json::Value =
            serde_json::from_str(&printed(&[format])?).map_err(|error| format!("{format}: {error}"))?;
        let output = json["findings"][0]["output"].as_str();
        if format == "--json" && !output.is_some_and(|output| output.starts_with("printed\n")) {
            return Err(format!("the output is lost:\n{json:#}"));
        }
    }
    roxmltree::Document::parse(&printed(&["--junit"])?).map(|_| ()).map_err(|error| format!("--junit: {error}"))
}

/// Locks of Rust's standard library, which is not instrumented; and a race beside them.
fn rust_locks() -> Outcome {
    let is_there = Command::new("rustc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("3 programs in Rust did not run: there is no rustc");
        return Ok(());
    }
    let place = workplace()?;
    // A campaign: `LAKMUS_RUST=10000` tries so many executions.
    let executions = testing::variables::number("LAKMUS_RUST", 400);
    for source in sources("rust") {
        let program = place.path().join(source.file_stem().unwrap_or_default());
        let mut rustc = Command::new("rustc");
        rustc.env("RUSTC_BOOTSTRAP", "1").args([
            "-O",
            "-g",
            "--edition=2021",
            "-Zsanitizer=thread",
            "-Zexternal-clangrt",
        ]);
        rustc.arg("-Cunsafe-allow-abi-mismatch=sanitizer").arg(format!("-Zpre-link-arg=-L{}", binaries().display()));
        rustc.args(["-Zpre-link-arg=-Wl,--no-as-needed", "-Zpre-link-arg=-llakmus_rt"]);
        succeeds(rustc.arg(&source).arg("-o").arg(&program))?;
        if source.ends_with("locks.rs") {
            finds_nothing(&program, executions, &[])?;
            continue;
        }
        if source.ends_with("coherence.rs") {
            // Right by the rules of C++20, which are Rust's (`builds::rust-rules`).
            finds_nothing(&program, 100, &["--model", "c++20"])?;
            continue;
        }
        if source.ends_with("spin-barrier.rs") {
            finds_nothing(&program, 100, &["--strategy", "pct"])?;
            continue;
        }
        let output = output(Command::new(LAKMUS).args(["test", "--executions", "100", "--"]).arg(&program))?;
        let printed = String::from_utf8_lossy(&output.stdout);
        if output.status.code() != Some(1) || !printed.contains("data race") {
            return Err(format!("{}: {printed}", source.display()));
        }
    }
    Ok(())
}
