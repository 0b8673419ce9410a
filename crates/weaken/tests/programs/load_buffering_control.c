// Load buffering where each write depends on a branch on what was read.
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int first, second;

void *one(void *unused) {
  first = x;
  if (first)
    y = 1;
  return unused;
}

void *two(void *unused) {
  second = y;
  if (second)
    x = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(first && second));
  return 0;
}
