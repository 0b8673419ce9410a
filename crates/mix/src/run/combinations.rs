//! Which classes are taken together, and whether one machine runs what comes of it.

use std::collections::BTreeSet;

use crate::classes::{Class, Member};
use crate::ingest::Body;
use crate::{Architecture, Machine};

pub(super) fn bodies_of<'c>(combination: &[usize], choices: &[&'c [Class]]) -> Vec<&'c Body> {
    combination.iter().zip(choices).map(|(&class, classes)| &*classes[class].body).collect()
}

/// As [`bodies_of`], by the code that stands for all that means the same.
pub(super) fn shared_bodies<'c>(combination: &[usize], choices: &[&'c [Class]]) -> Vec<&'c Body> {
    combination.iter().zip(choices).map(|(&class, classes)| &*classes[class].shared).collect()
}

/// The machine that runs all of it.
pub(super) fn machine_of(bodies: &[&Body], architecture: Architecture) -> Machine {
    architecture.machine(&bodies.iter().flat_map(|body| body.extensions.iter().copied()).collect())
}

/// Whether one machine can run all of it: no code is for a machine without what other code needs.
pub(super) fn fits_one_machine(bodies: &[&Body]) -> bool {
    let needed: BTreeSet<&str> = bodies.iter().flat_map(|body| body.extensions.iter().copied()).collect();
    !bodies.iter().any(|body| body.excludes.iter().any(|excluded| needed.contains(excluded)))
}

/// All ways of taking one class for each piece.
pub(super) fn product(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    choices.iter().fold(vec![Vec::new()], |all, classes| {
        let extended = |prefix: &Vec<usize>| {
            (0..classes.len())
                .map(|class| prefix.iter().copied().chain([class]).collect::<Vec<usize>>())
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(extended).collect()
    })
}

/// Whether code that goes these ways runs on one machine; code that asks nothing runs on all.
fn is_one_way<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// The ways in which one profile gives all the code.
pub(super) fn whole_tests(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    let Some(first) = choices.first() else { return vec![Vec::new()] };
    let members: BTreeSet<Member> = first.iter().flat_map(|class| class.members.iter().copied()).collect();
    let of = |member: &Member| -> Option<Vec<usize>> {
        choices
            .iter()
            .map(|classes| {
                classes.iter().position(|class| {
                    class.members.iter().any(|other| {
                        other.profile == member.profile
                            && is_one_way(other.has_extension, member.has_extension)
                            && is_one_way(other.variant, member.variant)
                    })
                })
            })
            .collect()
    };
    let all: BTreeSet<Vec<usize>> = members.iter().filter_map(of).collect();
    all.into_iter().collect()
}

/// Combinations in which every two classes of every two pieces meet, greedily.
pub(super) fn pairwise(choices: &[&[Class]]) -> Vec<Vec<usize>> {
    let sizes: Vec<usize> = choices.iter().map(|classes| classes.len()).collect();
    let pairs = |from: usize| (from + 1..sizes.len()).map(move |right| (from, right));
    let mut open: BTreeSet<(usize, usize, usize, usize)> = BTreeSet::new();
    for (left, right) in (0..sizes.len()).flat_map(pairs) {
        for a in 0..sizes[left] {
            open.extend((0..sizes[right]).map(|b| (left, a, right, b)));
        }
    }
    let mut all = Vec::new();
    while let Some(&(left, a, right, b)) = open.first() {
        let mut combination: Vec<Option<usize>> = vec![None; sizes.len()];
        combination[left] = Some(a);
        combination[right] = Some(b);
        for (piece, size) in sizes.iter().enumerate() {
            if combination[piece].is_some() {
                continue;
            }
            let gain = |class: &usize| {
                let is_new = |(other, chosen): (usize, &Option<usize>)| {
                    chosen.is_some_and(|chosen| {
                        let pair =
                            if other < piece { (other, chosen, piece, *class) } else { (piece, *class, other, chosen) };
                        open.contains(&pair)
                    })
                };
                combination.iter().enumerate().filter(|pair| is_new(*pair)).count()
            };
            // Of equals the first.
            let best = (0..*size).rev().max_by_key(gain);
            combination[piece] = best;
        }
        let combination: Vec<usize> = combination.into_iter().flatten().collect();
        for (left, right) in (0..sizes.len()).flat_map(pairs) {
            open.remove(&(left, combination[left], right, combination[right]));
        }
        all.push(combination);
    }
    all
}
