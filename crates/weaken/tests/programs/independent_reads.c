// Independent reads of independent writes: may two threads see two writes in different orders, with a fence between the reads of each?
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE __asm__ volatile("sync" ::: "memory")
#else
#define FENCE __asm__ volatile("lwsync" ::: "memory")
#endif

volatile int x, y;
int first[2], second[2];

static void *write_x(void *unused) {
  x = 1;
  return unused;
}

static void *write_y(void *unused) {
  y = 1;
  return unused;
}

static void *read_x_first(void *unused) {
  first[0] = x;
  FENCE;
  second[0] = y;
  return unused;
}

static void *read_y_first(void *unused) {
  first[1] = y;
  FENCE;
  second[1] = x;
  return unused;
}

int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], 0, write_x, 0);
  pthread_create(&threads[1], 0, write_y, 0);
  pthread_create(&threads[2], 0, read_x_first, 0);
  pthread_create(&threads[3], 0, read_y_first, 0);
  pthread_join(threads[2], 0);
  pthread_join(threads[3], 0);
  assert(!(first[0] == 1 && second[0] == 0 && first[1] == 1 && second[1] == 0));
  return 0;
}
