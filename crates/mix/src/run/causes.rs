//! From combinations that are wrong to the pieces that are to blame.

use std::collections::BTreeSet;

use crate::classes::{Class, Member};

/// A combination with its verdict.
pub(super) struct Judged {
    /// By piece: the number of the class.
    pub(super) combination: Vec<usize>,
    /// The outcomes that the source does not have, and whether only load buffering is wrong with them.
    pub(super) extra: Option<(Vec<Vec<String>>, bool)>,
}

impl Judged {
    pub(super) fn is(&self, is_load_buffering: bool) -> bool {
        self.extra.as_ref().is_some_and(|(_, only)| *only == is_load_buffering)
    }
}

/// Classes of some pieces that make every judged combination with them wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause(Vec<Option<usize>>);

impl Cause {
    pub(super) fn covers(&self, combination: &[usize]) -> bool {
        self.0.iter().zip(combination).all(|(wanted, class)| wanted.is_none_or(|wanted| wanted == *class))
    }

    /// The pieces that matter.
    pub(super) fn pieces(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, class)| class.is_some()).map(|(piece, _)| piece)
    }
}

/// The causes of what is wrong: for each wrong combination the pieces that cannot be left open, none twice.
pub(super) fn causes(judged: &[Judged], is_load_buffering: bool) -> Vec<Cause> {
    let mut all: Vec<Cause> = Vec::new();
    for wrong in judged.iter().filter(|judged| judged.is(is_load_buffering)) {
        if all.iter().any(|cause| cause.covers(&wrong.combination)) {
            continue;
        }
        let mut cause = Cause(wrong.combination.iter().copied().map(Some).collect());
        for piece in 0..cause.0.len() {
            let fixed = cause.0[piece].take();
            let mut covered = judged.iter().filter(|judged| cause.covers(&judged.combination));
            if !covered.all(|judged| judged.is(is_load_buffering)) {
                cause.0[piece] = fixed;
            }
        }
        if cause.pieces().next().is_none() {
            // Nothing was judged that is right: no piece is known not to matter.
            cause = Cause(wrong.combination.iter().copied().map(Some).collect());
        }
        all.push(cause);
    }
    all
}

/// For each piece one member of its class, so that there are few different ones.
pub(super) fn fewest_profiles(combination: &[usize], choices: &[&[Class]]) -> Vec<Member> {
    let members: Vec<&[Member]> =
        combination.iter().zip(choices).map(|(&class, classes)| classes[class].members.as_slice()).collect();
    let mut chosen: Vec<Option<Member>> = vec![None; members.len()];
    // Greedily: the member that serves most of the pieces that are open.
    while let Some(open) = chosen.iter().position(Option::is_none) {
        let serves = |member: &Member| {
            chosen.iter().zip(&members).filter(|(chosen, members)| chosen.is_none() && members.contains(member)).count()
        };
        let candidates: BTreeSet<Member> = chosen
            .iter()
            .zip(&members)
            .filter(|(chosen, _)| chosen.is_none())
            .flat_map(|(_, members)| members.iter().copied())
            .collect();
        // Of equals the first, as `max_by_key` takes the last.
        let best = candidates.iter().rev().max_by_key(|member| serves(member)).copied();
        let Some(best) = best.or_else(|| members[open].first().copied()) else { break };
        for (chosen, members) in chosen.iter_mut().zip(&members) {
            if chosen.is_none() && members.contains(&best) {
                *chosen = Some(best);
            }
        }
    }
    chosen.into_iter().flatten().collect()
}
