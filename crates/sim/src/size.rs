//! How large a simulation is, estimated before it is run.

use execution::{Action, ThreadPath, ThreadPaths};
use program::{ExprId, Expressions};
use rustc_hash::FxHashMap;

/// The accesses of one path, or of several paths of which one is gone.
#[derive(Default)]
struct Accesses {
    /// For each known address how many writes there are.
    writes: FxHashMap<ExprId, u64>,
    /// Writes to what is not known yet.
    writes_anywhere: u64,
}

/// An estimate of the number of candidates with all their coherence orders: for each thread its paths, for each of them and each read the
/// number of writes that may be read, at most; for each location the orders of its writes. Linear in the paths.
pub(crate) fn of(paths: &ThreadPaths) -> u64 {
    let ThreadPaths { threads, expressions, .. } = paths;
    let mut all = Accesses::default();
    for thread in threads {
        let mut most = Accesses::default();
        for path in thread {
            let here = Accesses::of(path, expressions);
            for (address, count) in here.writes {
                let most = most.writes.entry(address).or_default();
                *most = count.max(*most);
            }
            most.writes_anywhere = most.writes_anywhere.max(here.writes_anywhere);
        }
        most.writes.into_iter().for_each(|(address, count)| *all.writes.entry(address).or_default() += count);
        all.writes_anywhere += most.writes_anywhere;
    }
    let orders = |count: u64| (2..=count).fold(1, u64::saturating_mul);
    let all_orders = all.writes.values().copied().chain([all.writes_anywhere]).map(orders);
    let readings = threads.iter().map(|thread| {
        let readings = thread.iter().map(|path| all.readings(path, expressions));
        readings.fold(0, u64::saturating_add)
    });
    readings.chain(all_orders).fold(1, u64::saturating_mul)
}

impl Accesses {
    fn of(path: &ThreadPath, x: &Expressions) -> Accesses {
        let mut accesses = Accesses::default();
        for event in &path.events {
            if let Action::Write { address, .. } | Action::ReadModifyWrite { address, .. } = event.action {
                match x.is_known(address) {
                    true => *accesses.writes.entry(address).or_default() += 1,
                    false => accesses.writes_anywhere += 1,
                }
            }
        }
        accesses
    }

    /// In how many ways the reads of a path may read, the initial write of each location included.
    fn readings(&self, path: &ThreadPath, x: &Expressions) -> u64 {
        let all = || self.writes.values().sum::<u64>();
        let reads = path.events.iter().filter_map(|event| match event.action {
            Action::Read { address, .. } | Action::ReadModifyWrite { address, .. } => Some(address),
            _ => None,
        });
        let options = reads.map(|address| {
            let known = if x.is_known(address) { self.writes.get(&address).copied().unwrap_or(0) } else { all() };
            known + self.writes_anywhere + 1
        });
        options.fold(1, u64::saturating_mul)
    }
}
