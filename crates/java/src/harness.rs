//! Java programs that run a test many times: for jcstress, and by themselves.
//!
//! Source: jcstress (OpenJDK) for the shape of its tests: `@Actor` methods run once each on a fresh `@State` object, and the values that they put into the
//! result are compared with `@Outcome`s. The program of our own keeps an array of states that its threads go through, a barrier between
//! rounds, and a histogram.
//!
//! All threads of a test run from the beginning. One that is started by another waits until that one says so by a volatile write, and one that is joined says by another
//! one that it has ended: both order what a start and a join order (JLS 17.4.4). A monitor is an object; one that is entered by `lock` anywhere is a `ReentrantLock`,
//! which has the memory effects of a monitor (java.util.concurrent.locks.Lock).

use std::collections::{BTreeMap, BTreeSet};

use isa::java::ast::{ExprKind, StatementKind, ThreadText};
use program::{Computation, Index, ThreadId};
use sim::Test;
use source::{Diagnostic, Severity};

use crate::bound;
use crate::print::{self, Monitors, Style};
use crate::scheme::initial_number;

/// What a program shows of an execution: the registers, in order, by thread and name.
pub type Shown = Vec<(u32, String)>;

/// An outcome that jcstress is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedOutcome {
    /// The values of the registers.
    pub values: Vec<i32>,
    /// Whether it may happen.
    pub is_allowed: bool,
    /// A remark.
    pub description: String,
}

/// The local variables of a thread.
fn locals(thread: &ThreadText) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for outer in &thread.body {
        outer.visit(&mut |statement| {
            if let StatementKind::Assign { target, .. } | StatementKind::Declare(Some(target)) = &statement.kind {
                names.insert(target.text.clone());
            }
            statement.visit_expressions(&mut |expr| {
                if let ExprKind::Local(name) = &expr.kind {
                    names.insert(name.clone());
                }
            });
        });
    }
    names
}

/// All local variables of all threads.
pub fn all_registers(threads: &[ThreadText]) -> Shown {
    threads.iter().flat_map(|thread| locals(thread).into_iter().map(|name| (thread.number, name))).collect()
}

/// Pieces of a program that all harnesses have in common.
struct Pieces {
    /// `int x = 0;`, one for each location.
    fields: Vec<String>,
    /// The VarHandles: name and field. One name stands for one field in all threads.
    handles: BTreeMap<String, String>,
    /// What initial values local variables have.
    presets: BTreeMap<(u32, String), i32>,
    /// How monitors are written.
    monitors: Monitors,
}

/// The names of the package of tests for jcstress: its annotation processor takes no class without one.
pub const PACKAGE: &str = "lakmus";

fn pieces(test: &Test, threads: &[ThreadText]) -> Result<Pieces, Diagnostic> {
    let refused = |message: String| Diagnostic::new(Severity::Error, "not-in-harness", message);
    let program = &test.lowered().program;
    let mut fields = Vec::new();
    let monitors = monitors(test, threads);
    for (name, is_lock) in &monitors.fields {
        fields.push(match is_lock {
            true => format!("final java.util.concurrent.locks.ReentrantLock {name} = new java.util.concurrent.locks.ReentrantLock();"),
            false => format!("final Object {name} = new Object();"),
        });
    }
    for (number, starts) in lifetimes(threads) {
        fields.push(format!("volatile boolean {}_{number};", if starts { "started" } else { "ended" }));
    }
    let is_lifetime = |name: &str| isa::java::is_artificial(name) && name != isa::java::CONSOLE;
    for location in program.locations.iter().filter(|location| !is_lifetime(&location.name)) {
        if location.is_array || isa::java::is_artificial(&location.name) {
            return Err(refused(format!("a harness cannot do what `{}` stands for", location.name)));
        }
        let Some(value) = initial_number(location) else {
            return Err(refused(format!(
                "a harness begins with numbers only, and `{}` with something else",
                location.name
            )));
        };
        fields.push(format!("int {} = {value};", location.name));
    }
    let mut handles: BTreeMap<String, String> = BTreeMap::new();
    let mut presets = BTreeMap::new();
    for thread in threads {
        for initial in program.registers_at_start(ThreadId::new(thread.number as usize)) {
            let name = program.registers[initial.register].name.clone();
            match initial.value {
                Computation::Address(location, 0) => {
                    let field = program.locations[location].name.to_string();
                    if let Some(other) = handles.insert(name.clone(), field.clone())
                        && other != field
                        && name != "(unused)"
                    {
                        return Err(refused(format!(
                            "`{name}` stands for `{other}` in one thread and for `{field}` in another"
                        )));
                    }
                }
                Computation::Constant(value, _) => _ = presets.insert((thread.number, name), value as i32),
                Computation::Address(..)
                | Computation::Code(_)
                | Computation::Word(..)
                | Computation::Unary(..)
                | Computation::Binary(..)
                | Computation::Extract { .. }
                | Computation::ZeroExtend(..)
                | Computation::SignExtend(..)
                | Computation::Concatenate(..)
                | Computation::Select(..) => {}
            }
        }
    }
    handles.remove("(unused)");
    Ok(Pieces { fields, handles, presets, monitors })
}

