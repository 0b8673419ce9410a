//! What can be left out of a path so that what is left allows no less.
//!
//! An execution without one of its reads breaks no axiom of the shipped models that it keeps with it: reads are in what must not be cyclic or empty, and nowhere in what is
//! taken away from that (differences in the models speak of writes between two events, or of pairs of one atomic access). So where a read matters to nothing else, code with it allows no more than
//! code without it. Three kinds of accesses go:
//!
//! - *Guesses*: reads before a loop that compares and swaps, whose value the path knows to be that of a later read. The later one stands for both.
//! - *Idle reads*: what they read goes into no value that is written and into no address: that of an exchange without a result, or of a store by a store-exclusive. What
//!   the path supposes of such a value is forgotten.
//! - *Idle writes*: those of an atomic access that write what it has read, as loads by a store-exclusive or a compare-exchange do. The write comes directly behind the one that is read in
//!   coherence, and who reads from it may as well read from that one, if the thread does not access the location afterwards: then no order comes about that was not there before. (Where
//!   the write that is read is one of the same thread, the two are ordered in Arm's model, by `lmws`, and in x86-TSO.) This holds for these two models only.
//!
//! Idle writes may go even where the thread accesses the location afterwards, by code for which [`may_follow_idle_writes`] holds. A later read `R` of the location that read the idle
//! write now reads the one before it, `W`, which another thread may have made: then `R` is behind `W`, as it need not have been. The read `I` of the idle write's own access was behind
//! `W` before and is so still, so that nothing new comes about if all that is behind `R` is behind `I` too.
//!
//! - In x86-TSO, `R` itself is behind `I`.
//! - In Arm's model, that is so of what is behind `R` by barriers, by releases, by coherence (`lmws`, and `fre`, since `I` reads from `W` too), and by what is behind another later read of
//!   the location. It is not so of what depends on `R`, and of what is behind `R` as an acquire: there must be nothing of either but writes to the location, which `lmws` puts behind `I`.

use execution::{Action, Event, ThreadPath};
use program::{BinaryOperator, ExprId, Expressions, Index, Node, SymbolId, TagSet, Width};
use rustc_hash::{FxHashMap, FxHashSet};

use super::outline::order_tags;
use super::path_text::Seen;
use super::register_flow::Flow;
use crate::Architecture;
use crate::architecture::facts::IdleWrites;
use crate::outcome::mask;

/// A path some of whose accesses count for nothing.
pub(super) struct Weakened {
    /// The path, in which what is left out stands for nothing else any more.
    pub(super) path: ThreadPath,
    /// The events that are left out.
    pub(super) left_out: FxHashSet<usize>,
    /// Whether idle writes are among what is left out.
    pub(super) lacks_idle_writes: bool,
}

/// The annotations of the two halves of an atomic access.
pub(super) fn of_halves(architecture: Architecture) -> TagSet {
    let tags = architecture.language().tags();
    let named = tags.iter().enumerate().filter(|(_, name)| ["X", "EX"].contains(&&**name));
    named.fold(TagSet::NONE, |all, (number, _)| all.with(TagSet::only(number as u32)))
}

/// Whether the reads of a path may come behind idle writes of its thread to their locations, which then are no longer there. `flows` are the dependencies of the path.
pub(super) fn may_follow_idle_writes(path: &ThreadPath, flows: &[Flow], seen: &Seen<'_>) -> bool {
    match seen.architecture.facts().idle_writes {
        IdleWrites::Go => return true,
        IdleWrites::GoBeforePlainReads => {}
        IdleWrites::Stay => return false,
    }
    let orders = order_tags(seen.architecture);
    let own = |event: &Event| event.instance >= seen.callers && event.is_read();
    let behind = |event: &Event| event.instruction.is_some_and(|place| place.instruction.index() >= seen.end);
    let is_plain = path.events.iter().filter(|event| own(event)).all(|event| event.tags.0 & orders.0 == 0);
    // That one access comes before the other says nothing of what depends on it, and results are looked at elsewhere.
    let dependencies = flows.iter().filter(|(word, _)| *word != "po").flat_map(|(_, pairs)| pairs);
    let is_harmless = |&(source, target): &(u32, u32)| {
        let (source, target) = (&path.events[source as usize], &path.events[target as usize]);
        let is_of_location = target.is_write() && address(target).is_some() && address(target) == address(source);
        !own(source) || behind(target) || is_of_location || target.action == Action::Predicate
    };
    is_plain && { dependencies }.all(is_harmless)
}

