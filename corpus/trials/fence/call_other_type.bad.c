/* Each thread calls its function by a pointer of another type, which works on all common machines: there is no other function that could be meant. */
#include <pthread.h>

static int x, y, seen[2];

static void first(void) {
  x = 1;
  seen[0] = y;
}

static void second(void) {
  y = 1;
  seen[1] = x;
}

static void (*calls[2])(int) = {(void (*)(int))first, (void (*)(int))second};

static void *one(void *unused) {
  calls[0](1);
  return unused;
}

static void *other(void *unused) {
  calls[1](1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return seen[0] + seen[1];
}
