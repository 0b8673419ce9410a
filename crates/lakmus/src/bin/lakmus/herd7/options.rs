//! herd7's options, from the command line and from configuration files.

use std::path::PathBuf;
use std::time::Duration;

use super::edits::{kinds, names, table};
use super::values::{boolean, list, number, seconds};
use super::{HerdRequest, Restriction, SpeedCheck, conf, wanted};
use crate::show::args::Wanted;

/// What the options come to.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) model: Option<String>,
    pub(super) bell: Option<String>,
    pub(super) macros: Option<String>,
    pub(super) include: Vec<PathBuf>,
    /// What stands for herd7's library.
    pub(super) library: Option<PathBuf>,
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

/// Options that show pictures on the screen; here they are written to a file.
const VIEWERS: &[&str] = &["gv", "evince", "preview"];

/// Options that have one meaning only here: the values that have it in herd7, and why.
const FIXED: &[(&str, &[&str], &str)] = &[
    ("outcomereads", &["false"], "name what is to be shown by `locations` in the test"),
    ("dumpes", &["false"], "`-show all` draws executions"),
    ("statelessrc11", &["false"], "`-model rc11.cat` has the same states"),
    ("initwrites", &["true"], "models see the initial writes"),
    ("optace", &["iico", "false"], "only the model forbids executions"),
];

