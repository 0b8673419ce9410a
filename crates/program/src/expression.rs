//! Hash-consed expressions over bit-vectors.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use relation::{IdVec, newtype_index};
use rustc_hash::FxBuildHasher;

use crate::{BinaryOperator, CodePlace, LocationId, UnaryOperator};

newtype_index! {
    /// An expression of one [`Expressions`] arena. Equal expressions have equal ids.
    pub struct ExprId("x");
    /// Stands for a value that is not known yet: what one read returns.
    pub struct SymbolId("s");
    /// A word of which nothing is known but which other words are the same: the encoding of an instruction. Index into
    /// [`Program::words`](crate::Program::words).
    pub struct WordId("word");
}

/// How many bits a value has: 1 to 128.
pub type Width = u16;

/// An expression whose operands are expressions of the same arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A number; bits above the width are 0.
    Constant(u128),
    /// The address of a location plus an offset in bytes.
    Address(LocationId, i64),
    /// The address of a place in the code.
    Code(CodePlace),
    /// A word of which nothing is known but which other words are the same.
    Word(WordId),
    /// A value not known yet.
    Symbol(SymbolId),
    /// An operator with one operand.
    Unary(UnaryOperator, ExprId),
    /// An operator with two operands of one width.
    Binary(BinaryOperator, ExprId, ExprId),
    /// The bits of an expression from the given one on, as many as the width of this node.
    Extract(ExprId, u16),
    /// Widened with zeros.
    ZeroExtend(ExprId),
    /// Widened with copies of the sign bit.
    SignExtend(ExprId),
    /// The first operand's bits above the second's.
    Concatenate(ExprId, ExprId),
    /// The second operand where the first (one bit) is 1, else the third.
    Select(ExprId, ExprId, ExprId),
}

/// An arena of expressions. Each distinct expression is stored once, simplified as it is built (module `fold`).
#[derive(Clone, Debug, Default)]
pub struct Expressions {
    nodes: IdVec<ExprId, (Node, Width)>,
    /// By hash; what they are stands in `nodes`.
    ids: HashTable<ExprId>,
}

impl Expressions {
    /// An empty arena.
    pub fn new() -> Expressions {
        Expressions::default()
    }

    /// An empty arena with room for so many expressions.
    pub fn with_capacity(expressions: usize) -> Expressions {
        Expressions { nodes: Vec::with_capacity(expressions).into(), ids: HashTable::with_capacity(expressions) }
    }

    /// What an expression is at its root.
    pub fn node(&self, id: ExprId) -> Node {
        self.nodes[id].0
    }

    /// How many bits its value has.
    pub fn width(&self, id: ExprId) -> Width {
        self.nodes[id].1
    }

    /// Its value, when it is a number.
    pub fn as_constant(&self, id: ExprId) -> Option<u128> {
        match self.node(id) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The location and the offset, when it is an address.
    pub fn as_address(&self, id: ExprId) -> Option<(LocationId, i64)> {
        match self.node(id) {
            Node::Address(location, offset) => Some((location, offset)),
            _ => None,
        }
    }

    /// Whether it is a number, an address of memory or code, or a word, with nothing left to find out.
    pub fn is_known(&self, id: ExprId) -> bool {
        matches!(self.node(id), Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_))
    }

    /// How many expressions there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether `symbol` occurs in `expr`.
    pub fn mentions(&self, expr: ExprId, symbol: SymbolId) -> bool {
        match self.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => false,
            Node::Symbol(found) => found == symbol,
            Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => {
                self.mentions(a, symbol)
            }
            Node::Binary(_, a, b) | Node::Concatenate(a, b) => self.mentions(a, symbol) || self.mentions(b, symbol),
            Node::Select(a, b, c) => self.mentions(a, symbol) || self.mentions(b, symbol) || self.mentions(c, symbol),
        }
    }

    /// Visits each symbol in `expr`, each time that it occurs there.
    pub fn visit_symbols(&self, expr: ExprId, visit: &mut impl FnMut(SymbolId)) {
        match self.node(expr) {
            Node::Constant(_) | Node::Address(..) | Node::Code(_) | Node::Word(_) => {}
            Node::Symbol(symbol) => visit(symbol),
            Node::Unary(_, a) | Node::Extract(a, _) | Node::ZeroExtend(a) | Node::SignExtend(a) => {
                self.visit_symbols(a, visit);
            }
            Node::Binary(_, a, b) | Node::Concatenate(a, b) => {
                [a, b].into_iter().for_each(|operand| self.visit_symbols(operand, visit))
            }
            Node::Select(a, b, c) => [a, b, c].into_iter().for_each(|operand| self.visit_symbols(operand, visit)),
        }
    }

    /// The expression with this node as it stands, not simplified.
    pub(crate) fn intern(&mut self, node: Node, width: Width) -> ExprId {
        debug_assert!((1..=128).contains(&width));
        let hash = |expression: &(Node, Width)| FxBuildHasher.hash_one(expression);
        let expression = (node, width);
        let Expressions { nodes, ids } = self;
        // Most are there: to ask costs less than to hold the place for one that is not.
        if let Some(&id) = ids.find(hash(&expression), |&id| nodes[id] == expression) {
            return id;
        }
        let id = nodes.push(expression);
        ids.insert_unique(hash(&expression), id, |&id| hash(&nodes[id]));
        id
    }
}
