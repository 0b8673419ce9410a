//! Scripts for Slurm: a job array whose elements run shards, and a job behind it that merges.
//!
//! Slurm starts elements again whose node is lost (`--requeue`). What it reports is not relied on: a shard is done where its results are in place. The job that merges runs whatever became
//! of the elements, and submits what is missing once more, a given number of times; behind that it has units planned again that were given up at a limit, if that is asked for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::layout::Layout;
use crate::parallel::quoted;
use crate::{Error, Manifest};

/// As many threads work on a large test as an element has processors.
const THREADS: &str = "--threads-a-test=${SLURM_CPUS_PER_TASK:-1}";

/// What is to be submitted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SlurmOptions {
    /// The program, by a path that all nodes have.
    pub program: PathBuf,
    /// Options of sbatch for the elements of the array: partitions, limits, accounts.
    pub passed: Vec<String>,
    /// How many elements the array has at most. (Slurm's own bound, MaxArraySize, is 1001 unless it is set.)
    pub elements: usize,
    /// How often missing shards are submitted again.
    pub retries: u32,
    /// How often what was given up at a limit is planned again, with four times the time and memory, and submitted.
    pub heavier: u32,
    /// More options of sbatch for that.
    pub passed_heavier: Vec<String>,
}

impl SlurmOptions {
    /// With this program, and nothing else asked for.
    pub fn new(program: PathBuf) -> SlurmOptions {
        let (passed, passed_heavier) = (Vec::new(), Vec::new());
        SlurmOptions { program, passed, elements: 1000, retries: 3, heavier: 0, passed_heavier }
    }
}

/// The two scripts, and the commands that submit them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlurmJob {
    /// The script of an element.
    pub shards: String,
    /// The script of the job behind the array.
    pub merge: String,
    /// How many elements there are: `--array=0-N`.
    pub elements: usize,
}

impl SlurmJob {
    /// For the shards that have no results; none where there is no such shard.
    pub fn new(layout: &Layout, manifest: &Manifest, options: &SlurmOptions) -> Option<SlurmJob> {
        let missing = manifest.missing(layout);
        if missing.is_empty() {
            return None;
        }
        let elements = missing.len().min(options.elements.max(1));
        let program = quoted(&options.program.to_string_lossy());
        let root = quoted(&layout.root().to_string_lossy());
        let logs = layout.slurm();
        let directives = |name: &str, log: &str, passed: &[String]| {
            let mut text = format!("#!/bin/sh\n#SBATCH --job-name={name}\n#SBATCH --requeue\n");
            // Writing into a string cannot fail.
            let _ = writeln!(text, "#SBATCH --output={}", quoted(&logs.join(log).to_string_lossy()));
            for option in passed {
                let _ = writeln!(text, "#SBATCH {option}");
            }
            text
        };
        let mut shards = directives("lakmus-shards", "%A_%a.log", &options.passed);
        shards.push_str(
            "# Each element runs some of the missing shards; those that have results by then are passed over.\n",
        );
        let _ = writeln!(shards, "case $SLURM_ARRAY_TASK_ID in");
        for element in 0..elements {
            let own: Vec<String> = missing.iter().skip(element).step_by(elements).map(usize::to_string).collect();
            let _ = writeln!(shards, "{element}) shards=\"{}\" ;;", own.join(" "));
        }
        shards.push_str("esac\n# The processors that Slurm gives an element work on large tests together.\n");
        let _ = writeln!(shards, "exec {program} campaign shard {root} {THREADS} $shards");
        let mut merge = directives("lakmus-merge", "%j.merge.log", &[]);
        let _ = writeln!(merge, "{program} campaign merge {root}\nstatus=$?");
        let words = |name: &str, options: &[String]| -> String {
            options.iter().map(|option| format!(" --{name}={}", quoted(option))).collect()
        };
        let (passed, passed_heavier) =
            (words("sbatch", &options.passed), words("sbatch-heavier", &options.passed_heavier));
        let (most, heavier) = (options.elements, options.heavier);
        if options.retries > 0 {
            merge.push_str("# Shards without results are submitted again.\n");
            let retries = options.retries - 1;
            let _ = writeln!(
                merge,
                "if [ -n \"$({program} campaign missing {root})\" ]; then\n    \
                 exec {program} campaign submit {root} --slurm --retries {retries} --elements {most} --heavier {heavier}{passed}{passed_heavier}\nfi"
            );
        }
        if heavier > 0 {
            merge.push_str("# Units that were given up at a limit are planned again, each alone.\n");
            let again = quoted(&format!("{}.heavier", layout.root().to_string_lossy()));
            let own = words("sbatch", &[options.passed.as_slice(), &options.passed_heavier].concat());
            let _ = writeln!(
                merge,
                "if {program} campaign again {root} -o {again}; then\n    \
                 exec {program} campaign submit {again} --slurm --retries {} --elements {most} --heavier {}{own}\nfi",
                options.retries,
                heavier - 1
            );
        }
        merge.push_str("exit $status\n");
        Some(SlurmJob { shards, merge, elements })
    }

    /// Writes the scripts below the campaign's directory, and gives their paths.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, layout: &Layout) -> Result<(PathBuf, PathBuf), Error> {
        let directory = layout.slurm();
        std::fs::create_dir_all(&directory).map_err(Error::write(&directory))?;
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            std::fs::write(&path, text).map_err(Error::write(&path)).map(|()| path)
        };
        Ok((write("shards.sh", &self.shards)?, write("merge.sh", &self.merge)?))
    }
}

fn jobs_file(layout: &Layout) -> PathBuf {
    layout.slurm().join("jobs")
}

/// Notes the numbers of jobs, for a later `scancel`.
///
/// # Errors
/// When the file cannot be written.
pub fn record_jobs(layout: &Layout, jobs: &[String]) -> Result<(), Error> {
    use std::io::Write;
    let path = jobs_file(layout);
    let text: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    let file = std::fs::OpenOptions::new().append(true).create(true).open(&path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(Error::write(&path))
}

/// The numbers of the jobs that were submitted for a campaign.
pub fn recorded_jobs(layout: &Layout) -> Vec<String> {
    let path: &Path = &jobs_file(layout);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::trim).filter(|job| !job.is_empty()).map(str::to_owned).collect()
}