/// The threads that others start, and those that others join.
fn lifetimes(threads: &[ThreadText]) -> BTreeSet<(u32, bool)> {
    let mut all = BTreeSet::new();
    for outer in threads.iter().flat_map(|thread| &thread.body) {
        outer.visit(&mut |statement| {
            if let StatementKind::Lifetime { thread, starts, .. } = &statement.kind {
                all.insert((*thread, *starts));
            }
        });
    }
    all
}

/// The fields of monitors, named after the locations whose monitors they are.
fn monitors(test: &Test, threads: &[ThreadText]) -> Monitors {
    let program = &test.lowered().program;
    let mut all = Monitors::default();
    for thread in threads {
        let id = ThreadId::new(thread.number as usize);
        let mut note = |name: &str, by_call: bool| {
            if let Some(location) = bound::location(program, id, name) {
                let field = format!("monitor_{}", program.locations[location].name);
                *all.fields.entry(field.clone()).or_default() |= by_call;
                all.names.insert((thread.number, name.to_owned()), field);
            }
        };
        for outer in &thread.body {
            outer.visit(&mut |statement| match &statement.kind {
                StatementKind::Synchronized { monitor, .. } => note(&monitor.text, false),
                StatementKind::Monitor { monitor, .. } | StatementKind::WaitSet { monitor, .. } => {
                    note(&monitor.text, true);
                }
                _ => {}
            });
        }
    }
    all
}

impl Pieces {
    /// The statements of a thread, with what waits for its start and says that it has ended.
    fn body(&self, threads: &[ThreadText], thread: &ThreadText) -> String {
        let style = Style::Java { thread: thread.number, monitors: &self.monitors };
        let lifetimes = lifetimes(threads);
        let number = thread.number;
        let mut text = String::new();
        if lifetimes.contains(&(number, true)) {
            text += &format!("    while (!state.started_{number}) Thread.onSpinWait();\n");
        }
        text += &print::statements(&thread.body, style, 2);
        if lifetimes.contains(&(number, false)) {
            text += &format!("    state.ended_{number} = true;\n");
        }
        text
    }

    fn handle_declarations(&self, class: &str, margin: &str) -> String {
        let names = self.handles.keys().map(|name| format!("{margin}static final VarHandle {name};\n"));
        let mut text: String = names.collect();
        text += &format!(
            "{margin}static {{\n{margin}  try {{\n{margin}    MethodHandles.Lookup lookup = MethodHandles.lookup();\n"
        );
        for (name, field) in &self.handles {
            text += &format!("{margin}    {name} = lookup.findVarHandle({class}.class, \"{field}\", int.class);\n");
        }
        text += &format!(
            "{margin}  }} catch (ReflectiveOperationException error) {{\n{margin}    throw new ExceptionInInitializerError(error);\n{margin}  }}\n{margin}}}\n"
        );
        text
    }

    fn locals(&self, thread: &ThreadText) -> String {
        let names = locals(thread).into_iter().map(|name| {
            let value = self.presets.get(&(thread.number, name.clone())).copied().unwrap_or(0);
            format!("{name} = {value}")
        });
        let names: Vec<String> = names.collect();
        if names.is_empty() { String::new() } else { format!("    int {};\n", names.join(", ")) }
    }
}

/// A name that Java takes for a class, and so for its file.
pub fn class_name(test: &Test) -> String {
    let name = test.name();
    let is_begin = |c: char| c.is_ascii_alphabetic();
    let name =
        if name.starts_with(is_begin) { litmus::file_name(name) } else { litmus::file_name(&format!("T_{name}")) };
    name.replace(['+', '-', '.'], "_")
}

/// The source of a jcstress test that shows `shown`.
///
/// # Errors
/// What jcstress cannot do.
pub fn jcstress(
    test: &Test,
    threads: &[ThreadText],
    shown: &Shown,
    outcomes: &[ExpectedOutcome],
) -> Result<String, Diagnostic> {
    let pieces = pieces(test, threads)?;
    let class = class_name(test);
    // jcstress has results of up to eight values.
    if shown.is_empty() || shown.len() > 8 {
        let message = format!("jcstress shows 1 to 8 values, this test has {}", shown.len());
        return Err(Diagnostic::new(Severity::Error, "not-in-harness", message));
    }
    let result = format!("{}_Result", "I".repeat(shown.len()));
    if outcomes.is_empty() {
        let message = "no outcome is known: jcstress fails a test without one";
        return Err(Diagnostic::new(Severity::Error, "not-in-harness", message));
    }
    let mut text = format!(
        "package {PACKAGE};\n\nimport java.lang.invoke.MethodHandles;\nimport java.lang.invoke.VarHandle;\n\
         import org.openjdk.jcstress.annotations.*;\n",
    );
    text += &format!("import org.openjdk.jcstress.infra.results.{result};\n\n@JCStressTest\n");
    text += &format!("@Description(\"{}: {}\")\n", test.name(), shown_text(shown));
    for outcome in outcomes {
        let values: Vec<String> = outcome.values.iter().map(i32::to_string).collect();
        let expect = if outcome.is_allowed { "ACCEPTABLE" } else { "FORBIDDEN" };
        text += &format!(
            "@Outcome(id = \"{}\", expect = Expect.{expect}, desc = \"{}\")\n",
            values.join(", "),
            outcome.description
        );
    }
    text += &format!("@State\npublic class {class} {{\n");
    pieces.fields.iter().for_each(|field| text += &format!("  {field}\n"));
    text += &pieces.handle_declarations(&class, "  ");
    for thread in threads {
        text += &format!("\n  @Actor\n  public void thread{}({result} result) {{\n", thread.number);
        text += &format!("    final {class} state = this;\n{}", pieces.locals(thread));
        text += &pieces.body(threads, thread);
        for (at, (_, name)) in shown.iter().enumerate().filter(|(_, (number, _))| *number == thread.number) {
            text += &format!("    result.r{} = {name};\n", at + 1);
        }
        text += "  }\n";
    }
    text += "}\n";
    Ok(text)
}

