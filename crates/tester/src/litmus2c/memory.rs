//! The locations of a test as objects of C.

use isa::c::standalone::{Spelled, StandaloneThread, TypeKind, identifier};
use litmus::{DeclaredType, Place, Symbol};
use program::{Computation, IdVec, Location, LocationId};
use sim::Test;
use source::{Diagnostic, Span};

use super::{declared, refusal};

/// A location.
pub(super) struct Global {
    /// Its name in the test.
    pub(super) name: String,
    /// Its name in C.
    pub(super) identifier: String,
    /// The type of a cell.
    pub(super) ctype: Spelled,
    /// The size of an array.
    pub(super) cells: Option<usize>,
    /// Its initialiser.
    pub(super) value: String,
    /// Whether another one may name it before it is defined.
    pub(super) is_named_early: bool,
}

impl Global {
    /// Its declaration without initialiser and semicolon.
    pub(super) fn declaration(&self) -> String {
        let cells = self.cells.map_or(String::new(), |cells| format!("[{cells}]"));
        format!("{}{cells}", declared(&self.ctype.text, &self.identifier))
    }

    /// The address of its first cell.
    pub(super) fn address(&self) -> String {
        if self.cells.is_some() { self.identifier.clone() } else { format!("&{}", self.identifier) }
    }
}

