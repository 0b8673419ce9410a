// A lock with tickets (J. M. Mellor-Crummey and M. L. Scott: Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors, 1991).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ACQUIRE
#define ACQUIRE memory_order_acquire
#endif

// For tools that unroll loops.
extern void __VERIFIER_loop_bound(int);

atomic_int next, serving;
int count;

void *worker(void *unused) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  __VERIFIER_loop_bound(2);
  while (atomic_load_explicit(&serving, ACQUIRE) != ticket)
    ;
  count = count + 1;
  atomic_store_explicit(&serving, ticket + 1, memory_order_release);
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
