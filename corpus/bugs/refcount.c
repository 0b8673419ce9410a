/* Linux, refcount_dec_and_test (47b8f3ab9c49, 2019): who takes the last reference away frees the object, and what others did to it before they let go
   must be over. Their decrements release; that of the last one has to acquire as well. Repaired: an acquire fence before the object is taken apart. */
#include "bug.h"

atomic_int count = 2;
atomic_int first, second;

static void put(void) {
  if (sub(count, 1, release) == 1) {
#ifdef FIX
    fence(acquire);
#endif
    /* Taken apart: nobody writes to it any more. */
    assert(load(first, relaxed) == 1 && load(second, relaxed) == 1);
  }
}

void *one(void *unused) {
  (void)unused;
  store(first, 1, relaxed);
  put();
  return 0;
}

void *two(void *unused) {
  (void)unused;
  store(second, 1, relaxed);
  put();
  return 0;
}

RUN(one, two, )
