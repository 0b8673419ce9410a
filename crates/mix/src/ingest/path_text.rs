//! Paths as canonical texts: whole, for what is the same, and in outline, for what orders no more (see `outline`).

use std::fmt::Write;

use super::outline::{self, OutlinePath};
use super::register_flow::{self, Flow};
use super::weakening::{Weakened, of_halves};
use crate::Architecture;
use execution::{Action, Event, ThreadPath, Visible};
use program::{ExprId, Expressions, Index, Node, RegisterId, SymbolId, TagSet};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known of a body whose paths are looked at.
pub(super) struct Seen<'a> {
    pub(super) architecture: Architecture,
    /// Registers that the body reads and was not given. The loads that give them something come before all others.
    pub(super) found: &'a [RegisterId],
    /// How many instructions before the body stand for its caller.
    pub(super) callers: u32,
    /// How many there are with those of the body.
    pub(super) end: usize,
}

/// The relations between events of a path that models see which get dependencies.
fn relations(path: &ThreadPath) -> Vec<Flow> {
    let all = [
        ("id", &path.iico_data),
        ("ic", &path.iico_control),
        ("io", &path.iico_order),
        ("po", &path.po_within),
        ("si", &path.single_copy),
        ("ap", &path.address_ports),
        ("dp", &path.data_ports),
        ("addr", &path.addr),
        ("data", &path.data),
        ("ctrl", &path.ctrl),
    ];
    all.into_iter().map(|(word, pairs)| (word, pairs.to_vec())).collect()
}

/// What relates the events of a path, as models see it that are shown these events.
pub(super) fn flows(path: &ThreadPath, visible: Visible) -> Vec<Flow> {
    match visible {
        Visible::NoRegisters => relations(path),
        Visible::All => register_flow::flows(path),
    }
}

/// What events are called: by their numbers among those that are no register accesses; and those that come before all others, by the registers that they
/// load.
fn names(events: &[Event], found: &[RegisterId]) -> Vec<String> {
    let mut next = 0;
    let name = |event: &Event| match found.get(event.instance as usize) {
        Some(register) => register_name(*register),
        None if event.is_register() => String::new(),
        None => {
            next += 1;
            (next - 1).to_string()
        }
    };
    events.iter().map(name).collect()
}

fn register_name(register: RegisterId) -> String {
    format!("r{}", register.number())
}

/// What events are called in an outline: accesses by their numbers among those that are not left out, branches by how many accesses stand before, and so
/// that two in one place are one. What else there is has no name: fences, which are written apart, and choices inside instructions, through which relations lead.
fn outline_names(way: &Weakened, seen: &Seen<'_>) -> Vec<String> {
    let kept = outline::of_instructions(seen.architecture);
    let mut next = 0;
    let name = |(number, event): (usize, &Event)| {
        if let Some(register) = seen.found.get(event.instance as usize) {
            return register_name(*register);
        }
        match event.action {
            Action::Branch => return format!("b{next}"),
            Action::Predicate | Action::RegisterRead { .. } | Action::RegisterWrite { .. } => return String::new(),
            // (A fence without tags is the one that stands behind each body.)
            Action::Fence if event.tags != TagSet::NONE && event.tags.0 & kept.0 == 0 => return String::new(),
            _ if way.left_out.contains(&number) => return String::new(),
            Action::Fence
            | Action::InitialWrite { .. }
            | Action::Read { .. }
            | Action::Write { .. }
            | Action::ReadModifyWrite { .. }
            | Action::Synchronize { .. } => {}
        }
        next += 1;
        (next - 1).to_string()
    };
    way.path.events.iter().enumerate().map(name).collect()
}

/// Writes a path with names of its own: symbols, instances and expressions are numbered in the order in which they are met.
pub(super) struct PathText<'a> {
    x: &'a Expressions,
    text: String,
    symbols: FxHashMap<SymbolId, String>,
    expressions: FxHashMap<ExprId, usize>,
}

