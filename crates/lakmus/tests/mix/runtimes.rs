//! Code that no C compiler writes (virtual machines, the Linux kernel), code that a linker has optimised, and what brings compilers and tests.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::{expect, is_there, lakmus, mix, needing, test};

/// Tables beside each other, tests, and whether these have a bug.
type Meeting = (&'static [&'static str], &'static [&'static str], bool);

/// The boundaries of a virtual machine: between its compilers, and between these and C. The machine whose interpreter had no barrier before volatile loads is sound by itself, and not beside
/// its optimising compiler (JDK-8179954).
const MEETINGS: [Meeting; 11] = [
    (&["aarch64-jvm", "aarch64-jvm-interpreter"], &["SB", "MP", "R", "IRIW"], false),
    (&["aarch64-jvm-interpreter-8"], &["SB", "MP", "R", "IRIW"], false),
    (&["aarch64-jvm", "aarch64-jvm-interpreter-8"], &["SB"], true),
    (&["aarch64-jvm-interpreter", "aarch64-abi", "aarch64-abi-rcpc"], &["SB", "R", "SBx"], false),
    (&["aarch64-jvm-interpreter-8", "aarch64-abi"], &["SB"], true),
    (&["aarch64-jvm", "aarch64-jvm-ldapr"], &["SB"], true),
    (&["aarch64-mono", "aarch64-abi", "aarch64-msvc"], &["SB", "MP", "R", "SBx"], false),
    // Mono's compare-exchange that fails has its barrier behind, and reads before the `stlr` of C is there; its own stores and MSVC's have one.
    (&["aarch64-mono", "aarch64-msvc"], &["SBcas"], false),
    (&["aarch64-mono", "aarch64-abi"], &["SBcas"], true),
    (&["aarch64-linux", "aarch64-linux-lse", "aarch64-abi"], &["MP", "LB", "WRC", "ISA2"], false),
    (&["x86_64-linux", "x86_64-abi"], &["MP", "SBfence"], false),
];

fn tables_of_runtimes() -> Result<(), Failed> {
    for (tables, tests, has_bug) in MEETINGS {
        let options: Vec<&str> = tables.iter().flat_map(|table| ["--table", table]).collect();
        let (text, status) = mix(&options, tests);
        expect(status == i32::from(has_bug) && text.contains("0 code gaps"), &format!("{tables:?}: {status}: {text}"))?;
    }
    // The kernel has no sequentially consistent loads and stores: that is said, and nothing is made up for them.
    let (text, status) = mix(&["--table", "aarch64-linux"], &["SB"]);
    expect(status == 3 && text.contains("the table has no row for store seq_cst of 32 bits"), &text)
}

fn run(words: &[&str]) -> (String, i32) {
    let output = lakmus(words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// What would be installed is shown, and nothing is done.
fn a_setup_that_is_shown(folder: &Path) -> Result<(), Failed> {
    let place = folder.join("compilers");
    let path = place.display().to_string();
    let (text, status) = run(&["mix", "setup", "--dry-run", "--every-version", &path]);
    let says = ["ziglang==0.13.0", "ziglang==0.9.1", "debootstrap --variant=minbase trixie", "lists what there is."];
    expect(status == 0 || text.contains("there is no apt here"), &text)?;
    expect(status != 0 || says.iter().all(|word| text.contains(word)), &text)?;
    expect(!place.exists(), &text)
}

/// A pool is written as often as one likes, and is the same each time; what a table has code for is judged.
fn a_pool_of_tests(folder: &Path) -> Result<(), Failed> {
    let texts = |name: &str, seed: &str| -> Result<Vec<(String, String)>, Failed> {
        let place = folder.join(name);
        let (text, status) = run(&["mix", "pool", "--count", "39", "--seed", seed, "-o", &place.display().to_string()]);
        expect(status == 0 && text.contains("39 tests in "), &text)?;
        let mut all = Vec::new();
        for entry in std::fs::read_dir(&place)? {
            let entry = entry?;
            all.push((entry.file_name().to_string_lossy().into_owned(), std::fs::read_to_string(entry.path())?));
        }
        all.sort();
        Ok(all)
    };
    let (one, again, other) = (texts("one", "5")?, texts("again", "5")?, texts("other", "6")?);
    expect(one.len() == 39 && one == again && one != other, "a seed does not decide the pool")?;
    let place = folder.join("operators").display().to_string();
    run(&["mix", "pool", "--count", "20", "--class", "discarded", "--class", "operators", "-o", &place]);
    let (text, status) = run(&["mix", "run", "--table", "aarch64-abi", "--table", "aarch64-abi-lse", &place]);
    expect(status == 0 && text.contains("20 tests, "), &text)?;
    let (text, status) = run(&["mix", "pool", "--class", "plane", "-o", &place]);
    expect(status == 2 && text.contains("did you mean `plain`?"), &text)
}

/// Code that a linker has optimised is judged as it comes out: clang's store in place of an exchange is there before code is written.
fn linked_code() -> Result<(), Failed> {
    let profile = "c=clang-16 --target=aarch64-linux-gnu -O3 -flto";
    let link = "ld.lld-16 -shared";
    let of = |name: &str| run(&["mix", "run", "--profile", profile, "--link", link, &test(name)]);
    let (text, status) = of("SB");
    expect(status == 0 && text.contains("0 code gaps"), &text)?;
    let (text, status) = of("MPx");
    expect(status == 1 && text.contains("stlr"), &text)?;
    let (text, status) = run(&["mix", "run", "--profile", profile, "--link", "false", &test("SB")]);
    expect(status == 3 || status == 2, &text)
}

pub(crate) fn cases() -> Vec<Trial> {
    let in_folder = |work: fn(&Path) -> Result<(), Failed>| move || work(tempfile::tempdir()?.path());
    let mut all = vec![
        Trial::test("runtimes::tables_of_runtimes", tables_of_runtimes),
        Trial::test("runtimes::a_setup_that_is_shown", in_folder(a_setup_that_is_shown)),
        Trial::test("runtimes::a_pool_of_tests", in_folder(a_pool_of_tests)),
    ];
    let has_linker = is_there("clang-16") && is_there("ld.lld-16");
    all.extend(needing(has_linker, "clang-16 with lld", vec![Trial::test("runtimes::linked_code", linked_code)]));
    all
}
