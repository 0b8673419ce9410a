//! Evaluation of a model on kinds.

use std::rc::Rc;

use relation::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Diagnostic, Span, nearest};

use super::Described;
use super::value_kind::{Scope, ValueKind};
use crate::BaseKind;
use crate::ast::{Operator, Property};
use crate::ir::{
    BindingId, BlockId, BoundSlot, Call, Clause, Definition, ExprId, ExprKind, FunctionId, GroupId, Instruction,
    InstructionKind, MatchSet, Model, Origin, Parameter, ProcedureId, Slot, Target, Unbound,
};

/// How many expressions are looked at, all calls counted: beyond, kinds are not known.
const BUDGET: u32 = 200_000;

/// How deep expressions and blocks within one another are looked at, those of called functions counted: the way down is recursive.
const DEPTH: u32 = 800;

/// How deep calls are followed.
const CALL_DEPTH: usize = 40;

/// How many calls an error names.
const CALLS_NAMED: usize = 3;

/// Rounds after which the kinds of a `let rec` have settled or are given up.
const ROUNDS: usize = 4;

pub(super) struct Inference<'m> {
    pub(super) model: &'m Model,
    scope: Rc<Scope>,
    /// All scopes made, to be taken apart at the end.
    scopes: Vec<Rc<Scope>>,
    /// The functions being looked at, innermost last, and from where they are called, if they are.
    calls: Vec<(FunctionId, Option<Span>)>,
    called: FxHashSet<FunctionId>,
    procedures: usize,
    /// How many `try` are around.
    guards: u32,
    budget: u32,
    /// How many expressions and blocks are being looked at, one within the other.
    depth: u32,
    reported: FxHashSet<(Span, String)>,
    diagnostics: Vec<Diagnostic>,
    /// Names without meaning, those that a `try` guards excepted: the first place in each file.
    undefined: Vec<ExprId>,
    /// What was bound to each binding, everywhere together.
    bound: FxHashMap<BindingId, ValueKind>,
    /// What each function has given, all calls together.
    results: FxHashMap<FunctionId, ValueKind>,
}

/// What evaluation on kinds finds.
pub(super) struct Inferred {
    /// What is known of each binding.
    pub(super) described: IdVec<BindingId, Described>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Names without meaning, those that a `try` guards excepted: the first place in each file.
    pub(super) undefined: Vec<ExprId>,
}

pub(super) fn infer(model: &Model) -> Inferred {
    let scope = Scope::new(None, model.frame_size);
    let mut inference = Inference {
        model,
        scopes: vec![scope.clone()],
        scope,
        calls: Vec::new(),
        called: FxHashSet::default(),
        procedures: 0,
        guards: 0,
        budget: BUDGET,
        depth: 0,
        reported: FxHashSet::default(),
        diagnostics: Vec::new(),
        undefined: Vec::new(),
        bound: FxHashMap::default(),
        results: FxHashMap::default(),
    };
    inference.block(model.main);
    let described = model.bindings.ids().map(|binding| inference.described(binding)).collect();
    // Functions and scopes hold each other: counting references alone would free none of them.
    for scope in inference.scopes.drain(..) {
        scope.clear();
    }
    Inferred { described, diagnostics: inference.diagnostics, undefined: inference.undefined }
}

/// Instructions.
impl<'m> Inference<'m> {
    fn block(&mut self, block: BlockId) {
        let model = self.model;
        if self.depth == DEPTH {
            return;
        }
        self.depth += 1;
        for instruction in &model.blocks[block] {
            self.instruction(instruction);
        }
        self.depth -= 1;
    }

