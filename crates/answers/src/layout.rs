//! Drawings that a report of another command carries, laid out: those of one question alike, so that differences are seen.

use lakmus::drawing::Layout;
use lakmus::record::DrawingRecord;
use serde::{Deserialize, Serialize};

use crate::{Done, Out};

/// Drawings without places.
#[derive(Debug, Deserialize)]
pub(crate) struct LayOut {
    drawings: Vec<DrawingRecord>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Answer {
    LaidOut { svg: String },
    NotLaidOut { message: String },
}

impl LayOut {
    pub(crate) fn answer(&self, out: &mut Out<'_>) -> Done {
        let drawings = match self.drawings.iter().map(DrawingRecord::drawing).collect::<Result<Vec<_>, _>>() {
            Ok(drawings) => drawings,
            Err(message) => return out.say(&Answer::NotLaidOut { message }),
        };
        for (drawing, layout) in drawings.iter().zip(Layout::alike(&drawings)) {
            out.say(&Answer::LaidOut { svg: drawing.to_elements(&layout) })?;
        }
        Ok(())
    }
}
