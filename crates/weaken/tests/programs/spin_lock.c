// A lock that is waited for by reading it, and taken by a compare-and-exchange; the threads count under it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

atomic_int lock;
int count;

static void take(void) {
  int free;
  do {
    while (atomic_load_explicit(&lock, memory_order_relaxed) != 0)
      ;
    free = 0;
  } while (!atomic_compare_exchange_strong_explicit(&lock, &free, 1, ACQUIRE, memory_order_relaxed));
}

void *worker(void *unused) {
  take();
  count = count + 1;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
  return 0;
}
