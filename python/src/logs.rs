//! Logs of litmus tests.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use lakmus::logs::{Pairing, Reader};
use lakmus::record::{BlockRecord, ComparisonRecord};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::errors::Failure;
use crate::interruptible::interruptible;

fn open(path: &PathBuf) -> Result<BufReader<File>, Failure> {
    let file = File::open(path);
    file.map(BufReader::new).map_err(|error| Failure::plain(format!("cannot read `{}`: {error}", path.display())))
}

/// What a log says, test by test.
#[pyfunction]
pub(crate) fn read_log(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let read = move |flag: &AtomicBool| {
        let mut reader = Reader::new(open(&path)?);
        let mut blocks = Vec::new();
        while let Some(block) =
            reader.next().map_err(|error| Failure::plain(format!("`{}`: {error}", path.display())))?
        {
            blocks.push(BlockRecord::new(&block));
            if flag.load(Ordering::Relaxed) {
                return Err(Failure::Time);
            }
        }
        Ok(blocks)
    };
    let blocks = interruptible(py, None, read)?.map_err(|failure| failure.raised(py))?;
    Ok(pythonize(py, &blocks)?)
}

/// Logs compared with the first of them, test by test.
#[pyfunction]
#[pyo3(signature = (paths, *, any_hash))]
pub(crate) fn compare(py: Python<'_>, paths: Vec<PathBuf>, any_hash: bool) -> PyResult<Bound<'_, PyAny>> {
    let read = move |flag: &AtomicBool| {
        let logs = paths.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let mut pairing = Pairing::new(logs, Box::new(|_| None));
        let mut records = Vec::new();
        while let Some(pair) = pairing
            .next_pair()
            .map_err(|(log, error)| Failure::plain(format!("`{}`: {error}", paths[log].display())))?
        {
            records.push(ComparisonRecord::new(&pair, any_hash));
            if flag.load(Ordering::Relaxed) {
                return Err(Failure::Time);
            }
        }
        Ok(records)
    };
    let records = interruptible(py, None, read)?.map_err(|failure| failure.raised(py))?;
    Ok(pythonize(py, &records)?)
}
