//! From names to ids.
//!
//! Scoping is static: includes and the taken branches of variants stand where they are written, so the meaning of a name is known once
//! the files are. The one construct that binds names depending on a value, `match` on a tag among instructions, gives each name that
//! some clause binds a new slot, which every clause fills with what the name means at its end.
//!
//! A name without meaning is no mistake yet (models name things that exist in some variants only): it becomes an expression whose
//! evaluation fails, with its place and a suggestion.

mod expression;
mod scope;

use relation::IdVec;
use rustc_hash::FxHashMap;
use source::{Diagnostic, Span};

use crate::ast::{self, InstructionKind as Ast};
use crate::ir::{
    Annotations, BlockId, Call, CheckId, CheckSite, Clause, Definition, Enum, EnumId, ExprKind, Instruction,
    InstructionKind, Model, Origin, Procedure, Tag, TagId, Target,
};
use crate::load::{FileId, Program};
use crate::{Vocabulary, ir};
use scope::{Mark, Scope};

/// A model with more instructions than this, all includes counted each time, is a mistake: files that include others twice
/// and those others twice.
const INSTRUCTION_LIMIT: usize = 1_000_000;

/// How deep blocks may be in blocks and files in them: resolving them is recursive.
const BLOCK_DEPTH: usize = 400;

/// There is room from the beginning for as many expressions as most models have, and for as many names.
const EXPRESSIONS: usize = 512;
const BINDINGS: usize = 128;

/// Resolves all names of a program.
pub(crate) fn resolve(
    program: &Program<'_>,
    vocabulary: &Vocabulary,
    is_active: &dyn Fn(&str) -> bool,
) -> Result<Model, Box<Diagnostic>> {
    let (tags, tag_ids) = declared_tags(program, vocabulary);
    let mut resolver = Resolver {
        program,
        is_active,
        model: Model {
            source: program.model_source,
            variants: program.variants.iter().map(|name| name.to_lowercase()).collect(),
            header: ir::Header::of(&program.files[program.model].header),
            vocabulary: vocabulary.clone(),
            exprs: Vec::with_capacity(EXPRESSIONS).into(),
            blocks: IdVec::new(),
            functions: IdVec::new(),
            procedures: IdVec::new(),
            groups: IdVec::new(),
            bindings: Vec::with_capacity(BINDINGS).into(),
            checks: IdVec::new(),
            tags,
            enums: IdVec::new(),
            shown: Vec::new(),
            unshown: Vec::new(),
            main: BlockId::from_number(0),
            frame_size: 0,
        },
        scope: Scope::with_capacity(BINDINGS),
        tag_ids,
        enum_of_tag: FxHashMap::default(),
        instructions: 0,
        depth: 0,
        attempts: 0,
    };
    resolver.scope.enter_frame();
    let mut block = Vec::with_capacity(BINDINGS);
    for &root in &program.roots {
        resolver.file(root, &mut block)?;
    }
    resolver.model.frame_size = resolver.scope.leave_frame();
    resolver.model.main = resolver.model.blocks.push(block);
    Ok(resolver.model)
}

/// All tags of all enumerations, by name.
fn declared_tags<'a>(
    program: &'a Program<'a>,
    vocabulary: &Vocabulary,
) -> (IdVec<TagId, Tag>, FxHashMap<&'a str, TagId>) {
    let instructions = program.files.iter().flat_map(|file| &file.instructions);
    let enumerations = instructions.filter_map(|instruction| match &instruction.kind {
        Ast::Enum { tags, .. } => Some(tags),
        _ => None,
    });
    let mut names: Vec<&str> = enumerations.flatten().map(|tag| tag.text).collect();
    names.sort_unstable();
    names.dedup();
    let mut tags = IdVec::new();
    let mut ids = FxHashMap::default();
    for name in names {
        let mut capital = name.to_owned();
        capital[..1].make_ascii_uppercase();
        let tag = Tag { name: name.to_owned(), events: vocabulary.find(&capital), relation: vocabulary.find(name) };
        ids.insert(name, tags.push(tag));
    }
    (tags, ids)
}

struct Resolver<'a> {
    program: &'a Program<'a>,
    is_active: &'a dyn Fn(&str) -> bool,
    model: Model,
    scope: Scope<'a>,
    tag_ids: FxHashMap<&'a str, TagId>,
    /// The enumeration that declared a tag last.
    enum_of_tag: FxHashMap<&'a str, EnumId>,
    /// How many instructions are resolved.
    instructions: usize,
    /// How many blocks and files are around what is being resolved.
    depth: usize,
    /// How many `try` are around what is being resolved.
    attempts: u32,
}

type Block = Vec<Instruction>;
type Outcome = Result<(), Box<Diagnostic>>;

impl<'a> Resolver<'a> {
    fn file(&mut self, file: FileId, block: &mut Block) -> Outcome {
        self.instructions_into(&self.program.files[file].instructions, block)
    }

