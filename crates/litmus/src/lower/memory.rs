//! The memory of a test: its locations with types and initial values.

use program::{
    CodePlace, Computation, ElementType, IdVec, Index, InitialRegister, Location, LocationId, Name, Program, Width,
    WordId, truncate,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use source::{Diagnostic, Span, nearest};

use super::ctype;
use super::registers::Registers;
use crate::{Code, DeclaredType, InitItem, Number, NumberFormat, Place, RegisterPart, Symbol, Test, Value};

/// The size of an instruction that is a value.
const WORD_WIDTH: Width = 32;

/// So few locations are searched by name one after the other.
const FEW_LOCATIONS: usize = 32;

/// Locations, and how their numbers print.
pub(super) struct Memory<'c> {
    code: &'c dyn Code,
    pub(super) locations: IdVec<LocationId, Location>,
    /// By the number of the location.
    formats: SmallVec<[NumberFormat; 8]>,
    /// All locations, when there are more than [`FEW_LOCATIONS`].
    by_name: FxHashMap<Name, LocationId>,
    /// The words that values can be, as states show them.
    pub(super) words: IdVec<WordId, String>,
    pub(super) address_width: Width,
}

impl<'c> Memory<'c> {
    /// The locations that the initial state and the instructions name, with their initial values.
    pub(super) fn new(
        test: &Test,
        code: &'c dyn Code,
        address_width: Width,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Memory<'c> {
        let named_in_code = code.locations();
        let mut memory = Memory {
            code,
            locations: Vec::with_capacity(test.init.len() + named_in_code.len()).into(),
            formats: SmallVec::new(),
            by_name: FxHashMap::default(),
            words: IdVec::new(),
            address_width,
        };
        for item in &test.init {
            match &item.place {
                Place::Global(Symbol::Named(name)) => memory.declare(name, item, diagnostics),
                Place::Global(symbol) => diagnostics.push(unsupported_symbol(symbol, item.place_span)),
                Place::Register { .. } | Place::Symbolic { .. } => {}
            }
        }
        for item in &test.init {
            named_locations(&item.value).for_each(|name| _ = memory.find_or_add(name));
        }
        for name in &named_in_code {
            memory.find_or_add(name);
        }
        memory.widen_targets(test, diagnostics);
        for item in &test.init {
            if let Place::Global(Symbol::Named(name)) = &item.place {
                memory.set(name, item, diagnostics);
            }
        }
        memory
    }

    /// The location of this name.
    pub(super) fn find(&self, name: &str) -> Option<LocationId> {
        if self.locations.len() > FEW_LOCATIONS {
            return self.by_name.get(name).copied();
        }
        self.locations.iter_enumerated().find(|(_, location)| location.name == name).map(|(id, _)| id)
    }

    /// The location of this name, made as an untyped scalar 0 when there is none.
    pub(super) fn find_or_add(&mut self, name: &str) -> LocationId {
        match self.find(name) {
            Some(id) => id,
            None => self.add(name, None, NumberFormat::INT, None),
        }
    }

    /// How the numbers in a location print.
    pub(super) fn format(&self, location: LocationId) -> NumberFormat {
        self.formats[location.index()]
    }

    /// A name that [`Memory::find`] knows and that may have been meant. Names of one letter are all near to each
    /// other, so it must have a letter in common with the one written.
    pub(super) fn similar(&self, written: &str) -> Option<&str> {
        let names = self.locations.iter().map(|location| location.name.as_str());
        nearest(written, names.filter(|name| name.contains(|letter| written.contains(letter))))
    }

    /// Makes a location whose cells are 0; `array` is the size of an array.
    fn add(
        &mut self,
        name: &str,
        element: Option<ElementType>,
        format: NumberFormat,
        array: Option<u64>,
    ) -> LocationId {
        let zero = Computation::Constant(0, element.map_or(self.address_width, |element| element.width));
        // The parser bounds the sizes of arrays.
        let cells = SmallVec::from_elem(zero, array.unwrap_or(1) as usize);
        self.formats.push(format);
        let location = Location { name: name.into(), element, is_array: array.is_some(), cells, code: None };
        let added = self.locations.push(location);
        match self.locations.len().checked_sub(FEW_LOCATIONS) {
            None | Some(0) => {}
            Some(1) => {
                let all = self.locations.iter_enumerated();
                self.by_name = all.map(|(id, location)| (location.name.clone(), id)).collect();
            }
            Some(_) => _ = self.by_name.insert(name.into(), added),
        }
        added
    }

