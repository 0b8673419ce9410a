//! Atomic accesses whose order can be made stronger in the text, as something to choose.
//!
//! An access can when it is a call of a function of C11 or of the compiler that takes its order as a constant: `atomic_store_explicit(&x, 1, memory_order_relaxed)`,
//! `__atomic_load_n(&x, __ATOMIC_RELAXED)`. What it then orders is what the usual mapping to the architecture gives ([`AtomicOrder::of`]). Compare-and-exchange has two
//! orders, of which only one counts when it fails; it is left as it is. Plain accesses can be made atomic, by option: those on critical cycles are a data race in C, and only atomic ones stay as
//! they are when a compiler optimises.

pub(crate) mod sites;

use std::collections::{BTreeMap, BTreeSet};

use aeg::delays::Delays;
use aeg::graph::{Aeg, EventId};
use aeg::model::{AtomicOperation, AtomicOrder, Direction};
use cprog::ir::{FileId, Operation, Order, Point, Program};
use rustc_hash::FxHashMap;

use crate::slots::Text;
pub use sites::Site;

/// A stronger order that an access may be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Upgrade {
    /// The access.
    pub point: Point,
    /// The file that it stands in.
    pub file: FileId,
    /// Where its order stands in the text, or can.
    pub site: Site,
    /// The order.
    pub order: Order,
    /// What its events then order by themselves.
    pub gives: Vec<(EventId, AtomicOrder)>,
    /// What that costs.
    pub cost: f64,
}

/// Functions that take an order: how their names begin, whether the name is that or only begins so, and what they do.
const FUNCTIONS: &[(&str, AtomicOperation)] = &[
    ("atomic_load_explicit", AtomicOperation::Load),
    ("atomic_store_explicit", AtomicOperation::Store),
    ("atomic_exchange_explicit", AtomicOperation::ReadModifyWrite),
    ("atomic_fetch_add_explicit", AtomicOperation::ReadModifyWrite),
    ("atomic_fetch_sub_explicit", AtomicOperation::ReadModifyWrite),
    ("atomic_fetch_or_explicit", AtomicOperation::ReadModifyWrite),
    ("atomic_fetch_xor_explicit", AtomicOperation::ReadModifyWrite),
    ("atomic_fetch_and_explicit", AtomicOperation::ReadModifyWrite),
    ("__atomic_load_n", AtomicOperation::Load),
    ("__atomic_store_n", AtomicOperation::Store),
    ("__atomic_exchange_n", AtomicOperation::ReadModifyWrite),
    ("__atomic_fetch_add", AtomicOperation::ReadModifyWrite),
    ("__atomic_fetch_sub", AtomicOperation::ReadModifyWrite),
    ("__atomic_fetch_or", AtomicOperation::ReadModifyWrite),
    ("__atomic_fetch_xor", AtomicOperation::ReadModifyWrite),
    ("__atomic_fetch_and", AtomicOperation::ReadModifyWrite),
    ("__atomic_add_fetch", AtomicOperation::ReadModifyWrite),
    ("__atomic_sub_fetch", AtomicOperation::ReadModifyWrite),
    ("__atomic_or_fetch", AtomicOperation::ReadModifyWrite),
    ("__atomic_xor_fetch", AtomicOperation::ReadModifyWrite),
    ("__atomic_and_fetch", AtomicOperation::ReadModifyWrite),
];

/// The orders by their names in C, each as C11 and the compiler write it.
const ORDERS: &[(Order, &str, &str)] = &[
    (Order::Relaxed, "memory_order_relaxed", "__ATOMIC_RELAXED"),
    (Order::Acquire, "memory_order_acquire", "__ATOMIC_ACQUIRE"),
    (Order::Release, "memory_order_release", "__ATOMIC_RELEASE"),
    (Order::AcquireRelease, "memory_order_acq_rel", "__ATOMIC_ACQ_REL"),
    (Order::SeqCst, "memory_order_seq_cst", "__ATOMIC_SEQ_CST"),
];

/// What may stand before the name of an order in C++, and what the name begins with behind it.
const PREFIXES: &[(&str, &str)] =
    &[("std::memory_order::", "memory_order_"), ("memory_order::", "memory_order_"), ("std::", "")];