/// Options whose values make no difference here: there are no faults, and pages do not change by themselves.
const WITHOUT_EFFECT: &[&str] = &["macros-check", "maxphantom", "dumpallfaults"];

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
            "v" | "q" | "switch" => Ok(true),
            "version" => Err(Stop::Print(format!("herd7, as lakmus {} understands it\n", env!("CARGO_PKG_VERSION")))),
            "help" => Err(Stop::Print(HELP.to_owned())),
            "libdir" => match &self.library {
                Some(library) => Err(Stop::Print(format!("{}\n", library.display()))),
                None => Err(Stop::Mistake(
                    "-libdir: the models that ship are in the program; see `lakmus model list`".into(),
                )),
            },
            "web" => self.conf(self.find("web.cfg"), "web.cfg").map(|()| true),
            "c11" => self.conf(self.find("cpp11.cfg"), "cpp11.cfg").map(|()| true),
            name if VIEWERS.contains(&name) => {
                self.herd.has_no_viewer = true;
                Ok(true)
            }
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
            "I" | "include" => self.include.push(self.directory(value)),
            "set-libdir" => self.library = Some(PathBuf::from(value)),
            "variant" => self.variants.extend(list(value)),
            "unroll" => self.unroll = Some(number(option, value)?),
            "hexa" => self.hexadecimal = boolean(option, value)?,
            "timeout" => self.timeout = Some(seconds(option, value)?),
            "exit" => self.herd.stops_at_failure = boolean(option, value)?,
            "conf" => self.conf(self.find(value).or_else(|| self.beside(value)), value)?,
            "local-conf" => self.conf(self.beside(value), value)?,
            "view" => self.herd.has_no_viewer = true,
            "verbose" | "debug" => {}
            "show" => self.show = wanted(value)?,
            "showflag" => {
                self.show = Some(Wanted::All);
                self.herd.executions.show_flag = Some(value.to_owned());
            }
            "throughflag" => self.herd.executions.through_flag = Some(value.to_owned()),
            "badflag" => self.herd.executions.bad_flag = Some(value.to_owned()),
            "badexecs" => self.herd.executions.ends_at_bad = !boolean(option, value)?,
            "restrict" => self.herd.executions.restriction = restriction(value)?,
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
            "endian" => self.layout_of_memory(option, value, &["little", "big"], &["little"])?,
            "machsize" => {
                let sizes = ["byte", "short", "word", "quad", "oct", "auto"];
                self.layout_of_memory(option, value, &sizes, &["byte", "auto"])?;
            }
            name if LOOKS.contains(&name) || WITHOUT_EFFECT.contains(&name) => {}
            name => fixed(name, value)?,
        }
        Ok(())
    }

    /// An option about how memory lies in bytes: those of its values that are not `ours` are no matter where accesses are of whole cells.
    fn layout_of_memory(&mut self, option: &str, value: &str, known: &[&str], ours: &[&str]) -> Result<(), String> {
        if !known.contains(&value) {
            return Err(format!("{option}: expected {}, found `{value}`", known.join(", ")));
        }
        if !ours.contains(&value) {
            self.herd.for_whole_cells = Some(format!("{option} {value}"));
        }
        Ok(())
    }

    /// Options that select tests and change them.
    fn edit(&mut self, name: &str, value: &str) -> Result<(), String> {
        let file = || self.find(value).ok_or_else(|| format!("-{name}: there is no file `{value}`"));
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

    /// A file, found as models are.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let directories: Vec<PathBuf> = self.include.iter().chain(&self.library).cloned().collect();
        conf::find(name, &directories)
    }

    /// A file beside the configuration file that is being read.
    fn beside(&self, name: &str) -> Option<PathBuf> {
        let path = self.open.last()?.parent()?.join(name);
        path.is_file().then_some(path)
    }

    /// What `-I` names: `+D` is the directory D of the library.
    fn directory(&self, name: &str) -> PathBuf {
        match (name.strip_prefix('+'), &self.library) {
            (Some(inside), Some(library)) => library.join(inside),
            _ => PathBuf::from(name),
        }
    }

    /// A configuration file.
    fn conf(&mut self, found: Option<PathBuf>, name: &str) -> Result<(), Stop> {
        let (path, settings) = match found {
            Some(path) if self.open.contains(&path) => {
                return Err(format!("-conf: `{}` includes itself", path.display()).into());
            }
            Some(path) => {
                let settings = conf::read(&path)?;
                (path, settings)
            }
            None => {
                let settings = conf::herds(name).ok_or_else(|| format!("-conf: there is no file `{name}`"))?;
                (PathBuf::from(name), settings)
            }
        };
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

fn restriction(word: &str) -> Result<Restriction, String> {
    match word {
        "none" => Ok(Restriction::None),
        "nonambiguous" => Ok(Restriction::NonAmbiguous),
        "condone" => Ok(Restriction::ConditionOnce),
        "observed" => Ok(Restriction::Observed),
        _ => Err(format!("-restrict: expected observed, nonambiguous, condone or none, found `{word}`")),
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
  -set-libdir D        herd7's library: default models, what models include, and
                       configuration files come from there instead of ours
  -conf F              read options from F: lines `option value`
  -web, -c11           read herd7's web.cfg, cpp11.cfg
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
  -showflag F          draw executions with the flag F
  -throughflag F       only executions with the flag F count
  -badflag F           executions with the flag F are bad: the verdict is Undef
  -badexecs B          whether executions count behind the first bad one
  -restrict observed|nonambiguous|condone|none
                       print only tests with an execution, or with as many of them
                       as states, in all or where the condition holds
  -doshow R,..., -unshow R,...
                       which relations are drawn
  -o D                 write pictures as dot into D; `-` is the standard output
  -gv, -evince, -preview, -view V
                       write them into the current directory, as there is no viewer
  -machsize S, -endian E
                       for tests without accesses of mixed sizes all are alike
  -exit B              end with 1 if a test could not be run
  -v, -q               accepted

What only changes the looks of herd7's pictures is accepted and has no effect.
";

/// An option that has one meaning only, or none: whether `value` is that.
fn fixed(name: &str, value: &str) -> Result<(), Stop> {
    match FIXED.iter().find(|(fixed, ..)| *fixed == name) {
        Some((_, only, _)) if only.contains(&value) => Ok(()),
        Some((_, only, reason)) => {
            let only = only.join("` and `");
            Err(format!("-{name} {value} is not supported; there is `{only}` only: {reason}").into())
        }
        None => Err(format!("unknown option `-{name}`; `lakmus herd7 -help` lists what there is").into()),
    }
}

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
    fn what_means_the_same_here_is_taken() {
        for line in [
            "-machsize quad",
            "-machsize byte",
            "-endian big",
            "-initwrites true",
            "-optace iico",
            "-optace false",
            "-endian little",
            "-switch",
        ] {
            assert!(parse(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in [
            "-hexa yes",
            "-unroll",
            "-unroll x",
            "-nosuch 1",
            "-show some",
            "-endian middle",
            "-machsize huge",
            "-initwrites false",
            "-optace true",
            "-dumpes true",
            "-outcomereads true",
            "-statelessrc11 true",
            "-conf no-such-file",
            "-timeout 0",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
