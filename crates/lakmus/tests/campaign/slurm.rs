//! A campaign on a real Slurm: two nodes on this machine, one of which is lost in the middle.

use std::process::{Command, Stdio};

/// The script says what it needs where that is missing, and compares the results with those of one process, byte for byte.
#[test]
#[cfg(target_os = "linux")]
fn a_node_of_slurm_is_lost() {
    let script = testing::root().join(".ci/slurm");
    if !script.exists() {
        testing::not_run("the script is no part of a package");
        return;
    }
    let (units, shards) = if testing::is_thorough() { ("20000", "40") } else { ("900", "9") };
    let mut command = Command::new(script);
    command.args([env!("CARGO_BIN_EXE_lakmus"), units, shards]).stdin(Stdio::null());
    let output = command.output().expect("the script runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    if let Some(reason) = printed.strip_prefix("not run: ") {
        testing::not_run(reason.trim());
        return;
    }
    assert!(output.status.success(), "{}", super::said(&output));
    assert!(printed.contains("lost n2 with shards") && printed.ends_with("the same, to the byte\n"), "{printed}");
}
