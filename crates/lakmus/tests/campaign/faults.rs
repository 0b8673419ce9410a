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

/// Gives each file below a directory a time of change of its own, years before or behind now: as machines have it whose clocks are wrong.
fn skew(directory: &Path, random: &mut Random) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            skew(&path, random);
        } else if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            let time = std::time::UNIX_EPOCH + Duration::from_secs(random.below(4_000_000_000));
            // One that is removed meanwhile has none.
            let _ = file.set_modified(time);
        }
    }
}

/// Runs a campaign and kills the process, or one that it has started, until it has run to its end undisturbed once. Between, clocks are wrong.
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
        skew(directory, random);
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

/// The shards of a campaign on machines whose clocks are decades apart.
#[test]
#[cfg(target_os = "linux")]
fn clocks_that_are_wrong_change_nothing() {
    if !testing::has(&["faketime"]) {
        return;
    }
    let place = Place::new();
    let calm = place.plan(&generated("units = 40"), "calm", &[]);
    assert!(lakmus(&["run", path(&calm)]).status.success());
    let directory = place.plan(&generated("units = 40"), "skewed", &[]);
    let at = |date: &str, words: &[&str]| {
        let mut command = Command::new("faketime");
        command.args(["--exclude-monotonic", "-f", date, env!("CARGO_BIN_EXE_lakmus"), "campaign"]).args(words);
        command.output().expect("faketime runs")
    };
    let dates =
        ["@1980-01-01 00:00:00", "@2036-02-07 06:28:00", "@2000-01-01 00:00:00 x1000", "@2026-01-01 00:00:00 x0.01"];
    let missing = said(&lakmus(&["missing", path(&directory)]));
    for (number, date) in missing.lines().zip(dates.iter().cycle()) {
        let shard = at(date, &["shard", path(&directory), number]);
        assert!(shard.status.success(), "{date}: {}", said(&shard));
        let merged = at(date, &["merge", path(&directory)]);
        assert!(merged.status.code() != Some(2), "{date}: {}", said(&merged));
    }
    assert_eq!(said(&lakmus(&["missing", path(&directory)])), "");
    assert_eq!(verdicts(&directory), verdicts(&calm));
}

