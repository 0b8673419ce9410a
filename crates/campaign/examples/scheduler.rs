//! A campaign of a thousand million tests on a thousand nodes, simulated: which step takes how long, and which one all others wait for.
//!
//! ```console
//! $ cargo run --release --package lakmus-campaign --example scheduler -- [--seed N]
//! ```
//!
//! What a step costs is measured on small campaigns (docs/campaign.md, "How much"); what is simulated is how the steps meet: shards of different length on nodes that are lost now and then, jobs that
//! a scheduler starts one after the other, a file server that all share, and merges behind them. Times are those of the simulation: no clock is read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Tests of the campaign.
const TESTS: f64 = 1e9;
/// Nodes, each with one process that runs shards.
const NODES: usize = 1000;
/// Seconds of CPU time of a unit, on average.
const UNIT: f64 = 0.001;
/// One unit in so many is heavy, and is given up after so many seconds.
const HEAVY: (f64, f64) = (1e6, 60.0);
/// Seconds that a shard is to take.
const SHARD: f64 = 300.0;
/// Units that one process plans in a second, and that `lakmus gen` gives it: measured.
const PLANNED: f64 = 37_000.0;
const GENERATED: f64 = 1.0 / 60e-6;
/// Units that one process merges in a second: measured, between 30,000 and 50,000.
const MERGED: f64 = 40_000.0;
/// Bytes of a unit in a shard, of its result, and in the database: measured.
const UNIT_BYTES: f64 = 600.0;
const RESULT_BYTES: f64 = 300.0;
const ROW_BYTES: f64 = 256.0;
/// Bytes that the file server gives or takes in a second.
const SERVER: f64 = 1e9;
/// Jobs that the scheduler starts in a second. (Slurm's own documents name hundreds; this is what a busy one does.)
const STARTED: f64 = 3.0;
/// Hours between two losses of one node, and seconds until the scheduler has seen one and starts the element again.
const LOST: (f64, f64) = (1000.0, 600.0);
/// Seconds of work that a process which is killed has not handed on.
const UNSAVED: f64 = 0.5;

/// Numbers at random from a seed (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Seconds until an event that happens once in `mean` seconds.
    fn until(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.next()).ln()
    }

    /// How many of many rare events happen, where `mean` do on average.
    fn count(&mut self, mean: f64) -> u64 {
        let (mut sum, mut count) = (0.0, 0);
        loop {
            sum += self.until(1.0);
            if sum > mean {
                return count;
            }
            count += 1;
        }
    }
}

/// How a campaign is organised.
struct Design {
    name: &'static str,
    /// Campaigns into which it is divided, by the first digits of identities or by `gen --shard`; each has its own planner, and its own merge.
    parts: f64,
    /// Whether a planner generates its own tests alone, and not those of all others to pass over them.
    generates_own: bool,
    /// Whether each unit that was given up is planned again, alone, with ten minutes.
    heavy_again: bool,
}

/// Seconds of each step.
struct Times {
    plan: f64,
    run: f64,
    heavy: f64,
    merge: f64,
    /// Gigabytes of memory that a planner needs for identities, and of the largest database.
    memory: f64,
    database: f64,
    lost: usize,
}

fn simulated(design: &Design, random: &mut Random) -> Times {
    let own = TESTS / design.parts;
    // Planners are as many nodes as there are parts, up to all of them.
    let turns = (design.parts / NODES as f64).max(1.0);
    let read = if design.generates_own { own } else { TESTS };
    let written = TESTS * UNIT_BYTES / SERVER;
    let plan = ((read / GENERATED).max(own / PLANNED) * turns).max(written);
    let shards: Vec<f64> = {
        let units = SHARD / UNIT;
        let count = (TESTS / units).ceil() as usize;
        (0..count).map(|_| units * UNIT + random.count(units / HEAVY.0) as f64 * HEAVY.1).collect()
    };
    let bytes = UNIT_BYTES * SHARD / UNIT;
    let (run, lost) = run(&shards, bytes, random);
    let heavy_units = (TESTS / HEAVY.0) as usize;
    let heavy = match design.heavy_again {
        true => self::run(&vec![600.0; heavy_units], 2.0 * UNIT_BYTES, random).0,
        false => 0.0,
    };
    let server = TESTS * (UNIT_BYTES + RESULT_BYTES) / SERVER;
    let merge = (own / MERGED * turns).max(server);
    let (memory, database) = (own * 16.0 / 1e9, own * ROW_BYTES / 1e9);
    Times { plan, run, heavy, merge, memory, database, lost }
}

/// The time until all shards have results, and how many losses of nodes there were.
fn run(shards: &[f64], bytes: f64, random: &mut Random) -> (f64, usize) {
    // When each node has nothing to do, in milliseconds: the earliest first.
    let mut idle: BinaryHeap<Reverse<u64>> = (0..NODES).map(|_| Reverse(0)).collect();
    let mut waiting: Vec<f64> = shards.to_vec();
    let (mut scheduler, mut server, mut end, mut lost) = (0.0f64, 0.0f64, 0.0f64, 0);
    while let Some(work) = waiting.pop() {
        let Some(Reverse(free)) = idle.pop() else { break };
        scheduler = scheduler.max(free as f64 / 1e3) + 1.0 / STARTED;
        server = server.max(scheduler) + bytes / SERVER;
        let begin = server;
        let loss = random.until(LOST.0 * 3600.0);
        let until = if loss < work {
            // What it had handed on is taken over; the node is back some time later.
            lost += 1;
            waiting.push(work - (loss - UNSAVED).max(0.0));
            begin + loss + LOST.1
        } else {
            begin + work
        };
        end = end.max(until);
        idle.push(Reverse((until * 1e3) as u64));
    }
    (end, lost)
}

fn hours(seconds: f64) -> String {
    if seconds < 600.0 { format!("{seconds:.0} s") } else { format!("{:.1} h", seconds / 3600.0) }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let seed = words.iter().position(|word| word == "--seed").and_then(|place| words.get(place + 1)?.parse().ok());
    let seed: u64 = seed.unwrap_or(1);
    let designs = [
        Design { name: "one campaign", parts: 1.0, generates_own: true, heavy_again: false },
        Design {
            name: "256 campaigns by identity, each planner generates all tests",
            parts: 256.0,
            generates_own: false,
            heavy_again: false,
        },
        Design { name: "256 campaigns by `gen --shard`", parts: 256.0, generates_own: true, heavy_again: false },
        Design {
            name: "the same, heavy units again with 10 min",
            parts: 256.0,
            generates_own: true,
            heavy_again: true,
        },
    ];
    println!("seed {seed}: 10^9 tests of {} ms, {NODES} nodes, a node lost each {} h\n", UNIT * 1e3, LOST.0);
    println!(
        "| design | plan | run | heavy units | merge | sum | bottleneck | memory of a planner | largest database | nodes lost |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for design in &designs {
        let Times { plan, run, heavy, merge, memory, database, lost } =
            simulated(design, &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let steps = [("plan", plan), ("run", run), ("heavy units", heavy), ("merge", merge)];
        let worst = steps.iter().max_by(|one, other| one.1.total_cmp(&other.1)).map_or("", |(name, _)| name);
        let sum = steps.iter().map(|(_, seconds)| seconds).sum();
        println!(
            "| {} | {} | {} | {} | {} | {} | {worst} | {memory:.2} GB | {database:.1} GB | {lost} |",
            design.name,
            hours(plan),
            hours(run),
            hours(heavy),
            hours(merge),
            hours(sum)
        );
    }
}
