//! Mapping tables: the code for each atomic operation, written down. They stand in for compilers that cannot be run here (a JIT, a proposal), and for the
//! documents that compilers are to follow.
//!
//! A table is TOML:
//!
//! ```toml
//! name = "mine"
//! architecture = "aarch64"
//! source = "who says so"
//!
//! [[row]]
//! operation = "store"
//! order = ["seq_cst"]
//! size = [32, 64]
//! code = ["STLR {operand},[{object}]", "DMB ISH"]
//! ```
//!
//! Words in braces stand for registers: `{object}` holds the address, `{operand}` the operand, stored or desired value, `{expected}` the expected one;
//! `{result}` is to hold the value read; `{a}`, `{b}`, `{c}` are scratch. They have the size of the operation; `{w:a}` is the 32-bit name whatever
//! the size, `{x:a}` the 64-bit one. `{operand.high}` and its like are the upper halves of 128 bits. `{s}` is the suffix of instructions on
//! bytes and halfwords. `extension` names what the code relies on though no instruction shows it, such as `Ztso`. Labels are written `name:` in a line of their own.

use std::collections::BTreeSet;
use std::path::PathBuf;

use isa::c::standalone::pieces::{Operand, OperationKind};
use serde::{Deserialize, Serialize};

use crate::architecture::{Architecture, Dialect, Flow, Machine};
use crate::fragment::{Fragment, FragmentOperation, Given, Passed, argument_registers, result_registers};
use crate::ingest::{Body, BodyLine, CodeKind, from_lines, with_numbers};
use crate::outcome::mask;

/// A mapping table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MappingTable {
    /// What reports call it.
    pub name: String,
    /// The architecture of its code.
    pub architecture: Architecture,
    /// Where it comes from.
    pub source: String,
    /// The file that it was read from; none for those that ship.
    pub file: Option<PathBuf>,
    /// The extension of the architecture that its code relies on though no instruction shows it.
    pub extension: Option<&'static str>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row of a mapping table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The operations, by the words of C without `atomic_`.
    pub operation: OneOrMore<String>,
    /// The memory orders: of success for a compare-exchange.
    pub order: OneOrMore<String>,
    /// The orders on failure that it is for; all where there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<OneOrMore<String>>,
    /// How many bits the object has; nothing for fences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<OneOrMore<u16>>,
    /// The code, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code: Vec<String>,
    /// The code as a function of the object's address, the expected value where there is one, and the operand, by the procedure-call standard: what
    /// `lakmus abi write` writes. A compare-exchange gives whether it succeeded. Instead of `code`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Vec<String>>,
    /// A remark, such as what confirms it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// One or a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum OneOrMore<T> {
    /// One.
    One(T),
    /// A list.
    More(Vec<T>),
}

impl<T: PartialEq> OneOrMore<T> {
    /// Whether it is among them.
    pub fn has(&self, wanted: &T) -> bool {
        self.all().contains(wanted)
    }

    /// All of them.
    pub fn all(&self) -> &[T] {
        match self {
            OneOrMore::One(one) => std::slice::from_ref(one),
            OneOrMore::More(all) => all,
        }
    }
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    name: String,
    architecture: String,
    #[serde(default)]
    source: String,
    /// The shipped table whose rows are used where this one has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    otherwise: Option<String>,
    /// As [`MappingTable::extension`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extension: Option<String>,
    row: Vec<Row>,
}

/// The tables that ship: the mappings of [`arch`] for the architectures that pieces can be compiled for, in the order of these.
fn shipped() -> impl Iterator<Item = (Architecture, &'static arch::Mapping)> {
    let known = arch::mappings().filter_map(|mapping| Some((Architecture::find(mapping.architecture)?, mapping)));
    let mut known: Vec<_> = known.collect();
    known.sort_by_key(|(architecture, _)| *architecture);
    known.into_iter()
}

impl From<&arch::c11::Row> for Row {
    fn from(row: &arch::c11::Row) -> Row {
        fn words<T: Copy>(of: &[T], word: fn(T) -> &'static str) -> OneOrMore<String> {
            one_or_more(of.iter().map(|one| word(*one).to_owned()).collect())
        }
        Row {
            operation: words(row.operations, arch::c11::Operation::name),
            order: words(row.orders, arch::c11::Order::name),
            failure: (!row.failure.is_empty()).then(|| words(row.failure, arch::c11::Order::name)),
            size: (!row.sizes.is_empty()).then(|| one_or_more(row.sizes.to_vec())),
            code: row.code.iter().map(|line| (*line).to_owned()).collect(),
            function: None,
            note: row.note.map(str::to_owned),
        }
    }
}

