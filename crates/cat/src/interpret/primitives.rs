//! The primitive functions.

use std::rc::Rc;

use relation::{EventSet, LinearExtensions, Relation};

use super::classes::{self, ClassRelation};
use super::failure::{Complaint, Limit};
use super::machine::{Machine, Outcome};
use super::value::Value;
use super::value_set::ValueSet;
use crate::ir::{ExprId, TagId};
use crate::primitive::Primitive;

impl Machine<'_> {
    /// The value of `primitive argument`, the application `expr`.
    pub(super) fn primitive(&mut self, primitive: Primitive, argument: Value, expr: ExprId) -> Outcome<Value> {
        match primitive {
            Primitive::Domain => self.ends(&argument, expr, Relation::domain),
            Primitive::Range => self.ends(&argument, expr, Relation::range),
            Primitive::Classes => {
                let relation = self.relation_argument(&argument, expr)?;
                self.set_of_sets(classes::components(&relation), expr)
            }
            Primitive::ClassesLoc => {
                let set = self.set_argument(&argument, expr)?;
                let classes =
                    self.base.classes_by_location(&set).map_err(|unsupported| self.error(expr, unsupported))?;
                self.set_of_sets(classes, expr)
            }
            Primitive::Linearisations => self.linearisations(&argument, expr),
            Primitive::FromTo => {
                let set = self.set_argument(&argument, expr)?;
                self.ask(expr, self.base.ordered_by_fences(&set))
            }
            Primitive::TagToEvents => {
                let tag = self.tag_argument(&argument, expr)?;
                self.events_of_tag(tag, expr)
            }
            Primitive::TagToScope | Primitive::TagToLevel => self.scope_of_tag(&argument, expr),
            Primitive::TagToFenced => self.tag_to_fenced(&argument, expr),
            Primitive::LocToEvents => {
                let tag = self.tag_argument(&argument, expr)?;
                let events = self.base.events_at(&self.model.tags[tag].name);
                events.map(Value::set).map_err(|unsupported| self.error(expr, unsupported))
            }
            Primitive::Lift => self.lift(&argument, expr),
            Primitive::Delift => {
                let classes = self.classes_argument(&argument, expr)?;
                Ok(Value::relation(classes.delift(self.algebra.universe)))
            }
            Primitive::DeliftInter => {
                let [relation, classes] = self.two_arguments(&argument, expr)?;
                let (relation, classes) =
                    (self.relation_argument(&relation, expr)?, self.classes_argument(&classes, expr)?);
                Ok(Value::relation(classes.delift_within(&relation)))
            }
            Primitive::Bisimulation => self.bisimulation(&argument, expr),
            Primitive::DifferentValues | Primitive::SameOa | Primitive::AtLeastOneWritable => {
                let relation = self.relation_argument(&argument, expr)?;
                self.ask(
                    expr,
                    match primitive {
                        Primitive::DifferentValues => self.base.different_values(&relation),
                        Primitive::SameOa => self.base.same_output_address(&relation),
                        _ => self.base.at_least_one_writable(&relation),
                    },
                )
            }
            Primitive::AsTransitive => {
                let relation = self.relation_argument(&argument, expr)?;
                Ok(Value::relation(relation.transitive_closure()))
            }
            Primitive::Fail => Err(self.complain(expr, format!("`fail` is called on {}", argument.kind()))),
        }
    }

    fn complain(&self, expr: ExprId, message: String) -> Box<super::Failure> {
        self.error(expr, Complaint::Other(message))
    }

    fn ask(&self, expr: ExprId, answer: Result<Relation, crate::Unsupported>) -> Outcome<Value> {
        answer.map(Value::relation).map_err(|unsupported| self.error(expr, unsupported))
    }

    fn set_argument(&self, argument: &Value, expr: ExprId) -> Outcome<Rc<EventSet>> {
        self.algebra.as_set(argument).ok_or_else(|| self.expected(expr, "a set of events as argument", argument))
    }

    fn relation_argument(&self, argument: &Value, expr: ExprId) -> Outcome<Rc<Relation>> {
        self.algebra.as_relation(argument).ok_or_else(|| self.expected(expr, "a relation as argument", argument))
    }

    fn classes_argument(&self, argument: &Value, expr: ExprId) -> Outcome<Rc<ClassRelation>> {
        match argument {
            Value::Classes(relation) => Ok(relation.clone()),
            Value::Empty | Value::Zero => Ok(Rc::default()),
            _ => Err(self.expected(expr, "a relation over classes as argument", argument)),
        }
    }

    fn tag_argument(&self, argument: &Value, expr: ExprId) -> Outcome<TagId> {
        match argument {
            Value::Tag(_, tag) => Ok(*tag),
            _ => Err(self.expected(expr, "a tag as argument", argument)),
        }
    }

    fn two_arguments(&self, argument: &Value, expr: ExprId) -> Outcome<[Value; 2]> {
        if let Value::Tuple(tuple) = argument
            && let [first, second] = &tuple.parts[..]
        {
            return Ok([first.clone(), second.clone()]);
        }
        Err(self.expected(expr, "two arguments", argument))
    }

    /// A set of sets of events as a list; `None` for other values.
    fn sets_of(&self, value: &Value) -> Option<Vec<EventSet>> {
        match value {
            Value::Values(set) => set.iter().map(|each| self.algebra.as_set(each).map(|set| (*set).clone())).collect(),
            Value::Empty | Value::Zero => Some(Vec::new()),
            _ => None,
        }
    }

    fn set_of_sets(&self, sets: Vec<EventSet>, expr: ExprId) -> Outcome<Value> {
        let set = ValueSet::from_values(sets.into_iter().map(Value::set));
        set.map(Value::Values).map_err(|mixed| self.error(expr, mixed))
    }

    /// `domain` and `range`.
    fn ends(&self, argument: &Value, expr: ExprId, end: impl Fn(&Relation) -> EventSet) -> Outcome<Value> {
        match argument {
            Value::Universe => Ok(Value::Universe),
            _ => Ok(Value::set(end(&*self.relation_argument(argument, expr)?))),
        }
    }

    /// On events, or, when the second argument is a relation over classes, on classes. A cyclic order has none: the result is then an
    /// empty set of relations, which `with` does not count as a choice, whereas on `{}` it rejects.
    fn linearisations(&mut self, argument: &Value, expr: ExprId) -> Outcome<Value> {
        let [elements, order] = self.two_arguments(argument, expr)?;
        let mut found = ValueSet::new();
        if matches!(elements, Value::Values(_)) || matches!(order, Value::Classes(_)) {
            let order = self.classes_argument(&order, expr)?;
            let Some(classes) = self.sets_of(&elements) else {
                return Err(self.expected(expr, "a set of sets of events as first argument", &elements));
            };
            for extension in order.linear_extensions(classes) {
                self.count_element(&found)?;
                found = found.insert(Value::Classes(Rc::new(extension))).map_err(|mixed| self.error(expr, mixed))?;
            }
            return Ok(Value::Values(found));
        }
        let (set, order) = (self.set_argument(&elements, expr)?, self.relation_argument(&order, expr)?);
        // What is ordered by way of events outside the set is ordered, too.
        for extension in LinearExtensions::new(&set, &order.transitive_closure()) {
            self.count_element(&found)?;
            found = found.insert(Value::relation(extension)).map_err(|mixed| self.error(expr, mixed))?;
        }
        Ok(Value::Values(found))
    }

    fn count_element(&mut self, found: &ValueSet) -> Outcome<()> {
        self.step()?;
        if found.len() >= self.element_limit() { Err(self.limit(Limit::Elements)) } else { Ok(()) }
    }

    fn events_of_tag(&mut self, tag: TagId, expr: ExprId) -> Outcome<Value> {
        match self.model.tags[tag].events {
            Some(base) => Ok(self.base_value(base)),
            None => {
                Err(self
                    .complain(expr, format!("no set of events belongs to the tag `'{}`", self.model.tags[tag].name)))
            }
        }
    }

    fn scope_of_tag(&mut self, argument: &Value, expr: ExprId) -> Outcome<Value> {
        let tag = &self.model.tags[self.tag_argument(argument, expr)?];
        match tag.relation {
            Some(base) => Ok(self.base_value(base)),
            None => Err(self.complain(expr, format!("the test declares no scope instance `{}`", tag.name))),
        }
    }

    /// The pairs of the base relation `fromto` that an event with the tag is between in program order.
    fn tag_to_fenced(&mut self, argument: &Value, expr: ExprId) -> Outcome<Value> {
        let tag = self.tag_argument(argument, expr)?;
        let fences = self.events_of_tag(tag, expr)?;
        let fences = self.set_argument(&fences, expr)?;
        let mut base = |name| match self.model.vocabulary.find(name) {
            Some(id) => {
                let value = self.base_value(id);
                self.relation_argument(&value, expr)
            }
            None => Err(self.complain(expr, format!("`tag2fenced` needs a base relation `{name}`"))),
        };
        let (po, fromto) = (base("po")?, base("fromto")?);
        let all = EventSet::full(self.algebra.universe);
        let around = po.restrict(&all, &fences).sequence(&po);
        Ok(Value::relation(fromto.intersection(&around)))
    }

    fn lift(&self, argument: &Value, expr: ExprId) -> Outcome<Value> {
        let [classes, relation] = self.two_arguments(argument, expr)?;
        let Some(classes) = self.sets_of(&classes) else {
            return Err(self.expected(expr, "a set of sets of events as first argument", &classes));
        };
        let relation = self.relation_argument(&relation, expr)?;
        Ok(Value::Classes(Rc::new(ClassRelation::lift(&classes, &relation))))
    }

    fn bisimulation(&self, argument: &Value, expr: ExprId) -> Outcome<Value> {
        let [steps, equivalence] = self.two_arguments(argument, expr)?;
        if matches!(steps, Value::Classes(_)) || matches!(equivalence, Value::Classes(_)) {
            let (steps, equivalence) =
                (self.classes_argument(&steps, expr)?, self.classes_argument(&equivalence, expr)?);
            return Ok(Value::Classes(Rc::new(ClassRelation::bisimulation(&steps, &equivalence))));
        }
        let (steps, equivalence) = (self.relation_argument(&steps, expr)?, self.relation_argument(&equivalence, expr)?);
        Ok(Value::relation(classes::bisimulation(&steps, &equivalence)))
    }
}
