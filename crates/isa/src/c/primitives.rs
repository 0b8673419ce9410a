//! The functions that are known without a macro file.
//!
//! C11 7.17 (`<stdatomic.h>`) with the generic functions by both names, C11 7.26 as far as herd knows it (`mtx_lock`), GCC's `__atomic`
//! built-ins, and the primitives that macro files expand to.

use std::sync::LazyLock;

use program::TagSet;
use rustc_hash::FxHashMap;
use source::nearest;

use super::ast::AtomicOperator;
use super::tags;

/// What a function is and how its arguments stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `(object)`, with the order behind it if `explicit`; here and below, all that is not explicit is sequentially consistent.
    Load { explicit: bool },
    /// `(object, value)`.
    Store { explicit: bool },
    /// `(object, value)`: a store that is not atomic (C11 7.17.2.2).
    Init,
    /// `(object, value)`.
    Exchange { explicit: bool },
    /// `(object, operand)`; `new` says whether the value written is the result.
    Fetch { operator: AtomicOperator, explicit: bool, new: bool },
    /// `(object, expected, desired)`, two orders behind them if `explicit`.
    CompareExchange { strong: bool, explicit: bool },
    /// `(object, expected, desired, weak, order, order)`.
    CompareExchangeWeakness,
    /// `(order)`.
    ThreadFence,
    /// `(order)`: orders nothing that other threads could see.
    SignalFence,
    /// `(object)`.
    TestAndSet { explicit: bool },
    /// `(object)`.
    Clear { explicit: bool },
    /// `(object)`: whether the flag is set.
    Test { explicit: bool },
    /// `(object, result, order)`: the result goes to where a pointer says, as in all of GCC's generic built-ins.
    GenericLoad,
    /// `(object, value, order)`.
    GenericStore,
    /// `(object, value, result, order)`.
    GenericExchange,
    /// `(object, expected, desired, weak, order, order)`.
    GenericCompareExchange,
    /// `__sync_fetch_and_add(object, operand)` and its like: a full barrier (GCC's manual, *Legacy `__sync` Built-in Functions*).
    SyncFetch { operator: AtomicOperator, new: bool },
    /// `(object, expected, desired)`: gives whether it succeeded, or the value found.
    SyncCompareExchange { gives_value: bool },
    /// `__sync_lock_test_and_set(object, value)`: an exchange that acquires and no more.
    SyncLock,
    /// `__sync_lock_release(object)`: a store of 0 that releases.
    SyncUnlock,
    /// `__sync_synchronize()`.
    SyncFence,
    /// `READ_ONCE(*object)`: a volatile access of its own, which is taken for a relaxed one.
    ReadOnce,
    /// `WRITE_ONCE(*object, value)`.
    WriteOnce,
    /// `(value)`.
    KillDependency,
    /// `(mutex)`.
    Lock,
    /// `(mutex)`.
    Unlock,
    /// `{annotation}(*object)`.
    AnnotatedLoad,
    /// `{annotation}(*object, value)`.
    AnnotatedStore,
    /// `{annotation}`.
    AnnotatedFence,
    /// `{annotation}(object, value)`.
    AnnotatedExchange,
    /// `{annotation}(object, old, new)`.
    AnnotatedCompareExchange,
    /// `{annotation}(object, operator, operand)`; no result, the old or the new value.
    AnnotatedOperation(Outcome),
    /// `{annotation}(object, added, unless)`.
    AddUnless,
    /// `{annotation}(structure)` or `(structure, value)`.
    Srcu,
    /// `(lock)`.
    SpinLock,
    /// `(lock)`.
    SpinUnlock,
    /// `(lock)`.
    SpinTryLock,
    /// `(lock)`.
    SpinIsLocked,
}

/// What a read-modify-write gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    Old,
    New,
}

