//! The instructions of atomic operations, as litmus tests have them.
//!
//! An operation becomes the thread of a litmus test: of the target's language the row of a mapping, and of C a statement. `isa` reads it, so that what events it has, their tags
//! and what depends on what are the same as in litmus tests.

use std::rc::Rc;
use std::sync::Arc;

use arch::Mapping;
use arch::c11::{Operation, Order};
use litmus::Language;
use mix::RowCode;
use program::{Index, Program, RegisterId, Width};
use rustc_hash::FxHashMap;
use source::Sources;

use crate::kernel;

/// An access or a fence of C: an atomic operation, or an access that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wanted {
    pub(crate) operation: Operation,
    /// None for plain accesses.
    pub(crate) order: Option<Order>,
    /// Of a compare-exchange.
    pub(crate) failure: Option<Order>,
    /// In bits; 0 for fences.
    pub(crate) size: Width,
}

/// What a register has, or is to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) register: RegisterId,
    pub(crate) width: Width,
}

/// The code of an operation.
pub(crate) struct Row {
    /// A program of one thread.
    pub(crate) program: Program,
    pub(crate) object: Option<Part>,
    pub(crate) operand: Option<Part>,
    pub(crate) expected: Option<Part>,
    /// What was read.
    pub(crate) result: Option<Part>,
    /// Whether a compare-exchange has written, where its code says so.
    pub(crate) success: Option<Part>,
    /// Whether the code tries again when a store-conditional fails.
    pub(crate) retries: bool,
}

/// The codes that were looked up.
pub(crate) struct Rows {
    mapping: Option<&'static Mapping>,
    is_of_the_kernel: bool,
    known: FxHashMap<Wanted, Result<Rc<Row>, String>>,
    barriers: FxHashMap<String, Option<Rc<Row>>>,
    /// By number and bits.
    primitives: FxHashMap<(usize, Width), Result<Rc<Row>, String>>,
}

impl Rows {
    /// Those of a mapping; without one those of C itself.
    pub(crate) fn new(mapping: Option<&'static Mapping>) -> Rows {
        Rows {
            mapping,
            is_of_the_kernel: false,
            known: FxHashMap::default(),
            barriers: FxHashMap::default(),
            primitives: FxHashMap::default(),
        }
    }

    /// Those of the Linux kernel: what the thread library is made of are its primitives.
    pub(crate) fn of_the_kernel() -> Rows {
        Rows { is_of_the_kernel: true, ..Rows::new(None) }
    }

    /// Whether primitives of the Linux kernel have a meaning, and atomic operations of C11 have none.
    pub(crate) fn is_of_the_kernel(&self) -> bool {
        self.is_of_the_kernel
    }

    /// A primitive of the Linux kernel, by its number, on an object of so many bits.
    pub(crate) fn primitive(&mut self, number: usize, size: Width) -> Result<Rc<Row>, String> {
        let known = self.primitives.entry((number, size));
        known.or_insert_with(|| of_primitive(number, size).map(Rc::new)).clone()
    }

    /// Assembly that is nothing but barriers of the target.
    pub(crate) fn barriers(&mut self, text: &str) -> Option<Rc<Row>> {
        if let Some(known) = self.barriers.get(text) {
            return known.clone();
        }
        let row = self.mapping.and_then(|mapping| of_barriers(mapping, text)).map(Rc::new);
        self.barriers.insert(text.to_owned(), row.clone());
        row
    }

    pub(crate) fn row(&mut self, wanted: Wanted) -> Result<Rc<Row>, String> {
        if let Some(known) = self.known.get(&wanted) {
            return known.clone();
        }
        let row = match (self.mapping, wanted.order) {
            (Some(mapping), _) => of_mapping(mapping, wanted).map(Rc::new),
            (None, Some(order)) if self.is_of_the_kernel => {
                let primitive = kernel::of_c11(wanted.operation, order).and_then(kernel::number_of);
                let name = wanted.operation.name();
                let message =
                    || format!("no primitive of the Linux kernel is `{name}` with the order {}", order.name());
                primitive.ok_or_else(message).and_then(|number| self.primitive(number, wanted.size))
            }
            (None, _) => of_c(wanted).map(Rc::new),
        };
        self.known.insert(wanted, row.clone());
        row
    }
}

