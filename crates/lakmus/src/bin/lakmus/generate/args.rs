//! The options of `lakmus gen`.

use std::path::PathBuf;

use clap::{Args as ArgGroup, Subcommand};

use crate::model_names::any_model;

const HELP: &str = "\
A cycle is a sequence of edges: `PodWR Fre PodWR Fre`. A pool is a choice of
edges, of sequences `[Rfe,DpAddrdR]`, and of named pools. In both, `A|B` is a
choice, `A?` may be left out, and a star leaves something open: `Pod*W`.

Several tests on the standard output are separated by lines `<<`, which
`lakmus run -` reads.

Exit status:
  0  all tests were made
  2  a cycle has no test, a file could not be written, or a mistake on the
     command line";

#[derive(Debug, ArgGroup)]
#[command(after_help = HELP)]
pub(crate) struct GenArgs {
    #[command(subcommand)]
    pub(crate) command: GenCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GenCommand {
    /// The test of a cycle; without one, of each line `NAME: CYCLE` or `CYCLE` of the standard input
    One(OneArgs),
    /// The tests of all cycles of a pool, each once
    All(Box<AllArgs>),
    /// The tests of a cycle each of whose parts is a choice
    Cross(CrossArgs),
    /// All programs up to a size that one model allows to end in a state that another one forbids
    Distinguish(DistinguishArgs),
    /// List edges, annotations and pools
    Edges {
        /// The architecture
        #[arg(long, value_name = "ARCH")]
        arch: String,
    },
}

/// What `lakmus gen distinguish` is asked.
#[derive(Debug, ArgGroup)]
pub(crate) struct DistinguishArgs {
    /// The architecture, by the word that begins its tests: X86_64, AArch64, C, ... (a word that is none is answered with all)
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: String,

    /// The model that allows what the tests ask for
    #[arg(long, value_name = "MODEL", value_parser = any_model)]
    pub(crate) allow: String,

    /// The model that forbids it
    #[arg(long, value_name = "MODEL", value_parser = any_model)]
    pub(crate) forbid: String,

    /// How many events programs have at most: accesses and fences; a read-modify-write is two
    #[arg(long, value_name = "N")]
    pub(crate) events: usize,

    /// How many threads they have at most
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) threads: usize,

    /// The fences, dependencies, annotations and read-modify-writes that the edges of a pool have [default: the usual ones]
    #[arg(long, value_name = "POOL")]
    pub(crate) edges: Vec<String>,

    /// Stop after N tests
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,

    /// Also look for models and what they include in DIR
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,

    /// Write each test to a file NAME.litmus in DIR, and their list to DIR/@all
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// How tests are made.
#[derive(Debug, ArgGroup)]
pub(crate) struct StyleArgs {
    /// The architecture, by the word that begins its tests: X86_64, AArch64, C, ... (a word that is none is answered with all)
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: Option<String>,

    /// The type of locations, which fixes their size: int, uint8_t, ..., int64_t; in C also __int128
    #[arg(long = "type", value_name = "TYPE", default_value = "int", help_heading = "How tests are written")]
    pub(crate) type_name: String,

    /// What conditions ask: whether the cycle happens, or (`observe`) nothing
    #[arg(long, value_name = "cycle|observe", default_value = "cycle", help_heading = "How tests are written")]
    pub(crate) cond: String,

    /// Conditions forbid what they ask for
    #[arg(long = "negated", help_heading = "How tests are written")]
    pub(crate) neg: bool,

    /// How the order of three and more writes to a location is found out: `accept` an observing thread, `avoid` such cycles, `force` one for two
    /// writes too, or be content (`three`, `four`, `infinity`) with the final value
    #[arg(long, value_name = "HOW", default_value = "accept", help_heading = "How tests are written")]
    pub(crate) obs: String,

    /// What observing threads are like: `straight` reads, or `fenced` ones
    #[arg(long, value_name = "straight|fenced", default_value = "straight", help_heading = "How tests are written")]
    pub(crate) obstype: String,

    /// Try store-conditionals N times instead of in loops; with 0, once, and the condition asks for success
    #[arg(long, value_name = "N", help_heading = "How tests are written")]
    pub(crate) unrollatomic: Option<u32>,

    /// Dependencies compute something that the hardware cannot know to be nothing
    #[arg(long, help_heading = "How tests are written")]
    pub(crate) realdep: bool,

    /// Conditions speak of all that is read, whether the cycle is about it or not
    #[arg(long, help_heading = "How tests are written")]
    pub(crate) nooptcond: bool,

    /// Accept cycles on one location (`gen one` does)
    #[arg(long, help_heading = "How tests are written")]
    pub(crate) oneloc: bool,

