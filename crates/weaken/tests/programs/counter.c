// Two threads count, with a lock around it or without.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *counter(void *unused) {
  for (int round = 0; round < 3; round++) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    count++;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, counter, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(count == 6);
  return 0;
}
