//! Names of files as URIs (RFC 3986, RFC 8089), and shipped models as files.

use std::path::{Path, PathBuf};

use gen_lsp_types::Uri;

/// The path that a URI names; none where it is no file.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    // A host may stand before the path; only this one has files for us.
    let encoded = rest.strip_prefix("localhost").unwrap_or(rest);
    let text = decoded(encoded)?;
    // `/C:/x` of Windows.
    let is_drive = text.as_bytes().get(2) == Some(&b':') && text.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
    let text = if is_drive { &text[1..] } else { &text[..] };
    text.starts_with('/').then(|| PathBuf::from(text)).or_else(|| is_drive.then(|| PathBuf::from(text)))
}

/// The URI of an absolute path.
pub(crate) fn of_path(path: &Path) -> Uri {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from("file://");
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri(uri)
}

/// Text without `%41` and the like; none where what stands behind a `%` is no number, or the bytes are no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// The user's directory for such files: that of this version of Lakmus in `XDG_CACHE_HOME`, or in `.cache` of the home directory.
pub(crate) fn cache_directory() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(caches.join("lakmus").join(concat!("models-", env!("CARGO_PKG_VERSION"))))
}

/// The file in `cache` with the text of a shipped file, written if it is not there; none where it cannot be.
pub(crate) fn shipped(cache: &Path, name: &str, text: &str) -> Option<PathBuf> {
    let path = cache.join(name);
    if std::fs::read(&path).is_ok_and(|known| known == text.as_bytes()) {
        return Some(path);
    }
    std::fs::create_dir_all(cache).ok()?;
    // Whole or not at all: another server may do the same.
    let part = cache.join(format!(".{name}.{}", std::process::id()));
    std::fs::write(&part, text).ok()?;
    std::fs::rename(&part, &path).ok()?;
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for text in ["/a/b.litmus", "/a b/é+%.cat", "/x/#?[]"] {
            let uri = of_path(Path::new(text));
            assert!(uri.0.is_ascii() && !uri.0.contains([' ', '#', '?']), "{}", uri.0);
            assert_eq!(path(&uri), Some(PathBuf::from(text)));
        }
        assert_eq!(path(&Uri("file:///c%3A/x".to_owned())), Some(PathBuf::from("c:/x")));
        assert_eq!(path(&Uri("untitled:Untitled-1".to_owned())), None);
        assert_eq!(path(&Uri("file:///a%zz".to_owned())), None);
    }
}