    fn instruction(&mut self, instruction: &'m Instruction) {
        match &instruction.kind {
            InstructionKind::Let(definitions) => self.definitions(definitions),
            InstructionKind::LetRec { group, when } => {
                self.group(*group);
                if let Some(when) = when {
                    self.check(self.model.checks[*when].property, self.model.checks[*when].argument);
                }
            }
            InstructionKind::Check(check) => {
                let site = &self.model.checks[*check];
                self.check(site.property, site.argument);
            }
            InstructionKind::Show(items) => {
                for &(_, value) in items {
                    self.shown(value);
                }
            }
            InstructionKind::Unshow(_) => {}
            InstructionKind::Procedure(place, procedure) => {
                self.bind_slot(&self.scope.clone(), *place, ValueKind::Procedure(*procedure, self.scope.clone()));
                let binding = &self.model.bindings[place.binding];
                if binding.uses == 0 && binding.span.source == self.model.source {
                    self.procedure_itself(*procedure);
                }
            }
            InstructionKind::Call(call) => self.call_procedure(call),
            InstructionKind::Forall { place, set, body, frame_size } => {
                let element = self.element_of(*set);
                let inner = self.new_scope(Some(self.scope.clone()), *frame_size);
                self.bind_slot(&inner, *place, element);
                self.within(inner, |inference| inference.block(*body));
            }
            InstructionKind::With { place, set } => {
                let element = self.element_of(*set);
                self.bind_slot(&self.scope.clone(), *place, element);
            }
            InstructionKind::Match { subject, clauses, default } => {
                self.tag(*subject, clauses);
                for body in clauses.iter().map(|clause| &clause.body).chain(default) {
                    self.block(*body);
                }
            }
            InstructionKind::Annotations(annotations) => {
                for &place in &annotations.places {
                    self.expr(place);
                }
            }
        }
    }

    fn check(&mut self, property: Property, argument: ExprId) {
        let kind = self.expr(argument);
        if kind.is_polymorphic() || matches!(kind, ValueKind::Relation | ValueKind::Pair | ValueKind::Classes) {
            return;
        }
        match property {
            Property::Empty if matches!(kind, ValueKind::Set | ValueKind::Event) => {}
            Property::Empty => _ = self.complain(argument, "a set of events or a relation", &kind),
            Property::Acyclic | Property::Irreflexive => _ = self.complain(argument, "a relation", &kind),
        }
    }

    /// The kind of the elements that `with` and `forall` take.
    fn element_of(&mut self, set: ExprId) -> ValueKind {
        match self.expr(set) {
            ValueKind::Values(element) => (*element).clone(),
            ValueKind::Tags(of) | ValueKind::Tag(of) => ValueKind::Tag(of),
            kind if kind.is_open() || matches!(kind, ValueKind::Empty) => ValueKind::Unknown,
            kind => self.complain(set, "a set of sets, relations, tuples or tags", &kind),
        }
    }

    fn call_procedure(&mut self, call: &'m Call) {
        let argument = self.expr(call.argument);
        match self.expr(call.procedure) {
            ValueKind::Procedure(id, outer) => {
                let procedure = &self.model.procedures[id];
                let inner = self.new_scope(Some(outer), procedure.frame_size);
                self.bind_parameter(&inner, &procedure.parameter, &argument, call.argument);
                // Kinds decide no condition, so a procedure that calls itself would never come back.
                if self.procedures < CALL_DEPTH {
                    self.procedures += 1;
                    self.within(inner, |inference| inference.block(procedure.body));
                    self.procedures -= 1;
                }
            }
            kind if kind.is_open() => {}
            kind => _ = self.complain(call.procedure, "a procedure", &kind),
        }
    }

    fn definitions(&mut self, definitions: &'m [Definition]) {
        let kinds: Vec<ValueKind> = definitions.iter().map(|definition| self.definition(definition)).collect();
        for (definition, kind) in definitions.iter().zip(kinds) {
            self.bind(definition, kind);
        }
    }

    /// The value of a definition. What a library defines for others and nothing here uses is not complained about.
    fn definition(&mut self, definition: &Definition) -> ValueKind {
        if let Target::One(Some(place)) = definition.target {
            let binding = &self.model.bindings[place.binding];
            if binding.uses == 0 && binding.span.source != self.model.source {
                return self.guarded(|inference| inference.expr(definition.value));
            }
        }
        self.expr(definition.value)
    }

