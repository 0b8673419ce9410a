//! What compilers call by themselves: assertions, checks (`_FORTIFY_SOURCE`), the run-time libraries of C++ and Rust.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# assertions and checks of gcc and clang
__errno_location __error: new
# OpenMP, as clang calls its runtime
__kmpc_fork_call: team2 r3+
__kmpc_barrier: acquires releases
__kmpc_critical __kmpc_critical_with_hint __kmpc_ordered omp_set_lock omp_set_nest_lock: acquires
__kmpc_end_critical __kmpc_end_ordered omp_unset_lock omp_unset_nest_lock: releases
__kmpc_for_static_init_4 __kmpc_for_static_init_4u __kmpc_for_static_init_8 __kmpc_for_static_init_8u: r4 w3 w4 w5 w6
__kmpc_dispatch_next_4 __kmpc_dispatch_next_4u __kmpc_dispatch_next_8 __kmpc_dispatch_next_8u: w2 w3 w4 w5
__kmpc_dispatch_init_4 __kmpc_dispatch_init_4u __kmpc_dispatch_init_8 __kmpc_dispatch_init_8u __kmpc_for_static_fini: none
__kmpc_dispatch_fini_4 __kmpc_dispatch_fini_4u __kmpc_dispatch_fini_8 __kmpc_dispatch_fini_8u: none
__kmpc_reduce __kmpc_reduce_nowait: acquires r4 calls5
__kmpc_end_reduce __kmpc_end_reduce_nowait: releases
__kmpc_global_thread_num __kmpc_push_num_threads __kmpc_single __kmpc_end_single __kmpc_master __kmpc_end_master: none
__kmpc_masked __kmpc_end_masked: none
omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_set_num_threads omp_in_parallel omp_get_num_procs omp_get_wtime: none
omp_init_lock omp_destroy_lock omp_init_nest_lock omp_destroy_nest_lock: none
__cxa_begin_catch: >0
__cxa_end_catch __gxx_personality_v0 __cxa_guard_abort* _ZNSt6threadC1Ev _ZNSt6thread20hardware_concurrencyEv: none
__cxa_allocate_exception: new
_ZnwmRKSt9nothrow_t* _ZnamRKSt9nothrow_t* _ZnwmSt11align_val_t* _ZnamSt11align_val_t*: new | allocate
_ZnwmSt11align_val_tRKSt9nothrow_t* _ZnamSt11align_val_tRKSt9nothrow_t*: new | allocate
_Znwm* _Znam*: new | allocate
__cxa_free_exception: none
_ZdlPv* _ZdlPvm* _ZdaPv* _ZdaPvm* _ZdlPvRKSt9nothrow_t* _ZdaPvRKSt9nothrow_t*: none | free
_ZdlPvSt11align_val_t* _ZdaPvSt11align_val_t* _ZdlPvmSt11align_val_t* _ZdaPvmSt11align_val_t*: none | free
_ZdlPvSt11align_val_tRKSt9nothrow_t* _ZdaPvSt11align_val_tRKSt9nothrow_t*: none | free
# libstdc++: what a thread runs is its state, whose own parts have no members; what its functions throw ends the thread or the process
_ZNSt6thread6_StateD2Ev _ZNSt6thread6_StateD1Ev _ZNSt6thread6_StateD0Ev _ZNSt8ios_base4InitC1Ev _ZNSt8ios_base4InitD1Ev: none | nothing
_ZSt20__throw_system_errori _ZSt17__throw_bad_allocv _ZSt20__throw_length_errorPKc _ZSt19__throw_logic_errorPKc _ZSt20__throw_out_of_rangePKc: end
_ZSt24__throw_out_of_range_fmtPKcz _ZSt25__throw_bad_function_callv _ZSt16__throw_bad_castv _ZSt28__throw_bad_array_new_lengthv: end
__cxa_call_unexpected _ZSt21__throw_runtime_errorPKc _ZSt24__throw_invalid_argumentPKc _ZSt20__throw_future_errori: end
__rust_alloc __rust_alloc_zeroed: new
__rust_realloc: new moves
__rust_dealloc: none
__memcpy_chk __memmove_chk __mempcpy_chk: w0 r1 copies >0
__memset_chk: w0 >0
__strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk __stpncpy_chk: w0 r1 r0 >0
__vprintf_chk: r1+
__printf_chk*: r1+ | nothing
__vfprintf_chk __syslog_chk __vsyslog_chk __dprintf_chk: r2+
__fprintf_chk*: r2+ | nothing
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
