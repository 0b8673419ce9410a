//! Campaigns that are disturbed at random points.
//!
//! `LAKMUS_FAULTS=200` disturbs so many; `LAKMUS_SEED=N` begins with seed N, which is printed where one fails.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Place, command, generated, lakmus, path, said, verdicts};

/// Processes are killed from outside, which by chance is at the same unit again.
const FAULTS: &str = "units = 40\n[options]\nattempts = 100";

/// Numbers at random from a seed (xorshift).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

/// The processes below this one that are descended from `process`, itself included.
fn descendants(process: u32) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        let tasks = std::fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
        for task in tasks {
            let children = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
        }
    }
    found
}

fn kill(process: u32) {
    let _ = Command::new("kill").args(["-9", &process.to_string()]).stderr(Stdio::null()).status();
}

fn start(arguments: &[&str]) -> Child {
    let mut command = command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("lakmus runs")
}

/// Runs a campaign and kills the process, or one that it has started, until it has run to its end undisturbed once.
fn disturbed(directory: &Path, random: &mut Random, undisturbed: Duration) {
    let kills = 2 + random.below(4);
    for _ in 0..kills {
        let jobs = (1 + random.below(3)).to_string();
        let run = ["run", path(directory), "-j", &jobs];
        // Two that run the same shards, now and then.
        let mut all = vec![start(&run)];
        if random.below(3) == 0 {
            all.push(start(&run));
        }
        let longest = u64::try_from(undisturbed.as_micros()).unwrap_or(u64::MAX).max(1);
        std::thread::sleep(Duration::from_micros(random.below(longest)));
        for child in &mut all {
            let processes = descendants(child.id());
            let whole = random.below(2) == 0;
            let chosen = if whole { 0 } else { random.below(processes.len() as u64) as usize };
            kill(processes[chosen]);
        }
        for child in &mut all {
            let _ = child.wait();
        }
    }
    let last = lakmus(&["run", path(directory)]);
    assert_eq!(last.status.code(), Some(0), "{}", said(&last));
}

#[test]
#[cfg(target_os = "linux")]
fn results_are_those_of_an_undisturbed_run() {
    let (first, count) = (testing::variables::number("LAKMUS_SEED", 1), testing::variables::number("LAKMUS_FAULTS", 5));
    let place = Place::new();
    let calm = place.plan(&generated("units = 40"), "calm", &[]);
    let began = Instant::now();
    assert!(lakmus(&["run", path(&calm)]).status.success());
    let (took, expected) = (began.elapsed(), verdicts(&calm));
    for seed in first..first + count {
        let directory = place.plan(&generated(FAULTS), &format!("seed{seed}"), &[]);
        disturbed(&directory, &mut Random::new(seed), took);
        assert!(verdicts(&directory) == expected, "seed {seed}: other results");
        std::fs::remove_dir_all(directory).expect("it is there");
    }
}

/// A campaign on a disk of so many kilobytes: the step that has no room ends with an error, and with room the same command goes on.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_nothing() {
    let mount = |place: &Path, options: &str| {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(place).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let place = Place::new();
    let disk = place.path("disk");
    std::fs::create_dir(&disk).expect("it can be made");
    if !mount(&disk, "size=4m") {
        testing::not_run("a small disk cannot be mounted (not root)");
        return;
    }
    let mounted = Unmount(&disk);
    let calm = place.plan(&generated("units = 40"), "calm", &[]);
    assert!(lakmus(&["run", path(&calm)]).status.success());
    let expected = verdicts(&calm);
    let directory = place.plan(&generated(FAULTS), "disk/campaign", &[]);
    let first = testing::variables::number("LAKMUS_SEED", 1);
    let mut was_full = false;
    for seed in first..first + testing::variables::number("LAKMUS_FAULTS", 5) {
        let mut random = Random::new(seed);
        for part in ["results", "campaign.sqlite", "campaign.sqlite-wal", "campaign.sqlite-shm"] {
            let part = directory.join(part);
            let _ = std::fs::remove_dir_all(&part);
            let _ = std::fs::remove_file(&part);
        }
        // All but so much is taken.
        let ballast = disk.join("ballast");
        let (block, mut taken) = (vec![0; 4096], Vec::new());
        while std::fs::write(&ballast, &taken).is_ok() {
            taken.extend(&block);
        }
        let left = random.below(60) as usize * 4096;
        std::fs::write(&ballast, &taken[..taken.len().saturating_sub(left + 4096)]).expect("it is less than before");
        let full = lakmus(&["run", path(&directory)]);
        if full.status.code() != Some(0) {
            was_full = true;
            assert_eq!(full.status.code(), Some(2), "seed {seed}: {}", said(&full));
            assert!(said(&full).contains("make room"), "seed {seed}: {}", said(&full));
        }
        std::fs::remove_file(&ballast).expect("it is there");
        let again = lakmus(&["run", path(&directory)]);
        assert_eq!(again.status.code(), Some(0), "seed {seed}: {}", said(&again));
        assert!(verdicts(&directory) == expected, "seed {seed}: other results");
    }
    assert!(was_full, "the disk had room each time");
    drop(mounted);
}

/// What was mounted is there no more when this goes.
struct Unmount<'a>(&'a Path);

impl Drop for Unmount<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}