/// Functions whose names follow no rule.
const NAMED: [(&str, Shape); 59] = [
    ("atomic_load", Shape::Load { explicit: false }),
    ("atomic_load_explicit", Shape::Load { explicit: true }),
    ("__atomic_load_n", Shape::Load { explicit: true }),
    ("atomic_store", Shape::Store { explicit: false }),
    ("atomic_store_explicit", Shape::Store { explicit: true }),
    ("__atomic_store_n", Shape::Store { explicit: true }),
    ("atomic_init", Shape::Init),
    ("atomic_exchange", Shape::Exchange { explicit: false }),
    ("atomic_exchange_explicit", Shape::Exchange { explicit: true }),
    ("__atomic_exchange_n", Shape::Exchange { explicit: true }),
    ("atomic_compare_exchange_strong", Shape::CompareExchange { strong: true, explicit: false }),
    ("atomic_compare_exchange_weak", Shape::CompareExchange { strong: false, explicit: false }),
    ("atomic_compare_exchange_strong_explicit", Shape::CompareExchange { strong: true, explicit: true }),
    ("atomic_compare_exchange_weak_explicit", Shape::CompareExchange { strong: false, explicit: true }),
    ("SCAS", Shape::CompareExchange { strong: true, explicit: false }),
    ("WCAS", Shape::CompareExchange { strong: false, explicit: false }),
    ("__atomic_compare_exchange_n", Shape::CompareExchangeWeakness),
    ("atomic_thread_fence", Shape::ThreadFence),
    ("__atomic_thread_fence", Shape::ThreadFence),
    ("atomic_signal_fence", Shape::SignalFence),
    ("atomic_flag_test_and_set", Shape::TestAndSet { explicit: false }),
    ("atomic_flag_test_and_set_explicit", Shape::TestAndSet { explicit: true }),
    ("atomic_flag_clear", Shape::Clear { explicit: false }),
    ("atomic_flag_clear_explicit", Shape::Clear { explicit: true }),
    ("atomic_flag_test", Shape::Test { explicit: false }),
    ("atomic_flag_test_explicit", Shape::Test { explicit: true }),
    ("__atomic_signal_fence", Shape::SignalFence),
    ("__atomic_test_and_set", Shape::TestAndSet { explicit: true }),
    ("__atomic_clear", Shape::Clear { explicit: true }),
    ("__atomic_load", Shape::GenericLoad),
    ("__atomic_store", Shape::GenericStore),
    ("__atomic_exchange", Shape::GenericExchange),
    ("__atomic_compare_exchange", Shape::GenericCompareExchange),
    ("__sync_val_compare_and_swap", Shape::SyncCompareExchange { gives_value: true }),
    ("__sync_bool_compare_and_swap", Shape::SyncCompareExchange { gives_value: false }),
    ("__sync_lock_test_and_set", Shape::SyncLock),
    ("__sync_lock_release", Shape::SyncUnlock),
    ("__sync_synchronize", Shape::SyncFence),
    ("__c11_atomic_init", Shape::Init),
    ("__c11_atomic_thread_fence", Shape::ThreadFence),
    ("__c11_atomic_signal_fence", Shape::SignalFence),
    ("READ_ONCE", Shape::ReadOnce),
    ("WRITE_ONCE", Shape::WriteOnce),
    ("kill_dependency", Shape::KillDependency),
    ("lock", Shape::Lock),
    ("mtx_lock", Shape::Lock),
    ("unlock", Shape::Unlock),
    ("mtx_unlock", Shape::Unlock),
    ("__load", Shape::AnnotatedLoad),
    ("__store", Shape::AnnotatedStore),
    ("__fence", Shape::AnnotatedFence),
    ("__xchg", Shape::AnnotatedExchange),
    ("__cmpxchg", Shape::AnnotatedCompareExchange),
    ("__atomic_add_unless", Shape::AddUnless),
    ("__srcu", Shape::Srcu),
    ("__lock", Shape::SpinLock),
    ("__unlock", Shape::SpinUnlock),
    ("__trylock", Shape::SpinTryLock),
    ("__islocked", Shape::SpinIsLocked),
];

/// More of the annotated primitives.
const OPERATIONS: [(&str, Shape); 4] = [
    ("__atomic_op", Shape::AnnotatedOperation(Outcome::Nothing)),
    ("__atomic_fetch_op", Shape::AnnotatedOperation(Outcome::Old)),
    ("__atomic_op_return", Shape::AnnotatedOperation(Outcome::New)),
    // Known to herd without a macro file for the sake of old tests.
    ("atomic_add_unless", Shape::AddUnless),
];

/// The operators in the names of `atomic_fetch_...`.
const OPERATORS: [(&str, AtomicOperator); 8] = [
    ("add", AtomicOperator::Add),
    ("sub", AtomicOperator::Subtract),
    ("or", AtomicOperator::Or),
    ("xor", AtomicOperator::Xor),
    ("and", AtomicOperator::And),
    ("nand", AtomicOperator::Nand),
    ("max", AtomicOperator::Max),
    ("min", AtomicOperator::Min),
];

/// Functions that are known and not supported, by the ends of their names, with the reason.
const UNSUPPORTED: [(&str, &str); 9] = [
    ("_wait", WAITS),
    ("_wait_explicit", WAITS),
    ("_wait_until", WAITS),
    ("_wait_for", WAITS),
    ("_notify_one", WAITS),
    ("_notify_all", WAITS),
    ("_is_lock_free", LOCK_FREE),
    ("_always_lock_free", LOCK_FREE),
    ("__atomic_feraiseexcept", "it is about floating-point exceptions"),
];

const WAITS: &str = "waiting for a notification has no model here: write a loop that loads";
const LOCK_FREE: &str = "the answer is the target's and no litmus test's";