fn of_barriers(mapping: &Mapping, text: &str) -> Option<Row> {
    let architecture = arch::architecture(mapping.architecture)?;
    let lines: Vec<&str> = text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).collect();
    if !lines.iter().all(|line| architecture.barrier(line).is_some()) {
        return None;
    }
    let rows: Vec<String> = lines.iter().map(|line| format!(" {line} ;\n")).collect();
    let program = read(&format!("{} row\n{{ }}\n P0 ;\n{}exists (true)\n", architecture.name, rows.concat())).ok()?;
    let nothing = (None, None, None);
    let (object, operand, expected) = nothing;
    Some(Row { program, object, operand, expected, result: None, success: None, retries: false })
}

fn of_mapping(mapping: &Mapping, wanted: Wanted) -> Result<Row, String> {
    let order = wanted.order.unwrap_or(Order::Relaxed);
    let code = RowCode::of(mapping, wanted.operation, order, wanted.failure, wanted.size)?;
    let mut text = format!("{} row\n{{ }}\n P0 ;\n", code.language);
    let mut labels = String::new();
    for line in &code.lines {
        match line.strip_suffix(':') {
            Some(label) => labels = format!("{labels}{label}: "),
            // herd wants an instruction behind a label: labels without one go to the next line.
            None => {
                text.push_str(&format!(" {labels}{line} ;\n"));
                labels.clear();
            }
        }
    }
    if !labels.is_empty() {
        text.push_str(&format!(" {labels} ;\n"));
    }
    text.push_str("exists (true)\n");
    let program = read(&text)?;
    let part = |name: &str| part(&program, name);
    let is_fence = wanted.operation == Operation::Fence;
    // Code names its registers by role; an operation without that role must not find another one's register by chance.
    let is_compare = matches!(wanted.operation, Operation::CompareExchangeStrong | Operation::CompareExchangeWeak);
    let row = Row {
        object: if is_fence { None } else { part(code.object) },
        operand: if is_fence || wanted.operation == Operation::Load { None } else { part(code.operand) },
        expected: if is_compare { part(code.expected) } else { None },
        result: if is_fence || wanted.operation == Operation::Store { None } else { part(code.result) },
        success: None,
        retries: code.lines.iter().any(|line| line == "loop:"),
        program,
    };
    if !is_fence && row.object.is_none() {
        return Err(format!("the code of {} names no register `{}`", wanted.operation.name(), code.object));
    }
    Ok(row)
}

fn of_primitive(number: usize, size: Width) -> Result<Row, String> {
    let primitive = kernel::primitives().get(number).ok_or("the header of another version")?;
    let text = primitive.test(size).ok_or_else(|| format!("`{}` of {size} bits", primitive.name))?;
    // Some primitives have names of C11's, and would be those.
    let kernel: Arc<dyn Language> = Arc::new(*kernel::language(true));
    let program = read_in(&[kernel], &text)?;
    let part = |name: &str| part(&program, name);
    let has_object = kernel::kind(&program) != kernel::Kind::Fence;
    Ok(Row {
        object: if has_object { part("object") } else { None },
        operand: part("operand"),
        expected: part("expected"),
        result: part("result"),
        success: None,
        retries: false,
        program,
    })
}

