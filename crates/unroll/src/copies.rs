//! Copies of memory, and memory that is filled: scalar by scalar, as the types of variables say, or in pieces as large as accesses are.

use cprog::ir::{Operand, Type};
use program::Width;

use crate::objects::{ObjectKind, greatest_common_divisor, leaves};
use crate::operations::Site;
use crate::value::Scalar;
use crate::{Execution, Flow, Refused};

impl Execution<'_> {
    /// The scalars in so many bytes of what a pointer points to, as far as the program's types say; what is there only in part, and what lies between scalars (another member of a union may be
    /// there), byte by byte.
    fn layout(&mut self, pointers: &[&Scalar], bytes: u64) -> Option<Vec<(u64, u64)>> {
        for pointer in pointers {
            let Some((object, offset)) = self.x.as_address(pointer.expr) else { continue };
            let ObjectKind::Global(global) = self.objects.all[object].kind else { continue };
            let mut all = Vec::new();
            // Copied scalar by scalar: an address stays one value, and accesses have the sizes that others have there.
            leaves(&self.program.globals[global].ty, 0, &mut all);
            let scalars: Vec<(u64, u64)> = all.iter().map(|(at, ty)| (*at, ty.stored_bytes())).collect();
            return Some(pieces_within(&scalars, offset as u64, bytes));
        }
        self.pieces_of(pointers, bytes)
    }

    /// The same of memory whose type is not known: in pieces of the size in which events access it, or, where none does, of words.
    fn pieces_of(&mut self, pointers: &[&Scalar], bytes: u64) -> Option<Vec<(u64, u64)>> {
        // No larger than any access there: pieces of events must not overlap others without being the same.
        let mut size = if bytes.is_multiple_of(8) { 8 } else { 1 };
        for pointer in pointers {
            let (object, offset) = self.x.as_address(pointer.expr)?;
            let granules = self.sharing.granules.get(&object).into_iter().flatten();
            size = granules.fold(size, |size, &granule| greatest_common_divisor(size, granule));
            size = greatest_common_divisor(size, offset as u64);
        }
        (size > 0 && bytes / size <= 1024).then(|| (0..bytes / size).map(|number| (number * size, size)).collect())
    }

    pub(crate) fn copy(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        (to, from, bytes): (&Operand, &Operand, &Operand),
    ) -> Result<(), Refused> {
        let (to, from) = (self.pointer(site, to)?, self.pointer(site, from)?);
        let bytes = self.scalar(site.frame, bytes, &site.type_of(bytes, Type::Integer(64)))?;
        let Some(bytes) = self.x.as_constant(bytes.expr) else { return self.refuse("a copy of variable size") };
        let Some(layout) = self.layout(&[&from, &to], bytes as u64) else {
            return self.refuse("a copy of memory whose type is not known");
        };
        // All is read before anything is written: `memmove` may have the two overlap.
        let mut held = Vec::new();
        for (offset, size) in layout {
            let source = self.moved(&from, offset);
            held.push((offset, self.load(flow, &source, (size * 8) as Width, None)?));
        }
        for (offset, value) in held {
            let target = self.moved(&to, offset);
            self.store(flow, &target, &value, None)?;
        }
        Ok(())
    }

    pub(crate) fn fill(
        &mut self,
        flow: &mut Flow,
        site: &Site<'_>,
        (to, value, bytes): (&Operand, &Operand, &Operand),
    ) -> Result<(), Refused> {
        let to = self.pointer(site, to)?;
        let value = self.scalar(site.frame, value, &Type::Integer(8))?;
        let bytes = self.scalar(site.frame, bytes, &site.type_of(bytes, Type::Integer(64)))?;
        let Some(bytes) = self.x.as_constant(bytes.expr) else {
            return self.refuse("memory of variable size that is filled");
        };
        let Some(layout) = self.layout(&[&to], bytes as u64) else {
            return self.refuse("memory whose type is not known and that is filled");
        };
        for (offset, size) in layout {
            let target = self.moved(&to, offset);
            let mut expr = self.x.resize(value.expr, 8);
            for _ in 1..size {
                let byte = self.x.resize(value.expr, 8);
                expr = self.x.concatenate(byte, expr);
            }
            self.store(flow, &target, &Scalar { expr, ..value.clone() }, None)?;
        }
        Ok(())
    }
}

/// Cuts the `bytes` bytes from `from` on into pieces, as offsets from there and sizes: a scalar that is in the range as a whole is one, all else is bytes. The scalars, offsets and sizes, are in order.
fn pieces_within(scalars: &[(u64, u64)], from: u64, bytes: u64) -> Vec<(u64, u64)> {
    let end = from.saturating_add(bytes);
    let mut pieces = Vec::new();
    let mut next = from;
    for &(at, size) in scalars.iter().filter(|&&(at, size)| from <= at && at.saturating_add(size) <= end) {
        // Members of a union do not overlap here: LLVM's type has one of them.
        if at < next {
            continue;
        }
        pieces.extend((next..at).map(|byte| (byte - from, 1)));
        pieces.push((at - from, size));
        next = at + size;
    }
    pieces.extend((next..end).map(|byte| (byte - from, 1)));
    pieces
}

#[cfg(test)]
mod tests {
    use super::pieces_within;

    #[test]
    fn scalars_that_are_there_in_part_are_copied_by_bytes() {
        let words = [(0, 4), (4, 4), (8, 8)];
        assert_eq!(pieces_within(&words, 0, 16), [(0, 4), (4, 4), (8, 8)]);
        assert_eq!(pieces_within(&words, 0, 2), [(0, 1), (1, 1)]);
        assert_eq!(pieces_within(&words, 2, 7), [(0, 1), (1, 1), (2, 4), (6, 1)]);
        assert_eq!(pieces_within(&words, 5, 2), [(0, 1), (1, 1)]);
        // What lies between scalars.
        assert_eq!(pieces_within(&[(0, 1), (4, 4)], 0, 8), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 4)]);
    }

    /// Each byte of a range is in one piece, wherever it begins and ends.
    #[test]
    fn pieces_cover_each_byte_once() {
        let scalars = [(0, 1), (2, 2), (4, 8), (16, 4)];
        for from in 0..22 {
            for bytes in 0..22 - from {
                let mut covered: Vec<u64> = Vec::new();
                for (at, size) in pieces_within(&scalars, from, bytes) {
                    covered.extend(at..at + size);
                }
                assert_eq!(covered, (0..bytes).collect::<Vec<_>>(), "{from} {bytes}");
            }
        }
    }
}
