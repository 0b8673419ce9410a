//! The native part of the Python package `lakmus`. What users see is in `lakmus/`, in Python; this hands results of the library `lakmus` over as objects of Python.
//!
//! Records (`lakmus::record`) become dictionaries, so that Python has what the command prints with `--json`. Work is done on another thread, without the interpreter's lock
//! ([`interruptible`]).

mod errors;
mod execution;
mod fence;
mod generate;
mod interruptible;
mod java;
mod logs;
mod mix;
mod model;
mod run;
mod test;
mod verify;

use pyo3::prelude::*;

/// The native part of the package `lakmus`.
#[pymodule]
mod _lakmus {
    use super::*;

    #[pymodule_export]
    use super::execution::Execution;
    #[pymodule_export]
    use super::fence::find_fences;
    #[pymodule_export]
    use super::generate::{architectures, edges, generate, generate_all};
    #[pymodule_export]
    use super::java::{java_check, java_rules};
    #[pymodule_export]
    use super::logs::{compare, read_log};
    #[pymodule_export]
    use super::mix::{mapping_tables, mix_tests};
    #[pymodule_export]
    use super::model::{Model, models};
    #[pymodule_export]
    use super::run::{executions, run, why};
    #[pymodule_export]
    use super::test::Test;
    #[pymodule_export]
    use super::verify::{verify_program, verify_test};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
