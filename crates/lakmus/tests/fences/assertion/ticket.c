// A ticket lock, all of whose accesses are sequentially consistent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int inside;

static void *work(void *unused) {
  int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_seq_cst);
  while (atomic_load_explicit(&serving, memory_order_seq_cst) != ticket)
    ;
  inside++;
  atomic_store_explicit(&serving, ticket + 1, memory_order_seq_cst);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(inside == 2);
  return 0;
}
