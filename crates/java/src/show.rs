//! Graphs and justification sequences as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use program::{BinaryOperator, ExprId, Expressions, Node, SymbolId, UnaryOperator};
use relation::EventId;
use sim::Test;

use crate::actions::ActionId;
use crate::executions::Executions;
use crate::graph::{GraphId, SymbolicId};
use crate::names::event_name;
use crate::search::{Furthest, Justification, Stage};
use crate::structure::{Structure, StructureId};

/// Writes graphs of some executions of a test.
pub struct Show<'a> {
    /// The test.
    pub test: &'a Test,
    /// Its executions.
    pub executions: &'a Executions,
}

impl Show<'_> {
    /// What an event is called: `W1(x)@2`, the second write of thread 1 to `x`.
    pub fn event(&self, structure: &Structure, event: EventId) -> String {
        event_name(self.test, &self.executions.actions, &structure.events[event])
    }

    /// What an action is called, by an event of some execution.
    pub fn action(&self, action: ActionId) -> String {
        let events = self.executions.structures.iter().flat_map(|structure| structure.events.iter());
        let name = |event| event_name(self.test, &self.executions.actions, event);
        // An update that writes has two actions; the name of one that always fails is that of its read.
        if let Some(update) = events.clone().find(|event| event.write == action && event.action != action) {
            return format!("the write of {}", name(update));
        }
        let found = events.clone().find(|event| event.action == action);
        let is_half = events.clone().any(|event| event.action == action && event.write != action);
        let half = if is_half { "the read of " } else { "" };
        found.map_or_else(|| format!("{action:?}"), |event| format!("{half}{}", name(event)))
    }

    /// What an event is called by its first action.
    pub(crate) fn event_of(&self, action: ActionId) -> String {
        let mut events = self.executions.structures.iter().flat_map(|structure| structure.events.iter());
        let found = events.find(|event| event.action == action);
        found.map_or_else(|| format!("{action:?}"), |event| event_name(self.test, &self.executions.actions, event))
    }

    fn value(&self, structure: &Structure, event: EventId, value: Option<u128>) -> String {
        value.map_or(String::new(), |value| format!("={}", self.number(structure, event, value)))
    }

    /// A number as the type of what the event accesses has it.
    pub(crate) fn number(&self, structure: &Structure, event: EventId, value: u128) -> i64 {
        let Some(cell) = structure.events[event].cell else { return i64::from(value as u32 as i32) };
        // The fields of objects have types in their accesses alone.
        let declared = self.test.lowered().program.locations[cell.location].element;
        let is_long = declared.is_some_and(|element| element.width == 64)
            || structure
                .events
                .iter()
                .any(|other| other.cell == Some(cell) && other.read.is_some_and(|(_, width)| width == 64));
        if is_long { value as u64 as i64 } else { i64::from(value as u32 as i32) }
    }

    /// The events of a graph with values, a line for each thread: `1: R1(y)=1 from W0(y), W1(x)=1`.
    /// `order` is a synchronization order, where the graph stands for several.
    pub fn graph(&self, id: GraphId, order: Option<&[ActionId]>) -> String {
        let (structure, symbolic) = (self.executions.structure_of(id), self.executions.symbolic_of(id));
        let graph = &self.executions.graphs[id];
        let mut threads: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (event, description) in structure.events.iter_enumerated() {
            let Some(thread) = description.thread else { continue };
            let mut text = self.event(structure, event) + &self.value(structure, event, graph.read[event]);
            if let Some(write) = symbolic.reads_from[event] {
                let racy = if symbolic.comes_before(write, event) { "" } else { ", a race" };
                let _ = write!(text, " (from {}{racy})", self.event(structure, write));
            }
            if graph.read[event].is_none() {
                text += &self.value(structure, event, graph.written[event]);
            } else if let Some(written) = graph.written[event] {
                let _ = write!(text, " writes {}", self.number(structure, event, written));
            } else if description.is_update {
                text += " fails";
            }
            threads.entry(thread.number()).or_default().push(text);
        }
        let mut text = String::new();
        for (thread, events) in threads {
            let _ = writeln!(text, "    {thread}: {}", events.join("; "));
        }
        text + &self.synchronization(graph.symbolic, order)
    }

    /// The edges of synchronizes-with that do not come from initial writes, and the synchronization order.
    fn synchronization(&self, id: SymbolicId, order: Option<&[ActionId]>) -> String {
        let symbolic = &self.executions.symbolic[id];
        let structure = &self.executions.structures[symbolic.structure];
        let mut text = String::new();
        let edges: Vec<String> = symbolic
            .sw
            .iter()
            .filter(|(source, _)| structure.events[*source].thread.is_some())
            .map(|(source, target)| format!("{} -> {}", self.event(structure, source), self.event(structure, target)))
            .collect();
        if !edges.is_empty() {
            let _ = writeln!(text, "    sw: {}", edges.join(", "));
        }
        if let (Some(events), None) = (&symbolic.ordered, order) {
            let pairs: Vec<String> = symbolic
                .so
                .iter()
                .filter(|&(a, b)| !symbolic.so.targets(a).any(|between| symbolic.so.contains(between, b)))
                .map(|(a, b)| format!("{} -> {}", self.event(structure, a), self.event(structure, b)))
                .collect();
            if events.len() > 1 {
                let _ = writeln!(text, "    so contains: {}", pairs.join(", "));
            }
            return text;
        }
        if let Some(order) = order {
            let names: Vec<String> = order.iter().map(|&action| self.event_of(action)).collect();
            if !names.is_empty() {
                let _ = writeln!(text, "    so: {}", names.join(", "));
            }
            return text;
        }
        let mut ordered: Vec<EventId> = structure
            .events
            .ids()
            .filter(|&event| {
                symbolic.so.targets(event).next().is_some() || symbolic.so.inverse().targets(event).next().is_some()
            })
            .collect();
        ordered.sort_by_key(|&event| std::cmp::Reverse(symbolic.so.targets(event).count()));
        if !ordered.is_empty() {
            let names: Vec<String> = ordered.iter().map(|&event| self.event(structure, event)).collect();
            let _ = writeln!(text, "    so: {}", names.join(", "));
        }
        text
    }

    /// A justification sequence: for each stage its graph, and what is committed with it.
    pub fn justification(&self, justification: &Justification) -> String {
        let mut text = self.stages(&justification.stages);
        let _ = writeln!(text, "  the last stage is the execution that is justified");
        text
    }

    fn stages(&self, stages: &[Stage]) -> String {
        let mut text = String::new();
        let mut before = crate::ActionSet::EMPTY;
        let mut last = None;
        for (number, stage) in stages.iter().enumerate().map(|(at, stage)| (at + 1, stage)) {
            let new: Vec<String> =
                stage.committed.difference(before).iter().map(|action| self.action(action)).collect();
            let new = if new.is_empty() { "nothing more".to_owned() } else { new.join(", ") };
            let _ = writeln!(text, "  stage {number} commits {new}");
            if last == Some((stage.graph, &stage.order)) {
                let _ = writeln!(text, "    (the execution of the stage before)");
            } else {
                text += &self.graph(stage.graph, stage.order.as_deref());
            }
            (before, last) = (stage.committed, Some((stage.graph, &stage.order)));
        }
        text
    }

    /// How far a search got, and what keeps each action that is left from being committed, over all executions.
    pub fn furthest(&self, furthest: &Furthest, blocked: &[(ActionId, Vec<String>)]) -> String {
        let mut text = String::from("  the execution that would show it:\n");
        text += &self.graph(furthest.target, None);
        if furthest.stages.is_empty() {
            return text
                + "  no execution is well-behaved: in each some read sees a write that does not happen before it\n";
        }
        let _ = writeln!(text, "  the longest sequence of stages towards it:");
        text += &self.stages(&furthest.stages);
        for (action, reasons) in blocked {
            let _ = writeln!(text, "  {} cannot be committed next:", self.action(*action));
            reasons.iter().for_each(|reason| _ = writeln!(text, "    {reason}"));
        }
        text
    }

    /// The first stages of the construction: control flow, data flow, the single-execution model.
    pub fn construction(&self) -> String {
        let executions = self.executions;
        let mut text = format!("control flow: {} graphs\n", executions.structures.len());
        for (id, _) in executions.structures.iter_enumerated() {
            text += &self.control_flow(id);
        }
        let _ = writeln!(
            text,
            "data flow: {} graphs whose constraints are not found to contradict each other",
            executions.data_flow_graphs
        );
        let _ = writeln!(text, "single-execution model: {} graphs", executions.symbolic.len());
        for id in executions.symbolic.ids() {
            text += &self.symbolic(id);
        }
        text
    }

    fn control_flow(&self, id: StructureId) -> String {
        let structure = &self.executions.structures[id];
        let mut text = format!("  {id:?}\n");
        let mut threads: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (event, description) in structure.events.iter_enumerated() {
            if let Some(thread) = description.thread {
                threads.entry(thread.number()).or_default().push(self.event(structure, event));
            }
        }
        for (thread, events) in threads {
            let _ = writeln!(text, "    {thread}: {}", events.join("; "));
        }
        let constraints = self.constraints(structure);
        if !constraints.is_empty() {
            let _ = writeln!(text, "    constraints: {}", constraints.join(", "));
        }
        text
    }

    fn symbolic(&self, id: SymbolicId) -> String {
        let graph = &self.executions.symbolic[id];
        let structure = &self.executions.structures[graph.structure];
        let mut constraints = self.constraints(structure);
        for (read, write) in graph.reads_from.iter_enumerated() {
            if let Some(write) = *write {
                constraints.push(format!("{} = {}", self.event(structure, read), self.event(structure, write)));
            }
        }
        let mut text = format!("  {id:?}, of {:?}\n    constraints: {}\n", graph.structure, constraints.join(", "));
        text += &self.synchronization(id, None);
        let instances: Vec<String> = self
            .executions
            .graphs
            .iter()
            .filter(|instance| instance.symbolic == id)
            .map(|instance| {
                let values = instance.read.iter_enumerated().filter_map(|(event, value)| {
                    Some(format!("{}={}", self.event(structure, event), self.number(structure, event, (*value)?)))
                });
                values.collect::<Vec<_>>().join(" ")
            })
            .collect();
        let instances = if instances.is_empty() { "none".to_owned() } else { instances.join(" | ") };
        let _ = writeln!(text, "    values that executions can be justified with: {instances}");
        text
    }

    /// What paths demand, and what writes write.
    fn constraints(&self, structure: &Structure) -> Vec<String> {
        let x = &self.executions.expressions;
        let name = |symbol: SymbolId| {
            let mut reads = structure.events.iter_enumerated();
            let read = reads.find(|(_, event)| event.read.is_some_and(|(other, _)| other == symbol));
            read.map_or_else(|| format!("{symbol:?}"), |(event, _)| self.event(structure, event))
        };
        let mut all = Vec::new();
        for (event, description) in structure.events.iter_enumerated() {
            if let (Some(written), Some(_)) = (description.written, description.thread) {
                all.push(format!("{} = {}", self.event(structure, event), expression(x, written, &name)));
            }
        }
        for &(bit, wanted) in &structure.conditions {
            let text = expression(x, bit, &name);
            all.push(if wanted { text } else { format!("not {text}") });
        }
        all
    }
}