/// All locations, in their order.
pub(super) fn globals(
    test: &Test,
    envelope: &litmus::Test,
    threads: &[StandaloneThread],
) -> Result<Vec<Global>, Vec<Diagnostic>> {
    let locations = &test.lowered().program.locations;
    let mut diagnostics = Vec::new();
    let mut globals = Vec::new();
    for location in locations {
        match declare(location, envelope, threads) {
            Ok(ctype) => globals.push(Global {
                name: location.name.to_string(),
                identifier: identifier(&location.name),
                ctype,
                cells: location.is_array.then_some(location.cells.len()),
                value: String::new(),
                is_named_early: false,
            }),
            Err(refused) => diagnostics.push(refused),
        }
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    for (index, location) in locations.iter().enumerate() {
        for cell in &location.cells {
            if let Computation::Address(target, _) = *cell
                && target.number() as usize > index
            {
                globals[target.number() as usize].is_named_early = true;
            }
        }
        match initializer(location, &globals[index].ctype, locations, &globals) {
            Ok(value) => globals[index].value = value,
            Err(message) => diagnostics.push(refusal(place(&location.name, envelope, threads), &message)),
        }
    }
    if diagnostics.is_empty() { Ok(globals) } else { Err(diagnostics) }
}

/// Where a location is named: in the initial state, or as a parameter.
fn place(name: &str, envelope: &litmus::Test, threads: &[StandaloneThread]) -> Span {
    let item = envelope.init.iter().find(|item| item.place == Place::Global(Symbol::Named(name.into())));
    let parameters = || threads.iter().flat_map(|thread| &thread.parameters);
    let parameter = || parameters().find(|parameter| parameter.name == name).map(|parameter| parameter.span);
    item.map(|item| item.place_span).or_else(parameter).unwrap_or(envelope.name.span)
}

/// The type of the cells of a location: that of a parameter of its name, an atomic one first; without a parameter what the initial state says.
fn declare(location: &Location, envelope: &litmus::Test, threads: &[StandaloneThread]) -> Result<Spelled, Diagnostic> {
    let name = &location.name;
    let here = place(name, envelope, threads);
    let is_identifier = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_identifier || location.code.is_some() {
        return Err(refusal(here, &format!("the location `{name}` has a name that C has not")));
    }
    let parameters = threads.iter().flat_map(|thread| &thread.parameters);
    let mut types = parameters.filter(|parameter| parameter.name == *name);
    let Some(first) = types.next() else { return declared_type(location, envelope, here) };
    let mut found = first.pointee.clone();
    for other in types {
        if (other.pointee.kind == TypeKind::Mutex) != (found.kind == TypeKind::Mutex)
            || other.pointee.width != found.width
        {
            let message = format!("`{name}` is `{}` in one thread and `{}` in another", found.text, other.pointee.text);
            return Err(refusal(other.span, &message).label(first.span, "the other one"));
        }
        if other.pointee.is_atomic && !found.is_atomic {
            found = other.pointee.clone();
        }
    }
    match location.element {
        Some(element) if element.width != found.width && found.kind != TypeKind::Mutex => {
            let message =
                format!("`{name}` has {} bits in the initial state and is `{}` here", element.width, found.text);
            Err(refusal(first.span, &message).label(here, "the initial state"))
        }
        _ if found.kind == TypeKind::Void => Err(refusal(first.span, &format!("the type of `{name}` is `void`"))),
        _ => Ok(found),
    }
}

/// The type that the initial state gives a location; `int` without one.
fn declared_type(location: &Location, envelope: &litmus::Test, here: Span) -> Result<Spelled, Diagnostic> {
    let of_place =
        |name: &str| envelope.init.iter().find(|item| item.place == Place::Global(Symbol::Named(name.into())));
    let word = match of_place(&location.name).map(|item| &item.declared) {
        None | Some(DeclaredType::None) => Some("int".to_owned()),
        Some(DeclaredType::AnyPointer) => Some("int *".to_owned()),
        Some(DeclaredType::Plain(name) | DeclaredType::Array(name, _)) => Some(name.to_string()),
        Some(DeclaredType::Atomic(name)) => Some(format!("_Atomic {name}")),
        Some(DeclaredType::Pointer(name)) => Some(format!("{name} *")),
    };
    word.and_then(|word| Spelled::parse(&word))
        .ok_or_else(|| refusal(here, &format!("C11 has no such type as that of `{}`", location.name)))
}

fn initializer(
    location: &Location,
    ctype: &Spelled,
    locations: &IdVec<LocationId, Location>,
    globals: &[Global],
) -> Result<String, String> {
    if ctype.kind == TypeKind::Mutex {
        let is_free = location.cells.iter().all(|cell| matches!(cell, Computation::Constant(0, _)));
        let is_one = !location.is_array;
        let free = "PTHREAD_MUTEX_INITIALIZER".to_owned();
        return if is_free && is_one {
            Ok(free)
        } else {
            Err("a mutex that is locked at the start, or one of many".to_owned())
        };
    }
    let mut cells = Vec::new();
    for cell in &location.cells {
        let value = value(cell, locations, globals).ok_or("an initial value that C has not")?;
        cells.push(match (value.is_address, ctype.kind) {
            (true, TypeKind::Pointer) => format!("(void *){}", value.text),
            (true, _) if ctype.width < 64 => {
                return Err(format!("`{}` holds an address and is `{}`", location.name, ctype.text));
            }
            (true, _) => format!("(intptr_t){}", value.text),
            (false, _) => value.text,
        });
    }
    Ok(if location.is_array { format!("{{{}}}", cells.join(", ")) } else { cells.concat() })
}

/// A constant expression of C.
pub(super) struct Constant {
    pub(super) text: String,
    pub(super) is_address: bool,
}

/// An initial value; none for what C does not have.
pub(super) fn value(
    value: &Computation,
    locations: &IdVec<LocationId, Location>,
    globals: &[Global],
) -> Option<Constant> {
    match *value {
        Computation::Constant(bits, width) => number(bits, width).map(|text| Constant { text, is_address: false }),
        Computation::Address(location, offset) => {
            let global = globals.iter().find(|global| global.name == locations[location].name)?;
            let text =
                if offset == 0 { global.address() } else { format!("((char *){} + {offset})", global.address()) };
            Some(Constant { text, is_address: true })
        }
        _ => None,
    }
}

/// A number of `width` bits as C writes it, as a signed one.
pub(super) fn number(bits: u128, width: u16) -> Option<String> {
    let unused = 128_u32.saturating_sub(width.into());
    let value = (bits << unused) as i128 >> unused;
    if let Ok(value) = i32::try_from(value) {
        return Some(value.to_string());
    }
    let value = i64::try_from(value).ok()?;
    // The smallest number has no literal.
    Some(if value == i64::MIN { "INT64_MIN".to_owned() } else { format!("{value}ll") })
}