fn one_or_more<T>(mut all: Vec<T>) -> OneOrMore<T> {
    match all.len() {
        1 => OneOrMore::One(all.remove(0)),
        _ => OneOrMore::More(all),
    }
}

impl MappingTable {
    /// The names of the tables that ship.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        shipped().map(|(_, mapping)| mapping.name)
    }

    /// The names of those that ship and are what a document asks of compilers, by architecture.
    pub fn documents() -> impl Iterator<Item = (Architecture, &'static str)> {
        shipped().filter(|(_, mapping)| mapping.is_document).map(|(architecture, mapping)| (architecture, mapping.name))
    }

    /// The names of those whose rows are tried as corrections.
    pub fn fixes() -> impl Iterator<Item = &'static str> {
        shipped().filter(|(_, mapping)| mapping.is_fix).map(|(_, mapping)| mapping.name)
    }

    /// A table that ships.
    pub fn shipped(name: &str) -> Option<MappingTable> {
        let (architecture, mapping) = shipped().find(|(_, mapping)| mapping.name == name)?;
        Some(MappingTable {
            name: mapping.name.to_owned(),
            architecture,
            source: mapping.source.to_owned(),
            file: None,
            extension: mapping.extension.and_then(|name| architecture.extension(name)),
            rows: mapping.all_rows().map(Row::from).collect(),
        })
    }

    /// Reads a table.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<MappingTable, String> {
        let file: TableFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let architecture = Architecture::find(&file.architecture)
            .ok_or_else(|| format!("the architecture `{}` is not supported", file.architecture))?;
        let extension = match &file.extension {
            None => None,
            Some(name) => Some(architecture.extension(name).ok_or_else(|| {
                format!("`{name}` is not an extension that distinguishes machines of {}", architecture.name())
            })?),
        };
        let mut rows = file.row;
        for row in &rows {
            for word in row.operation.all() {
                if OperationKind::find(word).is_none() {
                    let known = OperationKind::NAMES.iter().map(|(_, name)| *name);
                    let near = source::nearest(word, known).map(|near| format!(": did you mean `{near}`?"));
                    return Err(format!("`{word}` is no atomic operation{}", near.unwrap_or_default()));
                }
            }
        }
        if let Some(other) = &file.otherwise {
            let other = MappingTable::shipped(other).ok_or_else(|| format!("no table `{other}` ships"))?;
            // Behind the table's own rows: the first row that fits is the one that is used.
            rows.extend(other.rows);
        }
        Ok(MappingTable { name: file.name, architecture, source: file.source, file: None, extension, rows })
    }

    /// A table in TOML, which [`MappingTable::parse`] reads.
    pub fn write(&self) -> String {
        let file = TableFile {
            name: self.name.clone(),
            architecture: self.architecture.name().to_owned(),
            source: self.source.clone(),
            otherwise: None,
            extension: self.extension.map(str::to_owned),
            row: self.rows.clone(),
        };
        toml::to_string(&file).unwrap_or_default()
    }

    /// The rows for an operation, the first one first.
    fn rows_for<'t>(
        &'t self,
        kind: OperationKind,
        order: &'t str,
        failure: Option<&'t str>,
        width: u16,
    ) -> impl Iterator<Item = &'t Row> {
        self.rows.iter().filter(move |row| {
            row.operation.has(&kind.name().to_owned())
                && row.order.has(&order.to_owned())
                && row
                    .failure
                    .as_ref()
                    .is_none_or(|orders| failure.is_some_and(|failure| orders.has(&failure.to_owned())))
                && row.size.as_ref().is_none_or(|sizes| sizes.has(&width))
        })
    }

    /// The code for a function.
    pub(crate) fn body(&self, fragment: &Fragment) -> Result<Body, String> {
        let Some(operation) = &fragment.operation else {
            return Err("it is more than one atomic operation, and a mapping table speaks of operations".to_owned());
        };
        let of = &operation.operation;
        let row = self
            .rows_for(of.kind, of.order, of.failure, of.width)
            .next()
            .ok_or_else(|| format!("the table has no row for {} {} of {} bits", of.kind.name(), of.order, of.width))?;
        self.body_of(row, fragment, operation)
    }

    fn body_of(&self, row: &Row, fragment: &Fragment, operation: &FragmentOperation) -> Result<Body, String> {
        let code = Code::new(self.architecture, fragment, operation)?;
        let lines = match &row.function {
            Some(function) => code.function(function)?,
            None => code.lines(row)?,
        };
        let interface = fragment.interface();
        let extensions = self.extension.into_iter().collect();
        from_lines(lines, interface, self.architecture, CodeKind::Row, &extensions, BTreeSet::new())
    }

    /// What the rows for a function's operation do to memory, and the machine that each needs.
    pub(crate) fn skeletons(&self, fragment: &Fragment) -> Vec<(Vec<String>, Machine)> {
        let Some(operation) = &fragment.operation else { return Vec::new() };
        let of = &operation.operation;
        let rows = self.rows_for(of.kind, of.order, of.failure, of.width);
        let bodies = rows.filter_map(|row| self.body_of(row, fragment, operation).ok());
        bodies.map(|body| (body.skeleton, self.architecture.machine(&body.extensions))).collect()
    }
}

