//! A compiled function becomes a body that can stand in a litmus test: calls of known helpers are inlined, returns become falls to the end, the
//! frame becomes registers, and the procedure-call rules are checked.
//!
//! Everything is read from the instructions' micro-operations, so that no instruction is named here: `frame` follows addresses of the stack
//! through them, `lowered` compares code up to the names of scratch registers.

mod confirmed;
mod events;
mod frame;
mod lowered;
mod outline;
mod path_text;
mod placed;
mod register_flow;
mod weakening;

use std::collections::BTreeSet;

use crate::architecture::Flow;
use crate::fragment::Passed;
use crate::listing::{Line, Listing};
use crate::runtime_calls::Helpers;
use crate::{Architecture, fragment};

use confirmed::with_confirmed_stores;
use lowered::Lowered;
pub(crate) use outline::Assumed;
use outline::Outline;

/// A function's code, ready to be put into a thread.
#[derive(Clone, Debug)]
pub struct Body {
    /// Labels and instructions.
    pub(crate) lines: Vec<BodyLine>,
    /// The same as it is simulated: see [`with_whole_guesses`].
    pub(crate) simulated: Vec<BodyLine>,
    /// Equal for code that is the same up to the names of registers that carry nothing in or out.
    pub(crate) key: String,
    /// Equal for code that may do the same in all combined tests, as the models see it; none for code that is compared by `key`.
    pub(crate) events: Option<String>,
    /// The events without what only orders; none where `events` is none.
    pub(crate) outline: Option<Outline>,
    /// By argument that is an address: the sizes of the accesses there, as far as they are known.
    pub(crate) sizes: Vec<BTreeSet<u16>>,
    /// The 64-bit names of the registers that the instructions name.
    pub(crate) registers: BTreeSet<String>,
    /// Extensions of the architecture that it needs.
    pub(crate) extensions: BTreeSet<&'static str>,
    /// Extensions without which the machine must be for this code to run: what a run-time choice took the other branch for.
    pub(crate) excludes: BTreeSet<&'static str>,
    /// The labels at which loops begin that only retry: they end as soon as a store succeeds.
    pub(crate) retries: BTreeSet<usize>,
    /// Whether it has other loops.
    pub(crate) has_other_loops: bool,
    /// What it does to memory, instruction by instruction; equal for code that maps an operation in the same way.
    pub(crate) skeleton: Vec<String>,
}

impl Body {
    /// The code, a line each; labels are `L1:`, and `end` stands for the end.
    pub fn text(&self) -> Vec<String> {
        let label = |number: usize| if number == 0 { "end".to_owned() } else { format!("L{number}") };
        let line = |line: &BodyLine| match line {
            BodyLine::Label(number) => format!("{}:", label(*number)),
            BodyLine::Instruction(text) => with_labels(text, &label),
        };
        self.lines.iter().map(line).collect()
    }

    /// Whether it writes memory.
    pub(crate) fn writes(&self) -> bool {
        self.skeleton.iter().any(|event| event.contains("store") || event.contains("rmw"))
    }
}

/// A line of a body. Labels are numbers, 0 stands for the end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodyLine {
    /// A label.
    Label(usize),
    /// An instruction; `@3@` stands for the label 3.
    Instruction(String),
}

/// What a function takes and gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interface<'a> {
    pub(crate) arguments: &'a [Passed],
    pub(crate) results: &'a [Passed],
    /// Whether it is given the address of memory of 128 bits.
    pub(crate) is_wide: bool,
}

/// What code is, as far as rules for it go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeKind {
    /// A function, which has to give back what callers want back.
    Function,
    /// The row of a mapping table, which may use any register.
    Row,
}

/// How often helpers may call helpers.
const MAX_DEPTH: usize = 4;

/// No function that is ingested has more instructions.
const MAX_LINES: usize = 400;

/// The body of the function `name` in `listing`. `choice` says which way helpers that choose at run time go.
///
/// # Errors
/// Why it cannot be used: what it calls, an instruction that is not known, a rule of the procedure-call standard that it breaks.
pub(crate) fn ingest(
    listing: &Listing,
    name: &str,
    interface: Interface<'_>,
    architecture: Architecture,
    helpers: &dyn Helpers,
) -> Result<Body, String> {
    let lines = listing.function(name).ok_or("the compiler gave no code for it")?;
    let (excludes, extensions) = (BTreeSet::new(), listing.extensions.clone());
    let mut expander = Expander { architecture, helpers, lines: Vec::new(), labels: 1, excludes, extensions };
    expander.function(lines, 0, 0)?;
    let Expander { lines, excludes, extensions, .. } = expander;
    from_lines(lines, interface, architecture, CodeKind::Function, &extensions, excludes)
}

