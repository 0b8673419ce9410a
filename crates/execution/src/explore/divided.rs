//! Loads and stores where memory is divided into pieces: an event for each piece.

use program::{BinaryOperator, ExprId, TagSet, Width};

use super::Explorer;
use crate::Fault;
use crate::dependency::{Origin, SetId};
use crate::event::Action;
use crate::pieces::{Misaligned, Pieces, Split};
use crate::walk::{Value, Walk};

impl Explorer<'_, '_> {
    /// Reads the pieces, lowest address first; the value is that of all of them, little end first.
    pub(super) fn load_pieces(
        &mut self,
        walk: &mut Walk<'_>,
        pieces: &Pieces,
        address: Value,
        width: Width,
        tags: TagSet,
    ) -> Value {
        let size = self.begin_split(walk, pieces, address.expr, width, tags);
        let (mut all, mut expr) = (SetId::EMPTY, None);
        for low in (0..width).step_by(usize::from(size)) {
            let symbol = self.fresh_symbol();
            let action = Action::Read { address: self.behind(address.expr, low), symbol, width: size };
            let event = walk.emit(self.sets, action, tags, address.producers);
            walk.depend_on_address(self.sets, event, address);
            let only = self.sets.only(event);
            all = self.sets.union(all, only);
            let piece = self.x.symbol(symbol, size);
            expr = Some(expr.map_or(piece, |below: ExprId| self.x.concatenate(piece, below)));
        }
        walk.end_split();
        let expr = expr.expect("an access has a size");
        Value { expr, producers: all, origin: Origin { reads: all, is_chosen: false } }
    }

    /// Writes the pieces, lowest address first. All of them depend on all of the value.
    pub(super) fn store_pieces(
        &mut self,
        walk: &mut Walk<'_>,
        pieces: &Pieces,
        address: Value,
        value: Value,
        tags: TagSet,
    ) {
        let width = self.x.width(value.expr);
        let size = self.begin_split(walk, pieces, address.expr, width, tags);
        let producers = self.sets.union(address.producers, value.producers);
        for low in (0..width).step_by(usize::from(size)) {
            let piece = self.x.extract(value.expr, low, size);
            let action = Action::Write { address: self.behind(address.expr, low), value: piece };
            let event = walk.emit(self.sets, action, tags, producers);
            walk.depend_on_address(self.sets, event, address);
            walk.depend_on_data(self.sets, event, value);
        }
        walk.end_split();
    }

    /// The events that come now are those of one access. Gives the size of a piece of it, in bits.
    fn begin_split(
        &mut self,
        walk: &mut Walk<'_>,
        pieces: &Pieces,
        address: ExprId,
        width: Width,
        tags: TagSet,
    ) -> Width {
        let whole = u32::from(width.div_ceil(8));
        let [size, atomic] =
            pieces.of_access(self.x, address, width, tags).unwrap_or_else(|Misaligned { at, pieces }| {
                let (location, offset) = at;
                let location = self.program.locations[location].name.to_string();
                walk.path.fault.get_or_insert(Fault::Unaligned { instruction: walk.place, location, offset });
                pieces
            });
        let first = walk.path.events.len() as u32;
        let is_supposed = !self.x.is_known(address);
        walk.path.splits.push(Split { first, count: whole / size, atomic: atomic / size, is_supposed });
        (size * 8) as Width
    }

    /// The address `low` bits behind another.
    fn behind(&mut self, address: ExprId, low: u16) -> ExprId {
        if low == 0 {
            return address;
        }
        let bytes = self.x.constant(u128::from(low / 8), self.x.width(address));
        self.x.binary(BinaryOperator::Add, address, bytes)
    }
}
