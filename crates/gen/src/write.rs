//! Tests as text, as herd's tools print them.

use std::fmt::Write;

use smallvec::SmallVec;

use crate::Generator;
use crate::arch::Handle;
use crate::condition::{Condition, FinalPlace};
use crate::cycle::{Cycle, Location};
use crate::edge::{Direction, Edge, EdgeKind, Size};
use crate::emitter::{Initial, Register};
use crate::options::{ConditionKind, Options};
use crate::test::Parts;

/// Writes a test behind `out`. (Writing to a string does not fail, whatever `write!` says.)
pub(crate) fn put(
    generator: &Generator,
    name: &str,
    edges: &[Edge],
    cycle: &Cycle,
    header: &[(&str, &str)],
    parts: &Parts,
    out: &mut String,
) {
    let mut text = Text { generator, parts, out };
    text.header(name, edges, cycle, header);
    if generator.is_c() {
        text.initial_state_of_c(cycle);
        text.functions(cycle);
    } else if generator.is_java() {
        text.threads_of_java();
    } else {
        text.initial_state(cycle);
        text.table();
    }
    text.condition(cycle);
}

struct Text<'a> {
    generator: &'a Generator,
    parts: &'a Parts,
    out: &'a mut String,
}

impl Text<'_> {
    fn header(&mut self, name: &str, edges: &[Edge], cycle: &Cycle, header: &[(&str, &str)]) {
        let vocabulary = self.generator.vocabulary();
        let _ = writeln!(self.out, "{} {name}", vocabulary.architecture);
        if self.generator.options.has_metadata {
            self.out.push('"');
            vocabulary.put_cycle(edges, self.out);
            self.out.push_str("\"\nGenerator=lakmus\nPrefetch=");
            self.prefetch(cycle);
            self.out.push_str("\nCom=");
            for (number, (first, length)) in cycle.threads.iter().enumerate() {
                let last = (first.index() + usize::from(*length) - 1) % cycle.len();
                if let EdgeKind::Communication(communication, _) = cycle.steps[last].kind {
                    let blank = if number > 0 { " " } else { "" };
                    let _ = write!(self.out, "{blank}{}", communication.name());
                }
            }
            self.out.push_str("\nOrig=");
            vocabulary.put_cycle(edges, self.out);
            self.out.push('\n');
        }
        for (key, value) in header {
            let _ = writeln!(self.out, "{key}={value}");
        }
    }

    /// What litmus7 prefetches: where a thread begins, and where it ends, if that is another location.
    fn prefetch(&mut self, cycle: &Cycle) {
        let mut separator = "";
        for (number, (first, length)) in cycle.threads.iter().enumerate() {
            let last = (first.index() + usize::from(*length) - 1) % cycle.len();
            let (first, last) = (&cycle.accesses[first.index()], &cycle.accesses[last]);
            if *length < 2 || first.location == last.location {
                continue;
            }
            // Threads that only look come first, and have no part in the cycle.
            let number = number + usize::from(self.parts.observers);
            let how = if last.direction == Direction::Write { 'W' } else { 'T' };
            let _ = write!(self.out, "{separator}{number}:{}=F,{number}:{}={how}", first.location, last.location);
            separator = ",";
        }
    }

    fn type_prefix(&self) -> Option<&'static str> {
        let name = self.generator.options.type_name;
        (name != "int").then_some(name)
    }

    /// Types of locations, then a line for each thread with what its registers hold.
    fn initial_state(&mut self, cycle: &Cycle) {
        self.out.push_str("{\n");
        let type_name = self.type_prefix();
        if let Some(name) = type_name {
            for location in sorted_locations(cycle) {
                let _ = writeln!(self.out, " {name} {location}=0;");
            }
        }
        for thread in 0..self.parts.lines.threads() as u8 {
            let mut held: SmallVec<[(Register, Option<Initial>); 8]> = SmallVec::new();
            for (owner, register, what) in &self.parts.initial {
                if *owner == thread {
                    held.push((*register, Some(*what)));
                }
            }
            if type_name.is_some() {
                for (place, _) in &self.parts.condition.atoms {
                    if let FinalPlace::Register(owner, register) = place
                        && *owner == thread
                        // A register with a value at the start has its type there already.
                        && !held.iter().any(|(known, _)| known == register)
                    {
                        held.push((*register, None));
                    }
                }
            }
            held.sort_by_key(|(register, _)| *register);
            for (register, what) in &held {
                let register = self.generator.architecture.register_name(*register);
                match what {
                    Some(Initial::Address(location)) => {
                        let _ = write!(self.out, " {thread}:{register}={location};");
                    }
                    Some(Initial::Checks(thread)) => {
                        let _ = write!(self.out, " {thread}:{register}=ok{thread};");
                    }
                    Some(Initial::Own(thread)) => {
                        let _ = write!(self.out, " {thread}:{register}=t{thread};");
                    }
                    Some(Initial::Number(number)) => {
                        let _ = write!(self.out, " {}{thread}:{register}={number};", self.number_type());
                    }
                    None => {
                        let _ = write!(self.out, " {} {thread}:{register}=0;", type_name.unwrap_or("int"));
                    }
                }
            }
            if !held.is_empty() {
                self.out.push('\n');
            }
        }
        self.out.push_str("}\n");
    }

    /// The type of a register with a large number.
    fn number_type(&self) -> &'static str {
        if self.generator.options.natural == Size::Quad { "uint64_t " } else { "" }
    }

    fn table(&mut self) {
        let lines = &self.parts.lines;
        let threads = lines.threads();
        let width = |thread: usize| (0..lines.count(thread)).map(|row| lines.get(thread, row).len()).max().unwrap_or(0);
        let widths: SmallVec<[usize; 8]> =
            (0..threads).map(|thread| width(thread).max(2 + usize::from(thread > 9))).collect();
        let rows = (0..threads).map(|thread| lines.count(thread)).max().unwrap_or(0);
        for (thread, width) in widths.iter().enumerate() {
            self.out.push_str(if thread == 0 { " P" } else { "| P" });
            let before = self.out.len();
            let _ = write!(self.out, "{thread}");
            self.pad(width - 1 - (self.out.len() - before) + 1);
        }
        self.out.push_str(";\n");
        for row in 0..rows {
            for (thread, width) in widths.iter().enumerate() {
                let cell = if row < lines.count(thread) { lines.get(thread, row) } else { "" };
                self.out.push_str(if thread == 0 { " " } else { "| " });
                self.out.push_str(cell);
                self.pad(width - cell.len() + 1);
            }
            self.out.push_str(";\n");
        }
        self.out.push('\n');
    }

    fn pad(&mut self, count: usize) {
        const BLANKS: &str = "                                                                ";
        match BLANKS.get(..count) {
            Some(blanks) => self.out.push_str(blanks),
            None => self.out.extend(std::iter::repeat_n(' ', count)),
        }
    }

    fn initial_state_of_c(&mut self, cycle: &Cycle) {
        self.out.push_str("\n{");
        let mut separator = "";
        if let Some(name) = self.type_prefix() {
            for location in sorted_locations(cycle).into_iter().rev() {
                let atomic = if is_atomic(cycle, location) { "_Atomic " } else { "" };
                let _ = write!(self.out, "{separator}{atomic}{name} {location};");
                separator = " ";
            }
        }
        for expected in &self.parts.expected {
            let name = self.type_prefix().unwrap_or("int");
            let value = Options::number_in_c(name, expected.value);
            let _ = write!(self.out, "{separator}{name} {expected}={value};");
            separator = " ";
        }
        self.out.push_str("}\n\n");
    }

    fn functions(&mut self, cycle: &Cycle) {
        let lines = &self.parts.lines;
        for thread in 0..lines.threads() {
            let _ = write!(self.out, "P{thread} (");
            let mut locations = self.parts.parameters[thread].clone();
            locations.sort_by_key(|location| std::cmp::Reverse(location.name_order()));
            let mut separator = "";
            for location in locations {
                let _ = write!(self.out, "{separator}{}* {location}", self.parameter_type(cycle, location));
                separator = ",";
            }
            for expected in self.parts.expected.iter().filter(|expected| usize::from(expected.thread) == thread) {
                let name = self.type_prefix().unwrap_or("int");
                let _ = write!(self.out, "{separator}{name}* {expected}");
                separator = ",";
            }
            self.out.push_str(") {\n");
            for row in 0..lines.count(thread) {
                let _ = writeln!(self.out, "  {}", lines.get(thread, row));
            }
            self.out.push_str("}\n\n");
        }
    }

    /// Which VarHandles threads have, and their statements.
    fn threads_of_java(&mut self) {
        let lines = &self.parts.lines;
        self.out.push_str("{\n");
        for (thread, locations) in self.parts.parameters.iter().enumerate() {
            let mut locations = locations.clone();
            locations.sort_by_key(|location| location.name_order());
            for location in locations {
                let _ = write!(self.out, " {thread}:{}={location};", Handle(location));
            }
            self.out.push('\n');
        }
        self.out.push_str("}\n\n");
        for thread in 0..lines.threads() {
            let _ = writeln!(self.out, "Thread{thread} {{");
            for row in 0..lines.count(thread) {
                let _ = writeln!(self.out, "  {}", lines.get(thread, row));
            }
            self.out.push_str("}\n\n");
        }
    }

    fn parameter_type(&self, cycle: &Cycle, location: Location) -> String {
        match (is_atomic(cycle, location), self.type_prefix()) {
            (true, None) => "atomic_int".to_owned(),
            (true, Some(name)) => format!("_Atomic {name}"),
            (false, name) => format!("volatile {}", name.unwrap_or("int")),
        }
    }

    fn condition(&mut self, cycle: &Cycle) {
        let Condition { atoms } = &self.parts.condition;
        let options = &self.generator.options;
        if options.condition == ConditionKind::Observe {
            self.out.push_str("locations [");
            for (number, (place, _)) in atoms.iter().enumerate() {
                self.out.push_str(if number > 0 { " " } else { "" });
                self.place(*place, false);
                self.out.push(';');
            }
            self.out.push_str("]\nforall (true)\n");
            return;
        }
        self.out.push_str(if options.negates { "~exists (" } else { "exists (" });
        for (number, (place, value)) in atoms.iter().enumerate() {
            self.out.push_str(if number > 0 { " /\\ " } else { "" });
            self.place(*place, true);
            let _ = match (options.is_hexadecimal, self.generator.is_c()) {
                (true, _) => write!(self.out, "={value:#x}"),
                (false, true) => write!(self.out, "={}", Options::number_in_c(options.type_name, *value)),
                (false, false) => write!(self.out, "={value}"),
            };
        }
        self.out.push_str(if atoms.is_empty() { "true)" } else { ")" });
        // What diy7 prints ends here for C, and with a line end for others.
        if !self.generator.is_c() {
            self.out.push('\n');
        }
        debug_assert!(!cycle.threads.is_empty());
    }

    fn place(&mut self, place: FinalPlace, brackets: bool) {
        let _ = match place {
            FinalPlace::Register(thread, register) => {
                write!(self.out, "{thread}:{}", self.generator.architecture.register_name(register))
            }
            FinalPlace::Location(location) if brackets => write!(self.out, "[{location}]"),
            FinalPlace::Location(location) => write!(self.out, "{location}"),
            FinalPlace::Checks(thread) if brackets => write!(self.out, "[ok{thread}]"),
            FinalPlace::Checks(thread) => write!(self.out, "ok{thread}"),
        };
    }
}

fn is_atomic(cycle: &Cycle, location: Location) -> bool {
    cycle.accesses.iter().any(|access| access.location == location && access.annotation.is_some())
}

fn sorted_locations(cycle: &Cycle) -> SmallVec<[Location; 8]> {
    let mut all: SmallVec<[Location; 8]> = cycle.by_location.iter().map(|(location, _)| *location).collect();
    all.sort_by_key(|location| location.name_order());
    all
}
