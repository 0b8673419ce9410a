//! The .litmus format.

mod language;
mod raw;

pub use language::{Assembly, Code, CodeCell, Language, LoweringContext, Mention, RegisterPart};
pub use raw::{RawProgram, RawThread};

/// Makes a [`Language`] of an [`Assembly`].
pub struct Table<A>(std::marker::PhantomData<A>);