    fn group(&mut self, group: GroupId) {
        let group = &self.model.groups[group];
        for &(place, function) in &group.functions {
            self.bind_slot(&self.scope.clone(), place, ValueKind::Function(function, self.scope.clone()));
        }
        for definition in &group.values {
            // A fixpoint is iterated from the empty set, and that goes with every kind.
            let parts = match &definition.target {
                Target::One(_) => ValueKind::Empty,
                Target::Tuple { parts, .. } => ValueKind::Tuple(parts.iter().map(|_| ValueKind::Empty).collect()),
            };
            self.bind(definition, parts);
        }
        let mut before: Vec<ValueKind> = vec![ValueKind::Empty; group.values.len()];
        for _ in 0..ROUNDS {
            for (definition, before) in group.values.iter().zip(&mut before) {
                let kind = self.expr(definition.value).joined(before);
                *before = kind.clone();
                self.bind(definition, kind);
            }
        }
        for &(_, function) in &group.functions {
            self.function_itself(function);
        }
    }

    fn bind(&mut self, definition: &Definition, kind: ValueKind) {
        match &definition.target {
            Target::One(place) => self.put(*place, kind),
            Target::Tuple { parts, .. } => {
                for (index, place) in parts.iter().enumerate() {
                    let part = match &kind {
                        ValueKind::Tuple(kinds) => match kinds.get(index) {
                            Some(kind) => kind.clone(),
                            None => self.complain_arity(definition.value, parts.len(), &kind),
                        },
                        ValueKind::Pair if index < 2 => ValueKind::Event,
                        kind if kind.is_open() => ValueKind::Unknown,
                        kind => self.complain_arity(definition.value, parts.len(), kind),
                    };
                    self.put(*place, part);
                }
            }
        }
    }

    fn put(&mut self, place: Option<BoundSlot>, kind: ValueKind) {
        let Some(place) = place else { return };
        let is_join = self.model.bindings[place.binding].origin == Origin::Join;
        let kind = if is_join { self.scope.get(place.slot).joined(&kind) } else { kind };
        self.bind_slot(&self.scope.clone(), place, kind);
    }

    /// Gives a name of a frame a kind.
    fn bind_slot(&mut self, scope: &Scope, place: BoundSlot, kind: ValueKind) {
        let all = self.bound.entry(place.binding).or_insert(ValueKind::Never);
        *all = match (&*all, &kind) {
            (ValueKind::Function(..) | ValueKind::Procedure(..), _) => kind.clone(),
            (all, kind) => all.joined(kind),
        };
        scope.put(place.slot, kind);
    }

    /// What is known of what a binding was bound to.
    fn described(&self, binding: BindingId) -> Described {
        let Some(kind) = self.bound.get(&binding) else { return Described::default() };
        let words = |kind: &ValueKind| (!kind.is_open()).then(|| kind.describe());
        let result = match kind {
            ValueKind::Function(function, _) => self.results.get(function).and_then(words),
            _ => None,
        };
        Described { kind: words(kind), result }
    }

    /// Notes what a function has given.
    fn given(&mut self, function: FunctionId, kind: &ValueKind) {
        let all = self.results.entry(function).or_insert(ValueKind::Never);
        *all = all.joined(kind);
    }
}

/// Expressions.
impl<'m> Inference<'m> {
    pub(super) fn expr(&mut self, expr: ExprId) -> ValueKind {
        if self.budget == 0 || self.depth == DEPTH {
            return ValueKind::Unknown;
        }
        self.budget -= 1;
        self.depth += 1;
        let kind = self.kind_of(expr);
        self.depth -= 1;
        kind
    }

