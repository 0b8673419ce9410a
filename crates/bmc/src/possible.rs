//! What values can be at all, before any formula: a fixpoint over what reads may read from.
//!
//! Of a value is known which kinds it may be of (a number, the address of this location, ...) and which of its bits are the same in all executions. Both are
//! over-approximated, so that what is left out never happens.

use execution::{Action, Cell, Event, EventStructure};
use program::{
    BinaryOperator, CodePlace, ExprId, Expressions, IdVec, Index, LocationId, Node, SymbolId, UnaryOperator, Width,
    WordId,
};
use relation::{EventId, Relation};
use rustc_hash::FxHashMap;

use crate::Refusal;
use crate::accesses::visit_symbols;

/// What a value is: a number, or an offset from something that has an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Kind(pub(crate) u32);

impl Kind {
    pub(crate) const NUMBER: Kind = Kind(0);
}

/// All kinds of a program, and how many bits their numbers need.
#[derive(Debug)]
pub(crate) struct Kinds {
    locations: usize,
    code: Vec<CodePlace>,
    words: usize,
}

impl Kinds {
    pub(crate) fn new(program: &program::Program) -> Result<Kinds, Refusal> {
        let kinds =
            Kinds { locations: program.locations.len(), code: program.code_addresses(), words: program.words.len() };
        match kinds.count() <= 128 {
            true => Ok(kinds),
            false => Err(Refusal::TooManyLocations),
        }
    }

    fn count(&self) -> usize {
        1 + self.locations + self.code.len() + self.words
    }

    /// How many bits the number of a kind has.
    pub(crate) fn bits(&self) -> usize {
        (usize::BITS - (self.count() - 1).leading_zeros()) as usize
    }

    pub(crate) fn location(&self, location: LocationId) -> Kind {
        Kind(1 + location.number())
    }

    pub(crate) fn code(&self, place: CodePlace) -> Option<Kind> {
        let found = self.code.binary_search(&place).ok()?;
        Some(Kind((1 + self.locations + found) as u32))
    }

    pub(crate) fn word(&self, word: WordId) -> Kind {
        Kind((1 + self.locations + self.code.len()) as u32 + word.number())
    }

    pub(crate) fn as_location(&self, kind: Kind) -> Option<LocationId> {
        (1..=self.locations).contains(&(kind.0 as usize)).then(|| LocationId::new(kind.0 as usize - 1))
    }

    pub(crate) fn as_code(&self, kind: Kind) -> Option<CodePlace> {
        self.code.get((kind.0 as usize).checked_sub(1 + self.locations)?).copied()
    }

    pub(crate) fn is_word(&self, kind: Kind) -> bool {
        kind.0 as usize > self.locations + self.code.len()
    }
}

/// What a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Possible {
    /// Its kinds, as bits; none where there is no value at all.
    pub(crate) kinds: u128,
    /// The bits that are 0, and those that are 1, whatever happens.
    pub(crate) zeros: u128,
    pub(crate) ones: u128,
    /// The same where it is no number: what comes of itself alone may be any number, and all the same be in few places of an object.
    offset: Known,
    /// Whether it may depend on the bits of an address.
    pub(crate) is_unclear: bool,
}

/// Bits that are the same in all executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    zeros: u128,
    ones: u128,
}

impl Known {
    /// Of no value at all.
    const NOTHING: Known = Known { zeros: u128::MAX, ones: u128::MAX };

