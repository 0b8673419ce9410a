//! libmagic 5.44.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# magic.h
magic_open magic_error magic_getpath magic_descriptor: lib
magic_file magic_buffer: r1 lib
magic_load magic_check magic_compile: r1
magic_close magic_setflags magic_errno: none
";
