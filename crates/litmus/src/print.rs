//! Tests as text that reads back as the same test.

use std::fmt::{self, Write};

use source::Span;

use crate::{
    Atom, Claim, DeclaredType, Fault, InitItem, Lvalue, Place, Proposition, RawProgram, RawThread, Shown, Style, Test,
    Value,
};

/// Writes `0:rax`, a register of the thread of this number.
pub(crate) fn push_register(thread: u32, name: &str, out: &mut String) {
    match char::from_digit(thread, 10) {
        Some(digit) => out.push(digit),
        // Writing to a string does not fail.
        None => _ = write!(out, "{thread}"),
    }
    out.push(':');
    out.push_str(name);
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Register { thread, name } => write!(f, "{thread}:{name}"),
            Place::Symbolic { thread: Some(thread), name } => write!(f, "{thread}:%{name}"),
            Place::Symbolic { thread: None, name } => write!(f, "%{name}"),
            Place::Global(symbol) => symbol.fmt(f),
        }
    }
}

impl fmt::Display for Lvalue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lvalue::Whole(place) => place.fmt(f),
            Lvalue::Cell { array, index } => write!(f, "{array}[{index}]"),
        }
    }
}

/// As herd writes it in conditions.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "fault(P{}", self.thread)?;
        if let Some(label) = &self.label {
            write!(f, ":{label}")?;
        }
        if let Some(location) = &self.location {
            write!(f, ",{location}")?;
        }
        if let Some(kind) = &self.kind {
            write!(f, ",{kind}")?;
        }
        f.write_str(")")
    }
}

/// Without `;`.
impl fmt::Display for InitItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, value) = (&self.place, &self.value);
        match &self.declared {
            DeclaredType::None => write!(f, "{place}={value}"),
            DeclaredType::AnyPointer => write!(f, "*{place}={value}"),
            DeclaredType::Plain(name) => write!(f, "{name} {place}={value}"),
            DeclaredType::Atomic(name) => write!(f, "_Atomic {name} {place}={value}"),
            DeclaredType::Pointer(name) => write!(f, "{name} *{place}={value}"),
            DeclaredType::Array(name, size) => write!(f, "{name} {place}[{size}]={value}"),
        }
    }
}

/// Memory in brackets, but for arrays and their cells.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bracketed = |place: &Place| match place {
            Place::Global(symbol) => format!("[{symbol}]"),
            register => register.to_string(),
        };
        match &self.claim {
            Claim::Value(Lvalue::Whole(place), value) if !matches!(value, Value::Array(_)) => {
                write!(f, "{}={value}", bracketed(place))
            }
            Claim::Value(place, value) => write!(f, "{place}={value}"),
            Claim::Same(left, right) => write!(f, "{}={}", bracketed(left), bracketed(right)),
            Claim::Fault(fault) => fault.fmt(f),
        }
    }
}

fn print_proposition(proposition: &Proposition<Atom>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    proposition.print(Style::Exact, &|atom, out| _ = write!(out, "{atom}"), &mut text);
    text
}

/// The sections of a test as text, each with its line ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedSections {
    /// The first line, and lines `Key=Value`.
    pub header: String,
    /// The initial state in its braces.
    pub init: String,
    /// The program, and what stands behind it in tests of Bell.
    pub program: String,
    /// The conditions.
    pub conditions: String,
}

