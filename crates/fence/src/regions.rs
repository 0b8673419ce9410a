//! Pieces of a C or C++ text before or behind which a fence can be put.
//!
//! The text is read as it is, before preprocessing, and only as far as it takes to find statements, conditions, and the operands of `&&`, `||`, `?:` and
//! assignments. What does not look like that has no regions; a fence is then put elsewhere, or not at all, which is reported. A region is *entered*
//! only at its beginning, and *left* only at its end, as far as the flags of [`Region`] say: pieces that labels or jumps lead into or out of have them off.

mod bases;
mod expressions;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use bases::{Base, BaseKind};

use crate::macros::{Control, Macros};
use crate::tokens::{Token, TokenKind, tokens_and_branches};

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegionKind {
    /// A statement in a block.
    Statement,
    /// A statement that is the whole body of an `if` or a loop, without braces.
    Body,
    /// An expression whose value is used.
    Value,
    /// The third part of a `for`, whose value is not used.
    Discarded,
}

/// A piece of text: the bytes `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// First byte.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// What it is.
    pub kind: RegionKind,
    /// Whether control enters it only at its beginning.
    pub before: bool,
    /// Whether control leaves it only at its end.
    pub after: bool,
    /// How many loops of the text it is in.
    pub loops: u32,
    /// Whether it is an expression of which only the truth is used: a condition, or an operand of one.
    pub is_condition: bool,
}

impl Region {
    /// Whether all of these offsets lie in it.
    pub fn holds_all(&self, offsets: &[usize]) -> bool {
        offsets.iter().all(|offset| (self.start..self.end).contains(offset))
    }

    /// Whether none of these offsets lies in it.
    pub fn holds_none(&self, offsets: &[usize]) -> bool {
        !offsets.iter().any(|offset| (self.start..self.end).contains(offset))
    }
}

/// The regions of a text, outer ones before those in them. `macros`: those that the text may use; other names are taken for functions and variables.
pub fn regions(text: &str, macros: &Macros) -> Vec<Region> {
    Places::read(text, macros).regions
}

/// The places of a text.
#[derive(Debug)]
pub struct Places {
    /// Its regions, outer ones before those in them.
    pub regions: Vec<Region>,
    /// For each region, whether it is an expression, or a statement that is one, and surely holds no loop.
    pub loop_free: Vec<bool>,
    /// Its bases, as far as it is C and its macros are known.
    pub bases: Vec<Base>,
    /// What stands between the braces of its functions.
    pub bodies: Vec<Range<usize>>,
}

impl Places {
    /// Finds the places of a text. `macros`: those that it may use; other names are taken for functions and variables.
    pub fn read(text: &str, macros: &Macros) -> Places {
        let (tokens, branches) = tokens_and_branches(text);
        let mut reader = Reader {
            text,
            macros,
            tokens,
            at: 0,
            regions: Vec::new(),
            bases: Vec::new(),
            bodies: Vec::new(),
            loops: 0,
            depth: 0,
        };
        reader.declarations();
        let (mut regions, mut bases) = (std::mem::take(&mut reader.regions), std::mem::take(&mut reader.bases));
        // What begins in one branch of an `#if` and ends in another would get half of its braces where they are not compiled.
        let is_in_one = |region: &Region| branches.at(region.start) == branches.at(region.end - 1);
        regions.retain(is_in_one);
        bases.retain(|base| is_in_one(&base.region));
        let loop_free = regions.iter().map(|region| reader.is_loop_free(region)).collect();
        Places { regions, loop_free, bases, bodies: reader.bodies }
    }
}

struct Reader<'t> {
    text: &'t str,
    macros: &'t Macros,
    tokens: Vec<Token>,
    at: usize,
    regions: Vec<Region>,
    bases: Vec<Base>,
    bodies: Vec<Range<usize>>,
    loops: u32,
    depth: u32,
}

/// Statements nest; deeper than this no text is.
const MAX_DEPTH: u32 = 200;

/// What was found in a statement that matters to what is around it.
#[derive(Clone, Copy, Default)]
struct Inside {
    /// A label, to which control may come from outside.
    label: bool,
    /// A `case` or `default` of a `switch` that is outside.
    case: bool,
}

impl Inside {
    fn and(self, other: Inside) -> Inside {
        Inside { label: self.label || other.label, case: self.case || other.case }
    }
}

