//! Dependencies that can be put between two accesses, as something to choose (figure 22 of musketeer's paper).
//!
//! The address of the later access is made to depend on what the earlier one, a read, has read: a number that is always 0 is computed of the value, such that a compiler does not
//! know that it is 0, and added to the address. Only accesses of a known form can have that, in C, within one function, where the read comes before the access whatever path is taken, and in another
//! statement: within one expression, C would leave open which of the two is evaluated first.

use std::ops::Range;
use std::path::Path;

use aeg::graph::{Aeg, EventId};
use aeg::model::Direction;
use cprog::ir::{BlockId, FileId, Function, FunctionId, Operation, Order, Point, Program};
use relation::IdVec;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::sites;
use crate::language::Language;
use crate::regions::RegionKind;
use crate::slots::Text;

/// What of an access gets an address that depends on something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// An lvalue that is read or written.
    Lvalue(Range<usize>),
    /// A pointer, the argument of a function.
    Pointer(Range<usize>),
}

impl Target {
    /// The piece of text that changes.
    pub fn range(&self) -> &Range<usize> {
        match self {
            Target::Lvalue(range) | Target::Pointer(range) => range,
        }
    }
}

/// An access that may get a dependency.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Form {
    file: FileId,
    /// The expression that has the value which is read; none for a write.
    value: Option<Range<usize>>,
    target: Target,
    /// The innermost statement around it.
    statement: Range<usize>,
    /// Where the body of its function begins, behind the brace.
    body: usize,
}

/// A dependency between two accesses in the text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependency {
    /// The file.
    pub file: FileId,
    /// The expression whose value is read first.
    pub read: Range<usize>,
    /// What is made to depend on it.
    pub target: Target,
    /// Where the body of the function begins, behind the brace.
    pub body: usize,
}

/// Which dependencies can be put in.
#[derive(Clone, Debug, Default)]
pub struct Possible {
    forms: FxHashMap<EventId, Form>,
    /// For each block of a function, the block that is passed last before it on all paths; none for the first and those that are not reached.
    dominators: FxHashMap<FunctionId, IdVec<BlockId, Option<BlockId>>>,
    points: FxHashMap<EventId, Point>,
    /// Pairs without a text.
    pairs: FxHashSet<(EventId, EventId)>,
}

impl Possible {
    /// Those that have a place in texts.
    pub fn find(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>) -> Possible {
        let mut possible = Possible::default();
        if !aeg.options.dependencies || !aeg.options.model.has_dependencies {
            return possible;
        }
        let is_c = |file: FileId, text: &Text| text.language(Path::new(&program.files[file].name)) == Language::C;
        let texts_of_c: FxHashMap<FileId, &Text> =
            texts.iter().map(|(file, text)| (*file, text)).filter(|(file, text)| is_c(*file, text)).collect();
        // One text may be several functions, when several files include it: then each would need the dependency.
        let mut owners: FxHashMap<(FileId, Range<usize>), Point> = FxHashMap::default();
        let mut shared: FxHashSet<(FileId, Range<usize>)> = FxHashSet::default();
        for (id, event) in aeg.events.iter_enumerated() {
            let Some(form) = form(program, event.point, &texts_of_c) else { continue };
            let key = (form.file, form.target.range().clone());
            if *owners.entry(key.clone()).or_insert(event.point) != event.point {
                shared.insert(key);
            }
            possible.points.insert(id, event.point);
            possible.forms.insert(id, form);
            let function = event.point.function;
            let dominators = &mut possible.dominators;
            dominators.entry(function).or_insert_with(|| immediate_dominators(&program.functions[function]));
        }
        possible.forms.retain(|_, form| !shared.contains(&(form.file, form.target.range().clone())));
        possible
    }

    /// These pairs, of which no text is known: the earlier access of each is a read that comes before the later one on all paths.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (EventId, EventId)>) -> Possible {
        Possible { pairs: pairs.into_iter().collect(), ..Possible::default() }
    }

    /// Whether an access can be made dependent on a read.
    pub fn has(&self, aeg: &Aeg, read: EventId, access: EventId) -> bool {
        if self.pairs.contains(&(read, access)) {
            return true;
        }
        let (Some(from), Some(to)) = (self.forms.get(&read), self.forms.get(&access)) else { return false };
        let is_read = aeg.events[read].direction == Direction::Read && from.value.is_some();
        let in_one_function = aeg.events[read].point.function == aeg.events[access].point.function;
        is_read
            && in_one_function
            && from.file == to.file
            && !from.statement_holds(to)
            && !to.statement_holds(from)
            && self.comes_before(read, access)
    }

    /// A dependency as it is in the text; none for those without one.
    pub fn dependency(&self, read: EventId, access: EventId) -> Option<Dependency> {
        let (from, to) = (self.forms.get(&read)?, self.forms.get(&access)?);
        Some(Dependency { file: from.file, read: from.value.clone()?, target: to.target.clone(), body: from.body })
    }

    /// Whether all paths from the beginning of a function to an access pass a read.
    fn comes_before(&self, read: EventId, access: EventId) -> bool {
        let (read, access) = (self.points[&read], self.points[&access]);
        if read.block == access.block {
            return read.index < access.index;
        }
        let dominators = &self.dominators[&read.function];
        let mut at = access.block;
        while let Some(above) = dominators[at] {
            if above == read.block {
                return true;
            }
            at = above;
        }
        false
    }
}

