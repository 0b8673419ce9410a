//! Simplification keeps meaning: an expression over symbols whose values are then filled in is the expression over the values.

use lakmus_program::{BinaryOperator, ExprId, Expressions, Index, SymbolId, UnaryOperator, Width};
use proptest::prelude::*;

/// An expression, not yet built; every node can be made to fit any width.
#[derive(Clone, Debug)]
enum Tree {
    Symbol(usize),
    Constant(u128),
    Unary(UnaryOperator, Box<Tree>),
    Binary(BinaryOperator, Box<Tree>, Box<Tree>),
    Extract(Box<Tree>, u16),
    Extend(bool, Box<Tree>),
    Concatenate(Box<Tree>, Box<Tree>),
    Select(Box<Tree>, Box<Tree>, Box<Tree>),
}

const SYMBOLS: usize = 3;

fn unary() -> impl Strategy<Value = UnaryOperator> {
    prop_oneof![Just(UnaryOperator::Not), Just(UnaryOperator::Negate)]
}

fn binary() -> impl Strategy<Value = BinaryOperator> {
    use BinaryOperator::*;
    prop::sample::select(vec![
        Add,
        Subtract,
        Multiply,
        And,
        Or,
        Xor,
        ShiftLeft,
        ShiftRight,
        ShiftRightSigned,
        Equal,
        Less,
        LessSigned,
    ])
}

fn tree() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![Just(0), Just(1), Just(u128::MAX), any::<u128>(), 0u128..64];
    let leaf = prop_oneof![(0..SYMBOLS).prop_map(Tree::Symbol), number.prop_map(Tree::Constant)];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let boxed = move || inner.clone().prop_map(Box::new);
        prop_oneof![
            (unary(), boxed()).prop_map(|(operator, a)| Tree::Unary(operator, a)),
            (binary(), boxed(), boxed()).prop_map(|(operator, a, b)| Tree::Binary(operator, a, b)),
            (boxed(), 0u16..20).prop_map(|(a, low)| Tree::Extract(a, low)),
            (any::<bool>(), boxed()).prop_map(|(signed, a)| Tree::Extend(signed, a)),
            (boxed(), boxed()).prop_map(|(a, b)| Tree::Concatenate(a, b)),
            (boxed(), boxed(), boxed()).prop_map(|(a, b, c)| Tree::Select(a, b, c)),
        ]
    })
}

/// Builds `tree` with `width` bits; `symbol` gives the leaves.
fn build(
    x: &mut Expressions,
    tree: &Tree,
    width: Width,
    symbol: &impl Fn(&mut Expressions, usize) -> ExprId,
) -> ExprId {
    match tree {
        Tree::Symbol(index) => {
            let leaf = symbol(x, *index);
            x.resize(leaf, width)
        }
        Tree::Constant(value) => x.constant(*value, width),
        Tree::Unary(operator, a) => {
            let a = build(x, a, width, symbol);
            x.unary(*operator, a)
        }
        Tree::Binary(operator, a, b) => {
            let (a, b) = (build(x, a, width, symbol), build(x, b, width, symbol));
            let result = x.binary(*operator, a, b);
            x.resize(result, width)
        }
        Tree::Extract(a, low) => {
            let a = build(x, a, width + low, symbol);
            x.extract(a, *low, width)
        }
        Tree::Extend(signed, a) => {
            let a = build(x, a, width.div_ceil(2), symbol);
            if *signed { x.sign_extend(a, width) } else { x.zero_extend(a, width) }
        }
        Tree::Concatenate(a, b) if width > 1 => {
            let (a, b) = (build(x, a, width / 2, symbol), build(x, b, width - width / 2, symbol));
            x.concatenate(a, b)
        }
        Tree::Concatenate(a, _) => build(x, a, width, symbol),
        Tree::Select(a, b, c) => {
            let a = build(x, a, 1, symbol);
            let (b, c) = (build(x, b, width, symbol), build(x, c, width, symbol));
            x.select(a, b, c)
        }
    }
}

proptest! {
    #[test]
    fn filling_in_values_commutes_with_building(
        tree in tree(),
        width in prop::sample::select(vec![1u16, 7, 8, 16, 28]),
        values in prop::array::uniform3(any::<u32>()),
    ) {
        let mut x = Expressions::new();
        let open = build(&mut x, &tree, width, &|x, index| x.symbol(SymbolId::new(index), 32));
        let known: Vec<ExprId> = values.iter().map(|&value| x.constant(u128::from(value), 32)).collect();
        let filled = x.substitute(open, &|symbol| Some(known[symbol.index()]));
        let direct = build(&mut x, &tree, width, &|_, index| known[index]);
        prop_assert_eq!(x.width(open), width);
        prop_assert!(x.as_constant(direct).is_some());
        prop_assert_eq!(x.as_constant(filled), x.as_constant(direct));
    }

    #[test]
    fn arithmetic_is_the_machine_s(a in any::<u64>(), b in any::<u64>(), count in 0u32..64) {
        let mut x = Expressions::new();
        let mut compute = |operator, a: u64, b: u64| {
            let (a, b) = (x.constant(u128::from(a), 64), x.constant(u128::from(b), 64));
            let result = x.binary(operator, a, b);
            x.as_constant(result).expect("numbers give numbers") as u64
        };
        use BinaryOperator::*;
        prop_assert_eq!(compute(Add, a, b), a.wrapping_add(b));
        prop_assert_eq!(compute(Subtract, a, b), a.wrapping_sub(b));
        prop_assert_eq!(compute(Multiply, a, b), a.wrapping_mul(b));
        prop_assert_eq!(compute(ShiftLeft, a, u64::from(count)), a << count);
        prop_assert_eq!(compute(ShiftRight, a, u64::from(count)), a >> count);
        prop_assert_eq!(compute(ShiftRightSigned, a, u64::from(count)), ((a as i64) >> count) as u64);
        prop_assert_eq!(compute(Less, a, b), u64::from(a < b));
        prop_assert_eq!(compute(LessSigned, a, b), u64::from((a as i64) < (b as i64)));
    }
}
