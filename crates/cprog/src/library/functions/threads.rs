//! Threads, locks, ends and what verifiers add: functions that are more than effects on memory. POSIX.1-2017 (pthread.h), ISO C11 (threads.h), CBMC, SV-COMP.

/// A line for each function or several, as the module above says. Numbers of errors are those of Linux, of C11's results those of the GNU C library.
pub(super) const FUNCTIONS: &str = "
pthread_create*: start=0,2,3
thrd_create*: start=0,1,2
pthread_join*: join=8
_ZNSt6thread4joinEv: join-and-leave
_ZNSt6thread6detachEv: leave
thrd_join*: join=4
pthread_tryjoin_np* pthread_timedjoin_np* pthread_clockjoin_np*: w1 acquires
pthread_mutex_lock* pthread_spin_lock* pthread_rwlock_wrlock* mtx_lock*: lock
pthread_rwlock_rdlock*: lock-shared
pthread_rwlock_tryrdlock*: trylock-shared=16
pthread_rwlock_timedrdlock* pthread_rwlock_clockrdlock*: trylock-shared=110
pthread_mutex_trylock* pthread_spin_trylock* pthread_rwlock_trywrlock*: trylock=16
pthread_mutex_timedlock* pthread_mutex_clocklock* pthread_rwlock_timedwrlock* pthread_rwlock_clockwrlock*: trylock=110
mtx_trylock*: trylock=1
# libstdc++ and libc++: what is in headers there calls the functions above
_ZNSt5mutex4lockEv _ZNSt15recursive_mutex4lockEv _ZNSt11timed_mutex4lockEv _ZNSt12shared_mutex4lockEv _ZNSt3__15mutex4lockEv _ZNSt3__115recursive_mutex4lockEv: lock
_ZNSt12shared_mutex11lock_sharedEv: lock-shared
_ZNSt5mutex8try_lockEv _ZNSt15recursive_mutex8try_lockEv _ZNSt11timed_mutex8try_lockEv _ZNSt12shared_mutex8try_lockEv _ZNSt3__15mutex8try_lockEv: trylock-bool
_ZNSt12shared_mutex15try_lock_sharedEv: trylock-shared-bool
_ZNSt5mutex6unlockEv _ZNSt15recursive_mutex6unlockEv _ZNSt11timed_mutex6unlockEv _ZNSt12shared_mutex6unlockEv _ZNSt12shared_mutex13unlock_sharedEv: unlock
_ZNSt3__15mutex6unlockEv _ZNSt3__115recursive_mutex6unlockEv: unlock
_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE _ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE: acquires releases
_ZNSt18condition_variable10notify_oneEv _ZNSt18condition_variable10notify_allEv: none
_ZNSt3__118condition_variable10notify_oneEv _ZNSt3__118condition_variable10notify_allEv: none
_ZNSt18condition_variableC1Ev _ZNSt18condition_variableD1Ev _ZNSt3__118condition_variableD1Ev _ZNSt3__15mutexD1Ev: none
mtx_timedlock*: trylock=4
pthread_mutex_unlock* pthread_spin_unlock* pthread_rwlock_unlock* mtx_unlock*: unlock
pthread_cond_wait* cnd_wait*: wait
pthread_cond_timedwait* pthread_cond_clockwait*: wait=110
cnd_timedwait*: wait=4
pthread_exit* thrd_exit: end-thread | end-thread
exit quick_exit: end-process | exit
_exit _Exit abort: end | exit
err errx verr verrx: end-process
__longjmp_chk longjmp siglongjmp __stack_chk_fail: end
__cxa_throw __cxa_rethrow _Unwind_Resume _ZSt9terminatev __cxa_bad_cast: end
__CPROVER_atomic_begin __VERIFIER_atomic_begin __ESBMC_atomic_begin: atomic-begin
__CPROVER_atomic_end __VERIFIER_atomic_end __ESBMC_atomic_end: atomic-end
__CPROVER_assume __VERIFIER_assume __ESBMC_assume: assume
# A program that does not include `<assert.h>` calls a function.
__CPROVER_assert __VERIFIER_assert __ESBMC_assert assert: assert
__assert_fail* __assert __assert_rtn __assert_perror_fail reach_error __VERIFIER_error: violation
# What this one gives is in memory.
__VERIFIER_nondet_memory: w0 | choose-memory
nondet: any | choose
# The guards of local variables with `static` (Itanium C++ ABI, 3.3.3).
__cxa_guard_acquire*: r0 w0 acquires
__cxa_guard_release*: r0 w0 releases
RunningOnValgrind* ValgrindSlowdown* WTFAnnotateBenignRaceSized* WTFAnnotateHappensAfter* WTFAnnotateHappensBefore*: none
";
