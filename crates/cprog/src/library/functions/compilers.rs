//! What compilers call by themselves: assertions, checks (`_FORTIFY_SOURCE`), the run-time libraries of C++ and Rust.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# assertions and checks of gcc and clang
__errno_location __error: new
__cxa_begin_catch: >0
__cxa_end_catch __gxx_personality_v0 __cxa_guard_abort _ZNSt6threadC1Ev _ZNSt6thread20hardware_concurrencyEv _ZNSt6thread6detachEv: none
_Znwm _Znam _ZnwmRKSt9nothrow_t _ZnamRKSt9nothrow_t _ZnwmSt11align_val_t __cxa_allocate_exception: new
_ZdlPv _ZdlPvm _ZdaPv _ZdaPvm __cxa_free_exception: none
__rust_alloc __rust_alloc_zeroed: new
__rust_realloc: new moves
__rust_dealloc: none
__memcpy_chk __memmove_chk __mempcpy_chk: w0 r1 copies >0
__memset_chk: w0 >0
__strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk: w0 r1 r0 >0
__printf_chk __vprintf_chk: r1+
__fprintf_chk __vfprintf_chk __syslog_chk __vsyslog_chk __dprintf_chk: r2+
__sprintf_chk __vsprintf_chk: w0 r3+
__snprintf_chk __vsnprintf_chk: w0 r4+
__asprintf_chk __vasprintf_chk: new@0 r2+
__fgets_chk: w0 >0
__fread_chk: w0
__read_chk __recv_chk __pread_chk: w1
__recvfrom_chk: w1 w5 w6
__realpath_chk: r0 w1 >1 new
__readlink_chk: r0 w1
__getcwd_chk: w0 >0
__poll_chk: r0 w0
__xpg_strerror_r: w1
__xpg_basename: r0 w0 >0
__strdup __strndup: new r0
__strtok_r: r0 w0 r1 r2 w2 into@2 >0
";
