//! Java with the access modes of `VarHandle`, in the form that herd7 reads: a location `x` is accessed by the VarHandle `X`.
//!
//! Source: `java.lang.invoke.VarHandle`, Java 9. There is no diy for Java: edges are those of other languages, and annotations are the access modes.
//! A dependency is by value or by control; there are no computed addresses. An update without annotations is the method without a suffix, which is volatile.

use std::fmt::{self, Display, Write};

use crate::architecture::{Architecture, DependsOn, Emitted};
use crate::cycle::{Access, Location};
use crate::edge::{AccessId, DependencyId, Direction, FenceId, Size, UpdateId};
use crate::emitter::{Emitter, Register};
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(crate) struct Java;

const fn fence(name: &'static str, text: &'static str) -> FenceWord {
    FenceWord { name, text, is_common: true }
}

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: true, is_discarded: false }
}

const fn access(name: &'static str, reads: bool, writes: bool) -> AccessWord {
    AccessWord { name, reads, writes, is_update: false }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "Java",
    fences: &[
        fence("FenceFull", "fullFence();"),
        fence("FenceAcq", "acquireFence();"),
        fence("FenceRel", "releaseFence();"),
        fence("FenceLL", "loadLoadFence();"),
        fence("FenceSS", "storeStoreFence();"),
    ],
    strong_fence: FenceId(0),
    dependencies: &[
        DependencyWord { name: "Data", dependence: Dependence::Data, is_pick: false },
        DependencyWord { name: "Ctrl", dependence: Dependence::Control, is_pick: false },
    ],
    default_dependency: [Some(DependencyId(1)), Some(DependencyId(0))],
    default_control: [Some(DependencyId(1)), Some(DependencyId(1))],
    updates: &[
        update("Exch", "rmw", UpdateOperation::Exchange),
        update("Fetch.Add", "fetch.add", UpdateOperation::Add),
        update("Fetch.And", "fetch.and", UpdateOperation::And),
        update("Fetch.Or", "fetch.or", UpdateOperation::Or),
        update("Fetch.Xor", "fetch.xor", UpdateOperation::Xor),
        update("Cas", "cas", UpdateOperation::CompareExchange { fails: false }),
        update("CasWeak", "casweak", UpdateOperation::CompareExchange { fails: false }),
        update("Cax", "cax", UpdateOperation::CompareExchange { fails: false }),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[("Fetch", &[UpdateId(1), UpdateId(2), UpdateId(3), UpdateId(4)])],
    accesses: &[
        access("P", true, true),
        access("Opq", true, true),
        access("Acq", true, false),
        access("Rel", false, true),
        access("Vol", true, true),
    ],
    has_parts: false,
    part_separator: "",
};

/// What the names of methods end with, by the number of the access.
static SUFFIXES: [&str; 5] = ["", "Opaque", "Acquire", "Release", "Volatile"];

const ACQUIRE: u8 = 2;
const RELEASE: u8 = 3;
const VOLATILE: u8 = 4;

static REGISTERS: [&str; 32] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17",
    "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31",
];

fn r(register: Register) -> &'static str {
    REGISTERS[usize::from(register.0)]
}

fn manner(access: &Access) -> u8 {
    access.annotation.map_or(AccessId::PLAIN, |annotation| annotation.access).0
}

/// The VarHandle of a location: its name in capitals.
pub(crate) struct Handle(pub(crate) Location);

impl Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_string().chars().try_for_each(|c| f.write_char(c.to_ascii_uppercase()))
    }
}

/// A value, with one that was read added in a way that adds nothing.
struct Sum(u64, Option<Register>);

impl Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            None => write!(f, "{}", self.0),
            Some(register) => write!(f, "{} + ({} & 128)", self.0, r(register)),
        }
    }
}

/// Opens the `if` of a control dependency, or says what a value depends on.
fn data_from(emitter: &mut Emitter<'_>, from: Option<DependsOn<'_>>) -> Option<Register> {
    let from = from?;
    match VOCABULARY.dependency(from.dependency).dependence {
        Dependence::Data => Some(from.register),
        Dependence::Address | Dependence::Control | Dependence::ControlFence => {
            open(emitter, from);
            None
        }
    }
}

