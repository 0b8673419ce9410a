//! What the driver asks of the runtime.

use std::fmt;

use crate::Weakening;

/// The symbol that programs have which were linked with an instrumented standard library of Rust's.
pub const INSTRUMENTED_STD: &str = "lakmus_std_is_instrumented";

/// The environment variable that holds the [`Settings`] as text.
pub const SETTINGS_VARIABLE: &str = "LAKMUS_RT";

/// What threads of the program run on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carriers {
    /// Fibers on one kernel thread, where the processor allows it.
    #[default]
    Fibers,
    /// A kernel thread each, one of which runs at a time: slower, and easier on debuggers.
    Kernel,
}

/// The rules for sequentially consistent operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Those of C++11, as in the paper.
    #[default]
    Cxx11,
    /// Those of C++20 (P0668).
    Cxx20,
}

/// What volatile accesses are to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Volatiles {
    /// They do not race with each other and with atomic accesses, and order nothing.
    #[default]
    Relaxed,
    /// Loads acquire, stores release: what they are on x86, and what C11Tester takes them for by default.
    AcquireRelease,
    /// They race like others, as the standards have it.
    Plain,
}

/// What is recorded of an execution beside findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Watch {
    /// Nothing.
    #[default]
    Nothing,
    /// What findings are about: blocks of the heap, and the locks held at accesses to the addresses of [`Settings::racing`].
    Findings,
    /// Its decisions.
    Decisions,
    /// Its decisions, and all that happens.
    Everything,
}

/// What to run and how to report about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The seed of execution 0; execution `i` has the seed `seed + i` (modulo 2^64).
    pub seed: u64,
    /// The number of the first execution to run here.
    pub first: u64,
    /// How far apart the numbers of the executions to run here are, at least 1.
    pub stride: u64,
    /// How many executions to run here.
    pub executions: u64,
    /// Start no execution after so many milliseconds; 0 for no such limit.
    pub time: u64,
    /// How many milliseconds an execution may take; 0 for no limit.
    pub timeout: u64,
    /// After how many operations without a change the execution makes no progress.
    pub bound: u64,
    /// What threads run on.
    pub carriers: Carriers,
    /// The strategy by its name; empty for the portfolio.
    pub strategy: String,
    /// Which edition of the standard the model follows.
    pub model: Model,
    /// Give up old values that a thread could still read once they come before a store that is older than so many events; 0 for never.
    pub window: u64,
    /// Whether the program has code that is not instrumented and that takes part in its synchronisation: the standard library of Rust, precompiled.
    pub unwatched: bool,
    /// What is recorded of an execution beside findings.
    pub watch: Watch,
    /// With [`Watch::Findings`]: the addresses that races are about.
    pub racing: Vec<u64>,
    /// The process of the driver; 0 if there is none. Executions end when it does.
    pub driver: u64,
    /// Bytes that the arena has room for.
    pub capacity: u64,
    /// The file of the arena; empty to run one execution and print findings to the standard error.
    pub arena: String,
    /// The file that takes what the program prints; empty to let it through.
    pub output: String,
    /// The directory that each execution is to find as it was when the first thread was created; empty for none.
    pub scratch: String,
    /// A file with a [`Schedule`](crate::Schedule) in each line; execution `i`, counted from 0, follows that of line `i`. Empty for executions that a strategy decides.
    pub schedules: String,
    /// Whether every choice counts: a wait with a time limit may end at any time, no thread is preferred as it has had no turn for long, and a thread that goes round a loop without changing
    /// anything waits until something has changed. Executions that a search goes through are like that, and so are those that follow a schedule found by one.
    pub exhaustive: bool,
    /// The file of the search ([`SearchFile`](crate::SearchFile)) that decides in the place of a strategy; empty for none.
    pub search: String,
    /// The schedule that the only execution follows where there is no file of schedules: decisions with commas between them. Empty for none.
    pub follows: String,
    /// What volatile accesses are.
    pub volatiles: Volatiles,
    /// The shared library with the strategy that decides (`include/lakmus/strategy.h`); empty for the one that `strategy` names.
    pub strategy_library: String,
    /// In an exhaustive execution: how often a thread may come to one place; 0 for [`FRUITLESS`] times without changing anything in between.
    pub unroll: u64,
    /// Atomic operations that have another order than in the program.
    pub weakened: Vec<Weakening>,
    /// Whether memory and threads that the program has lost when it exits are findings.
    pub leaks: bool,
}

