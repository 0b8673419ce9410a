//! What stands behind the program of a Bell test: how its threads lie in a hierarchy.
//!
//! Source: herdtools7, `lib/scopeRules.mly` and `lib/BellExtraRules.mly`; the relations that models see are those of `herd/memUtils.ml` (`get_scope_rels`,
//! `get_level_rels`). Against herd: a tree is written out. There, scopes that a tree passes over are put in by an order that the bell file defines.

use program::{Index, ThreadId, ThreadProduct, ThreadRelations};
use source::{Diagnostic, Span};

/// `scopes:`, `levels:` and `regions:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The place of all of it.
    pub span: Span,
    /// The trees behind `scopes:`.
    pub scopes: Option<Vec<ThreadTree>>,
    /// The trees behind `levels:`.
    pub levels: Option<Vec<ThreadTree>>,
    /// The place of `regions:`, which are not understood.
    pub regions: Option<Span>,
}

/// `(gpu (cta P0 P1) (cta P2))`: an instance of a scope, or a part of a memory hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadTree {
    /// What it is an instance of.
    pub name: String,
    /// The place of the name.
    pub span: Span,
    /// The threads that it has itself, by their numbers.
    pub threads: Vec<(u32, Span)>,
    /// The instances in it.
    pub parts: Vec<ThreadTree>,
}

/// The names that trees may have: what a bell file enumerates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hierarchy {
    words: Vec<String>,
    scopes: usize,
}

/// From the threads of a level to those of the level below.
const NEXT_LEVEL: &str = "next-level";

impl Hierarchy {
    /// Of `enum scopes` and `enum levels`.
    pub fn new(scopes: &[String], levels: &[String]) -> Hierarchy {
        let below = (!levels.is_empty()).then(|| NEXT_LEVEL.to_owned());
        let words = scopes.iter().chain(levels).cloned().chain(below).collect();
        Hierarchy { words, scopes: scopes.len() }
    }

    /// The relations that models see: one for each scope, one for each level, and `next-level`.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    fn scopes(&self) -> &[String] {
        &self.words[..self.scopes]
    }

    /// From the outermost one, which is the last of its enumeration.
    fn levels(&self) -> impl ExactSizeIterator<Item = &String> {
        let levels = &self.words[self.scopes..];
        levels[..levels.len().saturating_sub(1)].iter().rev()
    }
}

impl ThreadTree {
    /// All threads in it.
    fn all_threads(&self) -> Vec<ThreadId> {
        let own = self.threads.iter().map(|&(number, _)| ThreadId::new(number as usize));
        own.chain(self.parts.iter().flat_map(ThreadTree::all_threads)).collect()
    }

    fn own_threads(&self) -> Vec<ThreadId> {
        self.threads.iter().map(|&(number, _)| ThreadId::new(number as usize)).collect()
    }
}

/// What the words of a hierarchy relate in a test with `threads` threads. Words that the test says nothing of are left open.
pub(crate) struct Relating<'h, 'd> {
    pub(crate) hierarchy: &'h Hierarchy,
    pub(crate) threads: usize,
    pub(crate) diagnostics: &'d mut Vec<Diagnostic>,
}

impl Relating<'_, '_> {
    /// The relations; `first` is the number of the first word.
    pub(crate) fn of(mut self, layout: &Layout, first: u32) -> ThreadRelations {
        let mut relations = ThreadRelations { first, products: vec![None; self.hierarchy.words.len()] };
        if let Some(regions) = layout.regions {
            self.diagnostics.push(Diagnostic::error("not-supported", regions, "not supported: regions"));
        }
        if let Some(trees) = &layout.scopes {
            self.open(&mut relations, 0..self.hierarchy.scopes);
            self.check_threads(trees);
            let mut order: Option<Vec<String>> = None;
            for tree in trees {
                self.scope(tree, &mut Vec::new(), &mut order, &mut relations);
            }
        }
        if let Some(trees) = &layout.levels {
            self.open(&mut relations, self.hierarchy.scopes..self.hierarchy.words.len());
            self.check_threads(trees);
            for tree in trees {
                self.level(tree, 0, &mut relations);
            }
        }
        relations
    }

