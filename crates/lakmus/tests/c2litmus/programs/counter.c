// c11: forbidden
// Three threads count under a mutex and without one; what they count to is compared as numbers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain;
static atomic_uint relaxed = 10;

static void *count(void *unused) {
  pthread_mutex_lock(&lock);
  plain++;
  pthread_mutex_unlock(&lock);
  atomic_fetch_add_explicit(&relaxed, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  assert(plain * 2 + 10 == relaxed);
  return 0;
}
