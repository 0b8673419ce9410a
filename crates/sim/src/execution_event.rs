//! Events of an execution, as people write them.

use std::fmt::Write;

use execution::{Action, Candidate, Cell, Event};
use litmus::{Base, LoweredTest, NumberFormat};
use program::{CodePlace, ExprId, Expressions, IdVec, Node, ThreadId};
use relation::{EventId, Index};

use crate::Test;

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// Gives a location its initial value.
    InitialWrite,
    /// Reads memory.
    Read,
    /// Writes memory.
    Write,
    /// Reads and writes a location in one.
    ReadModifyWrite,
    /// Takes or leaves a lock.
    Synchronize,
    /// A fence.
    Fence,
    /// A branch, or a choice within an instruction.
    Branch,
    /// Reads a register.
    RegisterRead,
    /// Writes a register.
    RegisterWrite,
}

/// An event of one execution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExecutionEvent {
    /// A letter for each access to memory and each fence, in the order of threads and programs; empty for others.
    pub name: String,
    /// The thread; `None` for initial writes.
    pub thread: Option<ThreadId>,
    /// The instruction in the text; `None` for initial writes.
    pub instruction: Option<CodePlace>,
    /// Which execution of an instruction it belongs to, counted from 0 in its thread.
    pub instance: u32,
    /// Where its access is several events, each of a piece of memory: the first of them.
    pub first_piece: Option<EventId>,
    /// What it does.
    pub kind: EventKind,
    /// What it accesses, as tests write it (`x`, `a[1]`, or a register), with the offset of a piece in bytes (`x+4`); empty when it accesses nothing.
    pub location: String,
    /// What it reads or writes; of those that do both, what it reads.
    pub value: String,
    /// What a read-modify-write writes; empty for others.
    pub new_value: String,
    /// How many bits it accesses; 0 where it accesses no memory.
    pub bits: u32,
    /// Its annotations, or the kinds of a fence, as models call them.
    pub tags: Vec<String>,
}

impl ExecutionEvent {
    /// The event in the field's notation: `Wx=1`, `R(A)y=0`, `DMB.ISH`.
    pub fn text(&self) -> String {
        let tags = self.telling_tags().join(",");
        let letter = match self.kind {
            EventKind::Fence if !tags.is_empty() => return tags,
            EventKind::Fence => return "fence".to_owned(),
            EventKind::Branch => return "branch".to_owned(),
            EventKind::InitialWrite | EventKind::Write | EventKind::RegisterWrite => "W",
            EventKind::Read | EventKind::RegisterRead => "R",
            EventKind::ReadModifyWrite => "RMW",
            EventKind::Synchronize => "lock ",
        };
        let mut text = letter.to_owned();
        // Writing into a string cannot fail.
        if !tags.is_empty() && self.kind != EventKind::InitialWrite {
            let _ = write!(text, "({tags})");
        }
        text.push_str(&self.location);
        if !self.value.is_empty() {
            let _ = write!(text, "={}", self.value);
        }
        if !self.new_value.is_empty() {
            let _ = write!(text, "→{}", self.new_value);
        }
        text
    }

    /// The tags that distinguish it from others. The kernel's annotations come with two that only say that there is one.
    fn telling_tags(&self) -> Vec<&str> {
        let is_annotated = self.tags.iter().any(|tag| tag == "annot");
        let is_distinguishing = |tag: &&str| !is_annotated || !matches!(*tag, "annot" | "NA");
        self.tags.iter().map(String::as_str).filter(is_distinguishing).collect()
    }

    /// The same with the event's letter before it: `a: Wx=1`.
    pub fn named_text(&self) -> String {
        match self.name.is_empty() {
            true => self.text(),
            false => format!("{}: {}", self.name, self.text()),
        }
    }

    /// Whether it accesses memory.
    pub fn is_memory(&self) -> bool {
        matches!(self.kind, EventKind::InitialWrite | EventKind::Read | EventKind::Write | EventKind::ReadModifyWrite)
    }

    /// Whether people want to see it when nothing else is said: accesses to memory by threads, and fences.
    pub fn is_usually_shown(&self) -> bool {
        match self.kind {
            EventKind::Read
            | EventKind::Write
            | EventKind::ReadModifyWrite
            | EventKind::Synchronize
            | EventKind::Fence => true,
            EventKind::InitialWrite | EventKind::Branch | EventKind::RegisterRead | EventKind::RegisterWrite => false,
        }
    }
}

/// The number in letters: a, b, ..., z, aa, ab, ...
fn letters(mut number: usize) -> String {
    let mut name = String::new();
    loop {
        name.insert(0, char::from(b'a' + (number % 26) as u8));
        if number < 26 {
            return name;
        }
        number = number / 26 - 1;
    }
}

