// An object is given back, and its memory is given out again, while another thread may still write to it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) object;

static void *gives_back(void *unused) {
  free(atomic_load(&object));
  int *other = malloc(sizeof(int));
  *other = 1;
  return 0;
}

static void *writes(void *unused) {
  int *to = atomic_load(&object);
  *to = 2;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  atomic_store(&object, malloc(sizeof(int)));
  pthread_create(&threads[0], 0, gives_back, 0);
  pthread_create(&threads[1], 0, writes, 0);
  return 0;
}
