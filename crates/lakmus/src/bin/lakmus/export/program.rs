//! A test as a program that runs it many times, and what all programs share.

use execution::{Limits, ThreadPaths, Visible, sizes_of_cells};
use litmus::{FinalPlace, LoweredTest};
use program::{Computation, IdVec, Location, LocationId, ThreadId};
use sim::Test;
use source::{Diagnostic, SourceId, Sources};

use super::outcome::{self, Fields, location_number};
use super::{Exported, assembly, bpf, c, problem};

/// What programs share.
pub(super) const HARNESS: &str = include_str!("harness.h");

/// Code of one thread, as the body of a function with the parameters `memory_` (of the instance) and `shown_` (what registers hold at the end). A test may have any
/// other names.
pub(super) struct ThreadCode {
    /// The body.
    pub(super) body: String,
}

/// The program of a test.
pub(super) fn program(sources: &Sources, source: SourceId, name: &str) -> Result<Exported, Vec<Diagnostic>> {
    let test = Test::load(sources, source, name)?;
    if test.language().descriptor().default_model == Some("lkmm") {
        return Err(vec![problem(
            "the test calls primitives of the Linux kernel: `--kernel` makes it a kernel module",
        )]);
    }
    let lowered = test.lowered();
    if !lowered.further_conditions.is_empty() {
        return Err(vec![problem("the test has several conditions")]);
    }
    let fields = Fields::new(lowered).map_err(|error| vec![error])?;
    let (parsed, _) = litmus::parse(sources, source, name);
    let parsed = parsed.ok_or_else(Vec::new)?;
    let architecture = test.language().name().to_owned();
    if architecture == bpf::ARCHITECTURE {
        let text = bpf::program(&parsed, sources, &test, &fields)?;
        return Ok(Exported { name: lowered.name.clone(), text, architecture });
    }
    let threads = if architecture == "C" {
        c::threads(&parsed, sources, &fields)
    } else {
        assembly::threads(&parsed, sources, &test, &fields)
    };
    let threads = threads?;
    let text = text(lowered, &fields, &threads).map_err(|error| vec![error])?;
    Ok(Exported { name: lowered.name.clone(), text, architecture })
}

/// The types of the cells of all locations. One without a type is as large as the simulator has it: it may hold an address.
fn cell_types(test: &LoweredTest) -> Result<IdVec<LocationId, &'static str>, Diagnostic> {
    let paths = ThreadPaths::explore(&test.program, Visible::NoRegisters, &Limits::default());
    let paths = paths.map_err(|error| problem(error.to_string()))?;
    let sizes = sizes_of_cells(&test.program, &paths);
    let types = test.program.locations.iter_enumerated().map(|(id, memory)| cell_type(memory, sizes[id]));
    Ok(types.collect::<Result<Vec<_>, Diagnostic>>()?.into())
}

/// The type of a location's cells of so many bytes.
fn cell_type(memory: &Location, bytes: u32) -> Result<&'static str, Diagnostic> {
    let (width, signed) = (8 * bytes, memory.element.is_none_or(|element| element.signed));
    Ok(match (width, signed) {
        (8, true) => "int8_t",
        (8, false) => "uint8_t",
        (16, true) => "int16_t",
        (16, false) => "uint16_t",
        (32, true) => "int32_t",
        (32, false) => "uint32_t",
        (64, true) => "int64_t",
        (64, false) => "uint64_t",
        (other, _) => return Err(problem(format!("`{}` has cells of {other} bits", memory.name))),
    })
}

/// The name of a location in the program: `l0`.
pub(super) fn member(location: LocationId) -> String {
    format!("l{}", location_number(location))
}

fn initial_value(operation: &Computation, what: &str) -> Result<String, Diagnostic> {
    match operation {
        Computation::Constant(value, _) => Ok(format!("{:#x}u", *value as u64).replace('u', "ULL")),
        Computation::Address(location, offset) => {
            Ok(format!("(uintptr_t)((char *)&memory_->{} + {offset})", member(*location)))
        }
        _ => Err(problem(format!("the initial value of `{what}` is none of a program"))),
    }
}

/// The initial value of a register, as an expression over `memory_`.
pub(super) fn register_value(operation: &Computation, what: &str) -> Result<String, Diagnostic> {
    initial_value(operation, what)
}

