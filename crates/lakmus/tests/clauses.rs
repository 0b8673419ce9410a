//! Models of BPF without one of their clauses: each is noticed by a test of `corpus/bpf`, or follows from the other clauses.

use std::path::Path;
use std::process::Command;

/// The clauses of `bpf-order.cat` that no test can notice under `bpf`, and why. The paper on the Linux kernel's model has them, too.
const IMPLIED: &[(&str, &str)] = &[
    // A barrier comes before its write as its read does, since the read comes before the write by `overwrite & int`; so too for what is behind it.
    ("let strong-fence", "R"),
    ("let strong-fence", "W"),
    // What stands in `prop` stands in `hb`, as far as it is within a thread.
    ("let ppo", "strong-fence"),
    ("let ppo", "po-rel"),
    // What is behind a barrier in a chain is in `hb`, so that `pb` has the chain.
    ("let cumul-fence", "strong-fence"),
    // An overwrite within the thread is in `ppo`.
    ("let prop", "ext"),
];

#[test]
fn tests_notice_every_clause_of_the_model_of_bpf() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // Those of `rejected` are left out.
    let of_directory = |directory: &str| {
        let directory = root.join("corpus").join(directory);
        testing::litmus_files(&directory).into_iter().filter(move |file| file.parent() == Some(&*directory))
    };
    let tests = ["bpf", "generated/BPF"].into_iter().flat_map(of_directory);
    let done = Command::new(env!("CARGO_BIN_EXE_lakmus"))
        .args(["model", "coverage", "bpf"])
        .args(tests)
        .output()
        .expect("lakmus runs");
    assert!(done.status.success(), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout);
    let (unnoticed, noticed) = text.split_once("Clauses that tests notice").expect("both lists");
    let model = models::file("bpf-order.cat").expect("it ships");
    let of_model = |list: &str| {
        let rows = list.lines().filter_map(|line| line.strip_prefix("| bpf-order.cat:"));
        let row = |row: &str| {
            let (place, rest) = row.split_once(" | `").expect("a place and a clause");
            let line: usize = place.split(':').next().and_then(|line| line.parse().ok()).expect("a line");
            let definition = model.lines().nth(line - 1).expect("a line of the file");
            let begin = definition.split(" = ").next().unwrap_or(definition).to_owned();
            (begin, rest.split('`').next().unwrap_or_default().to_owned())
        };
        rows.map(row).collect::<Vec<(String, String)>>()
    };
    let implied: Vec<(String, String)> =
        IMPLIED.iter().map(|(begin, clause)| ((*begin).to_owned(), (*clause).to_owned())).collect();
    assert_eq!(of_model(unnoticed), implied);
    assert!(of_model(noticed).len() > 35, "{noticed}");
}
