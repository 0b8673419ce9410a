//! The generated corpus: the cycle that a test's header names gives that test, to the letter from the initial state on.

use std::path::Path;

use lakmus_gen::{Generator, Options, TopLevel, parse};
use source::Sources;

/// What of an architecture's tests came out as they are in the corpus, as (equal, with an equal name, all), and the first differences.
fn compare(architecture: &str, directory: &Path) -> ((usize, usize, usize), String) {
    let generator = Generator::new(architecture, Options::default()).expect("an architecture");
    let files = testing::litmus_files(directory);
    let (mut equal, mut named, mut report) = (0, 0, String::new());
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a test");
        let cycle = text.lines().find_map(|line| line.strip_prefix("Orig=")).expect("a cycle in its header");
        let name = text.lines().next().and_then(|line| line.split_once(' ')).expect("a name").1;
        let mut sources = Sources::new();
        let source = sources.add("cycle", cycle);
        let made = parse(generator.vocabulary(), cycle, sources.whole(source), TopLevel::Sequence)
            .map_err(|error| format!("{error:?}"))
            .and_then(|all| generator.one(None, &all[0], &[]).map_err(|error| error.to_string()));
        let body = |text: &str| text[text.find('{').expect("an initial state")..].to_owned();
        match made {
            Ok(made) => {
                named += usize::from(made.name == name);
                if body(&made.text) == body(&text) {
                    equal += 1;
                } else if report.len() < 3000 {
                    report += &format!("--- {} is\n{}\nand not\n{}\n", path.display(), body(&made.text), body(&text));
                }
                if made.name != name && report.len() < 3000 {
                    report += &format!("--- {name} is called {}\n", made.name);
                }
            }
            Err(error) => report += &format!("--- {}: {error}\n", path.display()),
        }
    }
    ((equal, named, files.len()), report)
}

fn check(architecture: &str) {
    let directory = testing::generated(architecture);
    let ((equal, named, all), report) = compare(architecture, &directory);
    assert!(all > 0, "{} has no tests", directory.display());
    println!("{architecture}: {equal} of {all} equal, {named} names equal");
    assert!(equal == all && named == all, "{architecture}: {equal} of {all} equal, {named} names equal\n{report}");
}

macro_rules! architectures {
    ($($test:ident $name:literal)*) => {
        $(#[test]
        fn $test() {
            check($name);
        })*
    };
}

architectures! {
    x86_64 "X86_64"
    aarch64 "AArch64"
    arm "ARM"
    ppc "PPC"
    riscv "RISCV"
    mips "MIPS"
    c "C"
}
