// The queue lock of Mellor-Crummey and Scott; broken, the lock is handed over without a release.
#include "head.h"

struct node {
  _Atomic(struct node *) next;
  atomic_int must_wait;
};
static _Atomic(struct node *) tail;

static void *work(void *argument) {
  struct node own;
  atomic_init(&own.next, NULL);
  atomic_init(&own.must_wait, 1);
  struct node *before = atomic_exchange_explicit(&tail, &own, memory_order_acq_rel);
  if (before) {
    atomic_store_explicit(&before->next, &own, memory_order_release);
    while (atomic_load_explicit(&own.must_wait, memory_order_acquire))
      ;
  }
  inside++;
  struct node *after = atomic_load_explicit(&own.next, memory_order_acquire);
  if (!after) {
    struct node *expected = &own;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_release, memory_order_relaxed))
      return NULL;
    while (!(after = atomic_load_explicit(&own.next, memory_order_acquire)))
      ;
  }
  atomic_store_explicit(&after->must_wait, 0, ORDER(memory_order_release));
  return NULL;
}
#include "main.h"
