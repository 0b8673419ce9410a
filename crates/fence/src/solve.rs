//! Minimum-cost hitting sets: binary columns with costs, rows of which each needs one of its columns.
//!
//! What is decided without search goes first, until nothing changes: rows that hold another row, columns that are in no other rows than a cheaper one, and columns that a
//! row has alone (Beasley, *An algorithm for set covering problem*, EJOR 1987). The components that are left are solved apart, each as an integer program by
//! microlp. A component that is too large for that is covered greedily, and the gap to a lower bound is reported.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, constraint, variable};
use rustc_hash::FxHashMap;

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The chosen columns, ascending.
    pub columns: Vec<u32>,
    /// Their cost.
    pub cost: f64,
    /// No choice is cheaper than that; equal to the cost when the choice is optimal.
    pub bound: f64,
}

/// A row: its columns, ascending.
type Row = Vec<u32>;

/// A component with more columns than this is covered greedily.
const MAX_EXACT_COLUMNS: usize = 4000;

/// Comparisons of a row with others, after which it is kept without more: a row too many costs time and changes nothing.
const MAX_COMPARISONS: usize = 2000;

/// Chooses columns such that each row has one.
///
/// # Panics
/// When a row is empty.
pub fn choose(costs: &[f64], rows: &[Row]) -> Choice {
    let mut rows: Vec<Row> = rows.to_vec();
    for row in &mut rows {
        assert!(!row.is_empty(), "a row that no column can satisfy");
        row.sort_unstable();
        row.dedup();
    }
    let mut choice = Choice { columns: Vec::new(), cost: 0.0, bound: 0.0 };
    let whole = Component { columns: (0..costs.len() as u32).collect(), costs: costs.to_vec(), rows };
    // Components still to be solved, the next one last.
    let mut components = vec![Component { rows: minimal(costs.len(), &whole.rows), ..whole }];
    while let Some(component) = components.pop() {
        let mut parts = component.split();
        if parts.len() > 1 {
            parts.reverse();
            components.extend(parts);
            continue;
        }
        let Some(mut part) = parts.pop() else { continue };
        let before = part.rows.len();
        let forced = part.reduce();
        choice.take(&part, &forced);
        if part.rows.len() < before {
            // What held the component together may be gone.
            components.push(part);
            continue;
        }
        let solved = exact(&part.costs, &part.rows).unwrap_or_else(|| greedy(&part.costs, &part.rows));
        choice.columns.extend(solved.columns.iter().map(|column| part.columns[*column as usize]));
        choice.cost += solved.cost;
        choice.bound += solved.bound;
    }
    choice.columns.sort_unstable();
    choice
}

impl Choice {
    /// Adds columns that no choice can do without.
    fn take(&mut self, component: &Component, columns: &[u32]) {
        let cost: f64 = columns.iter().map(|column| component.costs[*column as usize]).sum();
        self.columns.extend(columns.iter().map(|column| component.columns[*column as usize]));
        self.cost += cost;
        self.bound += cost;
    }
}

/// A part of a problem with columns of its own, so that tables of columns are as small as it is.
struct Component {
    /// The columns of the whole problem that its own stand for, ascending.
    columns: Vec<u32>,
    /// What each of its columns costs.
    costs: Vec<f64>,
    /// Its rows, in its own columns.
    rows: Vec<Row>,
}

impl Component {
    /// Rows that share columns stay together, in the order of their first rows.
    fn split(self) -> Vec<Component> {
        fn find(parent: &mut [usize], mut at: usize) -> usize {
            while parent[at] != at {
                parent[at] = parent[parent[at]];
                at = parent[at];
            }
            at
        }
        let mut parent: Vec<usize> = (0..self.rows.len()).collect();
        let mut owner = vec![usize::MAX; self.columns.len()];
        for (index, row) in self.rows.iter().enumerate() {
            for column in row {
                let owner = &mut owner[*column as usize];
                if *owner == usize::MAX {
                    *owner = index;
                } else {
                    let (one, other) = (find(&mut parent, index), find(&mut parent, *owner));
                    // The first row is the root, so that parts come in the order of their rows.
                    parent[one.max(other)] = one.min(other);
                }
            }
        }
        let mut parts: Vec<Vec<Row>> = Vec::new();
        let mut part_of: FxHashMap<usize, usize> = FxHashMap::default();
        for (index, row) in self.rows.into_iter().enumerate() {
            let part = *part_of.entry(find(&mut parent, index)).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            parts[part].push(row);
        }
        // Each column is in the rows of one part.
        let mut own = vec![0u32; self.columns.len()];
        let number = |mut rows: Vec<Row>| {
            let used = columns_of(&rows);
            for (number, column) in used.iter().enumerate() {
                own[*column as usize] = number as u32;
            }
            for column in rows.iter_mut().flatten() {
                *column = own[*column as usize];
            }
            Component {
                columns: used.iter().map(|column| self.columns[*column as usize]).collect(),
                costs: used.iter().map(|column| self.costs[*column as usize]).collect(),
                rows,
            }
        };
        parts.into_iter().map(number).collect()
    }

