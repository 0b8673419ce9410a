//! What GNU parallel takes.

use std::path::Path;

/// A command a line for each of these shards: `parallel --joblog LOG --resume < LINES`, with `--sshlogin` on several machines that share the directory.
pub fn parallel_lines(program: &Path, campaign: &Path, shards: &[usize]) -> String {
    let (program, campaign) = (quoted(&program.to_string_lossy()), quoted(&campaign.to_string_lossy()));
    shards.iter().map(|number| format!("{program} campaign shard {campaign} {number}\n")).collect()
}

/// A word of a shell.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted() {
        assert_eq!(quoted("/a/b-1.2"), "/a/b-1.2");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's $HOME"), "'it'\\''s $HOME'");
        assert_eq!(quoted(""), "''");
        let lines = parallel_lines(Path::new("/bin/lakmus"), Path::new("my campaign"), &[0, 7]);
        assert_eq!(lines, "/bin/lakmus campaign shard 'my campaign' 0\n/bin/lakmus campaign shard 'my campaign' 7\n");
    }
}
