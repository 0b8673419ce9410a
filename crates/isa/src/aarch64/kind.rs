//! The kinds that instructions come in: what stands in a mnemonic beside its stem.

/// How much an instruction with one register for the data accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// As much as the register has.
    Whole,
    Byte,
    Half,
    /// Widened with copies of the sign.
    SignedByte,
    /// Widened with copies of the sign.
    SignedHalf,
    /// Widened with copies of the sign.
    SignedWord,
}

/// What kind of load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadKind {
    Plain,
    /// `LDUR`: as plain, in another encoding.
    Unscaled,
    /// `LDAR`.
    Acquire,
    /// `LDAPR`.
    AcquirePc,
    /// `LDAPUR`.
    AcquirePcUnscaled,
    /// `LDXR`.
    Exclusive,
    /// `LDAXR`.
    AcquireExclusive,
}

/// What kind of store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoreKind {
    Plain,
    /// `STUR`: as plain, in another encoding.
    Unscaled,
    /// `STLR`.
    Release,
    /// `STLUR`.
    ReleaseUnscaled,
}

/// What kind of load of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadPairKind {
    /// `LDP`.
    Plain,
    /// `LDNP`.
    NonTemporal,
    /// `LDPSW`.
    SignedWords,
    /// `LDIAPP`: the first element before the second.
    AcquirePcOrdered,
    /// `LDAP`.
    Acquire,
}

/// What kind of store of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StorePairKind {
    /// `STP`.
    Plain,
    /// `STNP`.
    NonTemporal,
    /// `STILP`: the first element before the second; with pre-index, which moves downwards, the second before the first.
    ReleaseOrdered,
    /// `STLP`.
    Release,
}

/// The ordering of an atomic read-modify-write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub(super) acquire: bool,
    pub(super) release: bool,
}

impl Order {
    /// All of them with the letters that mnemonics have for them.
    pub(super) const ALL: [(&'static str, Order); 4] = [
        ("", Order { acquire: false, release: false }),
        ("A", Order { acquire: true, release: false }),
        ("L", Order { acquire: false, release: true }),
        ("AL", Order { acquire: true, release: true }),
    ];
}

/// What an atomic read-modify-write does with the old value and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fetch {
    Add,
    /// Exclusive or.
    Eor,
    /// Inclusive or.
    Set,
    /// And with the complement of the operand.
    Clear,
    SignedMax,
    SignedMin,
    UnsignedMax,
    UnsignedMin,
}

impl Fetch {
    /// The names in mnemonics.
    pub(super) const NAMES: [(&'static str, Fetch); 8] = [
        ("ADD", Fetch::Add),
        ("EOR", Fetch::Eor),
        ("SET", Fetch::Set),
        ("CLR", Fetch::Clear),
        ("SMAX", Fetch::SignedMax),
        ("SMIN", Fetch::SignedMin),
        ("UMAX", Fetch::UnsignedMax),
        ("UMIN", Fetch::UnsignedMin),
    ];
}

/// What an atomic read-modify-write of 128 bits does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FetchPair {
    Swap,
    Clear,
    Set,
}

impl FetchPair {
    /// The names in mnemonics.
    pub(super) const NAMES: [(&'static str, FetchPair); 3] =
        [("SWPP", FetchPair::Swap), ("LDCLRP", FetchPair::Clear), ("LDSETP", FetchPair::Set)];
}

/// What a move of 16 bits does with the other bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveWide {
    /// `MOVZ`: clears them.
    Zero,
    /// `MOVN`: clears them and flips all.
    Not,
    /// `MOVK`: keeps them.
    Keep,
}

/// Arithmetic with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Adds,
    Sub,
    Subs,
    And,
    Ands,
    Orr,
    Orn,
    Eor,
    Eon,
    Bic,
    Bics,
}

impl Arithmetic {
    /// The mnemonics.
    pub(super) const NAMES: [(&'static str, Arithmetic); 12] = [
        ("ADD", Arithmetic::Add),
        ("ADDS", Arithmetic::Adds),
        ("SUB", Arithmetic::Sub),
        ("SUBS", Arithmetic::Subs),
        ("AND", Arithmetic::And),
        ("ANDS", Arithmetic::Ands),
        ("ORR", Arithmetic::Orr),
        ("ORN", Arithmetic::Orn),
        ("EOR", Arithmetic::Eor),
        ("EON", Arithmetic::Eon),
        ("BIC", Arithmetic::Bic),
        ("BICS", Arithmetic::Bics),
    ];

    /// Whether it adds or subtracts; such operations have immediates of 12 bits and extended registers.
    pub(super) fn is_sum(self) -> bool {
        matches!(self, Arithmetic::Add | Arithmetic::Adds | Arithmetic::Sub | Arithmetic::Subs)
    }
}

/// Moves of bit fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitField {
    /// `SBFM`: copies of the field's sign above, zeros below.
    Signed,
    /// `UBFM`: zeros around.
    Unsigned,
    /// `BFM`: the destination's bits around.
    Insert,
}

impl BitField {
    /// The mnemonics.
    pub(super) const NAMES: [(&'static str, BitField); 3] =
        [("SBFM", BitField::Signed), ("UBFM", BitField::Unsigned), ("BFM", BitField::Insert)];
}

/// Operations on one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    ReverseBits,
    /// The bytes of each 16 bits.
    ReverseBytes16,
    /// The bytes of each 32 bits of 64.
    ReverseBytes32,
    ReverseBytes,
    Absolute,
}

impl Unary {
    /// The mnemonics.
    pub(super) const NAMES: [(&'static str, Unary); 6] = [
        ("RBIT", Unary::ReverseBits),
        ("REV16", Unary::ReverseBytes16),
        ("REV32", Unary::ReverseBytes32),
        ("REV", Unary::ReverseBytes),
        ("ABS", Unary::Absolute),
        ("REV64", Unary::ReverseBytes),
    ];
}

/// What becomes of the second register of a conditional select.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Select {
    Copy,
    Increment,
    Invert,
    Negate,
}

impl Select {
    /// The mnemonics.
    pub(super) const NAMES: [(&'static str, Select); 4] =
        [("CSEL", Select::Copy), ("CSINC", Select::Increment), ("CSINV", Select::Invert), ("CSNEG", Select::Negate)];
}
