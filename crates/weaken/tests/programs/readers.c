// Two readers hold a lock at once, and a writer only alone.
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
volatile int here[2], seen[2], value, old;

static void *reader(void *number) {
  long me = (long)number;
  pthread_rwlock_rdlock(&lock);
  here[me] = 1;
  __sync_synchronize();
  seen[me] = here[1 - me];
  pthread_rwlock_unlock(&lock);
  return 0;
}

#if defined(WRITER)
static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  value = 2;
  pthread_rwlock_unlock(&lock);
  return 0;
}
#endif

int main(void) {
  pthread_t threads[2];
#if defined(WRITER)
  pthread_create(&threads[0], 0, writer, 0);
  pthread_rwlock_rdlock(&lock);
  old = value;
  pthread_rwlock_unlock(&lock);
  pthread_join(threads[0], 0);
  assert(old != 1);
#else
  pthread_create(&threads[0], 0, reader, (void *)0);
  pthread_create(&threads[1], 0, reader, (void *)1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(!(seen[0] && seen[1]));
#endif
  return 0;
}
