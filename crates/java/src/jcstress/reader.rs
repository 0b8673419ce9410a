//! A source, and what stands at its nodes.

use source::{Diagnostic, SourceId, Span};
use tree_sitter::{Node, Parser, Tree};

pub(super) type Reading<T> = Result<T, Diagnostic>;

/// A source with its tree.
pub(super) struct Unit {
    pub(super) text: String,
    pub(super) source: SourceId,
    pub(super) tree: Tree,
    /// Whether it is one of the library's.
    pub(super) is_library: bool,
}

impl Unit {
    /// Parses a source.
    ///
    /// # Errors
    /// Where it is no Java.
    pub(super) fn parse(text: &str, source: SourceId, is_library: bool) -> Reading<Unit> {
        let mut parser = Parser::new();
        parser
            .set_language(&tree_sitter_java::LANGUAGE.into())
            .expect("the grammar is of a version that the parser reads");
        let Some(tree) = parser.parse(text, None) else {
            let whole = Span::new(source, 0, 0);
            return Err(Diagnostic::error("bad-java", whole, "the source cannot be parsed"));
        };
        let unit = Unit { text: text.to_owned(), source, tree, is_library };
        match first_error(unit.tree.root_node()) {
            Some(wrong) => {
                let message = "this is no Java, as far as the grammar goes";
                Err(Diagnostic::error("bad-java", unit.reader().span(wrong), message))
            }
            None => Ok(unit),
        }
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { text: &self.text, source: self.source, is_library: self.is_library }
    }

    /// The qualified names that its imports and its package suggest for the simple names of types that it uses.
    pub(super) fn wanted(&self) -> Vec<String> {
        let reader = self.reader();
        let (mut package, mut imports, mut used) = (String::new(), Vec::new(), Vec::new());
        for node in reader.inner(self.tree.root_node()) {
            let name = |node: Node<'_>| reader.inner(node).first().map(|name| reader.text(*name).to_owned());
            match node.kind() {
                "package_declaration" => package = name(node).unwrap_or_default(),
                "import_declaration" => {
                    let is_all = reader.text(node).trim_end_matches(';').trim_end().ends_with('*');
                    imports.extend(name(node).map(|name| (name, is_all)));
                }
                _ => reader.types_in(node, &mut used),
            }
        }
        used.sort_unstable();
        used.dedup();
        let mut wanted = Vec::new();
        for simple in used {
            let of_import = |(name, is_all): &(String, bool)| match is_all {
                true => Some(format!("{name}.{simple}")),
                false => (name.rsplit('.').next() == Some(simple)).then(|| name.clone()),
            };
            wanted.extend(imports.iter().filter_map(of_import));
            wanted.push(if package.is_empty() { simple.to_owned() } else { format!("{package}.{simple}") });
        }
        wanted
    }
}

fn first_error(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    if node.has_error() { node.children(&mut cursor).find_map(first_error) } else { None }
}

/// A text and where it is from.
#[derive(Clone, Copy)]
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) source: SourceId,
    pub(super) is_library: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn span(self, node: Node<'_>) -> Span {
        // The library is no source that a user has: the place is the beginning of the test's.
        if self.is_library {
            return Span::new(self.source, 0, 0);
        }
        Span::new(self.source, node.start_byte(), node.end_byte())
    }

    pub(super) fn text(self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    pub(super) fn refuse(self, node: Node<'_>, what: &str) -> Diagnostic {
        let place = if self.is_library { ", used by a class of the library," } else { "" };
        let message = format!("{what}{place} is outside the Java of jcstress that is read here");
        Diagnostic::error("outside-language", self.span(node), message)
    }

    /// The children with names, without comments.
    pub(super) fn inner<'n>(self, node: Node<'n>) -> Vec<Node<'n>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
    }

    pub(super) fn field<'n>(self, node: Node<'n>, name: &str) -> Reading<Node<'n>> {
        node.child_by_field_name(name).ok_or_else(|| self.refuse(node, "what is missing something"))
    }

    pub(super) fn modifiers<'n>(self, node: Node<'n>) -> Vec<Node<'n>> {
        let mut cursor = node.walk();
        let Some(modifiers) = node.children(&mut cursor).find(|child| child.kind() == "modifiers") else {
            return Vec::new();
        };
        let mut cursor = modifiers.walk();
        modifiers.children(&mut cursor).collect()
    }

    pub(super) fn has_modifier(self, node: Node<'_>, word: &str) -> bool {
        self.modifiers(node).iter().any(|modifier| self.text(*modifier) == word)
    }

    /// The annotations of a declaration, by the last part of their names.
    pub(super) fn annotations<'n>(self, node: Node<'n>) -> Vec<(&'t str, Node<'n>)> {
        let is_one = |modifier: &Node<'_>| ["annotation", "marker_annotation"].contains(&modifier.kind());
        let all = self.modifiers(node).into_iter().filter(is_one);
        all.filter_map(|one| {
            let name = self.text(one.child_by_field_name("name")?);
            Some((name.strip_prefix("Outcome.").unwrap_or(name.rsplit('.').next().unwrap_or(name)), one))
        })
        .collect()
    }

    pub(super) fn has_annotation(self, node: Node<'_>, word: &str) -> bool {
        self.annotations(node).iter().any(|(name, _)| *name == word)
    }

    /// The simple names that may stand for types below a node.
    pub(super) fn types_in<'n>(self, node: Node<'n>, all: &mut Vec<&'t str>) {
        match node.kind() {
            "type_identifier" => all.push(self.text(node)),
            // A class before a dot is an identifier as a variable is.
            "identifier" if self.text(node).starts_with(|first: char| first.is_uppercase()) => {
                all.push(self.text(node))
            }
            _ => self.inner(node).into_iter().for_each(|inner| self.types_in(inner, all)),
        }
    }

    /// Whether there is a node of this kind below, those of lambdas and classes inside aside.
    pub(super) fn has_below(self, node: Node<'_>, kinds: &[&str]) -> bool {
        self.inner(node).into_iter().any(|inner| {
            kinds.contains(&inner.kind())
                || !["lambda_expression", "class_declaration", "class_body"].contains(&inner.kind())
                    && self.has_below(inner, kinds)
        })
    }

    /// A number that is written out.
    pub(super) fn number(self, node: Node<'_>) -> Option<i64> {
        let text = self.text(node).replace('_', "");
        let (text, is_long) = match text.strip_suffix(['l', 'L']) {
            Some(text) => (text, true),
            None => (&*text, false),
        };
        let of_radix = |digits: &str, radix: u32| match is_long {
            true => u64::from_str_radix(digits, radix).ok().map(|number| number as i64),
            false => u32::from_str_radix(digits, radix).ok().map(|number| i64::from(number as i32)),
        };
        match node.kind() {
            // The largest magnitude is that of a number with a minus sign before it.
            "decimal_integer_literal" => text.parse::<u64>().ok().map(|number| number as i64),
            "hex_integer_literal" => of_radix(&text[2..], 16),
            "binary_integer_literal" => of_radix(&text[2..], 2),
            _ => None,
        }
    }
}
