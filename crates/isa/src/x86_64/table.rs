//! The table of forms. A new instruction is a row here and, when it does something new, an
//! [`Opcode`] with its lowering.

use std::borrow::Cow;
use std::sync::LazyLock;

use program::BinaryOperator;
use rustc_hash::FxHashMap;

use super::form::{Form, Kinds, OperandSize, Slot};
use super::instruction::{Arithmetic, BitChange, Condition, Fence, FlagTest, Flush, Opcode, Shift};
use super::size::Size;

const fn slot(kinds: Kinds) -> Slot {
    Slot { kinds, size: None }
}

const fn sized(kinds: Kinds, size: Size) -> Slot {
    Slot { kinds, size: Some(size) }
}

// The letters of slots: Register, Memory, Immediate, X for vector registers.
const R: Slot = slot(Kinds::REGISTER);
const M: Slot = slot(Kinds::MEMORY);
const RM: Slot = slot(Kinds::REGISTER.or(Kinds::MEMORY));
const RMI: Slot = slot(Kinds::REGISTER.or(Kinds::MEMORY).or(Kinds::IMMEDIATE));
const RI: Slot = slot(Kinds::REGISTER.or(Kinds::IMMEDIATE));
const X: Slot = slot(Kinds::VECTOR);
const XM: Slot = slot(Kinds::VECTOR.or(Kinds::MEMORY));
const IMMEDIATE_BYTE: Slot = sized(Kinds::IMMEDIATE, Size::Byte);
const COUNT: Slot = sized(Kinds::IMMEDIATE.or(Kinds::COUNT_REGISTER), Size::Byte);
const LABEL: Slot = slot(Kinds::LABEL);
const RM_BYTE: Slot = sized(Kinds::REGISTER.or(Kinds::MEMORY), Size::Byte);
const RM_WORD: Slot = sized(Kinds::REGISTER.or(Kinds::MEMORY), Size::Word);
const RM_LONG: Slot = sized(Kinds::REGISTER.or(Kinds::MEMORY), Size::Long);

const ANY: OperandSize = OperandSize::Written(&Size::ALL);
const WLQ: OperandSize = OperandSize::Written(&[Size::Word, Size::Long, Size::Quad]);
const LQ: OperandSize = OperandSize::Written(&[Size::Long, Size::Quad]);
const Q: OperandSize = OperandSize::Written(&[Size::Quad]);
const BYTE: OperandSize = OperandSize::Fixed(Size::Byte);
const WORD: OperandSize = OperandSize::Fixed(Size::Word);
const LONG: OperandSize = OperandSize::Fixed(Size::Long);
const QUAD: OperandSize = OperandSize::Fixed(Size::Quad);
/// For forms without operands of a size.
const NO_SIZE: OperandSize = QUAD;

const fn form(names: &'static [&'static str], opcode: Opcode, size: OperandSize, slots: &'static [Slot]) -> Form {
    Form { names, opcode, size, slots, lockable: false, herd_reverses: false }
}

impl Form {
    const fn lockable(self) -> Form {
        Form { lockable: true, ..self }
    }

    const fn herd_reverses(self) -> Form {
        Form { herd_reverses: true, ..self }
    }
}

static CONTROL: &[Form] = &[
    form(&["NOP", "nopw", "nopl", "nopq", "endbr64", "endbr32"], Opcode::Nop, NO_SIZE, &[]),
    form(&["pause"], Opcode::Nop, NO_SIZE, &[]),
    form(&["ret", "retq"], Opcode::Return, NO_SIZE, &[]),
    form(&["jmp", "jmpq"], Opcode::Jump, NO_SIZE, &[LABEL]),
    form(&["mfence"], Opcode::Fence(Fence::Memory), NO_SIZE, &[]),
    form(&["sfence"], Opcode::Fence(Fence::Store), NO_SIZE, &[]),
    form(&["lfence"], Opcode::Fence(Fence::Load), NO_SIZE, &[]),
    form(&["clflush"], Opcode::FlushLine(Flush::Ordered), NO_SIZE, &[M]),
    form(&["clflushopt"], Opcode::FlushLine(Flush::Optimized), NO_SIZE, &[M]),
];

