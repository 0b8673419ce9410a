//! Memory models.
use crate::simulate::{Options, RunError};
use crate::vocabulary::View;

/// A model.
pub struct Model;

impl Model {
    pub(crate) fn computes_dependencies(&self) -> bool {
        false
    }

    pub(crate) fn judge(
        &self,
        _: &View<'_>,
        _: &Options<'_>,
        allow: &mut dyn FnMut(&[String]),
    ) -> Result<(), RunError> {
        allow(&[]);
        Ok(())
    }
}
