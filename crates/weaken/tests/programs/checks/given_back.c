// Memory is read after it was given back.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shared;

void *user(void *unused) {
  int *mine = atomic_load(&shared);
  if (mine)
    *mine = 1;
  return 0;
}

int main(void) {
  pthread_t one;
  atomic_store(&shared, malloc(sizeof(int)));
  pthread_create(&one, 0, user, 0);
  free(atomic_exchange(&shared, 0));
  pthread_join(one, 0);
  return 0;
}
