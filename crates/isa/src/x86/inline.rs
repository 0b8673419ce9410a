//! How the code of x86-64 tests becomes inline assembly of C.

use litmus::inline::{InlineAssembly, RegisterForm};

/// The registers that programs can use, with the names of their parts.
const REGISTERS: [[&str; 4]; 15] = [
    ["rax", "eax", "ax", "al"],
    ["rbx", "ebx", "bx", "bl"],
    ["rcx", "ecx", "cx", "cl"],
    ["rdx", "edx", "dx", "dl"],
    ["rsi", "esi", "si", "sil"],
    ["rdi", "edi", "di", "dil"],
    ["rbp", "ebp", "bp", "bpl"],
    ["r8", "r8d", "r8w", "r8b"],
    ["r9", "r9d", "r9w", "r9b"],
    ["r10", "r10d", "r10w", "r10b"],
    ["r11", "r11d", "r11w", "r11b"],
    ["r12", "r12d", "r12w", "r12b"],
    ["r13", "r13d", "r13w", "r13b"],
    ["r14", "r14d", "r14w", "r14b"],
    ["r15", "r15d", "r15w", "r15b"],
];

const FORMS: [RegisterForm; 4] = [RegisterForm::Full, RegisterForm::Word, RegisterForm::Half, RegisterForm::Byte];

fn family(word: &str) -> Option<(String, RegisterForm)> {
    let word = word.to_ascii_lowercase();
    REGISTERS.iter().find_map(|row| {
        let at = row.iter().position(|name| *name == word)?;
        Some((row[0].to_owned(), FORMS[at]))
    })
}

fn spell(family: &str, form: RegisterForm) -> String {
    let row = REGISTERS.iter().find(|row| row[0] == family).expect("a family");
    row[form as usize].to_owned()
}

pub(super) static X86_64: InlineAssembly = InlineAssembly {
    family,
    spell,
    clobber: |family| family.to_owned(),
    reserved: &[],
    spare: &[],
    load: |register, offset| format!("movq {offset}(%[c]),%%{register}"),
    store: |register, offset| format!("movq %%{register},{offset}(%[c])"),
    base: "r",
    flags: &["cc"],
    escapes_percent: true,
    names_locations: true,
    options: "",
};