/// The usual code of a mapping for one operation, in registers: an operation by itself, part of no function.
#[derive(Clone, Debug)]
pub struct RowCode {
    /// What a litmus test in its language begins with.
    pub language: &'static str,
    /// The lines; labels are lines of their own, `name:`.
    pub lines: Vec<String>,
    /// The register with the address.
    pub object: &'static str,
    /// The one with the operand, the stored or the desired value.
    pub operand: &'static str,
    /// The one with the expected value.
    pub expected: &'static str,
    /// The one that has the value read at the end.
    pub result: &'static str,
}

impl RowCode {
    /// The code that `mapping` has for an operation on an object of so many bits; `failure` is the order on failure of a compare-exchange.
    ///
    /// # Errors
    /// When the mapping has no such row, or its architecture is not known.
    pub fn of(
        mapping: &arch::Mapping,
        operation: arch::c11::Operation,
        order: arch::c11::Order,
        failure: Option<arch::c11::Order>,
        size: u16,
    ) -> Result<RowCode, String> {
        let architecture = Architecture::find(mapping.architecture)
            .ok_or_else(|| format!("the architecture `{}` is not supported", mapping.architecture))?;
        let row = mapping.row(operation, order, failure, size).ok_or_else(|| {
            format!("the mapping {} has no code for {} {} of {size} bits", mapping.name, operation.name(), order.name())
        })?;
        let (dialect, convention) = (architecture.dialect(), architecture.convention());
        let of = |word: &str| dialect.scratch(word).map(|(low, _)| low).ok_or("no scratch register");
        // None of the scratch registers is among the arguments that are used.
        let expected = convention.arguments[1];
        let registers = |word: &str| match word {
            "object" => Some((convention.arguments[0], convention.arguments[0])),
            "expected" => Some((expected, expected)),
            _ => dialect.scratch(word),
        };
        let line = |line: &&str| in_registers(line, (size, convention.word), dialect, &registers);
        Ok(RowCode {
            language: architecture.word(),
            lines: row.code.iter().map(line).collect::<Result<_, _>>()?,
            object: convention.arguments[0],
            operand: of("operand")?,
            expected,
            result: of("result")?,
        })
    }
}

/// A line of a row with registers in place of its words; `width` is that of the operation, `word` that of registers.
fn in_registers(
    line: &str,
    (width, word): (u16, u16),
    dialect: &dyn Dialect,
    registers: &dyn Fn(&str) -> Option<(&'static str, &'static str)>,
) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let (name, behind) = behind.split_once('}').ok_or_else(|| format!("`{line}`: a brace is not closed"))?;
        rest = behind;
        if name == "s" {
            out.push_str(dialect.suffix(width));
            continue;
        }
        let (size, name) = match name.split_once(':') {
            Some(("w", name)) => (32, name),
            Some(("x", name)) => (64, name),
            Some(_) => return Err(format!("`{line}`: `{name}` stands for nothing")),
            // An address has its own size whatever is stored at it.
            None if name == "object" => (word, name),
            None => (width, name),
        };
        let (name, is_high) = name.strip_suffix(".high").map_or((name, false), |name| (name, true));
        let (low, high) = registers(name).ok_or_else(|| format!("`{line}`: `{name}` stands for nothing"))?;
        out.push_str(&dialect.sized(if is_high { high } else { low }, size.min(word)));
    }
    out.push_str(rest);
    Ok(out)
}