fn open(emitter: &mut Emitter<'_>, from: DependsOn<'_>) {
    emitter.line(format_args!("if ({} == {}) {{", r(from.register), from.value));
    emitter.indentation += 2;
}

/// What the name of an update's method ends with, from the modes of its read and its write.
fn update_suffix(read: &Access, write: &Access) -> Result<&'static str, Refusal> {
    match (manner(read), manner(write)) {
        (0, 0) | (VOLATILE, VOLATILE) => Ok(""),
        (ACQUIRE, 0) => Ok("Acquire"),
        (0, RELEASE) => Ok("Release"),
        _ => Err(Refusal::new(
            "Java has no such update: the modes of its read and its write are PP, VolVol, AcqP or PRel",
        )),
    }
}

impl Architecture for Java {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> u8 {
        REGISTERS.len() as u8
    }

    fn register_name(&self, register: Register) -> &'static str {
        r(register)
    }

    fn access(&self, emitter: &mut Emitter<'_>, access: &Access, from: Option<DependsOn<'_>>) -> Emitted {
        let data = data_from(emitter, from);
        let (handle, suffix) = (Handle(access.location), SUFFIXES[usize::from(manner(access))]);
        match access.direction {
            Direction::Read => {
                if data.is_some() {
                    return Err(Refusal::new("a read of Java has no value that could depend on something"));
                }
                let register = emitter.fresh()?;
                emitter.line(format_args!("int {} = {handle}.get{suffix}();", r(register)));
                Ok(Some(register))
            }
            Direction::Write => {
                emitter.line(format_args!("{handle}.set{suffix}({});", Sum(access.value, data)));
                Ok(None)
            }
        }
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        update: UpdateId,
        [from_read, to]: [&Access; 2],
        from: Option<DependsOn<'_>>,
    ) -> Emitted {
        let word = VOCABULARY.update(update);
        let suffix = update_suffix(from_read, to)?;
        let data = data_from(emitter, from);
        let (handle, value, expected) = (Handle(to.location), Sum(to.value, data), from_read.value);
        let register = emitter.fresh()?;
        let method = match word.operation {
            UpdateOperation::Exchange => "getAndSet",
            UpdateOperation::Add => "getAndAdd",
            UpdateOperation::And => "getAndBitwiseAnd",
            UpdateOperation::Or => "getAndBitwiseOr",
            UpdateOperation::Xor => "getAndBitwiseXor",
            UpdateOperation::Subtract | UpdateOperation::Clear => {
                return Err(Refusal::new("Java has no such operation"));
            }
            UpdateOperation::CompareExchange { .. } => {
                let name = match word.name {
                    "CasWeak" => "weakCompareAndSet",
                    "Cax" => "compareAndExchange",
                    // The strong one that gives whether it succeeded has no other modes.
                    _ if !suffix.is_empty() => {
                        return Err(Refusal::new("`compareAndSet` is volatile: `Cas` or `CasVolVol`"));
                    }
                    _ => "compareAndSet",
                };
                emitter.line(format_args!("int {} = {handle}.{name}{suffix}({expected}, {value});", r(register)));
                if word.name != "Cax" {
                    emitter.shown_value = Some(1);
                }
                return Ok(Some(register));
            }
        };
        emitter.line(format_args!("int {} = {handle}.{method}{suffix}({value});", r(register)));
        Ok(Some(register))
    }

    fn branch(&self, emitter: &mut Emitter<'_>, from: DependsOn<'_>) -> Result<bool, Refusal> {
        match VOCABULARY.dependency(from.dependency).dependence {
            Dependence::Address | Dependence::Data => Ok(false),
            Dependence::Control | Dependence::ControlFence => {
                open(emitter, from);
                Ok(true)
            }
        }
    }

    fn observe(&self, emitter: &mut Emitter<'_>, location: Location) -> Result<Register, Refusal> {
        let register = emitter.fresh()?;
        emitter.line(format_args!("int {} = {}.getOpaque();", r(register), Handle(location)));
        Ok(register)
    }

    fn has_size(&self, size: Size) -> bool {
        size == Size::Word
    }
}
