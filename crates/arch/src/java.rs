//! What the accesses and fences of Java become: compilation schemes for `lakmus java`, which reads them. `x86_64.scheme` says how a line is written.

/// The schemes that ship: name and text.
pub const SCHEMES: [(&str, &str); 3] = [
    ("aarch64", include_str!("../schemes/aarch64.scheme")),
    ("riscv", include_str!("../schemes/riscv.scheme")),
    ("x86_64", include_str!("../schemes/x86_64.scheme")),
];
