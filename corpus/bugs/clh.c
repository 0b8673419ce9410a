/* A CLH lock that waits with relaxed reads: what follows may be read before the lock is there. Repaired: a fence behind them. */
#include "bug.h"

struct node {
  atomic_int held;
};
struct node nodes[3];
_Atomic(struct node *) tail = &nodes[2];
atomic_int value;

static void increment(struct node *me) {
  store(me->held, 1, relaxed);
  struct node *before = swap(tail, me, acq_rel);
  while (load(before->held, relaxed))
    ;
#ifdef FIX
  fence(acquire);
#endif
  store(value, load(value, relaxed) + 1, relaxed);
  store(me->held, 0, release);
}

void *one(void *unused) {
  (void)unused;
  increment(&nodes[0]);
  return 0;
}

void *two(void *unused) {
  (void)unused;
  increment(&nodes[1]);
  return 0;
}

RUN(one, two, assert(load(value, relaxed) == 2))
