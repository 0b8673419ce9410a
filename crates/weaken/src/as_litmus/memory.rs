//! Memory that one thread sees alone: scalars by their places.

use std::collections::BTreeMap;

use super::value::{Cell, ObjectId, Value};

/// What objects hold. What was never written is 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Memory {
    /// Bytes and value of each scalar, by object and offset.
    scalars: BTreeMap<Cell, (u64, Value)>,
}

impl Memory {
    pub(super) fn write(&mut self, cell: Cell, bytes: u64, value: Value) {
        self.clear(cell, bytes);
        self.scalars.insert(cell, (bytes, value));
    }

    /// Forgets what overlaps so many bytes.
    fn clear(&mut self, cell: Cell, bytes: u64) {
        let end = cell.offset.saturating_add_unsigned(bytes);
        let overlapping: Vec<Cell> = self.overlapping(cell, end).map(|(cell, _)| cell).collect();
        for one in overlapping {
            self.scalars.remove(&one);
        }
    }

    fn overlapping(&self, cell: Cell, end: i64) -> impl Iterator<Item = (Cell, &(u64, Value))> {
        let all = self
            .of(cell.object)
            .filter(move |(at, (size, _))| at.offset < end && cell.offset < at.offset.saturating_add_unsigned(*size));
        all.map(|(at, scalar)| (*at, scalar))
    }

    /// The scalars of an object.
    pub(super) fn of(&self, object: ObjectId) -> impl Iterator<Item = (&Cell, &(u64, Value))> {
        let first = Cell { object, offset: i64::MIN };
        self.scalars.range(first..=Cell { object, offset: i64::MAX })
    }

    /// The scalars between a place and an offset, with their sizes.
    pub(super) fn within(&self, from: Cell, end: i64) -> Vec<(Cell, u64)> {
        self.overlapping(from, end).map(|(cell, (bytes, _))| (cell, *bytes)).collect()
    }

    /// All scalars.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Cell, &(u64, Value))> {
        self.scalars.iter()
    }

    /// What so many bits hold; none where only a part of a scalar is there.
    pub(super) fn read(&self, cell: Cell, bytes: u64, width: u32) -> Option<Value> {
        let end = cell.offset.saturating_add_unsigned(bytes);
        let mut overlapping = self.overlapping(cell, end);
        match (overlapping.next(), overlapping.next()) {
            (None, _) => Some(Value::number(0, width)),
            (Some((at, (size, value))), None) if at == cell && *size == bytes => Some(match value {
                Value::Number(bits, _) => Value::number(*bits, width),
                other => other.clone(),
            }),
            _ => None,
        }
    }

    /// Copies the scalars that lie in so many bytes.
    pub(super) fn copy(&mut self, to: Cell, from: Cell, bytes: u64) {
        let end = from.offset.saturating_add_unsigned(bytes);
        let copied: Vec<(i64, u64, Value)> = self
            .overlapping(from, end)
            .map(|(at, (size, value))| (at.offset - from.offset, *size, value.clone()))
            .collect();
        // Behind the reading: source and target may overlap.
        self.clear(to, bytes);
        for (distance, size, value) in copied {
            self.scalars.insert(Cell { object: to.object, offset: to.offset + distance }, (size, value));
        }
    }

    /// Sets so many bytes to 0.
    pub(super) fn zero(&mut self, cell: Cell, bytes: u64) {
        self.clear(cell, bytes);
    }

    /// Takes over what a scalar holds in another memory.
    pub(super) fn take(&mut self, cell: Cell, from: &Memory) {
        match from.scalars.get(&cell) {
            Some((bytes, value)) => self.write(cell, *bytes, value.clone()),
            None => _ = self.scalars.remove(&cell),
        }
    }

    /// Forgets a scalar.
    pub(super) fn forget(&mut self, cell: Cell) {
        self.scalars.remove(&cell);
    }
}
