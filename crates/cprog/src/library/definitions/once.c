// What is done once: `pthread_once` (POSIX.1-2017), `call_once` (ISO C11 7.26.2.1). 0: not begun, 1: begun, 2: done.
int pthread_once(int *control, void (*routine)(void)) {
  int begun = 0;
  if (__atomic_compare_exchange_n(control, &begun, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    routine();
    __atomic_store_n(control, 2, __ATOMIC_RELEASE);
  } else {
    while (__atomic_load_n(control, __ATOMIC_ACQUIRE) != 2)
      ;
  }
  return 0;
}

void call_once(int *flag, void (*function)(void)) { pthread_once(flag, function); }
