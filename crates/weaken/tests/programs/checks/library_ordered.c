// A lock, a semaphore, a barrier and a condition variable order what is not atomic.
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;
sem_t full;
int counted, sent, before, is_ready;

void *worker(void *unused) {
  sent = 1;
  sem_post(&full);
  before = 1;
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&lock);
  counted++;
  is_ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
#ifdef BEHIND
  counted++;
#endif
  return 0;
}

int main(void) {
  pthread_t one;
  sem_init(&full, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&one, 0, worker, 0);
  sem_wait(&full);
  sent++;
  pthread_barrier_wait(&barrier);
  before++;
  pthread_mutex_lock(&lock);
  while (!is_ready)
    pthread_cond_wait(&changed, &lock);
  counted++;
  pthread_mutex_unlock(&lock);
  return 0;
}
