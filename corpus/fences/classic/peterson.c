// Peterson's mutual exclusion for two threads (G. L. Peterson: Myths About the Mutual Exclusion Problem, 1981).
#include <pthread.h>

volatile int wants0, wants1, waiting, shared;

void *first(void *unused) {
  wants0 = 1;
  waiting = 0;
  while (wants1 && waiting == 0)
    ;
  shared = shared + 1;
  wants0 = 0;
  return unused;
}

void *second(void *unused) {
  wants1 = 1;
  waiting = 1;
  while (wants0 && waiting == 1)
    ;
  shared = shared + 1;
  wants1 = 0;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