/// An expression as text.
fn expression(x: &Expressions, expr: ExprId, name: &dyn Fn(SymbolId) -> String) -> String {
    let inner = |expr| expression(x, expr, name);
    match x.node(expr) {
        Node::Constant(value) if x.width(expr) == 32 => (value as u32 as i32).to_string(),
        Node::Constant(value) => value.to_string(),
        Node::Symbol(symbol) => name(symbol),
        Node::Unary(UnaryOperator::Not, a) => format!("~{}", inner(a)),
        Node::Unary(UnaryOperator::Negate, a) => format!("-{}", inner(a)),
        Node::Unary(UnaryOperator::Convert(conversion), a) => format!("({}) {}", conversion.word(), inner(a)),
        Node::Binary(operator, a, b) => format!("({} {} {})", inner(a), sign(operator), inner(b)),
        Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => inner(a),
        Node::Select(a, b, c) => format!("({} ? {} : {})", inner(a), inner(b), inner(c)),
        Node::Concatenate(a, b) => format!("{}:{}", inner(a), inner(b)),
        Node::Address(..) | Node::Code(_) | Node::Word(_) => "an address".to_owned(),
    }
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide | BinaryOperator::DivideSigned => "/",
        BinaryOperator::Remainder | BinaryOperator::RemainderSigned => "%",
        BinaryOperator::And => "&",
        BinaryOperator::Or => "|",
        BinaryOperator::Xor => "^",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>>",
        BinaryOperator::ShiftRightSigned => ">>",
        BinaryOperator::Equal => "==",
        BinaryOperator::Less | BinaryOperator::LessSigned => "<",
        BinaryOperator::Float(operator) => operator.sign(),
    }
}
