//! Developer commands: `cargo xtask COMMAND`.

mod bench;
mod cargo;
mod ci;
mod corpus;
mod dist;
mod docs;
mod faults;
mod fresh;
mod needs;
mod packages;
mod page;
mod release;
mod setup;
mod test;
mod tidy;
mod wheel;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  setup            check that everything is there that commands need, and install what is not (they do that themselves, too); with `--compilers DIR`, cross compilers and clang of
                   several ages for mix testing; with `--every-version` behind it, LLVM 13 to 22 and gcc 11 to 16
  test [--all] [--no-install] [ARG]...
                   install what tests need where it is missing, and run them; with `--all`, also those that take long; other arguments
                   are passed on to `cargo test`
  fresh [--rust VERSION] [--first | --pages] [--keep]
                   run the commands of the README in a Debian that has only what the README asks for; with `--pages`, the examples of the pages with the first ten minutes,
                   with the time of each
  tidy             check the layering of the crates and the house rules
  ci [--no-schemas]
                   run the steps for others' continuous integration and the checks of examples/, and hold workflows and templates to their schemas
  corpus           run the litmus tests with reference results and print a table
  page [--check | --wasm [--root DIR]]
                   build the page of `lakmus explore` from crates/explore/page; with `--check`, compare it with what is checked in; with `--wasm`, make the page that needs no server
  page-test [--debug] [--pictures | --figures | --grammars | WORD]
                   test that page in Chromium, and the grammars of editors; with `--pictures`, make the pictures of docs/explore.md; with `--figures`, measure
  bench [OPTION]... [SET]...
                   measure what `lakmus run` costs; `cargo xtask bench --help` lists the options
  faults [--count N] [--seed N]
                   disturb a campaign N times (200): processes are killed at random points, shards run twice, disks full, power lost; results are those of the undisturbed run
  dist [--profile-guided | --unoptimised] [--check]
                   make a tarball that works wherever it is unpacked, and one of its debug information; with `--profile-guided`, of a command compiled with counts from runs on the
                   corpus; with `--check`, unpack it and run the first examples
  docs [--command FILE]
                   make the documentation site from README.md, docs/ and the command's own manual, and check its links
  packages [--image] [--check]
                   make a Debian package, a bill of materials and checksums of the tarball; with `--image`, an image for containers; with `--check`, try the package in clean
                   systems of Debian 12 and 13
  wheel [--check] [--bench]
                   make the wheel of the Python package; with `--check`, try it with each Python that is here; with `--bench`, compare its speed with the command's
  release --dry-run
                   make the packages of all crates that are published, build them from these alone, install `lakmus` from them and try it
";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    }
    let command = arguments.remove(0);
    let result = match command.as_str() {
        "setup" => setup::run(&arguments),
        "test" => test::run(&arguments),
        "tidy" => tidy::run(),
        "ci" => ci::run(&arguments),
        "corpus" => corpus::run(),
        "bench" => bench::run(&arguments),
        "dist" => dist::run(&arguments),
        "docs" => docs::run(&arguments),
        "faults" => faults::run(&arguments),
        "fresh" => fresh::run(&arguments),
        "page" => page::build(&arguments),
        "page-test" => page::test(&arguments),
        "wheel" => wheel::run(&arguments),
        "packages" => packages::run(&arguments),
        "release" => release::run(&arguments),
        // The parent of a process that is measured, started by `bench`.
        "bench-child" => bench::report_child(&arguments),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        other => {
            eprint!("no command `{other}`\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
