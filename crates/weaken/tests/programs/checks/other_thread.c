// A thread gives back what another one holds.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
#ifdef TRY
  pthread_mutex_trylock(&mutex);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t one;
  pthread_mutex_lock(&mutex);
  pthread_create(&one, 0, worker, 0);
  pthread_join(one, 0);
  return 0;
}
