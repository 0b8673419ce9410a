//! Minimum-cost hitting sets: binary columns with costs, rows of which each needs one of its columns.
//!
//! Rows that hold another row are left out, components are solved apart, each as an integer program by microlp. A component that is too large for that is
//! covered greedily, and the gap to a lower bound is reported.

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, constraint, variable};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Indices of the chosen columns, ascending.
    pub columns: Vec<usize>,
    /// Their cost.
    pub cost: f64,
    /// No choice is cheaper than that; equal to the cost when the choice is optimal.
    pub bound: f64,
}

/// More columns in one component than this are covered greedily.
const MAX_EXACT_COLUMNS: usize = 4000;

/// Chooses columns such that each row has one.
///
/// # Panics
/// When a row is empty.
pub fn choose(costs: &[f64], rows: &[Vec<usize>]) -> Choice {
    let rows = minimal(rows);
    let mut choice = Choice { columns: Vec::new(), cost: 0.0, bound: 0.0 };
    for component in split(&rows) {
        let part = exact(costs, &component).unwrap_or_else(|| greedy(costs, &component));
        choice.columns.extend(part.columns);
        choice.cost += part.cost;
        choice.bound += part.bound;
    }
    choice.columns.sort_unstable();
    choice
}

/// The rows that hold no other row.
fn minimal(rows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut sorted: Vec<Vec<usize>> = rows.to_vec();
    for row in &mut sorted {
        assert!(!row.is_empty(), "a row that no column can satisfy");
        row.sort_unstable();
        row.dedup();
    }
    sorted.sort_by(|left, right| left.len().cmp(&right.len()).then_with(|| left.cmp(right)));
    sorted.dedup();
    let mut kept: Vec<Vec<usize>> = Vec::new();
    let mut by_first: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for row in sorted {
        // A row within this one begins with a column of this one.
        let holds = row.iter().any(|column| {
            by_first
                .get(column)
                .into_iter()
                .flatten()
                .any(|other| kept[*other].iter().all(|column| row.binary_search(column).is_ok()))
        });
        if !holds {
            by_first.entry(row[0]).or_default().push(kept.len());
            kept.push(row);
        }
    }
    kept
}

/// Rows that share columns stay together.
fn split(rows: &[Vec<usize>]) -> Vec<Vec<Vec<usize>>> {
    let mut parent: Vec<usize> = (0..rows.len()).collect();
    fn find(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    let mut owner: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, row) in rows.iter().enumerate() {
        for column in row {
            match owner.get(column) {
                Some(other) => {
                    let (one, other) = (find(&mut parent, index), find(&mut parent, *other));
                    // The first row is the root, so that parts come in the order of their rows.
                    parent[one.max(other)] = one.min(other);
                }
                None => {
                    owner.insert(*column, index);
                }
            }
        }
    }
    let mut parts: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut part_of: FxHashMap<usize, usize> = FxHashMap::default();
    for (index, row) in rows.iter().enumerate() {
        let root = find(&mut parent, index);
        let part = *part_of.entry(root).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(row.clone());
    }
    parts
}

fn columns_of(rows: &[Vec<usize>]) -> Vec<usize> {
    let mut columns: Vec<usize> = rows.iter().flatten().copied().collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Columns that are in the same rows as a cheaper one (or an equal one before it) are never needed.
fn without_dominated(costs: &[f64], rows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut rows_of: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, row) in rows.iter().enumerate() {
        for column in row {
            rows_of.entry(*column).or_default().push(index);
        }
    }
    let is_dominated = |column: usize, mine: &[usize]| {
        let Some(shortest) = mine.iter().min_by_key(|row| rows[**row].len()) else { return false };
        rows[*shortest].iter().any(|other| {
            // Of equal columns the first stays; else each would go for the other.
            let better = (costs[*other], *other) < (costs[column], column);
            let theirs = &rows_of[other];
            better && theirs.len() >= mine.len() && mine.iter().all(|row| theirs.binary_search(row).is_ok())
        })
    };
    let dominated: FxHashSet<usize> =
        rows_of.iter().filter(|(column, mine)| is_dominated(**column, mine)).map(|(column, _)| *column).collect();
    rows.iter().map(|row| row.iter().copied().filter(|column| !dominated.contains(column)).collect()).collect()
}

