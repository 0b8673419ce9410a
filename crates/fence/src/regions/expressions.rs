//! Expressions: what has a value, what is evaluated one after the other, and blocks within expressions.

use super::{MAX_DEPTH, Reader, RegionKind};
use crate::tokens::TokenKind;

impl Reader<'_> {
    /// An expression whose value is used: the tokens `from..to`.
    pub(super) fn value(&mut self, from: usize, to: usize) {
        if from >= to || self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        // A declaration in a condition has no value to pass on.
        let is_declaration = |at: usize| (self.is(at, b';') || self.is(at, b'{')) && !self.is_in_parentheses(from, at);
        if !(from..to).any(is_declaration) {
            self.push_value(from, to);
            self.operands(from, to);
        }
        self.depth -= 1;
    }

    fn push_value(&mut self, from: usize, to: usize) {
        let control = self.control(from, to);
        let (start, end) = (self.start_of(from), self.end_before(to));
        self.push(start, end, RegionKind::Value, !control.enters, !control.leaves);
    }

    /// The statements in GNU's statement expressions, `({ ... })`, of a piece that has been read as an expression.
    pub(super) fn blocks_within(&mut self, from: usize, to: usize) {
        let resume = self.at;
        self.at = from;
        while self.at < to {
            if self.is(self.at, b'(') && self.is(self.at + 1, b'{') && self.depth < MAX_DEPTH {
                self.at += 1;
                let first = self.regions.len();
                let end = self.end_before(self.behind_closing(self.at) - 1);
                self.block();
                // The last statement gives the expression its value: nothing can stand behind it.
                for region in self.regions[first..].iter_mut().filter(|region| region.end == end) {
                    region.after &= matches!(region.kind, RegionKind::Value | RegionKind::Discarded);
                }
            } else {
                self.at += 1;
            }
        }
        self.at = resume;
    }

    /// Operands that are evaluated one after the other: of `&&`, `||`, `?:` and the comma, also in parentheses.
    fn operands(&mut self, from: usize, to: usize) {
        let mut operands = Vec::new();
        let (mut at, mut first) = (from, from);
        let mut parentheses = Vec::new();
        while at < to {
            match self.tokens[at].kind {
                TokenKind::Other(b'(') => {
                    let end = self.behind_closing(at);
                    // Not the arguments of a call.
                    let is_call = at > from
                        && matches!(self.tokens[at - 1].kind, TokenKind::Word | TokenKind::Other(b')' | b']'));
                    if !is_call {
                        parentheses.push((at + 1, end - 1));
                    }
                    at = end;
                    continue;
                }
                TokenKind::Other(b'[' | b'{') => {
                    at = self.behind_closing(at);
                    continue;
                }
                TokenKind::Pair([b'&', b'&'] | [b'|', b'|']) | TokenKind::Other(b'?' | b':') => {
                    operands.push((first, at));
                    first = at + 1;
                }
                // An assignment binds less tightly: in `a = b && c`, the operand on the left is `b`.
                TokenKind::Pair([operator, b'=']) if !matches!(operator, b'=' | b'!' | b'<' | b'>') => first = at + 1,
                TokenKind::Other(b'=') => first = at + 1,
                _ => {}
            }
            at += 1;
        }
        // `&&` may be C++'s reference; then both sides are no expressions, and no access has its place in them.
        if !operands.is_empty() {
            operands.push((first, to));
            for (first, last) in operands.into_iter().filter(|(first, last)| first < last) {
                self.push_value(first, last);
            }
        }
        for (from, to) in parentheses {
            if from < to && self.depth < MAX_DEPTH {
                self.depth += 1;
                self.operands(from, to);
                self.depth -= 1;
            }
        }
    }

    /// The right side of an assignment or initialisation that is a statement.
    pub(super) fn assignment(&mut self, from: usize, to: usize) {
        let mut at = from;
        while at < to {
            match self.tokens[at].kind {
                TokenKind::Other(b'(' | b'[' | b'{') => at = self.behind_closing(at),
                // A second declarator, whose value is another's.
                TokenKind::Other(b',') => return,
                TokenKind::Other(b'=') => {
                    let more = (at + 1..to).any(|next| self.is(next, b',') && !self.is_in_parentheses(at + 1, next));
                    if !more && !self.is(at + 1, b'{') {
                        self.value(at + 1, to);
                    }
                    return;
                }
                _ => at += 1,
            }
        }
        self.operands(from, to);
    }

    fn is_in_parentheses(&self, from: usize, to: usize) -> bool {
        let mut open = 0i32;
        for at in from..to {
            match self.tokens[at].kind {
                TokenKind::Other(b'(' | b'[' | b'{') => open += 1,
                TokenKind::Other(b')' | b']' | b'}') => open -= 1,
                _ => {}
            }
        }
        open > 0
    }
}