/// A body from lines in the language of litmus tests. `extensions` are those that it needs though no instruction shows it.
pub(crate) fn from_lines(
    lines: Vec<BodyLine>,
    interface: Interface<'_>,
    architecture: Architecture,
    kind: CodeKind,
    extensions: &BTreeSet<&'static str>,
    excludes: BTreeSet<&'static str>,
) -> Result<Body, String> {
    let convention = architecture.convention();
    let arguments = fragment::argument_registers(convention, interface.arguments)
        .ok_or("it has more arguments than registers can hold")?;
    let results = fragment::result_registers(convention, interface.results)
        .ok_or("it has more results than registers can hold")?;
    let lines = without_idle_labels(without_last_jump(lines));
    let first = Lowered::read(&lines, architecture, None)?;
    let lines = frame::promote(&lines, &first, architecture, kind)?;
    let by_argument: Vec<(Passed, Vec<&str>)> = interface.arguments.iter().copied().zip(arguments.clone()).collect();
    let (lines, lowered) = placed_and_read(lines, architecture, &by_argument)?;
    let key = lowered.key(&lines, architecture, &arguments.concat(), &results.concat());
    let judged = with_confirmed_stores(&lines, architecture);
    let judged_lowered = Lowered::read(&judged, architecture, architecture.variant(false))?;
    let of = |lowered: &Lowered| events::meaning(lowered, architecture, &by_argument, &results.concat());
    // Where locations of 128 bits have another machine, what the code does there is what it may do; where there may be such locations beside its own, a part of it.
    let events = if architecture.variant(true) == architecture.variant(false) {
        of(&judged_lowered)
    } else {
        let wide = of(&Lowered::read(&lines, architecture, architecture.variant(true))?);
        if interface.is_wide { wide } else { of(&lowered).zip(wide).map(|(narrow, wide)| narrow.and(wide)) }
    };
    let extensions = extensions_of(&lines, architecture).chain(extensions.iter().copied()).collect();
    let (retries, has_other_loops) = lowered.retries();
    let (registers, skeleton) = (lowered.register_names(), lowered.skeleton());
    let mut location = 0;
    let mut sizes_at = |registers: &Vec<&str>| {
        let own = events.as_ref().and_then(|meaning| meaning.sizes.get(&location)).cloned();
        location += registers.len() as u32;
        own.unwrap_or_default()
    };
    let sizes = by_argument.iter().map(|(_, registers)| sizes_at(registers)).collect();
    let simulated = match &events {
        Some(meaning) => with_whole_guesses(&judged, &meaning.guesses, architecture),
        None => judged,
    };
    let (events, outline) = events.map(|meaning| (meaning.text, meaning.outline)).unzip();
    Ok(Body {
        lines,
        simulated,
        key,
        events,
        outline,
        sizes,
        registers,
        extensions,
        excludes,
        retries,
        has_other_loops,
        skeleton,
    })
}

/// The lines with numbers in place of what is computed of the bits of addresses, and what they mean. They are read again, since keys and skeletons are those of the code without its
/// frame.
fn placed_and_read(
    lines: Vec<BodyLine>,
    architecture: Architecture,
    arguments: &[(Passed, Vec<&str>)],
) -> Result<(Vec<BodyLine>, Lowered), String> {
    let lowered = Lowered::read(&lines, architecture, architecture.variant(false))?;
    let Some(placed) = placed::with_places(&lines, &lowered, architecture, arguments) else {
        return Ok((lines, lowered));
    };
    let lowered = Lowered::read(&placed, architecture, architecture.variant(false))?;
    Ok((placed, lowered))
}

/// The extensions that instructions need.
fn extensions_of(lines: &[BodyLine], architecture: Architecture) -> impl Iterator<Item = &'static str> {
    let texts = lines.iter().filter_map(|line| match line {
        BodyLine::Instruction(text) => Some(text.as_str()),
        BodyLine::Label(_) => None,
    });
    texts.filter_map(move |text| architecture.dialect().extension_of(text))
}

