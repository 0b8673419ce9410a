// A sequence lock with a writer and two readers; broken, the writer does not order the number before the values.
#include "head.h"

static atomic_uint number;
static atomic_int one, two;

static void *work(void *argument) {
  unsigned now = atomic_load_explicit(&number, memory_order_relaxed);
  atomic_store_explicit(&number, now + 1, memory_order_relaxed);
#ifndef BUG
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&one, 1, memory_order_relaxed);
  atomic_store_explicit(&two, 1, memory_order_relaxed);
  atomic_store_explicit(&number, now + 2, memory_order_release);
  return NULL;
}

static void *look(void *argument) {
  unsigned before, after;
  int a, b;
  do {
    while ((before = atomic_load_explicit(&number, memory_order_acquire)) & 1)
      ;
    a = atomic_load_explicit(&one, memory_order_relaxed);
    b = atomic_load_explicit(&two, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&number, memory_order_relaxed);
  } while (before != after);
  assert(a == b);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_create(&threads[2], NULL, look, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return 0;
}