/// The events of a candidate.
pub(crate) fn describe(
    test: &Test,
    base: Base,
    x: &Expressions,
    candidate: &Candidate<'_, '_>,
) -> IdVec<EventId, ExecutionEvent> {
    let tags: Vec<String> = test.language().tags().iter().map(|tag| tag.into_owned()).collect();
    let writer = Writer { lowered: test.lowered(), base, x, candidate, tags };
    let mut named = 0;
    let mut splits = candidate.structure.splits().peekable();
    let events = candidate.structure.events.iter_enumerated().map(|(id, event)| {
        let mut described = writer.event(id, event);
        while splits.next_if(|(first, split)| first.index() + split.count as usize <= id.index()).is_some() {}
        let piece = splits.peek().and_then(|(first, _)| Some((*first, id.index().checked_sub(first.index())?)));
        if described.is_usually_shown() {
            // The pieces of an access share its letter.
            named += usize::from(piece.is_none_or(|(_, number)| number == 0));
            described.name = letters(named - 1);
            if let Some((_, number)) = piece {
                let _ = write!(described.name, "{number}");
            }
        }
        described.first_piece = piece.map(|(first, _)| first);
        described
    });
    events.collect::<Vec<_>>().into()
}

struct Writer<'w> {
    lowered: &'w LoweredTest,
    base: Base,
    x: &'w Expressions,
    candidate: &'w Candidate<'w, 'w>,
    tags: Vec<String>,
}

impl Writer<'_> {
    fn event(&self, id: EventId, event: &Event) -> ExecutionEvent {
        let kind = match event.action {
            Action::InitialWrite { .. } => EventKind::InitialWrite,
            Action::Read { .. } => EventKind::Read,
            Action::Write { .. } => EventKind::Write,
            Action::ReadModifyWrite { .. } => EventKind::ReadModifyWrite,
            Action::Synchronize { .. } => EventKind::Synchronize,
            Action::RegisterRead { .. } => EventKind::RegisterRead,
            Action::RegisterWrite { .. } => EventKind::RegisterWrite,
            Action::Fence => EventKind::Fence,
            Action::Branch | Action::Predicate => EventKind::Branch,
        };
        let cell = self.candidate.cells[id];
        let own = self.candidate.values[id].map_or(String::new(), |value| self.value(cell, value));
        let (location, value, new_value) = match event.action {
            Action::RegisterRead { register, .. } | Action::RegisterWrite { register, .. } => {
                (self.lowered.program.registers[register].name.clone(), own, String::new())
            }
            Action::ReadModifyWrite { .. } => {
                let write = self.candidate.reads_from[id].and_then(|write| self.candidate.values[write]);
                (self.location(cell), write.map_or(String::new(), |value| self.value(cell, value)), own)
            }
            Action::InitialWrite { .. } | Action::Read { .. } | Action::Write { .. } | Action::Synchronize { .. } => {
                (self.location(cell), own, String::new())
            }
            Action::Fence | Action::Branch | Action::Predicate => Default::default(),
        };
        ExecutionEvent {
            name: String::new(),
            thread: event.thread,
            instruction: event.instruction,
            instance: event.instance,
            first_piece: None,
            kind,
            location,
            value,
            new_value,
            bits: self.bits(event),
            tags: event.tags.iter().filter_map(|tag| self.tags.get(tag as usize).cloned()).collect(),
        }
    }

    fn bits(&self, event: &Event) -> u32 {
        match event.action {
            Action::Read { width, .. } | Action::ReadModifyWrite { width, .. } => u32::from(width),
            Action::Write { value, .. } | Action::InitialWrite { value, .. } => u32::from(self.x.width(value)),
            Action::Synchronize { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => 0,
        }
    }

    fn location(&self, cell: Option<Cell>) -> String {
        let Some(cell) = cell else { return "?".to_owned() };
        let location = &self.lowered.program.locations[cell.location];
        let named = |index: u32| match location.cells.len() {
            1 => location.name.to_string(),
            _ => format!("{}[{index}]", location.name),
        };
        let Some(pieces) = self.candidate.structure.pieces else { return named(cell.index) };
        let each = pieces.of_cell(cell.location, 0).len() as u32;
        match each {
            1 => named(cell.index),
            _ => {
                let offset = cell.index % each * pieces.piece_bytes(cell.location);
                format!("{}+{offset}", named(cell.index / each))
            }
        }
    }

    /// A value of what is accessed at `cell`, by the type of that if it has one.
    fn value(&self, cell: Option<Cell>, value: ExprId) -> String {
        match self.x.node(value) {
            Node::Constant(bits) => {
                let element = cell.and_then(|cell| self.lowered.program.locations[cell.location].element);
                let format = element
                    .map_or(NumberFormat::INT, |element| NumberFormat { width: element.width, signed: element.signed });
                let width = format.width.max(self.x.width(value));
                NumberFormat { width, ..format }.print(bits, self.base)
            }
            Node::Address(location, offset) => {
                let name = &self.lowered.program.locations[location].name;
                if offset == 0 { name.to_string() } else { format!("{name}{offset:+}") }
            }
            Node::Code(place) => match self.lowered.program.labels(place).iter().min() {
                Some(label) => label.to_string(),
                None => format!("P{}+{}", place.thread.number(), place.instruction.index()),
            },
            Node::Word(word) => self.lowered.program.words[word].clone(),
            Node::ZeroExtend(inner) => self.value(cell, inner),
            Node::Symbol(_)
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Extract(..)
            | Node::SignExtend(_)
            | Node::Concatenate(..)
            | Node::Select(..) => "?".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_the_alphabet() {
        assert_eq!([0, 25, 26, 27, 52, 701, 702].map(letters), ["a", "z", "aa", "ab", "ba", "zz", "aaa"]);
    }
}
