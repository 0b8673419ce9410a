//! Expressions, patterns and names.

use source::{Span, nearest};

use super::Resolver;
use crate::ast::{self, ExprKind as Ast};
use crate::ir::{
    Binding, BoundSlot, Clause, Comparison, Condition, Definition, Expr, ExprId, ExprKind, Function, Group, GroupId,
    MatchSet, Origin, Parameter, Shadowed, TagId, Target, Unbound,
};
use crate::primitive::Primitive;

impl<'a> Resolver<'a> {
    pub(super) fn add(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.model.exprs.push(Expr { span, kind })
    }

    pub(super) fn expr(&mut self, expr: &'a ast::Expr<'a>) -> ExprId {
        let kind = match &expr.kind {
            Ast::Zero => ExprKind::Zero,
            Ast::Universe => ExprKind::Universe,
            Ast::Tag(tag) => self.tag(tag),
            Ast::Name(name) => return self.name(name),
            Ast::Set(parts) if parts.is_empty() => ExprKind::Empty,
            Ast::Set(parts) => ExprKind::Set(self.exprs(parts)),
            Ast::Tuple(parts) => ExprKind::Tuple(self.exprs(parts)),
            Ast::Unary(operator, operand) => ExprKind::Unary(*operator, self.expr(operand)),
            Ast::Operation(operator, operands) => ExprKind::Operation(*operator, self.exprs(operands)),
            Ast::Apply(function, argument) => ExprKind::Apply(self.expr(function), self.expr(argument)),
            Ast::Function(parameter, body) => self.function(String::new(), parameter, body),
            Ast::Let(bindings, body) => {
                let mark = self.scope.mark();
                let definitions = self.definitions(bindings, Origin::Inner);
                let body = self.expr(body);
                self.scope.leave(mark);
                ExprKind::Let(definitions, body)
            }
            Ast::LetRec(bindings, body) => {
                let mark = self.scope.mark();
                let group = self.group(bindings);
                let body = self.expr(body);
                self.scope.leave(mark);
                ExprKind::LetRec(group, body)
            }
            Ast::MatchTag { subject, clauses, default } => ExprKind::MatchTag {
                subject: self.expr(subject),
                clauses: clauses
                    .iter()
                    .map(|(tag, body)| Clause { tag: self.clause_tag(tag), span: tag.span, body: self.expr(body) })
                    .collect(),
                default: default.as_ref().map(|body| self.expr(body)),
            },
            Ast::MatchSet { subject, empty, element } => self.match_set(subject, empty, element),
            Ast::Try(attempt, fallback) => {
                self.attempts += 1;
                let attempt = self.expr(attempt);
                self.attempts -= 1;
                ExprKind::Try(attempt, self.expr(fallback))
            }
            Ast::If(condition, then, otherwise) => return self.if_then_else(expr.span, condition, then, otherwise),
        };
        self.add(expr.span, kind)
    }

