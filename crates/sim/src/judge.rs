//! Who judges the candidates of a test: the model as the compiled evaluator runs it, or the interpreter.

use std::collections::BTreeSet;

use cat::Evaluator;
use execution::ExecutionError;
use program::IdVec;
use relation::EventId;

use crate::RunError;
use crate::coherence::Refute;
use crate::simulate::{Goal, Options};
use crate::vocabulary::{StructureView, View, reads_from};
use crate::{Engine, Model};

/// The judges of one test.
pub(crate) struct Judges<'a> {
    model: &'a Model,
    options: &'a Options<'a>,
    /// For structures whose addresses are not all known, and for those where they are.
    evaluators: [Option<Evaluator<'a>>; 2],
    /// Flags that the interpreter has met.
    flags: BTreeSet<String>,
}

/// Who judges the candidates of one event structure.
pub(crate) enum Judge<'b, 'a> {
    Compiled {
        evaluator: &'b mut Evaluator<'a>,
        options: &'a Options<'a>,
    },
    Interpreter {
        model: &'a Model,
        options: &'a Options<'a>,
        /// Those met so far.
        flags: &'b mut BTreeSet<String>,
    },
}

impl<'a> Judges<'a> {
    /// For tests under `model`.
    pub(crate) fn new(model: &'a Model, options: &'a Options<'a>) -> Judges<'a> {
        Judges { model, options, evaluators: [None, None], flags: BTreeSet::new() }
    }

    /// Who judges the candidates of an event structure; `None` when none of them is allowed.
    pub(crate) fn judge(&mut self, view: &StructureView<'_>) -> Option<Judge<'_, 'a>> {
        let Judges { model, options, evaluators, flags } = self;
        let (model, options) = (*model, *options);
        let interpreter = Judge::Interpreter { model, options, flags };
        let is_plain = options.checks.skip.is_empty() && !options.checks.ignore_checks && !options.checks.show;
        if options.engine == Engine::Reference || !is_plain {
            return Some(interpreter);
        }
        // With known addresses `loc` belongs to the structure, and so the plan is another one.
        let known = view.structure.known_cells.is_some();
        let Ok(compiled) = model.compiled(known) else { return Some(interpreter) };
        let evaluator = evaluators[usize::from(known)].get_or_insert_with(|| {
            let mut evaluator = Evaluator::new(compiled);
            if options.goal != Goal::Counts {
                evaluator.stop_at_witness();
            }
            evaluator
        });
        match evaluator.begin(view) {
            Ok(true) => Some(Judge::Compiled { evaluator, options }),
            Ok(false) => None,
            Err(_) => Some(interpreter),
        }
    }

    /// The flags that were raised in executions that are allowed.
    pub(crate) fn flags(self) -> BTreeSet<String> {
        let mut flags = self.flags;
        flags.extend(self.evaluators.iter().flatten().flat_map(Evaluator::flags).map(str::to_owned));
        flags
    }
}

/// A judge and the event structure that it judges.
pub(crate) struct Refuting<'j, 'b, 'a> {
    pub(crate) judge: &'j mut Judge<'b, 'a>,
    pub(crate) view: &'j StructureView<'j>,
}

impl Refute for Refuting<'_, '_, '_> {
    fn refutes(&mut self, reads: &[(EventId, EventId)], ordered: &[(EventId, EventId)]) -> bool {
        match &mut self.judge {
            Judge::Compiled { evaluator, .. } => evaluator.refutes(self.view, reads_from(), reads, ordered),
            Judge::Interpreter { .. } => false,
        }
    }

    fn suppose_always(&mut self, ordered: &[(EventId, EventId)]) {
        match &mut self.judge {
            Judge::Compiled { evaluator, .. } => evaluator.suppose_always(ordered),
            Judge::Interpreter { .. } => {}
        }
    }

    fn orders_all(&self, writes: &[EventId]) -> bool {
        match &self.judge {
            Judge::Compiled { evaluator, .. } => evaluator.orders_all(writes),
            Judge::Interpreter { .. } => false,
        }
    }
}

impl Judge<'_, '_> {
    /// Whether a candidate may be allowed that reads as `chosen` says, for each read that has chosen.
    pub(crate) fn might_allow(&mut self, view: &StructureView<'_>, chosen: &IdVec<EventId, Option<EventId>>) -> bool {
        let Judge::Compiled { evaluator, .. } = self else { return true };
        let mut decided = chosen.iter_enumerated().filter_map(|(read, write)| Some(((*write)?, read)));
        evaluator.might_allow(view, reads_from(), &mut decided)
    }

    /// Announces for the next candidate which pairs of writes have a known order, if it is allowed.
    pub(crate) fn grant(&mut self, ordered: impl FnOnce(&mut dyn FnMut(EventId, EventId))) {
        match self {
            Judge::Compiled { evaluator, .. } => evaluator.grant(ordered),
            Judge::Interpreter { .. } => {}
        }
    }

    /// Takes up what a candidate reads; its final writes come later. When the answer is no, it is not allowed with any.
    pub(crate) fn take_up(&mut self, view: &View<'_>) -> bool {
        match self {
            Judge::Compiled { evaluator, .. } => evaluator.reads_from(view),
            Judge::Interpreter { .. } => true,
        }
    }

    /// Whether a candidate may raise a flag that no allowed execution has raised yet; `view` is one that was taken up, where only candidates with its reads
    /// matter.
    pub(crate) fn might_raise_flags(&mut self, view: Option<&View<'_>>) -> bool {
        match self {
            Judge::Compiled { evaluator, .. } => {
                evaluator.might_raise_flags(view.map(|view| view as &dyn cat::Choices))
            }
            Judge::Interpreter { .. } => true,
        }
    }

    /// How many ways through its choices the model allows for a candidate that was taken up; flags are noted.
    pub(crate) fn allowed(&mut self, view: &View<'_>) -> Result<u64, RunError> {
        match self {
            Judge::Compiled { evaluator, options } => {
                let allowed = evaluator.final_writes(view, &|| options.is_cancelled());
                allowed.map(|allowed| allowed.ways).map_err(|_| ExecutionError::Cancelled.into())
            }
            Judge::Interpreter { model, options, flags } => {
                let mut allowed = 0;
                model.judge(view, options, &mut |raised| {
                    allowed += 1;
                    flags.extend(raised.map(str::to_owned));
                })?;
                Ok(allowed)
            }
        }
    }
}