    /// Makes the location that `item` initialises, with its type.
    fn declare(&mut self, name: &str, item: &InitItem, diagnostics: &mut Vec<Diagnostic>) {
        if self.find(name).is_some() {
            return; // The parser has reported it.
        }
        let type_of = |name: &str| {
            let of_language = || self.code.element_type(name);
            ctype::element_type(name, self.address_width, self.code.long_width())
                .or_else(of_language)
                .ok_or_else(|| unknown_type(name, item.place_span))
        };
        let element = match &item.declared {
            DeclaredType::None => Ok(None),
            // `*x = 0` of a test in C says what the parameter `x` points to, and no type; `*x;` is a pointer.
            DeclaredType::AnyPointer
                if matches!(item.value, Value::Number(_)) && item.value_span.start < item.value_span.end =>
            {
                Ok(None)
            }
            DeclaredType::AnyPointer => Ok(Some(ElementType { width: self.address_width, signed: false })),
            DeclaredType::Pointer(target) => {
                type_of(target).map(|_| Some(ElementType { width: self.address_width, signed: false }))
            }
            DeclaredType::Plain(name) | DeclaredType::Atomic(name) | DeclaredType::Array(name, _) => {
                type_of(name).map(Some)
            }
        };
        let element = element.unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            None
        });
        let format = element.map_or(NumberFormat::INT, NumberFormat::from);
        let array = match item.declared {
            DeclaredType::Array(_, size) => Some(size),
            _ => None,
        };
        let is_sized = array.is_some() || self.code.types_are_sizes();
        self.add(name, element.filter(|_| is_sized), format, array);
    }

    /// Sets the initial value of a location.
    fn set(&mut self, name: &str, item: &InitItem, diagnostics: &mut Vec<Diagnostic>) {
        let Some(id) = self.find(name) else { return };
        let cells = match &item.value {
            Value::Array(cells) => cells.as_slice(),
            scalar => std::slice::from_ref(scalar),
        };
        if cells.iter().any(names_location) {
            self.widen(id);
        }
        let width = self.locations[id].element.map_or(self.address_width, |element| element.width);
        // Where it has no type, or one that is no size, the cell may be larger than the number that it begins with, and has zeros above it.
        let is_cut = self.locations[id].element.is_none() && self.code.untyped_are_ints();
        let given = if is_cut { self.formats[id.index()].width.min(width) } else { width };
        for (index, value) in cells.iter().enumerate().take(self.locations[id].cells.len()) {
            match self.operation(value, width, item.value_span) {
                Ok(Computation::Constant(number, width)) => {
                    self.locations[id].cells[index] = Computation::Constant(truncate(number, given), width);
                }
                Ok(operation) => self.locations[id].cells[index] = operation,
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
    }

    /// Forgets the types of what pointers in the initial state point to where the code may store addresses through them: tests of the
    /// Linux kernel do so with pointers to `int`. Each is reported.
    fn widen_targets(&mut self, test: &Test, diagnostics: &mut Vec<Diagnostic>) {
        let holders =
            test.init.iter().filter(|item| names_location(&item.value) && matches!(item.place, Place::Global(_)));
        let mut holders = holders.peekable();
        if holders.peek().is_none() || !self.code.stores_addresses_anywhere() {
            return;
        }
        for item in holders {
            for name in named_locations(&item.value) {
                let Some(id) = self.find(name) else { continue };
                if self.locations[id].element.is_some_and(|element| element.width < self.address_width) {
                    self.widen(id);
                    let message = format!("addresses may be stored into `{name}`, whose type is too narrow for them");
                    let warning = Diagnostic::warning("narrow-type", item.value_span, message);
                    diagnostics.push(warning.help("it is taken for as wide as its accesses"));
                }
            }
        }
    }

    /// Forgets a type that is too narrow for an address: `int x=y` is taken for `x=y`, but numbers print by the type.
    fn widen(&mut self, location: LocationId) {
        let element = &mut self.locations[location].element;
        if element.is_some_and(|element| element.width < self.address_width) {
            *element = None;
        }
    }

    /// The value as an operation of `width` bits.
    fn operation(&mut self, value: &Value, width: Width, span: Span) -> Result<Computation, Diagnostic> {
        match value {
            Value::Number(number) => Ok(Computation::Constant(truncate(bits(number, width, span)?, width), width)),
            Value::Address(Symbol::Label { thread, label }) => {
                self.code_place(*thread, label, span).map(Computation::Code)
            }
            Value::Instruction(text) => {
                let word = self.instruction(text.as_deref(), span)?;
                Ok(Computation::Word(self.word(word), WORD_WIDTH))
            }
            _ => {
                let (location, offset) = self.address(value, span)?;
                if width < self.address_width {
                    let message = format!("{width} bits cannot hold the address of {}", self.locations[location].name);
                    return Err(Diagnostic::error("type-mismatch", span, message));
                }
                Ok(Computation::Address(location, offset))
            }
        }
    }

    /// What states show of an instruction that is a value; `None` is `NOP`.
    pub(super) fn instruction(&self, text: Option<&str>, span: Span) -> Result<String, Diagnostic> {
        let canonical = self.code.read_word(text.unwrap_or("NOP"));
        let canonical = canonical.map_err(|message| Diagnostic::error("bad-instruction-value", span, message))?;
        Ok(shown_word(&canonical))
    }

    /// The word that states show like this.
    fn word(&mut self, shown: String) -> WordId {
        let known = self.words.iter_enumerated().find(|(_, known)| **known == shown).map(|(id, _)| id);
        known.unwrap_or_else(|| self.words.push(shown))
    }

    /// Gives the program a location for each instruction whose address is a value, where the language's code can be read.
    pub(super) fn add_code(&mut self, program: &mut Program) {
        if !self.code.has_words() {
            return;
        }
        for place in program.code_addresses() {
            let Some(text) = self.code.word(place) else { continue };
            let word = self.word(shown_word(&text));
            let name = format!("P{}+{}", place.thread.number(), place.instruction.number()).into();
            let element = Some(ElementType { width: WORD_WIDTH, signed: false });
            let cells = smallvec![Computation::Word(word, WORD_WIDTH)];
            program.locations.push(Location { name, element, is_array: false, cells, code: Some(place) });
        }
    }

    /// The place of a label of a thread.
    pub(super) fn code_place(&self, thread: u32, label: &str, span: Span) -> Result<CodePlace, Diagnostic> {
        match self.code.label(label) {
            Some(place) if place.thread.number() == thread => Ok(place),
            Some(place) => {
                let message = format!("the label `{label}` is one of P{}, not P{thread}", place.thread.number());
                Err(Diagnostic::error("unknown-label", span, message))
            }
            None => Err(Diagnostic::error("unknown-label", span, format!("no label `{label}` in this test"))),
        }
    }

    /// The address that a value is: a location and an offset in bytes.
    pub(super) fn address(&self, value: &Value, span: Span) -> Result<(LocationId, i64), Diagnostic> {
        match value {
            Value::Address(Symbol::Named(name)) => Ok((self.known(name, span)?, 0)),
            Value::Element { name, index } => {
                let location = self.known(name, span)?;
                Ok((location, self.offset(location, *index, span)?))
            }
            other => Err(unsupported_value(other, span)),
        }
    }

    fn known(&self, name: &str, span: Span) -> Result<LocationId, Diagnostic> {
        self.find(name).ok_or_else(|| {
            let message = format!("`{name}` is no location of the test");
            Diagnostic::error("unknown-location", span, message).suggest(self.similar(name))
        })
    }

    /// Where a cell of an array begins. Behind a location that is not an array, `x[4]` is 4 bytes, as herd has it.
    fn offset(&self, location: LocationId, index: u64, span: Span) -> Result<i64, Diagnostic> {
        let Location { name, is_array, element, cells, .. } = &self.locations[location];
        let bytes = match element {
            Some(element) if *is_array => u64::from(element.width) / 8,
            _ if *is_array => u64::from(self.address_width) / 8,
            _ => 1,
        };
        if *is_array && index >= cells.len() as u64 {
            return Err(out_of_bounds(name, index, cells.len(), span));
        }
        index
            .checked_mul(bytes)
            .and_then(|offset| i64::try_from(offset).ok())
            .ok_or_else(|| Diagnostic::error("number-too-large", span, format!("the offset {index} is too large")))
    }

    /// What the registers hold at the start.
    pub(super) fn initial_registers(
        &mut self,
        test: &Test,
        registers: &Registers<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<InitialRegister> {
        let mut all = Vec::with_capacity(test.init.len());
        for item in &test.init {
            if matches!(item.place, Place::Global(_)) {
                continue;
            }
            let initial = registers.find(&item.place, item.place_span).and_then(|found| {
                let RegisterPart { register, low, width } = found.part;
                let value = self.operation(&item.value, width, item.value_span)?;
                Ok(InitialRegister { thread: found.thread, register, low, value })
            });
            match initial {
                Ok(initial) => all.push(initial),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        all
    }
}

/// The bits of a number for a place of `width` bits. As in herd7, numbers of 64 bits may be larger than the place; only a place of 128 bits has larger ones.
pub(super) fn bits(number: &Number, width: Width, span: Span) -> Result<u128, Diagnostic> {
    let most = width.max(64);
    if number.fits(most) {
        return Ok(number.bits());
    }
    Err(Diagnostic::error("number-too-large", span, format!("a number of more than {most} bits")))
}

impl From<ElementType> for NumberFormat {
    fn from(element: ElementType) -> NumberFormat {
        NumberFormat { width: element.width, signed: element.signed }
    }
}

/// An instruction that is a value, as states and conditions show it.
fn shown_word(canonical: &str) -> String {
    // As herd shows it, whatever the language writes.
    if canonical.eq_ignore_ascii_case("NOP") { "NOP".to_owned() } else { format!("instr:\"{canonical}\"") }
}

/// The locations that the initial state of a test puts addresses into, of memory or of code.
pub(super) fn locations_of_addresses<'a>(test: &'a Test<'_>) -> Vec<&'a str> {
    let is_address = |value: &Value| matches!(value, Value::Address(_)) || names_location(value);
    let items = test.init.iter().filter(|item| is_address(&item.value));
    let names = items.filter_map(|item| match &item.place {
        Place::Global(Symbol::Named(name)) => Some(name.as_str()),
        _ => None,
    });
    names.collect()
}

/// Whether a value names a location.
fn names_location(value: &Value) -> bool {
    named_locations(value).next().is_some()
}

/// The locations that a value names.
pub(super) fn named_locations(value: &Value) -> impl Iterator<Item = &str> {
    // The cells of an array are no arrays.
    let scalars = match value {
        Value::Array(cells) => cells.as_slice(),
        scalar => std::slice::from_ref(scalar),
    };
    scalars.iter().filter_map(|scalar| match scalar {
        Value::Address(Symbol::Named(name)) | Value::Element { name, .. } => Some(name.as_str()),
        Value::Number(_)
        | Value::Address(_)
        | Value::Array(_)
        | Value::Instruction(_)
        | Value::Tag(_)
        | Value::Tags(_)
        | Value::Entry(_)
        | Value::AddressRegister(_)
        | Value::Raw(_) => None,
    })
}

pub(super) fn out_of_bounds(name: &str, index: u64, cells: usize, span: Span) -> Diagnostic {
    let message = format!("the array {name} has the cells 0 to {}, not {index}", cells - 1);
    Diagnostic::error("out-of-bounds", span, message)
}

pub(super) fn unknown_type(name: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error("unknown-type", span, format!("the type `{name}` is not known"));
    diagnostic.suggest(nearest(name, ctype::names()))
}

/// What is read, printed and hashed, but not simulated.
fn not_supported(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("not-supported", span, format!("not supported yet: {what}"))
}

pub(super) fn unsupported_symbol(symbol: &Symbol, span: Span) -> Diagnostic {
    let what = match symbol {
        Symbol::Named(_) => "this location",
        Symbol::Label { .. } => "addresses of code",
        Symbol::Tagged { .. } | Symbol::TagOf { .. } => "memory tags",
        Symbol::Capability { .. } => "capabilities",
        Symbol::Authenticated { .. } => "pointer authentication",
        Symbol::Physical(_) => "physical addresses",
        Symbol::Entry(_) | Symbol::EntryOfEntry(_) => "page table entries",
    };
    not_supported(what, span)
}

pub(super) fn unsupported_value(value: &Value, span: Span) -> Diagnostic {
    match value {
        Value::Address(symbol) => unsupported_symbol(symbol, span),
        Value::Tag(_) | Value::Tags(_) => not_supported("memory tags", span),
        Value::Entry(_) => not_supported("page table entries", span),
        Value::AddressRegister(_) => not_supported("values of PAR_EL1", span),
        Value::Instruction(_) => not_supported("instructions as values", span),
        Value::Raw(_) => not_supported("raw values", span),
        Value::Number(_) | Value::Element { .. } | Value::Array(_) => not_supported("this value", span),
    }
}