    fn or(self, other: Known) -> Known {
        // A bit is known of either only if it is known of both.
        Known { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    fn allows(self, value: u128) -> bool {
        value & self.zeros == 0 && !value & self.ones == 0
    }

    /// In so many bits.
    fn within(self, width: u16) -> Known {
        Known { zeros: self.zeros | !mask(width), ones: self.ones & mask(width) }
    }
}

const NUMBER: u128 = 1;

/// A number with these bits, computed of operands; nothing where one of them is nothing.
fn bits_of(zeros: u128, ones: u128, width: u16, operands: &[Possible]) -> Possible {
    if operands.iter().any(|operand| operand.kinds == 0) {
        return Possible::NOTHING;
    }
    Possible {
        kinds: NUMBER,
        zeros: zeros | !mask(width),
        ones: ones & mask(width),
        offset: Known::NOTHING,
        // The bits of an address are not chosen by the formula: what is computed of them as a number is unclear.
        is_unclear: operands.iter().any(|operand| operand.is_unclear || !operand.is_number()),
    }
}

/// What a read returns, and how many bits.
fn returned(event: &Event) -> Option<(SymbolId, Width)> {
    match event.action {
        Action::Read { symbol, width, .. } | Action::ReadModifyWrite { symbol, width, .. } => Some((symbol, width)),
        _ => None,
    }
}

fn mask(width: u16) -> u128 {
    program::truncate(u128::MAX, width)
}

impl Possible {
    const NOTHING: Possible =
        Possible { kinds: 0, zeros: u128::MAX, ones: u128::MAX, offset: Known::NOTHING, is_unclear: false };

    fn exactly(kind: Kind, value: u128) -> Possible {
        let known = Known { zeros: !value, ones: value };
        let offset = if kind == Kind::NUMBER { Known::NOTHING } else { known };
        Possible { kinds: 1 << kind.0, zeros: known.zeros, ones: known.ones, offset, is_unclear: false }
    }

    fn any_number(width: u16) -> Possible {
        Possible { kinds: NUMBER, zeros: !mask(width), ones: 0, offset: Known::NOTHING, is_unclear: false }
    }

    fn or(self, other: Possible) -> Possible {
        Possible {
            kinds: self.kinds | other.kinds,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            offset: self.offset.or(other.offset),
            is_unclear: self.is_unclear | other.is_unclear,
        }
    }

    /// Whether the value may be of this kind with these bits.
    pub(crate) fn may_be(&self, kind: Kind, value: u128) -> bool {
        let known = Known { zeros: self.zeros, ones: self.ones };
        self.kinds >> kind.0 & 1 == 1 && known.allows(value) && (kind == Kind::NUMBER || self.offset.allows(value))
    }

    pub(crate) fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let kinds = self.kinds;
        (0..128).filter(move |at| kinds >> at & 1 == 1).map(Kind)
    }

    /// The kind and the bits, where there is no choice.
    pub(crate) fn as_known(&self) -> Option<(Kind, u128)> {
        let is_one = self.kinds.count_ones() == 1 && self.zeros == !self.ones && !self.is_unclear;
        is_one.then(|| (Kind(self.kinds.trailing_zeros()), self.ones))
    }

    fn is_number(&self) -> bool {
        self.kinds & !NUMBER == 0
    }
}

/// What the symbols of an event structure can stand for.
pub(crate) struct Analysis<'s> {
    pub(crate) kinds: &'s Kinds,
    structure: &'s EventStructure<'s>,
    x: &'s Expressions,
    symbols: IdVec<SymbolId, Possible>,
    known: FxHashMap<ExprId, Possible>,
}

impl<'s> Analysis<'s> {
    /// `free` are symbols that no read stands for.
    pub(crate) fn new(
        kinds: &'s Kinds,
        structure: &'s EventStructure<'s>,
        x: &'s Expressions,
        symbols: usize,
        free: &[(SymbolId, Width)],
    ) -> Self {
        let mut symbols = IdVec::from_elem(Possible::NOTHING, symbols);
        free.iter().for_each(|&(symbol, width)| symbols[symbol] = Possible::any_number(width));
        let mut analysis = Analysis { kinds, structure, x, symbols, known: FxHashMap::default() };
        analysis.iterate();
        // What comes of itself alone may be anything, where the model allows that.
        while analysis.free_circles() {
            analysis.iterate();
        }
        analysis
    }

