//! Values as literals: the bits of a number, or of an offset from something that has an address, and what that is.

use batsat::Lit;
use execution::{Cell, EventStructure};
use program::{BinaryOperator, ExprId, Expressions, Node, SymbolId, UnaryOperator};
use relation::EventId;
use rustc_hash::FxHashMap;

use crate::formula::Formula;
use crate::numbers::{self, Bits};
use crate::possible::{Analysis, Kind};

/// A value of an execution.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) bits: Bits,
    /// The number of its kind.
    pub(crate) kind: Bits,
    /// Whether it depends on the bits of an address, which are not known.
    pub(crate) is_unclear: Lit,
}

/// The values of expressions and events.
pub(crate) struct Values<'s> {
    pub(crate) analysis: Analysis<'s>,
    x: &'s Expressions,
    known: FxHashMap<ExprId, Value>,
    symbols: FxHashMap<SymbolId, Value>,
    /// By event and cell whether it accesses the cell, where it may be several.
    accesses: FxHashMap<(EventId, Cell), Lit>,
}

impl<'s> Values<'s> {
    pub(crate) fn new(analysis: Analysis<'s>, x: &'s Expressions) -> Values<'s> {
        Values {
            analysis,
            x,
            known: FxHashMap::default(),
            symbols: FxHashMap::default(),
            accesses: FxHashMap::default(),
        }
    }

    pub(crate) fn of_kind(&self, formula: &Formula<'_>, kind: Kind) -> Bits {
        numbers::constant(formula, u128::from(kind.0), self.analysis.kinds.bits())
    }

    fn exactly(&self, formula: &Formula<'_>, kind: Kind, value: u128, width: u16) -> Value {
        Value {
            bits: numbers::constant(formula, value, usize::from(width)),
            kind: self.of_kind(formula, kind),
            is_unclear: formula.no(),
        }
    }

    /// Whether two values are the same.
    pub(crate) fn same(formula: &mut Formula<'_>, a: &Value, b: &Value) -> Lit {
        let kinds = numbers::equal(formula, &a.kind, &b.kind);
        if formula.known(kinds) == Some(false) {
            return kinds;
        }
        let bits = numbers::equal(formula, &a.bits, &b.bits);
        formula.and(kinds, bits)
    }

    /// Cut, or widened with zeros.
    pub(crate) fn resized(formula: &Formula<'_>, value: &Value, width: usize) -> Value {
        let mut value = value.clone();
        value.bits.resize(width, formula.no());
        value
    }

    /// What a read returns.
    pub(crate) fn symbol(&mut self, formula: &mut Formula<'_>, symbol: SymbolId, width: u16) -> Value {
        if let Some(known) = self.symbols.get(&symbol) {
            return known.clone();
        }
        let possible = self.analysis.symbol(symbol);
        let bit = |formula: &mut Formula<'_>, at: u16| {
            let is = |bits: u128| bits >> at & 1 == 1;
            // Both where nothing is written that it could read.
            match (is(possible.zeros), is(possible.ones)) {
                (true, false) => formula.no(),
                (false, true) => formula.yes(),
                _ => formula.fresh(),
            }
        };
        let bits = (0..width).map(|at| bit(formula, at)).collect();
        let kind = match possible.kinds.count_ones() {
            1 => self.of_kind(formula, Kind(possible.kinds.trailing_zeros())),
            _ => (0..self.analysis.kinds.bits()).map(|_| formula.fresh()).collect(),
        };
        let is_unclear = if possible.is_unclear { formula.fresh() } else { formula.no() };
        let value = Value { bits, kind, is_unclear };
        self.symbols.insert(symbol, value.clone());
        value
    }

    /// The value of an expression.
    pub(crate) fn of(&mut self, formula: &mut Formula<'_>, expr: ExprId) -> Value {
        if let Some(known) = self.known.get(&expr) {
            return known.clone();
        }
        let value = match self.analysis.of(expr).as_known() {
            Some((kind, bits)) => self.exactly(formula, kind, bits, self.x.width(expr)),
            None => self.compute(formula, expr),
        };
        self.known.insert(expr, value.clone());
        value
    }

    /// A number that is computed from operands, unclear where one is an address.
    fn number(&self, formula: &mut Formula<'_>, bits: Bits, operands: &[&Value]) -> Value {
        let mut doubts = Vec::new();
        for operand in operands {
            doubts.push(operand.is_unclear);
            doubts.extend_from_slice(&operand.kind);
        }
        Value { bits, kind: self.of_kind(formula, Kind::NUMBER), is_unclear: formula.or_all(doubts) }
    }

    /// What floating-point arithmetic gives: any number, and unclear, so that an execution that depends on it is no answer.
    fn not_computed(&self, formula: &mut Formula<'_>, operands: &[&Value], width: usize) -> Value {
        let bits = (0..width).map(|_| formula.fresh()).collect();
        Value { is_unclear: formula.yes(), ..self.number(formula, bits, operands) }
    }

    fn compute(&mut self, formula: &mut Formula<'_>, expr: ExprId) -> Value {
        let width = self.x.width(expr);
        match self.x.node(expr) {
            Node::Symbol(symbol) => self.symbol(formula, symbol, width),
            Node::Unary(operator, a) => {
                let a = self.of(formula, a);
                let bits = match operator {
                    UnaryOperator::Not => a.bits.iter().map(|&bit| !bit).collect(),
                    UnaryOperator::Negate => numbers::negate(formula, &a.bits),
                    UnaryOperator::Convert(_) => return self.not_computed(formula, &[&a], 64),
                };
                self.number(formula, bits, &[&a])
            }
            Node::Binary(operator, a, b) => {
                let (a, b) = (self.of(formula, a), self.of(formula, b));
                self.binary(formula, operator, &a, &b)
            }
            Node::Extract(a, low) => {
                let a = self.of(formula, a);
                let bits = a.bits[usize::from(low)..usize::from(low + width)].to_vec();
                self.number(formula, bits, &[&a])
            }
            Node::ZeroExtend(inner) => {
                let a = self.of(formula, inner);
                let wide = Values::resized(formula, &a, usize::from(width));
                let is_plain = self.analysis.of(expr).kinds == self.analysis.of(inner).kinds;
                if is_plain { wide } else { self.number(formula, wide.bits, &[&a]) }
            }
            Node::SignExtend(inner) => self.sign_extended(formula, expr, inner),
            Node::Concatenate(above, below) => {
                let (above, below) = (self.of(formula, above), self.of(formula, below));
                let bits = below.bits.iter().chain(&above.bits).copied().collect();
                self.number(formula, bits, &[&above, &below])
            }
            Node::Select(condition, a, b) => {
                let condition = self.of(formula, condition);
                let (a, b) = (self.of(formula, a), self.of(formula, b));
                let chosen = Values::choose(formula, condition.bits[0], &a, &b);
                let is_unclear = formula.or(chosen.is_unclear, condition.is_unclear);
                Value { is_unclear, ..chosen }
            }
            // Code that no value names.
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => {
                let zero = self.exactly(formula, Kind::NUMBER, 0, width);
                Value { is_unclear: formula.yes(), ..zero }
            }
        }
    }

    /// The low word of an address, with its sign, is the address.
    fn sign_extended(&mut self, formula: &mut Formula<'_>, expr: ExprId, inner: ExprId) -> Value {
        let low = self.of(formula, inner);
        let mut bits = low.bits.clone();
        let sign = bits.last().copied().unwrap_or(formula.no());
        bits.resize(usize::from(self.x.width(expr)), sign);
        let Some(whole) = self.analysis.low_word_of(expr) else { return self.number(formula, bits, &[&low]) };
        let whole = self.of(formula, whole);
        let is_number = !formula.or_all(whole.kind.iter().copied());
        let bits = numbers::choose(formula, is_number, &bits, &whole.bits);
        Value { bits, ..whole }
    }

    /// `a` where `condition` holds, else `b`.
    pub(crate) fn choose(formula: &mut Formula<'_>, condition: Lit, a: &Value, b: &Value) -> Value {
        Value {
            bits: numbers::choose(formula, condition, &a.bits, &b.bits),
            kind: numbers::choose(formula, condition, &a.kind, &b.kind),
            is_unclear: formula.choose(condition, a.is_unclear, b.is_unclear),
        }
    }

    fn binary(&mut self, formula: &mut Formula<'_>, operator: BinaryOperator, a: &Value, b: &Value) -> Value {
        use BinaryOperator as Operator;
        let of_number = |values: &[&Value], formula: &Formula<'_>| {
            values.iter().all(|value| value.kind.iter().all(|&bit| formula.known(bit) == Some(false)))
        };
        if let Operator::Float(float) = operator {
            let width = if float.is_comparison() { 1 } else { a.bits.len() };
            return self.not_computed(formula, &[a, b], width);
        }
        let are_numbers = of_number(&[a, b], formula);
        let bits = numbers::compute(formula, operator, &a.bits, &b.bits);
        if are_numbers {
            return self.number(formula, bits, &[a, b]);
        }
        let is_unclear = formula.or(a.is_unclear, b.is_unclear);
        let number = self.of_kind(formula, Kind::NUMBER);
        let [a_is, b_is] = [a, b].map(|value| formula.or_all(value.kind.iter().copied()));
        match operator {
            Operator::Equal => {
                let same = numbers::equal(formula, &a.kind, &b.kind);
                let equal = formula.and(same, bits[0]);
                Value { bits: vec![equal], kind: number, is_unclear }
            }
            Operator::Add => {
                let kind = a.kind.iter().zip(&b.kind).map(|(&a, &b)| formula.or(a, b)).collect();
                let both = formula.and(a_is, b_is);
                Value { bits, kind, is_unclear: formula.or(is_unclear, both) }
            }
            Operator::Subtract => {
                // Addresses of one thing differ by a number.
                let same = numbers::equal(formula, &a.kind, &b.kind);
                let kind = numbers::choose(formula, same, &number, &a.kind);
                let is_strange = formula.and(b_is, !same);
                Value { bits, kind, is_unclear: formula.or(is_unclear, is_strange) }
            }
            // What is computed from one value and itself is known, whatever its bits are.
            Operator::And | Operator::Or | Operator::Xor | Operator::Less | Operator::LessSigned => {
                let same = Values::same(formula, a, b);
                let is_address = formula.or(a_is, b_is);
                let is_strange = formula.and(is_address, !same);
                let keeps = matches!(operator, Operator::And | Operator::Or);
                let kind = if keeps { numbers::choose(formula, same, &a.kind, &number) } else { number };
                Value { bits, kind, is_unclear: formula.or(is_unclear, is_strange) }
            }
            Operator::Multiply
            | Operator::Divide
            | Operator::DivideSigned
            | Operator::Remainder
            | Operator::RemainderSigned
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::ShiftRightSigned
            | Operator::Float(_) => self.number(formula, bits, &[a, b]),
        }
    }

    /// Whether an event with this address accesses a cell.
    pub(crate) fn accesses(
        &mut self,
        formula: &mut Formula<'_>,
        structure: &EventStructure<'_>,
        event: EventId,
        address: Option<ExprId>,
        cell: Cell,
    ) -> Lit {
        let Some(address) = address else { return formula.yes() };
        if let Some(&known) = self.accesses.get(&(event, cell)) {
            return known;
        }
        let width = self.x.width(address);
        let address = self.of(formula, address);
        let offset = program::truncate(structure.offset(cell) as u128, width);
        let kind = self.analysis.kinds.location(cell.location);
        let wanted = self.exactly(formula, kind, offset, width);
        let mut is_there = Values::same(formula, &address, &wanted);
        if let Some(code) =
            structure.program.locations[cell.location].code.and_then(|place| self.analysis.kinds.code(place))
        {
            let wanted = self.exactly(formula, code, 0, width);
            let is_code = Values::same(formula, &address, &wanted);
            is_there = formula.or(is_there, is_code);
        }
        let is_there = formula.and(is_there, !address.is_unclear);
        self.accesses.insert((event, cell), is_there);
        is_there
    }
}
