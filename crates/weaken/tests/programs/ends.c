// The ways in which threads and the process end: nothing here is a deadlock.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int turn;

void *last(void *unused) {
  pthread_mutex_lock(&lock);
  turn = 1;
  exit(0);
}

void *waiting(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, last, 0);
  pthread_create(&threads[1], 0, waiting, 0);
  pthread_exit(0);
}