/// The lines with one read in place of two that read the halves of what a compare-exchange of the whole finds again, as code for x86 begins its loops. Two reads have executions in which the
/// halves come from different writes that happen to have equal halves; each has the outcome of one in which both come from the write that the compare-exchange reads from: in x86-TSO, whatever
/// is before or behind such a read is so of the read of the compare-exchange. There are far fewer of these, and no accesses of mixed sizes are left.
///
/// `guesses` are the instructions whose reads are found again on all paths.
fn with_whole_guesses(lines: &[BodyLine], guesses: &BTreeSet<usize>, architecture: Architecture) -> Vec<BodyLine> {
    let mut all = Vec::with_capacity(lines.len());
    let mut number = 0;
    let mut rest = lines;
    while let Some((line, behind)) = rest.split_first() {
        rest = behind;
        let BodyLine::Instruction(first) = line else {
            all.push(line.clone());
            continue;
        };
        let second = match behind.first() {
            Some(BodyLine::Instruction(second)) if [number, number + 1].iter().all(|half| guesses.contains(half)) => {
                second.as_str()
            }
            _ => "",
        };
        match architecture.dialect().read_as_whole(first, second) {
            Some(whole) => {
                all.extend(whole.into_iter().map(BodyLine::Instruction));
                rest = &behind[1..];
                number += 2;
            }
            None => {
                all.push(line.clone());
                number += 1;
            }
        }
    }
    all
}

/// Without a jump to the end that stands there.
fn without_last_jump(mut lines: Vec<BodyLine>) -> Vec<BodyLine> {
    lines.retain(|line| !matches!(line, BodyLine::Instruction(text) if text == END_JUMP_MARK));
    lines
}

/// Without the labels that nothing jumps to.
fn without_idle_labels(mut lines: Vec<BodyLine>) -> Vec<BodyLine> {
    let named: BTreeSet<String> = lines
        .iter()
        .filter_map(|line| match line {
            BodyLine::Instruction(text) => Some(text),
            BodyLine::Label(_) => None,
        })
        .flat_map(|text| text.split('@').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    lines.retain(|line| match line {
        BodyLine::Label(number) => named.contains(&number.to_string()),
        BodyLine::Instruction(_) => true,
    });
    lines
}

/// Stands for a jump to the end while lines are collected.
const END_JUMP_MARK: &str = "@return@";

/// Collects lines, with the helpers that are called inside.
struct Expander<'a> {
    architecture: Architecture,
    helpers: &'a dyn Helpers,
    lines: Vec<BodyLine>,
    /// The next number of a label.
    labels: usize,
    /// Extensions that the machine lacks on which the helpers run, and those that it has.
    excludes: BTreeSet<&'static str>,
    extensions: BTreeSet<&'static str>,
}

