//! Programs as the texts of tests: the files that they are made of, preprocessed, so that nothing else is read where they are verified; or the program that was built when the campaign was
//! planned.
//!
//! The text has sections, each behind a line `// lakmus: WORD REST`. Preprocessed sources have no comments, and those of LLVM IR begin otherwise, so that no other line is like these.

use std::fmt::Write;

/// What begins the line of a section.
const MARK: &str = "// lakmus: ";

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProgramText {
    /// Options for the compiler.
    pub(super) flags: Vec<String>,
    /// The name and the text of each source.
    pub(super) files: Vec<(String, String)>,
    /// The path of what was built, below the campaign's directory, and its identity.
    pub(super) built: Option<(String, String)>,
    /// What it is given when it is executed.
    pub(super) arguments: Vec<String>,
}

impl ProgramText {
    /// Its text.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |word: &str, rest: &str| {
            // Writing into a string cannot fail. A line end has no place here, and JSON writes it as an escape.
            let _ = writeln!(text, "{MARK}{word} {}", serde_json::Value::from(rest));
        };
        self.flags.iter().for_each(|flag| line("flag", flag));
        if let Some((path, identity)) = &self.built {
            line("program", path);
            line("identity", identity);
        }
        self.arguments.iter().for_each(|argument| line("argument", argument));
        for (name, content) in &self.files {
            let _ = writeln!(text, "{MARK}file {}", serde_json::Value::from(name.as_str()));
            text.push_str(content);
            if !content.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }

    /// What a text says; none where it is that of a litmus test.
    pub(super) fn read(text: &str) -> Option<ProgramText> {
        let mut program = ProgramText::default();
        let mut open: Option<(String, String)> = None;
        let (mut path, mut identity) = (None, None);
        for line in text.split_inclusive('\n') {
            let section = line.strip_prefix(MARK).and_then(|rest| rest.trim_end_matches('\n').split_once(' '));
            let Some((word, rest)) = section else {
                open.as_mut()?.1.push_str(line);
                continue;
            };
            let rest: String = serde_json::from_str(rest).ok()?;
            match word {
                "flag" => program.flags.push(rest),
                "program" => path = Some(rest),
                "identity" => identity = Some(rest),
                "argument" => program.arguments.push(rest),
                "file" => program.files.extend(open.replace((rest, String::new()))),
                _ => return None,
            }
        }
        program.files.extend(open);
        program.built = path.zip(identity);
        (program != ProgramText::default()).then_some(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        let built = ProgramText {
            built: Some(("programs/a b".to_owned(), "00".to_owned())),
            arguments: vec!["-x\ny".to_owned()],
            ..ProgramText::default()
        };
        let files = vec![("a.c".to_owned(), "# 1 \"a.c\"\nint x;\n".to_owned()), ("b.ll".to_owned(), "\n".to_owned())];
        let sources = ProgramText { flags: vec!["-DX=1".to_owned()], files, ..ProgramText::default() };
        for program in [built, sources] {
            assert_eq!(ProgramText::read(&program.write()), Some(program));
        }
        assert_eq!(ProgramText::read("C SB\n{ }\n"), None);
    }
}