    fn open(&self, relations: &mut ThreadRelations, words: std::ops::Range<usize>) {
        relations.products[words].iter_mut().for_each(|products| *products = Some(Vec::new()));
    }

    /// Each thread is one of the test, and in one place.
    fn check_threads(&mut self, trees: &[ThreadTree]) {
        let mut seen = Vec::new();
        let mut open: Vec<&ThreadTree> = trees.iter().collect();
        while let Some(tree) = open.pop() {
            open.extend(&tree.parts);
            for &(number, span) in &tree.threads {
                let message = match number {
                    number if number as usize >= self.threads => format!("there is no thread P{number}"),
                    number if seen.contains(&number) => format!("P{number} stands twice in the tree"),
                    number => {
                        seen.push(number);
                        continue;
                    }
                };
                self.diagnostics.push(Diagnostic::error("bad-tree", span, message));
            }
        }
    }

    fn relate(&self, relations: &mut ThreadRelations, word: &str, product: ThreadProduct) {
        let at = self.hierarchy.words.iter().position(|known| known == word);
        if let Some(products) = at.and_then(|at| relations.products[at].as_mut()) {
            products.push(product);
        }
    }

    /// An instance of a scope behind those on the way to it; `order` is that of the scopes on the ways before.
    fn scope(
        &mut self,
        tree: &ThreadTree,
        way: &mut Vec<String>,
        order: &mut Option<Vec<String>>,
        relations: &mut ThreadRelations,
    ) {
        if !self.hierarchy.scopes().contains(&tree.name) {
            let message = format!("the bell file declares no scope `{}`", tree.name);
            let error = Diagnostic::error("bad-tree", tree.span, message);
            let known = self.hierarchy.scopes().iter().map(String::as_str);
            self.diagnostics.push(error.suggest(source::nearest(&tree.name, known)));
            return;
        }
        way.push(tree.name.clone());
        let threads = tree.all_threads();
        self.relate(relations, &tree.name, ThreadProduct { sources: threads.clone(), targets: threads });
        if let Some(&(number, span)) = tree.threads.first() {
            self.check_way(number, span, way, order);
        }
        for part in &tree.parts {
            self.scope(part, way, order, relations);
        }
        way.pop();
    }

    /// All ways from the outermost scope to a thread pass each scope, in one order.
    fn check_way(&mut self, number: u32, span: Span, way: &[String], order: &mut Option<Vec<String>>) {
        let scopes = self.hierarchy.scopes();
        if let Some(missing) = scopes.iter().find(|&scope| !way.contains(scope)) {
            let message = format!("P{number} is in no `{missing}`");
            let error = Diagnostic::error("bad-tree", span, message);
            self.diagnostics.push(error.help("a tree names each scope on the way to each thread"));
        } else if way.len() != scopes.len() || order.as_ref().is_some_and(|known| known != way) {
            let message = format!("the scopes around P{number} are not nested as those around other threads");
            self.diagnostics.push(Diagnostic::error("bad-tree", span, message));
        } else {
            *order = Some(way.to_vec());
        }
    }

    /// A part of the memory hierarchy at a depth.
    fn level(&mut self, tree: &ThreadTree, depth: usize, relations: &mut ThreadRelations) {
        let wanted = self.hierarchy.levels().nth(depth);
        if wanted != Some(&tree.name) {
            let message = match wanted {
                Some(wanted) => format!("`{}` stands where `{wanted}` should", tree.name),
                None => format!("there is no level `{}` below the innermost one", tree.name),
            };
            self.diagnostics.push(Diagnostic::error("bad-tree", tree.span, message));
            return;
        }
        let own = tree.own_threads();
        self.relate(relations, &tree.name, ThreadProduct { sources: own.clone(), targets: own.clone() });
        for part in &tree.parts {
            let product = ThreadProduct { sources: own.clone(), targets: part.own_threads() };
            self.relate(relations, NEXT_LEVEL, product);
            self.level(part, depth + 1, relations);
        }
    }
}
