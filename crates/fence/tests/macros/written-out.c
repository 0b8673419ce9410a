#include <pthread.h>

int wants0, wants1, stopped, tried;

#define HANDSHAKE(mine, other) mine = 1; seen = other
#define FORGET(mine) mine = 0
#define STOP_IF(condition) if (condition) return 1

static int first_tries(void) {
  int seen;
  wants0 = 1 ; seen = wants1;
  STOP_IF(stopped);
  tried = 1;
  return seen;
}

void *first(void *unused) {
  first_tries();
  FORGET(wants0);
  return unused;
}

void *second(void *unused) {
  int seen;
  wants1 = 1 ; seen = wants0;
  return seen ? unused : 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