static MOVES: &[Form] = &[
    form(&["mov", "movabs"], Opcode::Move, ANY, &[RMI, RM]),
    form(&["movnti"], Opcode::MoveNonTemporal, LQ, &[R, M]),
    form(&["movzb"], Opcode::MoveZeroExtended(Size::Byte), WLQ, &[RM_BYTE, R]),
    form(&["movzw"], Opcode::MoveZeroExtended(Size::Word), LQ, &[RM_WORD, R]),
    form(&["movsb"], Opcode::MoveSignExtended(Size::Byte), WLQ, &[RM_BYTE, R]),
    form(&["movsw"], Opcode::MoveSignExtended(Size::Word), LQ, &[RM_WORD, R]),
    form(&["movsl"], Opcode::MoveSignExtended(Size::Long), Q, &[RM_LONG, R]),
    form(&["cbtw"], Opcode::WidenAccumulator, WORD, &[]),
    form(&["cwtl"], Opcode::WidenAccumulator, LONG, &[]),
    form(&["cltq"], Opcode::WidenAccumulator, QUAD, &[]),
    form(&["cwtd"], Opcode::SpreadAccumulator, WORD, &[]),
    form(&["cltd"], Opcode::SpreadAccumulator, LONG, &[]),
    form(&["cqto"], Opcode::SpreadAccumulator, QUAD, &[]),
    form(&["lea"], Opcode::LoadAddress, WLQ, &[M, R]),
];

static INTEGERS: &[Form] = &[
    form(&["add"], Opcode::Arithmetic(Arithmetic::Add), ANY, &[RMI, RM]).lockable(),
    form(&["adc"], Opcode::Arithmetic(Arithmetic::AddWithCarry), ANY, &[RMI, RM]).lockable(),
    form(&["sub"], Opcode::Arithmetic(Arithmetic::Subtract), ANY, &[RMI, RM]).lockable(),
    form(&["sbb"], Opcode::Arithmetic(Arithmetic::SubtractWithBorrow), ANY, &[RMI, RM]).lockable(),
    form(&["and"], Opcode::Arithmetic(Arithmetic::And), ANY, &[RMI, RM]).lockable(),
    form(&["or"], Opcode::Arithmetic(Arithmetic::Or), ANY, &[RMI, RM]).lockable(),
    form(&["xor"], Opcode::Arithmetic(Arithmetic::Xor), ANY, &[RMI, RM]).lockable(),
    form(&["cmp"], Opcode::Compare, ANY, &[RMI, RM]),
    form(&["test"], Opcode::Test, ANY, &[RMI, RM]),
    form(&["inc"], Opcode::Increment, ANY, &[RM]).lockable(),
    form(&["dec"], Opcode::Decrement, ANY, &[RM]).lockable(),
    form(&["neg"], Opcode::Negate, ANY, &[RM]).lockable(),
    form(&["not"], Opcode::Not, ANY, &[RM]).lockable(),
    form(&["shl", "sal"], Opcode::Shift(Shift::Left), ANY, &[COUNT, RM]),
    form(&["shl", "sal"], Opcode::Shift(Shift::Left), ANY, &[RM]),
    form(&["shr"], Opcode::Shift(Shift::Right), ANY, &[COUNT, RM]),
    form(&["shr"], Opcode::Shift(Shift::Right), ANY, &[RM]),
    form(&["sar"], Opcode::Shift(Shift::RightSigned), ANY, &[COUNT, RM]),
    form(&["sar"], Opcode::Shift(Shift::RightSigned), ANY, &[RM]),
];

static BITS: &[Form] = &[
    form(&["bt"], Opcode::BitTest(BitChange::Keep), WLQ, &[RI, RM]),
    form(&["bts"], Opcode::BitTest(BitChange::Set), WLQ, &[RI, RM]).lockable(),
    form(&["btr"], Opcode::BitTest(BitChange::Reset), WLQ, &[RI, RM]).lockable(),
    form(&["btc"], Opcode::BitTest(BitChange::Complement), WLQ, &[RI, RM]).lockable(),
];

static EXCHANGES: &[Form] = &[
    form(&["xchg"], Opcode::Exchange, ANY, &[RM, RM]).lockable(),
    // herd's name for an exchange without the implied lock; its meaning there is that of `xchg`, and so it is here.
    form(&["uxch"], Opcode::Exchange, ANY, &[RM, RM]).lockable(),
    form(&["xadd"], Opcode::ExchangeAdd, ANY, &[R, RM]).lockable(),
    form(&["cmpxchg"], Opcode::CompareExchange, ANY, &[R, RM]).lockable().herd_reverses(),
    form(&["cmpxchg8b"], Opcode::CompareExchangePair, LONG, &[M]).lockable(),
    form(&["cmpxchg16b"], Opcode::CompareExchangePair, QUAD, &[M]).lockable(),
];

const AND: Opcode = Opcode::VectorBitwise(BinaryOperator::And);
const OR: Opcode = Opcode::VectorBitwise(BinaryOperator::Or);
const XOR: Opcode = Opcode::VectorBitwise(BinaryOperator::Xor);
const LOW: Opcode = Opcode::Unpack { high: false };
const HIGH: Opcode = Opcode::Unpack { high: true };

