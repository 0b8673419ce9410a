// Lamport's fast mutual exclusion for two threads (L. Lamport: A Fast Mutual Exclusion Algorithm, TOCS 1987): seven accesses where no other thread is in
// the way.
#include <pthread.h>

volatile int x, y, wants1, wants2, shared;

void *first(void *unused) {
  for (;;) {
    wants1 = 1;
    x = 1;
    if (y != 0) {
      wants1 = 0;
      while (y != 0)
        ;
      continue;
    }
    y = 1;
    if (x != 1) {
      wants1 = 0;
      while (wants2)
        ;
      if (y != 1) {
        while (y != 0)
          ;
        continue;
      }
    }
    break;
  }
  shared = shared + 1;
  y = 0;
  wants1 = 0;
  return unused;
}

void *second(void *unused) {
  for (;;) {
    wants2 = 1;
    x = 2;
    if (y != 0) {
      wants2 = 0;
      while (y != 0)
        ;
      continue;
    }
    y = 2;
    if (x != 2) {
      wants2 = 0;
      while (wants1)
        ;
      if (y != 2) {
        while (y != 0)
          ;
        continue;
      }
    }
    break;
  }
  shared = shared + 1;
  y = 0;
  wants2 = 0;
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
