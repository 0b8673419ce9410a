//! z/Architecture (s390x).

use std::fmt::Display;

use super::load_store::{Instructions, Name};
use crate::edge::{DependencyId, FenceId, Size, UpdateId};
use crate::emitter::Emitter;
use crate::refusal::Refusal;
use crate::vocabulary::{AccessWord, Dependence, DependencyWord, FenceWord, UpdateOperation, UpdateWord, Vocabulary};

pub(super) struct S390x;

const fn update(name: &'static str, short: &'static str, operation: UpdateOperation) -> UpdateWord {
    UpdateWord { name, short, operation, shows_register: false, is_discarded: false }
}

const fn dependency(name: &'static str, dependence: Dependence) -> DependencyWord {
    DependencyWord { name, dependence, is_pick: false }
}

static VOCABULARY: Vocabulary = Vocabulary {
    architecture: "S390X",
    fences: &[
        FenceWord { name: "Bcr15", text: "bcr 15,0", is_common: true },
        FenceWord { name: "Bcr14", text: "bcr 14,0", is_common: false },
    ],
    strong_fence: FenceId(0),
    dependencies: &[
        dependency("Addr", Dependence::Address),
        dependency("Data", Dependence::Data),
        dependency("Ctrl", Dependence::Control),
    ],
    default_dependency: [Some(DependencyId(0)), Some(DependencyId(1))],
    default_control: [Some(DependencyId(2)), Some(DependencyId(2))],
    updates: &[
        update("La.Add", "rmw", UpdateOperation::Add),
        update("La.And", "la.and", UpdateOperation::And),
        update("La.Or", "la.or", UpdateOperation::Or),
        update("La.Xor", "la.xor", UpdateOperation::Xor),
    ],
    default_update: Some(UpdateId(0)),
    update_groups: &[("La", &[UpdateId(0), UpdateId(1), UpdateId(2), UpdateId(3)])],
    accesses: &[AccessWord { name: "P", reads: true, writes: true, is_update: false }],
    has_parts: false,
    part_separator: "",
};

/// The letter of instructions on locations of this size.
fn letter(size: Size) -> &'static str {
    if size == Size::Quad { "g" } else { "" }
}

impl Instructions for S390x {
    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn registers(&self) -> &'static [Name] {
        &["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12"]
    }

    fn has_size(&self, size: Size) -> bool {
        size >= Size::Word
    }

    fn constant(&self, emitter: &mut Emitter<'_>, to: Name, number: u64) {
        emitter.line(format_args!("lghi %{to},{number}"));
    }

    fn zero(&self, emitter: &mut Emitter<'_>, to: Name, of: Name) {
        match emitter.style.real_dependencies {
            true => {
                emitter.line(format_args!("lgr %{to},%{of}"));
                emitter.line(format_args!("nilf %{to},128"));
            }
            false => emitter.line(format_args!("xgrk %{to},%{of},%{of}")),
        }
    }

    fn add(&self, emitter: &mut Emitter<'_>, to: Name, by: Name) {
        emitter.line(format_args!("agr %{to},%{by}"));
    }

    fn add_number(&self, emitter: &mut Emitter<'_>, to: Name, number: u64) {
        emitter.line(format_args!("aghi %{to},{number}"));
    }

    fn branch(&self, emitter: &mut Emitter<'_>, on: Name, label: &dyn Display) {
        emitter.line(format_args!("cgijne %{on},0,{label}"));
    }

    fn load(&self, emitter: &mut Emitter<'_>, size: Size, to: Name, address: Name, offset: u8) {
        emitter.line(format_args!("l{} %{to},{offset}(%{address})", letter(size)));
    }

    fn store(&self, emitter: &mut Emitter<'_>, size: Size, from: Name, address: Name, offset: u8) {
        emitter.line(format_args!("st{} %{from},{offset}(%{address})", letter(size)));
    }

    fn update(
        &self,
        emitter: &mut Emitter<'_>,
        word: &UpdateWord,
        to: Name,
        operand: Name,
        address: Name,
    ) -> Result<(), Refusal> {
        let name = match word.operation {
            UpdateOperation::Add => "laa",
            UpdateOperation::And => "lan",
            UpdateOperation::Or => "lao",
            UpdateOperation::Xor => "lax",
            UpdateOperation::Exchange
            | UpdateOperation::CompareExchange { .. }
            | UpdateOperation::Subtract
            | UpdateOperation::Clear => return Err(Refusal::new("z/Architecture has no such instruction")),
        };
        let letter = letter(emitter.style.natural);
        emitter.line(format_args!("{name}{letter} %{to},%{operand},0(%{address})"));
        Ok(())
    }
}
