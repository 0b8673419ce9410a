// Store buffering: relaxed stores, seq_cst loads. Under pso and rmo the fence stands behind the store, as under x86tso.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
void *left(void *u) { atomic_store_explicit(&x, 1, memory_order_relaxed); a = atomic_load_explicit(&y, memory_order_seq_cst); return 0; }
void *right(void *u) { atomic_store_explicit(&y, 1, memory_order_relaxed); b = atomic_load_explicit(&x, memory_order_seq_cst); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0); pthread_create(&t, 0, right, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  assert(a == 1 || b == 1);
  return 0;
}
