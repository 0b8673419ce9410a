//! Assembly languages: what they share.
//!
//! A column of cells becomes a list of instructions with labels before them. Labels are global, as herd has them: one
//! name, one place in the whole test. Symbolic registers (`%x`) are given registers that their thread does not use
//! otherwise, in the order of their names (herdtools7, `lib/symbReg.ml`).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use program::{
    BlockBuilder, CodePlace, IdVec, Instruction, InstructionId, LocationId, Name, Register, RegisterId, Thread,
    ThreadId, Width,
};
use rustc_hash::FxHashMap;
use source::{CharSet, Cursor, Diagnostic, Sources, Span, nearest};

use crate::parse::without_comments;
use crate::{
    Assembly, Cells, Code, CodeText, Descriptor, Hierarchy, InstructionForm, InstructionSet, Language, LoweredCode,
    LoweringContext, Mention, RawProgram, RawThread, RegisterPart, Spelling, TagNames,
};

/// What the name of a label begins with.
static LABEL_START: CharSet = CharSet::LETTERS.with(CharSet::of("_.$"));
/// What the name of a label is made of.
static IN_LABEL: CharSet = CharSet::LETTERS.with(CharSet::DIGITS).with(CharSet::of("_./-$"));

/// Makes a [`Language`] of an [`Assembly`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Table<A>(pub A);

impl<A: Assembly> Language for Table<A> {
    fn descriptor(&self) -> &'static Descriptor {
        self.0.descriptor()
    }

    fn tags(&self) -> TagNames<'_> {
        self.0.tags()
    }

    fn absent_tags(&self) -> TagNames<'_> {
        self.0.absent_tags()
    }

    fn hierarchy(&self) -> Option<&Hierarchy> {
        self.0.hierarchy()
    }

    fn address_width(&self) -> Width {
        self.0.address_width()
    }

    fn number_width(&self) -> Width {
        self.0.number_width()
    }

    fn follows_known_branches(&self) -> bool {
        self.0.follows_known_branches()
    }

    fn mixed_sizes(&self) -> Option<program::MixedSizes> {
        self.0.mixed_sizes()
    }

    fn parse(&self, raw: &RawProgram, text: &str) -> Result<Box<dyn Code>, Vec<Diagnostic>> {
        let threads = match raw {
            RawProgram::Table(threads) => threads,
            RawProgram::Text(span) => {
                let message = format!("{} programs are tables of instructions", self.name());
                return Err(vec![Diagnostic::error("not-a-table", *span, message)]);
            }
        };
        let cells = all_cells(threads);
        let text = blank_comments(threads, cells.clone(), text);
        let may_have_labels = memchr::memchr(b':', &text.as_bytes()[cells]).is_some();
        let mut diagnostics = Vec::new();
        let mut locations = Vec::new();
        let read = |column| Column::read(&self.0, column, &text, may_have_labels, &mut locations, &mut diagnostics);
        let columns: IdVec<ThreadId, Column<A>> = threads.iter().map(read).collect();
        let labels = all_labels(&columns, &mut diagnostics);
        check_jumps(&self.0, &columns, &labels, &text, &mut diagnostics);
        if diagnostics.is_empty() {
            let (assembly, registers) = (self.0.clone(), self.0.registers());
            Ok(Box::new(TableCode { assembly, columns, labels, locations, registers }))
        } else {
            Err(diagnostics)
        }
    }

    fn instruction_set(&self) -> Option<&dyn InstructionSet> {
        Some(self)
    }
}

impl<A: Assembly> InstructionSet for Table<A> {
    fn whole_register(&self, word: &str) -> Option<String> {
        self.0.whole_register(word)
    }

    fn register_names(&self) -> Vec<String> {
        self.0.register_names()
    }

    fn register_sigil(&self) -> &'static str {
        self.0.register_sigil()
    }

    fn line_comments(&self) -> &'static [&'static str] {
        self.0.line_comments()
    }

    fn forms(&self) -> Vec<InstructionForm> {
        let mut forms = self.0.forms();
        forms.sort_unstable();
        forms.dedup();
        forms
    }
}

