//! Tests of the language as a whole: text in, text or micro-operations out.

mod diagnostics;
mod forms;
mod hardware;
mod intel;
mod semantics;
mod shape;
mod syntax;
mod vectors;

use std::sync::Arc;

use program::{Thread, ThreadId};
use source::Diagnostic;

use super::X86_64;
use crate::assembly::known::KnownInstruction;
use crate::assembly::testing;
pub(super) use crate::assembly::testing::machine::{Event, address_of};

type Machine = testing::machine::Machine<X86_64>;

fn parse(text: &str) -> Result<Arc<KnownInstruction<X86_64>>, Diagnostic> {
    testing::parse(text)
}

/// A thread with these cells, lowered.
fn lower(cells: &[&str]) -> Result<Thread, Vec<Diagnostic>> {
    let mut lowered = testing::lower(cells, X86_64)?;
    Ok(std::mem::take(&mut lowered.threads[ThreadId::from_number(0)]))
}

/// The flags that are 1, in the order of their registers: `zf cf`.
fn flags(machine: &Machine) -> String {
    let set = ["zf", "sf", "cf", "of", "pf", "af"].into_iter().filter(|flag| machine.get(flag) == 1);
    set.collect::<Vec<_>>().join(" ")
}