/// A path and what is left of it, more and more being left out. The first `callers` instructions are not the body's.
pub(super) fn weakenings(
    path: &ThreadPath,
    x: &mut Expressions,
    architecture: Architecture,
    callers: u32,
) -> Vec<Weakened> {
    let halves = of_halves(architecture);
    let path = &without_single_halves(path, architecture, halves, callers);
    let mut all = vec![Weakened::of(path)];
    let mut add = |found: Option<Weakened>| all.extend(found);
    // Guesses go first: behind them, what was computed of a guess is computed of the later read.
    let base = without_guesses(path, x, callers).unwrap_or_else(|| Weakened::of(path));
    // First with values in place of the numbers: a compare-exchange that writes back what it expects is an idle write only then.
    let loaded = with_reads_for_numbers(&base, x, callers);
    let loaded = without_idle_writes(loaded.as_ref().unwrap_or(&base), x, architecture, halves, callers);
    let stored = without_idle_reads(&base, x, halves, callers);
    if !base.left_out.is_empty() {
        add(Some(base));
    }
    add(stored);
    add(loaded);
    all
}

/// The path without the annotations of load-exclusives behind which no store-exclusive comes: 64-bit loads of A32 are such. In Arm's models the annotation says
/// nothing but what the two halves of an atomic access are, and store-exclusives of later code come behind load-exclusives of their own.
fn without_single_halves(path: &ThreadPath, architecture: Architecture, halves: TagSet, callers: u32) -> ThreadPath {
    let mut path = path.clone();
    if !architecture.facts().single_halves_are_plain {
        return path;
    }
    for event in path.events.iter_mut().rev().filter(|event| event.instance >= callers) {
        // What stands before a store-exclusive may be its other half.
        if event.is_write() && event.tags.0 & halves.0 != 0 {
            break;
        }
        if event.is_read() {
            event.tags = event.tags.without(halves);
        }
    }
    path
}

impl Weakened {
    fn of(path: &ThreadPath) -> Weakened {
        Weakened { path: path.clone(), left_out: FxHashSet::default(), lacks_idle_writes: false }
    }

    fn events(&self) -> impl Iterator<Item = (usize, &Event)> {
        self.path.events.iter().enumerate().filter(|(number, _)| !self.left_out.contains(number))
    }

    /// Takes events out, and the annotations as halves of an atomic access of what has lost its other half.
    fn without(&self, x: &Expressions, events: &[usize], halves: TagSet) -> Weakened {
        let mut weakened = Weakened {
            path: self.path.clone(),
            left_out: self.left_out.iter().chain(events).copied().collect(),
            lacks_idle_writes: self.lacks_idle_writes,
        };
        for &gone in events {
            if let Some(partner) = self.partner(gone, halves) {
                let event = &mut weakened.path.events[partner];
                event.tags = event.tags.without(halves);
            }
        }
        let gone: FxHashSet<SymbolId> = events
            .iter()
            .filter_map(|&event| symbol_read(&self.path.events[event]).map(|(symbol, _)| symbol))
            .collect();
        // What the path knew of a value that is read no more restricts nothing: the path is weaker without it.
        weakened.path.conditions.retain(|(bit, _)| {
            let mut is_known = true;
            x.visit_symbols(*bit, &mut |symbol| is_known &= !gone.contains(&symbol));
            is_known
        });
        weakened
    }