    /// Lets reads that may read from each other in a circle, by way of what writes make of what was read, return anything. Gives whether that is new.
    fn free_circles(&mut self) -> bool {
        let events = &self.structure.events;
        let mut reads = FxHashMap::default();
        for (event, description) in events.iter_enumerated() {
            if let Some((symbol, width)) = returned(description) {
                reads.insert(symbol, (event, width));
            }
        }
        let mut steps = Relation::empty(events.len());
        let cells: Vec<Vec<Cell>> = events.ids().map(|event| self.cells(event)).collect();
        for (write, description) in events.iter_enumerated() {
            let Some(value) = description.written() else { continue };
            let mut sources = Vec::new();
            visit_symbols(self.x, value, &mut |symbol| sources.extend(reads.get(&symbol).map(|&(event, _)| event)));
            if sources.is_empty() {
                continue;
            }
            for &(read, _) in reads.values() {
                if cells[read.index()].iter().any(|cell| cells[write.index()].contains(cell)) {
                    sources.iter().for_each(|&source| _ = steps.insert(read, source));
                }
            }
        }
        let closure = steps.transitive_closure();
        let mut has_changed = false;
        for (&symbol, &(read, width)) in &reads {
            if closure.contains(read, read) {
                let free = self.symbols[symbol].or(Possible::any_number(width));
                has_changed |= free != self.symbols[symbol];
                self.symbols[symbol] = free;
            }
        }
        has_changed
    }

    fn iterate(&mut self) {
        let events = &self.structure.events;
        loop {
            self.known.clear();
            let mut written: FxHashMap<Cell, Possible> = FxHashMap::default();
            for (event, description) in events.iter_enumerated() {
                let Some(value) = description.written().map(|value| self.of(value)) else { continue };
                for cell in self.cells(event) {
                    let known = written.entry(cell).or_insert(Possible::NOTHING);
                    *known = known.or(value);
                }
            }
            let mut has_changed = false;
            for (event, description) in events.iter_enumerated() {
                let Some((symbol, width)) = description.returned() else { continue };
                let mut value = self.symbols[symbol];
                for cell in self.cells(event) {
                    if let Some(&found) = written.get(&cell) {
                        value = value.or(found);
                    }
                }
                value.zeros |= !mask(width);
                value.ones &= mask(width);
                value.offset = value.offset.within(width);
                has_changed |= value != self.symbols[symbol];
                self.symbols[symbol] = value;
            }
            if !has_changed {
                self.known.clear();
                return;
            }
        }
    }

    /// The cells that an event may access.
    pub(crate) fn cells(&mut self, event: EventId) -> Vec<Cell> {
        let description = &self.structure.events[event];
        let address = match description.action {
            Action::InitialWrite { cell, .. } => return vec![cell],
            Action::Read { address, .. }
            | Action::Write { address, .. }
            | Action::ReadModifyWrite { address, .. }
            | Action::Synchronize { address } => address,
            _ => return Vec::new(),
        };
        let address = self.of(address);
        let mut cells = Vec::new();
        for kind in address.all_kinds() {
            if let Some(location) = self.kinds.as_location(kind) {
                let width = self.structure.program.address_width;
                let all = (0..self.structure.cells_of(location)).map(|index| Cell { location, index });
                cells.extend(
                    all.filter(|&cell| address.may_be(kind, self.structure.offset(cell) as u128 & mask(width))),
                );
            } else if let Some(location) =
                self.kinds.as_code(kind).and_then(|place| self.structure.program.code_location(place))
                && !description.is_write()
            {
                cells.push(Cell { location, index: 0 });
            }
        }
        cells
    }

    /// What a read's symbol can stand for.
    pub(crate) fn symbol(&self, symbol: SymbolId) -> Possible {
        self.symbols[symbol]
    }

    /// What an expression can be.
    pub(crate) fn of(&mut self, expr: ExprId) -> Possible {
        if let Some(&known) = self.known.get(&expr) {
            return known;
        }
        let possible = self.compute(expr);
        self.known.insert(expr, possible);
        possible
    }