impl<'a> PathText<'a> {
    fn new(x: &'a Expressions) -> PathText<'a> {
        PathText { x, text: String::new(), symbols: FxHashMap::default(), expressions: FxHashMap::default() }
    }

    /// `found` are the registers whose loads come first. What the body does not use of them is not written, since compilers choose registers freely.
    pub(super) fn whole(path: &ThreadPath, x: &'a Expressions, found: &[RegisterId], visible: Visible) -> String {
        let mut text = PathText { text: "path\n".to_owned(), ..PathText::new(x) };
        // Each of those loads is an instruction of its own.
        let names = names(&path.events, found);
        text.name_symbols(&path.events, &names);
        let mut instances: FxHashMap<u32, usize> = FxHashMap::default();
        for event in path.events.iter().filter(|event| !event.is_register() && event.instance as usize >= found.len()) {
            let next = instances.len();
            let instance = *instances.entry(event.instance).or_insert(next);
            text.event(event, instance, event.tags);
        }
        for (word, mut pairs) in flows(path, visible) {
            // Relations are sets: the order in which the execution has found pairs depends on the code.
            pairs.sort_unstable();
            pairs.dedup();
            for (source, target) in pairs {
                let _ = write!(text.text, "{word} {} {} ", names[source as usize], names[target as usize]);
            }
        }
        text.text.push('\n');
        let mut conditions = text.conditions(path);
        conditions.sort();
        conditions.dedup();
        text.text.push_str(&conditions.concat());
        text.text
    }

    /// What [`OutlinePath`] has of a path.
    pub(super) fn outline(way: &Weakened, x: &'a Expressions, seen: &Seen<'_>, visible: Visible) -> OutlinePath {
        let (path, architecture) = (&way.path, seen.architecture);
        let mut outline = OutlinePath { lacks_idle_writes: way.lacks_idle_writes, ..OutlinePath::default() };
        let mut text = PathText::new(x);
        let names = outline_names(way, seen);
        text.name_symbols(&path.events, &names);
        let (orders, kept) = (outline::order_tags(architecture), outline::of_instructions(architecture));
        let halves = of_halves(architecture);
        let mut last_access: Option<usize> = None;
        let mut instances: FxHashMap<u32, usize> = FxHashMap::default();
        for (number, event) in path.events.iter().enumerate() {
            let is_access = !event.is_register() && !matches!(event.action, Action::Branch | Action::Predicate);
            if !is_access || way.left_out.contains(&number) || (event.instance as usize) < seen.found.len() {
                continue;
            }
            if event.action == Action::Fence && event.tags != TagSet::NONE && event.tags.0 & kept.0 == 0 {
                outline.fences.push((outline.orders.len(), event.tags.0));
                continue;
            }
            let next = instances.len();
            let instance = *instances.entry(event.instance).or_insert(next);
            let others = event.tags.without(orders);
            if event.is_write() && event.tags.0 & halves.0 != 0 {
                outline.atomic_writes.insert(outline.orders.len());
                if way.partner(number, halves).is_some_and(|read| last_access == Some(read)) {
                    outline.second_halves.insert(outline.orders.len());
                }
            }
            last_access = Some(number);
            outline.orders.push(outline::with_weaker(architecture, event.tags.without(others)).0);
            text.event(event, instance, others);
        }
        // Results are stored behind the body, and lead nowhere from there.
        let behind = |event: &Event| event.instruction.is_some_and(|place| place.instruction.index() >= seen.end);
        let stores = path.events.iter().zip(&names).filter(|(event, _)| behind(event) && event.is_write());
        let gives: FxHashSet<&str> = stores.map(|(_, name)| name.as_str()).collect();
        for (word, pairs) in flows(path, visible) {
            for (source, target) in pairs {
                let (source, target) = (&names[source as usize], &names[target as usize]);
                if !source.is_empty() && !target.is_empty() {
                    let of =
                        if gives.contains(target.as_str()) { &mut outline.of_results } else { &mut outline.relations };
                    of.insert(format!("{word} {source} {target}"));
                }
            }
        }
        outline.conditions = text.conditions(path).into_iter().collect();
        outline.text = text.text;
        outline
    }

    /// Reads name their symbols before anything is written that they occur in.
    fn name_symbols(&mut self, events: &[Event], names: &[String]) {
        for (event, name) in events.iter().zip(names) {
            if let Action::Read { symbol, .. } | Action::ReadModifyWrite { symbol, .. } = event.action {
                self.symbols.insert(symbol, name.clone());
            }
        }
    }

    fn event(&mut self, event: &Event, instance: usize, tags: TagSet) {
        let _ = write!(self.text, "{instance} {:x} ", tags.0);
        match event.action {
            Action::Read { address, width, .. } => {
                let address = self.expression(address);
                let _ = writeln!(self.text, "R{width} {address}");
            }
            Action::Write { address, value } => {
                let (address, value) = (self.expression(address), self.expression(value));
                let _ = writeln!(self.text, "W {address} {value}");
            }
            Action::ReadModifyWrite { address, width, value, .. } => {
                let (address, value) = (self.expression(address), self.expression(value));
                let _ = writeln!(self.text, "U{width} {address} {value}");
            }
            Action::Synchronize { address } => {
                let address = self.expression(address);
                let _ = writeln!(self.text, "S {address}");
            }
            Action::Fence => self.text.push_str("F\n"),
            Action::Branch => self.text.push_str("B\n"),
            Action::Predicate => self.text.push_str("P\n"),
            // Not visible here, and no path has initial writes.
            Action::InitialWrite { .. } | Action::RegisterRead { .. } | Action::RegisterWrite { .. } => {}
        }
    }

    /// What must hold on the path. Each condition is written by itself, since their order says nothing.
    fn conditions(&self, path: &ThreadPath) -> Vec<String> {
        let one = |&(bit, value): &(ExprId, bool)| {
            // With numbers of its own: expressions that others have numbered would depend on their order.
            let mut own = PathText { symbols: self.symbols.clone(), ..PathText::new(self.x) };
            let bit = own.expression(bit);
            format!("{}{bit} is {value}\n", own.text)
        };
        path.conditions.iter().map(one).collect()
    }

    /// The number of an expression, which is written where it is met first.
    fn expression(&mut self, id: ExprId) -> usize {
        if let Some(&known) = self.expressions.get(&id) {
            return known;
        }
        let node = match self.x.node(id) {
            Node::Constant(value) => format!("{value:x}"),
            Node::Address(location, offset) => format!("l{}+{offset}", location.number()),
            Node::Code(place) => format!("{place:?}"),
            Node::Word(word) => format!("{word:?}"),
            // The reads of the path have numbered all symbols that can occur in it.
            Node::Symbol(symbol) => match self.symbols.get(&symbol) {
                Some(read) => format!("s{read}"),
                None => format!("{symbol:?}"),
            },
            Node::Unary(operator, a) => format!("{operator:?} {}", self.expression(a)),
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                format!("{operator:?} {a} {b}")
            }
            Node::Extract(a, low) => format!("bits {} {low}", self.expression(a)),
            Node::ZeroExtend(a) => format!("zero {}", self.expression(a)),
            Node::SignExtend(a) => format!("sign {}", self.expression(a)),
            Node::Concatenate(a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                format!("join {a} {b}")
            }
            Node::Select(a, b, c) => {
                let (a, b, c) = (self.expression(a), self.expression(b), self.expression(c));
                format!("if {a} {b} {c}")
            }
        };
        // Operands have their numbers first, so that a number is defined before it is used.
        let number = self.expressions.len();
        self.expressions.insert(id, number);
        let _ = write!(self.text, "({number}:{} {node}) ", self.x.width(id));
        number
    }
}
