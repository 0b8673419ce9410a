//! The clauses of a model: parts that can be taken out one at a time, to see what they are for.
//!
//! A clause is a check, an operand of a union, an operand of an intersection, or what a difference takes away. Without a check or
//! an operand of a union (where more of it forbids more) a model is weaker; without the others it is stronger. What counts is the text as
//! resolved, includes and the standard library among it: one place in the text is one clause, however often a function that contains it is called.
//!
//! Only what the model's checks can reach is listed. What a `with` chooses from is left out: coherence without a part of its definition is no
//! weaker model but another notion of execution.

use relation::IdVec;
use source::Span;

use crate::ast::{CheckMode, Operator};
use crate::ir::{
    BindingId, BlockId, BoundSlot, CheckId, Definition, ExprId, ExprKind, FunctionId, InstructionKind, Model,
    ProcedureId, Target,
};

/// What a clause does in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// A check that executions must pass, or that raises a flag.
    Check,
    /// An operand of a union.
    Alternative,
    /// An operand of an intersection.
    Restriction,
    /// What a difference takes away.
    Exception,
}

impl ClauseKind {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            ClauseKind::Check => "check",
            ClauseKind::Alternative => "alternative",
            ClauseKind::Restriction => "restriction",
            ClauseKind::Exception => "exception",
        }
    }
}

/// A part of a model that [`Model::take_out`] takes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Where it stands.
    pub span: Span,
    /// What it does.
    pub kind: ClauseKind,
    site: Site,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    Check(CheckId),
    /// The operand of this number.
    Operand(ExprId, usize),
}

impl Model {
    /// The clauses that the model's checks can reach, in the order of the files and of the text.
    pub fn clauses(&self) -> Vec<Clause> {
        let mut reach = Reach::new(self);
        reach.block(self.main);
        reach.finish();
        let mut clauses: Vec<Clause> = Vec::new();
        for check in &reach.checks {
            let site = &self.checks[*check];
            // An assertion says what the model's author takes for granted.
            if site.mode != CheckMode::Assert {
                clauses.push(Clause { span: site.span, kind: ClauseKind::Check, site: Site::Check(*check) });
            }
        }
        for (expr, _) in self.exprs.iter_enumerated().filter(|(expr, _)| reach.exprs[*expr]) {
            let ExprKind::Operation(operator, operands) = &self.exprs[expr].kind else { continue };
            let (kind, first) = match operator {
                Operator::Union => (ClauseKind::Alternative, 0),
                Operator::Intersection => (ClauseKind::Restriction, 0),
                Operator::Difference => (ClauseKind::Exception, 1),
                Operator::Add | Operator::Sequence | Operator::Product => continue,
            };
            for (number, operand) in operands.iter().enumerate().skip(first) {
                clauses.push(Clause { span: self.exprs[*operand].span, kind, site: Site::Operand(expr, number) });
            }
        }
        clauses.sort_by_key(|clause| (clause.span, clause.kind));
        clauses
    }

    /// Takes a clause out: one that [`Model::clauses`] gave for the same text, bell file and variants.
    ///
    /// # Panics
    /// When it is of another model.
    pub fn take_out(&mut self, clause: &Clause) {
        match clause.site {
            Site::Check(check) => {
                for block in self.blocks.iter_mut() {
                    block.retain(|instruction| !matches!(instruction.kind, InstructionKind::Check(id) if id == check));
                }
            }
            Site::Operand(expr, number) => {
                let ExprKind::Operation(_, operands) = &mut self.exprs[expr].kind else {
                    panic!("the clause is of another model");
                };
                operands.remove(number);
                if let [only] = operands[..] {
                    let kind = std::mem::replace(&mut self.exprs[only].kind, ExprKind::Empty);
                    self.exprs[expr].kind = kind;
                }
            }
        }
    }
}

/// What the checks of a model reach.
struct Reach<'m> {
    model: &'m Model,
    /// What defines each name: values and functions.
    definitions: IdVec<BindingId, Vec<ExprId>>,
    functions: IdVec<BindingId, Vec<FunctionId>>,
    procedures: IdVec<BindingId, Vec<ProcedureId>>,
    exprs: IdVec<ExprId, bool>,
    bindings: IdVec<BindingId, bool>,
    blocks: Vec<BlockId>,
    checks: Vec<CheckId>,
    open: Vec<ExprId>,
}