    /// Decides all that needs no search; gives the columns that a row has alone, and leaves the rows that none of these satisfies.
    fn reduce(&mut self) -> Vec<u32> {
        let mut forced: Vec<u32> = Vec::new();
        loop {
            let before: usize = self.rows.iter().map(Vec::len).sum();
            let rows = without_dominated(&self.costs, std::mem::take(&mut self.rows));
            self.rows = minimal(self.costs.len(), &rows);
            forced.extend(self.rows.iter().filter(|row| row.len() == 1).map(|row| row[0]));
            // Rows that hold another row are gone, so that no other row has these columns.
            self.rows.retain(|row| row.len() > 1);
            let after: usize = self.rows.iter().map(Vec::len).sum();
            if after == before {
                return forced;
            }
        }
    }
}

/// The rows that hold no other row, shortest first.
fn minimal(columns: usize, rows: &[Row]) -> Vec<Row> {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_unstable_by(|left, right| left.len().cmp(&right.len()).then_with(|| left.cmp(right)));
    rows.dedup();
    let mut frequency = vec![0u32; columns];
    for column in rows.iter().copied().flatten() {
        frequency[*column as usize] += 1;
    }
    let mut kept: Vec<Row> = Vec::new();
    // Each kept row by its rarest column: a row that holds it has that column, too, and few others do.
    let mut by_rarest: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    let mut mark = vec![u32::MAX; columns];
    for (number, row) in rows.into_iter().enumerate() {
        let number = number as u32;
        for column in row {
            mark[*column as usize] = number;
        }
        let candidates = row.iter().filter_map(|column| by_rarest.get(column)).flatten().take(MAX_COMPARISONS);
        let holds_another =
            candidates.into_iter().any(|other| kept[*other].iter().all(|column| mark[*column as usize] == number));
        if !holds_another {
            let rarest = row.iter().copied().min_by_key(|column| (frequency[*column as usize], *column));
            by_rarest.entry(rarest.expect("no row is empty")).or_default().push(kept.len());
            kept.push(row.clone());
        }
    }
    kept
}

fn columns_of(rows: &[Row]) -> Vec<u32> {
    let mut columns: Vec<u32> = rows.iter().flatten().copied().collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The numbers of the rows that each column is in, ascending.
fn rows_of_columns(columns: usize, rows: &[Row]) -> Vec<Vec<u32>> {
    let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); columns];
    for (index, row) in rows.iter().enumerate() {
        for column in row {
            rows_of[*column as usize].push(index as u32);
        }
    }
    rows_of
}

/// Leaves out columns that are in no other rows than a cheaper one (or an equal one before it): they are never needed.
fn without_dominated(costs: &[f64], mut rows: Vec<Row>) -> Vec<Row> {
    let rows_of = rows_of_columns(costs.len(), &rows);
    let is_dominated = |column: u32| {
        let mine = &rows_of[column as usize];
        let Some(shortest) = mine.iter().min_by_key(|row| rows[**row as usize].len()) else { return false };
        rows[*shortest as usize].iter().any(|other| {
            // Of equal columns the first stays; else each would go for the other.
            let better = (costs[*other as usize], *other) < (costs[column as usize], column);
            let theirs = &rows_of[*other as usize];
            better && theirs.len() >= mine.len() && mine.iter().all(|row| theirs.binary_search(row).is_ok())
        })
    };
    let dominated: Vec<bool> = (0..costs.len() as u32).map(is_dominated).collect();
    for row in &mut rows {
        row.retain(|column| !dominated[*column as usize]);
    }
    rows
}