    fn kind_of(&mut self, expr: ExprId) -> ValueKind {
        let model = self.model;
        match &model.exprs[expr].kind {
            ExprKind::Zero | ExprKind::Empty => ValueKind::Empty,
            ExprKind::Universe => ValueKind::Universe,
            ExprKind::Tag(of, _) => ValueKind::Tag(*of),
            ExprKind::AllTags(of) => ValueKind::Tags(*of),
            ExprKind::Local { depth, slot, .. } => self.local(*depth, *slot),
            ExprKind::Base(base) => match model.vocabulary.get(*base).kind {
                BaseKind::Set => ValueKind::Set,
                BaseKind::Relation => ValueKind::Relation,
            },
            ExprKind::Primitive(primitive) => ValueKind::Primitive(*primitive),
            ExprKind::Unbound(unbound) => self.unbound(expr, unbound),
            ExprKind::Set(elements) => self.explicit_set(elements),
            ExprKind::Tuple(parts) => ValueKind::Tuple(parts.iter().map(|&part| self.expr(part)).collect()),
            ExprKind::Unary(operator, operand) => {
                let kind = self.expr(*operand);
                self.unary(*operator, *operand, kind)
            }
            ExprKind::Operation(operator, operands) => self.operation(*operator, operands),
            ExprKind::Apply(function, argument) => self.apply(expr, *function, *argument),
            ExprKind::Function(function) => {
                self.function_itself(*function);
                ValueKind::Function(*function, self.scope.clone())
            }
            ExprKind::Let(definitions, body) => {
                self.definitions(definitions);
                self.expr(*body)
            }
            ExprKind::LetRec(group, body) => {
                self.group(*group);
                self.expr(*body)
            }
            ExprKind::MatchTag { subject, clauses, default } => {
                self.tag(*subject, clauses);
                let bodies = clauses.iter().map(|clause| &clause.body).chain(default);
                bodies.fold(ValueKind::Never, |kind, &body| kind.joined(&self.expr(body)))
            }
            ExprKind::MatchSet(matching) => self.match_set(matching),
            ExprKind::Try(attempt, fallback) => {
                let attempted = self.guarded(|inference| inference.expr(*attempt));
                attempted.joined(&self.expr(*fallback))
            }
            ExprKind::If(condition, then, otherwise) => {
                self.condition(condition);
                let then = self.expr(*then);
                then.joined(&self.expr(*otherwise))
            }
        }
    }

    fn local(&mut self, depth: u32, slot: Slot) -> ValueKind {
        let mut scope = self.scope.clone();
        for _ in 0..depth {
            scope = scope.outer.clone().expect("a name is as many frames out as the resolver says");
        }
        scope.get(slot)
    }

    fn match_set(&mut self, matching: &MatchSet) -> ValueKind {
        let subject = self.expr(matching.subject);
        let (element, rest) = self.taken_apart(matching.subject, &subject);
        self.put(matching.before, rest.clone());
        self.put(matching.element, element);
        self.put(matching.rest, rest);
        let empty = self.expr(matching.empty);
        empty.joined(&self.expr(matching.body))
    }

    /// The subject of a `match` on tags: what it can be, and whether it can be what the clauses are for.
    fn tag<T>(&mut self, subject: ExprId, clauses: &[Clause<T>]) {
        let kind = self.expr(subject);
        let ValueKind::Tag(of) = kind else {
            if !kind.is_open() {
                self.complain(subject, "a tag", &kind);
            }
            return;
        };
        let enumeration = &self.model.enums[of];
        for clause in clauses {
            if !clause.tag.is_some_and(|tag| enumeration.tags.contains(&tag)) {
                let message = format!("this tag is not in the enumeration `{}`", enumeration.name);
                let diagnostic = Diagnostic::warning("dead-clause", clause.span, message);
                self.report(diagnostic.label(enumeration.span, "declared here"));
            }
        }
    }

    /// Looks at a function for its own sake, its parameters unknown: nothing may ever call it.
    fn function_itself(&mut self, id: FunctionId) {
        if self.called.insert(id) {
            let function = &self.model.functions[id];
            let inner = self.new_scope(Some(self.scope.clone()), function.frame_size);
            self.leave_unknown(&inner, &function.parameter);
            self.calls.push((id, None));
            let kind = self.within(inner, |inference| inference.expr(function.body));
            self.calls.pop();
            self.given(id, &kind);
        }
    }

    /// Looks at a procedure that nothing calls, its parameters unknown.
    fn procedure_itself(&mut self, id: ProcedureId) {
        let procedure = &self.model.procedures[id];
        let inner = self.new_scope(Some(self.scope.clone()), procedure.frame_size);
        self.leave_unknown(&inner, &procedure.parameter);
        self.within(inner, |inference| inference.block(procedure.body));
    }