    /// Leave out what the header says about the cycle
    #[arg(long, help_heading = "How tests are written")]
    pub(crate) no_metadata: bool,

    /// Write numbers of conditions in hexadecimal
    #[arg(long, help_heading = "How tests are written")]
    pub(crate) hexadecimal: bool,

    /// Write each test to a file NAME.litmus in DIR, and their list to DIR/@all
    #[arg(short = 'o', long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Print JSON, an object a test
    #[arg(long, conflicts_with = "output", help_heading = "How tests are written")]
    pub(crate) json: bool,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct OneArgs {
    /// The name of the test [default: by its normal form]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// The edges
    #[arg(value_name = "EDGE")]
    pub(crate) cycle: Vec<String>,
}

#[derive(Debug, ArgGroup)]
pub(crate) struct CrossArgs {
    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// Print names and cycles only
    #[arg(long)]
    pub(crate) cycles: bool,

    /// The parts of the cycle, each a choice: `Rfe` `DpAddrdR|PodRR` `Fre` `DMB.SYdWW`
    #[arg(value_name = "CHOICE", required = true)]
    pub(crate) parts: Vec<String>,
}

#[derive(Debug, ArgGroup)]
#[command(args_override_self = true)]
pub(crate) struct AllArgs {
    #[command(flatten)]
    pub(crate) style: StyleArgs,

    /// The pool: edges, and named pools (`lakmus gen edges`)
    #[arg(long, value_name = "POOL")]
    pub(crate) edges: Vec<String>,

    /// Relaxations one of which is in each cycle. May be repeated
    #[arg(long, value_name = "POOL", help_heading = "Which cycles")]
    pub(crate) relax: Vec<String>,

    /// What else may be in cycles, as --edges. May be repeated
    #[arg(long, value_name = "POOL", help_heading = "Which cycles")]
    pub(crate) safe: Vec<String>,

    /// Sequences that no cycle contains. May be repeated
    #[arg(long, value_name = "POOL", help_heading = "Which cycles")]
    pub(crate) reject: Vec<String>,

    /// Sequences one of which is in each cycle, beside the relaxations that are counted. May be repeated
    #[arg(long, value_name = "POOL", help_heading = "Which cycles")]
    pub(crate) prefix: Vec<String>,

    /// How many relaxations cycles have at most
    #[arg(long, value_name = "N", default_value_t = 6, help_heading = "Which cycles")]
    pub(crate) size: usize,

    /// That many exactly
    #[arg(long, help_heading = "Which cycles")]
    pub(crate) exact: bool,

    /// How many threads cycles have at most
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Which cycles")]
    pub(crate) threads: usize,

    /// That many exactly
    #[arg(long, help_heading = "Which cycles")]
    pub(crate) exact_threads: bool,

    /// How many accesses threads have at most
    #[arg(long, value_name = "N", default_value_t = 4, help_heading = "Which cycles")]
    pub(crate) ins: usize,

    /// Which relaxations may follow each other: default, sc, critical, free, mixed, uni
    #[arg(long, value_name = "MODE", default_value = "default", help_heading = "Which cycles")]
    pub(crate) mode: String,

    /// Different ones of --relax may be in one cycle: at least N
    #[arg(long, value_name = "N", help_heading = "Which cycles")]
    pub(crate) minrelax: Option<usize>,

    /// At most N
    #[arg(long, value_name = "N", help_heading = "Which cycles")]
    pub(crate) maxrelax: Option<usize>,

    /// Only part I of N, from 1; the parts together are all cycles
    #[arg(long, value_name = "I/N", conflicts_with = "sample", help_heading = "Which cycles")]
    pub(crate) shard: Option<String>,

    /// N cycles at random, each with the same probability; one may come twice (in a directory it is once)
    #[arg(long, value_name = "N", help_heading = "Which cycles")]
    pub(crate) sample: Option<u64>,

    /// What all choices of --sample are made from: the same number, the same tests
    #[arg(long, value_name = "SEED", default_value_t = 1, help_heading = "Which cycles")]
    pub(crate) seed: u64,

    /// Print names and cycles only
    #[arg(long)]
    pub(crate) cycles: bool,

    /// Run the tests under a model, and say which cycles it allows, and how often each edge is in one
    #[arg(long = "run-under", value_name = "MODEL", value_parser = any_model, conflicts_with_all = ["cycles", "json"])]
    pub(crate) check: Option<String>,

    /// Read options of diy7 from FILE; what the command line says comes first
    #[arg(long, value_name = "FILE", help_heading = "Which cycles")]
    pub(crate) conf: Option<PathBuf>,
}