    /// The other half of an atomic access.
    pub(super) fn partner(&self, event: usize, halves: TagSet) -> Option<usize> {
        let one = &self.path.events[event];
        let (place, tags) = (address(one)?, one.tags.0 & halves.0);
        if tags == 0 {
            return None;
        }
        let is_partner = |(_, other): &(usize, &Event)| {
            other.is_read() != one.is_read() && other.tags.0 & halves.0 == tags && address(other) == Some(place)
        };
        // The nearest one: a store-exclusive belongs to the last load-exclusive before it.
        if one.is_read() {
            self.path.events.iter().enumerate().skip(event + 1).find(is_partner).map(|(number, _)| number)
        } else {
            self.path.events[..event].iter().enumerate().rev().find(is_partner).map(|(number, _)| number)
        }
    }
}

fn address(event: &Event) -> Option<ExprId> {
    match event.action {
        Action::Read { address, .. } | Action::Write { address, .. } => Some(address),
        Action::ReadModifyWrite { .. }
        | Action::Synchronize { .. }
        | Action::InitialWrite { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => None,
    }
}

fn symbol_read(event: &Event) -> Option<(SymbolId, Width)> {
    match event.action {
        Action::Read { symbol, width, .. } => Some((symbol, width)),
        Action::ReadModifyWrite { .. }
        | Action::Write { .. }
        | Action::Synchronize { .. }
        | Action::InitialWrite { .. }
        | Action::RegisterRead { .. }
        | Action::RegisterWrite { .. }
        | Action::Fence
        | Action::Branch
        | Action::Predicate => None,
    }
}

/// Some bits of what a read returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits {
    symbol: SymbolId,
    low: Width,
    width: Width,
}

/// A value as bits that were read, the lowest first; none where it is something else.
fn bits(x: &Expressions, expr: ExprId) -> Option<Vec<Bits>> {
    let width = x.width(expr);
    match x.node(expr) {
        Node::Symbol(symbol) => Some(vec![Bits { symbol, low: 0, width }]),
        Node::Extract(from, low) => match x.node(from) {
            Node::Symbol(symbol) => Some(vec![Bits { symbol, low, width }]),
            _ => None,
        },
        Node::Concatenate(above, below) => {
            let mut all = bits(x, below)?;
            all.extend(bits(x, above)?);
            Some(all)
        }
        _ => None,
    }
}

/// Adds which bits two equal values show to be equal.
fn add_equal_bits(x: &Expressions, [left, right]: [ExprId; 2], all: &mut Vec<[Bits; 2]>) {
    // Above the bits that were read both have zeros, which say nothing.
    if let (Node::ZeroExtend(left), Node::ZeroExtend(right)) = (x.node(left), x.node(right))
        && x.width(left) == x.width(right)
    {
        return add_equal_bits(x, [left, right], all);
    }
    let (Some(mut left), Some(mut right)) = (bits(x, left), bits(x, right)) else { return };
    // From the top, so that the lowest bits are left.
    while let (Some(a), Some(b)) = (left.pop(), right.pop()) {
        let width = a.width.min(b.width);
        let top = |bits: Bits| Bits { low: bits.low + bits.width - width, width, ..bits };
        all.push([top(a), top(b)]);
        for (rest, bits) in [(&mut left, a), (&mut right, b)] {
            if bits.width > width {
                rest.push(Bits { width: bits.width - width, ..bits });
            }
        }
    }
}

/// Adds what is equal where a bit is 1.
fn add_facts(x: &Expressions, bit: ExprId, all: &mut Vec<[Bits; 2]>) {
    match x.node(bit) {
        Node::Binary(BinaryOperator::And, left, right) => {
            [left, right].into_iter().for_each(|bit| add_facts(x, bit, all))
        }
        Node::Binary(BinaryOperator::Equal, left, right) => add_equal_bits(x, [left, right], all),
        _ => {}
    }
}

