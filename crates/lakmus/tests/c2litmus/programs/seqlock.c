// rc11: allowed, sc: forbidden
// A sequence lock whose reader lacks the fence behind its reads; the loop of the writer is gone round twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, left, right;

static void *writer(void *unused) {
  for (int round = 1; round <= 2; ++round) {
    atomic_store_explicit(&sequence, 2 * round - 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&left, round, memory_order_relaxed);
    atomic_store_explicit(&right, round, memory_order_relaxed);
    atomic_store_explicit(&sequence, 2 * round, memory_order_release);
  }
  return 0;
}

static void *reader(void *unused) {
  int before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before % 2 == 0) {
    int a = atomic_load_explicit(&left, memory_order_relaxed);
    int b = atomic_load_explicit(&right, memory_order_relaxed);
    if (atomic_load_explicit(&sequence, memory_order_relaxed) == before)
      assert(a == b);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
