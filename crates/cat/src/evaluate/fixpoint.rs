//! The values of `let rec`.
//!
//! What a round computes is written down with the work that an event structure leaves to do, as steps. The values lie in the variables of
//! the definitions, and are computed anew only if something that they are computed from has changed.

use relation::IdVec;
use relation::rows::{self, Shape};

use super::schedule::Schedule;
use super::step::{Step, steps};
use super::value_buffer::{Place, ValueBuffer};
use crate::compile::plan::{FixpointId, NodeId, Op, Plan};

/// What computing a `let rec` takes; values are given as `N`: as nodes or as places.
#[derive(Debug)]
pub(super) struct FixpointWork<N> {
    /// What its values are computed from and no round changes; nothing for a fixpoint inside of another, which may change that.
    inputs: Option<Vec<N>>,
    definitions: Vec<Definition<N>>,
}

/// A definition of a `let rec`.
#[derive(Debug)]
struct Definition<N> {
    /// What is done in each round, towards `body`.
    round: Vec<RoundStep<N>>,
    body: N,
    /// Its value as far as it has been found.
    variable: N,
}

/// Something to do in a round.
#[derive(Clone, Copy, Debug)]
enum RoundStep<N> {
    Apply {
        into: N,
        step: Step<N>,
    },
    /// Computes a fixpoint inside of this one, and copies the value of one of its definitions.
    Inner {
        into: N,
        of: FixpointId,
        index: usize,
    },
}

/// What each `let rec` of a plan leaves to do; `is_void` says which nodes are empty, `at` how a node is given.
pub(super) fn fixpoints<N>(
    plan: &Plan,
    schedule: &Schedule,
    is_void: &IdVec<NodeId, bool>,
    at: impl Fn(NodeId) -> N,
) -> IdVec<FixpointId, FixpointWork<N>> {
    let round = |nodes: &Vec<NodeId>| {
        let mut round = Vec::new();
        for &node in nodes {
            let description = &plan.nodes[node];
            match description.op {
                Op::Fixpoint(of, index) => {
                    round.push(RoundStep::Inner { into: at(node), of, index: index as usize });
                }
                // Given, or nothing that a round changes.
                Op::Base(_) | Op::Chosen(_) | Op::Recursive(..) | Op::OrderedByFences(_) | Op::DifferentValues(_) => {}
                ref op => steps(
                    op,
                    description.kind,
                    is_void,
                    |operand, _| at(operand),
                    |step| round.push(RoundStep::Apply { into: at(node), step }),
                ),
            }
        }
        round
    };
    let work = |id: FixpointId| {
        let inputs = schedule.inputs[id].as_ref();
        let variables = schedule.variables[id].iter().zip(&plan.fixpoints[id].bodies).zip(&schedule.rounds[id]);
        FixpointWork {
            inputs: inputs.map(|nodes| nodes.iter().filter(|&&node| !is_void[node]).map(|&node| at(node)).collect()),
            definitions: variables
                .map(|((&variable, &body), nodes)| Definition {
                    round: round(nodes),
                    body: at(body),
                    variable: at(variable),
                })
                .collect(),
        }
    };
    plan.fixpoints.ids().map(work).collect()
}

impl ValueBuffer {
    /// Computes the values of a `let rec` and copies that of one of its definitions.
    pub(super) fn copy_fixpoint<S: Shape, N: Place>(
        &mut self,
        works: &IdVec<FixpointId, FixpointWork<N>>,
        into: N,
        of: FixpointId,
        index: usize,
    ) {
        self.fixpoint::<S, N>(works, of);
        self.apply::<S, N>(into, Step::Copy(works[of].definitions[index].variable));
    }

    /// Computes the values of a `let rec`, into its variables, unless they are there: most candidates of a structure differ in nothing that such a
    /// definition uses, and each of its relations is asked for on its own.
    fn fixpoint<S: Shape, N: Place>(&mut self, works: &IdVec<FixpointId, FixpointWork<N>>, id: FixpointId) {
        if let Some(inputs) = &works[id].inputs {
            let (inputs, mut known) = (inputs.iter().copied(), std::mem::take(self.computed_fixpoint(id)));
            let is_known = known.is_there && inputs.clone().flat_map(|input| self.given(input)).eq(&known.inputs);
            if !is_known {
                known.is_there = true;
                known.inputs.clear();
                inputs.for_each(|input| known.inputs.extend_from_slice(self.given(input)));
            }
            *self.computed_fixpoint(id) = known;
            if is_known {
                return;
            }
        }
        self.iterate::<S, N>(works, id);
    }

    /// Iterates a `let rec`, as the interpreter does: one definition after the other, until a round adds nothing to any.
    fn iterate<S: Shape, N: Place>(&mut self, works: &IdVec<FixpointId, FixpointWork<N>>, id: FixpointId) {
        let definitions = &works[id].definitions;
        definitions.iter().for_each(|definition| self.apply::<S, N>(definition.variable, Step::Nothing));
        loop {
            let mut is_stable = true;
            for Definition { round, body, variable } in definitions {
                for step in round {
                    match *step {
                        RoundStep::Apply { into, step } => self.apply::<S, N>(into, step),
                        RoundStep::Inner { into, of, index } => self.copy_fixpoint::<S, N>(works, into, of, index),
                    }
                }
                is_stable &= rows::is_subset(self.given(*body), self.given(*variable));
                // At once, so that the definitions behind see it in the same round, as in the interpreter.
                self.copy_back(*body, *variable);
            }
            if is_stable {
                return;
            }
        }
    }
}