    fn exprs(&mut self, exprs: &'a [ast::Expr<'a>]) -> Vec<ExprId> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn if_then_else(
        &mut self,
        span: Span,
        condition: &'a ast::Condition<'a>,
        then: &'a ast::Expr<'a>,
        otherwise: &'a ast::Expr<'a>,
    ) -> ExprId {
        let (relation, left, right) = match condition {
            ast::Condition::Variant(condition) => {
                return self.expr(if condition.holds(self.is_active) { then } else { otherwise });
            }
            ast::Condition::Equal(left, right) => (Comparison::Equal, left, right),
            ast::Condition::Subset(left, right) => (Comparison::Subset, left, right),
            ast::Condition::In(left, right) => (Comparison::In, left, right),
        };
        let condition = Condition { relation, left: self.expr(left), right: self.expr(right) };
        let kind = ExprKind::If(condition, self.expr(then), self.expr(otherwise));
        self.add(span, kind)
    }

    fn match_set(
        &mut self,
        subject: &'a ast::Expr<'a>,
        empty: &'a ast::Expr<'a>,
        clause: &'a ast::ElementClause<'a>,
    ) -> ExprKind {
        let subject = self.expr(subject);
        let empty = self.expr(empty);
        let mark = self.scope.mark();
        let mut place = |name: &'a Option<ast::Name<'a>>| name.as_ref().map(|name| self.bind(name, Origin::Pattern));
        let before = clause.before.as_ref().and_then(&mut place);
        let element = place(&clause.element);
        let rest = place(&clause.rest);
        let body = self.expr(&clause.body);
        self.scope.leave(mark);
        ExprKind::MatchSet(Box::new(MatchSet {
            subject,
            empty,
            splits: clause.before.is_some(),
            before,
            element,
            rest,
            body,
        }))
    }

    fn function(&mut self, name: String, parameter: &'a ast::Pattern<'a>, body: &'a ast::Expr<'a>) -> ExprKind {
        let mark = self.scope.mark();
        self.scope.enter_frame();
        let parameter = self.parameter(parameter);
        let body = self.expr(body);
        self.scope.leave(mark);
        let frame_size = self.scope.leave_frame();
        ExprKind::Function(self.model.functions.push(Function { name, parameter, body, frame_size }))
    }

    pub(super) fn parameter(&mut self, pattern: &'a ast::Pattern<'a>) -> Parameter {
        let mut place = |name: &'a Option<ast::Name<'a>>| name.as_ref().map(|name| self.bind(name, Origin::Pattern));
        match pattern {
            ast::Pattern::One(name) => Parameter::One(place(name)),
            ast::Pattern::Tuple(names) => Parameter::Tuple(names.iter().map(place).collect()),
        }
    }

    /// `let`: no name of the group is visible in the values.
    pub(super) fn definitions(&mut self, bindings: &'a [ast::Binding<'a>], origin: Origin) -> Vec<Definition> {
        let clock = self.scope.clock();
        let values: Vec<ExprId> = bindings.iter().map(|binding| self.value(binding)).collect();
        let targets = bindings.iter().map(|binding| self.target(&binding.pattern, origin, clock)).collect::<Vec<_>>();
        targets.into_iter().zip(values).map(|(target, value)| Definition { target, value }).collect()
    }

    /// `let rec`: all names of the group are visible in the values.
    pub(super) fn group(&mut self, bindings: &'a [ast::Binding<'a>]) -> GroupId {
        let origin = if self.scope.is_top_level() { Origin::TopLevel } else { Origin::Inner };
        let clock = self.scope.clock();
        let targets: Vec<Target> =
            bindings.iter().map(|binding| self.target(&binding.pattern, origin, clock)).collect();
        let mut group = Group { values: Vec::new(), functions: Vec::new() };
        for (target, binding) in targets.into_iter().zip(bindings) {
            let value = self.value(binding);
            match (target, &self.model.exprs[value].kind) {
                (Target::One(place), ExprKind::Function(function)) => {
                    group.functions.extend(place.map(|place| (place, *function)));
                }
                (target, _) => group.values.push(Definition { target, value }),
            }
        }
        self.model.groups.push(group)
    }

    /// The value of a binding; a function is called by the name it is bound to.
    fn value(&mut self, binding: &'a ast::Binding<'a>) -> ExprId {
        match (&binding.pattern, &binding.value.kind) {
            (ast::Pattern::One(Some(name)), Ast::Function(parameter, body)) => {
                let function = self.function(name.text.to_owned(), parameter, body);
                self.add(binding.value.span, function)
            }
            _ => self.expr(&binding.value),
        }
    }

    fn target(&mut self, pattern: &'a ast::Pattern<'a>, origin: Origin, clock: usize) -> Target {
        let mut place = |name: &'a Option<ast::Name<'a>>| {
            let name = name.as_ref()?;
            let shadows = self.shadowed(name.text).filter(|_| !self.scope.was_looked_up_since(name.text, clock));
            let place = self.bind(name, origin);
            self.model.bindings[place.binding].shadows = shadows;
            Some(place)
        };
        match pattern {
            ast::Pattern::One(name) => Target::One(place(name)),
            ast::Pattern::Tuple(names) => {
                let parts = names.iter().map(place).collect();
                Target::Tuple { whole: self.scope.new_slot(), parts }
            }
        }
    }

    /// Binds a name to a new slot of the innermost frame.
    pub(super) fn bind(&mut self, name: &'a ast::Name<'a>, origin: Origin) -> BoundSlot {
        let binding = Binding { name: name.text.to_owned(), span: name.span, origin, uses: 0, shadows: None };
        let place = BoundSlot { binding: self.model.bindings.push(binding), slot: self.scope.new_slot() };
        self.scope.bind(name.text, place);
        place
    }

    fn shadowed(&self, name: &str) -> Option<Shadowed> {
        if let Some((_, place)) = self.scope.find(name) {
            return Some(Shadowed::Binding(place.binding));
        }
        let primitive = Primitive::find(name).map(Shadowed::Primitive);
        primitive.or_else(|| self.model.vocabulary.find(name).map(Shadowed::Base))
    }

    pub(super) fn name(&mut self, name: &'a ast::Name<'a>) -> ExprId {
        let kind = self.meaning(name.text);
        self.add(name.span, kind)
    }

    /// What a name means here. Primitives hide base names, as they do in herd7.
    pub(super) fn meaning(&mut self, name: &'a str) -> ExprKind {
        if let Some((depth, place)) = self.scope.look_up(name) {
            self.model.bindings[place.binding].uses += 1;
            return ExprKind::Local { binding: place.binding, depth, slot: place.slot };
        }
        if let Some(primitive) = Primitive::find(name) {
            return ExprKind::Primitive(primitive);
        }
        if let Some(base) = self.model.vocabulary.find(name) {
            return ExprKind::Base(base);
        }
        ExprKind::Unbound(Box::new(Unbound { name: name.to_owned(), suggestion: self.suggestion(name) }))
    }

    /// The name nearest to one that has no meaning. It is not read where a `try` catches the error.
    fn suggestion(&self, name: &str) -> Option<String> {
        if self.attempts > 0 {
            return None;
        }
        let base_names = self.model.vocabulary.iter().map(|(_, base)| &*base.name);
        let primitives = Primitive::ALL.iter().map(|primitive| primitive.name());
        // A misspelt check reads as the application of a function.
        let checks = ["acyclic", "irreflexive"];
        let known = self.scope.visible_names().chain(base_names).chain(primitives).chain(checks);
        // An edit changes the length by one at most, and `nearest` allows one for three characters.
        let mut known: Vec<&str> =
            known.filter(|known| known.len().abs_diff(name.len()) <= name.len().div_ceil(3)).collect();
        known.sort_unstable();
        nearest(name, known).map(str::to_owned)
    }

    pub(super) fn clause_tag(&self, tag: &ast::Name<'a>) -> Option<TagId> {
        self.tag_ids.get(tag.text).copied()
    }

    fn tag(&mut self, tag: &'a ast::Name<'a>) -> ExprKind {
        if let Some(&id) = self.enum_of_tag.get(tag.text) {
            return ExprKind::Tag(id, self.tag_ids[tag.text]);
        }
        let mut known: Vec<&str> = self.enum_of_tag.keys().copied().collect();
        known.sort_unstable();
        let suggestion = nearest(tag.text, known).map(|tag| format!("'{tag}"));
        ExprKind::Unbound(Box::new(Unbound { name: format!("'{}", tag.text), suggestion }))
    }
}
