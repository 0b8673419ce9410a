// Store buffering by exchanges that acquire: what follows one waits for what it has read, and not for what it writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_x, seen_y;

static void *left(void *unused)
{
  atomic_exchange_explicit(&x, 1, memory_order_acquire);
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}

static void *right(void *unused)
{
  atomic_exchange_explicit(&y, 1, memory_order_acquire);
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_x == 1 || seen_y == 1);
  return 0;
}
