// A queued spin lock in the manner of Linux's: one who waits spins on the word with a pending bit, the others queue; broken, who has set that bit does not acquire the lock.
#include "head.h"

#define LOCKED 1u
#define PENDING 0x100u
#define TAIL(thread) (((thread) + 1u) << 16)

struct node {
  _Atomic(struct node *) next;
  atomic_int locked;
};
static atomic_uint word;
static struct node nodes[THREADS];

static void slow(unsigned thread) {
  struct node *own = &nodes[thread];
  unsigned old = atomic_load_explicit(&word, memory_order_relaxed), new;
  do {
    new = (old & (LOCKED | PENDING)) | TAIL(thread);
  } while (!atomic_compare_exchange_strong_explicit(&word, &old, new, memory_order_acq_rel, memory_order_relaxed));
  if (old >> 16) {
    struct node *before = &nodes[(old >> 16) - 1];
    atomic_store_explicit(&before->next, own, memory_order_release);
    while (!atomic_load_explicit(&own->locked, memory_order_acquire))
      ;
  }
  while ((old = atomic_load_explicit(&word, memory_order_acquire)) & (LOCKED | PENDING))
    ;
  for (;;) {
    if (old >> 16 != thread + 1) {
      atomic_fetch_or_explicit(&word, LOCKED, memory_order_relaxed);
      break;
    }
    if (atomic_compare_exchange_strong_explicit(&word, &old, LOCKED, memory_order_relaxed, memory_order_relaxed)) return;
  }
  struct node *after;
  while (!(after = atomic_load_explicit(&own->next, memory_order_relaxed)))
    ;
  atomic_store_explicit(&after->locked, 1, memory_order_release);
}

static void take(unsigned thread) {
  unsigned old = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &old, LOCKED, memory_order_acquire, memory_order_relaxed)) return;
  if (old & ~LOCKED) return slow(thread);
  old = atomic_fetch_or_explicit(&word, PENDING, memory_order_acquire);
  if (old & ~LOCKED) {
    if (!(old & PENDING)) atomic_fetch_and_explicit(&word, ~PENDING, memory_order_relaxed);
    return slow(thread);
  }
  while (atomic_load_explicit(&word, ORDER(memory_order_acquire)) & LOCKED)
    ;
  atomic_fetch_add_explicit(&word, LOCKED - PENDING, memory_order_relaxed);
}

static void *work(void *argument) {
  take((unsigned)(unsigned long)argument);
  inside++;
  atomic_fetch_sub_explicit(&word, LOCKED, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (unsigned long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(inside == THREADS);
  return 0;
}
