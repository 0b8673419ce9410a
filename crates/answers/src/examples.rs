//! The library of examples: tests of the corpus by what they are about, the tutorial's first, then some that are generated; and the shapes of the literature.

use lakmus::generate::{Generator, Options, TopLevel, parse};
use lakmus::source::Sources;
use serde::Serialize;

/// An example.
#[derive(Debug, Serialize)]
pub(crate) struct Example {
    /// What it is listed under.
    group: &'static str,
    /// Its name.
    name: String,
    text: String,
}

/// A shape of the literature: its name, and the cycle that it is.
#[derive(Debug, Serialize)]
pub(crate) struct Shape {
    name: &'static str,
    cycle: &'static str,
}

/// An example of the corpus: what it is listed under, its name, its text.
type Stored = (&'static str, &'static str, &'static str);

/// The examples of a directory of the corpus.
macro_rules! stored {
    ($($group:literal, $directory:literal: $($name:literal)*;)*) => {
        &[$($((
            $group,
            $name,
            include_str!(concat!("../../../corpus/", $directory, "/", $name, ".litmus")),
        )),*),*]
    };
}

const STORED: &[Stored] = stored! {
    "Tutorial", "x86_64": "SB" "SB+mfences";
    "Tutorial", "aarch64": "MP+dmb.sy+addr";
    "x86-64", "x86_64": "MP" "LB" "R" "R+po+mfence" "S" "2+2W" "IRIW" "WRC" "SB+xchgs" "SB+rfi-pos" "n6" "Peterson" "Peterson+mfences" "3.SB";
    "Arm (AArch64)", "aarch64": "MP" "MP+dmb.sys" "MP+stlr+ldar" "MP+dmb.sy+ctrl" "MP+dmb.sy+ctrlisb" "SB" "SB+dmb.sys" "SB+stlr-ldars" "LB"
        "LB+datas" "S+dmb.st+data" "IRIW" "IRIW+addrs" "WRC+addrs" "2+2W" "CoRR" "PPOCA" "exclusive-increments";
    "RISC-V", "riscv": "MP" "SB" "SB+fences" "MP+fence+po" "LB" "IRIW";
    "LoongArch", "loongarch": "MP" "SB" "CoRR";
    "C11", "c": "MP+rel+acq" "MP+rlxs" "MP+fences" "SB+scs" "SB+rel-acq" "SB+sc-fences" "LB+rlxs" "LB+datas" "IRIW+acq-sc" "IRIW+scs" "MP+na+rlx"
        "race-ww" "spinlock" "rs+rmw-chain" "2+2W+rlxs" "CoRR";
    "Linux kernel", "linux": "MP+wmb+rmb" "MP+rel+acq" "SB+mbs" "LB+ctrl+mb" "LB+rcu" "MP+rcu" "MP+plain+unchecked" "R+mbs";
    "BPF", "bpf": "MP+rl+aq" "SB+mbs" "LB+ctrls";
    "Java", "java": "SB+rfis" "LB+positive" "thin-air";
};

/// Examples that are generated: what they are listed under, the architecture, the name, the cycle.
const MADE: &[(&str, &str, &str, &str)] = &[
    ("Power", "PPC", "MP", "PodWW Rfe PodRR Fre"),
    ("Power", "PPC", "MP+lwsync+addr", "LwSyncdWW Rfe DpAddrdR Fre"),
    ("Power", "PPC", "SB+lwsyncs", "LwSyncdWR Fre LwSyncdWR Fre"),
    ("Power", "PPC", "SB+syncs", "SyncdWR Fre SyncdWR Fre"),
    ("Power", "PPC", "WRC+lwsync+addr", "Rfe LwSyncdRW Rfe DpAddrdR Fre"),
    ("Power", "PPC", "IRIW+lwsyncs", "Rfe LwSyncdRR Fre Rfe LwSyncdRR Fre"),
    ("Power", "PPC", "IRIW+syncs", "Rfe SyncdRR Fre Rfe SyncdRR Fre"),
];

/// The shapes of two to four threads that papers call by name, without fences and dependencies.
pub(crate) const SHAPES: &[Shape] = &[
    Shape { name: "SB", cycle: "PodWR Fre PodWR Fre" },
    Shape { name: "MP", cycle: "PodWW Rfe PodRR Fre" },
    Shape { name: "LB", cycle: "PodRW Rfe PodRW Rfe" },
    Shape { name: "R", cycle: "PodWW Coe PodWR Fre" },
    Shape { name: "S", cycle: "PodWW Rfe PodRW Coe" },
    Shape { name: "2+2W", cycle: "PodWW Coe PodWW Coe" },
    Shape { name: "WRC", cycle: "Rfe PodRW Rfe PodRR Fre" },
    Shape { name: "WWC", cycle: "Rfe PodRW Rfe PodRW Coe" },
    Shape { name: "RWC", cycle: "Rfe PodRR Fre PodWR Fre" },
    Shape { name: "WRW+WR", cycle: "Rfe PodRW Coe PodWR Fre" },
    Shape { name: "WRW+2W", cycle: "Rfe PodRW Coe PodWW Coe" },
    Shape { name: "ISA2", cycle: "PodWW Rfe PodRW Rfe PodRR Fre" },
    Shape { name: "W+RWC", cycle: "PodWW Rfe PodRR Fre PodWR Fre" },
    Shape { name: "3.SB", cycle: "PodWR Fre PodWR Fre PodWR Fre" },
    Shape { name: "3.LB", cycle: "PodRW Rfe PodRW Rfe PodRW Rfe" },
    Shape { name: "3.2W", cycle: "PodWW Coe PodWW Coe PodWW Coe" },
    Shape { name: "Z6.0", cycle: "PodWW Rfe PodRW Coe PodWR Fre" },
    Shape { name: "IRIW", cycle: "Rfe PodRR Fre Rfe PodRR Fre" },
    Shape { name: "IRRWIW", cycle: "Rfe PodRR Fre Rfe PodRW Coe" },
];

/// All examples.
pub(crate) fn all() -> Vec<Example> {
    let stored =
        STORED.iter().map(|&(group, name, text)| Example { group, name: name.to_owned(), text: text.to_owned() });
    let made = MADE.iter().filter_map(|(group, architecture, _, cycle)| {
        let (name, text) = generate(architecture, cycle).ok()?;
        Some(Example { group, name, text })
    });
    let mut all: Vec<Example> = stored.chain(made).collect();
    // What is about one architecture stands together.
    let groups = |group: &str| ORDER.iter().position(|known| *known == group);
    all.sort_by_key(|example| groups(example.group));
    all
}

/// In which order groups are listed.
const ORDER: &[&str] =
    &["Tutorial", "x86-64", "Arm (AArch64)", "Power", "RISC-V", "LoongArch", "C11", "Linux kernel", "BPF", "Java"];

/// Name and text of the test of a cycle.
///
/// # Errors
/// Why it has none, in words.
pub(crate) fn generate(architecture: &str, cycle: &str) -> Result<(String, String), String> {
    let generator = Generator::new(architecture, Options::default()).map_err(|refusal| refusal.to_string())?;
    let mut sources = Sources::new();
    let source = sources.add("cycle", cycle);
    let all = parse(generator.vocabulary(), cycle, sources.whole(source), TopLevel::Sequence)
        .map_err(|error| [vec![error.message], error.help].concat().join("; "))?;
    let [edges] = all.as_slice() else {
        return Err(format!("this stands for {} cycles, and one is wanted", all.len()));
    };
    let made = generator.one(None, edges, &[]).map_err(|refusal| refusal.to_string())?;
    Ok((made.name, made.text))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn examples_are_read_and_run_under_their_default_model() {
        for example in all() {
            let mut session = lakmus::Session::new();
            let test = session.test(&example.name, &example.text).expect(&example.name);
            let model = test.language().descriptor().default_model.expect(&example.name);
            let model = session.model(model, &test).expect(&example.name);
            let options = lakmus::sim::Options::default();
            session.simulate(&test, &model, &options).expect(&example.name);
        }
    }

    #[test]
    fn an_example_is_listed_once_in_a_group_with_a_place() {
        let all = all();
        assert_eq!(all.len(), STORED.len() + MADE.len());
        let names: BTreeSet<_> = all.iter().map(|example| (example.group, &example.name)).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|example| ORDER.contains(&example.group)));
    }

    #[test]
    fn generated_examples_and_shapes_have_their_names() {
        for (_, architecture, name, cycle) in MADE {
            assert_eq!(generate(architecture, cycle).map(|(name, _)| name).as_deref(), Ok(*name));
        }
        for Shape { name, cycle } in SHAPES {
            for architecture in lakmus::generate::architectures() {
                assert_eq!(generate(architecture, cycle).map(|(name, _)| name).as_deref(), Ok(*name), "{architecture}");
            }
        }
    }
}