    fn compute(&mut self, expr: ExprId) -> Possible {
        let (x, width) = (self.x, self.x.width(expr));
        match x.node(expr) {
            Node::Constant(value) => Possible::exactly(Kind::NUMBER, value),
            Node::Address(location, offset) => {
                Possible::exactly(self.kinds.location(location), offset as u128 & mask(width))
            }
            Node::Code(place) => match self.kinds.code(place) {
                Some(kind) => Possible::exactly(kind, 0),
                None => Possible { is_unclear: true, ..Possible::any_number(width) },
            },
            Node::Word(word) => Possible::exactly(self.kinds.word(word), 0),
            Node::Symbol(symbol) => self.symbols[symbol],
            Node::Unary(operator, a) => self.unary(operator, a, width),
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                if a.kinds == 0 || b.kinds == 0 {
                    return Possible::NOTHING;
                }
                binary(operator, a, b, x.width(expr))
            }
            Node::Extract(a, low) => {
                let a = self.of(a);
                bits_of(a.zeros >> low, a.ones >> low, width, &[a])
            }
            Node::ZeroExtend(a) => {
                let a = self.of(a);
                let words = a.kinds & !NUMBER;
                let are_words = Possible { kinds: words, ..a }.all_kinds().all(|kind| self.kinds.is_word(kind));
                match a.kinds == 0 || are_words {
                    true => a,
                    false => bits_of(a.zeros, a.ones, width, &[a]),
                }
            }
            Node::SignExtend(inner) => self.sign_extended(expr, inner),
            Node::Concatenate(above, below) => {
                let low = x.width(below);
                let (above, below) = (self.of(above), self.of(below));
                let zeros = above.zeros << low | below.zeros & mask(low);
                bits_of(zeros, above.ones << low | below.ones & mask(low), width, &[above, below])
            }
            Node::Select(condition, a, b) => {
                let (condition, a, b) = (self.of(condition), self.of(a), self.of(b));
                let either = a.or(b);
                Possible { is_unclear: either.is_unclear || condition.is_unclear, ..either }
            }
        }
    }

    fn unary(&mut self, operator: UnaryOperator, a: ExprId, width: u16) -> Possible {
        let a = self.of(a);
        match operator {
            UnaryOperator::Not => bits_of(a.ones, a.zeros, width, &[a]),
            UnaryOperator::Negate => bits_of(0, 0, width, &[a]),
            UnaryOperator::Convert(_) => Possible { is_unclear: true, ..bits_of(0, 0, width, &[a]) },
        }
    }

    fn sign_extended(&mut self, expr: ExprId, inner: ExprId) -> Possible {
        let (width, from) = (self.x.width(expr), self.x.width(inner));
        let a = self.of(inner);
        // The low word of an address, with its sign, is the address.
        if let Some(whole) = self.low_word_of(expr) {
            let whole = self.of(whole);
            return Possible { kinds: whole.kinds | NUMBER, zeros: 0, ones: 0, ..whole };
        }
        let sign = 1u128 << (from - 1);
        let above = mask(width) & !mask(from);
        let zeros = if a.zeros & sign != 0 { a.zeros | above } else { a.zeros & mask(from) };
        let ones = if a.ones & sign != 0 { a.ones | above } else { a.ones };
        bits_of(zeros, ones, width, &[a])
    }

    /// The `a` of `sign_extend(extract(a, 0, 32))` where that may be an address.
    pub(crate) fn low_word_of(&mut self, expr: ExprId) -> Option<ExprId> {
        let Node::SignExtend(inner) = self.x.node(expr) else { return None };
        let Node::Extract(whole, 0) = self.x.node(inner) else { return None };
        let fits = self.x.width(inner) == 32 && self.x.width(whole) == self.x.width(expr);
        (fits && !self.of(whole).is_number()).then_some(whole)
    }
}