impl<'m> Reach<'m> {
    fn new(model: &'m Model) -> Reach<'m> {
        let count = model.bindings.len();
        let mut reach = Reach {
            model,
            definitions: IdVec::from_elem(Vec::new(), count),
            functions: IdVec::from_elem(Vec::new(), count),
            procedures: IdVec::from_elem(Vec::new(), count),
            exprs: IdVec::from_elem(false, model.exprs.len()),
            bindings: IdVec::from_elem(false, count),
            blocks: Vec::new(),
            checks: Vec::new(),
            open: Vec::new(),
        };
        for instruction in model.blocks.iter().flatten() {
            match &instruction.kind {
                InstructionKind::Let(definitions) => reach.define(definitions),
                InstructionKind::LetRec { group, .. } => {
                    reach.define(&model.groups[*group].values);
                    reach.define_functions(&model.groups[*group].functions);
                }
                InstructionKind::Procedure(place, procedure) => reach.procedures[place.binding].push(*procedure),
                InstructionKind::Check(_)
                | InstructionKind::Show(_)
                | InstructionKind::Unshow(_)
                | InstructionKind::Call(_)
                | InstructionKind::Forall { .. }
                | InstructionKind::With { .. }
                | InstructionKind::Match { .. }
                | InstructionKind::Annotations(_) => {}
            }
        }
        for expr in &model.exprs {
            if let ExprKind::Let(definitions, _) = &expr.kind {
                reach.define(definitions);
            }
            if let ExprKind::LetRec(group, _) = &expr.kind {
                reach.define(&model.groups[*group].values);
                reach.define_functions(&model.groups[*group].functions);
            }
        }
        reach
    }

    fn define(&mut self, definitions: &[Definition]) {
        for definition in definitions {
            match &definition.target {
                Target::One(place) => {
                    place.iter().for_each(|place| self.definitions[place.binding].push(definition.value));
                }
                Target::Tuple { parts, .. } => {
                    let parts = parts.iter().flatten();
                    parts.for_each(|place| self.definitions[place.binding].push(definition.value));
                }
            }
        }
    }

    fn define_functions(&mut self, functions: &[(BoundSlot, FunctionId)]) {
        functions.iter().for_each(|&(place, function)| self.functions[place.binding].push(function));
    }

    fn block(&mut self, block: BlockId) {
        if self.blocks.contains(&block) {
            return;
        }
        self.blocks.push(block);
        let model = self.model;
        for instruction in &model.blocks[block] {
            match &instruction.kind {
                InstructionKind::Check(check) => self.check(*check),
                InstructionKind::LetRec { when, .. } => when.iter().for_each(|check| self.check(*check)),
                InstructionKind::Call(call) => self.open.extend([call.procedure, call.argument]),
                InstructionKind::Forall { set, body, .. } => {
                    self.open.push(*set);
                    self.block(*body);
                }
                InstructionKind::Match { subject, clauses, default } => {
                    self.open.push(*subject);
                    clauses.iter().map(|clause| clause.body).chain(*default).for_each(|body| self.block(body));
                }
                InstructionKind::Let(_)
                | InstructionKind::Show(_)
                | InstructionKind::Unshow(_)
                | InstructionKind::Procedure(..)
                | InstructionKind::With { .. }
                | InstructionKind::Annotations(_) => {}
            }
        }
    }

    fn check(&mut self, check: CheckId) {
        if !self.checks.contains(&check) {
            self.checks.push(check);
            self.open.push(self.model.checks[check].argument);
        }
    }

    /// Follows all that is open.
    fn finish(&mut self) {
        let model = self.model;
        while let Some(expr) = self.open.pop() {
            if std::mem::replace(&mut self.exprs[expr], true) {
                continue;
            }
            match &model.exprs[expr].kind {
                ExprKind::Zero
                | ExprKind::Universe
                | ExprKind::Empty
                | ExprKind::Tag(..)
                | ExprKind::AllTags(_)
                | ExprKind::Base(_)
                | ExprKind::Primitive(_)
                | ExprKind::Unbound(_) => {}
                ExprKind::Local { binding, .. } => self.binding(*binding),
                ExprKind::Set(parts) | ExprKind::Tuple(parts) | ExprKind::Operation(_, parts) => {
                    self.open.extend(parts);
                }
                &ExprKind::Unary(_, operand) => self.open.push(operand),
                &ExprKind::Apply(function, argument) => self.open.extend([function, argument]),
                &ExprKind::Function(function) => self.open.push(model.functions[function].body),
                &ExprKind::Let(_, body) | &ExprKind::LetRec(_, body) => self.open.push(body),
                ExprKind::MatchTag { subject, clauses, default } => {
                    self.open.push(*subject);
                    self.open.extend(clauses.iter().map(|clause| clause.body).chain(*default));
                }
                ExprKind::MatchSet(matching) => {
                    self.open.extend([matching.subject, matching.empty, matching.body]);
                }
                &ExprKind::Try(attempt, fallback) => self.open.extend([attempt, fallback]),
                ExprKind::If(condition, then, otherwise) => {
                    self.open.extend([condition.left, condition.right, *then, *otherwise]);
                }
            }
        }
    }

    fn binding(&mut self, binding: BindingId) {
        if std::mem::replace(&mut self.bindings[binding], true) {
            return;
        }
        self.open.extend(&self.definitions[binding]);
        let bodies = self.functions[binding].iter().map(|&function| self.model.functions[function].body);
        self.open.extend(bodies);
        for procedure in self.procedures[binding].clone() {
            self.block(self.model.procedures[procedure].body);
        }
        // A name that a `match` binds in some clause: whatever else of that name there is may be meant.
        if self.definitions[binding].is_empty() && self.model.bindings[binding].origin == crate::ir::Origin::Join {
            let name = &self.model.bindings[binding].name;
            let same = self.model.bindings.iter_enumerated().filter(|(_, other)| other.name == *name);
            let same: Vec<BindingId> = same.map(|(other, _)| other).filter(|&other| !self.bindings[other]).collect();
            same.into_iter().for_each(|other| self.binding(other));
        }
    }
}

#[cfg(test)]
mod tests {
    use source::Sources;