    fn instructions_into(&mut self, instructions: &'a [ast::Instruction<'a>], block: &mut Block) -> Outcome {
        self.depth += 1;
        for instruction in instructions {
            if self.depth > BLOCK_DEPTH {
                let message = format!("blocks and includes are nested more than {BLOCK_DEPTH} levels deep");
                return Err(Box::new(Diagnostic::error("nesting", instruction.span, message)));
            }
            self.instruction(instruction, block)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn instruction(&mut self, instruction: &'a ast::Instruction<'a>, block: &mut Block) -> Outcome {
        self.instructions += 1;
        let span = instruction.span;
        if self.instructions > INSTRUCTION_LIMIT {
            let message = format!("the model has more than {INSTRUCTION_LIMIT} instructions, includes counted");
            return Err(Box::new(Diagnostic::error("too-large", span, message)));
        }
        let kind = match &instruction.kind {
            Ast::Include(name) => {
                let Some(&file) = self.program.included.get(&(name.span.source, name.text)) else { return Ok(()) };
                return self.file(file, block);
            }
            Ast::If { condition, then, otherwise } => {
                let taken = if condition.holds(self.is_active) { then } else { otherwise };
                return self.instructions_into(taken, block);
            }
            Ast::Match { subject, clauses, default } => {
                return self.match_tag(span, subject, clauses, default.as_deref(), block);
            }
            Ast::Debug(_) => return Ok(()),
            Ast::Let(bindings) => {
                let origin = if self.scope.is_top_level() { Origin::TopLevel } else { Origin::Inner };
                InstructionKind::Let(self.definitions(bindings, origin))
            }
            Ast::LetRec { bindings, when } => {
                let group = self.group(bindings);
                let when = when.as_ref().map(|check| self.check(ast::CheckMode::Require, check));
                InstructionKind::LetRec { group, when }
            }
            Ast::Check { mode, check } => InstructionKind::Check(self.check(*mode, check)),
            Ast::Show(names) => {
                let shown = |name: &'a ast::Name| (name.text.to_owned(), self.name(name));
                let shown: Vec<_> = names.iter().map(shown).collect();
                self.model.shown.extend(shown.iter().map(|(_, value)| *value));
                InstructionKind::Show(shown)
            }
            Ast::ShowAs { value, name } => InstructionKind::Show(vec![(name.text.to_owned(), self.expr(value))]),
            Ast::Unshow(names) => self.unshow(names),
            Ast::Procedure { recursive, name, parameter, body } => self.procedure(*recursive, name, parameter, body)?,
            Ast::Call { procedure, argument, name } => InstructionKind::Call(Box::new(Call {
                procedure: self.name(procedure),
                name: procedure.text.to_owned(),
                argument: self.expr(argument),
                label: name.as_ref().map(|name| name.text.to_owned()),
            })),
            Ast::Forall { name, set, body } => self.forall(name, set, body)?,
            Ast::With { name, set } => {
                let set = self.expr(set);
                InstructionKind::With { place: self.bind(name, Origin::Choice), set }
            }
            Ast::Enum { name, tags } => self.enumeration(span, name, tags),
            Ast::Annotations { instruction, places, default } => InstructionKind::Annotations(Box::new(Annotations {
                instruction: instruction.text.to_owned(),
                places: places.iter().map(|place| self.expr(place)).collect(),
                default: *default,
            })),
        };
        block.push(Instruction { span, kind });
        Ok(())
    }

    fn unshow(&mut self, names: &'a [ast::Name<'a>]) -> InstructionKind {
        self.model.unshown.extend(names.iter().map(|name| (name.text.to_owned(), name.span)));
        InstructionKind::Unshow(names.iter().map(|name| name.text.to_owned()).collect())
    }

    fn check(&mut self, mode: ast::CheckMode, check: &'a ast::Check<'a>) -> CheckId {
        let site = CheckSite {
            span: check.span,
            mode,
            negated: check.negated,
            property: check.property,
            name: check.name.as_ref().map(|name| name.text.to_owned()),
            argument: self.expr(&check.argument),
        };
        self.model.checks.push(site)
    }

    fn procedure(
        &mut self,
        recursive: bool,
        name: &'a ast::Name<'a>,
        parameter: &'a ast::Pattern<'a>,
        body: &'a [ast::Instruction<'a>],
    ) -> Result<InstructionKind, Box<Diagnostic>> {
        let origin = if self.scope.is_top_level() { Origin::TopLevel } else { Origin::Inner };
        let early = recursive.then(|| self.bind(name, origin));
        let mark = self.scope.mark();
        self.scope.enter_frame();
        let parameter = self.parameter(parameter);
        let mut block = Vec::new();
        self.instructions_into(body, &mut block)?;
        self.scope.leave(mark);
        let frame_size = self.scope.leave_frame();
        let body = self.model.blocks.push(block);
        let procedure = self.model.procedures.push(Procedure { parameter, body, frame_size });
        let place = early.unwrap_or_else(|| self.bind(name, origin));
        Ok(InstructionKind::Procedure(place, procedure))
    }

    fn forall(
        &mut self,
        name: &'a ast::Name<'a>,
        set: &'a ast::Expr<'a>,
        body: &'a [ast::Instruction<'a>],
    ) -> Result<InstructionKind, Box<Diagnostic>> {
        let set = self.expr(set);
        let mark = self.scope.mark();
        self.scope.enter_frame();
        let place = self.bind(name, Origin::Pattern);
        let mut block = Vec::new();
        self.instructions_into(body, &mut block)?;
        self.scope.leave(mark);
        let frame_size = self.scope.leave_frame();
        Ok(InstructionKind::Forall { place, set, body: self.model.blocks.push(block), frame_size })
    }

    fn enumeration(&mut self, span: Span, name: &'a ast::Name<'a>, tags: &'a [ast::Name<'a>]) -> InstructionKind {
        let mut ids: Vec<TagId> = tags.iter().map(|tag| self.tag_ids[tag.text]).collect();
        ids.dedup();
        let id = self.model.enums.push(Enum { name: name.text.to_owned(), span: name.span, tags: ids });
        for tag in tags {
            self.enum_of_tag.insert(tag.text, id);
        }
        let value = self.add(span, ExprKind::AllTags(id));
        let origin = if self.scope.is_top_level() { Origin::TopLevel } else { Origin::Inner };
        let place = self.bind(name, origin);
        self.model.bindings[place.binding].uses += 1; // Its tags are what it is for.
        InstructionKind::Let(vec![Definition { target: Target::One(Some(place)), value }])
    }

    fn match_tag(
        &mut self,
        span: Span,
        subject: &'a ast::Expr<'a>,
        clauses: &'a [(ast::Name<'a>, Vec<ast::Instruction<'a>>)],
        default: Option<&'a [ast::Instruction<'a>]>,
        block: &mut Block,
    ) -> Outcome {
        let subject = self.expr(subject);
        let mut branches = Vec::new();
        for body in clauses.iter().map(|(_, body)| body.as_slice()).chain(default) {
            branches.push(self.branch(span, body)?);
        }
        self.join(span, &mut branches);
        let mut blocks = branches.into_iter().map(|branch| self.model.blocks.push(branch.block)).collect::<Vec<_>>();
        let default = default.and_then(|_| blocks.pop());
        let clause = |((tag, _), body): (&'a (ast::Name<'a>, _), BlockId)| {
            let tag: &ast::Name<'a> = tag;
            Clause { tag: self.clause_tag(tag), span: tag.span, body }
        };
        let clauses = clauses.iter().zip(blocks).map(clause).collect();
        block.push(Instruction { span, kind: InstructionKind::Match { subject, clauses, default } });
        Ok(())
    }

    fn branch(&mut self, span: Span, body: &'a [ast::Instruction<'a>]) -> Result<Branch<'a>, Box<Diagnostic>> {
        let mark: Mark = self.scope.mark();
        let mut block = Vec::new();
        self.instructions_into(body, &mut block)?;
        let mut meanings = FxHashMap::default();
        for name in self.scope.bound_since(mark) {
            let meaning = self.meaning(name);
            meanings.insert(name, self.add(span, meaning));
        }
        let order = self.scope.bound_since(mark);
        self.scope.leave(mark);
        Ok(Branch { block, meanings, order })
    }

    /// Gives every name that some branch binds a slot, and lets each branch fill it.
    fn join(&mut self, span: Span, branches: &mut [Branch<'a>]) {
        let mut names: Vec<&'a str> = branches.iter().flat_map(|branch| branch.order.iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        let mut definitions: Vec<Vec<Definition>> = branches.iter().map(|_| Vec::new()).collect();
        let mut joined = Vec::new();
        for name in names {
            let place = self.scope.new_slot();
            for (branch, definitions) in branches.iter().zip(&mut definitions) {
                let value = match branch.meanings.get(name) {
                    Some(&value) => value,
                    None => {
                        let outer = self.meaning(name);
                        self.add(span, outer)
                    }
                };
                let binding = ir::BoundSlot { binding: self.model.bindings.next_id(), slot: place };
                definitions.push(Definition { target: Target::One(Some(binding)), value });
            }
            joined.push((name, place));
            self.model.bindings.push(ir::Binding {
                name: name.to_owned(),
                span,
                origin: Origin::Join,
                uses: 0,
                shadows: None,
            });
        }
        let first = self.model.bindings.len() - joined.len();
        for (index, (name, slot)) in joined.into_iter().enumerate() {
            self.scope.bind(name, ir::BoundSlot { binding: relation::Index::new(first + index), slot });
        }
        for (branch, definitions) in branches.iter_mut().zip(definitions) {
            branch.block.push(Instruction { span, kind: InstructionKind::Let(definitions) });
        }
    }
}

/// A clause of a `match` among instructions.
struct Branch<'a> {
    block: Block,
    /// What the names that it binds mean at its end.
    meanings: FxHashMap<&'a str, ir::ExprId>,
    order: Vec<&'a str>,
}
