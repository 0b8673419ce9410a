//! `lakmus campaign`: many tests, planned once, run in pieces, and their results in one file. The crate `campaign` keeps what happens; here tests are read and units answered.

mod abi_units;
pub(crate) mod args;
mod commands;
mod exchange;
mod expected;
mod java_units;
mod kinds;
mod mix_units;
pub(crate) mod model_texts;
mod plan;
mod program_text;
mod reports;
mod run_units;
mod steps;
mod submit;
mod test_units;
mod unit_kind;
mod units;
mod verify_units;
mod worker;

use crate::Status;
use crate::output;
use args::{CampaignArgs, CampaignCommand};

/// Why a step of a campaign cannot be done.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// For this reason.
    Message(String),
    /// The standard output takes nothing more.
    Closed(output::Closed),
}

impl From<::campaign::Error> for Refusal {
    fn from(error: ::campaign::Error) -> Refusal {
        Refusal::Message(error.to_string())
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal::Message(message)
    }
}

impl From<output::Closed> for Refusal {
    fn from(closed: output::Closed) -> Refusal {
        Refusal::Closed(closed)
    }
}

/// Whether a command starts other programs.
pub(crate) fn starts_others(args: &CampaignArgs) -> bool {
    // One that answers units ends at once when it is asked to.
    !matches!(args.command, CampaignCommand::Worker { .. })
}

/// Whether it has a bar of its own.
pub(crate) fn shows_progress(args: &CampaignArgs) -> bool {
    use CampaignCommand::{Run, Shard, Unit, Worker};
    matches!(args.command, Run { .. } | Shard { .. } | Unit { .. } | Worker { .. })
}

/// Does what is asked.
pub(crate) fn run(args: CampaignArgs) -> Status {
    let done = match args.command {
        CampaignCommand::Plan(args) => plan::run(&args),
        CampaignCommand::Run { campaign, jobs } => steps::run(&campaign.directory, jobs),
        CampaignCommand::Shard { campaign, numbers, threads } => steps::shards(&campaign.directory, &numbers, threads),
        CampaignCommand::Merge { campaign } => steps::merge(&campaign.directory),
        CampaignCommand::Again { campaign, output, times } => plan::again(&campaign.directory, &output, times),
        CampaignCommand::Status { campaign, json } => steps::status(&campaign.directory, json),
        CampaignCommand::Missing { campaign } => steps::missing(&campaign.directory),
        CampaignCommand::Cancel { campaign, undo } => submit::cancel(&campaign.directory, undo),
        CampaignCommand::Diff { before, after, json } => reports::diff(&before, &after, json),
        CampaignCommand::Query { campaign, name, csv, json } => reports::query(&campaign.directory, &name, (csv, json)),
        CampaignCommand::Report { campaign, format, since, output } => {
            reports::report(&campaign.directory, format, since.as_deref(), output.as_deref())
        }
        CampaignCommand::Submit(args) => submit::run(&args),
        CampaignCommand::Worker { campaign, careful, threads } => worker::run(&campaign.directory, careful, threads),
        CampaignCommand::Unit { words } => worker::command(words),
    };
    done.unwrap_or_else(|refusal| match refusal {
        Refusal::Message(message) => {
            output::complain(&format!("error: {message}"));
            Status::Refused
        }
        Refusal::Closed(closed) => closed.status(),
    })
}
