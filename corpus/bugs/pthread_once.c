/* glibc, pthread_once (bug 15215): who finds that the routine was run goes on without a barrier, and may read what was there before it ran. Repaired: the
   look at the state acquires. */
#include "bug.h"

atomic_int state;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *resource;
int object;

static void once(void) {
  if (FIXED(load(state, acquire), load(state, relaxed)) == 2)
    return;
  pthread_mutex_lock(&lock);
  if (load(state, relaxed) != 2) {
    object = 1;
    resource = &object;
    store(state, 2, release);
  }
  pthread_mutex_unlock(&lock);
}

void *user(void *unused) {
  (void)unused;
  once();
  assert(resource && *resource == 1);
  return 0;
}

RUN(user, user, )
