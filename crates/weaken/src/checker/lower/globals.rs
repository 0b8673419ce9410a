//! Global variables: where they lie, and what they hold at first.

use super::super::code::Static;
use super::{Lowering, Refusal, constant, leaves};

/// More bytes of global variables than this are not stored in each state.
const MOST_BYTES: u64 = 1 << 20;

impl Lowering<'_> {
    /// Lays out all global variables, those that never change apart.
    pub(super) fn globals(&mut self) -> Result<(), Refusal> {
        let mut total: u64 = 0;
        for global in &self.program.globals {
            let bytes = global.ty.size();
            total = total.saturating_add(bytes);
            if total > MOST_BYTES {
                return Err(Refusal::Memory);
            }
            let class = self.class(global.name.clone());
            let memory = if global.constant { &mut self.code.constants } else { &mut self.code.initial };
            let start = memory.len();
            memory.resize(start + bytes as usize, 0);
            for piece in &global.initial {
                // A piece is never an aggregate.
                let Some(leaf) = leaves(&piece.ty).and_then(|all| all.first().copied()) else { continue };
                let bits = constant(&piece.value, leaf);
                let from = start + piece.offset as usize;
                for (byte, new) in memory.iter_mut().skip(from).take(usize::from(leaf.bytes)).zip(bits.to_le_bytes()) {
                    *byte = new;
                }
            }
            let is_constant = global.constant;
            self.code.statics.push(Static { bytes: bytes as u32, start: start as u32, is_constant, class });
        }
        Ok(())
    }
}
