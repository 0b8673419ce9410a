//! The table of mnemonics: which shape of operands follows, and what the instruction does. A new instruction is a row here
//! and, when it does something new, an operation with its parsing, printing and lowering.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::kind::{
    Access, Arithmetic, BitField, Fetch, FetchPair, LoadKind, LoadPairKind, MoveWide, Order, Select, StoreKind,
    StorePairKind, Unary,
};
use super::operand::{Condition, Extend, Shift};

/// What follows a mnemonic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// Nothing.
    Nop,
    /// A number that does not matter.
    Hint,
    Jump,
    JumpIf(Condition),
    CompareBranch {
        when_zero: bool,
    },
    TestBranch {
        when_zero: bool,
    },
    Call,
    JumpRegister {
        link: bool,
    },
    Return,
    Load(LoadKind, Access),
    Store(StoreKind, Access),
    StoreExclusive {
        release: bool,
        access: Access,
    },
    LoadPair(LoadPairKind),
    StorePair(StorePairKind),
    LoadExclusivePair {
        acquire: bool,
    },
    StoreExclusivePair {
        release: bool,
    },
    CompareSwap(Order, Access),
    CompareSwapPair(Order),
    Swap(Order, Access),
    Fetch(Fetch, Order, Access),
    /// Without a register for the old value.
    StoreFetch(Fetch, Order, Access),
    FetchPair(FetchPair, Order),
    Move,
    MoveWide(MoveWide),
    Arithmetic(Arithmetic),
    /// Without a destination.
    Compare(Arithmetic),
    /// Without a left operand.
    Negate(Arithmetic),
    /// By an immediate or a register.
    Shift(Shift),
    /// By a register.
    ShiftVariable(Shift),
    WithCarry {
        subtract: bool,
        set_flags: bool,
    },
    NegateWithCarry {
        set_flags: bool,
    },
    Multiply {
        subtract: bool,
        addend: bool,
    },
    MultiplyLong {
        signed: bool,
        subtract: bool,
        addend: bool,
    },
    BitField(BitField),
    /// From anywhere to the lowest bits: `UBFX`.
    BitFieldExtract(BitField),
    /// From the lowest bits to anywhere: `UBFIZ`.
    BitFieldInsert(BitField),
    Extract,
    ExtendRegister(Extend),
    Unary(Unary),
    Select(Select),
    /// `CSET`, `CSETM`: of the zero register.
    SelectZero(Select),
    /// `CINC`, ...: of one register.
    SelectSame(Select),
    CompareIf {
        negative: bool,
    },
    CodeAddress,
    Page,
    ReadSystem,
    WriteSystem,
    Barrier {
        synchronization: bool,
    },
    InstructionBarrier,
    ClearExclusive,
    /// Known and not supported, with the reason.
    Unsupported(&'static str),
}

