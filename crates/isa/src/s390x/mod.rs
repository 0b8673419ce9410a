//! z/Architecture: litmus tests of s390x, in the assembly that gcc and clang write.
//!
//! - `table` lists the forms.
//! - `lower` gives instructions their meaning.
//!
//! Source: z/Architecture Principles of Operation (SA22-7832-13); ELF Application Binary Interface, s390x Supplement (names of registers).
//!
//! herd has no z/Architecture: the architecture word `S390X` and the names of tags are Lakmus's own. Memory operands are a displacement and a base register, `8(%r2)`.

mod lower;
mod table;
#[cfg(test)]
mod tests;

use litmus::inline::{InlineAssembly, RegisterForm, numbered};
use litmus::{Descriptor, LoweringContext};
use program::{BlockBuilder, RegisterId, Width};
use source::Diagnostic;

use crate::assembly::address::AddressSyntax;
use crate::assembly::operand::Instruction;
use crate::assembly::reader::Syntax;
use crate::assembly::register::{Classes, RegisterFile, nth};
use crate::assembly::{Architecture, made_once};

use table::Operation;

/// The assembly language of s390x.
#[derive(Clone, Copy, Debug, Default)]
pub struct S390x;

/// `%r1` to `%r15`.
const R: Classes = Classes::only(0);
/// `%r0`, which as a base means that there is none.
const R0: Classes = Classes::only(1);

const FIRST: RegisterId = RegisterId::from_number(0);
/// The condition code: 0 to 3.
const CONDITION: RegisterId = nth(FIRST, 16);
/// `%r14`: where calls leave their return address.
const LINK: RegisterId = nth(FIRST, 14);
/// How many bits hold it.
const CONDITION_BITS: Width = 8;
/// How many bits a register has, and an address.
const BITS: Width = 64;

const SAMPLE: &str = "S390X SB
{ 0:r2=x; 0:r3=y; 1:r2=y; 1:r3=x; }
 P0           | P1           ;
 lhi %r1,1    | lhi %r1,1    ;
 st %r1,0(%r2) | st %r1,0(%r2) ;
 l %r4,0(%r3) | l %r4,0(%r3) ;
exists (0:r4=0 /\\ 1:r4=0)
";

static INLINE: InlineAssembly = InlineAssembly {
    family: |word| numbered(word, 'r', 15).map(|number| (format!("r{number}"), RegisterForm::Full)),
    spell: |family, _| family.to_owned(),
    clobber: |family| family.to_owned(),
    reserved: &["r13", "r14", "r15"],
    spare: &["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12"],
    load: |register, offset| format!("lg %%{register},{offset}(%[c])"),
    store: |register, offset| format!("stg %%{register},{offset}(%[c])"),
    base: "a",
    flags: &["cc"],
    escapes_percent: true,
    names_locations: false,
    options: "-march=z196",
};

fn file() -> RegisterFile {
    let mut file = RegisterFile::default();
    (0..16).for_each(|number| _ = file.register(&format!("r{number}"), BITS, if number == 0 { R0 } else { R }));
    file.in_states_only("cc", CONDITION_BITS);
    // The base of constants, the return address and the stack pointer are left alone.
    file.allocate((1..13).map(|number| nth(FIRST, number)));
    file
}

impl Syntax for S390x {
    const LINE_COMMENTS: &'static [&'static str] = &["#"];
    const NUMBER_SIGIL: &'static str = "";
}

impl Architecture for S390x {
    type Operation = Operation;

    const DESCRIPTOR: &'static Descriptor = &Descriptor {
        name: "S390X",
        sample: SAMPLE,
        default_model: arch::s390x::S390X.default_model,
        inline_assembly: Some(&INLINE),
    };
    const ADDRESSES: AddressSyntax = AddressSyntax::Parentheses;
    const SYMBOLIC: Classes = R;
    const REGISTER_SIGIL: &'static str = "%";
    const UNSUPPORTED_OPERANDS: &'static [(&'static str, &'static str)] =
        &[("@", "addresses in tables of the linker (`@GOTENT`) are not supported")];
    const ADDRESS_WIDTH: Width = BITS;
    const TAGS: &'static [&'static str] = lower::TAGS;

    made_once!(S390x: file, table::rows);

    fn lower(
        &self,
        instruction: &Instruction<Self>,
        context: &LoweringContext<'_>,
        block: &mut BlockBuilder,
    ) -> Result<(), Diagnostic> {
        lower::instruction(instruction, context, block)
    }
}
