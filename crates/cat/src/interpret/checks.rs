//! Checks, and `let rec` with its check.

use std::rc::Rc;

use super::failure::Failure;
use super::machine::Outcome;
use super::run::{Next, Point, Runner, Verdict};
use super::value::{Frame, Value};
use super::{CheckedValue, Shown, UNDEFINED};
use crate::ast::{CheckMode, Property};
use crate::ir::{CheckId, GroupId};

impl<'r> Runner<'r> {
    pub(super) fn check(&mut self, id: CheckId, point: &mut Point<'r>) -> Outcome<Next> {
        let model = self.model;
        let site = &model.checks[id];
        let skip = self.skips(site.name.as_deref());
        if skip && !self.options.strict_skip {
            return Ok(Next::Go);
        }
        let (holds, value) = self.test(id, &point.frame)?;
        let holds =
            holds || (site.mode == CheckMode::Require && self.options.ignore_checks && !self.options.all_checks);
        let check = |value| CheckedValue { id, value, frame: Rc::clone(&point.frame) };
        let is_raised = holds == (site.mode == CheckMode::Flag);
        if self.options.all_checks && !is_raised && site.mode == CheckMode::Require {
            Rc::make_mut(&mut point.held).push(check(value));
            return Ok(Next::Go);
        }
        if self.options.all_checks && is_raised && !skip {
            match site.mode {
                CheckMode::Require => {
                    Rc::make_mut(&mut point.failed).push(check(value));
                    return Ok(Next::Go);
                }
                CheckMode::Flag | CheckMode::UndefinedUnless => {
                    Rc::make_mut(&mut point.raised).push(check(value.clone()))
                }
                CheckMode::Assert => {}
            }
        }
        match (holds, site.mode) {
            (true, CheckMode::Flag) => {
                if let Some(name) = &site.name {
                    Rc::make_mut(&mut point.flags).insert(name);
                }
                Ok(Next::Go)
            }
            (true, _) | (false, CheckMode::Flag) => Ok(Next::Go),
            // With `strict_skip`: without it, the check was passed over above.
            (false, _) if skip => {
                Rc::make_mut(&mut point.skipped).extend(site.name.as_deref());
                Ok(Next::Go)
            }
            (false, CheckMode::Require) => Ok(Next::Reject(Verdict::Check(check(value)))),
            (false, CheckMode::UndefinedUnless) => {
                Rc::make_mut(&mut point.flags).insert(UNDEFINED);
                Ok(Next::Go)
            }
            (false, CheckMode::Assert) => {
                Err(Box::new(Failure::Assertion { span: site.span, name: site.name.clone() }))
            }
        }
    }

    pub(super) fn skips(&self, name: Option<&str>) -> bool {
        name.is_some_and(|name| self.options.skip.contains(name))
    }

    /// Whether a check holds, and the value of its argument.
    fn test(&mut self, id: CheckId, frame: &Rc<Frame>) -> Outcome<(bool, Shown)> {
        let site = &self.model.checks[id];
        let value = self.machine.evaluate(site.argument, frame)?;
        if let Value::Classes(relation) = &value {
            let holds = match site.property {
                Property::Acyclic => relation.is_acyclic(),
                Property::Irreflexive => relation.is_irreflexive(),
                Property::Empty => relation.is_empty(),
            };
            let shown = relation.delift(self.machine.algebra.universe);
            return Ok((holds != site.negated, Shown::Relation(shown)));
        }
        let Some(shown) = self.machine.algebra.shown(&value) else {
            return Err(self.machine.expected(site.argument, "a set or relation", &value));
        };
        let holds = match (site.property, &shown) {
            (Property::Acyclic, Shown::Relation(relation)) => relation.is_acyclic(),
            (Property::Irreflexive, Shown::Relation(relation)) => relation.is_irreflexive(),
            (Property::Empty, Shown::Relation(relation)) => relation.is_empty(),
            (Property::Empty, Shown::Set(set)) => set.is_empty(),
            (_, Shown::Set(_)) => return Err(self.machine.expected(site.argument, "a relation", &value)),
        };
        Ok((holds != site.negated, shown))
    }

    pub(super) fn let_rec(&mut self, group: GroupId, when: Option<CheckId>, point: &mut Point<'r>) -> Outcome<Next> {
        let model = self.model;
        let definitions = &model.groups[group].values;
        let mut old = self.machine.begin_group(group, &point.frame);
        let skip = when.is_some_and(|when| self.skips(model.checks[when].name.as_deref()));
        loop {
            let mut new = Vec::new();
            for definition in definitions {
                let value = self.machine.evaluate(definition.value, &point.frame)?;
                self.machine.check_size(&value)?;
                self.machine.assign(definition, &value, &point.frame)?;
                new.push(value);
            }
            if let Some(when) = when
                && !skip
                && !self.options.ignore_checks
            {
                let (holds, value) = self.test(when, &point.frame)?;
                if !holds {
                    let frame = Rc::clone(&point.frame);
                    return Ok(Next::Reject(Verdict::Check(CheckedValue { id: when, value, frame })));
                }
            }
            if self.machine.is_stable(group, &old, &new)? {
                break;
            }
            old = new;
        }
        if let Some(when) = when
            && skip
            && self.options.strict_skip
            && !self.test(when, &point.frame)?.0
        {
            Rc::make_mut(&mut point.skipped).extend(model.checks[when].name.as_deref());
        }
        Ok(Next::Go)
    }
}
