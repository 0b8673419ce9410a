//! What atomic operations have done in executions that were watched: which has ever read an old value, which compare-exchange has ever failed, which was done by several threads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use wire::{Action, Event};

use crate::program::{WatchedExecution, WatchedItem};
use crate::report::{Frame, Symbols};

/// What an atomic operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SiteKind {
    /// Loads.
    Load,
    /// Stores.
    Store,
    /// Reads and writes.
    Update,
    /// Reads, and writes if that is what it expects.
    CompareExchange,
}

/// An atomic operation in the source. Those that no execution has come to are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// What it does.
    pub kind: SiteKind,
    /// How often it was done.
    pub times: u64,
    /// How often it has read a store that was not the newest of those that it could have read.
    pub old: u64,
    /// How often, as a compare-exchange, it has failed.
    pub failed: u64,
    /// By how many threads of an execution it was done, at most.
    pub threads: u64,
}

/// The atomic operations of a program and what they have done.
#[derive(Default)]
pub struct Coverage {
    symbols: Symbols,
    /// By place and kind.
    sites: BTreeMap<(Frame, SiteKind), Site>,
    executions: u64,
}

impl Coverage {
    /// Adds an execution.
    pub(crate) fn count(&mut self, watched: &WatchedExecution) {
        self.executions += 1;
        let mut threads: BTreeMap<(Frame, SiteKind), BTreeSet<u64>> = BTreeMap::new();
        for item in &watched.items {
            let WatchedItem::Event(event) = item else { continue };
            let Some((kind, is_old, has_failed)) = atomic(event) else { continue };
            let Some(frame) = self.symbols.own_frame(&event.stack.0, &watched.modules) else { continue };
            let key = (frame, kind);
            let site = self.sites.entry(key.clone());
            let site = site.or_insert(Site { kind, times: 0, old: 0, failed: 0, threads: 0 });
            site.times += 1;
            site.old += u64::from(is_old);
            site.failed += u64::from(has_failed);
            threads.entry(key).or_default().insert(event.thread);
        }
        for (key, threads) in threads {
            if let Some(site) = self.sites.get_mut(&key) {
                site.threads = site.threads.max(threads.len() as u64);
            }
        }
    }

    /// The operations with their places, in the order of these.
    pub fn sites(&self) -> impl Iterator<Item = (&Frame, &Site)> {
        self.sites.iter().map(|((frame, _), site)| (frame, site))
    }
}

/// What an atomic operation does, whether it reads an old value, and whether it is a compare-exchange that fails; none if it is no such operation.
fn atomic(event: &Event) -> Option<(SiteKind, bool, bool)> {
    match &event.action {
        Action::Load { is_exchange, reading, .. } => {
            let kind = if *is_exchange { SiteKind::CompareExchange } else { SiteKind::Load };
            Some((kind, !reading.newer.is_empty(), *is_exchange))
        }
        Action::Store { .. } => Some((SiteKind::Store, false, false)),
        Action::Update { is_exchange, reading, .. } => {
            let kind = if *is_exchange { SiteKind::CompareExchange } else { SiteKind::Update };
            Some((kind, !reading.newer.is_empty(), false))
        }
        Action::Plain { .. }
        | Action::Fence(_)
        | Action::Take(..)
        | Action::Give(..)
        | Action::Wait(..)
        | Action::Wake(..)
        | Action::Create(_)
        | Action::Join(_)
        | Action::Yield
        | Action::End => None,
    }
}

impl fmt::Display for Coverage {
    /// A line for each operation, with what it has never done at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let executions =
            if self.executions == 1 { "1 execution".to_owned() } else { format!("{} executions", self.executions) };
        writeln!(f, "atomic operations in {executions}:")?;
        for (frame, site) in self.sites() {
            let name = match site.kind {
                SiteKind::Load => "load",
                SiteKind::Store => "store",
                SiteKind::Update => "read-modify-write",
                SiteKind::CompareExchange => "compare-exchange",
            };
            write!(f, "  {frame}: {name}, {} times", site.times)?;
            if site.old > 0 {
                write!(f, ", {} of an old value", site.old)?;
            }
            if site.failed > 0 {
                write!(f, ", {} in vain", site.failed)?;
            }
            let never = [
                (site.kind == SiteKind::Load && site.old == 0).then_some("read an old value"),
                (site.kind == SiteKind::CompareExchange && site.failed == 0).then_some("failed"),
                (site.threads == 1).then_some("done by two threads of an execution"),
            ];
            let never: Vec<&str> = never.into_iter().flatten().collect();
            if !never.is_empty() {
                write!(f, "; never {}", never.join(", "))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