fn of_c(wanted: Wanted) -> Result<Row, String> {
    let ty = match wanted.size {
        0 | 32 => "uint",
        8 => "uchar",
        16 => "ushort",
        64 => "ulong",
        other => return Err(format!("C has no atomic operation of {other} bits")),
    };
    let plain = match ty {
        "uint" => "unsigned int",
        "uchar" => "unsigned char",
        "ushort" => "unsigned short",
        _ => "unsigned long",
    };
    let memory_order = |order: Order| format!("memory_order_{}", order.name());
    let statement = match (wanted.operation, wanted.order) {
        (Operation::Load, None) => format!("{plain} result = *object;"),
        (Operation::Store, None) => "*object = operand;".to_owned(),
        (Operation::Load, Some(order)) => {
            format!("{plain} result = atomic_load_explicit(object, {});", memory_order(order))
        }
        (Operation::Store, Some(order)) => format!("atomic_store_explicit(object, operand, {});", memory_order(order)),
        (Operation::Fence, order) => {
            format!("atomic_thread_fence({});", memory_order(order.unwrap_or(Order::SeqCst)))
        }
        (Operation::CompareExchangeStrong | Operation::CompareExchangeWeak, order) => {
            let order = order.unwrap_or(Order::SeqCst);
            format!(
                "int success = atomic_{}_explicit(object, &expected, operand, {}, {});",
                wanted.operation.name(),
                memory_order(order),
                memory_order(wanted.failure.unwrap_or(Order::Relaxed)),
            )
        }
        (operation, order) => format!(
            "{plain} result = atomic_{}_explicit(object, operand, {});",
            operation.name(),
            memory_order(order.unwrap_or(Order::SeqCst))
        ),
    };
    // Plain accesses are to plain objects, as a model of C distinguishes them by their tags.
    let pointed = if wanted.order.is_some() { format!("atomic_{ty}") } else { plain.to_owned() };
    let text = format!(
        "C row\n{{ }}\nP0({pointed}* object) {{\n  {plain} operand;\n  {plain} expected;\n  {statement}\n}}\nexists (true)\n"
    );
    let program = read(&text)?;
    let part = |name: &str| part(&program, name);
    let is_compare = matches!(wanted.operation, Operation::CompareExchangeStrong | Operation::CompareExchangeWeak);
    Ok(Row {
        object: part("object"),
        operand: part("operand"),
        expected: part("expected"),
        // A compare-exchange leaves what it has read in place of what was expected.
        result: part(if is_compare { "expected" } else { "result" }),
        success: part("success"),
        retries: false,
        program,
    })
}

fn part(program: &Program, name: &str) -> Option<Part> {
    let names = |known: &str| known.eq_ignore_ascii_case(name) || known.strip_suffix(" (hidden)") == Some(name);
    let at = program.registers.iter().position(|register| names(&register.name))?;
    let register = RegisterId::new(at);
    Some(Part { register, width: program.registers[register].width })
}

fn read(text: &str) -> Result<Program, String> {
    read_in(&[], text)
}

/// The same; `languages` stand in for the known ones of their names.
fn read_in(languages: &[Arc<dyn Language>], text: &str) -> Result<Program, String> {
    let mut sources = Sources::new();
    let source = sources.add("row", text);
    let test = sim::Test::load_in(languages, &sources, source, "row")
        .map_err(|found| format!("{}: {text}", found.first().map_or("", |diagnostic| &diagnostic.message)))?;
    Ok(test.lowered().program.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_c_and_of_the_usual_mappings_is_read() {
        let wanted = |operation: Operation, order| Wanted {
            operation,
            order: Some(order),
            failure: matches!(operation, Operation::CompareExchangeStrong).then_some(Order::Relaxed),
            size: if operation == Operation::Fence { 0 } else { 32 },
        };
        // The machines of SPARC are explored by tests of x86, and have no instructions here.
        let has_language = |model: &arch::Model| {
            arch::architecture(model.mapping.architecture).is_some_and(|known| isa::language(known.name).is_some())
        };
        let mappings = arch::Model::all().filter(has_language).map(|model| model.mapping);
        for mapping in mappings.map(Some).chain([None]) {
            let mut rows = Rows::new(mapping);
            for operation in [
                Operation::Load,
                Operation::Store,
                Operation::Exchange,
                Operation::FetchAdd,
                Operation::CompareExchangeStrong,
                Operation::Fence,
            ] {
                for &order in operation.orders() {
                    if order == Order::Consume {
                        continue;
                    }
                    let name = mapping.map_or("C", |mapping| mapping.name);
                    let row = rows.row(wanted(operation, order));
                    let row = row.unwrap_or_else(|error| panic!("{name} {operation:?} {order:?}: {error}"));
                    assert_eq!(
                        row.result.is_some(),
                        !matches!(operation, Operation::Store | Operation::Fence),
                        "{name} {operation:?}"
                    );
                }
            }
        }
    }
}
