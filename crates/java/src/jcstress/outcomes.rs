//! Declared outcomes, and what becomes of them under a model.

use std::collections::{BTreeMap, BTreeSet};

use isa::java::class::Exception;
use source::Span;
use tree_sitter::Node;

use super::classes::{ClassId, Classes};
use super::reader::{Reader, Reading};
use super::{STALE, TERMINATED};
use crate::termination::Termination;

/// What a declared outcome is expected to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// It may happen; `ACCEPTABLE`, `ACCEPTABLE_INTERESTING`, `ACCEPTABLE_SPECIAL` and `UNKNOWN`.
    Acceptable,
    /// It may not.
    Forbidden,
}

/// An `@Outcome`.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The results that it is for; none where it is for all others.
    pub ids: Vec<String>,
    /// What is expected of them.
    pub expect: Expect,
    /// Its place.
    pub span: Span,
}

/// A difference between what is declared and what a model says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Declared forbidden, and the model allows it.
    Allowed(String),
    /// Not declared, and so forbidden, and the model allows it.
    Undeclared(String),
    /// Declared acceptable, and the model forbids it.
    Forbidden(String),
}

/// Whether an `id`, which is a regular expression, is for a result: `.*` stands for anything, a point for one character, and everything else for itself.
fn fits(id: &str, result: &str) -> bool {
    let parts = |text: &str| text.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    let (id, result) = (parts(id), parts(result));
    if id == [".*"] {
        return true;
    }
    id.len() == result.len() && id.iter().zip(&result).all(|(id, value)| fits_one(id.as_bytes(), value.as_bytes()))
}

/// The same of one value.
fn fits_one(id: &[u8], value: &[u8]) -> bool {
    match (id, value) {
        ([b'.', b'*', rest @ ..], _) => (0..=value.len()).any(|skipped| fits_one(rest, &value[skipped..])),
        ([b'.', rest @ ..], [_, others @ ..]) => fits_one(rest, others),
        ([first, rest @ ..], [found, others @ ..]) => first == found && fits_one(rest, others),
        ([], []) => true,
        ([_, ..], []) | ([], [_, ..]) => false,
    }
}

/// The differences, for the results that a model allows.
pub(super) fn mismatches(declared: &[Declared], allowed: &BTreeSet<String>) -> Vec<Mismatch> {
    let mut all = Vec::new();
    for result in allowed {
        let explicit = declared.iter().find(|one| one.ids.iter().any(|id| fits(id, result)));
        let default = || declared.iter().find(|one| one.ids.is_empty());
        match explicit.or_else(default) {
            Some(one) if one.expect == Expect::Forbidden => all.push(Mismatch::Allowed(result.clone())),
            Some(_) => {}
            None => all.push(Mismatch::Undeclared(result.clone())),
        }
    }
    for one in declared.iter().filter(|one| one.expect == Expect::Acceptable) {
        let missing = one.ids.iter().filter(|id| !allowed.iter().any(|result| fits(id, result)));
        all.extend(missing.map(|id| Mismatch::Forbidden(id.clone())));
    }
    all
}

impl super::JcstressTest {
    /// The results that a model allows, given the lines of its outcomes, or, of a test that asks whether its actor ends, what the model says of that.
    pub fn results(&self, lines: &[String], termination: Option<&Termination>) -> BTreeSet<String> {
        let Some(termination) = termination.filter(|_| self.asks_for_end) else {
            return lines.iter().map(|line| self.result_of_line(line)).collect();
        };
        let ends = (!lines.is_empty()).then_some(TERMINATED);
        let goes_on = matches!(termination, Termination::MayGoOn(_)).then_some(STALE);
        ends.into_iter().chain(goes_on).map(str::to_owned).collect()
    }

    /// What the declared outcomes and a model do not agree about, for the results that it allows.
    pub fn mismatches(&self, allowed: &BTreeSet<String>) -> Vec<Mismatch> {
        mismatches(&self.declared, allowed)
    }

