//! A test from a cycle of relaxations.

use serde::{Deserialize, Serialize};

use crate::examples::generate;
use crate::{Done, Out};

/// The test of a cycle.
#[derive(Debug, Deserialize)]
pub(crate) struct Generate {
    architecture: String,
    cycle: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    Generated { name: String, text: String },
    NotGenerated { message: String },
}

impl Generate {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        out.say(&match generate(&self.architecture, &self.cycle) {
            Ok((name, text)) => Answer::Generated { name, text },
            Err(message) => Answer::NotGenerated { message },
        })
    }
}
