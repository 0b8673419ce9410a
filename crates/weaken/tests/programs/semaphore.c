// A ring of two places between a producer and a consumer; with WRONG the producer does not wait for a free one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t unused, used;
int ring[2];

static void *produces(void *none) {
  for (int turn = 0; turn < 3; turn++) {
#if !defined(WRONG)
    sem_wait(&unused);
#endif
    ring[turn % 2] = turn + 1;
    sem_post(&used);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&unused, 0, 2);
  sem_init(&used, 0, 0);
  pthread_create(&thread, 0, produces, 0);
  for (int turn = 0; turn < 3; turn++) {
    sem_wait(&used);
    assert(ring[turn % 2] == turn + 1);
    sem_post(&unused);
  }
  pthread_join(thread, 0);
  int left;
  sem_getvalue(&used, &left);
  assert(left == 0);
  return 0;
}
