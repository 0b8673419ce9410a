// Two threads count in one step each, and read something else behind that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count, other;

static void *worker(void *unused)
{
  atomic_fetch_add_explicit(&count, 1, memory_order_acquire);
  atomic_load_explicit(&other, memory_order_relaxed);
  return 0;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
  return 0;
}