impl Form {
    /// Whether another access is in the innermost statement around this one, and no statement of its own in there.
    fn statement_holds(&self, other: &Form) -> bool {
        let mine = &self.statement;
        mine.contains(&other.target.range().start)
            && !(mine.start < other.statement.start && other.statement.end <= mine.end)
    }
}

/// How an access is written, if that is known.
fn form(program: &Program, point: Point, texts: &FxHashMap<FileId, &Text>) -> Option<Form> {
    let instruction = &program.instruction(point)?.operation;
    let (Operation::Load { access, .. } | Operation::Store { access, .. }) = instruction else { return None };
    let place = program.place(point)?;
    let text = texts.get(&place.file)?;
    let offset = text.offset(place)?;
    let (value, target) = if access.order == Order::Plain {
        match text.from(offset, |all, at| sites::of_plain(program, all, text.regions(), at, instruction))?.1 {
            sites::Site::Load(range) => (Some(range.clone()), Target::Lvalue(range)),
            sites::Site::Store(range, equals) => {
                let lvalue = text.slice(range.start..equals).trim_end().len();
                (None, Target::Lvalue(range.start..range.start + lvalue))
            }
            sites::Site::Order(_) | sites::Site::Once(..) => return None,
        }
    } else {
        let (call, pointer) = text.from(offset, sites::call_with_pointer)?;
        let value = matches!(instruction, Operation::Load { .. }).then_some(call);
        (value, Target::Pointer(pointer))
    };
    let at = target.range().start;
    let is_around = |region: &&crate::regions::Region| {
        matches!(region.kind, RegionKind::Statement | RegionKind::Body) && (region.start..region.end).contains(&at)
    };
    let statement = text.regions().iter().filter(is_around).min_by_key(|region| region.end - region.start)?;
    let body = text.bodies().iter().filter(|body| body.contains(&at)).max_by_key(|body| body.start)?.start;
    Some(Form { file: place.file, value, target, statement: statement.start..statement.end, body })
}

/// The immediate dominators of a function's blocks (Cooper, Harvey, Kennedy, *A Simple, Fast Dominance Algorithm*, 2001).
fn immediate_dominators(function: &Function) -> IdVec<BlockId, Option<BlockId>> {
    let count = function.blocks.len();
    let Some(first) = function.blocks.ids().next() else { return IdVec::new() };
    // Blocks in reverse postorder.
    let mut number: IdVec<BlockId, Option<usize>> = IdVec::from_elem(None, count);
    let mut postorder = Vec::new();
    let mut seen = IdVec::from_elem(false, count);
    let mut work = vec![(first, function.blocks[first].terminator.successors())];
    seen[first] = true;
    while let Some((block, rest)) = work.last_mut() {
        match rest.pop() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                work.push((next, function.blocks[next].terminator.successors()));
            }
            Some(_) => {}
            None => {
                postorder.push(*block);
                work.pop();
            }
        }
    }
    postorder.reverse();
    let mut predecessors: IdVec<BlockId, Vec<BlockId>> = IdVec::from_elem(Vec::new(), count);
    for (index, block) in postorder.iter().enumerate() {
        number[*block] = Some(index);
        for next in function.blocks[*block].terminator.successors() {
            predecessors[next].push(*block);
        }
    }
    let mut dominators: IdVec<BlockId, Option<BlockId>> = IdVec::from_elem(None, count);
    let meet = |dominators: &IdVec<BlockId, Option<BlockId>>, mut one: BlockId, mut other: BlockId| {
        while one != other {
            // The block that comes later goes up.
            if number[one] > number[other] {
                one = dominators[one].unwrap_or(first);
            } else {
                other = dominators[other].unwrap_or(first);
            }
        }
        one
    };
    loop {
        let mut changed = false;
        for block in postorder.iter().copied().skip(1) {
            let known = predecessors[block].iter().copied();
            let known = known.filter(|from| *from == first || dominators[*from].is_some());
            let new = known.reduce(|one, other| meet(&dominators, one, other));
            if new != dominators[block] {
                dominators[block] = new;
                changed = true;
            }
        }
        if !changed {
            return dominators;
        }
    }
}
