//! The languages that pieces are compiled in: C, and the same pieces written out as C++ or Rust.
//!
//! C++ and Rust take their atomics' order from the same model (C++20, 33.5; Rust's `core::sync::atomic` names it), so that a piece means the same in each.
//! Pieces of C++ are those of C, with the types and functions of `<atomic>`. Rust is written for pieces that are one atomic operation, whose parts are known
//! ([`FragmentOperation`](crate::fragment::FragmentOperation)); what else there is, is reported as not written.

use std::fmt::Write;

use isa::c::standalone::pieces::{AtomicOperation, Operand, OperationKind};
use isa::c::standalone::{Spelled, TypeKind};

use crate::fragment::{Fragment, Given, HEAD, NAME};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Language {
    /// C11.
    #[default]
    C,
    /// C++11 or later.
    Cxx,
    /// Rust.
    Rust,
}

impl Language {
    /// All.
    pub const ALL: [Language; 3] = [Language::C, Language::Cxx, Language::Rust];

    /// The name that lists of profiles have for it.
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cxx => "c++",
            Language::Rust => "rust",
        }
    }

    /// What files in it end with.
    pub fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cxx => "cpp",
            Language::Rust => "rs",
        }
    }

    /// The language of this name.
    pub fn find(name: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.name() == name)
    }

    /// The language that a command takes: what it says itself (`-x c++`), or what its program is known to take.
    pub(crate) fn of_command(command: &[String]) -> Language {
        let says = |pair: &[String]| pair[0] == "-x" && pair[1] == "c++";
        if command.iter().any(|word| word == "-xc++") || command.windows(2).any(says) {
            return Language::Cxx;
        }
        let program = command.first().map(String::as_str).unwrap_or_default();
        let file = program.rsplit('/').next().unwrap_or(program);
        if file.contains("g++") || file.contains("clang++") {
            Language::Cxx
        } else if file.starts_with("rustc") {
            Language::Rust
        } else {
            Language::C
        }
    }

    /// What a translation unit begins with.
    pub(crate) fn head(self) -> &'static str {
        match self {
            Language::C => HEAD,
            Language::Cxx => CXX_HEAD,
            Language::Rust => RUST_HEAD,
        }
    }

    /// What it ends with.
    pub(crate) fn tail(self) -> &'static str {
        match self {
            Language::C | Language::Rust => "",
            Language::Cxx => "}\n",
        }
    }

    /// The definition of a function.
    ///
    /// # Errors
    /// Why it has none in this language.
    pub(crate) fn function(self, fragment: &Fragment, name: &str) -> Result<String, String> {
        match self {
            Language::C | Language::Cxx => Ok(fragment.text.replacen(NAME, name, 1)),
            Language::Rust => rust(fragment, name).map_err(|reason| format!("it cannot be written in Rust: {reason}")),
        }
    }
}

/// Functions have C's names and are called as in C. `_Atomic` is what C++23 makes it in `<stdatomic.h>`.
const CXX_HEAD: &str = "#include <atomic>\n#include <cstddef>\n#include <cstdint>\n#define _Atomic(type) std::atomic<type>\n\
    #define _Static_assert static_assert\nusing namespace std;\n\
    #if __SIZEOF_POINTER__ == 8\n\
    typedef struct { unsigned long first, second; } lakmus_two;\n\
    #define LAKMUS_TWO(first, second) ((lakmus_two){ (unsigned long)(first), (unsigned long)(second) })\n\
    #else\n\
    typedef unsigned long long lakmus_two;\n\
    #define LAKMUS_TWO(first, second) ((lakmus_two)(uint32_t)(second) << 32 | (uint32_t)(first))\n\
    #endif\n\
    extern \"C\" {\n";

/// Two results are a structure, as in [`HEAD`].
const RUST_HEAD: &str = "#![no_std]\n#![allow(warnings)]\nuse core::sync::atomic::*;\n\
    #[repr(C)]\npub struct LakmusTwo { first: u64, second: u64 }\n";

/// The function in Rust.
fn rust(fragment: &Fragment, name: &str) -> Result<String, String> {
    let Some(found) = &fragment.operation else {
        return Err("it is more than one atomic operation".to_owned());
    };
    let operation = &found.operation;
    let mut parameters = Vec::new();
    for parameter in &fragment.parameters {
        let ctype = match &parameter.pointee {
            Some(pointee) => format!("*mut {}", integer(pointee)?),
            None => integer(&parameter.ctype)?,
        };
        parameters.push(format!("{}: {ctype}", parameter.name));
    }
    let mut body = String::new();
    if let Some(object) = found.object {
        let object = &fragment.parameters[object];
        let ctype = integer(object.pointee.as_ref().ok_or("its object is no location")?)?;
        let _ = writeln!(body, "  let object = Atomic{}::from_ptr({});", ctype.to_ascii_uppercase(), object.name);
        body.push_str(&access(fragment, operation, &ctype)?);
    } else {
        let _ = writeln!(body, "  fence({});", order(operation.order)?);
    }
    let results: Vec<String> = fragment.given.iter().map(integer).collect::<Result<_, String>>()?;
    let value = |given: &Given| match given {
        Given::Result => "result",
        Given::Expected => "found",
    };
    let (ctype, ending) = match (found.gives.as_slice(), results.as_slice()) {
        ([], []) => (String::new(), String::new()),
        ([one], [ctype]) => (format!(" -> {ctype}"), format!("  {} as {ctype}\n", value(one))),
        ([first, second], [one, other]) => {
            let (first, second) = (value(first), value(second));
            let ending =
                format!("  LakmusTwo {{ first: {first} as {one} as u64, second: {second} as {other} as u64 }}\n");
            (" -> LakmusTwo".to_owned(), ending)
        }
        _ => return Err("its results are not those of one operation".to_owned()),
    };
    let parameters = parameters.join(", ");
    Ok(format!("#[no_mangle]\npub unsafe extern \"C\" fn {name}({parameters}){ctype} {{\n{body}{ending}}}\n"))
}

