/* One place allocates two locks, and each thread takes another one. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t *lock, *other;

static pthread_mutex_t *make(void) { return malloc(sizeof(pthread_mutex_t)); }
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
  lock = make();
  other = make();
  pthread_mutex_init(lock, 0);
  pthread_mutex_init(other, 0);
  pthread_create(&thread, 0, run, 0);
  take(other);
  y = 1;
  seen[1] = x;
  give(other);
  return 0;
}
