//! What is printed.

use super::measure::{Cost, Counter};
use super::{Request, baseline};

/// What the columns are.
pub(super) fn heading(request: &Request, counter: Option<&Counter>) {
    let other = match &request.against {
        Some(command) => command.join(" "),
        None => baseline::FILE.to_owned(),
    };
    println!("Ours and the other: CPU milliseconds, medians of {} runs, and peak memory in MB.", request.runs);
    println!("less: how many times less CPU time ours takes. The other: {other}.");
    match counter {
        Some(counter) => println!("Instructions: millions in user mode, by {}.", counter.name()),
        None if request.instructions => {
            println!("No instructions: perf cannot read the processor's counters here, and there is no valgrind.");
        }
        None => {}
    }
    println!(
        "{:<44} {:>5} {:>9} {:>9} {:>8} {:>5} {:>5} {:>9} {:>7}",
        "set", "tests", "ours", "other", "less", "MB", "other", "Minstr", "ratio"
    );
}

/// One set.
pub(super) fn row(name: &str, tests: usize, ours: &Cost, other: Option<&Cost>) {
    let millis = |cost: &Cost| cost.cpu.as_secs_f64() * 1e3;
    let megabytes = |cost: &Cost| cost.memory as f64 / 1e3 * 1.024;
    let instructions = |cost: &Cost| cost.instructions.map(|count| count as f64 / 1e6);
    let less = other.map(|other| millis(other) / millis(ours).max(1e-3));
    let ratio = other.and_then(|other| Some(instructions(ours)? / instructions(other)?));
    println!(
        "{:<44} {tests:>5} {:>9.1} {:>9} {:>8} {:>5.0} {:>5} {:>9} {:>7}",
        short(name),
        millis(ours),
        shown(other.map(millis), 1),
        shown(less, 2),
        megabytes(ours),
        shown(other.map(megabytes), 0),
        shown(instructions(ours), 1),
        shown(ratio, 3),
    );
}

fn shown(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
}

/// A path without what is common to many.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("../shared/corpus/").unwrap_or(name);
    let name = name.strip_suffix(".litmus").unwrap_or(name);
    match name.strip_prefix("scaling/").and_then(|rest| rest.split_once('/')) {
        Some((_, test)) => test,
        None => name,
    }
}