fn exact(costs: &[f64], rows: &[Vec<usize>]) -> Option<Choice> {
    let rows = minimal(&without_dominated(costs, rows));
    let columns = columns_of(&rows);
    if columns.len() > MAX_EXACT_COLUMNS {
        return None;
    }
    if let [row] = rows.as_slice() {
        let best =
            row.iter().copied().min_by(|left, right| costs[*left].total_cmp(&costs[*right]).then(left.cmp(right)))?;
        return Some(Choice { columns: vec![best], cost: costs[best], bound: costs[best] });
    }
    let mut variables = ProblemVariables::new();
    let of_column: FxHashMap<usize, good_lp::Variable> =
        columns.iter().map(|column| (*column, variables.add(variable().binary()))).collect();
    let objective: Expression = columns.iter().map(|column| costs[*column] * of_column[column]).sum();
    let mut model = variables.minimise(objective).using(good_lp::default_solver);
    for row in &rows {
        let sum: Expression = row.iter().map(|column| Expression::from(of_column[column])).sum();
        model = model.with(constraint!(sum >= 1.0));
    }
    let solution = model.solve().ok()?;
    let chosen: Vec<usize> = columns.into_iter().filter(|column| solution.value(of_column[column]) > 0.5).collect();
    // What a solver of floating point numbers says is checked.
    let is_cover = rows.iter().all(|row| row.iter().any(|column| chosen.binary_search(column).is_ok()));
    let cost: f64 = chosen.iter().map(|column| costs[*column]).sum();
    is_cover.then_some(Choice { columns: chosen, cost, bound: cost })
}

/// Takes the column with the most uncovered rows for its cost until all are covered, then leaves out what is not needed. The bound: disjoint rows, each at
/// the cost of its cheapest column.
fn greedy(costs: &[f64], rows: &[Vec<usize>]) -> Choice {
    let mut covered = vec![false; rows.len()];
    let mut chosen: Vec<usize> = Vec::new();
    while covered.iter().any(|covered| !covered) {
        let mut gain: FxHashMap<usize, usize> = FxHashMap::default();
        for (row, _) in rows.iter().zip(&covered).filter(|(_, covered)| !**covered) {
            for column in row {
                *gain.entry(*column).or_default() += 1;
            }
        }
        // Among equals the first column is taken, whatever order the table has.
        let value = |column: usize, gain: usize| gain as f64 / costs[column].max(1e-9);
        let best = gain
            .into_iter()
            .max_by(|left, right| value(left.0, left.1).total_cmp(&value(right.0, right.1)).then(right.0.cmp(&left.0)));
        let Some((best, _)) = best else { break };
        chosen.push(best);
        for (row, covered) in rows.iter().zip(&mut covered) {
            *covered |= row.contains(&best);
        }
    }
    for column in chosen.clone() {
        let rest: Vec<usize> = chosen.iter().copied().filter(|other| *other != column).collect();
        if rows.iter().all(|row| row.iter().any(|column| rest.contains(column))) {
            chosen = rest;
        }
    }
    let mut used: Vec<usize> = Vec::new();
    let mut bound = 0.0;
    for row in rows {
        if row.iter().all(|column| !used.contains(column)) {
            used.extend(row);
            bound += row.iter().map(|column| costs[*column]).fold(f64::INFINITY, f64::min);
        }
    }
    let cost = chosen.iter().map(|column| costs[*column]).sum();
    Choice { columns: chosen, cost, bound }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brute_force(costs: &[f64], rows: &[Vec<usize>]) -> f64 {
        (0u32..1 << costs.len())
            .filter(|chosen| rows.iter().all(|row| row.iter().any(|column| chosen >> column & 1 == 1)))
            .map(|chosen| {
                (0..costs.len()).filter(|column| chosen >> column & 1 == 1).map(|column| costs[column]).sum::<f64>()
            })
            .fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
        #[test]
        fn the_choice_is_that_of_brute_force(
            costs in prop::collection::vec(1u32..6, 10),
            rows in prop::collection::vec(prop::collection::vec(0usize..10, 1..5), 1..14),
        ) {
            let costs: Vec<f64> = costs.into_iter().map(f64::from).collect();
            let choice = choose(&costs, &rows);
            prop_assert!(rows.iter().all(|row| row.iter().any(|column| choice.columns.contains(column))));
            let best = brute_force(&costs, &rows);
            prop_assert!((choice.cost - best).abs() < 1e-6, "{} instead of {best}", choice.cost);
            let greedy = greedy(&costs, &rows);
            prop_assert!(rows.iter().all(|row| row.iter().any(|column| greedy.columns.contains(column))));
            prop_assert!(greedy.bound <= best + 1e-6 && greedy.cost >= best - 1e-6);
        }
    }
}