/// The path without reads that must have read what later ones read; none where there are no such.
pub(super) fn without_guesses(path: &ThreadPath, x: &mut Expressions, callers: u32) -> Option<Weakened> {
    let mut equal: Vec<[Bits; 2]> = Vec::new();
    for &(bit, value) in &path.conditions {
        if value {
            add_facts(x, bit, &mut equal);
        }
    }
    let mut known: FxHashMap<SymbolId, ExprId> = FxHashMap::default();
    let mut left_out: FxHashSet<usize> = FxHashSet::default();
    let reads = path.events.iter().enumerate().filter(|(_, event)| event.instance >= callers);
    let reads: Vec<(usize, SymbolId, Width)> =
        reads.filter_map(|(number, event)| symbol_read(event).map(|(symbol, width)| (number, symbol, width))).collect();
    let later = |symbol: SymbolId, than: usize| {
        reads.iter().find(|(number, other, _)| *other == symbol && *number > than).map(|(_, _, width)| *width)
    };
    // A read that stands for others is not left out itself: the last come first.
    for &(number, symbol, width) in reads.iter().rev() {
        // Its value is put together from the lowest bit on. Where a piece is not known the read stays.
        let mut value: Option<ExprId> = None;
        let mut end = 0;
        while end < width {
            let found = equal.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).find_map(|[own, other]| {
                // What has been put in for a read must be there in the end: it is no read that goes itself.
                let fits = own.symbol == symbol && own.low == end && !known.contains_key(&other.symbol);
                let width = later(other.symbol, number).filter(|_| fits)?;
                Some((other, width))
            });
            let Some((other, width_of_other)) = found else { break };
            let whole = x.symbol(other.symbol, width_of_other);
            let part = x.extract(whole, other.low, other.width);
            value = Some(match value {
                Some(below) => x.concatenate(part, below),
                None => part,
            });
            end += other.width;
        }
        if let Some(value) = value.filter(|_| end == width) {
            known.insert(symbol, value);
            left_out.insert(number);
        }
    }
    if left_out.is_empty() {
        return None;
    }
    let mut path = path.clone();
    let value_of = |symbol: SymbolId| known.get(&symbol).copied();
    for event in &mut path.events {
        match &mut event.action {
            Action::Read { address, .. } | Action::Synchronize { address } => {
                *address = x.substitute(*address, &value_of)
            }
            Action::Write { address, value } | Action::ReadModifyWrite { address, value, .. } => {
                *address = x.substitute(*address, &value_of);
                *value = x.substitute(*value, &value_of);
            }
            Action::InitialWrite { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => {}
        }
    }
    for (bit, _) in &mut path.conditions {
        *bit = x.substitute(*bit, &value_of);
    }
    // What holds whatever is read says nothing about the path any more.
    path.conditions.retain(|(bit, value)| x.as_constant(*bit) != Some(u128::from(*value)));
    Some(Weakened { path, left_out, lacks_idle_writes: false })
}

/// The reads whose values a path knows to be numbers: those of a compare-exchange that finds what it expects.
fn reads_of_numbers(path: &ThreadPath, x: &Expressions, callers: u32) -> Vec<(SymbolId, Width, u128)> {
    let mut parts: Vec<(Bits, u128)> = Vec::new();
    let mut bits_to_see: Vec<ExprId> =
        path.conditions.iter().filter(|(_, value)| *value).map(|(bit, _)| *bit).collect();
    while let Some(bit) = bits_to_see.pop() {
        match x.node(bit) {
            Node::Binary(BinaryOperator::And, left, right) => bits_to_see.extend([left, right]),
            Node::Binary(BinaryOperator::Equal, left, right) => {
                for (value, number) in [(left, right), (right, left)] {
                    let (Some(pieces), Some(number)) = (bits(x, value), x.as_constant(number)) else { continue };
                    let mut low = 0;
                    for piece in pieces {
                        parts.push((piece, mask(number >> low, piece.width)));
                        low += piece.width;
                    }
                }
            }
            _ => {}
        }
    }
    let reads = path.events.iter().filter(|event| event.instance >= callers).filter_map(symbol_read);
    let number = |(symbol, width): (SymbolId, Width)| {
        let (mut end, mut all) = (0, 0);
        while end < width {
            // One piece that is not known leaves the whole open.
            let (piece, value) = parts.iter().find(|(piece, _)| piece.symbol == symbol && piece.low == end)?;
            all |= value << end;
            end += piece.width;
        }
        Some((symbol, width, all))
    };
    reads.filter_map(number).collect()
}

