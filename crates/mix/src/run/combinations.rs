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

/// Combinations in which every `strength` classes of as many pieces meet, greedily.
pub(super) fn covering(choices: &[&[Class]], strength: usize) -> Vec<Vec<usize>> {
    let sizes: Vec<usize> = choices.iter().map(|classes| classes.len()).collect();
    Cover::new(&sizes, strength.min(sizes.len())).all()
}

/// What is to be met yet: by choice of pieces, the choices of their classes.
struct Cover<'a> {
    sizes: &'a [usize],
    /// The choices of pieces, ascending in each, and where their choices of classes begin.
    pieces: Vec<(Vec<usize>, usize)>,
    /// By choice of classes, whether it has been met.
    is_met: Vec<bool>,
}

impl<'a> Cover<'a> {
    fn new(sizes: &'a [usize], strength: usize) -> Cover<'a> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..strength {
            let behind = |chosen: &Vec<usize>| chosen.last().map_or(0, |last| last + 1)..sizes.len();
            let longer = |chosen: &Vec<usize>| {
                behind(chosen).map(|next| chosen.iter().copied().chain([next]).collect()).collect::<Vec<Vec<usize>>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let mut from = 0;
        let mut pieces = Vec::new();
        for chosen in all {
            let count: usize = chosen.iter().map(|&piece| sizes[piece]).product();
            pieces.push((chosen, from));
            from += count;
        }
        Cover { sizes, pieces, is_met: vec![false; from] }
    }

    /// The place of what a combination has of some pieces; none where one of them is open.
    fn place(&self, (pieces, from): &(Vec<usize>, usize), combination: &[Option<usize>]) -> Option<usize> {
        let number =
            pieces.iter().try_fold(0, |number, &piece| Some(number * self.sizes[piece] + combination[piece]?))?;
        Some(from + number)
    }

    fn all(mut self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for number in 0..self.pieces.len() {
            let (pieces, from) = self.pieces[number].clone();
            let count: usize = pieces.iter().map(|&piece| self.sizes[piece]).product();
            for place in from..from + count {
                if !self.is_met[place] {
                    let combination = self.with(&pieces, place - from);
                    self.meet(&combination);
                    all.push(combination.into_iter().flatten().collect());
                }
            }
        }
        all
    }

    /// A combination with this choice of classes for these pieces, and for the others those that meet most.
    fn with(&self, pieces: &[usize], mut number: usize) -> Vec<Option<usize>> {
        let mut combination: Vec<Option<usize>> = vec![None; self.sizes.len()];
        for &piece in pieces.iter().rev() {
            combination[piece] = Some(number % self.sizes[piece]);
            number /= self.sizes[piece];
        }
        for piece in 0..self.sizes.len() {
            if combination[piece].is_some() {
                continue;
            }
            let with_piece: Vec<&(Vec<usize>, usize)> =
                self.pieces.iter().filter(|(pieces, _)| pieces.contains(&piece)).collect();
            let gain = |class: &usize| {
                let mut with = combination.clone();
                with[piece] = Some(*class);
                with_piece.iter().filter_map(|pieces| self.place(pieces, &with)).filter(|at| !self.is_met[*at]).count()
            };
            // Of equals the first.
            combination[piece] = (0..self.sizes[piece]).rev().max_by_key(gain);
        }
        combination
    }

    fn meet(&mut self, combination: &[Option<usize>]) {
        let places: Vec<usize> = self.pieces.iter().filter_map(|pieces| self.place(pieces, combination)).collect();
        places.into_iter().for_each(|place| self.is_met[place] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_choices_of_three_pieces_meet() {
        let sizes = [3, 4, 2, 5, 3];
        let all = Cover::new(&sizes, 3).all();
        assert!(all.len() < 360 && all.len() >= 60, "{}", all.len());
        for (a, b, c) in [(0, 1, 2), (0, 3, 4), (1, 3, 4), (2, 3, 4), (0, 1, 3)] {
            let met: BTreeSet<_> = all.iter().map(|one| (one[a], one[b], one[c])).collect();
            assert_eq!(met.len(), sizes[a] * sizes[b] * sizes[c]);
        }
        let pairs = Cover::new(&sizes, 2).all();
        assert!(pairs.len() < all.len() && pairs.iter().all(|one| one.len() == sizes.len()));
    }
}