fn exact(costs: &[f64], rows: &[Row]) -> Option<Choice> {
    let columns = columns_of(rows);
    if columns.len() > MAX_EXACT_COLUMNS {
        return None;
    }
    let mut variables = ProblemVariables::new();
    let of_column: FxHashMap<u32, good_lp::Variable> =
        columns.iter().map(|column| (*column, variables.add(variable().binary()))).collect();
    let objective: Expression = columns.iter().map(|column| costs[*column as usize] * of_column[column]).sum();
    let mut model = variables.minimise(objective).using(good_lp::default_solver);
    for row in rows {
        let sum: Expression = row.iter().map(|column| Expression::from(of_column[column])).sum();
        model = model.with(constraint!(sum >= 1.0));
    }
    let solution = model.solve().ok()?;
    let chosen: Vec<u32> = columns.into_iter().filter(|column| solution.value(of_column[column]) > 0.5).collect();
    // What a solver of floating point numbers says is checked.
    let is_cover = rows.iter().all(|row| row.iter().any(|column| chosen.binary_search(column).is_ok()));
    let cost: f64 = chosen.iter().map(|column| costs[*column as usize]).sum();
    is_cover.then_some(Choice { columns: chosen, cost, bound: cost })
}

/// Takes the column with the most uncovered rows for its cost until all are covered, then leaves out what is not needed, the dearest first.
fn greedy(costs: &[f64], rows: &[Row]) -> Choice {
    let rows_of = rows_of_columns(costs.len(), rows);
    let mut gain: Vec<usize> = rows_of.iter().map(Vec::len).collect();
    // Values only fall, so that an entry of the heap is an upper bound: what comes out with an old value goes in again with the new one.
    let value = |column: u32, gain: usize| Value { ratio: gain as f64 / costs[column as usize].max(1e-9), column };
    let mut heap: BinaryHeap<Value> =
        columns_of(rows).into_iter().map(|column| value(column, gain[column as usize])).collect();
    // How many chosen columns each row has.
    let mut covered = vec![0u32; rows.len()];
    let mut chosen: Vec<u32> = Vec::new();
    while let Some(best) = heap.pop() {
        let now = gain[best.column as usize];
        if now == 0 {
            continue;
        }
        let fresh = value(best.column, now);
        if fresh < best {
            heap.push(fresh);
            continue;
        }
        chosen.push(best.column);
        for row in &rows_of[best.column as usize] {
            let row = *row as usize;
            covered[row] += 1;
            if covered[row] == 1 {
                for column in &rows[row] {
                    gain[*column as usize] -= 1;
                }
            }
        }
    }
    chosen.sort_by(|left, right| costs[*right as usize].total_cmp(&costs[*left as usize]).then(left.cmp(right)));
    chosen.retain(|column| {
        let mine = &rows_of[*column as usize];
        let is_needed = mine.iter().any(|row| covered[*row as usize] == 1);
        if !is_needed {
            for row in mine {
                covered[*row as usize] -= 1;
            }
        }
        is_needed
    });
    chosen.sort_unstable();
    let cost = chosen.iter().map(|column| costs[*column as usize]).sum();
    Choice { columns: chosen, cost, bound: lower_bound(costs, rows) }
}

/// A column of [`greedy`]'s heap: greatest is what covers most rows for its cost, of equals the first.
#[derive(Clone, Copy, PartialEq)]
struct Value {
    ratio: f64,
    column: u32,
}

impl Eq for Value {}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.ratio.total_cmp(&other.ratio).then(other.column.cmp(&self.column))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What any choice costs at least: rows pay for columns, each as much as none of its columns is overpaid for (a feasible dual of the linear program).
/// Short rows pay first, as they have fewer columns to choose from.
fn lower_bound(costs: &[f64], rows: &[Row]) -> f64 {
    let mut left: Vec<f64> = costs.to_vec();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|row| rows[*row].len());
    let mut bound = 0.0;
    for row in order {
        let pays = rows[row].iter().map(|column| left[*column as usize]).fold(f64::INFINITY, f64::min);
        for column in &rows[row] {
            left[*column as usize] -= pays;
        }
        bound += pays;
    }
    bound
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brute_force(costs: &[f64], rows: &[Row]) -> f64 {
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
            rows in prop::collection::vec(prop::collection::vec(0u32..10, 1..5), 1..14),
        ) {
            let costs: Vec<f64> = costs.into_iter().map(f64::from).collect();
            let choice = choose(&costs, &rows);
            prop_assert!(rows.iter().all(|row| row.iter().any(|column| choice.columns.contains(column))));
            let best = brute_force(&costs, &rows);
            prop_assert!((choice.cost - best).abs() < 1e-6, "{} instead of {best}", choice.cost);
            let ascending = |mut row: Row| {
                row.sort_unstable();
                row.dedup();
                row
            };
            let rows: Vec<Row> = rows.into_iter().map(ascending).collect();
            let greedy = greedy(&costs, &rows);
            prop_assert!(rows.iter().all(|row| row.iter().any(|column| greedy.columns.contains(column))));
            prop_assert!(greedy.bound <= best + 1e-6 && greedy.cost >= best - 1e-6);
        }
    }
}
