// An object is given back while another thread's write to it may be on its way.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) object;

static void *writes(void *unused) {
  int *to = atomic_load(&object);
  *to = 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  atomic_store(&object, malloc(sizeof(int)));
  pthread_create(&thread, 0, writes, 0);
  free(atomic_load(&object));
  pthread_join(thread, 0);
  return 0;
}
