//! Objects in memory.

use std::collections::{BTreeMap, BTreeSet};

use cprog::ir::{FunctionId, GlobalId, Operand, Type};
use program::{Computation, ElementType, ExprId, IdVec, Location, LocationId, Name, ThreadId};
use smallvec::SmallVec;

use crate::{Execution, Refused};

/// An object is a location of the unrolled program.
pub(crate) type ObjectId = LocationId;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Global(GlobalId),
    Function(FunctionId),
    /// What the program has from outside: nothing is known of it.
    Outside,
    /// Memory that was allocated.
    Heap,
    /// A local variable, and words that are not the program's.
    Other,
}

/// A piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) name: String,
    pub(crate) kind: ObjectKind,
    pub(crate) bytes: u64,
}

/// All objects, with the names of where they come from, which are the same in all passes.
#[derive(Clone, Default)]
pub(crate) struct Objects {
    pub(crate) all: IdVec<ObjectId, Object>,
    by_origin: BTreeMap<String, ObjectId>,
}

impl Objects {
    pub(crate) fn of(&mut self, origin: String, object: impl FnOnce() -> Object) -> ObjectId {
        if let Some(&known) = self.by_origin.get(&origin) {
            return known;
        }
        let new = self.all.push(object());
        self.by_origin.insert(origin, new);
        new
    }
}

/// A place in an object: an offset and how many bytes.
pub(crate) type Place = (u64, u64);

/// What is known of who accesses objects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sharing {
    /// Objects that several threads access.
    pub(crate) shared: BTreeSet<ObjectId>,
    /// Objects whose addresses are in shared memory.
    pub(crate) escaped: BTreeSet<ObjectId>,
    /// Objects that are written when there are several threads.
    pub(crate) written: BTreeSet<ObjectId>,
    /// Who accesses an object, when there are several threads.
    pub(crate) accessors: BTreeMap<ObjectId, BTreeSet<ThreadId>>,
    /// The sizes of accesses, and the offsets where these are known, in bytes.
    pub(crate) granules: BTreeMap<ObjectId, BTreeSet<u64>>,
    /// Who gives an object back, when there are several threads.
    pub(crate) enders: BTreeMap<ObjectId, BTreeSet<ThreadId>>,
    /// The places of objects that are accessed by events, once they are known.
    pub(crate) places: Option<BTreeMap<ObjectId, BTreeSet<Place>>>,
}

impl Sharing {
    /// Takes what a pass has found. Gives whether that is new, so that there must be another pass.
    pub(crate) fn take(&mut self, found: &Sharing) -> bool {
        for (object, sizes) in &found.granules {
            self.granules.entry(*object).or_default().extend(sizes);
        }
        let size = |sharing: &Sharing| {
            let enders: usize = sharing.enders.values().map(BTreeSet::len).sum();
            (sharing.shared.len(), sharing.escaped.len(), sharing.written.len(), enders)
        };
        let before = size(self);
        self.shared.extend(&found.shared);
        let by_several = found.accessors.iter().filter(|(_, threads)| threads.len() > 1);
        self.shared.extend(by_several.map(|(object, _)| *object));
        self.escaped.extend(&found.escaped);
        self.written.extend(&found.written);
        for (object, threads) in &found.enders {
            self.enders.entry(*object).or_default().extend(threads);
        }
        let is_new = size(self) != before;
        if is_new {
            self.places = None;
        }
        is_new
    }
}