fn shown_text(shown: &Shown) -> String {
    shown.iter().map(|(thread, name)| format!("{thread}:{name}")).collect::<Vec<_>>().join(", ")
}

/// The source of a program that runs the test in rounds and prints a histogram: lines `values count`, values with commas between. Its
/// arguments are how many rounds and how many states a round has.
///
/// # Errors
/// What it cannot do.
pub fn stress(test: &Test, threads: &[ThreadText], shown: &Shown) -> Result<String, Diagnostic> {
    let pieces = pieces(test, threads)?;
    let class = class_name(test);
    let state = format!("{class}State");
    let mut text = String::from(
        "import java.lang.invoke.MethodHandles;\nimport java.lang.invoke.VarHandle;\nimport java.util.*;\n\
         import java.util.concurrent.atomic.AtomicInteger;\n\n",
    );
    text += &format!("final class {state} {{\n");
    pieces.fields.iter().for_each(|field| text += &format!("  {field}\n"));
    (0..shown.len()).for_each(|at| text += &format!("  int result{at};\n"));
    text += &format!("}}\n\npublic final class {class} {{\n{}", pieces.handle_declarations(&state, "  "));
    for thread in threads {
        text += &format!("\n  static void thread{}({state} state) {{\n{}", thread.number, pieces.locals(thread));
        text += &pieces.body(threads, thread);
        for (at, (_, name)) in shown.iter().enumerate().filter(|(_, (number, _))| *number == thread.number) {
            text += &format!("    state.result{at} = {name};\n");
        }
        text += "  }\n";
    }
    text += &main_of(&class, &state, threads.len(), shown.len());
    Ok(text)
}

/// Rounds: each thread goes through all states; then one thread counts and makes new ones.
fn main_of(class: &str, state: &str, threads: usize, shown: usize) -> String {
    let cases: String = (0..threads)
        .map(|number| {
            format!("          case {number}: for (int i = 0; i < all.length; i++) thread{number}(all[i]); break;\n")
        })
        .collect();
    let key: Vec<String> = (0..shown).map(|at| format!("one.result{at}")).collect();
    let key = if key.is_empty() { "\"\"".to_owned() } else { key.join(" + \",\" + ") + " + \"\"" };
    format!(
        "
  static volatile {state}[] states;
  static final AtomicInteger arrived = new AtomicInteger();
  static volatile int round;

  /// Waits for all threads, spinning; the processors may be fewer than the threads.
  static void barrier(int parties) {{
    int now = round;
    if (arrived.incrementAndGet() == parties) {{
      arrived.set(0);
      round = now + 1;
    }} else {{
      for (int spins = 0; round == now; spins++) {{
        if (spins > 1000) Thread.yield(); else Thread.onSpinWait();
      }}
    }}
  }}

  static {state}[] fresh(int size) {{
    {state}[] all = new {state}[size];
    for (int i = 0; i < size; i++) all[i] = new {state}();
    return all;
  }}

  public static void main(String[] arguments) throws InterruptedException {{
    final int rounds = Integer.parseInt(arguments[0]);
    final int size = Integer.parseInt(arguments[1]);
    final Map<String, Long> histogram = new TreeMap<>();
    states = fresh(size);
    Thread[] workers = new Thread[{threads}];
    for (int number = 0; number < {threads}; number++) {{
      final int self = number;
      workers[number] = new Thread(() -> {{
        for (int done = 0; done < rounds; done++) {{
          barrier({parties});
          final {state}[] all = states;
          switch (self) {{
{cases}          default: throw new IllegalStateException();
          }}
          barrier({parties});
        }}
      }}, \"{class}-\" + number);
      workers[number].start();
    }}
    for (int done = 0; done < rounds; done++) {{
      barrier({parties});
      barrier({parties});
      for ({state} one : states) histogram.merge({key}, 1L, Long::sum);
      states = fresh(size);
    }}
    for (Thread worker : workers) worker.join();
    for (Map.Entry<String, Long> entry : histogram.entrySet()) {{
      System.out.println((entry.getKey().isEmpty() ? \"-\" : entry.getKey()) + \" \" + entry.getValue());
    }}
  }}
}}
",
        parties = threads + 1,
    )
}
