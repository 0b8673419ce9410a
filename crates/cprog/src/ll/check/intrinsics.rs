//! The types of LLVM's own functions that compilers of C and C++ call.

use super::super::syntax::{FunctionType, Type};
use super::Checker;

/// What a parameter or a result of an intrinsic is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Void,
    /// `iN` of this many bits.
    Bits(u32),
    /// An integer, or a vector of integers.
    Integer,
    /// A floating point number, or a vector of them.
    Float,
    Pointer,
    Metadata,
    /// Anything.
    Any,
    /// The same type as the result.
    Result,
    /// A structure of the type of the first parameter and `i1`.
    WithOverflow,
    /// The same type as the first parameter.
    First,
}

use Kind::{Any, Bits, First, Float, Integer, Metadata, Pointer, Result, Void, WithOverflow};

/// An intrinsic: its name without `llvm.` and the types behind it, result, parameters, and a bit for each parameter that is a constant.
type Row = (&'static str, Kind, &'static [Kind], u16);

/// Sources: the LLVM Language Reference, "Intrinsic Functions", of LLVM 14 to 22. An intrinsic whose type changed has several rows.
const ROWS: &[Row] = &[
    ("dbg.declare", Void, &[Metadata, Metadata, Metadata], 0),
    ("dbg.addr", Void, &[Metadata, Metadata, Metadata], 0),
    ("dbg.value", Void, &[Metadata, Metadata, Metadata], 0),
    ("dbg.label", Void, &[Metadata], 0),
    ("dbg.assign", Void, &[Metadata, Metadata, Metadata, Metadata, Metadata, Metadata], 0),
    ("memcpy", Void, &[Pointer, Pointer, Integer, Bits(1)], 0b1000),
    ("memcpy.inline", Void, &[Pointer, Pointer, Integer, Bits(1)], 0b1000),
    ("memmove", Void, &[Pointer, Pointer, Integer, Bits(1)], 0b1000),
    ("memset", Void, &[Pointer, Bits(8), Integer, Bits(1)], 0b1000),
    ("memset.inline", Void, &[Pointer, Bits(8), Integer, Bits(1)], 0b1000),
    ("lifetime.start", Void, &[Bits(64), Pointer], 1),
    ("lifetime.start", Void, &[Pointer], 0),
    ("lifetime.end", Void, &[Bits(64), Pointer], 1),
    ("lifetime.end", Void, &[Pointer], 0),
    ("va_start", Void, &[Pointer], 0),
    ("va_end", Void, &[Pointer], 0),
    ("va_copy", Void, &[Pointer, Pointer], 0),
    ("stacksave", Pointer, &[], 0),
    ("stackrestore", Void, &[Pointer], 0),
    ("expect", Integer, &[Result, Result], 0),
    ("expect.with.probability", Integer, &[Result, Result, Float], 0b100),
    ("assume", Void, &[Bits(1)], 0),
    ("trap", Void, &[], 0),
    ("debugtrap", Void, &[], 0),
    ("ubsantrap", Void, &[Bits(8)], 1),
    ("donothing", Void, &[], 0),
    ("ctpop", Integer, &[Result], 0),
    ("bswap", Integer, &[Result], 0),
    ("bitreverse", Integer, &[Result], 0),
    ("ctlz", Integer, &[Result, Bits(1)], 0b10),
    ("cttz", Integer, &[Result, Bits(1)], 0b10),
    ("objectsize", Integer, &[Pointer, Bits(1), Bits(1), Bits(1)], 0b1110),
    ("sadd.with.overflow", WithOverflow, &[Integer, First], 0),
    ("uadd.with.overflow", WithOverflow, &[Integer, First], 0),
    ("ssub.with.overflow", WithOverflow, &[Integer, First], 0),
    ("usub.with.overflow", WithOverflow, &[Integer, First], 0),
    ("smul.with.overflow", WithOverflow, &[Integer, First], 0),
    ("umul.with.overflow", WithOverflow, &[Integer, First], 0),
    ("sadd.sat", Integer, &[Result, Result], 0),
    ("uadd.sat", Integer, &[Result, Result], 0),
    ("ssub.sat", Integer, &[Result, Result], 0),
    ("usub.sat", Integer, &[Result, Result], 0),
    ("smax", Integer, &[Result, Result], 0),
    ("smin", Integer, &[Result, Result], 0),
    ("umax", Integer, &[Result, Result], 0),
    ("umin", Integer, &[Result, Result], 0),
    ("abs", Integer, &[Result, Bits(1)], 0b10),
    ("fshl", Integer, &[Result, Result, Result], 0),
    ("fshr", Integer, &[Result, Result, Result], 0),
    ("fabs", Float, &[Result], 0),
    ("sqrt", Float, &[Result], 0),
    ("floor", Float, &[Result], 0),
    ("ceil", Float, &[Result], 0),
    ("trunc", Float, &[Result], 0),
    ("rint", Float, &[Result], 0),
    ("nearbyint", Float, &[Result], 0),
    ("round", Float, &[Result], 0),
    ("roundeven", Float, &[Result], 0),
    ("sin", Float, &[Result], 0),
    ("cos", Float, &[Result], 0),
    ("exp", Float, &[Result], 0),
    ("exp2", Float, &[Result], 0),
    ("log", Float, &[Result], 0),
    ("log2", Float, &[Result], 0),
    ("log10", Float, &[Result], 0),
    ("pow", Float, &[Result, Result], 0),
    ("minnum", Float, &[Result, Result], 0),
    ("maxnum", Float, &[Result, Result], 0),
    ("copysign", Float, &[Result, Result], 0),
    ("fma", Float, &[Result, Result, Result], 0),
    ("fmuladd", Float, &[Result, Result, Result], 0),
    ("frameaddress", Pointer, &[Bits(32)], 1),
    ("returnaddress", Pointer, &[Bits(32)], 1),
    ("prefetch", Void, &[Pointer, Bits(32), Bits(32), Bits(32)], 0b1110),
    ("eh.typeid.for", Bits(32), &[Pointer], 0),
    ("launder.invariant.group", Pointer, &[Result], 0),
    ("strip.invariant.group", Pointer, &[Result], 0),
    ("threadlocal.address", Pointer, &[Result], 0),
    ("is.constant", Bits(1), &[Any], 0),
    ("readcyclecounter", Bits(64), &[], 0),
    ("experimental.noalias.scope.decl", Void, &[Metadata], 0),
    ("x86.sse2.mfence", Void, &[], 0),
    ("x86.sse2.lfence", Void, &[], 0),
    ("x86.sse.sfence", Void, &[], 0),
    ("x86.sse2.pause", Void, &[], 0),
];