fn binary(operator: BinaryOperator, a: Possible, b: Possible, width: u16) -> Possible {
    use BinaryOperator as Operator;
    let is_unclear = a.is_unclear || b.is_unclear;
    let both_numbers = a.is_number() && b.is_number();
    let bits = |zeros: u128, ones: u128, is_unclear: bool| Possible {
        kinds: NUMBER,
        zeros: zeros | !mask(width),
        ones: ones & mask(width),
        offset: Known::NOTHING,
        is_unclear,
    };
    match operator {
        Operator::Equal => bits(0, 0, is_unclear),
        Operator::Add | Operator::Subtract => added(operator, a, b, width),
        Operator::And if both_numbers => bits(a.zeros | b.zeros, a.ones & b.ones, is_unclear),
        Operator::Or if both_numbers => bits(a.zeros & b.zeros, a.ones | b.ones, is_unclear),
        Operator::Xor if both_numbers => {
            bits(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros, is_unclear)
        }
        Operator::ShiftLeft | Operator::ShiftRight
            if both_numbers && b.as_known().is_some_and(|(_, by)| by < u128::from(width)) =>
        {
            let by = b.as_known().map_or(0, |(_, by)| by as u32);
            let (zeros, ones) = (a.zeros & mask(width), a.ones & mask(width));
            match operator {
                Operator::ShiftLeft => bits(zeros << by | !(u128::MAX << by), ones << by, is_unclear),
                _ => bits((zeros | !mask(width)) >> by | !(u128::MAX >> by), ones >> by, is_unclear),
            }
        }
        // Of equal operands, addresses too.
        Operator::And | Operator::Or => {
            let kinds = a.kinds & b.kinds | NUMBER;
            let any = Known { zeros: !mask(width), ones: 0 };
            let is_unclear = is_unclear || !both_numbers;
            Possible { kinds, zeros: any.zeros, ones: any.ones, offset: any, is_unclear }
        }
        Operator::Xor
        | Operator::Multiply
        | Operator::Divide
        | Operator::DivideSigned
        | Operator::Remainder
        | Operator::RemainderSigned
        | Operator::ShiftLeft
        | Operator::ShiftRight
        | Operator::ShiftRightSigned
        | Operator::Less
        | Operator::LessSigned => bits(0, 0, is_unclear || !both_numbers),
        Operator::Float(_) => bits(0, 0, true),
    }
}

fn added(operator: BinaryOperator, a: Possible, b: Possible, width: u16) -> Possible {
    let (mut kinds, mut is_unclear) = (0, a.is_unclear || b.is_unclear);
    for left in a.all_kinds() {
        for right in b.all_kinds() {
            kinds |= match (left, right) {
                (left, Kind::NUMBER) => 1 << left.0,
                (Kind::NUMBER, right) if operator == BinaryOperator::Add => 1 << right.0,
                (left, right) => {
                    is_unclear |= left != right || operator == BinaryOperator::Add;
                    NUMBER
                }
            };
        }
    }
    let [of_a, of_b] = [a, b].map(|operand| Known { zeros: operand.zeros, ones: operand.ones });
    let whole = sum(operator, of_a, of_b, width).within(width);
    let mut offset = Known::NOTHING;
    if !a.is_number() && b.kinds & NUMBER != 0 {
        offset = offset.or(sum(operator, a.offset, of_b, width).within(width));
    }
    if operator == BinaryOperator::Add && a.kinds & NUMBER != 0 && !b.is_number() {
        offset = offset.or(sum(operator, of_a, b.offset, width).within(width));
    }
    Possible { kinds, zeros: whole.zeros, ones: whole.ones, offset, is_unclear }
}

/// The known bits of a sum or a difference: the low ones as far as both operands' are known, and zeros above what both can reach.
fn sum(operator: BinaryOperator, a: Known, b: Known, width: u16) -> Known {
    let known = (a.zeros | a.ones) & (b.zeros | b.ones);
    let low = known.trailing_ones().min(u32::from(width));
    let low = if low == 128 { u128::MAX } else { (1 << low) - 1 };
    let value = match operator {
        BinaryOperator::Add => a.ones.wrapping_add(b.ones),
        _ => a.ones.wrapping_sub(b.ones),
    };
    let mut zeros = !value & low;
    if operator == BinaryOperator::Add {
        let reach = |operand: Known| u128::BITS - (!operand.zeros & mask(width)).leading_zeros();
        let top = reach(a).max(reach(b)) + 1;
        if top < u32::from(width) {
            zeros |= u128::MAX << top;
        }
    }
    Known { zeros, ones: value & low }
}
