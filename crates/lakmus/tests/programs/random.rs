//! Random programs, executed at random and exhaustively: a search that says that it is complete has all outcomes and findings that random executions show.
//!
//! `LAKMUS_SEARCHES` is how many programs are tried with each compiler at -O0 and -O2, `LAKMUS_SEED` the number of the first.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use super::{LAKMUS, Outcome, output, succeeds, workplace};

const COMPILERS: [&str; 2] = ["gcc", "clang-14"];

pub(super) fn trials() -> Vec<Trial> {
    let trial = |compiler: &'static str| {
        let test = move || agree(compiler).map_err(Failed::from);
        Trial::test(format!("random::{compiler}"), test).with_ignored_flag(!testing::is_there(compiler))
    };
    COMPILERS.map(trial).into()
}

fn agree(compiler: &str) -> Outcome {
    let (first, count) =
        (testing::variables::number("LAKMUS_SEED", 1), testing::variables::number("LAKMUS_SEARCHES", 1));
    let mut complete = 0;
    for seed in first..first + count {
        for level in ["-O0", "-O2"] {
            complete += u64::from(agrees(compiler, level, seed)?);
        }
    }
    // The comparison says something only where searches end.
    if complete < count { Err(format!("{complete} of {} searches are complete", 2 * count)) } else { Ok(()) }
}

/// What executions of a program end in.
#[derive(Default)]
struct Seen {
    outcomes: BTreeSet<String>,
    findings: BTreeSet<String>,
    is_complete: bool,
}

/// Compares one program; whether its search is complete.
fn agrees(compiler: &str, level: &str, seed: u64) -> Result<bool, String> {
    let place = workplace()?;
    let (source, program) = (place.path().join("program.c"), place.path().join("program"));
    let text = Program::new(seed).text();
    std::fs::write(&source, &text).map_err(|error| error.to_string())?;
    let mut compile = Command::new(LAKMUS);
    compile.args(["cc", "--compiler", compiler, level, "-w"]).arg(&source).arg("-o").arg(&program);
    succeeds(&mut compile)?;
    let all = seen(&program, place.path(), &["--exhaustive", "--executions", "6000", "--time", "3"])?;
    if !all.is_complete {
        return Ok(false);
    }
    let random = seen(&program, place.path(), &["--executions", "150"])?;
    let is_missing = |more: &BTreeSet<String>, known: &BTreeSet<String>| more.difference(known).next().cloned();
    let missing = is_missing(&random.outcomes, &all.outcomes).or(is_missing(&random.findings, &all.findings));
    match missing {
        Some(missing) => Err(format!("{compiler} {level}, seed {seed}: not among all executions: {missing}\n{text}")),
        None => Ok(true),
    }
}

fn seen(program: &Path, place: &Path, options: &[&str]) -> Result<Seen, String> {
    let file = place.join("outcomes");
    std::fs::write(&file, "").map_err(|error| error.to_string())?;
    let mut command = Command::new(LAKMUS);
    command.args(["test", "--json"]).args(options).arg("--").arg(program).env("OUTCOMES", &file);
    let output = output(&mut command)?;
    let printed: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    let outcomes = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let found = printed["findings"].as_array().into_iter().flatten();
    Ok(Seen {
        outcomes: outcomes.lines().map(str::to_owned).collect(),
        findings: found.map(|finding| format!("{} {}", finding["kind"], finding["message"])).collect(),
        is_complete: printed["complete"] == true,
    })
}

/// A program of random statements. All loops end if others go on: those that try again fail only because another thread has succeeded, and those that wait do so for thread 1.
struct Program {
    random: u64,
    text: String,
}

const ORDERS: [&str; 5] = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"];

const HEAD: &str = r#"#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static atomic_int x[2], done;
static int plain, slot[4], r[4][4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"#;

const TAIL: &str = r#"  char line[256] = "";
  for (int t = 1; t < 4; t++)
    for (int i = 0; i < 4; i++) sprintf(line + strlen(line), "%d ", r[t][i]);
  sprintf(line + strlen(line), "%d\n", plain);
  int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, strlen(line)) < 0) abort();
  return 0;
}
"#;

impl Program {
    fn new(seed: u64) -> Program {
        Program { random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, text: String::new() }
    }

    fn below(&mut self, limit: usize) -> usize {
        // Xorshift (G. Marsaglia 2003).
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) as usize % limit
    }

    fn order(&mut self, allowed: &[usize]) -> String {
        let index = self.below(allowed.len());
        format!("memory_order_{}", ORDERS[allowed[index]])
    }

    fn text(mut self) -> String {
        let threads = 2 + self.below(2);
        self.text += HEAD;
        for thread in 1..=threads {
            let _ = write!(self.text, "static void *f{thread}(void *a) {{\n  int e;\n");
            for index in 0..1 + self.below(if threads == 2 { 3 } else { 2 }) {
                self.statement(thread, index);
            }
            if thread == 1 {
                let order = self.order(&[0, 2, 4]);
                let _ = writeln!(self.text, "  atomic_store_explicit(&done, 1, {order});");
            }
            self.text += "  return 0;\n}\n";
        }
        self.text += "int main(void) {\n  pthread_t t[4];\n";
        for thread in 1..=threads {
            let _ = writeln!(self.text, "  pthread_create(&t[{thread}], 0, f{thread}, 0);");
        }
        for thread in 1..=threads {
            let _ = writeln!(self.text, "  pthread_join(t[{thread}], 0);");
        }
        self.text + TAIL
    }

    fn statement(&mut self, thread: usize, index: usize) {
        let (at, value) = (format!("&x[{}]", self.below(2)), 1 + self.below(3));
        let [load, store, update] = [[0, 1, 4].as_slice(), &[0, 2, 4], &[0, 1, 2, 3, 4]].map(|all| self.order(all));
        let [failure, strength] = [self.order(&[0, 1, 4]), ["strong", "weak"][self.below(2)].to_owned()];
        let exchange = format!("atomic_compare_exchange_{strength}_explicit");
        // What is expected lies in memory of the program or in a variable of the function.
        let expected = if self.below(3) > 0 { format!("slot[{thread}]") } else { "e".to_owned() };
        let result = format!("r[{thread}][{index}]");
        let line = match self.below(if thread == 1 { 9 } else { 10 }) {
            0 => format!("{result} = atomic_load_explicit({at}, {load});"),
            1 => format!("atomic_store_explicit({at}, {value}, {store});"),
            2 => format!("{result} = atomic_fetch_add_explicit({at}, {value}, {update});"),
            3 => format!("{result} = atomic_exchange_explicit({at}, {value}, {update});"),
            4 => format!(
                "{expected} = {}; {result} = {exchange}({at}, &{expected}, {value}, {update}, {failure}); {result} += 10 * {expected};",
                self.below(2)
            ),
            5 | 6 => format!(
                "{expected} = atomic_load_explicit({at}, {load}); while (!{exchange}({at}, &{expected}, {expected} + {value}, {update}, {failure})); {result} = {expected};"
            ),
            7 => format!(
                "pthread_mutex_lock(&m); {result} = plain; plain = 2 * plain + {value}; pthread_mutex_unlock(&m);"
            ),
            8 => format!(
                "if (!pthread_mutex_trylock(&m)) {{ {result} = 1; plain = 2 * plain + {value}; pthread_mutex_unlock(&m); }}"
            ),
            _ => format!("while (!atomic_load_explicit(&done, {load})); {result} = 1;"),
        };
        let _ = writeln!(self.text, "  {line}");
    }
}
