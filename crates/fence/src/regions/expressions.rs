//! Expressions: what has a value, what is evaluated one after the other, and blocks within expressions.

use super::{MAX_DEPTH, Reader, RegionKind};
use crate::tokens::TokenKind;

/// Whether a token is `=`, `+=` or the like, but for the shifts.
fn assigns(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Other(b'=') => true,
        TokenKind::Pair([operator, b'=']) => !matches!(operator, b'=' | b'!' | b'<' | b'>'),
        TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => false,
    }
}

impl Reader<'_> {
    /// An expression whose value is used: the tokens `from..to`.
    pub(super) fn value(&mut self, from: usize, to: usize) {
        if from >= to || self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        // A declaration in a condition has no value to pass on.
        let is_declaration = |at: usize| (self.is(at, b';') || self.is(at, b'{')) && !self.is_in_parentheses(from, at);
        if (from..to).any(is_declaration) {
            self.depth -= 1;
            return;
        }
        if self.split_at_commas(from, to).len() > 1 {
            // What is declared with such a value would be several variables: nothing stands behind it.
            let control = self.control(from, to);
            self.push(self.start_of(from), self.end_before(to), RegionKind::Value, !control.enters, false);
            self.sequence(from, to);
        } else {
            self.push_value(from, to);
            self.operands(from, to, true);
        }
        self.depth -= 1;
    }

    /// An expression of which only the truth is used.
    pub(super) fn condition(&mut self, from: usize, to: usize) {
        let (slot, start, end) = (self.regions.len(), self.start_of(from), self.end_before(to));
        self.value(from, to);
        // The whole comes before its parts, if it is an expression at all.
        if let Some(region) = self.regions.get_mut(slot) {
            region.is_condition = (region.start, region.end) == (start, end);
        }
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

    /// Operands of `&&`, `||`, `?:` and other operators, and what stands in parentheses and brackets. `is_value`: it is surely no declaration, where a star belongs to a type.
    fn operands(&mut self, from: usize, to: usize, is_value: bool) {
        if self.depth >= MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.bases(from, to);
        let mut operands = Vec::new();
        let (mut at, mut first, mut is_behind_condition) = (from, from, false);
        let (mut nested, mut assigned) = (Vec::new(), Vec::new());
        while at < to {
            match self.tokens[at].kind {
                TokenKind::Other(open @ (b'(' | b'[' | b'{')) => {
                    let end = self.behind_closing(at);
                    nested.push((open, at, end - 1));
                    at = end;
                    continue;
                }
                TokenKind::Pair([b'&', b'&'] | [b'|', b'|']) | TokenKind::Other(b'?' | b':') => {
                    // What joins two conditions stands between them, and `?` behind one.
                    let joins = matches!(self.tokens[at].kind, TokenKind::Pair(_));
                    operands.push((first, at, is_behind_condition || joins || self.is(at, b'?')));
                    (first, is_behind_condition) = (at + 1, joins);
                }
                // An assignment binds less tightly: in `a = b && c`, the operand on the left is `b`.
                kind if assigns(kind) => {
                    (first, is_behind_condition) = (at + 1, false);
                    assigned.push(first);
                }
                _ => {}
            }
            at += 1;
        }
        // An assignment within an expression goes on to its end, but between `?` and `:`.
        let is_choice = |operand: &(usize, usize, bool)| self.is(operand.1, b'?') || self.is(operand.1, b':');
        if is_value && self.is_known_c() && !operands.iter().any(is_choice) {
            for first in assigned.into_iter().filter(|first| *first < to) {
                self.push_value(first, to);
            }
        }
        // `&&` may be C++'s reference; then both sides are no expressions, and no access has its place in them.
        let is_split = !operands.is_empty();
        operands.push((first, to, is_behind_condition));
        for (first, last, is_condition) in operands.into_iter().filter(|(first, last, _)| first < last) {
            if is_split {
                self.push_value(first, last);
                if let Some(region) = self.regions.last_mut() {
                    region.is_condition = is_condition;
                }
            }
            self.terms(first, last, is_value);
        }
        for (open, at, end) in nested {
            let is_operand = |kind| matches!(kind, TokenKind::Word | TokenKind::Other(b')' | b']'));
            let has_operand_before = at > from && is_operand(self.tokens[at - 1].kind);
            match open {
                b'(' if has_operand_before && self.takes_values(at - 1) => self.arguments(at + 1, end),
                b'(' if !has_operand_before => self.sequence(at + 1, end),
                b'[' if has_operand_before && self.is_known_c() => self.value(at + 1, end),
                _ => {}
            }
        }
        self.depth -= 1;
    }

    /// Whether the text is C, and which names in it are macros is known: what looks like a call is one then, and what looks like an operand has a value.
    pub(super) fn is_known_c(&self) -> bool {
        self.macros.has("__STDC__") && !self.macros.has("__cplusplus")
    }

    /// Whether what stands in parentheses behind this token are arguments with values: a call of a function.
    fn takes_values(&self, at: usize) -> bool {
        const OTHERS: &[&str] =
            &["sizeof", "typeof", "__typeof__", "__typeof", "asm", "__asm__", "__asm", "volatile", "__volatile__"];
        let word = self.word(at);
        let is_other = OTHERS.contains(&word)
            || ["_", "__builtin_", "__attribute"].iter().any(|start| match *start {
                // Keywords of C11: `_Alignof`, `_Generic`.
                "_" => word.starts_with('_') && word[1..].starts_with(|next: char| next.is_ascii_uppercase()),
                start => word.starts_with(start),
            });
        self.is_known_c() && !is_other && !self.macros.has(word)
    }

    /// The pieces between commas.
    fn split_at_commas(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let mut pieces = Vec::new();
        let (mut at, mut first) = (from, from);
        while at < to {
            if self.is(at, b',') {
                pieces.push((first, at));
                first = at + 1;
            }
            at = match self.tokens[at].kind {
                TokenKind::Other(b'(' | b'[' | b'{') => self.behind_closing(at),
                TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => at + 1,
            };
        }
        pieces.push((first, to));
        pieces
    }

    /// The arguments of a call.
    fn arguments(&mut self, from: usize, to: usize) {
        for (first, last) in self.split_at_commas(from, to) {
            self.value(first, last);
        }
    }

    /// What stands in parentheses of its own: the operands of commas, the last with a value.
    fn sequence(&mut self, from: usize, to: usize) {
        if self.is(from, b'{') {
            return;
        }
        let pieces = self.split_at_commas(from, to);
        let Some(((first, last), discarded)) = pieces.split_last() else { return };
        for (first, last) in discarded {
            let control = self.control(*first, *last);
            let (start, end) = (self.start_of(*first), self.end_before(*last));
            self.push(start, end, RegionKind::Discarded, !control.enters, !control.leaves);
            self.operands(*first, *last, true);
        }
        if !discarded.is_empty() {
            self.push_value(*first, *last);
        }
        self.operands(*first, *last, true);
    }

    /// Expressions without use for their values, with commas between them.
    pub(super) fn discarded(&mut self, from: usize, to: usize) {
        if !self.is_known_c() {
            return;
        }
        for (first, last) in self.split_at_commas(from, to) {
            let control = self.control(first, last);
            let (start, end) = (self.start_of(first), self.end_before(last));
            self.push(start, end, RegionKind::Discarded, !control.enters, !control.leaves);
            self.assignment(first, last);
        }
    }

    /// The operands of comparisons, sums, products, shifts and bitwise operations that no other operator of these splits: parentheses around one change nothing. Compilers may evaluate them in
    /// any order; they are taken in that of the graph, as all that C leaves unsequenced.
    fn terms(&mut self, from: usize, to: usize, is_value: bool) {
        if !self.is_known_c() {
            return;
        }
        let mut terms = Vec::new();
        let (mut at, mut first) = (from, from);
        while at < to {
            let is_behind_operand = at > first
                && matches!(
                    self.tokens[at - 1].kind,
                    TokenKind::Word | TokenKind::Literal | TokenKind::Other(b')' | b']')
                );
            let is_behind_step =
                at > first && matches!(self.tokens[at - 1].kind, TokenKind::Pair([b'+', b'+'] | [b'-', b'-']));
            let is_operator = match self.tokens[at].kind {
                TokenKind::Pair([b'=' | b'!' | b'<' | b'>', b'=']) | TokenKind::Pair([b'<', b'<'] | [b'>', b'>']) => {
                    true
                }
                TokenKind::Other(b'<' | b'>' | b'|' | b'^') => true,
                // Behind a cast it takes an address.
                TokenKind::Other(b'&') if at > first && self.is(at - 1, b')') => return,
                TokenKind::Other(b'&' | b'+' | b'-') => is_behind_operand || is_behind_step,
                // Behind a cast a star takes what a pointer points to, which is no matter: a type holds no access.
                TokenKind::Other(b'*' | b'/' | b'%') => is_value && (is_behind_operand || is_behind_step),
                TokenKind::Other(b',' | b';') => return,
                TokenKind::Other(b'(' | b'[' | b'{') => {
                    at = self.behind_closing(at);
                    continue;
                }
                TokenKind::Word | TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => false,
            };
            if is_operator {
                terms.push((first, at));
                first = at + 1;
            }
            at += 1;
        }
        if !terms.is_empty() {
            terms.push((first, to));
        }
        for (first, last) in terms.into_iter().filter(|(first, last)| first < last) {
            self.push_value(first, last);
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
                kind if assigns(kind) => {
                    let more = (at + 1..to).any(|next| self.is(next, b',') && !self.is_in_parentheses(at + 1, next));
                    if !more && !self.is(at + 1, b'{') {
                        self.value(at + 1, to);
                    }
                    self.operands(from, at, false);
                    return;
                }
                _ => at += 1,
            }
        }
        self.operands(from, to, false);
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
