//! A least set that has a member of each of some sets.

use std::collections::BTreeSet;

/// More steps than this are not taken to find a smaller set than the first that was found.
const MOST_STEPS: usize = 200_000;

/// A set with a member of each of `choices`, of the least size that is found within a budget: members in order.
pub(super) fn cover(choices: &[Vec<usize>]) -> Vec<usize> {
    let distinct: BTreeSet<&Vec<usize>> = choices.iter().collect();
    // What contains another choice is met with it.
    let is_subset = |small: &[usize], large: &[usize]| small.iter().all(|member| large.contains(member));
    let needed: Vec<&Vec<usize>> = distinct
        .iter()
        .copied()
        .filter(|choice| !distinct.iter().any(|other| other.len() < choice.len() && is_subset(other, choice)))
        .collect();
    let mut search = Search { best: greedy(&needed), steps: 0, needed };
    search.run(&mut Vec::new());
    search.best.sort_unstable();
    search.best
}

/// The member of most choices that are not met, again and again.
fn greedy(needed: &[&Vec<usize>]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let open: Vec<_> =
            needed.iter().filter(|choice| !choice.iter().any(|member| chosen.contains(member))).collect();
        let members: BTreeSet<usize> = open.iter().flat_map(|choice| choice.iter().copied()).collect();
        let count = |member: &usize| open.iter().filter(|choice| choice.contains(member)).count();
        // The first of the best, so that the choice is the same every time.
        let Some(best) = members.into_iter().rev().max_by_key(count) else { return chosen };
        chosen.push(best);
    }
}

struct Search<'a> {
    needed: Vec<&'a Vec<usize>>,
    best: Vec<usize>,
    steps: usize,
}

impl Search<'_> {
    fn run(&mut self, chosen: &mut Vec<usize>) {
        self.steps += 1;
        let open = self.needed.iter().find(|choice| !choice.iter().any(|member| chosen.contains(member)));
        let Some(open) = open else {
            if chosen.len() < self.best.len() {
                self.best.clone_from(chosen);
            }
            return;
        };
        if chosen.len() + 1 >= self.best.len() || self.steps > MOST_STEPS {
            return;
        }
        for member in (*open).clone() {
            chosen.push(member);
            self.run(chosen);
            chosen.pop();
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
        assert_eq!(cover(&choices), [1, 2]);
        assert_eq!(cover(&[]), [] as [usize; 0]);
    }

    #[test]
    fn each_choice_is_met() {
        let choices: Vec<Vec<usize>> = (0..40).map(|n| vec![n % 7, 7 + n % 5, 12 + n % 3]).collect();
        let found = cover(&choices);
        assert!(choices.iter().all(|choice| choice.iter().any(|member| found.contains(member))), "{found:?}");
        assert_eq!(found.len(), 3, "one of each of the three residues modulo 3 is enough");
    }
}
