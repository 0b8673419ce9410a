//! Reports as text for people.

use std::fmt;

use super::symbols::Shortened;
use super::{Conflict, FindingKind, RacingMemory, Report, Side, Trace};
use crate::program::{Results, Searched};

/// Lines of the program's output that are shown with a finding.
const MOST_LINES: usize = 20;

impl fmt::Display for Report {
    /// A heading, and below it, indented, where and how often.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.headline())?;
        match &self.kind {
            FindingKind::Race { conflict: Conflict::DataRace, address, memory, first, second } => {
                side(f, "", first, Some(*address))?;
                side(f, "conflicts with ", second, None)?;
                racing_memory(f, memory)?;
            }
            FindingKind::Race { conflict: _, address, memory, first, second } => {
                side(f, "", second, Some(*address))?;
                side(f, "after ", first, None)?;
                racing_memory(f, memory)?;
            }
            FindingKind::Event { message: _, thread, trace: at, created } => {
                if !at.is_empty() {
                    writeln!(f, "  in thread {thread}:")?;
                    trace(f, at)?;
                    creation(f, *thread, created)?;
                }
            }
            FindingKind::Stuck { message: _, threads } => {
                for waiting in threads {
                    writeln!(f, "  thread {} {}:", waiting.thread, waiting.what)?;
                    trace(f, &waiting.trace)?;
                }
            }
        }
        if !matches!(self.kind, FindingKind::Race { .. }) {
            self.write_output(f)?;
        }
        let times = if self.executions == 1 { "execution" } else { "executions" };
        match &self.followed {
            Some(schedule) => writeln!(
                f,
                "  in {} {times}; {}--replay '{schedule}' does the first again",
                self.executions, self.replay_options
            )?,
            None => writeln!(
                f,
                "  in {} {times}; --seed {} --executions 1 replays the first",
                self.executions, self.first_seed
            )?,
        }
        if let Some(trace) = &self.trace {
            write!(f, "{trace}")?;
        }
        if let Some(reason) = &self.no_trace {
            writeln!(f, "  there is no trace: {reason}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_output(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = String::from_utf8_lossy(&self.output);
        let lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(f, "  the program prints:")?;
        for line in &lines[lines.len().saturating_sub(MOST_LINES)..] {
            writeln!(f, "    {line}")?;
        }
        Ok(())
    }
}

fn side(f: &mut fmt::Formatter<'_>, prefix: &str, side: &Side, address: Option<u64>) -> fmt::Result {
    let size = match side.size {
        0 => String::new(),
        1 => " of 1 byte".to_owned(),
        size => format!(" of {size} bytes"),
    };
    let at = address.map_or(String::new(), |address| format!(" at {address:#x}"));
    writeln!(f, "  {prefix}{}{size}{at} in thread {}:", side.what, side.thread)?;
    trace(f, &side.trace)?;
    for lock in &side.locks {
        match lock.taken.first() {
            Some(frame) => writeln!(f, "  while it holds {}, taken by {frame}", lock.what)?,
            None => writeln!(f, "  while it holds {}", lock.what)?,
        }
    }
    creation(f, side.thread, &side.created)
}

fn racing_memory(f: &mut fmt::Formatter<'_>, memory: &RacingMemory) -> fmt::Result {
    match memory {
        RacingMemory::Unknown => Ok(()),
        RacingMemory::Variable { name, offset: 0 } => writeln!(f, "  the memory is `{name}`"),
        RacingMemory::Variable { name, offset } => writeln!(f, "  the memory is byte {offset} of `{name}`"),
        RacingMemory::Stack { thread } => writeln!(f, "  the memory is on the stack of thread {thread}"),
        RacingMemory::Block { offset, size, thread, allocated } => {
            writeln!(f, "  the memory is byte {offset} of a block of {size} bytes, allocated in thread {thread}:")?;
            trace(f, allocated)
        }
    }
}

fn creation(f: &mut fmt::Formatter<'_>, thread: u64, created: &Trace) -> fmt::Result {
    if created.is_empty() {
        return Ok(());
    }
    writeln!(f, "  thread {thread} was created:")?;
    trace(f, created)
}

/// So many frames of a standard library in a row, beyond the first, are reported by their number: they say how it does what the program has asked it for.
const MOST_OF_LIBRARY: usize = 2;

fn trace(f: &mut fmt::Formatter<'_>, frames: &Trace) -> fmt::Result {
    for (index, part) in
        frames.chunk_by(|one, next| one.is_of_standard_library() == next.is_of_standard_library()).enumerate()
    {
        // The innermost frame is where it happens.
        let shown = if index == 0 { 1 } else { 0 };
        let hidden = part.len().saturating_sub(shown);
        if part[0].is_of_standard_library() && hidden > MOST_OF_LIBRARY {
            frames_of(f, &part[..shown])?;
            writeln!(f, "    ... {hidden} calls in the standard library")?;
        } else {
            frames_of(f, part)?;
        }
    }
    Ok(())
}

fn frames_of(f: &mut fmt::Formatter<'_>, frames: &[super::Frame]) -> fmt::Result {
    // A recursion is shown once.
    for same in frames.chunk_by(|one, next| one == next) {
        write!(f, "    {}", Shortened(&same[0]))?;
        match same.len() {
            1 => writeln!(f)?,
            times => writeln!(f, " ({times} times)")?,
        }
    }
    Ok(())
}

/// What readers of the results have to know.
pub fn notes(results: &Results) -> Vec<String> {
    let mut lines: Vec<String> = results.unmodelled.iter().map(|what| format!("not modelled: {what}")).collect();
    if !results.unseen.is_empty() {
        let accesses = if results.unseen.len() == 1 { "access" } else { "accesses" };
        let is = if results.unseen.len() == 1 { "is" } else { "are" };
        let places = results.unseen.join("; ");
        lines.push(format!("{} {accesses} in assembly {is} not seen: {places}", results.unseen.len()));
    }
    if results.lost > 0 {
        lines.push(format!("{} records were lost", results.lost));
    }
    if results.is_randomised {
        lines.push("addresses are random here; an execution that depends on them may not replay".to_owned());
    }
    lines.extend(results.notes.iter().cloned());
    if results.has_given_up {
        lines.push("several executions in a row took too long, so there are no more".to_owned());
    }
    let searched = results.searched.iter().flat_map(|searched| &searched.incomplete);
    lines.extend(searched.map(|reason| format!("there may be more executions than were looked for: {reason}")));
    if results.is_cancelled {
        lines.push("the run was ended early".to_owned());
    }
    let is_late = |raw: &crate::program::RawFinding| matches!(raw.finding, wire::Finding::Timeout { .. });
    if results.is_single_threaded && !results.findings.iter().any(is_late) {
        lines.push("the program ends without creating a thread: one execution says all there is".to_owned());
    }
    lines
}

/// The last lines: what there is to know, how many executions there were, and what they found.
pub fn summary(results: &Results, reports: &[Report], suppressed: usize, seed: u64) -> String {
    let count = results.executions.len();
    let bad = results.executions.iter().filter(|execution| execution.findings > 0).count();
    let mut lines: Vec<String> = notes(results).into_iter().map(|note| format!("note: {note}")).collect();
    match suppressed {
        0 => {}
        1 => lines.push("note: 1 finding is suppressed".to_owned()),
        several => lines.push(format!("note: {several} findings are suppressed")),
    }
    let executions = if count == 1 { "1 execution".to_owned() } else { format!("{count} executions") };
    let found = match reports.len() {
        0 if suppressed > 0 => "nothing else found".to_owned(),
        0 => "nothing found".to_owned(),
        1 => format!("1 finding, in {bad} of them"),
        several => format!("{several} findings, in {bad} of them"),
    };
    let which = match &results.searched {
        None => format!("{executions} from seed {seed}"),
        Some(searched) => {
            let are_all = searched.is_complete() && !results.is_cancelled && !results.has_given_up && results.lost == 0;
            let all = if are_all { "complete: " } else { "not complete: " };
            format!("{all}{executions}{}", ended_early(searched))
        }
    };
    lines.push(format!("{which}: {found}"));
    lines.join("\n")
}

/// The executions that a search has ended early.
fn ended_early(searched: &Searched) -> String {
    let mut more = Vec::new();
    if searched.redundant > 0 {
        more.push(format!("{} known from others", searched.redundant));
    }
    if searched.cut > 0 {
        more.push(format!("{} cut in a loop", searched.cut));
    }
    if more.is_empty() { String::new() } else { format!(" ({} besides)", more.join(", ")) }
}
