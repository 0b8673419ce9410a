/* An MCS lock that is handed over by a relaxed write (found by VSync in a product's lock): what was done under the lock may become visible behind it.
   Repaired: the write releases. */
#include "bug.h"

struct node {
  _Atomic(struct node *) next;
  atomic_int wait;
};
_Atomic(struct node *) tail;
struct node nodes[2];
atomic_int value;

static void lock(struct node *me) {
  store(me->wait, 1, relaxed);
  store(me->next, 0, relaxed);
  struct node *before = swap(tail, me, acq_rel);
  if (before) {
    store(before->next, me, release);
    while (load(me->wait, acquire))
      ;
  }
}

static void unlock(struct node *me) {
  struct node *next = load(me->next, acquire);
  if (!next) {
    struct node *last = me;
    if (cas(tail, &last, 0, release))
      return;
    while (!(next = load(me->next, acquire)))
      ;
  }
  FIXED(store(next->wait, 0, release), store(next->wait, 0, relaxed));
}

static void increment(struct node *me) {
  lock(me);
  store(value, load(value, relaxed) + 1, relaxed);
  unlock(me);
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
