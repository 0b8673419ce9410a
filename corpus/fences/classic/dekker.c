// Dekker's mutual exclusion for two threads (E. W. Dijkstra: Cooperating Sequential Processes, 1965).
#include <pthread.h>

volatile int wants0, wants1, turn, shared;

void *first(void *unused) {
  wants0 = 1;
  while (wants1) {
    if (turn != 0) {
      wants0 = 0;
      while (turn != 0)
        ;
      wants0 = 1;
    }
  }
  shared = shared + 1;
  turn = 1;
  wants0 = 0;
  return unused;
}

void *second(void *unused) {
  wants1 = 1;
  while (wants0) {
    if (turn != 1) {
      wants1 = 0;
      while (turn != 1)
        ;
      wants1 = 1;
    }
  }
  shared = shared + 1;
  turn = 0;
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
