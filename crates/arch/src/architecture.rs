//! What is known of an architecture: the words that name it, its barriers, and how its accesses are annotated.

use std::fmt;

use crate::barrier::{Barrier, Cumulativity, Pairs, together};
use crate::c11::{Annotation, Mapping};
use crate::kernel;
use crate::model::Model;

/// What stands behind the mnemonic of a barrier.
#[derive(Clone, Copy, Debug)]
pub enum Operands {
    /// One of these, in small letters without blanks; an empty one is none.
    OneOf(&'static [&'static str]),
    /// Whatever.
    Any,
}

/// A barrier instruction.
#[derive(Clone, Copy, Debug)]
pub struct BarrierRow {
    /// Its mnemonic, in small letters.
    pub mnemonic: &'static str,
    /// What may stand behind it.
    pub operands: Operands,
    /// What it orders.
    pub barrier: Barrier,
}

/// A barrier whose operands are words.
pub(crate) const fn barrier(mnemonic: &'static str, operands: &'static [&'static str], barrier: Barrier) -> BarrierRow {
    BarrierRow { mnemonic, operands: Operands::OneOf(operands), barrier }
}

/// A barrier without operands.
pub(crate) const fn plain(mnemonic: &'static str, of: Barrier) -> BarrierRow {
    barrier(mnemonic, &[""], of)
}

/// An instruction that accesses no memory and orders nothing: a hint.
pub(crate) const fn hint(mnemonic: &'static str) -> BarrierRow {
    plain(mnemonic, Barrier::NOTHING)
}

/// herd7's default model for tests of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HerdDefault {
    /// The shipped model with its verdicts and counts.
    pub shipped: &'static str,
    /// Its file in herd7's library.
    pub file: &'static str,
}

/// What is known of an architecture.
pub struct Architecture {
    /// What a litmus test of it begins with.
    pub name: &'static str,
    /// Other words for it, in small letters: of `--arch`, of mapping tables, and what targets of compilers begin with.
    pub words: &'static [&'static str],
    /// The model under which its litmus tests are simulated where none is named; none where there are no litmus tests of it.
    pub default_model: Option<&'static str>,
    /// What herd7 simulates them under; none where herd7 does not read them.
    pub herd_default: Option<HerdDefault>,
    /// Its barriers. An instruction that is not there is unknown: it is never taken for a barrier.
    pub barriers: &'static [BarrierRow],
    /// Its barriers whose operands are too many to list: what a mnemonic with these operands orders.
    pub computed: fn(&str, &str) -> Option<Barrier>,
    /// How the access of an instruction is annotated, by mnemonic, in small letters.
    pub annotation: fn(&str) -> Annotation,
    /// What the mnemonics of its conditional branches begin with.
    pub branches: &'static [&'static str],
    /// What compilers and documents make of C11's operations.
    pub mappings: &'static [&'static Mapping],
    /// What the kernel's macros become.
    pub kernel: &'static [kernel::Code],
    /// The models that programs are analysed under.
    pub models: &'static [&'static Model],
}

impl fmt::Debug for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Architecture {
    fn eq(&self, other: &Architecture) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Architecture {}

/// The mnemonic of an instruction, and its operands without blanks, in small letters.
fn parts(instruction: &str) -> (String, String) {
    let instruction = instruction.trim().to_ascii_lowercase();
    let (mnemonic, operands) = instruction.split_once(char::is_whitespace).unwrap_or((&instruction, ""));
    (mnemonic.to_owned(), operands.split_whitespace().collect())
}

impl Architecture {
    /// The model that programs and tests of it are about where none is named: its first, or one of another architecture that its tests are written for.
    pub fn own_model(&self) -> Option<Model> {
        let is_about = |model: &Model| model.litmus.is_some_and(|tests| tests.are_in(self.name));
        self.models.first().map(|model| **model).or_else(|| Model::all().find(is_about))
    }