/// An order as it is written in place of another one, or by itself: by the names of C11, of C++ in its namespace or enumeration, or of the compiler.
pub fn name(order: Order, instead_of: Option<&str>) -> String {
    let is_builtin = instead_of.is_none_or(|old| old.starts_with("__ATOMIC_"));
    let known = ORDERS.iter().find(|(known, ..)| *known == order).unwrap_or(&ORDERS[0]);
    if is_builtin {
        return known.2.to_owned();
    }
    let prefix = PREFIXES.iter().find(|(prefix, _)| instead_of.is_some_and(|old| old.starts_with(prefix)));
    match prefix {
        Some((prefix, dropped)) => format!("{prefix}{}", known.1.strip_prefix(dropped).unwrap_or(known.1)),
        None => known.1.to_owned(),
    }
}

/// Whether a text is the name of an order.
pub(crate) fn is_name_of(written: &str, order: Order) -> bool {
    written == name(order, None) || written == name(order, Some(written))
}

/// The stronger orders that an operation may have.
fn stronger(operation: AtomicOperation, order: Order) -> &'static [Order] {
    use Order::{Acquire, AcquireRelease, Plain, Relaxed, Release, SeqCst, Unordered};
    match (operation, order) {
        // These are left as they are.
        (AtomicOperation::CompareExchange, _) => &[],
        (AtomicOperation::Load, Relaxed) => &[Acquire, SeqCst],
        (AtomicOperation::Store, Relaxed) => &[Release, SeqCst],
        (AtomicOperation::ReadModifyWrite, Relaxed) => &[Acquire, Release, AcquireRelease, SeqCst],
        (AtomicOperation::ReadModifyWrite, Acquire | Release) => &[AcquireRelease, SeqCst],
        (_, Acquire | Release | AcquireRelease) => &[SeqCst],
        (_, SeqCst | Plain | Unordered) => &[],
    }
}

/// Which of the kernel's ordered accesses a program has.
#[derive(Clone, Copy, Debug, Default)]
struct Kernel {
    has_store_release: bool,
    has_load_acquire: bool,
}

impl Kernel {
    fn of(texts: &FxHashMap<FileId, Text>) -> Kernel {
        let has = |name: &str| texts.values().any(|text| text.from(0, |all, _| all.contains(name)));
        Kernel { has_store_release: has(STORE_RELEASE), has_load_acquire: has(LOAD_ACQUIRE) }
    }

    /// The site of a volatile access that is written by a macro of the kernel in whose place one with an order can stand.
    fn site(self, text: &Text, offset: usize, operation: &Operation) -> Option<(AtomicOperation, Site)> {
        let is_volatile =
            matches!(operation, Operation::Load { access, .. } | Operation::Store { access, .. } if access.volatile);
        let (operation, site) = text.from(offset, sites::once).filter(|_| is_volatile)?;
        let has_other =
            if operation == AtomicOperation::Store { self.has_store_release } else { self.has_load_acquire };
        has_other.then_some((operation, site))
    }
}

const STORE_RELEASE: &str = "smp_store_release";
const LOAD_ACQUIRE: &str = "smp_load_acquire";

/// The kernel's access with an order.
pub fn of_kernel(order: Order) -> &'static str {
    if order == Order::Release { STORE_RELEASE } else { LOAD_ACQUIRE }
}

/// An access in the text.
struct Written {
    file: FileId,
    site: Site,
    operation: AtomicOperation,
    order: Order,
}

/// Where the order of the access at a point stands; for plain accesses, if asked, where one could, and for those of the kernel's macros.
fn written(
    program: &Program,
    point: Point,
    texts: &FxHashMap<FileId, Text>,
    (plain, kernel): (bool, Kernel),
) -> Option<Written> {
    let instruction = &program.instruction(point)?.operation;
    let order = order_of(instruction)?;
    let place = program.place(point)?;
    let text = texts.get(&place.file)?;
    let offset = text.offset(place)?;
    let once = if order == Order::Plain { kernel.site(text, offset, instruction) } else { None };
    let (operation, site) = if let Some(once) = once {
        once
    } else if order == Order::Plain {
        if !plain {
            return None;
        }
        text.from(offset, |all, at| sites::of_plain(program, all, text.regions(), at, instruction))?
    } else {
        let (operation, range) = text.from(offset, sites::last_argument)?;
        let written = text.slice(range.clone());
        // What is written may be a macro that stands for an order, or a variable.
        if !is_name_of(written, order) {
            return None;
        }
        (operation, Site::Order(range))
    };
    Some(Written { file: place.file, site, operation, order })
}

