// A lock that looks before it sets; broken, it is taken without an acquire.
#include "head.h"

static atomic_int taken;

static void *work(void *argument) {
  for (;;) {
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
    if (!atomic_exchange_explicit(&taken, 1, ORDER(memory_order_acquire))) break;
  }
  inside++;
  atomic_store_explicit(&taken, 0, memory_order_release);
  return NULL;
}
#include "main.h"
