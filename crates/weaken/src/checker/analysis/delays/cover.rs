//! A lightest set that has a member of each of some sets.

use std::collections::BTreeSet;

/// More steps than this are not taken to find a lighter set than the first that was found.
const MOST_STEPS: usize = 200_000;

/// A set with a member of each of `choices`, of the least weight that is found within a budget: members in order.
pub(super) fn cover(choices: &[Vec<usize>], weight: &dyn Fn(usize) -> u32) -> Vec<usize> {
    let distinct: BTreeSet<&Vec<usize>> = choices.iter().collect();
    // What contains another choice is met with it.
    let is_subset = |small: &[usize], large: &[usize]| small.iter().all(|member| large.contains(member));
    let needed: Vec<&Vec<usize>> = distinct
        .iter()
        .copied()
        .filter(|choice| !distinct.iter().any(|other| other.len() < choice.len() && is_subset(other, choice)))
        .collect();
    let best = greedy(&needed, weight);
    let mut search = Search { least: total(&best, weight), best, steps: 0, needed, weight };
    search.run(&mut Vec::new(), 0);
    search.best.sort_unstable();
    search.best
}

fn total(members: &[usize], weight: &dyn Fn(usize) -> u32) -> u32 {
    members.iter().map(|member| weight(*member)).sum()
}

/// The member of most choices that are not met, for its weight, again and again.
fn greedy(needed: &[&Vec<usize>], weight: &dyn Fn(usize) -> u32) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let open: Vec<_> =
            needed.iter().filter(|choice| !choice.iter().any(|member| chosen.contains(member))).collect();
        let members: BTreeSet<usize> = open.iter().flat_map(|choice| choice.iter().copied()).collect();
        let count = |member: usize| open.iter().filter(|choice| choice.contains(&member)).count() as u64;
        // The first of the best, so that the choice is the same every time.
        let is_worth = |one: &usize, other: &usize| {
            let [one, other] = [(*one, *other), (*other, *one)].map(|(it, than)| count(it) * u64::from(weight(than)));
            one.cmp(&other)
        };
        let Some(best) = members.into_iter().rev().max_by(is_worth) else { return chosen };
        chosen.push(best);
    }
}

struct Search<'a> {
    needed: Vec<&'a Vec<usize>>,
    weight: &'a dyn Fn(usize) -> u32,
    best: Vec<usize>,
    /// What the best set weighs.
    least: u32,
    steps: usize,
}

impl Search<'_> {
    fn run(&mut self, chosen: &mut Vec<usize>, weight: u32) {
        self.steps += 1;
        // Each set that meets all choices has a member of this one, so that branching on it loses none.
        let open = self.needed.iter().find(|choice| !choice.iter().any(|member| chosen.contains(member)));
        let Some(open) = open else {
            if weight < self.least {
                self.best.clone_from(chosen);
                self.least = weight;
            }
            return;
        };
        // Behind the test for a full set, so that the set that is being looked at is still compared.
        if self.steps > MOST_STEPS {
            return;
        }
        for member in (*open).clone() {
            let with_it = weight + (self.weight)(member);
            // Weights only grow on the way down: what is as heavy as the best already cannot become lighter.
            if with_it < self.least {
                chosen.push(member);
                self.run(chosen, with_it);
                chosen.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn the_least_set_is_found_where_the_greedy_one_is_larger() {
        // Greedy takes 0, which is in four, and needs two more.
        let choices = [vec![0, 1, 5], vec![0, 1, 6], vec![0, 2, 7], vec![0, 2, 8], vec![1, 9], vec![2, 10]];
        assert_eq!(cover(&choices, &|_| 1), [1, 2]);
        assert_eq!(cover(&[], &|_| 1), [] as [usize; 0]);
    }

    #[test]
    fn two_light_members_are_chosen_before_a_heavy_one() {
        let choices = [vec![0, 1], vec![0, 2]];
        let heavy = |weight: u32| move |member: usize| if member == 0 { weight } else { 1 };
        assert_eq!(cover(&choices, &heavy(1)), [0]);
        assert_eq!(cover(&choices, &heavy(3)), [1, 2]);
    }

    #[test]
    fn each_choice_is_met() {
        let choices: Vec<Vec<usize>> = (0..40).map(|n| vec![n % 7, 7 + n % 5, 12 + n % 3]).collect();
        let found = cover(&choices, &|_| 1);
        assert!(choices.iter().all(|choice| choice.iter().any(|member| found.contains(member))), "{found:?}");
        assert_eq!(found.len(), 3, "one of each of the three residues modulo 3 is enough");
    }
}
