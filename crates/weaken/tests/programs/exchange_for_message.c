// A message is taken by an exchange that acquires: what follows waits for what the exchange has read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int message, flag;

static void *sender(void *unused)
{
  atomic_store_explicit(&message, 7, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}

static void *receiver(void *unused)
{
  if (atomic_exchange_explicit(&flag, 2, memory_order_acquire) == 1)
    assert(atomic_load_explicit(&message, memory_order_relaxed) == 7);
  return 0;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
