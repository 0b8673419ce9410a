//! Traces as pictures.

use std::path::{Path, PathBuf};

use drawing::Theme;
use tester::report::Report;

use crate::Status;
use crate::output::complain;

/// Draws the traces of reports: the first to this file, others to files of that name with a number.
pub(super) fn write(path: &Path, reports: &[Report]) -> Status {
    let mut status = Status::Success;
    let traces = reports.iter().filter_map(|report| Some((report, report.trace.as_ref()?)));
    for (index, (report, trace)) in traces.enumerate() {
        let path = numbered(path, index + 1);
        let drawing = trace.drawing(&report.headline());
        if let Err(error) = std::fs::write(&path, drawing.to_svg(Theme::Auto)) {
            complain(&format!("error: cannot write `{}`: {error}", path.display()));
            status = Status::Usage;
        }
    }
    status
}

/// `NAME.svg`, then `NAME-2.svg` and so on.
fn numbered(path: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |text| format!(".{}", text.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
