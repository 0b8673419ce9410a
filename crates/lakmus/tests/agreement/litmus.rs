//! Programs as litmus tests, and what the simulator says of them.

use std::collections::BTreeSet;
use std::fmt::Write;

use arch::c11::Mapping;
use lakmus::shipped_model;
use sim::{Options, Test, simulate};
use source::Sources;

use crate::instructions::{self, Machine};
use crate::ir::Anchor;
use crate::program::{Place, Program, UNREAD};

/// The value of the register that says that a thread has come to its end, where one that loses a reservation does not.
const AT_END: u32 = 1;

/// Writes a thread as instructions.
pub(crate) struct ThreadWriter<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) lines: Vec<String>,
    pub(crate) thread: usize,
    /// How many reads there were.
    pub(crate) reads: usize,
    labels: usize,
}

impl ThreadWriter<'_> {
    pub(crate) fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    pub(crate) fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}x{}", self.thread, self.labels)
    }

    /// Behind all steps.
    pub(crate) fn done(&self) -> String {
        format!("DONE{}", self.thread)
    }

    /// Where a thread ends that has lost its reservation; outcomes with that are left out.
    pub(crate) fn lost(&self) -> String {
        format!("LOST{}", self.thread)
    }

    /// The register that the next read is kept in.
    pub(crate) fn result(&self) -> &'static str {
        self.machine.results[self.reads]
    }

    /// The register with the address of a location.
    pub(crate) fn address(&self, location: char) -> &'static str {
        let index = crate::shapes::LOCATIONS.iter().position(|known| *known == location).expect("a location");
        self.machine.addresses[index]
    }
}

/// A register as conditions name it.
fn machine_name(machine: &Machine, register: &str) -> String {
    (machine.whole)(register).trim_start_matches('%').to_owned()
}

/// A program as a litmus test.
pub(crate) struct Litmus {
    pub(crate) text: String,
    places: Vec<(Place, String)>,
    /// Names in outcomes that say whether a thread has come to its end.
    ends: Vec<String>,
}

impl Litmus {
    /// The program for a machine by a mapping, with these barriers before steps.
    pub(crate) fn of(
        program: &Program,
        machine: &'static Machine,
        mapping: &Mapping,
        fences: &[(Anchor, Vec<String>)],
    ) -> Litmus {
        let (mut columns, mut initial, mut ends) = (Vec::new(), String::new(), Vec::new());
        let mut places = Vec::new();
        for place in program.places() {
            match place {
                Place::Location(location) => {
                    let _ = write!(initial, "{location}=0; ");
                    places.push((place, location.to_string()));
                    for (thread, _) in program.threads.iter().enumerate() {
                        let index = crate::shapes::LOCATIONS.iter().position(|known| *known == location);
                        let register = machine.addresses[index.expect("a location")];
                        if !register.is_empty() {
                            let register = register.trim_start_matches('%');
                            let _ = write!(initial, "{thread}:{register}={location}; ");
                        }
                    }
                }
                Place::Read(thread, read) => {
                    let name = format!("{thread}:{}", machine_name(machine, machine.results[read]));
                    let _ = write!(initial, "{name}={UNREAD}; ");
                    places.push((place, name));
                }
            }
        }
        for (thread, steps) in program.threads.iter().enumerate() {
            let mut writer = ThreadWriter { machine, lines: vec![format!("P{thread}")], thread, reads: 0, labels: 0 };
            for (number, step) in steps.iter().enumerate() {
                let here = fences.iter().filter(|(anchor, _)| (anchor.thread, anchor.step) == (thread, number));
                here.for_each(|(_, lines)| lines.iter().for_each(|line| instructions::plain_line(&mut writer, line)));
                instructions::write(&mut writer, step, mapping);
                writer.reads += usize::from(step.access().is_some_and(|access| access.operation.reads()));
            }
            let done = writer.done();
            writer.line(format!("{done}:"));
            if writer.lines.iter().any(|line| line.ends_with(&writer.lost())) {
                let end = format!("{thread}:{}", machine_name(machine, machine.status));
                let _ = write!(initial, "{end}=0; ");
                ends.push(end);
                writer.line((machine.set)(machine.status, AT_END));
                let lost = writer.lost();
                writer.line(format!("{lost}:"));
            }
            columns.push(writer.lines);
        }
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
        let row = |row: usize| {
            let cells: Vec<&str> =
                columns.iter().map(|column| column.get(row).map(String::as_str).unwrap_or_default()).collect();
            cells.join(" | ") + " ;\n"
        };
        let body: String = (0..rows).map(row).collect();
        let observed = places.iter().map(|(_, name)| name).chain(&ends);
        let condition: Vec<String> = observed.map(|name| format!("{name}={UNREAD}")).collect();
        let text = format!("{} T\n{{ {initial}}}\n{body}exists ({})\n", machine.language, condition.join(" /\\ "));
        Litmus { text, places, ends }
    }

    pub(crate) fn load(&self, sources: &mut Sources) -> Test {
        let source = sources.add("agreement.litmus", self.text.clone());
        Test::load(sources, source, "T").unwrap_or_else(|found| panic!("{found:?}\n{}", self.text))
    }

    /// The outcomes that a shipped model allows.
    pub(crate) fn outcomes(&self, model: &str) -> BTreeSet<Vec<u32>> {
        let mut sources = Sources::new();
        let test = self.load(&mut sources);
        let model = shipped_model(model, test.language(), &mut sources).unwrap_or_else(|found| panic!("{found:?}"));
        let report =
            simulate(&test, &model, &Options::default()).unwrap_or_else(|error| panic!("{error:?}\n{}", self.text));
        self.read(report.states.iter().map(String::as_str))
    }

    /// Final states as the simulator prints them, as values of the program's places; without those of threads that have lost a reservation.
    pub(crate) fn read<'s>(&self, states: impl Iterator<Item = &'s str>) -> BTreeSet<Vec<u32>> {
        let outcome = |state: &str| {
            let value = |name: &str| {
                let mut parts = state.split(';').filter_map(|part| part.trim().split_once('='));
                let found = parts.find(|(known, _)| known.trim_matches(['[', ']']) == name);
                let (_, value) = found.unwrap_or_else(|| panic!("no {name} in {state}"));
                value.parse::<u32>().unwrap_or_else(|_| panic!("no number in {state}"))
            };
            let is_whole = self.ends.iter().all(|name| value(name) == AT_END);
            is_whole.then(|| self.places.iter().map(|(_, name)| value(name)).collect())
        };
        states.filter_map(outcome).collect()
    }
}