/// Rows for legacy and VEX names of one move: to a register, and to memory.
macro_rules! vector_move {
    ($($name:literal),*) => { &[$(
        form(&[$name], Opcode::VectorMove, NO_SIZE, &[XM, X]),
        form(&[$name], Opcode::VectorMove, NO_SIZE, &[X, M]),
        form(&[concat!("v", $name)], Opcode::VectorMove, NO_SIZE, &[XM, X]),
        form(&[concat!("v", $name)], Opcode::VectorMove, NO_SIZE, &[X, M]),
    )*] };
}

static VECTOR_MOVES: &[Form] = vector_move!("movdqa", "movdqu", "movaps", "movups", "movapd", "movupd");

/// Rows for a legacy name with two operands and a VEX name with three.
macro_rules! vector_binary {
    ($($name:literal: $opcode:expr),* $(,)?) => { &[$(
        form(&[$name], $opcode, NO_SIZE, &[XM, X]),
        form(&[concat!("v", $name)], $opcode, NO_SIZE, &[XM, X, X]),
    )*] };
}

static VECTOR_BINARY: &[Form] = vector_binary! {
    "pand": AND, "andps": AND, "andpd": AND,
    "por": OR, "orps": OR, "orpd": OR,
    "pxor": XOR, "xorps": XOR, "xorpd": XOR,
    "punpcklqdq": LOW, "punpckhqdq": HIGH,
};

/// Rows for a legacy and a VEX name with the same operands.
macro_rules! vector_same {
    ($($name:literal: $opcode:expr, $size:expr, $slots:expr;)*) => { &[$(
        form(&[$name], $opcode, $size, $slots),
        form(&[concat!("v", $name)], $opcode, $size, $slots),
    )*] };
}

static VECTOR_OTHER: &[Form] = vector_same! {
    "movntdq": Opcode::VectorMoveNonTemporal, NO_SIZE, &[X, M];
    "movntps": Opcode::VectorMoveNonTemporal, NO_SIZE, &[X, M];
    "movntpd": Opcode::VectorMoveNonTemporal, NO_SIZE, &[X, M];
    "movntdqa": Opcode::VectorMove, NO_SIZE, &[M, X];
    "movd": Opcode::ScalarMove, LONG, &[RM, X];
    "movd": Opcode::ScalarMove, LONG, &[X, RM];
    "movq": Opcode::ScalarMove, QUAD, &[RM, X];
    "movq": Opcode::ScalarMove, QUAD, &[X, RM];
    "movq": Opcode::ScalarMove, QUAD, &[X, X];
    "movss": Opcode::ScalarMove, LONG, &[M, X];
    "movss": Opcode::ScalarMove, LONG, &[X, M];
    "movsd": Opcode::ScalarMove, QUAD, &[M, X];
    "movsd": Opcode::ScalarMove, QUAD, &[X, M];
    "pextrq": Opcode::ExtractQuad, QUAD, &[IMMEDIATE_BYTE, X, RM];
};

static VECTOR_LEGACY: &[Form] = &[
    form(&["movss"], Opcode::ScalarMerge, LONG, &[X, X]),
    form(&["movsd"], Opcode::ScalarMerge, QUAD, &[X, X]),
    form(&["pinsrq"], Opcode::InsertQuad, QUAD, &[IMMEDIATE_BYTE, RM, X]),
    form(&["vpinsrq"], Opcode::InsertQuad, QUAD, &[IMMEDIATE_BYTE, RM, X, X]),
];

/// A row for each condition, under every name that assemblers know; the first is printed.
macro_rules! conditional {
    ($prefix:literal, $opcode:path, $size:expr, $slots:expr) => {
        conditional!(@rows $prefix, $opcode, $size, $slots;
            Overflow: ["o"], ["no"];
            Below: ["b", "c", "nae"], ["ae", "nb", "nc"];
            Equal: ["e", "z"], ["ne", "nz"];
            BelowOrEqual: ["be", "na"], ["a", "nbe"];
            Sign: ["s"], ["ns"];
            Parity: ["p", "pe"], ["np", "po"];
            Less: ["l", "nge"], ["ge", "nl"];
            LessOrEqual: ["le", "ng"], ["g", "nle"];
        )
    };
    (@rows $prefix:literal, $opcode:path, $size:expr, $slots:expr;
     $($test:ident: [$($name:literal),*], [$($negated:literal),*];)*) => { &[$(
        form(&[$(concat!($prefix, $name)),*], $opcode(Condition::when(FlagTest::$test)), $size, $slots),
        form(&[$(concat!($prefix, $negated)),*], $opcode(Condition::unless(FlagTest::$test)), $size, $slots),
    )*] };
}

