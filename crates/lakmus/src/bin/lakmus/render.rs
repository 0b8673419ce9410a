//! How a diagnostic looks: the one place where that is decided.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use source::{Diagnostic, Severity, SourceId, Sources};

/// How many diagnostics about one text are shown. Few people read more, and to find the line of each takes a pass over the text.
const MOST_SHOWN: usize = 50;

/// Writes diagnostics as text.
pub(crate) struct Render {
    renderer: Renderer,
}

impl Render {
    /// For the standard error: coloured if that is a terminal, unless the environment says otherwise.
    pub(crate) fn for_stderr() -> Render {
        let said = |name: &str| std::env::var(name).ok();
        let is_coloured = is_coloured(&said, std::io::stderr().is_terminal());
        Render { renderer: if is_coloured { Renderer::styled() } else { Renderer::plain() } }
    }

    /// Diagnostics about one text or test, each as [`Render::diagnostic`] has it. Of very many only the first are shown.
    pub(crate) fn diagnostics(&self, found: &[Diagnostic], sources: &Sources) -> Vec<String> {
        let mut shown: Vec<String> =
            found.iter().take(MOST_SHOWN).map(|diagnostic| self.diagnostic(diagnostic, sources)).collect();
        if let Some(more) = found.len().checked_sub(MOST_SHOWN).filter(|&more| more > 0) {
            let message = format!("{more} more of the same text are not shown");
            let severity = found.iter().skip(MOST_SHOWN).map(|diagnostic| diagnostic.severity).max();
            shown
                .push(self.diagnostic(&Diagnostic::new(severity.unwrap_or(Severity::Error), "more", message), sources));
        }
        shown
    }

    /// The diagnostic with its places underlined, no line end behind it.
    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic, sources: &Sources) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code);
        let snippets = snippets(diagnostic, sources);
        let help = diagnostic.help.iter().map(|text| Level::HELP.message(text.as_str()));
        let group = Group::with_title(title).elements(snippets).elements(help);
        self.renderer.render(&[group])
    }
}

/// Whether colours are used, by the variables that programs agree on (https://no-color.org, https://bixense.com/clicolors): `NO_COLOR` comes first, then `CLICOLOR_FORCE`, then `CLICOLOR`.
fn is_coloured(said: &dyn Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    let is_set = |name: &str| said(name).is_some_and(|value| !value.is_empty());
    let is_zero = |name: &str| said(name).as_deref() == Some("0");
    match (is_set("NO_COLOR"), is_set("CLICOLOR_FORCE") && !is_zero("CLICOLOR_FORCE")) {
        (true, _) => false,
        (false, true) => true,
        (false, false) => is_terminal && !is_zero("CLICOLOR") && said("TERM").as_deref() != Some("dumb"),
    }
}

type Annotated<'a> = Snippet<'a, annotate_snippets::Annotation<'a>>;

/// One snippet a text, that of the primary place first.
fn snippets<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Annotated<'a>> {
    let mut order: Vec<SourceId> = Vec::new();
    let mut annotations: BTreeMap<SourceId, Vec<annotate_snippets::Annotation<'a>>> = BTreeMap::new();
    for (index, label) in diagnostic.labels.iter().enumerate() {
        let source = label.span.source;
        if !order.contains(&source) {
            order.push(source);
        }
        let kind = if index == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(label.span.start as usize..label.span.end as usize);
        let annotation = if label.text.is_empty() { annotation } else { annotation.label(label.text.as_str()) };
        annotations.entry(source).or_default().push(annotation);
    }
    let snippet = |source: SourceId| {
        let of_source = annotations.remove(&source).unwrap_or_default();
        Snippet::source(sources.text(source)).path(sources.name(source)).annotations(of_source)
    };
    order.into_iter().map(snippet).collect()
}

#[cfg(test)]
mod tests {
    use source::Span;

    use super::*;

    #[test]
    fn colours_are_for_terminals_unless_the_environment_says_otherwise() {
        let with = |variables: &[(&str, &str)], is_terminal| {
            let said =
                |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            is_coloured(&said, is_terminal)
        };
        assert!(with(&[], true) && !with(&[], false));
        assert!(!with(&[("NO_COLOR", "1")], true) && with(&[("NO_COLOR", "")], true));
        assert!(with(&[("CLICOLOR_FORCE", "1")], false) && !with(&[("CLICOLOR_FORCE", "0")], false));
        assert!(!with(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true));
        assert!(!with(&[("CLICOLOR", "0")], true) && !with(&[("TERM", "dumb")], true));
    }

    #[test]
    fn places_are_underlined() {
        let mut sources = Sources::new();
        let test = sources.add("SB.litmus", "X86_64 SB\n{ }\n P0 ;\n movl $1,(x) ;\n mvol $1,(y) ;\n");
        let other = sources.add("x.cat", "let a = b\n");
        let diagnostic =
            Diagnostic::error("unknown-instruction", Span::new(test, 37, 41), "unknown instruction `mvol`")
                .label(Span::new(test, 22, 26), "this one is known")
                .label(Span::new(other, 8, 9), "and here is another file")
                .help("did you mean `movl`?");
        let render = Render { renderer: Renderer::plain() };
        insta::assert_snapshot!(render.diagnostic(&diagnostic, &sources), @r"
        error[unknown-instruction]: unknown instruction `mvol`
         --> SB.litmus:5:3
          |
        4 |  movl $1,(x) ;
          |   ---- this one is known
        5 |  mvol $1,(y) ;
          |   ^^^^
          |
         ::: x.cat:1:9
          |
        1 | let a = b
          |         - and here is another file
          |
          = help: did you mean `movl`?
        ");
        let plain = Diagnostic::new(Severity::Warning, "odd", "something is odd");
        insta::assert_snapshot!(render.diagnostic(&plain, &sources), @"warning[odd]: something is odd");
    }
}