/// Rows that are written out; families are in [`families`].
static ROWS: &[(&str, Shape)] = &[
    ("NOP", Shape::Nop),
    ("YIELD", Shape::Nop),
    ("HINT", Shape::Hint),
    // herd takes it for a no-op too: the debugger it would stop for is not there.
    ("HLT", Shape::Hint),
    ("B", Shape::Jump),
    ("CBZ", Shape::CompareBranch { when_zero: true }),
    ("CBNZ", Shape::CompareBranch { when_zero: false }),
    ("TBZ", Shape::TestBranch { when_zero: true }),
    ("TBNZ", Shape::TestBranch { when_zero: false }),
    ("BL", Shape::Call),
    ("BR", Shape::JumpRegister { link: false }),
    ("BLR", Shape::JumpRegister { link: true }),
    ("RET", Shape::Return),
    ("LDP", Shape::LoadPair(LoadPairKind::Plain)),
    ("LDNP", Shape::LoadPair(LoadPairKind::NonTemporal)),
    ("LDPSW", Shape::LoadPair(LoadPairKind::SignedWords)),
    ("LDIAPP", Shape::LoadPair(LoadPairKind::AcquirePcOrdered)),
    ("LDAP", Shape::LoadPair(LoadPairKind::Acquire)),
    ("STP", Shape::StorePair(StorePairKind::Plain)),
    ("STNP", Shape::StorePair(StorePairKind::NonTemporal)),
    ("STILP", Shape::StorePair(StorePairKind::ReleaseOrdered)),
    ("STLP", Shape::StorePair(StorePairKind::Release)),
    ("LDXP", Shape::LoadExclusivePair { acquire: false }),
    ("LDAXP", Shape::LoadExclusivePair { acquire: true }),
    ("STXP", Shape::StoreExclusivePair { release: false }),
    ("STLXP", Shape::StoreExclusivePair { release: true }),
    ("MOV", Shape::Move),
    ("MOVZ", Shape::MoveWide(MoveWide::Zero)),
    ("MOVN", Shape::MoveWide(MoveWide::Not)),
    ("MOVK", Shape::MoveWide(MoveWide::Keep)),
    ("CMP", Shape::Compare(Arithmetic::Subs)),
    ("CMN", Shape::Compare(Arithmetic::Adds)),
    ("TST", Shape::Compare(Arithmetic::Ands)),
    ("NEG", Shape::Negate(Arithmetic::Sub)),
    ("NEGS", Shape::Negate(Arithmetic::Subs)),
    ("MVN", Shape::Negate(Arithmetic::Orn)),
    ("ADC", Shape::WithCarry { subtract: false, set_flags: false }),
    ("ADCS", Shape::WithCarry { subtract: false, set_flags: true }),
    ("SBC", Shape::WithCarry { subtract: true, set_flags: false }),
    ("SBCS", Shape::WithCarry { subtract: true, set_flags: true }),
    ("NGC", Shape::NegateWithCarry { set_flags: false }),
    ("NGCS", Shape::NegateWithCarry { set_flags: true }),
    ("MADD", Shape::Multiply { subtract: false, addend: true }),
    ("MSUB", Shape::Multiply { subtract: true, addend: true }),
    ("MUL", Shape::Multiply { subtract: false, addend: false }),
    ("MNEG", Shape::Multiply { subtract: true, addend: false }),
    ("SMADDL", Shape::MultiplyLong { signed: true, subtract: false, addend: true }),
    ("SMSUBL", Shape::MultiplyLong { signed: true, subtract: true, addend: true }),
    ("SMULL", Shape::MultiplyLong { signed: true, subtract: false, addend: false }),
    ("SMNEGL", Shape::MultiplyLong { signed: true, subtract: true, addend: false }),
    ("UMADDL", Shape::MultiplyLong { signed: false, subtract: false, addend: true }),
    ("UMSUBL", Shape::MultiplyLong { signed: false, subtract: true, addend: true }),
    ("UMULL", Shape::MultiplyLong { signed: false, subtract: false, addend: false }),
    ("UMNEGL", Shape::MultiplyLong { signed: false, subtract: true, addend: false }),
    ("SBFX", Shape::BitFieldExtract(BitField::Signed)),
    ("UBFX", Shape::BitFieldExtract(BitField::Unsigned)),
    ("BFXIL", Shape::BitFieldExtract(BitField::Insert)),
    ("SBFIZ", Shape::BitFieldInsert(BitField::Signed)),
    ("UBFIZ", Shape::BitFieldInsert(BitField::Unsigned)),
    ("BFI", Shape::BitFieldInsert(BitField::Insert)),
    ("EXTR", Shape::Extract),
    ("CSET", Shape::SelectZero(Select::Increment)),
    ("CSETM", Shape::SelectZero(Select::Invert)),
    ("CINC", Shape::SelectSame(Select::Increment)),
    ("CINV", Shape::SelectSame(Select::Invert)),
    ("CNEG", Shape::SelectSame(Select::Negate)),
    ("CCMP", Shape::CompareIf { negative: false }),
    ("CCMN", Shape::CompareIf { negative: true }),
    ("ADR", Shape::CodeAddress),
    ("ADRP", Shape::Page),
    ("MRS", Shape::ReadSystem),
    ("MSR", Shape::WriteSystem),
    ("DMB", Shape::Barrier { synchronization: false }),
    ("DSB", Shape::Barrier { synchronization: true }),
    ("ISB", Shape::InstructionBarrier),
    ("CLREX", Shape::ClearExclusive),
];