/// How often a thread may come to one place without changing anything in between, before an exhaustive execution is given up: one that goes round with nothing changed at all, its own stack and registers
/// included, is noticed the first time.
pub const FRUITLESS: u64 = 64;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 0,
            first: 0,
            stride: 1,
            executions: 1,
            time: 0,
            timeout: 0,
            bound: 100_000,
            carriers: Carriers::Fibers,
            strategy: String::new(),
            model: Model::Cxx11,
            window: 0,
            unwatched: false,
            watch: Watch::Nothing,
            racing: Vec::new(),
            driver: 0,
            capacity: 1 << 28,
            arena: String::new(),
            output: String::new(),
            scratch: String::new(),
            schedules: String::new(),
            exhaustive: false,
            search: String::new(),
            follows: String::new(),
            volatiles: Volatiles::Relaxed,
            strategy_library: String::new(),
            unroll: 0,
            weakened: Vec::new(),
            leaks: false,
        }
    }
}

/// Settings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// The word that makes no sense.
    pub word: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` in {SETTINGS_VARIABLE} makes no sense", self.word)
    }
}

impl std::error::Error for SettingsError {}

impl fmt::Display for Settings {
    /// Words `name=value` with spaces between them; the files, whose names may have spaces, come last, one a line.
    ///
    /// Spaces behind that mean nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.words()?)
    }
}

impl Settings {
    fn words(&self) -> Result<String, fmt::Error> {
        use fmt::Write;

        let mut f = String::new();
        let Settings { seed, first, stride, executions, time, timeout, bound, carriers, strategy, capacity, .. } = self;
        write!(f, "seed={seed} first={first} stride={stride} executions={executions} time={time} timeout={timeout}")?;
        let carriers = match carriers {
            Carriers::Fibers => "fibers",
            Carriers::Kernel => "kernel",
        };
        let model = match self.model {
            Model::Cxx11 => "c++11",
            Model::Cxx20 => "c++20",
        };
        write!(f, " bound={bound} threads={carriers} strategy={strategy} capacity={capacity}")?;
        write!(f, " model={model} unwatched={} driver={}", u64::from(self.unwatched), self.driver)?;
        let watch = match self.watch {
            Watch::Nothing => "nothing",
            Watch::Findings => "findings",
            Watch::Decisions => "decisions",
            Watch::Everything => "everything",
        };
        write!(f, " watch={watch} window={}", self.window)?;
        let volatiles = match self.volatiles {
            Volatiles::Relaxed => "relaxed",
            Volatiles::AcquireRelease => "acquire-release",
            Volatiles::Plain => "plain",
        };
        write!(f, " exhaustive={} unroll={} volatiles={volatiles}", u64::from(self.exhaustive), self.unroll)?;
        write!(f, " leaks={}", u64::from(self.leaks))?;
        if !self.follows.is_empty() {
            write!(f, " follows={}", self.follows)?;
        }
        for address in &self.racing {
            write!(f, " racing={address}")?;
        }
        for weakening in &self.weakened {
            write!(f, " weakened={weakening}")?;
        }
        write!(f, "\narena={}\noutput={}\nscratch={}", self.arena, self.output, self.scratch)?;
        write!(f, "\nschedules={}\nsearch={}", self.schedules, self.search)?;
        write!(f, "\nstrategy_library={}", self.strategy_library)?;
        Ok(f)
    }
}

impl std::str::FromStr for Settings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("arena=") {
                settings.arena = path.to_owned();
            } else if let Some(path) = line.strip_prefix("output=") {
                settings.output = path.to_owned();
            } else if let Some(path) = line.strip_prefix("scratch=") {
                settings.scratch = path.to_owned();
            } else if let Some(path) = line.strip_prefix("schedules=") {
                settings.schedules = path.to_owned();
            } else if let Some(path) = line.strip_prefix("strategy_library=") {
                settings.strategy_library = path.to_owned();
            } else if let Some(path) = line.strip_prefix("search=") {
                settings.search = path.to_owned();
            } else {
                for word in line.split_whitespace() {
                    settings.set(word).ok_or_else(|| SettingsError { word: word.to_owned() })?;
                }
            }
        }
        Ok(settings)
    }
}

impl Settings {
    fn set(&mut self, word: &str) -> Option<()> {
        let (name, value) = word.split_once('=')?;
        let number = || value.parse::<u64>().ok();
        match name {
            "seed" => self.seed = number()?,
            "first" => self.first = number()?,
            "stride" => self.stride = number().filter(|stride| *stride > 0)?,
            "executions" => self.executions = number()?,
            "time" => self.time = number()?,
            "timeout" => self.timeout = number()?,
            "bound" => self.bound = number()?,
            "capacity" => self.capacity = number()?,
            "window" => self.window = number()?,
            "strategy" => self.strategy = value.to_owned(),
            "driver" => self.driver = number()?,
            "exhaustive" => self.exhaustive = number()? != 0,
            // Files have a line of their own, unless there is none.
            "arena" | "output" | "scratch" | "schedules" | "search" | "strategy_library" if value.is_empty() => {}
            "follows" => self.follows = value.to_owned(),
            "volatiles" => {
                self.volatiles = match value {
                    "relaxed" => Volatiles::Relaxed,
                    "acquire-release" => Volatiles::AcquireRelease,
                    "plain" => Volatiles::Plain,
                    _ => return None,
                }
            }
            "weakened" => self.weakened.push(value.parse().ok()?),
            "racing" => self.racing.push(number()?),
            "leaks" => self.leaks = number()? != 0,
            "unroll" => self.unroll = number()?,
            "unwatched" => self.unwatched = number()? != 0,
            "watch" => {
                self.watch = match value {
                    "nothing" => Watch::Nothing,
                    "findings" => Watch::Findings,
                    "decisions" => Watch::Decisions,
                    "everything" => Watch::Everything,
                    _ => return None,
                }
            }
            "model" => {
                self.model = match value {
                    "c++11" => Model::Cxx11,
                    "c++20" => Model::Cxx20,
                    _ => return None,
                }
            }
            "threads" => {
                self.carriers = match value {
                    "fibers" => Carriers::Fibers,
                    "kernel" => Carriers::Kernel,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_through_the_environment() {
        let settings = Settings {
            seed: u64::MAX,
            stride: 2,
            carriers: Carriers::Kernel,
            strategy: "pct".into(),
            arena: "/tmp/a b/arena".into(),
            output: "/tmp/a b/output".into(),
            scratch: "/tmp/a b/scratch".into(),
            schedules: "/tmp/a b/schedules".into(),
            exhaustive: true,
            search: "/tmp/a b/search".into(),
            strategy_library: "/tmp/a b/strategy.so".into(),
            unroll: 7,
            leaks: true,
            weakened: vec![
                Weakening { order: 0, calls: vec![0x5555_5555_4321, 0x7fff_f7dd_0001] },
                Weakening { order: 2, calls: vec![1] },
            ],
            follows: "1.5:2,2.3-1".into(),
            volatiles: Volatiles::AcquireRelease,
            watch: Watch::Findings,
            racing: vec![0x7fff_f7dd_0001, 3],
            window: 1000,
            model: Model::Cxx20,
            unwatched: true,
            driver: 17,
            ..Settings::default()
        };
        assert_eq!(settings.to_string().parse().as_ref(), Ok(&settings));
        assert_eq!("".parse(), Ok(Settings::default()));
        let words = Settings { seed: 7, ..Settings::default() };
        assert_eq!(words.to_string().replace('\n', " ").parse(), Ok(words));
        assert_eq!(format!("{:1000}", settings.to_string()).parse(), Ok(settings));
        for wrong in ["sead=1", "seed=-1", "stride=0", "threads=green", "weakened=0", "weakened=0:x"] {
            assert_eq!(wrong.parse::<Settings>(), Err(SettingsError { word: wrong.into() }));
        }
    }
}
