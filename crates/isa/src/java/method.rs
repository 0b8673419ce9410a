//! What VarHandles do: access modes, methods, fences.
//!
//! Source: java.lang.invoke.VarHandle, Java 9 and later.

/// The access modes of the VarHandle API, from weak to strong. (A mode of reads only or of writes only has the other side plain.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// As a field that is not volatile.
    Plain,
    /// `Opaque`.
    Opaque,
    /// `Acquire`.
    Acquire,
    /// `Release`.
    Release,
    /// `Volatile`.
    Volatile,
}

/// What an atomic update computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `getAndSet`.
    Set,
    /// `getAndAdd`.
    Add,
    /// `getAndBitwiseOr`.
    Or,
    /// `getAndBitwiseAnd`.
    And,
    /// `getAndBitwiseXor`.
    Xor,
}

/// What a method does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessMethod {
    /// `get`.
    Get,
    /// `set`.
    Set,
    /// `compareAndSet`: gives whether it has written.
    CompareAndSet {
        /// Whether it may fail though it finds what it expects.
        weak: bool,
    },
    /// `compareAndExchange`: gives what it has found.
    CompareAndExchange,
    /// `getAndSet` and the like: gives what was there before.
    GetAnd(Update),
}

/// A method of a VarHandle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub operation: AccessMethod,
    /// How.
    pub mode: Mode,
}

impl Method {
    /// How many arguments it takes, the index of a cell aside.
    pub fn arguments(&self) -> usize {
        match self.operation {
            AccessMethod::Get => 0,
            AccessMethod::Set | AccessMethod::GetAnd(_) => 1,
            AccessMethod::CompareAndSet { .. } | AccessMethod::CompareAndExchange => 2,
        }
    }

    /// Whether a call has a value.
    pub fn has_value(&self) -> bool {
        self.operation != AccessMethod::Set
    }

    /// Whether it may both read and write.
    pub fn is_update(&self) -> bool {
        !matches!(self.operation, AccessMethod::Get | AccessMethod::Set)
    }
}

const fn method(name: &'static str, operation: AccessMethod, mode: Mode) -> Method {
    Method { name, operation, mode }
}

const STRONG: AccessMethod = AccessMethod::CompareAndSet { weak: false };
const WEAK: AccessMethod = AccessMethod::CompareAndSet { weak: true };

/// All methods of VarHandles that are known (java.lang.invoke.VarHandle, Java 9 and later; on values of type `int`).
pub const METHODS: &[Method] = &[
    method("get", AccessMethod::Get, Mode::Plain),
    method("getOpaque", AccessMethod::Get, Mode::Opaque),
    method("getAcquire", AccessMethod::Get, Mode::Acquire),
    method("getVolatile", AccessMethod::Get, Mode::Volatile),
    method("set", AccessMethod::Set, Mode::Plain),
    method("setOpaque", AccessMethod::Set, Mode::Opaque),
    method("setRelease", AccessMethod::Set, Mode::Release),
    method("setVolatile", AccessMethod::Set, Mode::Volatile),
    method("compareAndSet", STRONG, Mode::Volatile),
    method("weakCompareAndSetPlain", WEAK, Mode::Plain),
    method("weakCompareAndSet", WEAK, Mode::Volatile),
    method("weakCompareAndSetAcquire", WEAK, Mode::Acquire),
    method("weakCompareAndSetRelease", WEAK, Mode::Release),
    method("compareAndExchange", AccessMethod::CompareAndExchange, Mode::Volatile),
    method("compareAndExchangeAcquire", AccessMethod::CompareAndExchange, Mode::Acquire),
    method("compareAndExchangeRelease", AccessMethod::CompareAndExchange, Mode::Release),
    method("getAndSet", AccessMethod::GetAnd(Update::Set), Mode::Volatile),
    method("getAndSetAcquire", AccessMethod::GetAnd(Update::Set), Mode::Acquire),
    method("getAndSetRelease", AccessMethod::GetAnd(Update::Set), Mode::Release),
    method("getAndAdd", AccessMethod::GetAnd(Update::Add), Mode::Volatile),
    method("getAndAddAcquire", AccessMethod::GetAnd(Update::Add), Mode::Acquire),
    method("getAndAddRelease", AccessMethod::GetAnd(Update::Add), Mode::Release),
    method("getAndBitwiseOr", AccessMethod::GetAnd(Update::Or), Mode::Volatile),
    method("getAndBitwiseOrAcquire", AccessMethod::GetAnd(Update::Or), Mode::Acquire),
    method("getAndBitwiseOrRelease", AccessMethod::GetAnd(Update::Or), Mode::Release),
    method("getAndBitwiseAnd", AccessMethod::GetAnd(Update::And), Mode::Volatile),
    method("getAndBitwiseAndAcquire", AccessMethod::GetAnd(Update::And), Mode::Acquire),
    method("getAndBitwiseAndRelease", AccessMethod::GetAnd(Update::And), Mode::Release),
    method("getAndBitwiseXor", AccessMethod::GetAnd(Update::Xor), Mode::Volatile),
    method("getAndBitwiseXorAcquire", AccessMethod::GetAnd(Update::Xor), Mode::Acquire),
    method("getAndBitwiseXorRelease", AccessMethod::GetAnd(Update::Xor), Mode::Release),
];

/// The fences of the VarHandle API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fence {
    /// `fullFence`.
    Full,
    /// `acquireFence`.
    Acquire,
    /// `releaseFence`.
    Release,
    /// `loadLoadFence`.
    LoadLoad,
    /// `storeStoreFence`.
    StoreStore,
}

impl Fence {
    /// All of them.
    pub const ALL: [Fence; 5] = [Fence::Full, Fence::Acquire, Fence::Release, Fence::LoadLoad, Fence::StoreStore];

    /// The name of the method.
    pub fn name(self) -> &'static str {
        match self {
            Fence::Full => "fullFence",
            Fence::Acquire => "acquireFence",
            Fence::Release => "releaseFence",
            Fence::LoadLoad => "loadLoadFence",
            Fence::StoreStore => "storeStoreFence",
        }
    }
}