    /// A result as jcstress prints it, given the values of registers.
    pub fn result(&self, value: &dyn Fn(u32, &str) -> i64) -> String {
        let one = |shown: &super::Shown| {
            let number = shown.place.as_ref().map_or(0, |(thread, register)| value(*thread, register));
            match shown.letter {
                'Z' => (number != 0).to_string(),
                'C' => u32::try_from(number).ok().and_then(char::from_u32).unwrap_or_default().to_string(),
                'F' | 'D' => super::floating::to_string(number as u64, shown.letter == 'D'),
                'L' if number == 0 => "null".to_owned(),
                'L' => self.names.get(&number).cloned().unwrap_or_else(|| format!("object {number}")),
                _ => number.to_string(),
            }
        };
        self.shown.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The result that a line of outcomes shows (`0:r1=1; 1:r2=0;`); where an exception ended a thread it has no result, but the exception's name.
    pub fn result_of_line(&self, line: &str) -> String {
        let items: Vec<(&str, &str)> = line.split(';').filter_map(|item| item.trim().split_once('=')).collect();
        let of_exception = |(name, _): &&(&str, &str)| name.ends_with(":exception");
        for (_, exception) in items.iter().filter(of_exception) {
            match exception.parse().map(Exception::of_number) {
                // By its number, or by its name, of a thread that no condition asks about.
                Ok(Some(known)) => return known.name(),
                Ok(None) => {}
                Err(_) => return (*exception).to_owned(),
            }
        }
        let values: BTreeMap<&str, i64> =
            items.iter().filter_map(|(name, value)| Some((*name, value.parse().ok()?))).collect();
        self.result(&|thread, register| values.get(&*format!("{thread}:{register}")).copied().unwrap_or(0))
    }
}

/// The declared outcomes of a class, those of a class for metadata included.
pub(super) fn declared(classes: &Classes<'_>, id: ClassId) -> Reading<Vec<Declared>> {
    let (reader, node) = (classes[id].reader, classes[id].node);
    let mut all = Vec::new();
    for (name, annotation) in reader.annotations(node) {
        match name {
            "Outcome" => all.push(reader.outcome(annotation)?),
            "Outcomes" => {
                let mut pending = vec![annotation];
                while let Some(node) = pending.pop() {
                    if node != annotation && node.kind() == "annotation" {
                        all.push(reader.outcome(node)?);
                    } else {
                        pending.extend(reader.inner(node).into_iter().rev());
                    }
                }
            }
            "JCStressMeta" => {
                let text = reader.text(annotation);
                let other = text.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')').trim();
                let other = other.trim_end_matches(".class");
                let found = classes.named(other, Some(id)).filter(|found| *found != id);
                let found = found.ok_or_else(|| reader.refuse(annotation, "metadata of another file"))?;
                all.extend(declared(classes, found)?);
            }
            _ => {}
        }
    }
    Ok(all)
}

impl Reader<'_> {
    fn outcome(self, annotation: Node<'_>) -> Reading<Declared> {
        let (mut ids, mut expect) = (Vec::new(), None);
        let arguments = annotation.child_by_field_name("arguments").map(|all| self.inner(all)).unwrap_or_default();
        for argument in arguments {
            let (key, value) = (self.field(argument, "key")?, self.field(argument, "value")?);
            match self.text(key) {
                "id" => {
                    let values = match value.kind() {
                        "element_value_array_initializer" => self.inner(value),
                        _ => vec![value],
                    };
                    for value in values {
                        ids.push(self.id(value)?);
                    }
                }
                "expect" => {
                    let word = self.text(value).rsplit('.').next().unwrap_or_default();
                    let is_forbidden = word == "FORBIDDEN";
                    expect = Some(if is_forbidden { Expect::Forbidden } else { Expect::Acceptable });
                }
                _ => {}
            }
        }
        // An empty id is the default of the annotation: all others.
        ids.retain(|id| !id.is_empty());
        let expect = expect.ok_or_else(|| self.refuse(annotation, "an outcome without `expect`"))?;
        Ok(Declared { ids, expect, span: self.span(annotation) })
    }

    fn id(self, value: Node<'_>) -> Reading<String> {
        let text = self.text(value);
        let (Some(inner), "string_literal") =
            (text.strip_prefix('"').and_then(|text| text.strip_suffix('"')), value.kind())
        else {
            return Err(self.refuse(value, "an id that is computed"));
        };
        let is_plain =
            |part: &str| !part.replace(".*", "").contains(['*', '[', '(', '|', '\\', '?', '+', '{', '^', '$']);
        match inner.split(',').all(|part| is_plain(part.trim())) {
            true => Ok(inner.trim().to_owned()),
            false => Err(self.refuse(value, "a regular expression of more than `.` and `.*`")),
        }
    }
}

/// For messages.
impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mismatch::Allowed(id) => write!(f, "`{id}` is declared forbidden, and the model allows it"),
            Mismatch::Undeclared(id) => write!(f, "`{id}` is not declared, and so forbidden, and the model allows it"),
            Mismatch::Forbidden(id) => write!(f, "`{id}` is declared acceptable, and the model forbids it"),
        }
    }
}
