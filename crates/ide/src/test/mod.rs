//! Litmus tests, in whatever language.

mod cells;
pub(crate) mod completion;
pub(crate) mod format;
pub(crate) mod hover;
pub(crate) mod mistakes;
pub(crate) mod names;
pub(crate) mod order;
pub(crate) mod symbols;
pub(crate) mod tokens;
mod view;
mod words;

pub(crate) use view::TestView;
