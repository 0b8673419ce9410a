//! The functions `product` of `products/`, as walks.

use crate::ast::Operator;
use crate::ast::Operator::{Add, Union};

use Step::{Apply, Caller, Empty, Function, LetRec, Local, MatchSet, Operation, Set, Tuple, Tupled, Zero};

/// A step of the walk through a function: what stands there, before its parts. Names are numbers, and functions that are called by a
/// name from outside are walked through at their first use. Functions with the same walk compute the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Zero,
    Empty,
    /// The so manieth name of the function that is so many functions out.
    Local(u32, usize),
    /// A function that is being walked through, counted from the outermost.
    Caller(usize),
    Set(usize),
    Tuple(usize),
    Operation(Operator, usize),
    Apply,
    /// A function of one parameter.
    Function,
    /// A function of a tuple.
    Tupled(usize),
    /// So many functions, and what they are defined for.
    LetRec(usize),
    /// `match a with || {} -> b || x ++ y -> c`: a, b and c.
    MatchSet,
}

/// `products/by-pairs.cat`, the most frequent one, and `products/by-extension.cat`.
#[rustfmt::skip]
pub(super) static PRODUCTS: [&[Step]; 2] = [
    &[
        Function,
        // pairwise (members, products)
        LetRec(1), Tupled(2), MatchSet, Local(0, 0), Empty,
        Operation(Union, 2),
        // map
        Apply, Apply,
            Function, LetRec(1), Function, MatchSet, Local(0, 0), Empty,
            Operation(Add, 2), Apply, Local(1, 0), Local(0, 1), Apply, Local(1, 1), Local(0, 2),
            Local(0, 1),
        // (fun product -> member | product) products
        Function, Operation(Union, 2), Local(1, 2), Local(0, 0),
        Local(0, 1),
        // pairwise (rest, products)
        Apply, Local(1, 1), Tuple(2), Local(0, 3), Local(0, 1),
        // of_all factors
        LetRec(1), Function, MatchSet, Local(0, 0), Set(1), Zero,
        // pairwise (factor, of_all others)
        Apply, Local(1, 1), Tuple(2), Local(0, 1), Apply, Local(1, 2), Local(0, 2),
        // of_all factors
        Apply, Local(0, 2), Local(0, 0),
    ],
    &[
        Function, Apply,
        // extend (found, partial, factors)
        Tupled(3), MatchSet, Local(0, 2),
        Operation(Add, 2), Local(0, 1), Local(0, 0),
        // by_each (found, members)
        LetRec(1), Tupled(2), MatchSet, Local(0, 1), Local(0, 0),
        Apply, Local(1, 5), Tuple(2),
            // extend (found, member | partial, others)
            Apply, Caller(1), Tuple(3), Local(0, 0), Operation(Union, 2), Local(0, 2), Local(1, 1), Local(1, 4),
            Local(0, 3),
        // by_each (found, factor)
        Apply, Local(0, 5), Tuple(2), Local(0, 0), Local(0, 3),
        // extend ({}, 0, factors)
        Tuple(3), Empty, Zero, Local(0, 0),
    ],
];
