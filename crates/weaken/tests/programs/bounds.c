// An position that another thread raises between the test and the use.
#include <pthread.h>

volatile int position;
int table[3];

static void *raiser(void *unused) {
  position = 3;
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, raiser, 0);
  if (position < 3)
    table[position] = 1;
  pthread_join(a, 0);
  return 0;
}