/// The program, but for what all share.
pub(super) fn text(test: &LoweredTest, fields: &Fields<'_>, threads: &[ThreadCode]) -> Result<String, Diagnostic> {
    let types = cell_types(test)?;
    let mut text = format!("/* {} */\n#include \"harness.h\"\n\n", test.name.replace("*/", "* /"));
    text += "/* One instance of the test's memory. */\nstruct memory {\n";
    for (location, memory) in test.program.locations.iter_enumerated() {
        let (cell, name) = (types[location], member(location));
        text += &format!("  _Alignas(LINE) {cell} {name}[{}]; /* {} */\n", memory.cells.len(), memory.name);
    }
    text += "  char end;\n};\n\n";
    text += &format!("enum {{ THREADS = {}, LOCATIONS = {} }};\n\n", threads.len(), test.program.locations.len());
    text += &fields.declarations(&test.hash)?;
    text += "static void initialise(struct memory *memory_)\n{\n  (void)memory_;\n";
    for (location, memory) in test.program.locations.iter_enumerated() {
        let (cell, name) = (types[location], member(location));
        for (index, initial) in memory.cells.iter().enumerate() {
            let value = initial_value(initial, &memory.name)?;
            text += &format!("  *(volatile {cell} *)&memory_->{name}[{index}] = ({cell}){value};\n");
        }
    }
    text += "}\n\nstatic uintptr_t address_of(const struct memory *m, int location)\n{\n  switch (location) {\n";
    for location in test.program.locations.ids() {
        text += &format!("  case {}: return (uintptr_t)&m->{};\n", location_number(location), member(location));
    }
    text += "  default: return (uintptr_t)&m->end;\n  }\n}\n\n";
    for (number, thread) in threads.iter().enumerate() {
        text += &format!(
            "static void P{number}(struct memory *memory_, uint64_t *shown_)\n{{\n  (void)memory_;\n  (void)shown_;\n{}}}\n\n",
            thread.body
        );
    }
    text += "static void run_thread(int thread, struct memory *m, uint64_t *r)\n{\n  switch (thread) {\n";
    for number in 0..threads.len() {
        text += &format!("  case {number}: P{number}(m, r); break;\n");
    }
    text += "  default: break;\n  }\n}\n\n";
    text += "static void collect(const struct memory *m, uint64_t r[THREADS][VALUES], value_t *v)\n{\n  (void)m;\n  (void)r;\n";
    for (number, place) in fields.places().iter().enumerate() {
        let raw = match place.place {
            FinalPlace::Register(thread, _) => format!("r[{}][{number}]", program::Index::index(thread)),
            FinalPlace::Whole(location) => format!("(uint64_t)m->{}[0]", member(location)),
            FinalPlace::Cell(location, index) => format!("(uint64_t)m->{}[{index}]", member(location)),
        };
        text += &format!("  v[{number}] = named(m, {raw}, {});\n", outcome::cut(place, &raw)?);
    }
    text += "}\n\n#include \"harness.h\"\n";
    Ok(text)
}

/// The number of a thread's register among the values, for those that are in the fields.
pub(super) fn slots<'a>(
    fields: &'a Fields<'_>,
    thread: ThreadId,
) -> impl Iterator<Item = (usize, litmus::RegisterPart)> + 'a {
    fields.places().iter().enumerate().filter_map(move |(number, place)| match place.place {
        FinalPlace::Register(of, part) if of == thread => Some((number, part)),
        FinalPlace::Register(..) | FinalPlace::Whole(_) | FinalPlace::Cell(..) => None,
    })
}

/// How to build all programs on a machine of an architecture.
pub(super) fn makefile(names: &[&str], architecture: &str) -> String {
    let language = isa::language(architecture);
    let options =
        language.and_then(|language| language.descriptor().inline_assembly).map_or("", |inline| inline.options);
    let libraries = if architecture == "C" { " -latomic" } else { "" };
    let programs: Vec<String> = names.iter().map(|name| format!("{name}.exe")).collect();
    format!(
        "CC = gcc\nCFLAGS = -O2 -Wall -std=gnu11 -fomit-frame-pointer {options}\nLDLIBS = -pthread{libraries}\nPROGRAMS = {}\n\nall: $(PROGRAMS)\n\n\
         %.exe: %.c harness.h\n\t$(CC) $(CFLAGS) -o $@ ./$< $(LDLIBS)\n\nclean:\n\trm -f -- $(PROGRAMS)\n",
        programs.join(" ")
    )
}

/// A script that runs all programs.
pub(super) fn script(names: &[&str]) -> String {
    let mut text = "#!/bin/sh\n# Runs all tests; options go to each: -s N instances a round, -r N rounds.\ncd \"$(dirname \"$0\")\" || exit 1\n".to_owned();
    for name in names {
        text += &format!("./{name}.exe \"$@\"\n");
    }
    text
}
