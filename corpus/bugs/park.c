/* HotSpot, Parker::park (JDK-6822370; D. Dice, 2009): who finds a permit takes it by a plain write and returns to look at its condition again. Behind the write
   a full barrier was missing: the look may come before it, and a permit that was given meanwhile is taken away unseen. Then the thread sleeps though its condition holds. */
#include "bug.h"

atomic_int counter = 1; /* A permit of long ago. */
atomic_int condition;
int ready;

void *parker(void *unused) {
  (void)unused;
  if (load(counter, relaxed) > 0) {
    store(counter, 0, relaxed);
#ifdef FIX
    fence(seq_cst);
#endif
  }
  ready = load(condition, relaxed);
  return 0;
}

void *unparker(void *unused) {
  (void)unused;
  store(condition, 1, relaxed);
  fence(seq_cst);
  swap(counter, 1, seq_cst);
  return 0;
}

/* The next call of park would wait for ever. */
RUN(parker, unparker, assert(ready || load(counter, relaxed) == 1))
