//! Cyrus SASL 2.1: what works on a connection may call what was set for it.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# sasl/sasl.h: what works on a connection may call what was set for it
sasl_server_init sasl_client_init: r1 holds0
sasl_server_new: r0 r1 r2 r3 r4 holds5 new@7
sasl_client_new: r0 r1 r2 r3 holds4 new@6
sasl_listmech: r1 r2 r3 r4 new@5 w6 w7 runs
sasl_server_start: r1 r2 new@4 w5 runs
sasl_server_step: r1 new@3 w4 runs
sasl_encode sasl_decode: r1 new@3 w4 runs
sasl_checkpass: r1 r3 runs
sasl_dispose: r0 w0
sasl_done sasl_server_done sasl_client_done: none
sasl_getprop: new@2
sasl_setprop: r2 keeps2
sasl_errdetail sasl_errstring: lib
";
