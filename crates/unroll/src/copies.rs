//! Copies of memory, and memory that is filled: scalar by scalar, as the types of variables say, or in pieces as large as accesses are.

use cprog::ir::{Operand, Type};
use program::Width;

use crate::objects::{ObjectKind, greatest_common_divisor, leaves};
use crate::operations::Site;
use crate::value::Scalar;
use crate::{Execution, Flow, Refused};

impl Execution<'_> {
    /// The scalars in so many bytes of what a pointer points to, as far as the program's types say.
    fn layout(&mut self, pointers: &[&Scalar], bytes: u64) -> Option<Vec<(u64, u64)>> {
        for pointer in pointers {
            let Some((object, offset)) = self.x.as_address(pointer.expr) else { continue };
            let ObjectKind::Global(global) = self.objects.all[object].kind else { continue };
            let mut all = Vec::new();
            // Copied scalar by scalar: an address stays one value, and accesses have the sizes that others have there.
            leaves(&self.program.globals[global].ty, 0, &mut all);
            let inside = all.iter().filter_map(|(at, ty)| {
                let at = at.checked_sub(offset as u64)?;
                (at < bytes).then(|| (at, ty.stored_bytes()))
            });
            return Some(inside.collect());
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
        for (offset, size) in layout {
            let (source, target) = (self.moved(&from, offset), self.moved(&to, offset));
            let value = self.load(flow, &source, (size * 8) as Width, None)?;
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