    use super::*;
    use crate::{NoFiles, Phase, Vocabulary};

    fn model(sources: &mut Sources, text: &str) -> Model {
        let mut vocabulary = Vocabulary::new();
        for word in ["po", "rf", "fr"] {
            vocabulary.relation(word, Phase::Structure);
        }
        let source = sources.add("model.cat", text);
        Model::load(sources, source, None, &mut NoFiles, &vocabulary, &|_| false).model.expect("the model is correct")
    }

    /// The clauses of a model as kind and text.
    fn clauses(text: &str) -> Vec<String> {
        let mut sources = Sources::new();
        let model = model(&mut sources, text);
        let shown = |clause: &Clause| format!("{} {}", clause.kind.name(), sources.snippet(clause.span));
        model.clauses().iter().map(shown).collect()
    }

    #[test]
    fn what_no_check_reaches_is_no_clause() {
        let text = "let unused = po | fr\nlet f(r) = r & po\nlet hb = f(rf) | (fr \\ id)\nacyclic hb as main";
        assert_eq!(
            clauses(text),
            [
                "restriction r",
                "restriction po",
                "alternative f(rf)",
                "alternative (fr \\ id)",
                "exception id",
                "check acyclic hb as main"
            ]
        );
    }

    #[test]
    fn what_is_taken_out_is_gone() {
        let mut sources = Sources::new();
        let text = "acyclic po | rf | fr as main";
        let mut model = model(&mut sources, text);
        let all = model.clauses();
        assert_eq!(all.len(), 4);
        let rf = all.iter().find(|clause| sources.snippet(clause.span) == "rf").expect("a clause");
        model.take_out(rf);
        let left: Vec<&str> = model.clauses().iter().map(|clause| sources.snippet(clause.span)).collect();
        assert_eq!(left, ["acyclic po | rf | fr as main", "po", "fr"]);
        let fr = model.clauses()[2];
        model.take_out(&fr);
        assert_eq!(model.clauses().len(), 1, "one operand is no union");
        let check = model.clauses()[0];
        model.take_out(&check);
        assert!(model.clauses().is_empty());
    }
}
