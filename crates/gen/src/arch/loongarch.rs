//! LoongArch (LA64).

use std::fmt::Display;

use super::attempts::Attempts;
use super::load_store::{Instructions, Name};
use crate::edge::{DependencyId, FenceId, Size, UpdateId};
use crate::emitter::Emitter;
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(super) struct LoongArch;

const fn fence(name: &'static str, text: &'static str, is_common: bool) -> FenceWord {
    FenceWord { name, text, is_common }
}

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: false, is_discarded: false }
}

const fn dependency(name: &'static str, dependence: Dependence) -> DependencyWord {
    DependencyWord { name, dependence, is_pick: false }
}

/// Words that begin with `Db` are those of the atomic instructions with `_db`. The hints of `dbar` are named by the accesses that they order.
static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "LoongArch",
    fences: &[
        fence("Ibar", "ibar 0", false),
        fence("Dbar.SA", "dbar 0x700", false),
        fence("Dbar.r.r", "dbar 0x15", true),
        fence("Dbar.r.w", "dbar 0x16", true),
        fence("Dbar.r.rw", "dbar 0x14", true),
        fence("Dbar.w.r", "dbar 0x19", true),
        fence("Dbar.w.w", "dbar 0x1a", true),
        fence("Dbar.w.rw", "dbar 0x18", true),
        fence("Dbar.rw.r", "dbar 0x11", true),
        fence("Dbar.rw.w", "dbar 0x12", true),
        fence("Dbar.rw.rw", "dbar 0x10", true),
        fence("Dbar", "dbar 0", true),
    ],
    strong_fence: FenceId(11),
    dependencies: &[
        dependency("Addr", Dependence::Address),
        dependency("Data", Dependence::Data),
        dependency("Ctrl", Dependence::Control),
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(2)), Some(DependencyId(2))],
    updates: &[
        update("LxSx", "rmw", UpdateOperation::Exchange),
        update("Am.Swap", "am.swap", UpdateOperation::Exchange),
        update("Am.Add", "am.add", UpdateOperation::Add),
        update("Am.And", "am.and", UpdateOperation::And),
        update("Am.Or", "am.or", UpdateOperation::Or),
        update("Am.Xor", "am.xor", UpdateOperation::Xor),
        update("DbAm.Swap", "dbam.swap", UpdateOperation::Exchange),
        update("DbAm.Add", "dbam.add", UpdateOperation::Add),
        update("DbAm.And", "dbam.and", UpdateOperation::And),
        update("DbAm.Or", "dbam.or", UpdateOperation::Or),
        update("DbAm.Xor", "dbam.xor", UpdateOperation::Xor),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[
        ("Am", &[UpdateId(1), UpdateId(2), UpdateId(3), UpdateId(4), UpdateId(5)]),
        ("DbAm", &[UpdateId(6), UpdateId(7), UpdateId(8), UpdateId(9), UpdateId(10)]),
    ],
    accesses: &[
        AccessWord { name: "P", reads: true, writes: true, is_update: false },
        AccessWord { name: "X", reads: true, writes: true, is_update: true },
    ],
    has_parts: true,
    part_separator: ".",
};

/// The register that a store-conditional takes its value from and leaves its success in.
const STATUS: Name = "$r31";

fn letter(size: Size) -> char {
    ['b', 'h', 'w', 'd'][size as usize]
}

impl Instructions for LoongArch {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> &'static [Name] {
        &[
            "$r4", "$r5", "$r6", "$r7", "$r8", "$r9", "$r10", "$r11", "$r12", "$r13", "$r14", "$r15", "$r16", "$r17",
            "$r18", "$r19", "$r20", "$r23", "$r24", "$r25", "$r26", "$r27", "$r28", "$r29", "$r30",
        ]
    }

    fn has_size(&self, size: Size) -> bool {
        size >= Size::Word
    }

    fn constant(&self, emitter: &mut Emitter<'_>, to: Name, number: u64) {
        emitter.line(format_args!("ori {to},$r0,{number}"));
    }

    fn zero(&self, emitter: &mut Emitter<'_>, to: Name, of: Name) {
        match emitter.style.real_dependencies {
            true => emitter.line(format_args!("andi {to},{of},128")),
            false => emitter.line(format_args!("xor {to},{of},{of}")),
        }
    }

    fn add(&self, emitter: &mut Emitter<'_>, to: Name, by: Name) {
        emitter.line(format_args!("add.d {to},{to},{by}"));
    }

    fn add_number(&self, emitter: &mut Emitter<'_>, to: Name, number: u64) {
        emitter.line(format_args!("ori {to},{to},{number}"));
    }

    fn branch(&self, emitter: &mut Emitter<'_>, on: Name, label: &dyn Display) {
        emitter.line(format_args!("bne {on},$r0,{label}"));
    }

    fn load(&self, emitter: &mut Emitter<'_>, size: Size, to: Name, address: Name, offset: u8) {
        emitter.line(format_args!("ld.{} {to},{address},{offset}", letter(size)));
    }

    fn store(&self, emitter: &mut Emitter<'_>, size: Size, from: Name, address: Name, offset: u8) {
        emitter.line(format_args!("st.{} {from},{address},{offset}", letter(size)));
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        word: &UpdateWord,
        to: Name,
        operand: Name,
        address: Name,
    ) -> Result<(), Refusal> {
        if word.name == "LxSx" {
            return self.exclusive(emitter, to, operand, address);
        }
        let name = match word.operation {
            UpdateOperation::Exchange => "swap",
            UpdateOperation::Add => "add",
            UpdateOperation::And => "and",
            UpdateOperation::Or => "or",
            UpdateOperation::Xor => "xor",
            UpdateOperation::CompareExchange { .. } | UpdateOperation::Subtract | UpdateOperation::Clear => {
                return Err(Refusal::new("LoongArch has no such instruction"));
            }
        };
        let barrier = if word.name.starts_with("Db") { "_db" } else { "" };
        let letter = letter(emitter.style.natural);
        emitter.line(format_args!("am{name}{barrier}.{letter} {to},{operand},{address}"));
        Ok(())
    }

    fn exclusive(&self, emitter: &mut Emitter<'_>, to: Name, written: Name, address: Name) -> Result<(), Refusal> {
        let letter = letter(emitter.style.natural);
        let tried = |emitter: &mut Emitter<'_>| {
            emitter.line(format_args!("ll.{letter} {to},{address},0"));
            emitter.line(format_args!("or {STATUS},{written},$r0"));
            emitter.line(format_args!("sc.{letter} {STATUS},{address},0"));
        };
        Attempts {
            tried: &tried,
            if_failed: &|emitter, label| emitter.line(format_args!("beq {STATUS},$r0,{label}")),
            if_stored: &|emitter, label| emitter.line(format_args!("bne {STATUS},$r0,{label}")),
            count: |emitter, checked| {
                let checked = LoongArch.registers()[usize::from(checked.0)];
                emitter.line(format_args!("addi.d {checked},{checked},1"));
            },
        }
        .put(emitter)
    }
}