/// Whether a name is `base`, perhaps with types behind it: `memcpy.p0i8.p0i8.i64`.
fn is_overload(name: &str, base: &str) -> bool {
    let Some(rest) = name.strip_prefix(base) else { return false };
    let is_type = |part: &str| {
        let first = part.bytes().next().unwrap_or(b' ');
        (matches!(first, b'p' | b'i' | b'f' | b'v' | b'a' | b's' | b'b')
            && part.bytes().any(|byte| byte.is_ascii_digit()))
            || part.starts_with("isVoid")
    };
    rest.is_empty() || rest.strip_prefix('.').is_some_and(|types| types.split('.').next().is_some_and(is_type))
}

fn rows(name: &str) -> impl Iterator<Item = &'static Row> {
    let base = name.strip_prefix("llvm.").unwrap_or_default();
    let found = ROWS.iter().filter(|row| is_overload(base, row.0)).map(|row| row.0).max_by_key(|name| name.len());
    ROWS.iter().filter(move |row| Some(row.0) == found)
}

impl Checker<'_> {
    /// Whether an intrinsic has a type that it may have; those that are not listed may have any.
    pub(super) fn is_intrinsic_type(&self, name: &str, ty: &FunctionType) -> bool {
        let mut rows = rows(name).peekable();
        if rows.peek().is_none() {
            return true;
        }
        rows.any(|(_, result, parameters, _)| {
            !ty.variadic
                && parameters.len() == ty.parameters.len()
                && self.is_kind(*result, &ty.result, ty)
                && parameters.iter().zip(&ty.parameters).all(|(kind, own)| self.is_kind(*kind, own, ty))
        })
    }

    fn is_kind(&self, kind: Kind, own: &Type, whole: &FunctionType) -> bool {
        let types = &self.types;
        match kind {
            Void => *own == Type::Void,
            Bits(bits) => *types.resolved(own) == Type::Integer(bits),
            Integer => types.is_integers(own),
            Float => types.is_floats(own),
            Pointer => types.is_pointer(own),
            Metadata => *own == Type::Metadata,
            Any => true,
            Result => types.same(own, &whole.result),
            First => types.same(own, &whole.parameters[0]),
            WithOverflow => match types.resolved(own) {
                Type::Structure(fields, false) => match fields.as_slice() {
                    [value, flag] => {
                        let is_flag = matches!(types.scalar(flag).0, Type::Integer(1));
                        whole.parameters.first().is_some_and(|first| types.same(value, first)) && is_flag
                    }
                    _ => false,
                },
                _ => false,
            },
        }
    }

    /// Whether argument `index` of an intrinsic has to be a constant.
    pub(super) fn is_immediate(name: &str, count: usize, index: usize) -> bool {
        rows(name).any(|(_, _, parameters, constants)| parameters.len() == count && constants & (1 << index) != 0)
    }
}