/// The code of a row for one function.
struct Code<'a> {
    architecture: Architecture,
    dialect: &'static dyn Dialect,
    /// How many bits a register has.
    word: u16,
    operation: &'a FragmentOperation,
    arguments: Vec<Vec<&'static str>>,
    results: Vec<Vec<&'static str>>,
}

impl<'a> Code<'a> {
    fn new(
        architecture: Architecture,
        fragment: &Fragment,
        operation: &'a FragmentOperation,
    ) -> Result<Code<'a>, String> {
        let convention = architecture.convention();
        let arguments = argument_registers(convention, &fragment.arguments).ok_or("too many arguments")?;
        let results = result_registers(convention, &fragment.results).ok_or("too many results")?;
        let (dialect, word) = (architecture.dialect(), convention.word);
        Ok(Code { architecture, dialect, word, operation, arguments, results })
    }

    /// The operand in its registers, where it is a number.
    fn number_operand(&self) -> Result<Vec<String>, String> {
        let Some(Operand::Number(number)) = self.operation.operation.operand else { return Ok(Vec::new()) };
        let (low, high) = self.dialect.scratch("operand").ok_or("no scratch register")?;
        let width = self.operation.operation.width;
        let number = mask(number, width);
        let mut lines = vec![self.constant(low, mask(number, self.word) as u64)?];
        if width > self.word {
            lines.push(self.constant(high, (number >> self.word) as u64)?);
        }
        Ok(lines)
    }

    fn constant(&self, register: &str, number: u64) -> Result<String, String> {
        let line = self.dialect.constant(register, number);
        line.ok_or_else(|| format!("the number {number} does not fit into one instruction"))
    }

    fn lines(&self, row: &Row) -> Result<Vec<BodyLine>, String> {
        let mut lines = Vec::new();
        lines.extend(self.number_operand()?.into_iter().map(BodyLine::Instruction));
        let mut labels: Vec<&str> = Vec::new();
        for line in &row.code {
            labels.extend(line.strip_suffix(':'));
        }
        // All labels are known before the first line is written, as a line may jump forwards.
        let number = |label: &str| labels.iter().position(|known| *known == label).map(|at| at + 1);
        for line in &row.code {
            if let Some(label) = line.strip_suffix(':') {
                lines.extend(number(label).map(BodyLine::Label));
                continue;
            }
            let text = self.with_registers(line)?;
            // A locked instruction that changes nothing near the stack pointer is a fence, as in compilers' code.
            let fence = text.starts_with("lock ").then(|| self.dialect.flow(&text, &|_| true));
            if let Some(Flow::Instructions(fence)) = fence {
                lines.extend(fence.into_iter().map(BodyLine::Instruction));
                continue;
            }
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            // A branch names its target last; anywhere else a word that is spelt like a label is a register or a
            // mnemonic.
            let text = match text.rfind(|c: char| !is_part(c)) {
                Some(at) => match number(&text[at + 1..]) {
                    Some(number) => format!("{}@{number}@", &text[..=at]),
                    None => text,
                },
                None => text,
            };
            lines.push(BodyLine::Instruction(text));
        }
        for text in self.epilogue()? {
            lines.push(BodyLine::Instruction(text));
        }
        Ok(lines)
    }

    /// A function's code with its arguments and results in their places.
    fn function(&self, function: &[String]) -> Result<Vec<BodyLine>, String> {
        if !matches!(self.operation.gives.as_slice(), [] | [Given::Result]) {
            return Err("the expected value behind a compare-exchange is not in such a row".to_owned());
        }
        let mut lines = self.number_operand()?;
        lines.extend(self.function_arguments()?);
        let labels: Vec<(&str, usize)> = function
            .iter()
            .filter_map(|line| line.strip_suffix(':'))
            .enumerate()
            .map(|(at, label)| (label, at + 1))
            .collect();
        let mut all: Vec<BodyLine> = lines.into_iter().map(BodyLine::Instruction).collect();
        for line in function {
            let label = line.strip_suffix(':').and_then(|label| labels.iter().find(|(known, _)| *known == label));
            all.push(match label {
                Some((_, number)) => BodyLine::Label(*number),
                None => BodyLine::Instruction(with_numbers(line, &labels)),
            });
        }
        Ok(all)
    }

    /// Moves the arguments to where such a function wants them: the address, the expected value, the operand, as far as there are any.
    fn function_arguments(&self) -> Result<Vec<String>, String> {
        let width = self.operation.operation.width;
        let mut wanted: Vec<(&str, Passed)> = Vec::new();
        if self.operation.object.is_some() {
            wanted.push(("object", Passed::Address));
        }
        if self.operation.expected.is_some() {
            wanted.push(("expected", Passed::Number(width)));
        }
        if self.operation.operation.operand.is_some() {
            wanted.push(("operand", Passed::Number(width)));
        }
        let passed: Vec<Passed> = wanted.iter().map(|(_, passed)| *passed).collect();
        let places = argument_registers(self.architecture.convention(), &passed).ok_or("too many arguments")?;
        // By way of symbolic registers, as one argument's place may be where another one comes from.
        let (mut to_between, mut from_between) = (Vec::new(), Vec::new());
        for ((word, _), place) in wanted.iter().zip(&places) {
            let (low, high) = self.registers(word).ok_or("an argument is missing")?;
            for (to, from) in place.iter().zip([low, high]).filter(|(to, from)| **to != *from) {
                let between = format!("%m{}", to_between.len());
                to_between.push(self.dialect.copy(&between, from));
                from_between.push(self.dialect.copy(to, &between));
            }
        }
        to_between.append(&mut from_between);
        Ok(to_between)
    }

    /// The registers for a word: low and high half.
    fn registers(&self, word: &str) -> Option<(&'static str, &'static str)> {
        let of = |argument: Option<usize>| {
            let registers = self.arguments.get(argument?)?;
            Some((*registers.first()?, *registers.last()?))
        };
        match word {
            "object" => of(self.operation.object),
            "operand" => of(self.operation.operand).or_else(|| self.dialect.scratch(word)),
            "expected" => of(self.operation.expected),
            _ => self.dialect.scratch(word),
        }
    }

    fn with_registers(&self, line: &str) -> Result<String, String> {
        let widths = (self.operation.operation.width, self.word);
        in_registers(line, widths, self.dialect, &|word| self.registers(word))
    }

    /// What gives the function's results.
    fn epilogue(&self) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let Some((low, high)) = self.registers("result") else { return Ok(lines) };
        let kind = self.operation.operation.kind;
        let compares = matches!(kind, OperationKind::CompareExchangeStrong | OperationKind::CompareExchangeWeak);
        // A result register may be one that a later line reads: the found value is copied first, from scratch.
        for (given, registers) in self.operation.gives.iter().zip(&self.results) {
            match given {
                Given::Result if compares => {
                    // Whether it has succeeded is derived from the value found: not every row has a flag or a status that says so.
                    let width = self.operation.operation.width;
                    let expected = self.registers("expected").ok_or("no expected value")?;
                    let equal = self.dialect.equal(registers[0], (low, high), expected, width);
                    lines.extend(equal.ok_or("the result of such a compare-exchange is not written by tables yet")?);
                }
                Given::Result | Given::Expected => {
                    for (to, from) in registers.iter().zip([low, high]) {
                        if *to != from {
                            lines.push(self.dialect.copy(to, from));
                        }
                    }
                }
            }
        }
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_tables_are_read_back_as_written() {
        for name in MappingTable::shipped_names() {
            let table = MappingTable::shipped(name).expect("it ships");
            assert_eq!(table.name, name);
            let again = MappingTable::parse(&table.write()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!((again.rows, again.extension), (table.rows, table.extension));
        }
    }

    /// Operations and orders have the same names in both crates.
    #[test]
    fn operations_are_those_of_arch() {
        for operation in arch::c11::Operation::ALL {
            assert!(OperationKind::find(operation.name()).is_some(), "{operation:?}");
        }
    }

    #[test]
    fn misspelt_operations_are_refused() {
        let text = "name=\"t\"\narchitecture=\"aarch64\"\n[[row]]\noperation=\"lod\"\norder=\"relaxed\"\ncode=[]\n";
        let error = MappingTable::parse(text).err();
        assert_eq!(error.as_deref(), Some("`lod` is no atomic operation: did you mean `load`?"));
    }
}
