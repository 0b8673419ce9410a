//! How far a campaign has come, read off its directory: from any machine, while others work.

use std::collections::BTreeMap;

use crate::layout::parts_of;
use crate::results::{ResultsReader, end_line, results_head};
use crate::{Error, Layout, Manifest, control};

/// How far a campaign has come.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Status {
    /// Shards with results,
    pub shards_done: usize,
    /// shards at which a process works or worked,
    pub shards_begun: usize,
    /// and all.
    pub shards: usize,
    /// Units with results; those of shards that are not done count too.
    pub units_done: u64,
    /// All units that are to be run.
    pub units: u64,
    /// How many units of shards that are done ended in which way.
    pub by_kind: BTreeMap<String, u64>,
    /// Seconds that the shards took that are done.
    pub seconds_done: f64,
    /// Seconds that the others are expected to take, in one process: by their estimates, corrected by what was estimated and taken so far.
    pub seconds_left: f64,
    /// Whether it is cancelled.
    pub is_cancelled: bool,
}

impl Status {
    /// Of the campaign in this directory.
    ///
    /// # Errors
    /// When a file of results is damaged at its end.
    pub fn of(layout: &Layout, manifest: &Manifest) -> Result<Status, Error> {
        let mut status = Status {
            shards: manifest.shards.len(),
            units: manifest.to_run,
            is_cancelled: control::is_cancelled(layout),
            ..Status::default()
        };
        let (mut estimated_done, mut estimated_left) = (0.0, 0.0);
        for (number, shard) in manifest.shards.iter().enumerate() {
            let place = layout.results(number);
            if place.exists() {
                status.shards_done += 1;
                status.units_done += shard.units;
                estimated_done += shard.seconds;
                status.add_end(&place)?;
                continue;
            }
            // The one that is furthest.
            let parts = parts_of(&place);
            let counts = parts.iter().map(|part| count(part, &results_head(manifest, number)));
            let answered = counts.max().unwrap_or_default();
            status.units_done += answered;
            status.shards_begun += usize::from(!parts.is_empty());
            let rest = 1.0 - answered as f64 / (shard.units.max(1)) as f64;
            estimated_left += shard.seconds * rest;
        }
        // (Nothing is known of the estimates before the first shard is done.)
        let correction = if estimated_done > 0.0 { status.seconds_done / estimated_done } else { 1.0 };
        status.seconds_left = estimated_left * correction;
        Ok(status)
    }

    fn add_end(&mut self, place: &std::path::Path) -> Result<(), Error> {
        let line = end_line(place).ok_or_else(|| Error::Damaged {
            path: place.to_owned(),
            what: "its last line is not there".to_owned(),
            advice: "Remove it and run the campaign again: the shard is run again",
        })?;
        let fields: Vec<&str> = line.split('\t').collect();
        for field in fields.get(2).into_iter().flat_map(|kinds| kinds.split(',')) {
            if let Some((kind, count)) = field.split_once('=') {
                *self.by_kind.entry(kind.to_owned()).or_default() += count.parse::<u64>().unwrap_or_default();
            }
        }
        let millis: f64 = fields.get(4).and_then(|millis| millis.parse().ok()).unwrap_or_default();
        self.seconds_done += millis / 1e3;
        Ok(())
    }
}

/// How many whole results a file has that is being written.
fn count(part: &std::path::Path, head: &str) -> u64 {
    let Ok(Some(mut reader)) = ResultsReader::open(part, head) else { return 0 };
    let mut count = 0;
    while let Ok(Some(_)) = reader.next_outcome() {
        count += 1;
    }
    count
}
