//! What some recursive functions compute, known by their shape.
//!
//! Coherence orders are chosen by a program that is written in cat: total orders for each location, and a product over the locations. Run
//! literally it builds a set of all of them. Two shapes are enough to see through it: the image of a set under a function, by
//! recursion over the set, and the product of a set of sets of relations. Names do not matter, and everything else does.

use std::rc::Rc;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use source::Sources;

use super::value::{Frame, SlotState, Value};
use super::{Builder, Compiler};
use crate::ast::Operator;
use crate::ir::{
    Definition, ExprId, ExprKind, FunctionId, GroupId, InstructionKind, MatchSet, Model, Parameter, Place, Slot, Target,
};
use crate::{NoFiles, Phase, Vocabulary};

/// A function that takes a set to the set of what an expression makes of each element.
#[derive(Clone, Copy)]
pub(super) struct Image {
    /// The name of the element, in the frame of the function.
    pub(super) element: Place,
    /// The expression, which mentions neither the set nor the rest of it.
    pub(super) of_element: ExprId,
}

/// Whether a function is `let rec f s = match s with || {} -> {} || x ++ r -> e ++ f r end`, with neither `s` nor `r` in `e`.
pub(super) fn image(model: &Model, id: FunctionId, environment: &Rc<Frame>) -> Option<Image> {
    let function = &model.functions[id];
    let Parameter::One(Some(set)) = function.parameter else { return None };
    let ExprKind::MatchSet(matching) = &model.exprs[function.body].kind else { return None };
    let MatchSet { subject, empty, splits: false, element: Some(element), rest: Some(rest), body, .. } = **matching
    else {
        return None;
    };
    let is_local = |expr: ExprId, wanted: Slot| matches!(model.exprs[expr].kind, ExprKind::Local { depth: 0, slot, .. } if slot == wanted);
    let is_empty = matches!(model.exprs[empty].kind, ExprKind::Empty | ExprKind::Zero);
    let ExprKind::Operation(Operator::Add, operands) = &model.exprs[body].kind else { return None };
    let &[of_element, others] = &operands[..] else { return None };
    let ExprKind::Apply(itself, argument) = model.exprs[others].kind else { return None };
    let ExprKind::Local { depth: 1.., slot, .. } = model.exprs[itself].kind else { return None };
    let ExprKind::Local { depth, .. } = model.exprs[itself].kind else { return None };
    let is_itself = matches!(environment.out(depth - 1).get(slot), SlotState::Function(function) if function == id);
    let hidden = [set.slot, rest.slot];
    let fits = is_local(subject, set.slot)
        && is_empty
        && is_local(argument, rest.slot)
        && is_itself
        && !mentions(model, of_element, 0, &hidden);
    fits.then_some(Image { element, of_element })
}

/// Whether an expression mentions one of `slots` of the frame that is `depth` frames out.
fn mentions(model: &Model, expr: ExprId, depth: u32, slots: &[Slot]) -> bool {
    let any = |exprs: &[ExprId]| exprs.iter().any(|&expr| mentions(model, expr, depth, slots));
    let definitions =
        |definitions: &[Definition]| definitions.iter().any(|each| mentions(model, each.value, depth, slots));
    match &model.exprs[expr].kind {
        ExprKind::Zero | ExprKind::Universe | ExprKind::Empty | ExprKind::Tag(..) | ExprKind::AllTags(_) => false,
        ExprKind::Base(_) | ExprKind::Primitive(_) | ExprKind::Unbound(_) => false,
        ExprKind::Local { depth: found, slot, .. } => *found == depth && slots.contains(slot),
        ExprKind::Set(parts) | ExprKind::Tuple(parts) | ExprKind::Operation(_, parts) => any(parts),
        &ExprKind::Unary(_, operand) => any(&[operand]),
        &ExprKind::Apply(function, argument) => any(&[function, argument]),
        &ExprKind::Function(function) => mentions(model, model.functions[function].body, depth + 1, slots),
        ExprKind::Let(values, body) => definitions(values) || any(&[*body]),
        &ExprKind::LetRec(group, body) => {
            let group = &model.groups[group];
            let in_function = |&(_, function): &(Place, FunctionId)| {
                mentions(model, model.functions[function].body, depth + 1, slots)
            };
            definitions(&group.values) || group.functions.iter().any(in_function) || any(&[body])
        }
        ExprKind::MatchTag { subject, clauses, default } => {
            any(&[*subject])
                || clauses.iter().any(|clause| any(&[clause.body]))
                || default.is_some_and(|body| any(&[body]))
        }
        ExprKind::MatchSet(matching) => any(&[matching.subject, matching.empty, matching.body]),
        &ExprKind::Try(attempt, fallback) => any(&[attempt, fallback]),
        &ExprKind::If(condition, then, otherwise) => any(&[condition.left, condition.right, then, otherwise]),
    }
}