/// Few instructions have more characters.
const USUAL_LENGTH: usize = 20;

/// A label's name with its place.
#[derive(Debug)]
struct Label {
    name: Name,
    span: Span,
}

/// An instruction and the labels before it.
#[derive(Debug)]
struct Line<I> {
    labels: Vec<Label>,
    instruction: I,
    span: Span,
}

/// A thread, read.
#[derive(Debug)]
struct Column<A: Assembly> {
    lines: IdVec<InstructionId, Line<A::Instruction>>,
    /// Labels behind the last instruction.
    last_labels: Vec<Label>,
    /// The registers that initial states and conditions name.
    reserved: Vec<RegisterId>,
    /// The symbolic registers that the instructions name.
    symbolic: BTreeSet<Name>,
    /// The instructions that name labels.
    jumps: Vec<InstructionId>,
}

/// Where a label stands.
#[derive(Clone, Copy, Debug)]
struct LabelPlace {
    thread: ThreadId,
    /// The instruction behind it; one past the last when there is none.
    instruction: InstructionId,
    span: Span,
}

impl LabelPlace {
    fn code(&self) -> CodePlace {
        CodePlace { thread: self.thread, instruction: self.instruction }
    }
}

/// From the first cell of `threads` to the last; empty when there are none.
fn all_cells(threads: &[RawThread]) -> Range<usize> {
    let starts = threads.iter().flat_map(|thread| thread.cells.first()).map(|cell| cell.start as usize);
    let ends = threads.iter().flat_map(|thread| thread.cells.last()).map(|cell| cell.end as usize);
    starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
}

/// `text` with blanks instead of the comments inside the cells, which lie in `cells`.
fn blank_comments<'t>(threads: &[RawThread], cells: Range<usize>, text: &'t str) -> Cow<'t, str> {
    // Few tests have a star between their cells at all.
    let has_star = memchr::memchr(b'*', &text.as_bytes()[cells]).is_some();
    let mut text = Cow::Borrowed(text);
    if !has_star {
        return text;
    }
    for cell in threads.iter().flat_map(|thread| &thread.cells) {
        let range = cell.start as usize..cell.end as usize;
        if text[range.clone()].contains("(*") {
            let blanked = without_comments(&text[range.clone()]);
            text.to_mut().replace_range(range, &blanked);
        }
    }
    text
}

