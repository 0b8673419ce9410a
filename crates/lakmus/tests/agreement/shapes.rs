//! The shapes: who accesses what, without orders.

use crate::program::Program;

/// All locations that programs use.
pub(crate) const LOCATIONS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Shapes of the literature with their names, and some of read-modify-writes.
pub(crate) const SHAPES: &[(&str, &str)] = &[
    // One location.
    ("CoRR", "Wx1 | Rx Rx"),
    ("CoRR2", "Wx1 | Wx2 | Rx Rx | Rx Rx"),
    ("CoWR", "Wx1 Rx | Wx2"),
    ("CoRW", "Rx Wx1 | Wx2"),
    ("CoWW", "Wx1 Wx2 | Rx Rx"),
    // Two threads.
    ("SB", "Wx1 Ry | Wy1 Rx"),
    ("MP", "Wx1 Wy1 | Ry Rx"),
    ("LB", "Rx Wy1 | Ry Wx1"),
    ("S", "Wx2 Wy1 | Ry Wx1"),
    ("R", "Wx1 Wy1 | Wy2 Rx"),
    ("2+2W", "Wx2 Wy1 | Wy2 Wx1"),
    // Three accesses of a thread: reads of one's own writes, and reads in a row.
    ("SB+rfi", "Wx1 Rx Ry | Wy1 Ry Rx"),
    ("MP+rr", "Wx1 Wy1 | Ry Ry Rx"),
    ("MP+rfi", "Wx1 Wy1 | Ry Wz1 Rz Rx"),
    ("LB+rfi", "Rx Wz1 Rz Wy1 | Ry Wx1"),
    // Three threads.
    ("WRC", "Wx1 | Rx Wy1 | Ry Rx"),
    ("RWC", "Wx1 | Rx Ry | Wy1 Rx"),
    ("WWC", "Wx2 | Rx Wy1 | Ry Wx1"),
    ("WRW+WR", "Wx1 | Rx Wy1 | Wy2 Rx"),
    ("WRW+2W", "Wx2 | Rx Wy1 | Wy2 Wx1"),
    ("WRR+2W", "Wx2 | Rx Ry | Wy1 Wx1"),
    ("ISA2", "Wx1 Wy1 | Ry Wz1 | Rz Rx"),
    ("W+RWC", "Wx1 Wy1 | Ry Rz | Wz1 Rx"),
    ("3.SB", "Wx1 Ry | Wy1 Rz | Wz1 Rx"),
    ("3.LB", "Rx Wy1 | Ry Wz1 | Rz Wx1"),
    ("3.2W", "Wx2 Wy1 | Wy2 Wz1 | Wz2 Wx1"),
    ("Z6.0", "Wx1 Wy1 | Ry Wz1 | Wz2 Rx"),
    ("Z6.1", "Wx2 Wy1 | Wy2 Wz1 | Rz Wx1"),
    ("Z6.2", "Wx2 Wy1 | Ry Wz1 | Rz Wx1"),
    ("Z6.3", "Wx1 Wy1 | Wy2 Wz1 | Rz Rx"),
    ("Z6.4", "Wx1 Wy1 | Wy2 Rz | Wz1 Rx"),
    ("Z6.5", "Wx1 Wy1 | Wy2 Wz1 | Wz2 Rx"),
    // Four threads.
    ("IRIW", "Wx1 | Wy1 | Rx Ry | Ry Rx"),
    ("IRRWIW", "Wx2 | Wy1 | Rx Ry | Ry Wx1"),
    ("IRWIW", "Wx2 | Wy2 | Rx Wy1 | Ry Wx1"),
    // Read-modify-writes.
    ("SB+xchg", "Xx1 Ry | Xy1 Rx"),
    ("SB+xchg-behind", "Wx1 Xy1 | Xy2 Rx"),
    ("SB+xchg-between", "Wx1 Xz1 Ry | Wy1 Xz2 Rx"),
    ("SB+xchg-apart", "Wx1 Xz1 Ry | Wy1 Xw1 Rx"),
    ("MP+xchg", "Wx1 Xy1 | Xy2 Rx"),
    ("MP+xchg-between", "Wx1 Xz1 Wy1 | Ry Xw1 Rx"),
    ("MP+add", "Wx1 Ay1 | Ry Ax1"),
    ("LB+xchg", "Xx1 Wy1 | Xy2 Wx2"),
    ("WRC+add", "Wx1 | Rx Ay1 | Ry Rx"),
    ("2+2W+add", "Ax1 Wy1 | Ay1 Wx2"),
    ("SB+cas", "Cx0>1 Ry | Cy0>1 Rx"),
    ("SB+cas-fails", "Wx1 Cz5>6 Ry | Wy1 Cz5>6 Rx"),
    ("MP+cas", "Wx1 Cy0>1 | Cy1>2 Rx"),
    ("MP+cas-fails", "Wx1 Cz5>6 Wy1 | Ry Cz5>6 Rx"),
    ("ISA2+cas", "Wx1 Cy0>1 | Cy1>2 Wz1 | Rz Rx"),
    ("lock", "Cx0>1 Wy1 | Cx0>2 Ry"),
];

pub(crate) fn shapes() -> impl Iterator<Item = (&'static str, Program)> {
    SHAPES.iter().map(|(name, text)| (*name, Program::parse(text)))
}
