//! `--in-place`: new texts for source files.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Gives each of the files its new text, or, where one of them cannot be written, none of them: every text lies beside its file, whole, before
/// the first one takes its place. A link keeps leading to its file, and files keep their permissions.
///
/// # Errors
/// The file that cannot be written, and why. Where it is one of several that cannot take its place (its directory has become
/// unwritable meanwhile), the message names those that have changed.
pub(super) fn replace_all(files: &[(&Path, Vec<u8>)]) -> Result<(), String> {
    let beside = files.iter().map(|(path, text)| {
        write_beside(path, text).map_err(|error| format!("{}: {error}; no file is changed", path.display()))
    });
    let mut done: Vec<PathBuf> = Vec::new();
    for (path, written) in beside.collect::<Result<Vec<_>, _>>()? {
        if let Err(error) = written.persist(&path) {
            let names: Vec<_> = done.iter().map(|path| path.display().to_string()).collect();
            let changed = if names.is_empty() { "no file".to_owned() } else { names.join(", ") };
            return Err(format!("{}: {}; changed so far: {changed}", path.display(), error.error));
        }
        done.push(path);
    }
    Ok(())
}

/// The file itself, and its new text in a file of the same directory.
fn write_beside(path: &Path, text: &[u8]) -> std::io::Result<(PathBuf, NamedTempFile)> {
    let path = fs::canonicalize(path)?;
    // A file that may not be written is not to be replaced either.
    let permissions = fs::OpenOptions::new().write(true).open(&path)?.metadata()?.permissions();
    let mut new = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    new.write_all(text)?;
    new.as_file().set_permissions(permissions)?;
    Ok((path, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_change_or_none() {
        let directory = tempfile::tempdir().expect("can be made");
        let [first, second] = ["first.c", "second.c"].map(|name| directory.path().join(name));
        fs::write(&first, "old").expect("can be written");
        let both = [(first.as_path(), b"new".to_vec()), (second.as_path(), b"new".to_vec())];
        let error = replace_all(&both).expect_err("the second is not there");
        assert!(error.contains("second.c") && error.contains("no file is changed"), "{error}");
        assert_eq!(fs::read_to_string(&first).expect("it is there"), "old");
        let left: Vec<_> = fs::read_dir(directory.path()).expect("it is there").collect();
        assert_eq!(left.len(), 1, "what was written beside is gone: {left:?}");
        replace_all(&both[..1]).expect("can be written");
        assert_eq!(fs::read_to_string(&first).expect("it is there"), "new");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().expect("can be made");
        let [file, link] = ["file.c", "link.c"].map(|name| directory.path().join(name));
        fs::write(&file, "old").expect("can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("can be set");
        symlink("file.c", &link).expect("can be made");
        replace_all(&[(link.as_path(), b"new".to_vec())]).expect("can be written");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("it is there"), "new");
        assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o640);
    }
}