    /// What a barrier instruction orders; none where the instruction is not known to be one.
    pub fn barrier(&self, instruction: &str) -> Option<Barrier> {
        let (mnemonic, operands) = parts(instruction);
        self.barrier_of(&mnemonic, &operands)
    }

    fn barrier_of(&self, mnemonic: &str, operands: &str) -> Option<Barrier> {
        let fits = |row: &&BarrierRow| {
            row.mnemonic == mnemonic
                && match row.operands {
                    Operands::OneOf(known) => known.contains(&operands),
                    Operands::Any => true,
                }
        };
        let row = self.barriers.iter().find(fits);
        row.map(|row| row.barrier).or_else(|| (self.computed)(mnemonic, operands))
    }

    /// The instruction that makes fence events with this tag: `dmb ishld` of `DMB.ISHLD`, `fence r,rw` of `Fence.r.rw`, `sync_wmb` of `SYNC.WMB`. None for tags that are no fences.
    pub fn instruction_of_tag(&self, tag: &str) -> Option<String> {
        let tag = tag.to_ascii_lowercase();
        let mut ways = vec![tag.clone(), tag.replace('.', "_")];
        ways.extend(
            tag.split_once('.').map(|(mnemonic, operands)| format!("{mnemonic} {}", operands.replace('.', ","))),
        );
        ways.into_iter().find(|instruction| self.barrier(instruction).is_some())
    }

    /// What fence events with this tag order; none for tags that are no fences.
    pub fn barrier_of_tag(&self, tag: &str) -> Option<Barrier> {
        self.instruction_of_tag(tag).and_then(|instruction| self.barrier(&instruction))
    }

    /// How the access of an instruction is annotated.
    pub fn annotation(&self, instruction: &str) -> Annotation {
        (self.annotation)(&parts(instruction).0.replace("{s}", ""))
    }

    /// Whether an instruction is a barrier that keeps reads of one location in order, on an architecture where these may swap.
    pub fn orders_reads(&self, instruction: &str) -> bool {
        self.models.iter().any(|model| model.local.reads_ordered_by == Some(instruction.trim()))
    }

    /// Whether an instruction is a conditional branch.
    pub fn is_branch(&self, instruction: &str) -> bool {
        let (mnemonic, _) = parts(instruction);
        self.branches.contains(&mnemonic.as_str())
    }

    /// Whether a word names it.
    pub fn is_called(&self, word: &str) -> bool {
        self.name.eq_ignore_ascii_case(word) || self.words.iter().any(|known| known.eq_ignore_ascii_case(word))
    }

    /// All instructions of the list of barriers, as text.
    pub fn instructions(&self) -> impl Iterator<Item = (String, Barrier)> {
        self.barriers.iter().flat_map(|row| {
            let operands = match row.operands {
                Operands::OneOf(operands) => operands,
                Operands::Any => &[],
            };
            operands.iter().map(|operands| (format!("{} {operands}", row.mnemonic).trim_end().to_owned(), row.barrier))
        })
    }

    /// The fewest barriers of the list that together order exactly these pairs, those in `free` or not; none where there are none.
    pub fn spell(&self, pairs: Pairs, free: Pairs) -> Option<Vec<String>> {
        let of = |barrier: Barrier| barrier.pairs.or(free) == pairs.or(free);
        if pairs.and(free.complement()).is_empty() {
            return Some(Vec::new());
        }
        let all: Vec<(String, Barrier)> = self
            .instructions()
            .filter(|(_, barrier)| {
                !barrier.needs_branch && !barrier.is_nothing() && barrier.cumulativity > Cumulativity::None
            })
            .collect();
        if let Some((text, _)) = all.iter().find(|(_, barrier)| of(*barrier)) {
            return Some(vec![text.clone()]);
        }
        let two = |(text, barrier): &(String, Barrier)| {
            let (other, _) = all.iter().find(|(_, other)| of(together(&[*barrier, *other])))?;
            Some(vec![text.clone(), other.clone()])
        };
        all.iter().find_map(two)
    }
}
