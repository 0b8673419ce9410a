// An object is given back while another thread may still read it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) object;

static void *reads(void *unused) {
  int *from = atomic_load(&object);
  return (void *)(long)*from;
}

static void *gives_back(void *unused) {
  free(atomic_load(&object));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int *first = malloc(sizeof(int));
  *first = 1;
  atomic_store(&object, first);
  pthread_create(&threads[0], 0, reads, 0);
  pthread_create(&threads[1], 0, gives_back, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