/// What is known and not supported: the reason, then the mnemonics.
const UNSUPPORTED: [(&str, &[&str]); 8] = [
    ("translation tables and their maintenance are not supported", &["TLBI", "AT"]),
    ("instruction fetch and cache maintenance are not supported", &["IC", "DC"]),
    (
        "memory tags (MTE) are not supported",
        &["STG", "ST2G", "STZG", "STZ2G", "LDG", "IRG", "ADDG", "SUBG", "GMI", "SUBP"],
    ),
    ("it raises an exception, and faults are not supported", &["UDF", "SVC", "HVC", "SMC", "BRK", "ERET"]),
    (
        "pointer authentication is not supported",
        &[
            "PACIA",
            "PACIA1716",
            "PACIASP",
            "PACIAZ",
            "PACIZA",
            "PACDA",
            "PACDZA",
            "PACIB",
            "PACIB1716",
            "PACIBSP",
            "PACIBZ",
            "PACIZB",
            "PACDB",
            "PACDZB",
            "AUTIA",
            "AUTIA1716",
            "AUTIASP",
            "AUTIAZ",
            "AUTIZA",
            "AUTDA",
            "AUTDZA",
            "AUTIB",
            "AUTIB1716",
            "AUTIBSP",
            "AUTIBZ",
            "AUTIZB",
            "AUTDB",
            "AUTDZB",
            "XPACI",
            "XPACD",
        ],
    ),
    (
        "capabilities (Morello) are not supported",
        &[
            "ALIGND", "ALIGNU", "BUILD", "CHKEQ", "CHKSLD", "CHKTGD", "CLRTAG", "CPY", "CPYTYPE", "CPYVALUE", "CSEAL",
            "CTHI", "GCFLGS", "GCPERM", "GCSEAL", "GCTAG", "GCTYPE", "GCVALUE", "LDCT", "SCFLGS", "SCTAG", "SCVALUE",
            "SEAL", "STCT", "UNSEAL",
        ],
    ),
    ("guarded control stacks are not supported", &["GCSB", "GCSPOPM", "GCSPUSHM", "GCSSTR", "GCSSS1", "GCSSS2"]),
    (
        "vector instructions are not supported",
        &[
            "LD1", "LD1R", "LD2", "LD2R", "LD3", "LD3R", "LD4", "LD4R", "LDAP1", "ST1", "ST2", "ST3", "ST4", "STL1",
            "ADDV", "DUP", "MOVI", "FMOV", "UADDV", "PTRUE", "SMSTART", "SMSTOP", "INDEX", "RDVL", "ADDVL", "MOVPRFX",
        ],
    ),
];

const ACCESSES: [(&str, Access); 3] = [("", Access::Whole), ("B", Access::Byte), ("H", Access::Half)];
const SIGNED_ACCESSES: [(&str, Access); 3] =
    [("SB", Access::SignedByte), ("SH", Access::SignedHalf), ("SW", Access::SignedWord)];

/// Loads: stem, kind, whether there are forms that widen with the sign.
const LOADS: [(&str, LoadKind, bool); 7] = [
    ("LDR", LoadKind::Plain, true),
    ("LDUR", LoadKind::Unscaled, true),
    ("LDAR", LoadKind::Acquire, false),
    ("LDAPR", LoadKind::AcquirePc, false),
    ("LDAPUR", LoadKind::AcquirePcUnscaled, true),
    ("LDXR", LoadKind::Exclusive, false),
    ("LDAXR", LoadKind::AcquireExclusive, false),
];

const STORES: [(&str, StoreKind); 4] = [
    ("STR", StoreKind::Plain),
    ("STUR", StoreKind::Unscaled),
    ("STLR", StoreKind::Release),
    ("STLUR", StoreKind::ReleaseUnscaled),
];

/// What a load is called, without the letters for its access.
pub(super) fn load_stem(kind: LoadKind) -> &'static str {
    LOADS.iter().find(|load| load.1 == kind).map_or("LDR", |load| load.0)
}

/// What a store is called, without the letters for its access.
pub(super) fn store_stem(kind: StoreKind) -> &'static str {
    STORES.iter().find(|store| store.1 == kind).map_or("STR", |store| store.0)
}

/// The letters that a mnemonic has for an access.
pub(super) fn access_letters(access: Access) -> &'static str {
    ACCESSES.iter().chain(&SIGNED_ACCESSES).find(|known| known.1 == access).map_or("", |known| known.0)
}

/// The mnemonic of a load of a pair.
pub(super) fn load_pair_name(kind: LoadPairKind) -> &'static str {
    name_of(Shape::LoadPair(kind))
}

/// The mnemonic of a store of a pair.
pub(super) fn store_pair_name(kind: StorePairKind) -> &'static str {
    name_of(Shape::StorePair(kind))
}

/// The mnemonic of a multiplication.
pub(super) fn multiply_name(subtract: bool, addend: bool) -> &'static str {
    name_of(Shape::Multiply { subtract, addend })
}

/// The mnemonic of a widening multiplication.
pub(super) fn multiply_long_name(signed: bool, subtract: bool, addend: bool) -> &'static str {
    name_of(Shape::MultiplyLong { signed, subtract, addend })
}

/// The first mnemonic with this shape.
fn name_of(shape: Shape) -> &'static str {
    ROWS.iter().find(|row| row.1 == shape).map_or("", |row| row.0)
}

