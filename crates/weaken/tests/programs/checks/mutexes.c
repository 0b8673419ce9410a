// A mutex that its holder may take again, and what can be wrong with one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t plain, again;
int x;

void *worker(void *unused) {
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  x++;
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  return 0;
}

int main(void) {
  pthread_t one;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &attributes);
  pthread_mutex_init(&plain, 0);
  pthread_create(&one, 0, worker, 0);
  pthread_mutex_lock(&again);
  assert(pthread_mutex_trylock(&again) == 0);
  x++;
  pthread_mutex_unlock(&again);
#ifndef KEPT
  pthread_mutex_unlock(&again);
#endif
  pthread_join(one, 0);
  assert(x == 2);
#ifdef HELD
  pthread_mutex_lock(&plain);
#endif
  pthread_mutex_destroy(&plain);
#ifdef DESTROYED
  pthread_mutex_lock(&plain);
#endif
#ifdef UNMADE
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  pthread_mutex_lock(mutex);
#endif
  return 0;
}
