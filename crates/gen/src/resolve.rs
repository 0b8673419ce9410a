//! What is open in a cycle of edges, found from the neighbours: directions and annotations.

use smallvec::SmallVec;

use crate::edge::{Annotation, Edge, EdgeKind};
use crate::refusal::Refusal;
use crate::vocabulary::Vocabulary;

/// The edges of a cycle with all directions and annotations known: the target of each agrees with the source of the next. Annotations that stood alone have gone
/// to their neighbours; inserted fences are where they were.
///
/// # Errors
/// When two neighbours do not fit, or a direction stays open.
pub fn resolve(vocabulary: &Vocabulary, edges: &[Edge]) -> Result<Vec<Edge>, Refusal> {
    let steps: SmallVec<[usize; 16]> = (0..edges.len()).filter(|index| edges[*index].is_step()).collect();
    if steps.len() < 2 {
        return Err(Refusal::new("a cycle has two edges at least"));
    }
    let mut resolved: Vec<Edge> = edges.to_vec();
    for (number, index) in steps.iter().copied().enumerate() {
        let next = steps[(number + 1) % steps.len()];
        let annotation = annotation_between(vocabulary, edges, index, next)?;
        let (source, target) = (resolved[next].source_direction(), resolved[index].target_direction());
        match (target, source) {
            (Some(target), Some(source)) if target != source => {
                return Err(Refusal::between(
                    vocabulary,
                    &edges[index],
                    &edges[next],
                    "one reads where the other writes",
                ));
            }
            (None, None) => {
                return Err(Refusal::between(
                    vocabulary,
                    &edges[index],
                    &edges[next],
                    "neither says whether the access between them reads or writes",
                ));
            }
            (Some(direction), _) | (None, Some(direction)) => {
                resolved[index].set_target_direction(direction);
                resolved[next].set_source_direction(direction);
                if !vocabulary.applies(annotation, direction) {
                    return Err(Refusal::between(
                        vocabulary,
                        &edges[index],
                        &edges[next],
                        "the access between them cannot have this annotation",
                    ));
                }
            }
        }
        resolved[index].target = annotation;
        resolved[next].source = annotation;
    }
    resolved.retain(|edge| edge.kind != EdgeKind::Annotation);
    Ok(resolved)
}

/// What holds for the access between two steps: what the one says of its target, what stands between them, and what the other says of its source.
fn annotation_between(
    vocabulary: &Vocabulary,
    edges: &[Edge],
    index: usize,
    next: usize,
) -> Result<Option<Annotation>, Refusal> {
    let mut annotation = edges[index].target;
    let mut at = index;
    loop {
        at = (at + 1) % edges.len();
        // A fence that is put in says nothing of the access.
        if matches!(edges[at].kind, EdgeKind::Insert(_)) && at != next {
            continue;
        }
        annotation = match (annotation, edges[at].source) {
            (None, one) | (one, None) => one,
            (Some(left), Some(right)) => Some(left.merge(right).ok_or_else(|| {
                Refusal::between(vocabulary, &edges[index], &edges[next], "the annotations between them differ")
            })?),
        };
        if at == next {
            return Ok(annotation);
        }
    }
}
