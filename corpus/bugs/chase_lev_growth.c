/* A work-stealing deque that grows (Chase and Lev; the bug that CDSChecker found in the version of Le and others, 2013): the larger array is published by a
   relaxed write, and a thief finds it without its elements. Repaired: the write releases. */
#include "bug.h"

atomic_int small[1], large[2];
_Atomic(atomic_int *) array = small;
atomic_uint top, bottom;
int stolen;

void *owner(void *unused) {
  (void)unused;
  store(small[0], 1, relaxed);
  fence(release);
  store(bottom, 1, relaxed);
  /* Full: its element moves. */
  store(large[0], load(small[0], relaxed), relaxed);
  FIXED(store(array, large, release), store(array, large, relaxed));
  return 0;
}

void *thief(void *unused) {
  (void)unused;
  unsigned t = load(top, acquire);
  fence(seq_cst);
  if (t < load(bottom, acquire)) {
    atomic_int *a = load(array, acquire);
    int element = load(a[t], relaxed);
    if (cas(top, &t, t + 1, seq_cst))
      assert(element == 1);
  }
  return 0;
}

RUN(owner, thief, )
