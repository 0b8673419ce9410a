// Parking of threads as a Java virtual machine had it (D. Dice: A race in LockSupport park() arising from weak memory models, 2009): the permit that is
// taken without the lock is not ordered with the condition that is looked at next.
#include <pthread.h>

volatile int permit, condition;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t signalled = PTHREAD_COND_INITIALIZER;

void park(void) {
  if (permit > 0) {
    permit = 0;
    return;
  }
  if (pthread_mutex_trylock(&lock) != 0)
    return;
  if (permit > 0) {
    permit = 0;
    pthread_mutex_unlock(&lock);
    return;
  }
  pthread_cond_wait(&signalled, &lock);
  permit = 0;
  pthread_mutex_unlock(&lock);
}

void unpark(void) {
  pthread_mutex_lock(&lock);
  int before = permit;
  permit = 1;
  pthread_mutex_unlock(&lock);
  if (before < 1)
    pthread_cond_signal(&signalled);
}

void *waits(void *unused) {
  while (condition == 0)
    park();
  return unused;
}

void *wakes(void *unused) {
  condition = 1;
  unpark();
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, waits, 0);
  pthread_create(&two, 0, wakes, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
