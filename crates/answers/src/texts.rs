//! Texts that questions carry, read; and those that ship.

use lakmus::sim::{Model, Options, Test};
use lakmus::{Error, ErrorKind, Session};
use serde::{Deserialize, Serialize};

use crate::places::{Remark, remarks};
use crate::{Done, Out};

/// A litmus test.
#[derive(Debug, Deserialize)]
pub(crate) struct TestText {
    /// What messages call it.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A model: one that ships, or a text.
#[derive(Debug, Deserialize)]
pub(crate) struct ModelText {
    pub(crate) name: String,
    /// Where it is not the text that ships.
    #[serde(default)]
    pub(crate) text: Option<String>,
}

/// What is wrong with a text.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Refused<'r> {
    Refused {
        /// The model's place among those that were asked about; none where the test is at fault.
        model: Option<usize>,
        remarks: Vec<Remark>,
        message: &'r str,
    },
    /// The answer has limits of its own: it was cancelled, or is too large.
    Stopped { model: Option<usize>, message: &'r str },
}

impl TestText {
    pub(crate) fn load(&self, session: &mut Session) -> Result<Test, Error> {
        session.test(&self.name, &self.text)
    }
}

impl ModelText {
    pub(crate) fn load(&self, session: &mut Session, test: &Test) -> Result<Model, Error> {
        match &self.text {
            None => session.model(&self.name, test),
            Some(text) => session.cat_model(&format!("{}.cat", self.name), text, test),
        }
    }
}

/// How every question simulates.
pub(crate) fn options<'a>(out: &Out<'a>) -> Options<'a> {
    Options::default().with(|set| {
        set.cancel = Some(out.over);
        set.accepts_no_execution = true;
    })
}

/// A test and the one model that it is asked under; none where something is wrong, which is said.
pub(crate) fn loaded(
    out: &mut Out<'_>,
    session: &mut Session,
    test: &TestText,
    model: &ModelText,
) -> std::io::Result<Option<(Test, Model)>> {
    let test = match test.load(session) {
        Ok(test) => test,
        Err(error) => return refuse(out, None, &error, session).map(|()| None),
    };
    match model.load(session, &test) {
        Ok(model) => Ok(Some((test, model))),
        Err(error) => refuse(out, Some(0), &error, session).map(|()| None),
    }
}

/// Says what is wrong.
pub(crate) fn refuse(out: &mut Out<'_>, model: Option<usize>, error: &Error, session: &Session) -> Done {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::Refused(found) => {
            out.say(&Refused::Refused { model, remarks: remarks(found, session.sources()), message: &message })
        }
        _ => out.say(&Refused::Stopped { model, message: &message }),
    }
}

/// The text of a file that ships: a model, or what models include.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    name: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "file")]
struct FileText<'t> {
    name: &'t str,
    text: Option<&'static str>,
}

impl File {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let text = lakmus::models::model(&self.name).and_then(|model| lakmus::models::file(model.file));
        out.say(&FileText { name: &self.name, text: text.or_else(|| lakmus::models::file(&self.name)) })
    }
}
