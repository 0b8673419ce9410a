//! Volatile accesses that `lakmus cc --volatile` makes atomic. That takes clang.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use super::{LAKMUS, Outcome, output, succeeds, workplace};

pub(super) fn trials() -> Vec<Trial> {
    let is_there = testing::is_there("clang");
    let rewritten = Trial::test("volatiles::rewritten", || rewritten().map_err(Failed::from));
    vec![
        rewritten.with_ignored_flag(!is_there),
        Trial::test("volatiles::not-by-gcc", || not_by_gcc().map_err(Failed::from)),
    ]
}

/// A message and the flag that says that it is there, both volatile, in a structure whose other part is another source's.
const HEADER: &str = "\
struct message { volatile int text; volatile _Bool is_there; volatile double number; struct message *volatile next; };
void *reads(void *);
extern struct message message;
";

const WRITER: &str = r#"
#include <pthread.h>
#include <stddef.h>
#include "message.h"
struct message message;
static void *writes(void *x) {
  message.text = 7;
  message.number = 0.5;
  message.next = &message;
  message.is_there = 1;
  return x;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, writes, NULL);
  pthread_create(&other, NULL, reads, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
"#;

const READER: &str = r#"
#include <assert.h>
#include "message.h"
void *reads(void *x) {
  if (message.is_there) {
    assert(message.CHECKED);
  }
  return x;
}
"#;

/// What is found with volatile accesses of each kind, built in one step and in two.
fn rewritten() -> Outcome {
    let place = workplace()?;
    let directory = place.path();
    for (name, text) in [("message.h", HEADER), ("writer.c", WRITER), ("reader.c", READER)] {
        std::fs::write(directory.join(name), text).map_err(|error| error.to_string())?;
    }
    for checked in ["text==7", "number==0.5", "next==&message"] {
        let define = format!("-DCHECKED={checked}");
        let compile = |arguments: &[&str]| {
            let mut command = Command::new(LAKMUS);
            command.current_dir(directory).arg("cc").args(arguments);
            command
        };
        let clang = ["--compiler", "clang"];
        let relaxed = [&clang[..], &["--volatile", "relaxed", "-w", "-O1", &define, "writer.c", "reader.c"]].concat();
        succeeds(&mut compile(&[&relaxed[..], &["-o", "relaxed", "-pthread"]].concat()))?;
        let object = ["-w", "-O1", &define, "-c", "reader.c", "-o", "out.o", "-MMD"];
        let mut in_steps = compile(&[&clang[..], &object].concat());
        succeeds(in_steps.env("LAKMUS_VOLATILE", "acquire-release"))?;
        let written = std::fs::read_to_string(directory.join("out.d")).map_err(|error| error.to_string())?;
        if !written.starts_with("out.o:") || !written.contains("message.h") {
            return Err(format!("for make: {written}"));
        }
        let link = ["--volatile", "acquire-release", "-w", "-O1", "writer.c", "out.o", "-o", "ordered", "-pthread"];
        succeeds(&mut compile(&[&clang[..], &link].concat()))?;
        for (program, is_wrong) in [("./relaxed", true), ("./ordered", false)] {
            let mut test = Command::new(LAKMUS);
            test.current_dir(directory).args(["test", "--executions", "400", "--", program]);
            let output = output(&mut test)?;
            let printed = String::from_utf8_lossy(&output.stdout);
            let is_as_wanted = match is_wrong {
                true => printed.contains("assertion `message.CHECKED` failed") && !printed.contains("data race"),
                false => output.status.success(),
            };
            if !is_as_wanted {
                return Err(format!("{checked}, {program}: {}\n{printed}", output.status));
            }
        }
    }
    Ok(())
}

/// What gcc makes of a source cannot be rewritten.
fn not_by_gcc() -> Outcome {
    for (option, variable) in [(Some("--volatile=relaxed"), ""), (None, "relaxed"), (None, "weak")] {
        let mut command = Command::new(LAKMUS);
        command.arg("cc").args(option).args(["--compiler", "gcc", "-c", "none.c"]).env("LAKMUS_VOLATILE", variable);
        let output = output(&mut command)?;
        let printed = String::from_utf8_lossy(&output.stderr);
        let wanted = if variable == "weak" { "LAKMUS_VOLATILE" } else { "`gcc` is not clang" };
        if output.status.success() || !printed.contains(wanted) {
            return Err(format!("{option:?}, {variable}: {}\n{printed}", output.status));
        }
    }
    Ok(())
}
