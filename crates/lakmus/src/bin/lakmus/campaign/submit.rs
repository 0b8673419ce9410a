//! `lakmus campaign submit` and `cancel`: what runs elsewhere.

use std::path::Path;
use std::process::Command;

use ::campaign::{SlurmJob, SlurmOptions, parallel_lines, record_jobs, recorded_jobs};

use super::Refusal;
use super::args::SubmitArgs;
use super::steps::{Planned, own_program};
use crate::{Status, output};

/// Does what is asked.
pub(super) fn run(args: &SubmitArgs) -> Result<Status, Refusal> {
    let Planned { layout, manifest } = Planned::of_this_version(&args.campaign.directory)?;
    if ::campaign::is_cancelled(&layout) {
        return Err(::campaign::Error::Cancelled.into());
    }
    let program = own_program()?;
    if args.parallel {
        let lines = parallel_lines(&program, layout.root(), &manifest.missing(&layout));
        output::write(lines.as_bytes())?;
        return Ok(Status::Success);
    }
    let mut options = SlurmOptions::new(program);
    options.passed.clone_from(&args.passed);
    (options.elements, options.retries, options.heavier) = (args.elements.get(), args.retries, args.heavier);
    options.passed_heavier.clone_from(&args.passed_heavier);
    let Some(job) = SlurmJob::new(&layout, &manifest, &options) else {
        output::write(b"all shards have results; `lakmus campaign merge` brings them together\n")?;
        return Ok(Status::Success);
    };
    let array = format!("--array=0-{}", job.elements - 1);
    if args.dry_run {
        let text = format!(
            "# sbatch {array} shards.sh\n{}\n# sbatch --dependency=afterany:JOB merge.sh\n{}",
            job.shards, job.merge
        );
        output::write(text.as_bytes())?;
        return Ok(Status::Success);
    }
    let (shards, merge) = job.write(&layout)?;
    let first = sbatch(&[&array], &shards)?;
    record_jobs(&layout, std::slice::from_ref(&first))?;
    let second = sbatch(&[&format!("--dependency=afterany:{first}")], &merge)?;
    record_jobs(&layout, std::slice::from_ref(&second))?;
    output::write(format!("jobs {first} ({} elements) and {second} (merge)\n", job.elements).as_bytes())?;
    Ok(Status::Success)
}

fn advice(program: &str, error: &std::io::Error) -> String {
    system::tools::advice(program.as_ref(), error)
}

/// Submits a script and gives the number of the job.
fn sbatch(options: &[&str], script: &Path) -> Result<String, Refusal> {
    let said = Command::new("sbatch").arg("--parsable").args(options).arg(script).output();
    let said = said.map_err(|error| {
        format!("cannot start sbatch: {error}{}. `--dry-run` prints the scripts", advice("sbatch", &error))
    })?;
    let (number, errors) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    // (With several clusters, `NUMBER;CLUSTER`.)
    let number = number.trim().split(';').next().unwrap_or_default().to_owned();
    if !said.status.success() || number.is_empty() {
        return Err(Refusal::Message(format!("sbatch refuses `{}`: {}", script.display(), errors.trim())));
    }
    Ok(number)
}

/// `lakmus campaign cancel`.
pub(super) fn cancel(directory: &Path, is_undone: bool) -> Result<Status, Refusal> {
    let Planned { layout, .. } = Planned::of_any_version(directory)?;
    if is_undone {
        ::campaign::take_up_again(&layout)?;
        return Ok(Status::Success);
    }
    ::campaign::cancel(&layout)?;
    let jobs = recorded_jobs(&layout);
    if jobs.is_empty() {
        return Ok(Status::Success);
    }
    let said = Command::new("scancel").args(&jobs).output();
    let said = said.map_err(|error| {
        format!("cannot start scancel for the jobs {}: {error}{}", jobs.join(" "), advice("scancel", &error))
    })?;
    if !said.status.success() {
        let errors = String::from_utf8_lossy(&said.stderr).trim().to_owned();
        return Err(Refusal::Message(format!("scancel {}: {errors}", jobs.join(" "))));
    }
    Ok(Status::Success)
}
