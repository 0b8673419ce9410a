//! `cargo xtask ci`: what is made for the continuous integration of others, and our own: do files have the form that their readers want, and do the steps run?

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, metadata, root, succeed};
use crate::needs::{self, Purpose, probe};
use crate::wheel::environment;

const USAGE: &str = "\
usage: cargo xtask ci [--no-schemas]

  runs the checks of examples/ with the command of this tree, and each step of ci/; holds workflows, actions, templates and forms
  to their schemas (check-jsonschema, installed from PyPI into target/ci), unless --no-schemas";

/// Which files have which schema of check-jsonschema's own.
const SCHEMAS: &[(&str, &[&str])] = &[
    ("vendor.github-workflows", &[".github/workflows/build.yml", ".github/workflows/release.yml"]),
    (
        "vendor.github-workflows",
        &[
            "examples/c-library/.github/workflows/lakmus.yml",
            "examples/rust-crate/.github/workflows/lakmus.yml",
            "examples/compiler/.github/workflows/lakmus.yml",
        ],
    ),
    ("vendor.github-actions", &["action.yml"]),
    (
        "vendor.gitlab-ci",
        &[
            "ci/gitlab.yml",
            "examples/c-library/.gitlab-ci.yml",
            "examples/rust-crate/.gitlab-ci.yml",
            "examples/compiler/.gitlab-ci.yml",
        ],
    ),
];

/// Does what the arguments say.
///
/// # Errors
/// When a file has not the form of its schema, or a step does not do what it should.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let has_schemas = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => true,
        ["--no-schemas"] => false,
        _ => bail!("{USAGE}"),
    };
    needs::provide(&[Purpose::Test]).ensure_none()?;
    let metadata = metadata()?;
    let target =
        PathBuf::from(metadata["target_directory"].as_str().context("cargo metadata names no target directory")?);
    if has_schemas {
        schemas(&target.join("ci"))?;
    }
    succeed(cargo().args(["build", "--quiet", "--package", "lakmus", "--package", "lakmus-rt"]))?;
    let steps = Steps { command: target.join("debug/lakmus"), here: target.join("ci/steps") };
    if steps.here.exists() {
        std::fs::remove_dir_all(&steps.here)?;
    }
    std::fs::create_dir_all(&steps.here)?;
    steps.examples()?;
    steps.failures()?;
    steps.matcher()
}

/// Holds files to schemas.
fn schemas(here: &Path) -> Result<()> {
    ensure!(probe(&["python3", "--version"]).is_some(), "Python is missing, which holds files to their schemas");
    environment(here, Path::new("python3"), &["check-jsonschema", "pyyaml"])?;
    for (schema, files) in SCHEMAS {
        let mut check = Command::new(here.join("bin/check-jsonschema"));
        succeed(check.args(["--builtin-schema", schema]).args(*files).current_dir(root()))?;
    }
    // Forms for issues have no schema there: what GitHub says that they must have.
    let forms = "import sys, yaml\nfor name in sys.argv[1:]:\n    form = yaml.safe_load(open(name))\n    assert {'name', 'description', 'body'} <= set(form), name\n    \
                 kinds = {'input', 'textarea', 'markdown', 'dropdown', 'checkboxes'}\n    assert all(one['type'] in kinds and one['attributes'] and one['id'] for one in form['body']), name\n    \
                 assert len({one['id'] for one in form['body']}) == len(form['body']), name\n";
    let mut python = Command::new(here.join("bin/python"));
    python.args(["-c", forms]).current_dir(root());
    for name in ["wrong-verdict", "crash", "not-supported"] {
        python.arg(format!(".github/ISSUE_TEMPLATE/{name}.yml"));
    }
    succeed(&mut python)?;
    let hooks = "import yaml\nfor hook in yaml.safe_load(open('.pre-commit-hooks.yaml')): assert {'id', 'name', 'entry', 'language', 'files'} <= set(hook)\n";
    succeed(Command::new(here.join("bin/python")).args(["-c", hooks]).current_dir(root()))?;
    println!("ok: schemas");
    Ok(())
}

struct Steps {
    command: PathBuf,
    /// Where they work.
    here: PathBuf,
}

impl Steps {
    /// A step, with the command of this tree; `name` has its reports.
    fn step(&self, program: &str, name: &str) -> Command {
        let mut command = Command::new(root().join(program));
        command.env("LAKMUS", &self.command).env("LAKMUS_CI", root().join("ci/lakmus-ci")).current_dir(&self.here);
        command
            .env("BUILD", self.here.join(name))
            .env("LAKMUS_REPORTS", self.here.join(name))
            .env_remove("LAKMUS_INCOMPLETE");
        command
    }

