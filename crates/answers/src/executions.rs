//! The executions that have an outcome.

use lakmus::drawing::{Layout, Theme};
use lakmus::sim::{Describer, Execution, Options, Picture, RunError, Selection, Simulation};
use lakmus::{Error, Session};
use serde::{Deserialize, Serialize};

use crate::shown::{Drawn, Shown};
use crate::texts::{ModelText, TestText, loaded, options, refuse};
use crate::{Done, Out};

/// So many executions are shown at most.
const MOST: usize = 1000;

/// The executions that have an outcome.
#[derive(Debug, Deserialize)]
pub(crate) struct Executions {
    #[serde(flatten)]
    wanted: Wanted,
}

/// One of them in another format.
#[derive(Debug, Deserialize)]
pub(crate) struct Draw {
    #[serde(flatten)]
    wanted: Wanted,
    /// Its number among them.
    index: usize,
    format: Format,
    /// Relations that are left out.
    #[serde(default)]
    hide: Vec<String>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    Svg,
    SvgDark,
    Dot,
    Tikz,
}

/// Which executions are wanted.
#[derive(Debug, Deserialize)]
struct Wanted {
    test: TestText,
    model: ModelText,
    /// The outcome, as the table has it; all where it is none.
    state: Option<String>,
    allowed: Option<bool>,
    /// Names of the model that are to be drawn, too.
    #[serde(default)]
    show: Vec<String>,
    /// Whether initial writes are drawn.
    #[serde(default)]
    initial: bool,
    /// Whether branches and accesses to registers are drawn.
    #[serde(default)]
    all_events: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    /// One that is shown until all are there.
    First(Shown),
    Execution(Shown),
    /// There are no more of them, or were not looked for.
    Last {
        count: usize,
        is_complete: bool,
    },
    Drawing {
        text: String,
    },
}

impl Executions {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        self.wanted.found(out, true, |out, drawn, is_complete| {
            let layouts = Layout::alike(drawn.iter().map(|one| &one.drawing));
            let mut count = 0;
            let all = drawn.len();
            for (one, layout) in drawn.into_iter().zip(&layouts) {
                if out.is_over() {
                    break;
                }
                out.say(&Answer::Execution(one.laid_out(count, layout)))?;
                count += 1;
            }
            out.say(&Answer::Last { count, is_complete: is_complete && count == all })
        })
    }
}

impl Draw {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        self.wanted.found(out, false, |out, mut drawn, _| {
            if self.index >= drawn.len() {
                return Ok(());
            }
            let mut drawing = drawn.swap_remove(self.index).drawing;
            drawing.retain_styles(|name| !self.hide.iter().any(|hidden| hidden == name));
            let text = match self.format {
                Format::Svg => drawing.to_svg(Theme::Light),
                Format::SvgDark => drawing.to_svg(Theme::Dark),
                Format::Dot => drawing.to_dot(),
                Format::Tikz => drawing.to_tikz(),
            };
            out.say(&Answer::Drawing { text })
        })
    }
}

impl Wanted {
    /// Looks for them, and gives them on: the forbidden ones in the order of how near they come to being allowed. With `early`, the first one that is met is shown at once, until all are
    /// there.
    fn found(&self, out: &mut Out<'_>, early: bool, then: impl FnOnce(&mut Out<'_>, Vec<Drawn>, bool) -> Done) -> Done {
        let mut session = Session::new();
        let Some((test, model)) = loaded(out, &mut session, &self.test, &self.model)? else { return Ok(()) };
        let options = options(out);
        let describer = session.describer(&test, &model);
        let found = match self.collect(out, &describer, &options, early)? {
            Ok(found) => found,
            Err(error) => return refuse(out, Some(0), &Error::of_run(error, session.sources()), &session),
        };
        let picture = self.picture(&found.all);
        let numbered = found.all.iter().enumerate();
        let mut drawn: Vec<Drawn> =
            numbered.map(|(index, execution)| Drawn::new(index, &describer, execution, &picture)).collect();
        drawn.sort_by_key(Drawn::distance);
        then(out, drawn, found.is_complete)
    }

    /// What is drawn of these.
    fn picture(&self, all: &[Execution]) -> Picture {
        // A column of initial writes in some drawings would move the threads of these.
        let initial = self.initial || all.iter().any(needs_initial_writes);
        Picture::default().with(|set| {
            set.initial_writes = initial;
            set.all_events = self.all_events;
        })
    }

    fn collect(
        &self,
        out: &mut Out<'_>,
        describer: &Describer<'_>,
        options: &Options<'_>,
        early: bool,
    ) -> std::io::Result<Result<Collected, RunError>> {
        let simulation = match Simulation::new(describer.test, describer.model, options) {
            Ok(simulation) => simulation,
            Err(error) => return Ok(Err(error)),
        };
        let selection = Selection::default().with(|set| {
            set.allowed = self.allowed;
            set.state = self.state.clone();
            set.evidence = true;
            set.also_show = self.show.clone();
        });
        let mut all = Vec::new();
        for execution in simulation.executions(selection) {
            match execution {
                Ok(_) if all.len() == MOST || out.is_half_over() => {
                    return Ok(Ok(Collected { all, is_complete: false }));
                }
                Ok(execution) => all.push(execution),
                Err(_) if out.is_over() => return Ok(Ok(Collected { all, is_complete: false })),
                Err(error) => return Ok(Err(error)),
            }
            if early && all.len() == 1 {
                let drawn = Drawn::new(0, describer, &all[0], &self.picture(&all));
                let layout = Layout::new(&drawn.drawing);
                out.say(&Answer::First(drawn.laid_out(0, &layout)))?;
            }
        }
        Ok(Ok(Collected { all, is_complete: true }))
    }
}

struct Collected {
    all: Vec<Execution>,
    is_complete: bool,
}

/// Whether the reason why an execution is forbidden goes by initial writes.
fn needs_initial_writes(execution: &Execution) -> bool {
    let shortest = execution.violations.first().and_then(|violation| violation.evidence.as_ref());
    shortest.is_some_and(|evidence| {
        evidence
            .base_steps()
            .iter()
            .any(|step| [step.source, step.target].iter().any(|&event| execution.events[event].thread.is_none()))
    })
}
