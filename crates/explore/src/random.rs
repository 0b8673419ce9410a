//! Words that no other program can guess.

/// 32 hexadecimal digits.
///
/// # Errors
/// When the system has no random numbers.
pub(crate) fn word() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