/// Rows that follow from others.
fn families(add: &mut dyn FnMut(String, Shape)) {
    for (name, condition) in Condition::NAMES {
        add(format!("B.{name}"), Shape::JumpIf(condition));
        // As gcc writes them.
        add(format!("B{name}"), Shape::JumpIf(condition));
    }
    for (stem, kind, has_signed) in LOADS {
        let signed = if has_signed { &SIGNED_ACCESSES[..] } else { &[] };
        for (letters, access) in ACCESSES.iter().chain(signed) {
            add(format!("{stem}{letters}"), Shape::Load(kind, *access));
        }
    }
    for (letters, access) in ACCESSES {
        for (stem, kind) in STORES {
            add(format!("{stem}{letters}"), Shape::Store(kind, access));
        }
        add(format!("STXR{letters}"), Shape::StoreExclusive { release: false, access });
        add(format!("STLXR{letters}"), Shape::StoreExclusive { release: true, access });
        atomics(letters, access, add);
    }
    for (order_letters, order) in Order::ALL {
        add(format!("CASP{order_letters}"), Shape::CompareSwapPair(order));
        for (name, operator) in FetchPair::NAMES {
            add(format!("{name}{order_letters}"), Shape::FetchPair(operator, order));
        }
    }
    named(&Arithmetic::NAMES, Shape::Arithmetic, add);
    named(&Shift::NAMES, Shape::Shift, add);
    for (name, shift) in Shift::NAMES {
        add(format!("{name}V"), Shape::ShiftVariable(shift));
    }
    named(&BitField::NAMES, Shape::BitField, add);
    named(&Unary::NAMES, Shape::Unary, add);
    named(&Select::NAMES, Shape::Select, add);
    for (name, extend) in Extend::NAMES.into_iter().filter(|(_, extend)| extend.from < 64) {
        add(name.to_owned(), Shape::ExtendRegister(extend));
    }
    for (reason, names) in UNSUPPORTED {
        names.iter().for_each(|name| add((*name).to_owned(), Shape::Unsupported(reason)));
    }
}

fn atomics(letters: &str, access: Access, add: &mut dyn FnMut(String, Shape)) {
    for (order_letters, order) in Order::ALL {
        add(format!("CAS{order_letters}{letters}"), Shape::CompareSwap(order, access));
        add(format!("SWP{order_letters}{letters}"), Shape::Swap(order, access));
        for (name, operator) in Fetch::NAMES {
            add(format!("LD{name}{order_letters}{letters}"), Shape::Fetch(operator, order, access));
            if !order.acquire {
                add(format!("ST{name}{order_letters}{letters}"), Shape::StoreFetch(operator, order, access));
            }
        }
    }
}

fn named<T: Copy>(names: &[(&str, T)], shape: impl Fn(T) -> Shape, add: &mut dyn FnMut(String, Shape)) {
    names.iter().for_each(|&(name, value)| add(name.to_owned(), shape(value)));
}

/// Shapes by mnemonics in upper case.
static BY_NAME: LazyLock<FxHashMap<String, Shape>> = LazyLock::new(|| {
    let mut by_name: FxHashMap<String, Shape> = ROWS.iter().map(|&(name, shape)| (name.to_owned(), shape)).collect();
    families(&mut |name, shape| {
        by_name.insert(name, shape);
    });
    by_name
});

/// What follows a mnemonic, letter case counting for nothing.
pub(super) fn shape(mnemonic: &str) -> Option<Shape> {
    BY_NAME.get(mnemonic).or_else(|| BY_NAME.get(&mnemonic.to_ascii_uppercase())).copied()
}

/// All mnemonics, sorted.
pub(super) fn mnemonics() -> Vec<&'static str> {
    let supported = BY_NAME.iter().filter(|(_, shape)| !matches!(shape, Shape::Unsupported(_)));
    let mut names: Vec<&str> = supported.map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mnemonic_has_two_rows() {
        let mut names: Vec<String> = ROWS.iter().map(|row| row.0.to_owned()).collect();
        families(&mut |name, _| names.push(name));
        names.sort();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
    }

    #[test]
    fn families_are_complete() {
        assert_eq!(shape("ldsmaxalh"), Some(Shape::Fetch(Fetch::SignedMax, Order::ALL[3].1, Access::Half)));
        assert_eq!(shape("b.hs"), Some(Shape::JumpIf(Condition::Cs)));
        assert_eq!(shape("STADDA"), None, "a store has nothing to acquire");
        assert!(matches!(shape("TLBI"), Some(Shape::Unsupported(_))));
    }
}