impl Execution<'_> {
    pub(crate) fn global(&mut self, global: GlobalId) -> Result<ObjectId, Refused> {
        let data = &self.program.globals[global];
        if !data.defined {
            return self.refuse(format!("the variable `{}`, which is defined nowhere,", data.name));
        }
        let origin = match data.thread_local {
            true => format!("thread {} global {}", self.current.number(), global.number()),
            false => format!("global {}", global.number()),
        };
        let object = || Object { name: data.name.clone(), kind: ObjectKind::Global(global), bytes: data.ty.size() };
        Ok(self.objects.of(origin, object))
    }

    pub(crate) fn function(&mut self, function: FunctionId) -> ObjectId {
        let name = &self.program.functions[function].source_name;
        let object = || Object { name: name.clone(), kind: ObjectKind::Function(function), bytes: 1 };
        self.objects.of(format!("function {}", function.number()), object)
    }

    /// What an object that is a global variable holds at first, as it stands in the program: offset, bytes, value.
    pub(crate) fn pieces(&mut self, object: ObjectId) -> Result<Vec<(u64, u32, ExprId)>, Refused> {
        let ObjectKind::Global(global) = self.objects.all[object].kind else { return Ok(Vec::new()) };
        let program = self.program;
        let mut pieces = Vec::new();
        for piece in &program.globals[global].initial {
            let bytes = piece.ty.stored_bytes() as u32;
            let bits = (bytes * 8) as u16;
            let expr = match &piece.value {
                Operand::Integer(value) if bits <= 128 && bits > 0 => {
                    self.x.constant(program::truncate(*value as u128, bits), bits)
                }
                Operand::Global(to, offset) => {
                    let to = self.global(*to)?;
                    self.x.address(to, *offset, 64)
                }
                Operand::Function(function) => {
                    let to = self.function(*function);
                    self.x.address(to, 0, 64)
                }
                Operand::Undefined | Operand::Zero => continue,
                Operand::Float(_) | Operand::Integer(_) | Operand::Aggregate(_) | Operand::Register(_) => continue,
            };
            pieces.push((piece.offset, bytes, expr));
        }
        Ok(pieces)
    }

    /// All objects as locations, with what they hold when the first thread is started.
    pub(crate) fn locations(&mut self) -> Result<IdVec<LocationId, Location>, Refused> {
        let mut locations: IdVec<LocationId, Location> = IdVec::new();
        for object in self.objects.all.ids().collect::<Vec<_>>() {
            let Object { name, bytes, .. } = self.objects.all[object].clone();
            let is_used = self.found.granules.get(&object);
            let sizes = is_used.into_iter().flatten().copied();
            let granule = sizes.fold(0, greatest_common_divisor);
            let mut cells: SmallVec<[Computation; 1]> = SmallVec::new();
            if granule == 0 {
                cells.push(Computation::Constant(0, 8));
                let element = Some(ElementType { width: 8, signed: false });
                locations.push(Location { name: Name::new(&name), element, is_array: false, cells, code: None });
                continue;
            }
            let count = bytes.div_ceil(granule).max(1);
            if count > 4096 {
                return self.refuse(format!("`{name}`, which has {count} elements,"));
            }
            let width = (granule * 8) as u16;
            cells.resize(count as usize, Computation::Constant(0, width));
            let initial = self.initial_of(object)?;
            for (offset, bytes, expr) in initial {
                if offset % granule != 0 || u64::from(bytes) < granule {
                    return self.refuse(format!(
                        "`{name}`, which is accessed in pieces of other sizes than it is written in,"
                    ));
                }
                cells[(offset / granule) as usize] = match self.x.node(expr) {
                    program::Node::Constant(value) => Computation::Constant(value, self.x.width(expr)),
                    program::Node::Address(to, offset) => Computation::Address(to, offset),
                    _ => return self.refuse(format!("an initial value of `{name}` that is not known")),
                };
            }
            let element = Some(ElementType { width, signed: false });
            locations.push(Location { name: Name::new(&name), element, is_array: count > 1, cells, code: None });
        }
        Ok(locations)
    }

    /// What an object holds when the first thread is started: what the program's text says, and what was written since.
    pub(crate) fn initial_of(&mut self, object: ObjectId) -> Result<Vec<(u64, u32, ExprId)>, Refused> {
        let written: Vec<(u64, u32, ExprId)> = self
            .initial
            .range((object, 0)..=(object, u64::MAX))
            .map(|(&(_, offset), &(bytes, expr))| (offset, bytes, expr))
            .collect();
        let ranges: Vec<(u64, u32)> = written.iter().map(|&(offset, bytes, _)| (offset, bytes)).collect();
        let pieces = self.pieces(object)?;
        let mut all = self.outside(pieces, &ranges);
        all.extend(written);
        all.sort_unstable_by_key(|&(offset, ..)| offset);
        Ok(all)
    }

    /// What of these pieces lies outside of some ranges (offsets and bytes): of a piece that reaches into one what is left, byte by byte.
    pub(crate) fn outside(
        &mut self,
        pieces: Vec<(u64, u32, ExprId)>,
        ranges: &[(u64, u32)],
    ) -> Vec<(u64, u32, ExprId)> {
        let overlaps = |at: u64, size: u32| {
            ranges.iter().any(|&(other, more)| at < other + u64::from(more) && other < at + u64::from(size))
        };
        let mut left = Vec::new();
        for (at, size, expr) in pieces {
            if !overlaps(at, size) {
                left.push((at, size, expr));
                continue;
            }
            for byte in (0..size).filter(|byte| !overlaps(at + u64::from(*byte), 1)) {
                left.push((at + u64::from(byte), 1, self.x.extract(expr, (byte * 8) as u16, 8)));
            }
        }
        left
    }
}

pub(crate) fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// The scalars that a type is made of, with their offsets.
pub(crate) fn leaves(ty: &Type, at: u64, all: &mut Vec<(u64, Type)>) {
    match ty {
        Type::Array { element, length, stride } => {
            (0..*length).for_each(|number| leaves(element, at + number * stride, all));
        }
        Type::Structure { fields, .. } => fields.iter().for_each(|(offset, field)| leaves(field, at + offset, all)),
        Type::Void | Type::Opaque => {}
        Type::Integer(_) | Type::Float(_) | Type::Pointer => all.push((at, ty.clone())),
    }
}
