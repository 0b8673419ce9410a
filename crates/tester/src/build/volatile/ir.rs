//! Volatile loads and stores made atomic in LLVM's textual representation (LLVM Language Reference Manual, *load* and *store* instructions).
//!
//! They stay volatile, so that no pass merges or moves them. Left as they are: types that are no integer, floating-point number or pointer of 1, 2, 4 or 8 bytes; accesses that are not aligned
//! to their size, which must not be atomic; other address spaces, which ThreadSanitizer leaves alone.

use super::VolatileAccess;

/// The text with atomic accesses in the place of volatile ones.
pub(super) fn rewrite(text: &str, access: VolatileAccess) -> String {
    let mut rewritten = String::with_capacity(text.len() + text.len() / 64);
    for line in text.split_inclusive('\n') {
        match rewrite_line(line, access) {
            Some(line) => rewritten += &line,
            None => rewritten += line,
        }
    }
    rewritten
}

/// None if the line stays as it is.
fn rewrite_line(line: &str, access: VolatileAccess) -> Option<String> {
    let instruction = line.trim_start();
    let (is_store, operands) = match instruction.strip_prefix("store volatile ") {
        Some(operands) => (true, operands),
        None => (false, instruction.strip_prefix('%')?.split_once(" = load volatile ")?.1),
    };
    let order = match (access, is_store) {
        (VolatileAccess::Relaxed, _) => "monotonic",
        (VolatileAccess::AcquireRelease, true) => "release",
        (VolatileAccess::AcquireRelease, false) => "acquire",
    };
    let size = size(&operands[..end_of_type(operands)?])?;
    // The operands end where the alignment begins; no operand contains such text.
    let (before, behind) = operands.split_once(", align ")?;
    let digits = behind.find(|character: char| !character.is_ascii_digit()).unwrap_or(behind.len());
    let alignment: u32 = behind[..digits].parse().ok()?;
    if alignment < size || before.contains("addrspace(") {
        return None;
    }
    let begin = &line[..line.len() - operands.len()];
    let begin = begin.strip_suffix("volatile ")?;
    Some(format!("{begin}atomic volatile {before} {order}, align {behind}"))
}

/// Where the type ends that the text begins with.
fn end_of_type(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let mut end = match first {
        '{' | '[' | '<' => end_of_group(text)?,
        '%' if text[1..].starts_with('"') => text[2..].find('"')? + 3,
        _ => text.find(|character: char| !(character.is_alphanumeric() || "%._$-".contains(character)))?,
    };
    // A pointer to it, or a function that gives it.
    loop {
        let rest = &text[end..];
        end += match rest.chars().next() {
            Some('*') => 1,
            _ if rest.starts_with(" (") => 1 + end_of_group(&rest[1..])?,
            _ => return Some(end),
        };
    }
}

/// Where the group ends that the text begins with, in brackets of any kind.
fn end_of_group(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// The bytes of a type that can be accessed atomically.
fn size(of: &str) -> Option<u32> {
    match of {
        "i8" => Some(1),
        "i16" | "half" | "bfloat" => Some(2),
        "i32" | "float" => Some(4),
        "i64" | "double" | "ptr" => Some(8),
        pointer if pointer.ends_with('*') => Some(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relaxed(line: &str) -> String {
        rewrite(line, VolatileAccess::Relaxed)
    }

    #[test]
    fn loads_and_stores_become_atomic() {
        assert_eq!(
            relaxed("  %3 = load volatile i32, i32* %2, align 4, !dbg !7, !tbaa !9\n"),
            "  %3 = load atomic volatile i32, i32* %2 monotonic, align 4, !dbg !7, !tbaa !9\n"
        );
        assert_eq!(
            rewrite("  store volatile i8 %v, ptr @flag, align 1", VolatileAccess::AcquireRelease),
            "  store atomic volatile i8 %v, ptr @flag release, align 1"
        );
        assert_eq!(
            rewrite("  %x = load volatile double, ptr %p, align 8\n", VolatileAccess::AcquireRelease),
            "  %x = load atomic volatile double, ptr %p acquire, align 8\n"
        );
    }

    #[test]
    fn pointers_of_all_kinds_are_accessed() {
        for (before, after) in [
            ("  store volatile void (i32, i8*)* null, void (i32, i8*)** %h, align 8\n", " monotonic, align 8\n"),
            (
                "  store volatile %\"struct.a, b\"* bitcast (i8* @x to %\"struct.a, b\"*), %\"struct.a, b\"** %h, align 8\n",
                " monotonic, align 8\n",
            ),
            (
                "  %1 = load volatile { i32, i32 }*, { i32, i32 }** getelementptr (i8, i8* @a, i64 8), align 8\n",
                " monotonic, align 8\n",
            ),
            ("  %1 = load volatile [4 x i8]*, [4 x i8]** %b, align 8\n", " monotonic, align 8\n"),
        ] {
            let written = relaxed(before);
            assert!(written.contains(" atomic volatile ") && written.ends_with(after), "{written}");
        }
    }

    #[test]
    fn what_cannot_be_atomic_stays() {
        for line in [
            "  %1 = load volatile i32, i32* %p, align 2\n",
            "  %1 = load volatile i128, i128* %p, align 16\n",
            "  store volatile x86_fp80 %v, x86_fp80* %p, align 16\n",
            "  store volatile <4 x i32> %v, <4 x i32>* %p, align 16\n",
            "  %1 = load volatile i64, i64 addrspace(257)* %p, align 8\n",
            "  %1 = load atomic volatile i32, i32* %p seq_cst, align 4\n",
            "  %1 = load i32, i32* %p, align 4\n",
            "  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %a, i8* align 4 %b, i64 8, i1 true)\n",
        ] {
            assert_eq!(relaxed(line), line);
        }
    }
}