/// Why a function that is known is not supported.
pub(crate) fn refusal(name: &str) -> Option<&'static str> {
    let plain = name.strip_prefix("std::").unwrap_or(name);
    let is_atomic =
        plain.starts_with("atomic_") || plain.starts_with("__atomic_") || plain.starts_with("__c11_atomic_");
    UNSUPPORTED.iter().find(|(end, _)| is_atomic && plain.ends_with(end)).map(|(_, reason)| *reason)
}

/// The function of this name.
pub(crate) fn find(name: &str) -> Option<Shape> {
    static BY_NAME: LazyLock<FxHashMap<&str, Shape>> =
        LazyLock::new(|| NAMED.iter().chain(&OPERATIONS).copied().collect());
    let name = name.strip_prefix("std::").unwrap_or(name);
    BY_NAME.get(name).copied().or_else(|| fetch(name)).or_else(|| {
        // clang's own names for what `<stdatomic.h>` has, each with its orders.
        let plain = name.strip_prefix("__c11_")?;
        BY_NAME.get(format!("{plain}_explicit").as_str()).copied().or_else(|| fetch(&format!("{plain}_explicit")))
    })
}

/// `atomic_fetch_add`, `atomic_fetch_add_explicit`, `__atomic_fetch_add`, `__atomic_add_fetch` and so on.
fn fetch(name: &str) -> Option<Shape> {
    let operator = |text: &str| OPERATORS.iter().find(|(known, _)| *known == text).map(|&(_, operator)| operator);
    if let Some(rest) = name.strip_prefix("atomic_fetch_") {
        let (text, explicit) = rest.strip_suffix("_explicit").map_or((rest, false), |text| (text, true));
        return Some(Shape::Fetch { operator: operator(text)?, explicit, new: false });
    }
    if let Some(rest) = name.strip_prefix("__sync_") {
        let old = rest.strip_prefix("fetch_and_").map(|text| (text, false));
        let (text, new) = old.or_else(|| rest.strip_suffix("_and_fetch").map(|text| (text, true)))?;
        let known = operator(text).filter(|found| !matches!(found, AtomicOperator::Max | AtomicOperator::Min))?;
        return Some(Shape::SyncFetch { operator: known, new });
    }
    let rest = name.strip_prefix("__atomic_")?;
    let (text, new) = match rest.strip_prefix("fetch_") {
        Some(text) => (text, false),
        None => (rest.strip_suffix("_fetch")?, true),
    };
    Some(Shape::Fetch { operator: operator(text)?, explicit: true, new })
}

/// Every name with what its arguments are.
pub(crate) fn signatures() -> impl Iterator<Item = (String, &'static [&'static str])> {
    names().into_iter().filter_map(|name| {
        let arguments = find(&name)?.arguments();
        Some((name, arguments))
    })
}

/// The words behind `memory_order_`.
pub(crate) fn memory_orders() -> impl Iterator<Item = &'static str> {
    ORDERS.iter().map(|(name, _)| *name)
}

/// Every name, those that follow rules included.
pub(crate) fn names() -> Vec<String> {
    let fetches = OPERATORS.iter().flat_map(|(operator, _)| {
        let [plain, explicit] = ["", "_explicit"].map(|end| format!("atomic_fetch_{operator}{end}"));
        [plain, explicit, format!("__atomic_fetch_{operator}"), format!("__atomic_{operator}_fetch")]
    });
    let fetches = fetches.chain(["__sync_fetch_and_nand", "__sync_sub_and_fetch"].map(str::to_owned));
    NAMED.iter().chain(&OPERATIONS).map(|(name, _)| (*name).to_owned()).chain(fetches).collect()
}

/// The known name that is nearest to `name`.
pub(crate) fn suggestion(name: &str) -> Option<String> {
    let fetches = OPERATORS
        .iter()
        .flat_map(|(operator, _)| [format!("atomic_fetch_{operator}"), format!("atomic_fetch_{operator}_explicit")]);
    let named = NAMED.iter().chain(&OPERATIONS).map(|(name, _)| (*name).to_owned());
    let names: Vec<String> = named.chain(fetches).collect();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}

