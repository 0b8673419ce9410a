//! Bases: pointers within an expression through which it goes on, such as `p->next` in `p->next->value`.
//!
//! A fence behind one is between the read of the pointer and the access through it. What is one access in the text is distinguished from the others by the place that clang gives it: a member has that of its
//! name, `*p` that of the star; an element of an array, a variable and a call have that of the beginning of the whole, which they share.

use super::{Reader, Region, RegionKind};
use crate::tokens::TokenKind;

/// A pointer within an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its text. A fence may stand behind it; behind a read of it alone, whatever else has a place in there.
    pub region: Region,
    /// Where the read of the pointer has its place.
    pub read: usize,
    /// What is read there.
    pub kind: BaseKind,
}

/// What a pointer is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    /// A variable, whose place others of the expression may share.
    Variable,
    /// An element of an array, whose place the variable may share.
    Element,
    /// What alone has its place: a member, or what a pointer points to.
    Alone,
}

/// What goes on behind an operand.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    /// `.name`
    Member,
    /// `->name`
    Arrow,
    /// `[...]`
    Index,
    /// `(...)`
    Call,
}

impl Reader<'_> {
    /// Finds the bases among the tokens `from..to`, those in parentheses and brackets left out.
    pub(super) fn bases(&mut self, from: usize, to: usize) {
        if !self.is_known_c() {
            return;
        }
        let mut at = from;
        while at < to {
            let is_behind_operand = at > from
                && matches!(
                    self.tokens[at - 1].kind,
                    TokenKind::Word | TokenKind::Literal | TokenKind::Other(b')' | b']')
                );
            at = match self.tokens[at].kind {
                TokenKind::Word if !is_behind_operand || self.is(at - 1, b')') => self.chain(from, at, to),
                TokenKind::Other(b'(') if !is_behind_operand => self.chain(from, at, to),
                TokenKind::Other(b'(' | b'[' | b'{') => self.behind_closing(at),
                TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => at + 1,
            };
        }
    }

    /// The steps behind the operand whose last token is before `at`, each with the token behind it.
    fn steps(&self, mut at: usize, to: usize) -> Vec<(Step, usize)> {
        let mut steps = Vec::new();
        while at < to {
            let (step, end) = match self.tokens[at].kind {
                TokenKind::Pair([b'-', b'>']) => (Step::Arrow, at + 2),
                TokenKind::Other(b'.') => (Step::Member, at + 2),
                TokenKind::Other(b'[') => (Step::Index, self.behind_closing(at)),
                TokenKind::Other(b'(') => (Step::Call, self.behind_closing(at)),
                TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => break,
            };
            let is_name = match step {
                Step::Member | Step::Arrow => !self.word(end - 1).is_empty(),
                Step::Index | Step::Call => true,
            };
            if !is_name || end > to {
                break;
            }
            steps.push((step, end));
            at = end;
        }
        steps
    }

    /// Reads an operand with all that is behind it; gives the token behind that.
    fn chain(&mut self, from: usize, first: usize, to: usize) -> usize {
        let behind_first = if self.is(first, b'(') { self.behind_closing(first) } else { first + 1 };
        let steps = self.steps(behind_first, to);
        let end = steps.last().map_or(behind_first, |(_, end)| *end).min(to);
        let mut ends = vec![behind_first];
        ends.extend(steps.iter().map(|(_, end)| *end));
        for (count, (step, _)) in steps.iter().enumerate() {
            let is_gone_through = matches!(step, Step::Arrow | Step::Index | Step::Call);
            let is_of_several = *step == Step::Index && count > 0 && steps[count - 1].0 == Step::Index;
            if is_gone_through && !is_of_several {
                self.base(first, behind_first, &steps, count, ends[count]);
            }
        }
        // What a star takes. It may also multiply, which is no matter: the operand has the same value with a fence behind it.
        let is_taken = first > from && self.is(first - 1, b'*');
        let is_changed =
            matches!(self.tokens.get(end).map(|token| token.kind), Some(TokenKind::Pair([b'+', b'+'] | [b'-', b'-'])));
        if is_taken && !is_changed {
            self.base(first, behind_first, &steps, steps.len(), end);
        }
        end
    }

    /// Adds the first `count` steps behind an operand as a base, which ends before `end`.
    fn base(&mut self, first: usize, behind_first: usize, steps: &[(Step, usize)], count: usize, end: usize) {
        if steps[..count].iter().any(|(step, _)| *step == Step::Call) {
            return;
        }
        let is_name = !self.is(first, b'(');
        // What stands in brackets has places of its own, names of macros have others.
        let names = steps[..count].iter().filter(|(step, _)| *step != Step::Index).map(|(_, end)| (end - 1, *end));
        if self.is_macro_within(first, behind_first)
            || names.into_iter().any(|(from, to)| self.is_macro_within(from, to))
            || (first..end).any(|at| self.is(at, b'{'))
        {
            return;
        }
        let found = match steps[..count].last() {
            Some((Step::Member | Step::Arrow, end)) => Some((self.start_of(end - 1), BaseKind::Alone)),
            // With several elements in one operand, their places are the same.
            Some((Step::Index, _)) if is_name => {
                let indices = steps.iter().filter(|(step, _)| *step == Step::Index).count();
                (indices == 1).then(|| (self.start_of(first), BaseKind::Element))
            }
            Some((Step::Index | Step::Call, _)) => None,
            None if is_name => Some((self.start_of(first), BaseKind::Variable)),
            None => self.in_parentheses(first + 1, behind_first - 1),
        };
        let Some((read, kind)) = found else { return };
        let region = Region {
            start: self.start_of(first),
            end: self.end_before(end),
            kind: RegionKind::Value,
            before: false,
            after: true,
            loops: self.loops,
            is_condition: false,
        };
        self.bases.push(Base { region, read, kind });
    }

    /// The read of a pointer in parentheses: `(*p)`, `(p->q)`, `((struct s *)(p)->q)`.
    fn in_parentheses(&self, from: usize, to: usize) -> Option<(usize, BaseKind)> {
        let behind_first = if self.is(from, b'(') { self.behind_closing(from) } else { from + 1 };
        if self.is(from, b'*') {
            // Only an operand may follow: what else stands there binds in other ways.
            let first = from + 1;
            let behind = if self.is(first, b'(') { self.behind_closing(first) } else { first + 1 };
            let is_operand = self.is(first, b'(') || !self.word(first).is_empty();
            let end = self.steps(behind, to).last().map_or(behind, |(_, end)| *end);
            return (is_operand && end == to).then(|| (self.start_of(from), BaseKind::Alone));
        }
        if self.is(from, b'(') && behind_first < to {
            let is_type = (from + 1..behind_first - 1).all(|at| self.is(at, b'*') || !self.word(at).is_empty());
            if is_type && self.is(behind_first - 2, b'*') {
                return self.in_parentheses(behind_first, to);
            }
        } else if self.is(from, b'(') {
            return self.in_parentheses(from + 1, behind_first - 1);
        } else if self.word(from).is_empty() {
            return None;
        }
        let steps = self.steps(behind_first, to);
        let (last, end) = *steps.last()?;
        let is_plain = end == to && !steps.iter().any(|(step, _)| *step == Step::Call);
        match last {
            Step::Member | Step::Arrow if is_plain => Some((self.start_of(end - 1), BaseKind::Alone)),
            Step::Member | Step::Arrow | Step::Index | Step::Call => None,
        }
    }

    fn is_macro_within(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| self.macros.has(self.word(at)))
    }
}
