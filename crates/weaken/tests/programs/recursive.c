// A lock that its holder takes again.
#include <pthread.h>

pthread_mutex_t again;

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &kind);
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  return 0;
}