impl Reader<'_> {
    /// Whether a region is an expression, or a statement that is one, and surely holds no loop. Where macros are not known, what looks like a call may be one.
    fn is_loop_free(&self, region: &Region) -> bool {
        let is_expression = match region.kind {
            RegionKind::Value | RegionKind::Discarded => true,
            RegionKind::Statement | RegionKind::Body => region.after,
        };
        let first = self.tokens.partition_point(|token| token.start < region.start);
        let end = self.tokens.partition_point(|token| token.start < region.end);
        let is_operand = |at: usize| matches!(self.tokens[at].kind, TokenKind::Word | TokenKind::Other(b')' | b']'));
        let may_loop = |at: usize| match self.tokens[at].kind {
            TokenKind::Other(b'{') => true,
            TokenKind::Other(b'(') => !self.is_known_c() && at > first && is_operand(at - 1),
            TokenKind::Word => self.macros.may_loop(self.word(at)),
            TokenKind::Other(_) | TokenKind::Pair(_) | TokenKind::Literal => false,
        };
        is_expression && !(first..end).any(may_loop)
    }

    fn is(&self, at: usize, byte: u8) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Other(byte))
    }

    fn word(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Word => &self.text[token.start..token.end],
            _ => "",
        }
    }

    fn start_of(&self, at: usize) -> usize {
        self.tokens.get(at).map_or(self.text.len(), |token| token.start)
    }

    fn end_before(&self, at: usize) -> usize {
        if at == 0 { 0 } else { self.tokens.get(at - 1).map_or(self.text.len(), |token| token.end) }
    }

    /// The token behind the one that closes what the token at `at` opens.
    fn behind_closing(&self, at: usize) -> usize {
        let mut open = 0i32;
        let mut here = at;
        while let Some(token) = self.tokens.get(here) {
            match token.kind {
                TokenKind::Other(b'(' | b'[' | b'{') => open += 1,
                TokenKind::Other(b')' | b']' | b'}') => {
                    open -= 1;
                    if open <= 0 {
                        return here + 1;
                    }
                }
                _ => {}
            }
            here += 1;
        }
        here
    }

    /// The top level, or what is in a namespace or class: finds the bodies of functions.
    fn declarations(&mut self) {
        let mut begin = self.at;
        while self.at < self.tokens.len() {
            if self.is(self.at, b'}') {
                return;
            }
            if self.is(self.at, b';') {
                self.at += 1;
                begin = self.at;
            } else if self.is(self.at, b'(') || self.is(self.at, b'[') {
                self.at = self.behind_closing(self.at);
            } else if self.is(self.at, b'{') {
                self.brace_at_top(begin);
                begin = self.at;
            } else {
                self.at += 1;
            }
        }
    }

    fn brace_at_top(&mut self, begin: usize) {
        let words: Vec<&str> = (begin..self.at).map(|at| self.word(at)).collect();
        // The second line is `extern "C" {`: a word, a literal and the brace.
        let is_container = words.iter().any(|word| matches!(*word, "namespace" | "class"))
            || (words.contains(&"extern") && self.at == begin + 2)
            || (words.iter().any(|word| matches!(*word, "struct" | "union")) && !self.is(self.at - 1, b')'));
        let has_parameters = (begin..self.at).any(|at| self.is(at, b'('));
        // A function may return an `enum`, or take one.
        let is_enumeration = words.contains(&"enum") && !self.is(self.at - 1, b')');
        let is_value = (begin..self.at).any(|at| self.is(at, b'=')) || is_enumeration;
        if is_container {
            self.at += 1;
            self.declarations();
            self.at += 1;
        } else if has_parameters && !is_value {
            let end = self.behind_closing(self.at);
            self.bodies.push(self.start_of(self.at) + 1..self.end_before(end));
            self.block();
            // Whatever was misread in there ends with it.
            self.at = end;
        } else {
            self.at = self.behind_closing(self.at);
        }
    }

    /// A block with its braces.
    fn block(&mut self) -> Inside {
        let end = self.behind_closing(self.at).saturating_sub(1);
        self.at += 1;
        let mut inside = Inside::default();
        while self.at < end {
            let before = self.at;
            inside = inside.and(self.statement(RegionKind::Statement, end));
            if self.at == before {
                self.at += 1;
            }
        }
        self.at = end + 1;
        inside
    }

    /// What the words of a piece do to the flow of control, and the macros among them.
    fn control(&self, from: usize, to: usize) -> Control {
        (from..to).fold(Control::default(), |all, at| {
            let word = self.word(at);
            if word.is_empty() { all } else { all.and(Control::of_keyword(word)).and(self.macros.control(word)) }
        })
    }

    /// The labels that the macros of a piece may hold.
    fn hidden(&self, from: usize, to: usize) -> Inside {
        Inside { label: self.control(from, to).enters, case: false }
    }

    fn push(&mut self, start: usize, end: usize, kind: RegionKind, before: bool, after: bool) {
        if start < end {
            self.regions.push(Region { start, end, kind, before, after, loops: self.loops, is_condition: false });
        }
    }

    /// A statement that begins here and ends before token `limit`.
    fn statement(&mut self, kind: RegionKind, limit: usize) -> Inside {
        if self.depth >= MAX_DEPTH || self.at >= limit {
            self.at = limit;
            return Inside::default();
        }
        self.depth += 1;
        // Before what is in it, so that outer regions come first; where it ends is known later.
        let slot = self.regions.len();
        let start = self.start_of(self.at);
        self.push(start, start + 1, kind, true, false);
        let (inside, simple) = self.statement_inside(limit);
        let end = self.end_before(self.at);
        if let Some(region) = self.regions.get_mut(slot) {
            region.end = end.max(start + 1);
            region.before = !inside.label && !inside.case;
            region.after = simple;
        }
        self.depth -= 1;
        inside
    }

    /// What the statement holds, and whether it is one that control leaves only at its end.
    fn statement_inside(&mut self, limit: usize) -> (Inside, bool) {
        match self.word(self.at) {
            "if" => (self.conditional(limit), false),
            "while" => {
                self.at += 1;
                self.loops += 1;
                let hidden = self.parenthesised(true);
                let inside = self.body(limit);
                self.loops -= 1;
                (inside.and(hidden), false)
            }
            "for" => (self.for_loop(limit), false),
            "do" => {
                self.at += 1;
                self.loops += 1;
                let mut inside = self.body(limit);
                if self.word(self.at) == "while" {
                    self.at += 1;
                    inside = inside.and(self.parenthesised(true));
                }
                self.loops -= 1;
                self.at += usize::from(self.is(self.at, b';'));
                (inside, false)
            }
            "switch" => {
                self.at += 1;
                let hidden = self.parenthesised(false);
                let inside = self.body(limit).and(hidden);
                // Its cases are its own: control comes to them through it.
                (Inside { case: false, ..inside }, false)
            }
            "case" | "default" => {
                while self.at < limit && !self.is(self.at, b':') {
                    self.at += 1;
                }
                self.at += 1;
                let inside =
                    if self.is(self.at, b'}') { Inside::default() } else { self.statement(RegionKind::Body, limit) };
                (Inside { case: true, ..inside }, false)
            }
            "return" => {
                let first = self.at + 1;
                self.at = self.semicolon(limit);
                self.value(first, self.at);
                self.blocks_within(first, self.at);
                let hidden = self.hidden(first, self.at);
                self.at += 1;
                (hidden, false)
            }
            "break" | "continue" | "goto" => {
                self.at = self.semicolon(limit) + 1;
                (Inside::default(), false)
            }
            "else" => {
                self.at += 1;
                (self.body(limit), false)
            }
            _ if self.is(self.at, b'{') => (self.block(), false),
            word if !word.is_empty() && self.is(self.at + 1, b':') && self.tokens.get(self.at + 2).is_some() => {
                self.at += 2;
                let inside =
                    if self.is(self.at, b'}') { Inside::default() } else { self.statement(RegionKind::Body, limit) };
                (Inside { label: true, ..inside }, false)
            }
            word if !word.is_empty()
                && self.is(self.at + 1, b'(')
                && self.is(self.behind_closing(self.at + 1), b'{') =>
            {
                // A macro that begins a loop, such as `list_for_each(p, list) {`.
                let first = self.at;
                self.at = self.behind_closing(self.at + 1);
                let hidden = self.hidden(first, self.at);
                self.loops += 1;
                let inside = self.block();
                self.loops -= 1;
                (inside.and(hidden), false)
            }
            word if !word.is_empty() && self.is(self.at + 1, b'{') && !matches!(word, "struct" | "union" | "enum") => {
                // `try {`, and macros that are used like that.
                let hidden = self.hidden(self.at, self.at + 1);
                self.at += 1;
                (self.block().and(hidden), false)
            }
            word => {
                let first = self.at;
                let end = self.macro_statement(word, limit).unwrap_or_else(|| self.semicolon(limit) + 1);
                // Where parentheses do not match, as each branch of an `#if` has its own, what follows is misread.
                let is_whole = end <= limit && (self.is(end - 1, b';') || self.macros.has(word));
                let last = end.saturating_sub(usize::from(self.is(end.saturating_sub(1), b';')));
                self.assignment(first, last);
                self.blocks_within(first, last);
                self.at = end;
                let control = self.control(first, last);
                let mut inside = Inside { label: control.enters || !is_whole, case: false };
                // `FOR_EACH(x) if (a) b; else c;`, with a macro that begins a loop.
                let is_conditional = (first..last).any(|at| self.word(at) == "if");
                let has_alternative = is_conditional && self.word(self.at) == "else" && self.at < limit;
                if has_alternative {
                    self.at += 1;
                    inside = inside.and(self.body(limit));
                }
                (inside, !control.leaves && !has_alternative && is_whole)
            }
        }
    }

    /// The next semicolon outside of parentheses and braces.
    fn semicolon(&self, limit: usize) -> usize {
        let mut at = self.at;
        while at < limit && !self.is(at, b';') {
            at = match self.tokens[at].kind {
                TokenKind::Other(b'(' | b'[' | b'{') => self.behind_closing(at),
                _ => at + 1,
            };
        }
        at.min(limit)
    }

    /// Behind a macro that stands for whole statements, and that no semicolon follows.
    fn macro_statement(&self, word: &str, limit: usize) -> Option<usize> {
        if let Some(end) = self.not_compiled(word) {
            return Some(end);
        }
        let has_parameters = self.macros.statement(word)?;
        let end = match (has_parameters, self.is(self.at + 1, b'(')) {
            (true, true) => self.behind_closing(self.at + 1),
            (true, false) => return None,
            (false, _) => self.at + 1,
        };
        // What goes on with an operator is something else.
        let is_end = end >= limit || !self.word(end).is_empty() || self.is(end, b'}');
        (end <= limit && is_end).then_some(end)
    }

    /// Behind a name that is no macro, and that another statement follows: the preprocessor leaves it out, with the conditional that it is in.
    fn not_compiled(&self, word: &str) -> Option<usize> {
        let end = if self.is(self.at + 1, b'(') { self.behind_closing(self.at + 1) } else { self.at + 1 };
        let is_statement = matches!(
            self.word(end),
            "if" | "for" | "while" | "do" | "switch" | "return" | "goto" | "break" | "continue"
        );
        (self.is_known_c() && !word.is_empty() && !self.macros.has(word) && is_statement).then_some(end)
    }

    fn body(&mut self, limit: usize) -> Inside {
        if self.is(self.at, b'{') { self.block() } else { self.statement(RegionKind::Body, limit) }
    }

    fn conditional(&mut self, limit: usize) -> Inside {
        self.at += 1;
        if self.word(self.at) == "constexpr" {
            self.at += 1;
        }
        let hidden = self.parenthesised(true);
        let mut inside = self.body(limit).and(hidden);
        if self.word(self.at) == "else" {
            self.at += 1;
            // `else if` is one statement, which fences split from its `else`.
            inside = inside.and(self.body(limit));
        }
        inside
    }

    /// A condition in parentheses, or what a `switch` chooses by.
    fn parenthesised(&mut self, is_condition: bool) -> Inside {
        if !self.is(self.at, b'(') {
            return Inside::default();
        }
        let (first, end) = (self.at + 1, self.behind_closing(self.at));
        if is_condition {
            self.condition(first, end - 1);
        } else {
            self.value(first, end - 1);
        }
        self.blocks_within(first, end - 1);
        self.at = end;
        self.hidden(first, end)
    }

    fn for_loop(&mut self, limit: usize) -> Inside {
        self.at += 1;
        if !self.is(self.at, b'(') {
            return self.body(limit);
        }
        let end = self.behind_closing(self.at);
        let hidden = self.hidden(self.at, end);
        self.at += 1;
        let begin = self.at;
        let first = self.semicolon(end - 1);
        self.at = (first + 1).min(end - 1);
        let second = self.semicolon(end - 1);
        // Where no type is named, the first part is an expression, or several.
        let is_expression = matches!(
            self.tokens.get(begin + 1).map(|token| token.kind),
            Some(TokenKind::Other(b'=' | b'.' | b'[') | TokenKind::Pair([b'-', b'>']))
        );
        if is_expression {
            self.discarded(begin, first);
        }
        self.loops += 1;
        if first < end - 1 && second < end - 1 {
            self.condition(first + 1, second);
            let (start, stop) = (self.start_of(second + 1), self.end_before(end - 1));
            let control = self.control(second + 1, end - 1);
            self.push(start, stop, RegionKind::Discarded, !control.enters, !control.leaves);
            self.discarded(second + 1, end - 1);
            self.blocks_within(first + 1, end - 1);
        }
        self.at = end;
        let inside = self.body(limit);
        self.loops -= 1;
        inside.and(hidden)
    }
}
