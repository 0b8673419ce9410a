// rc11: forbidden, sc: forbidden
// `main` reads beside the thread that it has started, and asserts before that ends.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_bool ready;

static void *writer(void *unused) {
  data = 7;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t thread;
  data = 3;
  pthread_create(&thread, 0, writer, 0);
  if (atomic_load_explicit(&ready, memory_order_acquire))
    assert(data == 7);
  pthread_join(thread, 0);
  assert(data == 7);
  return 0;
}
