//! The options of `lakmus campaign`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args as ArgGroup, Subcommand, ValueEnum};

const HELP: &str = "\
A campaign is a directory: `plan` writes it, `run` (or `shard` for each shard, on
any machine that sees the directory, then `merge`) fills it, `query` and `report`
read it. Every step may be ended at any time, and given again.

Exit status of run, merge and report:
  0  every unit has a complete result, and there is no alarm
  1  there are alarms
  2  a step could not be done, or a mistake on the command line
  3  there is no alarm, but units have no complete result";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    pub(crate) command: CampaignCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// Divide the tests that a file describes into units and shards
    Plan(PlanArgs),
    /// Run all shards that have no results, and merge them
    Run {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// Run N shards at a time, each in a process of its own; where there are fewer, large tests by several threads [default: as many as there are processors]
        #[arg(short = 'j', long, value_name = "N", value_parser = crate::quantities::at_a_time)]
        jobs: Option<NonZero<usize>>,
    },
    /// Run shards by their numbers; those that have results are passed over
    Shard {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// The numbers of shards, from 0
        #[arg(value_name = "K", required = true)]
        numbers: Vec<usize>,
        /// Let N threads work on a large test together
        #[arg(long = "threads-a-test", value_name = "N", default_value = "1", value_parser = crate::quantities::at_a_time)]
        threads: NonZero<usize>,
    },
    /// Bring the results of all shards together in DIR/campaign.sqlite
    Merge {
        #[command(flatten)]
        campaign: CampaignDirectory,
    },
    /// Plan a campaign again whose units were given up at a limit: these alone are to be run, each in a shard of its own
    Again {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// Write the new campaign into DIR, which must not be there or be empty
        #[arg(short = 'o', long, value_name = "DIR")]
        output: PathBuf,
        /// How many times the time and the memory they may take
        #[arg(long, value_name = "F", default_value_t = 4.0)]
        times: f64,
    },
    /// Say how far a campaign has come
    Status {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print the numbers of shards that have no results
    Missing {
        #[command(flatten)]
        campaign: CampaignDirectory,
    },
    /// End all processes and jobs of a campaign; what they found is kept
    Cancel {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// Let it go on
        #[arg(long)]
        undo: bool,
    },
    /// Say what changed between two campaigns: verdicts, counts, times
    Diff {
        /// The first campaign, or its campaign.sqlite
        #[arg(value_name = "A")]
        before: PathBuf,
        /// The second
        #[arg(value_name = "B")]
        after: PathBuf,
        /// One JSON object a change
        #[arg(long)]
        json: bool,
    },
    /// Answer a question that has a name
    Query {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// The question
        #[arg(value_name = "NAME", value_parser = query_names())]
        name: String,
        /// As CSV
        #[arg(long)]
        csv: bool,
        /// As one JSON object a row
        #[arg(long, conflicts_with = "csv")]
        json: bool,
    },
    /// Write a report: a page, or what tools read
    Report {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// The format
        #[arg(long, value_enum, default_value_t = ReportFormat::Html)]
        format: ReportFormat,
        /// Leave out what the campaign A reports too
        #[arg(long, value_name = "A")]
        since: Option<PathBuf>,
        /// Write to FILE instead of the standard output
        #[arg(short = 'o', long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Hand the shards that have no results to a cluster
    Submit(SubmitArgs),
    /// Answer the units that come on the standard input
    #[command(hide = true)]
    Worker {
        #[command(flatten)]
        campaign: CampaignDirectory,
        /// Hand on each answer at once
        #[arg(long)]
        careful: bool,
        /// Let N threads work on a large test together
        #[arg(long = "threads-a-test", value_name = "N", default_value = "1", value_parser = crate::quantities::at_a_time)]
        threads: NonZero<usize>,
    },
    /// Run a command of lakmus that ends when the process does that has started it
    #[command(hide = true)]
    Unit {
        /// The command
        #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<std::ffi::OsString>,
    },
}

#[derive(Debug, ArgGroup)]
pub(crate) struct CampaignDirectory {
    /// The directory of the campaign
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct PlanArgs {
    /// What the campaign is, in TOML
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,

    /// Write the campaign into DIR, which must not be there or be empty
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    /// Take results of the same units, and times, from an earlier campaign: its directory or its campaign.sqlite. May be repeated
    #[arg(long, value_name = "A")]
    pub(crate) reuse: Vec<PathBuf>,
}

#[derive(Debug, ArgGroup)]
#[command(group = clap::ArgGroup::new("engine").required(true).args(["slurm", "parallel"]))]
pub(crate) struct SubmitArgs {
    #[command(flatten)]
    pub(crate) campaign: CampaignDirectory,

    /// As a job array of Slurm, and a job behind it that merges
    #[arg(long)]
    pub(crate) slurm: bool,

    /// Print the commands, one a line, that GNU parallel takes
    #[arg(long)]
    pub(crate) parallel: bool,

    /// Print the scripts and submit nothing
    #[arg(long, conflicts_with = "parallel")]
    pub(crate) dry_run: bool,

    /// An option of sbatch for the elements of the array, such as `--partition=long`. May be repeated
    #[arg(long = "sbatch", value_name = "OPTION", allow_hyphen_values = true, conflicts_with = "parallel")]
    pub(crate) passed: Vec<String>,

    /// How many elements the array has at most; each runs several shards where there are more
    #[arg(long, value_name = "N", default_value_t = NonZero::new(1000).unwrap_or(NonZero::<usize>::MIN))]
    pub(crate) elements: NonZero<usize>,

    /// How often shards are submitted again that have no results when the array has ended
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) retries: u32,

    /// How often units that were given up at a limit are planned again when all others are done, as `again` does it into DIR.heavier, and submitted
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "parallel")]
    pub(crate) heavier: u32,

    /// One more option of sbatch for the elements of these, such as `--mem=16G`. May be repeated
    #[arg(long = "sbatch-heavier", value_name = "OPTION", allow_hyphen_values = true, requires = "heavier")]
    pub(crate) passed_heavier: Vec<String>,
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// One page, which needs nothing beside it
    Html,
    /// One JSON object
    Json,
    /// JUnit's XML: a case for each unit that is an alarm or has no result, and one for the others
    Junit,
    /// SARIF 2.1.0: a result for each alarm
    Sarif,
}

fn query_names() -> clap::builder::PossibleValuesParser {
    let values = ::campaign::QUERIES.iter();
    values.map(|query| clap::builder::PossibleValue::new(query.name).help(query.summary)).collect::<Vec<_>>().into()
}