/// Whether a function is one of those in `products/`, up to names.
pub(super) fn is_product(model: &Model, id: FunctionId, environment: &Rc<Frame>) -> bool {
    PATTERNS.iter().any(|pattern| pattern.fits(model, id, environment))
}

/// A way to write the product: what a model calls `product`. Read when something is first compared with it.
struct Pattern {
    text: &'static str,
    model: OnceLock<Model>,
}

/// The most frequent one first.
static PATTERNS: [Pattern; 2] =
    [Pattern::new(include_str!("products/by-pairs.cat")), Pattern::new(include_str!("products/by-extension.cat"))];

impl Pattern {
    const fn new(text: &'static str) -> Pattern {
        Pattern { text, model: OnceLock::new() }
    }

    fn model(&self) -> &Model {
        self.model.get_or_init(|| {
            let mut sources = Sources::new();
            let text = sources.add("product.cat", self.text);
            let loaded = Model::load(&mut sources, text, None, &mut NoFiles, &Vocabulary::new(), &|_| false);
            loaded.model.expect("the patterns are correct")
        })
    }

    fn fits(&self, model: &Model, id: FunctionId, environment: &Rc<Frame>) -> bool {
        let patterns = self.model();
        let frame = Frame::new(None, patterns.frame_size);
        let mut compiler = Compiler {
            model: patterns,
            phase: &|_| Phase::Structure,
            builder: Builder::new(),
            frame: frame.clone(),
            depth: 0,
            steps: 0,
            flags: Vec::new(),
        };
        for instruction in &patterns.blocks[patterns.main] {
            let InstructionKind::Let(definitions) = &instruction.kind else { continue };
            compiler.define(definitions);
            let [Definition { target: Target::One(Some(place)), .. }] = definitions[..] else { continue };
            if patterns.bindings[place.binding].name == "product"
                && let Ok(Value::Closure(pattern, pattern_environment)) = compiler.slot(&frame, place.slot)
            {
                let mut comparison = Comparison { model, patterns, assumed: Vec::new() };
                return comparison.functions((id, environment), (pattern, &pattern_environment));
            }
        }
        false
    }
}

/// A comparison of functions of two models, up to names.
struct Comparison<'a> {
    model: &'a Model,
    patterns: &'a Model,
    /// Pairs that are being compared: equal, if all else is.
    assumed: Vec<(FunctionId, FunctionId)>,
}

/// The slots of one frame on the one side and those on the other that hold the same.
type Slots = FxHashMap<Slot, Slot>;

/// The two frames around a function, and inside it one map of slots for each frame, innermost last.
struct Scope<'f> {
    outside: (&'f Rc<Frame>, &'f Rc<Frame>),
    inside: Vec<Slots>,
}