/// A process on another machine, with its own name and its own numbers of processes, as those that share the directory see it.
#[cfg(target_os = "linux")]
fn on_another_node(name: &str, words: &[&str]) -> Command {
    let mut command = Command::new("unshare");
    let script = "hostname \"$0\" && exec \"$@\"";
    command.args(["--uts", "--pid", "--fork", "--kill-child", "sh", "-c", script, name]);
    command.args([env!("CARGO_BIN_EXE_lakmus"), "campaign"]).args(words);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_lost_node_was_at_is_run_by_another() {
    let is_possible = Command::new("unshare").args(["--uts", "--pid", "--fork", "true"]).stderr(Stdio::null()).status();
    if !is_possible.is_ok_and(|status| status.success()) {
        testing::not_run("there are no other nodes: unshare is refused (not root)");
        return;
    }
    let place = Place::new();
    let one_shard = "units = 100000\nseconds = 1e6\n[options]\nattempts = 100";
    let calm = place.plan(&generated(one_shard), "calm", &[]);
    let began = Instant::now();
    assert!(lakmus(&["run", path(&calm)]).status.success());
    let (took, expected) = (began.elapsed(), verdicts(&calm));
    let directory = place.plan(&generated(one_shard), "lost", &[]);
    let mut random = Random::new(testing::variables::number("LAKMUS_SEED", 1));
    let longest = u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(1);
    let mut lost = 0;
    for turn in 0..12 {
        let mut node = on_another_node(&format!("node{}", turn % 3), &["shard", path(&directory), "0"]);
        let mut node = node.spawn().expect("it runs");
        // The first ones early: when one has come to its end, there is nothing to do for the others.
        std::thread::sleep(Duration::from_micros(random.below(longest) / (2 * (12 - turn))));
        // Nothing of it runs any more: with the first process of a node, all others end.
        let _ = node.kill();
        lost += usize::from(!node.wait().expect("it ends").success());
    }
    assert!(lost > 0, "each came to its end");
    // Two nodes that are there run the same shard.
    let mut others: Vec<Child> = (0..2)
        .map(|node| {
            on_another_node(&format!("node{node}"), &["shard", path(&directory), "0"]).spawn().expect("it runs")
        })
        .collect();
    for node in &mut others {
        assert!(node.wait().expect("it ends").success());
    }
    let merged = lakmus(&["merge", path(&directory)]);
    assert_eq!(merged.status.code(), Some(0), "{}", said(&merged));
    assert!(verdicts(&directory) == expected, "other results");
}

/// A campaign on a disk that loses its power: what was not synchronised is gone, as a file system has it that is shut down without its journal.
#[test]
#[cfg(target_os = "linux")]
fn a_loss_of_power_loses_nothing() {
    let place = Place::new();
    let (image, disk) = (place.path("image"), place.path("disk"));
    std::fs::create_dir(&disk).expect("it can be made");
    let succeeds = |program: &str, words: &[&str]| {
        let mut command = Command::new(program);
        command.args(words).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let is_made = std::fs::File::create(&image).is_ok_and(|file| file.set_len(32 << 20).is_ok())
        && succeeds("mkfs.ext4", &["-q", "-F", path(&image)]);
    // (With the option, names that are not synchronised stay away for as long as they may.)
    let mount = || succeeds("mount", &["-o", "loop,commit=600", path(&image), path(&disk)]);
    if !is_made || !mount() {
        testing::not_run("a disk in a file cannot be mounted (not root, or no ext4)");
        return;
    }
    let mounted = Unmount(&disk);
    // EXT4_IOC_SHUTDOWN, and EXT4_GOING_FLAGS_NOLOGFLUSH.
    let shut_down = "open(my $disk, '<', $ARGV[0]) or die; ioctl($disk, 0x8004587d, my $how = pack('L', 2)) or die";
    let calm = place.plan(&generated("units = 40"), "calm", &[]);
    let began = Instant::now();
    assert!(lakmus(&["run", path(&calm)]).status.success());
    let (took, expected) = (began.elapsed(), verdicts(&calm));
    let longest = u64::try_from(took.as_micros()).unwrap_or(u64::MAX).max(1);
    let first = testing::variables::number("LAKMUS_SEED", 1);
    for seed in first..first + testing::variables::number("LAKMUS_FAULTS", 5) {
        let mut random = Random::new(seed);
        let directory = place.plan(&generated(FAULTS), &format!("disk/campaign{seed}"), &[]);
        for turn in 0..1 + random.below(3) {
            let mut run = start(&["run", path(&directory), "-j", "2"]);
            // At first what was planned is all that there is.
            if turn > 0 || random.below(2) == 0 {
                std::thread::sleep(Duration::from_micros(random.below(longest)));
            }
            let is_down = succeeds("perl", &["-e", shut_down, path(&disk)]);
            for process in descendants(run.id()) {
                kill(process);
            }
            let _ = run.wait();
            if !is_down {
                testing::not_run("the file system cannot be shut down");
                return;
            }
            // Processes that were killed are at it for a moment more.
            let is_let_go = (0..100).any(|turn| {
                std::thread::sleep(Duration::from_millis(turn));
                succeeds("umount", &[path(&disk)])
            });
            assert!(is_let_go && mount(), "seed {seed}: the disk is not whole");
        }
        let last = lakmus(&["run", path(&directory)]);
        assert_eq!(last.status.code(), Some(0), "seed {seed}: {}", said(&last));
        assert!(verdicts(&directory) == expected, "seed {seed}: other results");
        std::fs::remove_dir_all(directory).expect("it is there");
    }
    drop(mounted);
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