    fn leave_unknown(&self, scope: &Rc<Scope>, parameter: &Parameter) {
        let places = match parameter {
            Parameter::One(place) => std::slice::from_ref(place),
            Parameter::Tuple(places) => places,
        };
        places.iter().flatten().for_each(|place| scope.put(place.slot, ValueKind::Unknown));
    }

    fn apply(&mut self, expr: ExprId, function: ExprId, argument: ExprId) -> ValueKind {
        let callee = self.expr(function);
        let argument_kind = self.expr(argument);
        match callee {
            ValueKind::Function(id, outer) => {
                let function = &self.model.functions[id];
                let inner = self.new_scope(Some(outer), function.frame_size);
                // Before recursion is noticed, so that the argument of a recursive call is checked, too.
                self.bind_parameter(&inner, &function.parameter, &argument_kind, argument);
                if self.calls.iter().any(|&(active, _)| active == id) {
                    // What a recursive call gives is what the branches without recursion give: it adds no kind.
                    return ValueKind::Never;
                }
                if self.calls.len() >= CALL_DEPTH {
                    return ValueKind::Unknown;
                }
                self.calls.push((id, Some(self.model.exprs[expr].span)));
                let kind = self.within(inner, |inference| inference.expr(function.body));
                self.calls.pop();
                self.given(id, &kind);
                kind
            }
            ValueKind::Primitive(primitive) => self.primitive(primitive, &argument_kind, argument),
            kind if kind.is_open() => ValueKind::Unknown,
            kind => {
                self.complain_call(function, argument, &kind);
                ValueKind::Unknown
            }
        }
    }

    fn bind_parameter(&mut self, scope: &Rc<Scope>, parameter: &Parameter, argument: &ValueKind, at: ExprId) {
        let places = match parameter {
            Parameter::One(place) => {
                place.iter().for_each(|place| self.bind_slot(scope, *place, argument.clone()));
                return;
            }
            Parameter::Tuple(places) => places,
        };
        let parts: Vec<ValueKind> = match argument {
            ValueKind::Tuple(parts) if parts.len() == places.len() => parts.to_vec(),
            ValueKind::Pair if places.len() == 2 => vec![ValueKind::Event; 2],
            kind if kind.is_open() => vec![ValueKind::Unknown; places.len()],
            kind => vec![self.complain_arity(at, places.len(), kind); places.len()],
        };
        for (place, kind) in places.iter().zip(parts) {
            place.iter().for_each(|place| self.bind_slot(scope, *place, kind.clone()));
        }
    }

    fn new_scope(&mut self, outer: Option<Rc<Scope>>, size: usize) -> Rc<Scope> {
        let scope = Scope::new(outer, size);
        self.scopes.push(scope.clone());
        scope
    }

    fn within<T>(&mut self, scope: Rc<Scope>, look: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = look(self);
        self.scope = outer;
        result
    }

    /// Looks at what `show` names. A name alone may be one that exists in some variants only (`Model::unknown_shown` is about those).
    fn shown(&mut self, value: ExprId) {
        match self.model.exprs[value].kind {
            ExprKind::Unbound(_) => {}
            _ => drop(self.expr(value)),
        }
    }

    /// Looks at something whose errors are caught.
    fn guarded(&mut self, look: impl FnOnce(&mut Self) -> ValueKind) -> ValueKind {
        self.guards += 1;
        let kind = look(self);
        self.guards -= 1;
        kind
    }
}

