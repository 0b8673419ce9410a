// Two writes of one variable by one thread keep their order, and a reader does not see them the other way round.
#include <assert.h>
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
  x = 1;
  x = 2;
  return unused;
}

void *reader(void *unused) {
  int first = x;
  int second = x;
  assert(first <= second);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
