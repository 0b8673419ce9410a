//! Kinds of units by their names: the one place that lists them.

use ::campaign::KindName;

use super::unit_kind::UnitKind;
use super::{abi_units, java_units, mix_units, run_units, test_units, verify_units};

/// The kind of this name.
pub(super) fn kind(name: KindName) -> &'static dyn UnitKind {
    match name {
        KindName::Run => &run_units::RunUnits,
        KindName::Java => &java_units::JavaUnits,
        KindName::Mix => &mix_units::MixUnits,
        KindName::Abi => &abi_units::AbiUnits,
        KindName::Verify => &verify_units::VerifyUnits,
        KindName::Test => &test_units::TestUnits,
    }
}
