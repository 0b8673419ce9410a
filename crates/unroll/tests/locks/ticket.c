// A ticket lock; broken, the critical section is left without a release.
#include "head.h"

static atomic_int next, serving;

static void *work(void *argument) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket)
    ;
  inside++;
  atomic_store_explicit(&serving, ticket + 1, ORDER(memory_order_release));
  return NULL;
}
#include "main.h"