impl Comparison<'_> {
    fn functions(&mut self, (a, around_a): (FunctionId, &Rc<Frame>), (b, around_b): (FunctionId, &Rc<Frame>)) -> bool {
        if self.assumed.contains(&(a, b)) {
            return true;
        }
        self.assumed.push((a, b));
        self.bodies(a, b, &mut Scope { outside: (around_a, around_b), inside: Vec::new() })
    }

    fn bodies(&mut self, a: FunctionId, b: FunctionId, scope: &mut Scope<'_>) -> bool {
        let (function_a, function_b) = (&self.model.functions[a], &self.patterns.functions[b]);
        let mut slots = Slots::default();
        let parameters = match (&function_a.parameter, &function_b.parameter) {
            (Parameter::One(a), Parameter::One(b)) => bind(&mut slots, *a, *b),
            (Parameter::Tuple(a), Parameter::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| bind(&mut slots, *a, *b))
            }
            _ => false,
        };
        scope.inside.push(slots);
        let same = parameters && self.exprs(function_a.body, function_b.body, scope);
        scope.inside.pop();
        same
    }

    fn exprs(&mut self, a: ExprId, b: ExprId, scope: &mut Scope<'_>) -> bool {
        let (model, patterns) = (self.model, self.patterns);
        match (&model.exprs[a].kind, &patterns.exprs[b].kind) {
            (ExprKind::Zero, ExprKind::Zero) | (ExprKind::Empty, ExprKind::Empty) => true,
            (&ExprKind::Local { depth: a, slot: x, .. }, &ExprKind::Local { depth: b, slot: y, .. }) => {
                self.locals((a, x), (b, y), scope)
            }
            (ExprKind::Set(a), ExprKind::Set(b)) | (ExprKind::Tuple(a), ExprKind::Tuple(b)) => self.all(a, b, scope),
            (ExprKind::Operation(f, a), ExprKind::Operation(g, b)) => f == g && self.all(a, b, scope),
            (&ExprKind::Apply(f, a), &ExprKind::Apply(g, b)) => self.all(&[f, a], &[g, b], scope),
            (&ExprKind::Function(a), &ExprKind::Function(b)) => self.bodies(a, b, scope),
            (&ExprKind::LetRec(a, x), &ExprKind::LetRec(b, y)) => self.groups(a, b, scope) && self.exprs(x, y, scope),
            (ExprKind::MatchSet(a), ExprKind::MatchSet(b)) => self.matches(a, b, scope),
            _ => false,
        }
    }

    fn all(&mut self, a: &[ExprId], b: &[ExprId], scope: &mut Scope<'_>) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| self.exprs(a, b, scope))
    }

    fn matches(&mut self, a: &MatchSet, b: &MatchSet, scope: &mut Scope<'_>) -> bool {
        if a.splits || b.splits || !self.exprs(a.subject, b.subject, scope) || !self.exprs(a.empty, b.empty, scope) {
            return false;
        }
        let slots = scope.inside.last_mut().expect("inside a function");
        bind(slots, a.element, b.element) && bind(slots, a.rest, b.rest) && self.exprs(a.body, b.body, scope)
    }

    /// Binds the functions of two groups, which define nothing else, and compares them.
    fn groups(&mut self, a: GroupId, b: GroupId, scope: &mut Scope<'_>) -> bool {
        let (a, b) = (&self.model.groups[a], &self.patterns.groups[b]);
        if !a.values.is_empty() || !b.values.is_empty() || a.functions.len() != b.functions.len() {
            return false;
        }
        // Outside all functions the names are in the environment already.
        if let Some(slots) = scope.inside.last_mut() {
            for (&(x, _), &(y, _)) in a.functions.iter().zip(&b.functions) {
                slots.insert(x.slot, y.slot);
            }
        }
        a.functions.iter().zip(&b.functions).all(|(&(_, f), &(_, g))| self.bodies(f, g, scope))
    }

    fn locals(&mut self, (a, x): (u32, Slot), (b, y): (u32, Slot), scope: &Scope<'_>) -> bool {
        let inside = scope.inside.len();
        if (a as usize) < inside || (b as usize) < inside {
            return a == b && scope.inside[inside - 1 - a as usize].get(&x) == Some(&y);
        }
        let owner_a = scope.outside.0.out(a - inside as u32);
        let owner_b = scope.outside.1.out(b - inside as u32);
        match (owner_a.get(x), owner_b.get(y)) {
            (SlotState::Function(f), SlotState::Function(g)) => self.functions((f, &owner_a), (g, &owner_b)),
            _ => false,
        }
    }
}

/// Notes that two places hold the same; false when one is missing.
fn bind(slots: &mut Slots, a: Option<Place>, b: Option<Place>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            slots.insert(a.slot, b.slot);
            true
        }
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_patterns_can_be_read() {
        for pattern in &PATTERNS {
            assert!(pattern.model().functions.len() > 2);
        }
    }
}
