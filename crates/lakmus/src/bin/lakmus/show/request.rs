//! What is to be shown of a test, checked.

use std::path::PathBuf;

use drawing::Theme;
use litmus::Quantifier;
use sim::Test;

use super::args::{Ground, ShowArgs, Wanted};

/// How many executions of a test are shown where nothing is said.
const DEFAULT_LIMIT: usize = 16;

/// What is to be shown of each test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShowRequest {
    pub(crate) wanted: Wanted,
    /// In place of the test's condition.
    pub(crate) outcome: Option<String>,
    pub(crate) unfold: bool,
    pub(crate) svg: Option<PathBuf>,
    pub(crate) dot: Option<PathBuf>,
    pub(crate) theme: Theme,
    pub(crate) also_show: Vec<String>,
    pub(crate) unshow: Vec<String>,
    pub(crate) all_events: bool,
    pub(crate) limit: usize,
    /// Only executions with this flag.
    pub(crate) flag: Option<String>,
    /// Whether the simulation ends with the last execution shown, so that nothing is to be said about others.
    pub(crate) ends_at_limit: bool,
    /// Whether executions are put into words and drawn in the log: not where they go into files.
    pub(crate) in_log: bool,
}

impl ShowRequest {
    /// Whether the executions that are shown are those in which the condition of `test` holds, or does not; `None` for all.
    pub(crate) fn satisfying(&self, test: &Test) -> Option<bool> {
        match self.wanted {
            Wanted::All | Wanted::Forbidden => None,
            Wanted::Prop => Some(true),
            Wanted::Neg => Some(false),
            Wanted::Wit => Some(test.lowered().quantifier != Quantifier::Forall),
        }
    }

    /// # Errors
    /// What makes no sense, as a sentence.
    pub(crate) fn new(args: ShowArgs) -> Result<Option<ShowRequest>, String> {
        let ShowArgs {
            show,
            outcome,
            unfold,
            why_differ: _,
            svg,
            dot,
            theme,
            show_relation,
            hide_relation,
            all_events,
            limit,
        } = args;
        if limit == Some(0) {
            return Err("--max-shown needs a number above 0".to_owned());
        }
        let Some(wanted) = show else {
            let needs_show = svg.is_some() || dot.is_some() || !show_relation.is_empty() || !hide_relation.is_empty();
            return match needs_show || all_events || limit.is_some() {
                true => Err("--svg, --dot and the like need --show, which says what executions are shown".to_owned()),
                false => Ok(None),
            };
        };
        let theme = match theme {
            Ground::Light => Theme::Light,
            Ground::Dark => Theme::Dark,
            Ground::Auto => Theme::Auto,
        };
        let in_log = svg.is_none() && dot.is_none();
        Ok(Some(ShowRequest {
            wanted,
            outcome,
            unfold,
            svg,
            dot,
            theme,
            also_show: show_relation,
            unshow: hide_relation,
            all_events,
            limit: limit.unwrap_or(DEFAULT_LIMIT),
            flag: None,
            ends_at_limit: false,
            in_log,
        }))
    }
}
