//! The functions `product` of `products/`, as walks.

use super::shape::Step;
use crate::ast::Operator::{Add, Union};

use Step::{Apply, Caller, Empty, Function, LetRec, Local, MatchSet, Operation, Set, Tuple, Tupled, Zero};

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
