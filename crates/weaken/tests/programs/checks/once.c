// What is done once, and data of threads with a destructor.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
pthread_key_t key;
int made, destroyed;

void destroy(void *value) {
  assert(value == &made);
  __atomic_fetch_add(&destroyed, 1, __ATOMIC_RELAXED);
}

void make(void) {
  made++;
  pthread_key_create(&key, destroy);
}

void *worker(void *unused) {
#ifdef EARLY
  assert(made);
#endif
  pthread_once(&control, make);
  assert(made == 1 && !pthread_getspecific(key));
  pthread_setspecific(key, &made);
  assert(pthread_getspecific(key) == &made);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(made == 1 && destroyed == 2);
  return 0;
}
