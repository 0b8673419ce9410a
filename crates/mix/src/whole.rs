//! A test as one profile compiles all of it: code piece by piece, and the litmus test of the machine that it makes.

use std::collections::BTreeSet;

use source::Span;

use crate::classes::Classes;
use crate::compose::{Form, compose};
use crate::ingest::Body;
use crate::source_test::{Fragments, SourceTest};
use crate::{Machine, ProfileId};

/// What a profile makes of a piece of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompiledPiece {
    /// What reports call it: `P1_0`.
    pub name: String,
    /// Its place in the test.
    pub span: Span,
    /// Labels and instructions, a line each.
    pub code: Vec<String>,
}

/// What a profile makes of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompiledTest {
    /// The machine that runs it.
    pub machine: Machine,
    /// Its pieces in the order of the text.
    pub pieces: Vec<CompiledPiece>,
    /// All of it as a litmus test of the machine.
    pub text: String,
    /// Which way the code takes where it chooses at run time; empty where it has one.
    pub way: String,
}

/// What a profile makes of `test`; where code chooses at run time, its first way.
///
/// # Errors
/// Why a piece has no code, or its code does not make a test.
pub fn whole(
    test: &SourceTest,
    fragments: &Fragments,
    code: &Classes,
    profile: ProfileId,
) -> Result<CompiledTest, String> {
    if let Some((_, reason)) = code.refused.iter().find(|(refused, _)| *refused == profile) {
        return Err(reason.clone());
    }
    let mut way = String::new();
    let mut bodies: Vec<&Body> = Vec::new();
    let mut pieces = Vec::new();
    for ((name, fragment), span) in test.named_pieces().zip(test.piece_spans()) {
        let Some((member, body)) = code.code_of(profile, fragment).into_iter().next() else {
            let gap = code.gaps.iter().find(|gap| (gap.profile, gap.fragment) == (profile, fragment));
            return Err(format!("{name}: {}", gap.map_or("it has no code", |gap| gap.reason.as_str())));
        };
        if way.is_empty() {
            way = member.way();
        }
        pieces.push(CompiledPiece { name, span, code: body.text() });
        bodies.push(body);
    }
    let extensions: BTreeSet<&'static str> = bodies.iter().flat_map(|body| body.extensions.iter().copied()).collect();
    let found = code.pools.iter().find(|(_, classes)| {
        classes.values().flatten().any(|class| class.members.iter().any(|member| member.profile == profile))
    });
    let Some((pool, _)) = found else { return Err("the test has no accesses".to_owned()) };
    let machine = pool.architecture.machine(&extensions);
    let composed = compose(test, fragments, &bodies, pool.architecture, Form::AsCompiled)?;
    Ok(CompiledTest { machine, pieces, text: composed.text, way })
}