impl Expander<'_> {
    /// The lines of a function that returns to the label `exit`.
    fn function(&mut self, lines: &[Line], exit: usize, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH || self.lines.len() > MAX_LINES {
            return Err("it calls too many other functions".to_owned());
        }
        // The labels of this function, each with its number.
        let mut labels: Vec<(&str, usize)> = Vec::new();
        for line in lines {
            if let Line::Label(label) = line {
                labels.push((label, self.labels));
                self.labels += 1;
            }
        }
        // Helpers are expanded where they are called: a function that is called twice has other labels each time.
        let number = |label: &str| labels.iter().rev().find(|(known, _)| *known == label).map(|&(_, number)| number);
        // (Where a helper is to do nothing, it has no lines.)
        if !lines.is_empty() && !self.has_end(lines, &|label| number(label).is_some()) {
            return Err("its code has no end: no return and no jump stands last, as where output is cut off".to_owned());
        }
        for (index, line) in lines.iter().enumerate() {
            let text = match line {
                Line::Label(label) => {
                    self.lines.extend(number(label).map(BodyLine::Label));
                    continue;
                }
                Line::Instruction(text) => text,
            };
            // (Compilers put labels behind the last instruction.)
            let is_last = lines[index + 1..].iter().all(|line| matches!(line, Line::Label(_)));
            match self.architecture.dialect().flow(text, &|label| number(label).is_some()) {
                Flow::Nothing => {}
                Flow::Return => self.leave(exit, is_last),
                Flow::ReturnIf(branch) => self.lines.push(BodyLine::Instruction(format!("{branch}@{exit}@"))),
                Flow::ReturnAfter { restore, unless } => self.return_after(restore, unless, (exit, is_last)),
                Flow::Call(symbol) => {
                    let behind = self.new_label();
                    self.helper(&symbol, behind, depth)?;
                    self.lines.push(BodyLine::Label(behind));
                }
                Flow::TailCall(symbol) => {
                    if is_last {
                        self.helper(&symbol, exit, depth)?;
                    } else {
                        let behind = self.new_label();
                        self.helper(&symbol, behind, depth)?;
                        self.lines.push(BodyLine::Label(behind));
                        self.leave(exit, false);
                    }
                }
                Flow::Instructions(all) => {
                    for text in all {
                        self.lines.push(BodyLine::Instruction(with_numbers(&text, &labels)));
                    }
                }
            }
        }
        Ok(())
    }

    /// A return when these instructions are done, all of which a branch passes over where there is one.
    fn return_after(&mut self, restore: Vec<String>, unless: Option<String>, (exit, is_last): (usize, bool)) {
        let behind = unless.as_ref().map(|_| self.new_label());
        if let (Some(branch), Some(behind)) = (&unless, behind) {
            self.lines.push(BodyLine::Instruction(format!("{branch}@{behind}@")));
        }
        self.lines.extend(restore.into_iter().map(BodyLine::Instruction));
        self.leave(exit, is_last && behind.is_none());
        self.lines.extend(behind.map(BodyLine::Label));
    }

    /// Whether nothing is executed behind the last line. Half of a function would pass for one that ends where the rest of it is missing.
    fn has_end(&self, lines: &[Line], is_local: &dyn Fn(&str) -> bool) -> bool {
        let dialect = self.architecture.dialect();
        let mnemonic = |text: &str| text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        let texts = lines.iter().rev().filter_map(|line| match line {
            Line::Instruction(text) => Some(text),
            Line::Label(_) => None,
        });
        // (Behind the last instruction may stand some that pad.)
        let last = texts.map(|text| dialect.flow(text, is_local)).find(|flow| *flow != Flow::Nothing);
        match last {
            Some(Flow::Return | Flow::TailCall(_) | Flow::ReturnAfter { unless: None, .. }) => true,
            Some(Flow::Instructions(all)) => all.last().is_some_and(|text| {
                // (No instruction set has a conditional jump of one of these names.)
                let jump = mnemonic(text);
                let jump = jump.trim_end_matches(".n").trim_end_matches(".w");
                matches!(jump, "b" | "j" | "jmp") || jump == mnemonic(&dialect.jump("end"))
            }),
            Some(Flow::ReturnIf(_) | Flow::ReturnAfter { unless: Some(_), .. } | Flow::Call(_) | Flow::Nothing)
            | None => false,
        }
    }

    fn new_label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    fn leave(&mut self, exit: usize, is_last: bool) {
        if exit == 0 && is_last {
            self.lines.push(BodyLine::Instruction(END_JUMP_MARK.to_owned()));
        } else if !is_last {
            self.lines.push(BodyLine::Instruction(self.architecture.dialect().jump(&format!("@{exit}@"))));
        }
    }

    fn helper(&mut self, symbol: &str, exit: usize, depth: usize) -> Result<(), String> {
        if self.architecture.convention().arguments.is_empty() {
            return Err(format!("it calls `{symbol}`, and arguments that a call puts on the stack are not followed"));
        }
        let helper = self.helpers.find(symbol)?;
        // What restricts a helper restricts who calls it.
        self.excludes.extend(&helper.excludes);
        self.extensions.extend(&helper.needs);
        self.function(&helper.lines, exit, depth + 1)
    }
}

/// The instruction with the numbers of labels in their places.
pub(crate) fn with_numbers(text: &str, labels: &[(&str, usize)]) -> String {
    // Whole words: a label may be the beginning of another one, or of a register's name.
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |end| start + end);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        match labels.iter().rev().find(|(label, _)| *label == word) {
            Some((_, number)) => out.push_str(&format!("@{number}@")),
            None => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A line as it stands in a test: `label` writes the names of labels.
pub(crate) fn with_labels(text: &str, label: &dyn Fn(usize) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut pieces = text.split('@');
    out.push_str(pieces.next().unwrap_or_default());
    while let (Some(number), Some(behind)) = (pieces.next(), pieces.next()) {
        out.push_str(&number.parse().map_or_else(|_| number.to_owned(), label));
        out.push_str(behind);
    }
    out
}

#[cfg(test)]
mod tests;