static JUMPS: &[Form] = conditional!("j", Opcode::JumpIf, NO_SIZE, &[LABEL]);
static SETS: &[Form] = conditional!("set", Opcode::SetIf, BYTE, &[RM]);
static CONDITIONAL_MOVES: &[Form] = conditional!("cmov", Opcode::MoveIf, WLQ, &[RM, R]);

/// Where herd has names of its own, or prints another one of several. These rows come first.
static HERD_SPELLINGS: &[Form] = &[
    form(&["jl", "jlt", "jnge"], Opcode::JumpIf(Condition::when(FlagTest::Less)), NO_SIZE, &[LABEL]),
    form(&["jg", "jgt", "jnle"], Opcode::JumpIf(Condition::unless(FlagTest::LessOrEqual)), NO_SIZE, &[LABEL]),
    form(&["setnb"], Opcode::SetIf(Condition::unless(FlagTest::Below)), BYTE, &[RM]),
    form(&["cmovc"], Opcode::MoveIf(Condition::when(FlagTest::Below)), WLQ, &[RM, R]).herd_reverses(),
];

/// Every form; where several fit, the first one counts.
pub(super) fn forms() -> impl Iterator<Item = &'static Form> {
    let groups = [
        HERD_SPELLINGS,
        CONTROL,
        MOVES,
        INTEGERS,
        BITS,
        EXCHANGES,
        JUMPS,
        SETS,
        CONDITIONAL_MOVES,
        VECTOR_MOVES,
        VECTOR_BINARY,
        VECTOR_OTHER,
        VECTOR_LEGACY,
    ];
    groups.into_iter().flatten()
}

/// Forms by their names in lower case.
static BY_NAME: LazyLock<FxHashMap<Cow<'static, str>, Vec<&'static Form>>> = LazyLock::new(|| {
    let mut by_name: FxHashMap<Cow<'static, str>, Vec<&'static Form>> = FxHashMap::default();
    by_name.reserve(forms().map(|form| form.names.len()).sum());
    for form in forms() {
        for &name in form.names {
            by_name.entry(in_lower_case(name)).or_default().push(form);
        }
    }
    by_name
});

fn in_lower_case(name: &'static str) -> Cow<'static, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// The forms that a mnemonic as written may mean, each with the suffix split off. The mnemonic is in lower case.
///
/// A mnemonic that is a name as it stands comes first: `cmovl` is the condition `l`, not a suffix.
pub(super) fn candidates(mnemonic: &str) -> Vec<(&'static Form, Option<Size>)> {
    let named = |name: &str| BY_NAME.get(name).map_or(&[][..], Vec::as_slice);
    let mut found: Vec<_> = named(mnemonic).iter().map(|&form| (form, None)).collect();
    if let Some((at, _)) = mnemonic.char_indices().next_back()
        && let Some(size) = Size::of_suffix(&mnemonic[at..])
    {
        let takes = |form: &Form| matches!(form.size, OperandSize::Written(sizes) if sizes.contains(&size));
        let with_suffix = named(&mnemonic[..at]).iter().filter(|form| takes(form));
        found.extend(with_suffix.map(|&form| (form, Some(size))));
    }
    found
}

/// The spellings of all mnemonics, with and without suffixes.
pub(super) fn mnemonics() -> impl Iterator<Item = String> {
    forms().flat_map(|form| {
        let sizes: &[Size] = match form.size {
            OperandSize::Fixed(_) => &[],
            OperandSize::Written(sizes) => sizes,
        };
        form.names.iter().flat_map(move |name| {
            let name = in_lower_case(name);
            let plain = std::iter::once(name.to_string());
            plain.chain(sizes.iter().map(move |size| format!("{name}{}", size.suffix())))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mnemonic_as_it_stands_comes_before_one_with_a_suffix() {
        let first = |mnemonic| candidates(mnemonic).first().map(|&(form, suffix)| (form.name(), suffix));
        assert_eq!(first("cmovl"), Some(("cmovl", None)));
        assert_eq!(first("cmovll"), Some(("cmovl", Some(Size::Long))));
        assert_eq!(first("cmoveq"), Some(("cmove", Some(Size::Quad))));
        assert_eq!(first("setb"), Some(("setb", None)));
        assert_eq!(first("shl"), Some(("shl", None)));
        assert_eq!(first("movslq"), Some(("movsl", Some(Size::Quad))));
        assert_eq!(first("movntib"), None, "movnti has no byte form");
    }

    #[test]
    fn forms_under_one_name_agree_on_the_name_that_is_printed() {
        for form in forms() {
            let printed = form.name().to_lowercase();
            let first = candidates(&printed).first().map(|(form, _)| form.name());
            assert_eq!(first, Some(form.name()), "{form:?}");
        }
    }
}