/// The operation on `object`, whose values have the type `ctype`.
fn access(fragment: &Fragment, operation: &AtomicOperation, ctype: &str) -> Result<String, String> {
    let found = fragment.operation.as_ref().ok_or("it is no operation")?;
    let of_argument = |number: Option<usize>| {
        let parameter = fragment.parameters.get(number.ok_or("an argument is missing")?);
        Ok::<String, String>(format!("{} as {ctype}", parameter.ok_or("an argument is missing")?.name))
    };
    let operand = || match operation.operand {
        Some(Operand::Number(number)) => Ok(format!("{number}_u64 as {ctype}")),
        Some(Operand::Variable(_)) => of_argument(found.operand),
        None => Err("its operand is missing".to_owned()),
    };
    let with = |method: &str, operand: String| {
        let order = order(operation.order)?;
        Ok(format!("  let result = object.{method}({operand}, {order});\n"))
    };
    match operation.kind {
        OperationKind::Load => Ok(format!("  let result = object.load({});\n", order(operation.order)?)),
        OperationKind::Store => Ok(format!("  object.store({}, {});\n", operand()?, order(operation.order)?)),
        OperationKind::Exchange => with("swap", operand()?),
        OperationKind::FetchAdd => with("fetch_add", operand()?),
        OperationKind::FetchSub => with("fetch_sub", operand()?),
        OperationKind::FetchAnd => with("fetch_and", operand()?),
        OperationKind::FetchOr => with("fetch_or", operand()?),
        OperationKind::FetchXor => with("fetch_xor", operand()?),
        OperationKind::FetchNand => with("fetch_nand", operand()?),
        OperationKind::FetchMax => with("fetch_max", operand()?),
        OperationKind::FetchMin => with("fetch_min", operand()?),
        OperationKind::CompareExchangeStrong | OperationKind::CompareExchangeWeak => {
            let is_weak = operation.kind == OperationKind::CompareExchangeWeak;
            let method = if is_weak { "compare_exchange_weak" } else { "compare_exchange" };
            let (success, failure) = (order(operation.order)?, order(operation.failure.unwrap_or("relaxed"))?);
            let (expected, desired) = (of_argument(found.expected)?, operand()?);
            Ok(format!(
                "  let (result, found) = match object.{method}({expected}, {desired}, {success}, {failure}) {{\n    \
                 Ok(found) => (true, found),\n    Err(found) => (false, found),\n  }};\n"
            ))
        }
        OperationKind::Fence => Err("a fence has no object".to_owned()),
    }
}

/// An integer type in Rust.
fn integer(ctype: &Spelled) -> Result<String, String> {
    match ctype.kind {
        TypeKind::Integer { signed } if ctype.width <= 64 => {
            Ok(format!("{}{}", if signed { 'i' } else { 'u' }, ctype.width))
        }
        TypeKind::Integer { .. } => Err("its stable atomic types have up to 64 bits".to_owned()),
        TypeKind::Pointer | TypeKind::Mutex | TypeKind::Void => Err(format!("`{}` is no integer", ctype.text)),
    }
}

fn order(order: &str) -> Result<&'static str, String> {
    match order {
        "relaxed" => Ok("Ordering::Relaxed"),
        "acquire" => Ok("Ordering::Acquire"),
        "release" => Ok("Ordering::Release"),
        "acq_rel" => Ok("Ordering::AcqRel"),
        "seq_cst" => Ok("Ordering::SeqCst"),
        other => Err(format!("it has no order `{other}`")),
    }
}

/// The code of a module for another target than the one it was made for: LLVM IR without what speaks of the processor. Layouts and calls stay those of the
/// target that it was made for, which serves functions of integers and pointers where both targets have 64 bits and pass narrow integers without extending
/// them.
pub(crate) fn for_other_target(module: &str) -> String {
    const OF_PROCESSOR: [&str; 4] = ["target-cpu", "tune-cpu", "target-features", "probe-stack"];
    let mut text = String::with_capacity(module.len());
    for line in module.lines() {
        if line.starts_with("target datalayout") || line.starts_with("target triple") {
            continue;
        }
        if line.starts_with("attributes #") {
            let mut words = line.split(' ').filter(|word| {
                !OF_PROCESSOR.iter().any(|name| word.trim_start_matches('"').starts_with(&format!("{name}\"=")))
            });
            text.push_str(&words.by_ref().collect::<Vec<_>>().join(" "));
        } else {
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_tell_their_language() {
        let of = |command: &str| Language::of_command(&command.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("aarch64-linux-gnu-g++-12 -O3"), Language::Cxx);
        assert_eq!(of("/usr/bin/clang++-14 --target=aarch64-linux-gnu"), Language::Cxx);
        assert_eq!(of("zig clang -x c++"), Language::Cxx);
        assert_eq!(of("/home/me/.cargo/bin/rustc -C opt-level=3"), Language::Rust);
        assert_eq!(of("clang-14 -O3"), Language::C);
    }

    #[test]
    fn modules_lose_their_target() {
        let module = "target triple = \"x86_64\"\ndefine i32 @f() #0\nattributes #0 = { nounwind \"target-cpu\"=\"x86-64\" \"target-features\"=\"+a,+b\" uwtable }\n";
        assert_eq!(for_other_target(module), "define i32 @f() #0\nattributes #0 = { nounwind uwtable }\n");
    }
}
