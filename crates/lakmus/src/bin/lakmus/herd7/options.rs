//! herd7's options, from the command line and from configuration files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::edits::{kinds, names, table};
use super::values::{boolean, list, number, seconds};
use super::{HerdRequest, SpeedCheck, conf, wanted};
use crate::show::args::Wanted;

/// What the options come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) model: Option<String>,
    pub(super) bell: Option<String>,
    pub(super) macros: Option<String>,
    pub(super) include: Vec<PathBuf>,
    pub(super) hexadecimal: bool,
    pub(super) unroll: Option<u32>,
    pub(super) variants: Vec<String>,
    pub(super) timeout: Option<Duration>,
    pub(super) show: Option<Wanted>,
    pub(super) shown_at_most: Option<usize>,
    pub(super) also_show: Vec<String>,
    pub(super) unshow: Vec<String>,
    pub(super) output: Option<PathBuf>,
    pub(super) tests: Vec<PathBuf>,
    pub(super) herd: HerdRequest,
    /// Configuration files that are being read.
    open: Vec<PathBuf>,
}

/// Why no tests are run.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something was asked that is answered at once.
    Print(String),
    /// The command line makes no sense.
    Mistake(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Mistake(message)
    }
}

/// Options that change how pictures look in herd7, and take a value.
const LOOKS: &[&str] = &[
    "showevents",
    "showinitrf",
    "showinitwrites",
    "showfinalrf",
    "showpo",
    "showthread",
    "showlegend",
    "showkind",
    "showobserved",
    "dotmode",
    "edgeattr",
    "squished",
    "scale",
    "xscale",
    "yscale",
    "dsiy",
    "siwidth",
    "boxscale",
    "ptscale",
    "fontname",
    "fontsize",
    "edgefontsizedelta",
    "penwidth",
    "arrowsize",
    "splines",
    "margin",
    "pad",
    "sep",
    "overlap",
    "movelabel",
    "shift",
    "fixedsize",
    "extrachars",
    "dotheader",
    "labelinit",
    "texmacros",
    "tikz",
    "brackets",
    "oneinit",
    "finaldotpos",
    "initdotpos",
    "symetric",
    "classes",
    "suffix",
    "preamble",
    "mono",
    "edgemerge",
    "shortlegend",
    "initpos",
    "initrfpos",
    "finalrfpos",
    "threadposy",
    "relabel",
    "withbox",
    "labelbox",
    "noid",
    "showraw",
    "cycles",
];

/// Options that show pictures on the screen.
const VIEWERS: &[&str] = &["gv", "evince", "preview", "view"];

/// Options that have one value only here, which is their default.
const FIXED: &[(&str, &str)] = &[
    ("badexecs", "true"),
    ("initwrites", "false"),
    ("outcomereads", "false"),
    ("restrict", "none"),
    ("dumpes", "false"),
    ("macros-check", "true"),
    ("machsize", "auto"),
    ("endian", "little"),
    ("maxphantom", "none"),
    ("throughflag", "none"),
    ("badflag", "none"),
    ("statelessrc11", "false"),
    ("dumpallfaults", "false"),
];

