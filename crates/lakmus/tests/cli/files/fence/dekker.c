#include <pthread.h>

int wants0, wants1, turn, critical;

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
  critical++;
  turn = 1;
  wants0 = 0;
  return 0;
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
  critical++;
  turn = 0;
  wants1 = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return critical;
}
