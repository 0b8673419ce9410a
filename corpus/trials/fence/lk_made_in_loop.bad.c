/* The lock is another one each time that the loop is gone through. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *lock;
int x, y, seen[2];

static void take(pthread_mutex_t *which) { pthread_mutex_lock(which); }
static void give(pthread_mutex_t *which) { pthread_mutex_unlock(which); }

static void *run(void *unused) {
  take(lock);
  x = 1;
  seen[0] = y;
  give(lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, 0);
    if (i == 0)
      pthread_create(&thread, 0, run, 0);
  }
  take(lock);
  y = 1;
  seen[1] = x;
  give(lock);
  return 0;
}
