// The guards of local variables with `static` (Itanium C++ ABI, 3.3.3). The compiler reads the first byte: not 0 where the variable is there. The word behind is the library's: 0: not begun, 1: begun, 2: done.
typedef struct {
  unsigned char is_there;
  int state;
} guard;

int __cxa_guard_acquire(guard *of) {
  for (;;) {
    int begun = 0;
    if (__atomic_compare_exchange_n(&of->state, &begun, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
      return 1;
    if (begun == 2)
      return 0;
    while (__atomic_load_n(&of->state, __ATOMIC_ACQUIRE) == 1)
      ;
  }
}

void __cxa_guard_release(guard *of) {
  __atomic_store_n(&of->is_there, 1, __ATOMIC_RELEASE);
  __atomic_store_n(&of->state, 2, __ATOMIC_RELEASE);
}

void __cxa_guard_abort(guard *of) { __atomic_store_n(&of->state, 0, __ATOMIC_RELEASE); }