impl Test<'_> {
    /// The test as text that reads back as the same test. `source` is the text that it was read from; its
    /// instructions are taken from there. Comments and lines of the header without a meaning are lost.
    pub fn print(&self, source: &str) -> String {
        let PrintedSections { header, init, program, conditions } = self.print_sections(source);
        [header, init, program, conditions].concat()
    }

    /// The sections of [`Test::print`].
    pub fn print_sections(&self, source: &str) -> PrintedSections {
        let [mut header, mut init, mut program, mut conditions] = [const { String::new() }; 4];
        self.print_header(&mut header);
        self.print_init(&mut init);
        match &self.program {
            RawProgram::Text(span) => {
                program.push_str(snippet(source, *span).trim());
                program.push('\n');
            }
            RawProgram::Table(threads) => print_table(threads, &self.handlers, source, &mut program),
        }
        if let Some(layout) = &self.layout {
            program.push_str(snippet(source, layout.span));
            program.push('\n');
        }
        self.print_conditions(&mut conditions);
        PrintedSections { header, init, program, conditions }
    }

    fn print_header(&self, out: &mut String) {
        out.push_str(&self.architecture.text);
        out.push(' ');
        out.push_str(&self.name.text);
        if self.name.text.ends_with(".litmus") {
            out.push_str(".litmus"); // One is taken off when it is read.
        }
        if let Some(name) = &self.tex_name {
            out.push_str(&format!(" ({name})"));
        }
        if let Some(doc) = &self.doc {
            out.push_str(&format!(" \"{doc}\""));
        }
        out.push('\n');
        for line in &self.info {
            out.push_str(&format!("{}={}\n", line.key, line.value));
        }
    }

    /// Memory first, then a line for each thread's registers; within a line in the order of the test.
    fn print_init(&self, out: &mut String) {
        let mut line: Option<Option<u32>> = None;
        out.push('{');
        for item in &self.init {
            let thread = match item.place {
                Place::Register { thread, .. } => Some(thread),
                Place::Symbolic { thread, .. } => thread,
                Place::Global(_) => None,
            };
            let separator = if line == Some(thread) { ' ' } else { '\n' };
            line = Some(thread);
            out.push(separator);
            out.push_str(&format!("{item};"));
        }
        out.push_str("\n}\n");
    }

    fn print_conditions(&self, out: &mut String) {
        if !self.locations.is_empty() {
            let items: Vec<String> = self.locations.iter().map(|item| print_shown(&item.what)).collect();
            out.push_str(&format!("locations [{}]\n", items.join(" ")));
        }
        if let Some(filter) = &self.filter {
            out.push_str(&format!("filter ({})\n", print_proposition(filter)));
        }
        for condition in [&self.condition].into_iter().chain(&self.further_conditions) {
            out.push_str(&format!("{} ({})\n", condition.quantifier, print_proposition(&condition.proposition)));
        }
        let kinds: Vec<String> = self.kinds.iter().map(|(model, kind)| format!("{}: {kind}", model.text)).collect();
        if !kinds.is_empty() {
            out.push_str(&format!("with {}\n", kinds.join("; ")));
        }
    }
}

fn print_shown(shown: &Shown) -> String {
    match shown {
        Shown::Fault(fault) => format!("{fault};"),
        Shown::Place(place, declared) => match declared {
            DeclaredType::AnyPointer => format!("{place} *;"),
            DeclaredType::Plain(name) | DeclaredType::Atomic(name) | DeclaredType::Array(name, _) => {
                format!("{place} {name};")
            }
            DeclaredType::Pointer(name) => format!("{place} {name}*;"),
            DeclaredType::None => format!("{place};"),
        },
    }
}

fn snippet(source: &str, span: Span) -> &str {
    &source[span.start as usize..span.end as usize]
}

/// Columns as wide as their widest cell.
fn print_table(threads: &[RawThread], handlers: &[RawThread], source: &str, out: &mut String) {
    let threads = threads.iter().map(|thread| column(thread, "", source));
    let columns: Vec<Vec<String>> =
        threads.chain(handlers.iter().map(|handler| column(handler, ".F", source))).collect();
    let width = |column: &Vec<String>| column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = columns.iter().map(width).collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        for (index, (column, &width)) in columns.iter().zip(&widths).enumerate() {
            let separator = if index == 0 { " " } else { " | " };
            let cell = column.get(row).map_or("", String::as_str);
            // Writing to a string does not fail.
            let _ = write!(out, "{separator}{cell:width$}");
        }
        out.push_str(" ;\n");
    }
}

/// The heading and the cells of a thread.
fn column(thread: &RawThread, suffix: &str, source: &str) -> Vec<String> {
    let annotations: Vec<&str> = thread.annotations.iter().map(|(name, _)| name.as_str()).collect();
    let mut heading = format!("P{}{suffix}", thread.number);
    if !annotations.is_empty() {
        heading.push(':');
        heading.push_str(&annotations.join(","));
    }
    let cells = thread.cells.iter().map(|cell| cell_text(snippet(source, *cell)));
    std::iter::once(heading).chain(cells).collect()
}

/// A cell on one line, without comments.
fn cell_text(cell: &str) -> String {
    let words = crate::parse::without_comments(cell);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
