// Two workers wait until there is work. With -DUNCHECKED they do not look whether there is some already, so that the signal may come before they wait; with
// -DONE only one of them is woken.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int work;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
#ifndef UNCHECKED
  while (!work)
#endif
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t workers[2];
  pthread_create(&workers[0], 0, worker, 0);
  pthread_create(&workers[1], 0, worker, 0);
  pthread_mutex_lock(&lock);
  work = 1;
#ifdef ONE
  pthread_cond_signal(&changed);
#else
  pthread_cond_broadcast(&changed);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(workers[0], 0);
  pthread_join(workers[1], 0);
  return 0;
}
