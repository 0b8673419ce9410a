//! Commands and features, as data that `launcher` compiles too.

/// The commands of `lakmus`, each with the features of the package `lakmus` that it needs beside `command`.
pub(crate) const PARTS: &[(&str, &[&str])] = &[
    ("run", &[]),
    ("herd7", &[]),
    ("explore", &[]),
    ("gen", &["gen"]),
    ("compare", &["logs"]),
    ("hash", &["logs"]),
    ("filter", &["logs"]),
    ("classify", &["gen"]),
    ("model", &["gen"]),
    ("test", &["tester"]),
    ("cc", &["tester"]),
    ("cxx", &["tester"]),
    ("rustc", &["tester"]),
    ("cargo", &["tester"]),
    ("exec", &["tester"]),
    ("fence", &["fence"]),
    ("export", &["export"]),
    ("litmus2c", &["tester", "verify"]),
    ("c2litmus", &["verify"]),
    ("java", &["java"]),
    ("mix", &["mix"]),
    ("abi", &["mix"]),
    ("verify", &["verify"]),
    // What its generators and its other kinds of units need is there as well.
    ("campaign", &["cli"]),
    // A check is any command.
    ("check", &["cli"]),
    ("doctor", &["doctor", "tester"]),
    ("weaken", &["verify"]),
    ("lsp", &["lsp"]),
    // These two describe all commands.
    ("completions", &["cli"]),
    ("man", &["cli"]),
    ("help", &["cli"]),
];

/// What the configuration file of a project is called, and the feature that reads it.
pub(crate) const CONFIGURATION: (&str, &str) = ("lakmus.toml", "config");

/// The variable that names another one.
pub(crate) const CONFIGURATION_VARIABLE: &str = "LAKMUS_CONFIG";

/// Options that are there only with another feature, by the command that they belong to: those of them that ask for it. `--help` is among them where it is to list all.
pub(crate) const OPTIONS: &[(&str, &[&str], &str)] =
    &[("fence", &["--verify", "--start", "--timeout", "--help", "-h"], "verify")];
