// Each thread has a copy of its own of a thread-local variable, which begins as it is initialised. Another thread gets at it by a pointer.
// With -DSHARED all have the same one. With -DLOOP the threads are started in a loop, so that it is not known how many there are.
#include <assert.h>
#include <pthread.h>

#ifdef SHARED
int own[2] = {0, 7};
#else
_Thread_local int own[2] = {0, 7};
#endif

void *worker(void *of_main) {
  assert(own[0] == 0 && own[1] == 7);
  own[0] = 1;
  own[1]++;
  assert(own[0] == 1 && own[1] == 8);
  if (of_main)
    (*(int *)of_main)++;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  own[0] = 5;
#ifdef LOOP
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, worker, i == 0 ? &own[1] : 0);
#else
  pthread_create(&threads[0], 0, worker, &own[1]);
  pthread_create(&threads[1], 0, worker, 0);
#endif
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(own[0] == 5 && own[1] == 8);
  return 0;
}