impl<A: Assembly> Column<A> {
    /// Reads a thread; looks for labels only if it `may_have_labels`. The locations that it names are added to `locations`.
    fn read(
        assembly: &A,
        thread: &RawThread,
        text: &str,
        may_have_labels: bool,
        locations: &mut Vec<Name>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Column<A> {
        let mut column = Column {
            lines: Vec::with_capacity(thread.cells.len()).into(),
            last_labels: Vec::new(),
            reserved: Vec::new(),
            symbolic: BTreeSet::new(),
            jumps: Vec::new(),
        };
        for &cell in &thread.cells {
            let mut cursor = Cursor::new(text, cell);
            while may_have_labels && let Some(label) = read_label(&mut cursor) {
                column.last_labels.push(label);
                cursor.skip_white_space();
            }
            if cursor.is_at_end() {
                continue;
            }
            let start = cursor.offset();
            match read_instruction(assembly, &mut cursor) {
                Ok(instruction) => {
                    if !assembly.names_only_registers(&instruction) {
                        column.note_mentions(assembly, &instruction, locations);
                    }
                    let labels = std::mem::take(&mut column.last_labels);
                    column.lines.push(Line { labels, instruction, span: cursor.span_from(start) });
                }
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        column
    }

    /// Notes what the next instruction names, but for registers.
    fn note_mentions(&mut self, assembly: &A, instruction: &A::Instruction, locations: &mut Vec<Name>) {
        let id = self.lines.next_id();
        assembly.mentions(instruction, &mut |mention| match mention {
            Mention::Register(_) => {}
            Mention::Symbolic(name) => {
                self.symbolic.insert(name.into());
            }
            Mention::Label(_) if self.jumps.last() == Some(&id) => {}
            Mention::Label(_) => self.jumps.push(id),
            Mention::Location(name) => {
                if locations.iter().all(|known| known != name) {
                    locations.push(name.into());
                }
            }
        });
    }

    /// The registers that the instructions name, or else initial states and conditions.
    fn used(&self, assembly: &A) -> Vec<RegisterId> {
        let mut used = self.reserved.clone();
        for line in &self.lines {
            assembly.mentions(&line.instruction, &mut |mention| match mention {
                Mention::Register(register) => used.push(register),
                Mention::Symbolic(_) | Mention::Label(_) | Mention::Location(_) => {}
            });
        }
        used
    }

    /// All labels with the instructions that they stand before.
    fn labels(&self) -> impl Iterator<Item = (&Label, InstructionId)> {
        let inside = self.lines.iter_enumerated().map(move |(id, line)| (id, &line.labels));
        let all = inside.chain(std::iter::once((self.lines.next_id(), &self.last_labels)));
        all.flat_map(|(id, labels)| labels.iter().map(move |label| (label, id)))
    }
}

/// Reads the whole cell.
fn read_instruction<A: Assembly>(assembly: &A, cursor: &mut Cursor<'_>) -> Result<A::Instruction, Diagnostic> {
    let instruction = assembly.parse(cursor)?;
    let rest = cursor.rest().len();
    if rest == 0 || cursor.rest().trim().is_empty() {
        return Ok(instruction);
    }
    let start = cursor.offset();
    cursor.eat_while(|_| true);
    let span = cursor.span_from(start).slice(0, rest);
    Err(Diagnostic::error("trailing-text", span, "this does not belong to the instruction before it"))
}

/// Reads `name:` if the cursor stands before one.
fn read_label(cursor: &mut Cursor<'_>) -> Option<Label> {
    if !cursor.peek_byte().is_some_and(|byte| LABEL_START.has(byte)) {
        return None;
    }
    let mut ahead = cursor.clone();
    ahead.skip_all(&IN_LABEL);
    let (name, span) = (ahead.text_from(cursor.offset()), ahead.span_from(cursor.offset()));
    ahead.skip_white_space();
    if !ahead.eat(":") {
        return None;
    }
    *cursor = ahead;
    Some(Label { name: name.into(), span })
}

/// Where each label stands; a label that stands in two places is a mistake.
fn all_labels<A: Assembly>(
    columns: &IdVec<ThreadId, Column<A>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> FxHashMap<Name, LabelPlace> {
    let mut all: FxHashMap<Name, LabelPlace> = FxHashMap::default();
    for (thread, column) in columns.iter_enumerated() {
        for (label, instruction) in column.labels() {
            let place = LabelPlace { thread, instruction, span: label.span };
            let Some(first) = all.get(&label.name) else {
                all.insert(label.name.clone(), place);
                continue;
            };
            let message = format!("the label `{}` stands in two places", label.name);
            let diagnostic = Diagnostic::error("duplicate-label", label.span, message);
            let diagnostic = diagnostic.label(first.span, "first here");
            diagnostics.push(if first.thread == thread {
                diagnostic
            } else {
                diagnostic.help("labels are global: two threads cannot use one name")
            });
        }
    }
    all
}

/// Every jump must go to a label; to one of its own thread or, as with herd, to one of another thread, whose code it then executes.
fn check_jumps<A: Assembly>(
    assembly: &A,
    columns: &IdVec<ThreadId, Column<A>>,
    labels: &FxHashMap<Name, LabelPlace>,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for column in columns {
        for line in column.jumps.iter().map(|id| &column.lines[*id]) {
            assembly.mentions(&line.instruction, &mut |mention| {
                let Mention::Label(name) = mention else { return };
                let span = place_of_word(name, line.span, text);
                match labels.get(name) {
                    Some(_) => {}
                    None => {
                        let message = format!("no label `{name}` in this test");
                        let known = column.labels().map(|(label, _)| label.name.as_str());
                        let diagnostic = Diagnostic::error("unknown-label", span, message);
                        diagnostics.push(diagnostic.suggest(nearest(name, known)));
                    }
                }
            });
        }
    }
}

/// Where `word` stands in the piece `span` of `text`; the last place, since jumps name their labels last.
fn place_of_word(word: &str, span: Span, text: &str) -> Span {
    match text[span.start as usize..span.end as usize].rfind(word) {
        Some(at) => span.slice(at, at + word.len()),
        None => span,
    }
}

/// The [`Code`] of a table.
struct TableCode<A: Assembly> {
    assembly: A,
    columns: IdVec<ThreadId, Column<A>>,
    labels: FxHashMap<Name, LabelPlace>,
    /// The locations that the instructions name, each once, in the order of the text. (There are few: they are searched one after the other.)
    locations: Vec<Name>,
    registers: Arc<IdVec<RegisterId, Register>>,
}

impl<A: Assembly> TableCode<A> {
    /// Which registers the symbolic registers of a thread get; the first one for which there is none left, if so.
    fn allocation(&self, thread: ThreadId) -> Result<BTreeMap<&str, RegisterId>, &str> {
        let column = &self.columns[thread];
        if column.symbolic.is_empty() {
            return Ok(BTreeMap::new());
        }
        let used = column.used(&self.assembly);
        let mut free = self.assembly.allocatable().into_iter().filter(|register| !used.contains(register));
        let names = column.symbolic.iter().map(Name::as_str);
        names.map(|name| free.next().map(|register| (name, register)).ok_or(name)).collect()
    }

    fn lower_thread(
        &self,
        thread: ThreadId,
        location: &dyn Fn(&str) -> LocationId,
        block: &mut BlockBuilder,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Thread {
        let symbolic = match self.allocation(thread) {
            Ok(symbolic) => symbolic,
            Err(name) => {
                let message = format!("no register is left for `%{name}` in P{}", thread.number());
                let line = self.columns[thread]
                    .lines
                    .iter()
                    .find(|line| names_symbolic(&self.assembly, &line.instruction, name));
                diagnostics.extend(line.map(|line| Diagnostic::error("out-of-registers", line.span, message)));
                return Thread::default();
            }
        };
        let label = |name: &str| self.labels.get(name).map(LabelPlace::code);
        let symbolic = |name: &str| symbolic.get(name).copied();
        let end_labels = self.columns[thread].last_labels.iter().map(|label| label.name.clone()).collect();
        let mut instructions = Vec::with_capacity(self.columns[thread].lines.len());
        for (instruction, line) in self.columns[thread].lines.iter_enumerated() {
            let place = CodePlace { thread, instruction };
            let context = LoweringContext { span: line.span, place, location, label: &label, symbolic: &symbolic };
            if let Err(diagnostic) = self.assembly.lower(&line.instruction, &context, block) {
                diagnostics.push(diagnostic);
            }
            let labels = line.labels.iter().map(|label| label.name.clone()).collect();
            instructions.push(Instruction { span: line.span, block: block.take(), labels });
        }
        Thread { instructions: instructions.into(), end_labels }
    }
}

impl<A: Assembly> Code for TableCode<A> {
    fn cells(&self, spelling: Spelling, label: &dyn Fn(&str, &mut String)) -> Vec<Cells> {
        let cells = |column: &Column<A>| {
            let mut cells = Cells::with_capacity(column.lines.len(), USUAL_LENGTH * column.lines.len());
            let push_label = |cells: &mut Cells, found: &Label| {
                cells.push(|out| {
                    label(&found.name, out);
                    out.push(':');
                });
            };
            for line in &column.lines {
                line.labels.iter().for_each(|label| push_label(&mut cells, label));
                cells.push(|out| self.assembly.print(&line.instruction, &mut CodeText::new(out, spelling, label)));
            }
            column.last_labels.iter().for_each(|label| push_label(&mut cells, label));
            cells
        };
        self.columns.iter().map(cells).collect()
    }

    fn threads(&self) -> usize {
        self.columns.len()
    }

    fn untyped_are_ints(&self) -> bool {
        true
    }

    fn types_are_sizes(&self) -> bool {
        self.assembly.types_are_sizes()
    }

    fn registers(&self) -> &Arc<IdVec<RegisterId, Register>> {
        &self.registers
    }

    fn register(&self, thread: ThreadId, name: &str) -> Option<RegisterPart> {
        let Some(symbolic) = name.strip_prefix('%') else { return self.assembly.register(name) };
        self.columns.get(thread)?;
        let register = *self.allocation(thread).ok()?.get(symbolic)?;
        Some(RegisterPart { register, low: 0, width: self.registers[register].width })
    }

    fn register_names(&self) -> Vec<String> {
        self.assembly.register_names()
    }

    fn locations(&self) -> Vec<Cow<'_, str>> {
        self.locations.iter().map(|name| Cow::Borrowed(name.as_str())).collect()
    }

    fn labels(&self) -> Vec<&str> {
        self.labels.keys().map(Name::as_str).collect()
    }

    fn label(&self, name: &str) -> Option<CodePlace> {
        self.labels.get(name).map(LabelPlace::code)
    }

    fn word(&self, place: CodePlace) -> Option<String> {
        let bytes = i64::from(self.assembly.instruction_bytes()?);
        let line = self.columns.get(place.thread)?.lines.get(place.instruction)?;
        let label = |label: &str, out: &mut String| match self.labels.get(label) {
            Some(target) if target.thread == place.thread => {
                let distance = i64::from(target.instruction.number()) - i64::from(place.instruction.number());
                out.push_str(&format!(".{:+}", bytes * distance));
            }
            _ => out.push_str(label),
        };
        let mut out = String::new();
        self.assembly.print(&line.instruction, &mut CodeText::new(&mut out, Spelling::Printed, &label));
        Some(out)
    }

    fn has_words(&self) -> bool {
        self.assembly.instruction_bytes().is_some()
    }

    fn read_word(&self, text: &str) -> Result<String, String> {
        if !self.has_words() {
            return Err(format!("instructions of {} are no values", self.assembly.descriptor().name));
        }
        let mut sources = Sources::new();
        let source = sources.add("instruction", text);
        let instruction = read_instruction(&self.assembly, &mut Cursor::new(text, sources.whole(source)));
        let instruction = instruction.map_err(|diagnostic| diagnostic.message)?;
        Ok(CodeText::printed(|text| self.assembly.print(&instruction, text)))
    }

    fn reserve(&mut self, thread: ThreadId, name: &str) {
        let column = &mut self.columns[thread];
        // It matters where there are symbolic registers.
        if !column.symbolic.is_empty() {
            column.reserved.extend(self.assembly.register(name).map(|part| part.register));
        }
    }

    fn lower(&self, location: &dyn Fn(&str) -> LocationId) -> Result<LoweredCode, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let mut block = BlockBuilder::new();
        let mut lower = |thread| self.lower_thread(thread, location, &mut block, &mut diagnostics);
        let threads = self.columns.ids().map(&mut lower).collect();
        let registers = Arc::clone(&self.registers);
        let lowered = LoweredCode { threads, registers, default_registers: Vec::new() };
        if diagnostics.is_empty() { Ok(lowered) } else { Err(diagnostics) }
    }
}

fn names_symbolic<A: Assembly>(assembly: &A, instruction: &A::Instruction, name: &str) -> bool {
    let mut found = false;
    assembly.mentions(instruction, &mut |mention| found |= mention == Mention::Symbolic(name));
    found
}
