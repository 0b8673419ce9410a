//! How two models differ: the clauses that forbid what the other one allows, and the smallest test that they disagree about.

use lakmus::Session;
use lakmus::sim::{Model, Selection, Simulation, Test};
use serde::{Deserialize, Serialize};

use crate::places::{Place, place};
use crate::texts::{ModelText, TestText, options, refuse};
use crate::{Done, Out};

/// Programs of more events are not gone through: they are too many for who waits.
const MOST_EVENTS: usize = 4;

/// Which clauses of a model, each taken out alone, would let an outcome pass.
#[derive(Debug, Deserialize)]
pub(crate) struct Clauses {
    test: TestText,
    model: ModelText,
    state: String,
}

/// The smallest test that the first model allows and the second one forbids.
#[derive(Debug, Deserialize)]
pub(crate) struct Distinguish {
    /// A test of the language that is wanted.
    test: TestText,
    allow: ModelText,
    forbid: ModelText,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    /// Without this clause the outcome is allowed.
    Clause {
        clause: &'static str,
        text: String,
        place: Place,
    },
    /// So many were taken out.
    Clauses {
        count: usize,
        is_complete: bool,
    },
    Distinguishing {
        text: String,
        programs: u64,
    },
    NoneFound {
        events: usize,
        is_complete: bool,
        message: Option<String>,
    },
}

impl Clauses {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let mut session = Session::new();
        let test = match self.test.load(&mut session) {
            Ok(test) => test,
            Err(error) => return refuse(out, None, &error, &session),
        };
        let clauses = match self.model.load(&mut session, &test) {
            Ok(model) => model.cat().clauses(),
            Err(error) => return refuse(out, Some(0), &error, &session),
        };
        for (count, number) in (0..clauses.len()).enumerate() {
            if out.is_over() {
                return out.say(&Answer::Clauses { count, is_complete: false });
            }
            // A clause is taken out of a model for good: each time the model is read anew, with its own places.
            let mut own = Session::new();
            let Ok(test) = self.test.load(&mut own) else { continue };
            let Ok(mut model) = self.model.load(&mut own, &test) else { continue };
            let clause = model.cat().clauses()[number];
            model.take_out(&clause);
            if !allows(out, &test, &model, &self.state) {
                continue;
            }
            let text = own.sources().snippet(clause.span).split_whitespace().collect::<Vec<_>>().join(" ");
            out.say(&Answer::Clause { clause: clause.kind.name(), text, place: place(clause.span, own.sources()) })?;
        }
        out.say(&Answer::Clauses { count: clauses.len(), is_complete: true })
    }
}

/// Whether some execution with this final state is allowed.
fn allows(out: &Out<'_>, test: &Test, model: &Model, state: &str) -> bool {
    let options = options(out);
    let selection = Selection::default().with(|set| {
        set.allowed = Some(true);
        set.state = Some(state.to_owned());
    });
    // A model that does not run without the clause says nothing.
    Simulation::new(test, model, &options)
        .is_ok_and(|simulation| matches!(simulation.executions(selection).next(), Some(Ok(_))))
}

impl Distinguish {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let mut session = Session::new();
        let test = match self.test.load(&mut session) {
            Ok(test) => test,
            Err(error) => return refuse(out, None, &error, &session),
        };
        let (allow, forbid) = match (self.allow.load(&mut session, &test), self.forbid.load(&mut session, &test)) {
            (Ok(allow), Ok(forbid)) => (allow, forbid),
            (Err(error), _) => return refuse(out, Some(0), &error, &session),
            (_, Err(error)) => return refuse(out, Some(1), &error, &session),
        };
        let found = lakmus::distinguish::smallest(test.language().name(), &allow, &forbid, MOST_EVENTS, out.over);
        let answer = match found {
            Ok(Some(found)) => Answer::Distinguishing { text: found.text, programs: found.programs },
            Ok(None) => Answer::NoneFound { events: MOST_EVENTS, is_complete: !out.is_over(), message: None },
            Err(message) => Answer::NoneFound { events: 0, is_complete: false, message: Some(message) },
        };
        out.say(&answer)
    }
}