impl Options {
    /// Reads the words of a command line.
    pub(super) fn parse(words: &[String]) -> Result<Options, Stop> {
        let mut options = Options::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.strip_prefix('-').filter(|name| !name.is_empty()) {
                None => options.tests.push(PathBuf::from(word)),
                Some(name) => {
                    let name = name.strip_prefix('-').unwrap_or(name);
                    if !options.flag(name)? {
                        let value = words.next().ok_or_else(|| format!("option `-{name}` needs an argument"))?;
                        options.value(name, value)?;
                    }
                }
            }
        }
        Ok(options)
    }

    /// An option without a value; whether it is one.
    fn flag(&mut self, name: &str) -> Result<bool, Stop> {
        match name {
            // Nothing is said about progress but what a terminal shows by itself.
            "v" | "q" => Ok(true),
            "version" => Err(Stop::Print(format!("herd7, as lakmus {} understands it\n", env!("CARGO_PKG_VERSION")))),
            "help" => Err(Stop::Print(HELP.to_owned())),
            "libdir" => {
                Err(Stop::Mistake("-libdir: the models that ship are in the program; see `lakmus model list`".into()))
            }
            "web" | "c11" => {
                Err(Stop::Mistake(format!("-{name}: the configuration file is herd7's; name one with -conf")))
            }
            name if VIEWERS.contains(&name) => Err(Stop::Mistake(format!(
                "-{name} is not supported: `lakmus run --show ... --svg FILE` makes pictures"
            ))),
            _ => Ok(false),
        }
    }

    fn value(&mut self, name: &str, value: &str) -> Result<(), Stop> {
        let option = format!("-{name}");
        let option = option.as_str();
        match name {
            "model" | "cat" => self.model = Some(value.to_owned()),
            "bell" => self.bell = Some(value.to_owned()),
            "macros" => self.macros = Some(value.to_owned()),
            "I" | "include" => self.include.push(PathBuf::from(value)),
            "variant" => self.variants.extend(list(value)),
            "unroll" => self.unroll = Some(number(option, value)?),
            "hexa" => self.hexadecimal = boolean(option, value)?,
            "timeout" => self.timeout = Some(seconds(option, value)?),
            "exit" => self.herd.stops_at_failure = boolean(option, value)?,
            "conf" => self.conf(conf::find(value, &self.include), value)?,
            // Beside the file that names it.
            "local-conf" => {
                let directory = self.open.last().and_then(|path| path.parent()).unwrap_or(Path::new(""));
                let path = directory.join(value);
                self.conf(path.is_file().then_some(path), value)?;
            }
            "verbose" | "debug" | "optace" => {}
            "show" => self.show = wanted(value)?,
            "nshow" => self.shown_at_most = Some(number(option, value)?),
            "showone" => self.shown_at_most = if boolean(option, value)? { Some(1) } else { None },
            "doshow" => self.also_show.extend(list(value)),
            "unshow" => self.unshow.extend(list(value)),
            "graph" => self.herd.has_columns = value == "columns",
            "dotcom" => self.herd.dot_command = Some(value.to_owned()),
            "o" => {
                self.herd.dot_to_output = value == "-";
                self.output = Some(PathBuf::from(value));
            }
            "c" | "candidates" => self.herd.candidates = boolean(option, value)?,
            "archcheck" => self.herd.any_architecture = !boolean(option, value)?,
            "checkfilter" => self.herd.ignore_filter = !boolean(option, value)?,
            "speedcheck" => self.herd.speed_check = speed_check(value)?,
            "through" => self.herd.checks.ignore_checks = through(value)?,
            "skipcheck" | "skipchecks" => self.herd.checks.skip.extend(list(value)),
            "strictskip" => self.herd.checks.strict_skip = boolean(option, value)?,
            "names" | "oknames" | "excl" | "nonames" | "rename" | "kinds" | "conds" => self.edit(name, value)?,
            name if LOOKS.contains(&name) => {}
            name => match FIXED.iter().find(|(fixed, _)| *fixed == name) {
                Some((_, only)) if *only == value => {}
                Some((_, only)) => {
                    return Err(format!("-{name} {value} is not supported; there is `{only}` only").into());
                }
                None => {
                    return Err(format!("unknown option `-{name}`; `lakmus herd7 -help` lists what there is").into());
                }
            },
        }
        Ok(())
    }

    /// Options that select tests and change them.
    fn edit(&mut self, name: &str, value: &str) -> Result<(), String> {
        let file = || conf::find(value, &self.include).ok_or_else(|| format!("-{name}: there is no file `{value}`"));
        match name {
            "names" => {
                let more = names(&file()?)?;
                self.herd.edits.only.get_or_insert_default().extend(more);
            }
            "oknames" => self.herd.edits.only.get_or_insert_default().extend(list(value)),
            "excl" => {
                let more = names(&file()?)?;
                self.herd.edits.excluded.extend(more);
            }
            "nonames" => self.herd.edits.excluded.extend(list(value)),
            "rename" => {
                let more = table(&file()?)?;
                self.herd.edits.names.extend(more);
            }
            "kinds" => {
                let more = kinds(&file()?)?;
                self.herd.edits.kinds.extend(more);
            }
            _ => {
                let more = table(&file()?)?;
                self.herd.edits.conditions.extend(more);
            }
        }
        Ok(())
    }

    /// A configuration file.
    fn conf(&mut self, found: Option<PathBuf>, name: &str) -> Result<(), Stop> {
        let path = found.ok_or_else(|| format!("-conf: there is no file `{name}`"))?;
        if self.open.contains(&path) {
            return Err(format!("-conf: `{}` includes itself", path.display()).into());
        }
        let settings = conf::read(&path)?;
        self.open.push(path);
        for setting in settings {
            self.value(&setting.key, &setting.value).map_err(|stop| match stop {
                Stop::Mistake(message) => Stop::Mistake(format!("{}: {message}", setting.place)),
                print @ Stop::Print(_) => print,
            })?;
        }
        self.open.pop();
        Ok(())
    }
}