/// The same path in which what is written are values that were read, where these are known to be the numbers that are written. None where there are no such.
fn with_reads_for_numbers(from: &Weakened, x: &mut Expressions, callers: u32) -> Option<Weakened> {
    let reads = reads_of_numbers(&from.path, x, callers);
    let &(symbol, width, number) = reads.first()?;
    let whole = x.symbol(symbol, width);
    let mut path = from.path.clone();
    // Results of several registers are stored one after the other, the low one first.
    let mut next = 0;
    for event in path.events.iter_mut().filter(|event| event.instance >= callers) {
        let Action::Write { value, .. } = &mut event.action else { continue };
        let Some(constant) = x.as_constant(*value) else { continue };
        let own = x.width(*value);
        if own == width && constant == number {
            *value = whole;
        } else if next + own <= width && constant == mask(number >> next, own) {
            *value = x.extract(whole, next, own);
            next += own;
        }
    }
    Some(Weakened { path, left_out: from.left_out.clone(), lacks_idle_writes: from.lacks_idle_writes })
}

/// Without the reads whose values go nowhere.
fn without_idle_reads(from: &Weakened, x: &Expressions, halves: TagSet, callers: u32) -> Option<Weakened> {
    let mut used: FxHashSet<SymbolId> = FxHashSet::default();
    for (_, event) in from.events() {
        // Conditions do not count: what the path supposes of such a value is forgotten with it.
        let mut visit = |expr: ExprId| x.visit_symbols(expr, &mut |symbol| _ = used.insert(symbol));
        match event.action {
            Action::Read { address, .. } | Action::Synchronize { address } => visit(address),
            Action::Write { address, value } | Action::ReadModifyWrite { address, value, .. } => {
                visit(address);
                visit(value);
            }
            Action::InitialWrite { .. }
            | Action::RegisterRead { .. }
            | Action::RegisterWrite { .. }
            | Action::Fence
            | Action::Branch
            | Action::Predicate => {}
        }
    }
    let is_idle = |event: &Event| {
        event.instance >= callers && symbol_read(event).is_some_and(|(symbol, _)| !used.contains(&symbol))
    };
    let idle: Vec<usize> = from.events().filter(|(_, event)| is_idle(event)).map(|(number, _)| number).collect();
    (!idle.is_empty()).then(|| from.without(x, &idle, halves))
}

/// Without the writes of atomic accesses that write what these have read.
fn without_idle_writes(
    from: &Weakened,
    x: &Expressions,
    architecture: Architecture,
    halves: TagSet,
    callers: u32,
) -> Option<Weakened> {
    let is_proved = architecture.facts().idle_writes != IdleWrites::Stay;
    // (What is one access in two events has two of these.)
    if !is_proved || !from.path.single_copy.is_empty() {
        return None;
    }
    let is_idle = |&(number, event): &(usize, &Event)| {
        let Action::Write { address: place, value } = event.action else { return false };
        let Node::Symbol(read) = x.node(value) else { return false };
        let partner = from.partner(number, halves).filter(|partner| !from.left_out.contains(partner));
        // Of the same width: a wider write would write more than was read.
        let is_read = partner.is_some_and(|partner| {
            let of = symbol_read(&from.path.events[partner]);
            of.is_some_and(|(symbol, width)| symbol == read && width == x.width(value))
        });
        let is_last =
            from.events().filter(|(later, _)| *later > number).all(|(_, later)| address(later) != Some(place));
        event.instance >= callers && is_read && is_last
    };
    let idle: Vec<usize> = from.events().filter(is_idle).map(|(number, _)| number).collect();
    (!idle.is_empty()).then(|| Weakened { lacks_idle_writes: true, ..from.without(x, &idle, halves) })
}
