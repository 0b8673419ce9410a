// refused: waits.c:10:3: a loop whose turns no small constant bounds cannot be written in a C litmus test
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *reader(void *unused) {
  while (!atomic_load_explicit(&flag, memory_order_acquire))
    ;
  assert(data == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  pthread_join(thread, 0);
  return 0;
}