/// Complaints.
impl Inference<'_> {
    /// Reports a value of the wrong kind; the kind of what has no value is unknown.
    pub(super) fn complain(&mut self, place: ExprId, expected: &str, found: &ValueKind) -> ValueKind {
        let message = format!("expected {expected}, found {}", found.describe());
        let span = self.model.exprs[place].span;
        let mut diagnostic =
            Diagnostic::error("kind", span, message).label(span, format!("this is {}", found.describe()));
        diagnostic = self.with_definition(diagnostic, place);
        if expected == "a relation" && matches!(found, ValueKind::Set) {
            diagnostic = diagnostic.help("`[S]` is the identity relation on the set `S`");
        } else if expected == "a set of events" && self.is_identity(place) {
            diagnostic = diagnostic.help("`[S]` is a relation already; leave the brackets out for the set");
        }
        self.report(diagnostic)
    }

    /// Reports an operand that does not go with another.
    pub(super) fn complain_beside(
        &mut self,
        operator: Operator,
        place: ExprId,
        found: &ValueKind,
        other: ExprId,
        beside: &ValueKind,
    ) {
        let span = self.model.exprs[place].span;
        let (found, beside) = (found.describe(), beside.describe());
        let message = format!("the operands of `{}` are of different kinds", operator.text());
        let diagnostic = Diagnostic::error("kind", span, message)
            .label(span, format!("this is {found}"))
            .label(self.model.exprs[other].span, format!("this is {beside}"));
        let diagnostic = self.with_definition(diagnostic, place);
        self.report(diagnostic);
    }

    /// Points at the definition of what stands at `place`, if that is a name.
    fn with_definition(&self, diagnostic: Diagnostic, place: ExprId) -> Diagnostic {
        match self.model.exprs[place].kind {
            ExprKind::Local { binding, .. } => {
                let binding = &self.model.bindings[binding];
                diagnostic.label(binding.span, format!("`{}` is bound here", binding.name))
            }
            _ => diagnostic,
        }
    }

    fn complain_call(&mut self, function: ExprId, argument: ExprId, found: &ValueKind) {
        let span = self.model.exprs[function].span;
        let message = format!("{} is applied as if it were a function", found.describe());
        let diagnostic = Diagnostic::error("kind", span, message)
            .label(span, format!("this is {}", found.describe()))
            .label(self.model.exprs[argument].span, "this is its argument");
        // An instruction whose word is misspelt goes on with the expression before it.
        let check = match &self.model.exprs[argument].kind {
            ExprKind::Unbound(unbound) => {
                nearest(&unbound.name, ["acyclic", "irreflexive", "empty", "show", "flag", "let"])
            }
            _ => None,
        };
        let diagnostic = match check {
            Some(word) => diagnostic.suggest(Some(word)),
            None => diagnostic.help("is an operator missing between the two, such as `;`?"),
        };
        self.report(diagnostic);
    }

    fn complain_arity(&mut self, place: ExprId, wanted: usize, found: &ValueKind) -> ValueKind {
        let found = match found {
            ValueKind::Tuple(parts) => format!("one of {}", parts.len()),
            other => other.describe().to_owned(),
        };
        let message = format!("expected a tuple of {wanted}, found {found}");
        self.report(Diagnostic::error("kind", self.model.exprs[place].span, message))
    }

    /// Reports a name without meaning, once for each file.
    fn unbound(&mut self, place: ExprId, unbound: &Unbound) -> ValueKind {
        let file = Span { start: 0, end: 0, ..self.model.exprs[place].span };
        if self.guards > 0 || !self.reported.insert((file, unbound.name.clone())) {
            return ValueKind::Unknown;
        }
        self.undefined.push(place);
        let message = format!("`{}` is not defined", unbound.name);
        let diagnostic = unbound
            .advise(Diagnostic::warning("unbound-name", self.model.exprs[place].span, message))
            .help("a run that reaches it fails; `try ... with ...` gives it a value for where it does not exist");
        self.report(diagnostic)
    }

    /// Points at the calls that lead to what is being looked at, innermost first; the first few of them.
    fn with_calls(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for &(function, call) in self.calls.iter().rev().take(CALLS_NAMED) {
            let Some(call) = call else { break };
            let name = &self.model.functions[function].name;
            let callee = if name.is_empty() { String::new() } else { format!(" of `{name}`") };
            diagnostic = diagnostic.label(call, format!("in this call{callee}"));
        }
        diagnostic
    }

    fn report(&mut self, mut diagnostic: Diagnostic) -> ValueKind {
        // What a `try` catches is no mistake.
        if self.guards == 0
            && let Some(span) = diagnostic.span()
            && self.reported.insert((span, diagnostic.message.clone()))
        {
            if diagnostic.is_error() {
                diagnostic = self.with_calls(diagnostic);
            }
            self.diagnostics.push(diagnostic);
        }
        ValueKind::Unknown
    }
}