fn speed_check(word: &str) -> Result<SpeedCheck, String> {
    match word {
        "false" => Ok(SpeedCheck::Off),
        "true" => Ok(SpeedCheck::On),
        "fast" => Ok(SpeedCheck::Fast),
        _ => Err(format!("-speedcheck: expected false, true or fast, found `{word}`")),
    }
}

/// Whether executions that the model forbids are let through.
fn through(word: &str) -> Result<bool, String> {
    match word {
        "none" => Ok(false),
        "invalid" | "all" => Ok(true),
        _ => Err(format!("-through: expected none, invalid or all, found `{word}`")),
    }
}

const HELP: &str = "\
Usage: lakmus herd7 [options] [test]*
Tests are files, or lists of files (@name); without any, their paths are read
from the standard input.

  -model F, -cat F     the model: a cat file, or the name of a model that ships
  -bell F              read the bell file F before the model
  -macros F            macros for tests in C
  -I D                 also look for models and their like in the directory D
  -conf F              read options from F: lines `option value`
  -variant V,...       switch on variants
  -unroll N            how often a jump back is taken
  -hexa B              numbers in hexadecimal
  -timeout S           give up a test after S seconds
  -candidates B, -c B  print the number of candidates
  -speedcheck false|true|fast
                       look only at what decides the condition
  -through none|invalid|all
                       let executions through that fail checks
  -skipcheck N, -skipchecks N,...
                       do not check what is called N
  -strictskip B        only executions that fail just the skipped checks
  -checkfilter B       whether `filter` counts
  -archcheck B         whether the architecture of the model must be the test's
  -names F, -oknames N,...   run only these tests
  -excl F, -nonames N,...    do not run these tests
  -rename F, -kinds F, -conds F
                       other names, kinds, conditions: lines `name \"text\"`
  -show prop|neg|cond|wit|all|none, -nshow N, -showone B
                       which executions are drawn
  -doshow R,..., -unshow R,...
                       which relations are drawn
  -o D                 write pictures as dot into D; `-` is the standard output
  -exit B              end with 1 if a test could not be run
  -v, -q               accepted

What only changes the looks of herd7's pictures is accepted and has no effect.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Options::parse(&words).map_err(|stop| match stop {
            Stop::Print(text) | Stop::Mistake(text) => text,
        })
    }

    #[test]
    fn options_may_stand_anywhere() {
        let options = parse("a.litmus -model sc.cat -unroll 3 b.litmus -hexa true -skipchecks a,b").unwrap();
        assert_eq!(options.tests, [PathBuf::from("a.litmus"), PathBuf::from("b.litmus")]);
        assert_eq!((options.model.as_deref(), options.unroll, options.hexadecimal), (Some("sc.cat"), Some(3), true));
        assert_eq!(options.herd.checks.skip.len(), 2);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "-hexa yes",
            "-unroll",
            "-unroll x",
            "-nosuch 1",
            "-show some",
            "-gv t",
            "-conf no-such-file",
            "-timeout 0",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
