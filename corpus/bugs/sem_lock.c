/* Linux, sem_lock (51d7d5205d33, 2014; the lock itself in 5864a2fd3088): one operation takes a lock of its own and looks whether a complex one is under way; a complex one
   says so and looks whether a lock of its own is held (spin_unlock_wait). What takes a spin lock acquires, and orders no look behind its own write: both go on. */
#include "bug.h"

atomic_int simple, complex_count;
atomic_int inside;

void *one(void *unused) {
  (void)unused;
  int free_ = 0;
  if (cas(simple, &free_, 1, acquire)) {
#ifdef FIX
    fence(seq_cst);
#endif
    if (!load(complex_count, acquire)) {
      assert(add(inside, 1, relaxed) == 0);
      sub(inside, 1, relaxed);
    }
    store(simple, 0, release);
  }
  return 0;
}

void *all(void *unused) {
  (void)unused;
  store(complex_count, 1, relaxed);
  fence(seq_cst);
  if (!load(simple, acquire)) {
    assert(add(inside, 1, relaxed) == 0);
    sub(inside, 1, relaxed);
  }
  store(complex_count, 0, release);
  return 0;
}

RUN(one, all, )