    /// Ends with this status, and says that.
    fn ends(&self, command: &mut Command, status: i32, says: &str) -> Result<()> {
        let output = command.output().with_context(|| format!("cannot run {:?}", command.get_program()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let is_right = output.status.code() == Some(status) && text.contains(says);
        ensure!(is_right, "{command:?} ended with {}, not {status} and `{says}`:\n{text}", output.status);
        println!("ok: {} {}", command.get_program().to_string_lossy(), status);
        Ok(())
    }

    /// The examples find nothing, and reports are there.
    fn examples(&self) -> Result<()> {
        self.ends(&mut self.step("examples/c-library/check", "c-library"), 0, "nothing was found")?;
        self.ends(&mut self.step("examples/compiler/check", "compiler"), 0, "nothing was found")?;
        self.ends(
            self.step("examples/rust-crate/check", "rust-crate").env("CARGO_TARGET_DIR", self.here.join("rust")),
            0,
            "",
        )?;
        for report in [
            "c-library/reports/test.sarif",
            "c-library/reports/test.xml",
            "c-library/reports/fence.sarif",
            "compiler/reports/mix.xml",
        ] {
            let path = self.here.join(report);
            ensure!(path.metadata().is_ok_and(|file| file.len() > 100), "there is no report {report}");
        }
        Ok(())
    }

    /// Each check fails where something is wrong.
    fn failures(&self) -> Result<()> {
        let in_repository = |name: &str| root().join(name);
        let log = std::fs::read_to_string(in_repository("examples/c-library/litmus/expected.log"))?;
        let (wrong, test) = (self.here.join("wrong.log"), in_repository("examples/c-library/litmus/mailbox.litmus"));
        std::fs::write(&wrong, log.replace("1:r0=1; 1:r1=7;", "1:r0=1; 1:r1=0;"))?;
        let ci = |name: &str| self.step("ci/lakmus-ci", name);
        self.ends(
            ci("litmus").args(["litmus", "--model", "rc11", "--expect"]).arg(&wrong).arg(&test),
            1,
            "something was found",
        )?;
        self.ends(ci("litmus").args(["litmus", "--model", "rc11"]).arg(&test), 2, "needs --expect")?;
        let mix = ["mix", "--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi"];
        self.ends(
            ci("mix").args(mix).arg(in_repository("crates/lakmus/tests/mix/tests/SB.litmus")),
            1,
            "something was found",
        )?;
        let relaxed = std::fs::read_to_string(in_repository("examples/c-library/mailbox.c"))?
            .replace("memory_order_release", "memory_order_relaxed");
        for file in ["mailbox.h", "test.c"] {
            std::fs::copy(in_repository("examples/c-library").join(file), self.here.join(file))?;
        }
        std::fs::write(self.here.join("mailbox.c"), relaxed)?;
        std::fs::write(self.here.join("baseline.txt"), "")?;
        self.ends(
            ci("fence").args(["fence", "--model", "aarch64", "--baseline", "baseline.txt", "mailbox.c", "test.c"]),
            1,
            "something was found",
        )?;
        let mut compile = Command::new(&self.command);
        succeed(
            compile
                .args(["cc", "-g", "-O1", "mailbox.c", "test.c", "-o", "relaxed", "-pthread"])
                .current_dir(&self.here),
        )?;
        self.ends(
            ci("test").args(["test", "--executions", "300", "--seed", "1", "--", "./relaxed"]),
            1,
            "something was found",
        )?;
        self.ends(&mut ci("none"), 2, "lakmus-ci litmus")
    }

    /// The problem matcher finds the place of a diagnostic.
    fn matcher(&self) -> Result<()> {
        std::fs::write(self.here.join("bad.litmus"), "X86_64 bad\n{ }\n P0 ;\n mvol $1,(x) ;\nexists (x=1)\n")?;
        let output = Command::new(&self.command)
            .args(["run", "bad.litmus"])
            .env("NO_COLOR", "1")
            .current_dir(&self.here)
            .output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let script = "import json, re, sys\npatterns = json.load(open(sys.argv[1]))['problemMatcher'][0]['pattern']\nlines = sys.stdin.read().splitlines()\n\
                      found = [(re.match(patterns[0]['regexp'], one), re.match(patterns[1]['regexp'], other)) for one, other in zip(lines, lines[1:])]\n\
                      found = [(a, b) for a, b in found if a and b]\nassert found and found[0][1].groups() == ('bad.litmus', '4', '2'), lines\n";
        let mut python = Command::new("python3");
        python.args(["-c", script]).arg(root().join("ci/problem-matchers.json")).stdin(std::process::Stdio::piped());
        let mut child = python.spawn().context("cannot run python3")?;
        std::io::Write::write_all(&mut child.stdin.take().context("a pipe")?, text.as_bytes())?;
        ensure!(child.wait()?.success(), "the problem matcher does not find the place in:\n{text}");
        println!("ok: problem matcher");
        Ok(())
    }
}
