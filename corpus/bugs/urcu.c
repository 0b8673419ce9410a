/* User-space RCU without the full barrier of rcu_read_lock (M. Desnoyers and others, 2012): who updates sees no reader, and frees what one is about to read. */
#include "bug.h"

atomic_int nesting;
atomic_int value = 1;
_Atomic(atomic_int *) pointer = &value;

void *reader(void *unused) {
  (void)unused;
  store(nesting, 1, relaxed);
#ifdef FIX
  fence(seq_cst);
#endif
  atomic_int *found = load(pointer, consume);
  if (found)
    assert(load(*found, relaxed) == 1);
  store(nesting, 0, release);
  return 0;
}

void *updater(void *unused) {
  (void)unused;
  store(pointer, 0, relaxed);
  fence(seq_cst);
  if (load(nesting, acquire) == 0)
    store(value, 0, relaxed); /* Freed. */
  return 0;
}

RUN(reader, updater, )