impl Shape {
    /// What its arguments are, for messages. The last one may be left out when it is in brackets.
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Shape::Load { explicit: false }
            | Shape::TestAndSet { explicit: false }
            | Shape::Clear { explicit: false } => &["object"],
            Shape::Load { explicit: true } | Shape::TestAndSet { explicit: true } | Shape::Clear { explicit: true } => {
                &["object", "order"]
            }
            Shape::Store { explicit: false } | Shape::Exchange { explicit: false } | Shape::Init => {
                &["object", "value"]
            }
            Shape::Store { explicit: true } | Shape::Exchange { explicit: true } => &["object", "value", "order"],
            Shape::Fetch { explicit: false, .. } => &["object", "operand"],
            Shape::Fetch { explicit: true, .. } => &["object", "operand", "order"],
            Shape::CompareExchange { explicit: false, .. } => &["object", "expected", "desired"],
            Shape::CompareExchange { explicit: true, .. } => {
                &["object", "expected", "desired", "order on success", "order on failure"]
            }
            Shape::CompareExchangeWeakness => {
                &["object", "expected", "desired", "weak", "order on success", "order on failure"]
            }
            Shape::Test { explicit: false } | Shape::SyncUnlock => &["object"],
            Shape::Test { explicit: true } => &["object", "order"],
            Shape::GenericLoad => &["object", "result", "order"],
            Shape::GenericStore => &["object", "value", "order"],
            Shape::GenericExchange => &["object", "value", "result", "order"],
            Shape::GenericCompareExchange => {
                &["object", "expected", "desired", "weak", "order on success", "order on failure"]
            }
            Shape::SyncFetch { .. } => &["object", "operand"],
            Shape::SyncCompareExchange { .. } => &["object", "expected", "desired"],
            Shape::SyncLock => &["object", "value"],
            Shape::SyncFence => &[],
            Shape::ReadOnce => &["*object"],
            Shape::WriteOnce => &["*object", "value"],
            Shape::ThreadFence | Shape::SignalFence => &["order"],
            Shape::KillDependency => &["value"],
            Shape::Lock | Shape::Unlock => &["mutex"],
            Shape::AnnotatedLoad => &["*object"],
            Shape::AnnotatedStore => &["*object", "value"],
            Shape::AnnotatedFence => &[],
            Shape::AnnotatedExchange => &["object", "value"],
            Shape::AnnotatedCompareExchange => &["object", "old value", "new value"],
            Shape::AnnotatedOperation(_) => &["object", "operator", "operand"],
            Shape::AddUnless => &["object", "value added", "value excepted"],
            Shape::Srcu => &["structure", "[value]"],
            Shape::SpinLock | Shape::SpinUnlock | Shape::SpinTryLock | Shape::SpinIsLocked => &["lock"],
        }
    }

    /// Whether annotations in braces belong to it.
    pub(crate) fn is_annotated(self) -> bool {
        matches!(
            self,
            Shape::AnnotatedLoad
                | Shape::AnnotatedStore
                | Shape::AnnotatedFence
                | Shape::AnnotatedExchange
                | Shape::AnnotatedCompareExchange
                | Shape::AnnotatedOperation(_)
                | Shape::AddUnless
                | Shape::Srcu
        )
    }
}

/// The memory orders of C11 7.17.3.
const ORDERS: [(&str, TagSet); 6] = [
    ("relaxed", tags::RELAXED),
    ("consume", tags::CONSUME),
    ("acquire", tags::ACQUIRE),
    ("release", tags::RELEASE),
    ("acq_rel", tags::ACQUIRE_RELEASE),
    ("seq_cst", tags::SEQUENTIAL),
];

/// The tag of a memory order in any of its spellings: `memory_order_relaxed`, C++'s `memory_order::relaxed`, both with `std::`, and
/// GCC's `__ATOMIC_RELAXED`.
pub(crate) fn memory_order(text: &str) -> Option<TagSet> {
    find_order(text).map(|(_, tag)| tag)
}

/// The word behind `memory_order_` for a memory order in any of its spellings.
pub(crate) fn order_name(text: &str) -> Option<&'static str> {
    find_order(text).map(|(name, _)| name)
}

fn find_order(text: &str) -> Option<(&'static str, TagSet)> {
    let plain = text.strip_prefix("std::").unwrap_or(text);
    let order = |wanted: &str| ORDERS.iter().find(|(name, _)| *name == wanted).copied();
    if let Some(name) = plain.strip_prefix("memory_order_").or_else(|| plain.strip_prefix("memory_order::")) {
        return order(name);
    }
    if let Some(name) = plain.strip_prefix("Ordering::") {
        let names = ["Relaxed", "Consume", "Acquire", "Release", "AcqRel", "SeqCst"];
        return ORDERS.iter().zip(names).find(|(_, of_rust)| *of_rust == name).map(|(found, _)| *found);
    }
    let name = plain.strip_prefix("__ATOMIC_")?;
    ORDERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).copied()
}

/// The memory order that is nearest to `text`.
pub(crate) fn order_suggestion(text: &str) -> Option<String> {
    if memory_order(&format!("memory_order_{text}")).is_some() {
        return Some(format!("memory_order_{text}"));
    }
    let names: Vec<String> = ORDERS.iter().map(|(name, _)| format!("memory_order_{name}")).collect();
    let found = nearest(text, names.iter().map(String::as_str)).map(str::to_owned);
    found.or_else(|| nearest(text, ORDERS.iter().map(|(name, _)| *name)).map(|name| format!("memory_order_{name}")))
}
