// The lock of Craig, Landin and Hagersten, whose loop keeps what it has read; broken, what it reads is not acquired.
#include "head.h"

struct node {
  atomic_int must_wait;
};
static struct node first;
static _Atomic(struct node *) tail = &first;

static void *work(void *argument) {
  struct node *own = malloc(sizeof *own);
  atomic_init(&own->must_wait, 1);
  struct node *before = atomic_exchange(&tail, own);
  int waits = atomic_load_explicit(&before->must_wait, ORDER(memory_order_acquire));
  while (waits) waits = atomic_load_explicit(&before->must_wait, memory_order_acquire);
  inside++;
  atomic_store_explicit(&own->must_wait, 0, memory_order_release);
  return NULL;
}
#include "main.h"