/// The plain accesses on critical cycles that can be made relaxed atomic ones, and those that cannot, for want of a known form.
pub fn plain_ones(
    program: &Program,
    aeg: &Aeg,
    delays: &Delays,
    texts: &FxHashMap<FileId, Text>,
) -> (Vec<(FileId, Site)>, Vec<EventId>) {
    let on_cycles: BTreeSet<EventId> = delays
        .pairs
        .iter()
        .flat_map(|pair| [pair.first, pair.second].into_iter().chain(pair.witness.iter().flatten().copied()))
        .collect();
    let (mut sites, mut others) = (BTreeSet::new(), Vec::new());
    for event in on_cycles {
        let point = aeg.events[event].point;
        let instruction = program.instruction(point);
        let is_plain = instruction.is_some_and(|instruction| {
            order_of(&instruction.operation).is_none_or(|order| order == Order::Plain)
                && !matches!(instruction.operation, Operation::CompareExchange { .. })
        });
        match written(program, point, texts, (true, Kernel::default())) {
            Some(Written { file, site, order: Order::Plain, .. }) => {
                sites.insert((file, site));
            }
            Some(_) => {}
            None if is_plain => others.push(event),
            None => {}
        }
    }
    (sites.into_iter().collect(), others)
}

/// The order of an access, if it has one.
fn order_of(operation: &Operation) -> Option<Order> {
    match operation {
        Operation::Load { access, .. }
        | Operation::Store { access, .. }
        | Operation::ReadModifyWrite { access, .. } => Some(access.order),
        _ => None,
    }
}

/// All stronger orders that accesses of a program may be given, those of one access in the order of their strength. `plain`: also those that are not atomic.
pub fn find(program: &Program, aeg: &Aeg, texts: &FxHashMap<FileId, Text>, plain: bool) -> Vec<Upgrade> {
    let mut events: BTreeMap<Point, Vec<EventId>> = BTreeMap::new();
    for (id, event) in aeg.events.iter_enumerated() {
        events.entry(event.point).or_default().push(id);
    }
    let kernel = Kernel::of(texts);
    let mut found = Vec::new();
    for (point, events) in events {
        let Some(Written { file, site, operation, order }) = written(program, point, texts, (plain, kernel)) else {
            continue;
        };
        // A plain access becomes a relaxed one first, which orders nothing.
        let weakest = if order == Order::Plain { Order::Relaxed } else { order };
        let stronger: &[Order] = match (&site, operation) {
            (Site::Once(..), AtomicOperation::Store) => &[Order::Release],
            (Site::Once(..), _) => &[Order::Acquire],
            _ => stronger(operation, weakest),
        };
        for stronger in stronger {
            let gives = gives(aeg, operation, &events, weakest, *stronger);
            let model = aeg.options.model;
            let cost_of = |order| AtomicOrder::of(model, operation, order).cost(model);
            let cost: f64 = cost_of(*stronger) - cost_of(weakest);
            if !gives.is_empty() {
                let (site, order, cost) = (site.clone(), *stronger, cost.max(LEAST));
                found.push(Upgrade { point, file, site, order, gives, cost });
            }
        }
    }
    // One text may be several functions, when several files include it: then each would need the order.
    let mut accesses: BTreeMap<(FileId, Site), Point> = BTreeMap::new();
    let mut shared = BTreeSet::new();
    for upgrade in &found {
        let known = *accesses.entry((upgrade.file, upgrade.site.clone())).or_insert(upgrade.point);
        if known != upgrade.point {
            shared.insert((upgrade.file, upgrade.site.clone()));
        }
    }
    found.retain(|upgrade| !shared.contains(&(upgrade.file, upgrade.site.clone())));
    found
}

/// No order is free: among equals, less is changed.
const LEAST: f64 = 0.1;

/// What the events of an access order by themselves with a stronger order, beyond what they do.
fn gives(
    aeg: &Aeg,
    operation: AtomicOperation,
    events: &[EventId],
    order: Order,
    stronger: Order,
) -> Vec<(EventId, AtomicOrder)> {
    let of = |order| AtomicOrder::of(aeg.options.model, operation, order);
    let (weaker, new) = (of(order), of(stronger));
    if weaker == new {
        return Vec::new();
    }
    let part = |event: EventId| match (operation, aeg.events[event].direction) {
        (AtomicOperation::Load | AtomicOperation::Store, _) => new,
        (AtomicOperation::ReadModifyWrite | AtomicOperation::CompareExchange, Direction::Read) => new.of_read(),
        (AtomicOperation::ReadModifyWrite | AtomicOperation::CompareExchange, Direction::Write) => new.of_write(),
    };
    events.iter().map(|event| (*event, part(*event))).collect()
}
