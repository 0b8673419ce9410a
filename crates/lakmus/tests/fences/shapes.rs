//! Cycles, thread by thread, as programs.

use crate::random::{Item, Layout, Order, Sample};

/// What stands between the two accesses of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Between {
    Nothing,
    Dependency,
    Lightweight,
    Full,
}

/// A thread of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Visit {
    /// Two accesses to different locations: whether they read.
    Pair(bool, Between, bool),
    /// One write, which the next thread reads.
    Write,
}

/// Threads of a cycle, and locations.
const MAX_THREADS: usize = 4;
const MAX_LOCATIONS: usize = 3;

fn visits() -> Vec<Visit> {
    let mut all = vec![Visit::Write];
    for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
        for between in [Between::Nothing, Between::Dependency, Between::Lightweight, Between::Full] {
            if first || between != Between::Dependency {
                all.push(Visit::Pair(first, between, second));
            }
        }
    }
    all
}

/// Whether a thread may follow another one: two reads do not communicate, and a single write is read.
fn follows(one: Visit, other: Visit) -> bool {
    let begins_with_read = matches!(other, Visit::Pair(true, _, _));
    match one {
        Visit::Pair(_, _, second) => !(second && begins_with_read),
        Visit::Write => begins_with_read,
    }
}

/// All cycles, each in one of its rotations.
pub(crate) fn all() -> Vec<Vec<Visit>> {
    let mut all = Vec::new();
    for length in 2..=MAX_THREADS {
        extend(&mut Vec::new(), length, &visits(), &mut all);
    }
    all
}

fn extend(shape: &mut Vec<Visit>, length: usize, visits: &[Visit], all: &mut Vec<Vec<Visit>>) {
    if shape.len() == length {
        let pairs = shape.iter().filter(|visit| **visit != Visit::Write).count();
        let closes = follows(shape[length - 1], shape[0]);
        let is_first = (1..length).all(|by| {
            let mut rotated = shape.clone();
            rotated.rotate_left(by);
            *shape <= rotated
        });
        if closes && is_first && (2..=MAX_LOCATIONS).contains(&pairs) {
            all.push(shape.clone());
        }
        return;
    }
    for visit in visits {
        if shape.last().is_none_or(|last| follows(*last, *visit)) {
            shape.push(*visit);
            extend(shape, length, visits, all);
            shape.pop();
        }
    }
}

/// The cycle as a program.
pub(crate) fn sample(shape: &[Visit]) -> Sample {
    let variables = shape.iter().filter(|visit| **visit != Visit::Write).count();
    let (mut variable, mut value) = (0, 0);
    let mut threads = Vec::new();
    for visit in shape {
        value += 2;
        let thread = match visit {
            Visit::Write => vec![Item::Write { variable, value, order: Order::Plain }],
            Visit::Pair(first, between, second) => {
                let mut items = vec![if *first {
                    Item::Read { variable, register: 0, order: Order::Plain }
                } else {
                    Item::Write { variable, value, order: Order::Plain }
                }];
                variable = (variable + 1) % variables;
                let (value, register) = (value + 1, usize::from(*first));
                items.extend(match between {
                    Between::Nothing | Between::Dependency => None,
                    Between::Lightweight => Some(Item::LightFence),
                    Between::Full => Some(Item::Fence),
                });
                items.push(match (*between == Between::Dependency, *second) {
                    (false, false) => Item::Write { variable, value, order: Order::Plain },
                    (false, true) => Item::Read { variable, register, order: Order::Plain },
                    (true, false) => Item::DataWrite { variable, value, of: 0 },
                    (true, true) => Item::AddressRead { variable, register, of: 0 },
                });
                items
            }
        };
        threads.push(thread);
    }
    Sample { threads, variables, layout: Layout::Apart }
}
