// Two workers pass a token: the latch says that there is work, the flag that it is the token. After listing 1 of the paper.
#include <assert.h>
#include <pthread.h>

#ifdef FENCED
#define FENCE __asm__ volatile("lwsync" ::: "memory")
#else
#define FENCE
#endif

volatile _Bool latch[2] = {1}, flag[2] = {1};

static void *worker(void *argument) {
  long self = (long)argument, other = 1 - self;
  for (;;) {
    while (!latch[self])
      ;
    FENCE;
    assert(!latch[self] || flag[self]);
    latch[self] = 0;
    if (flag[self]) {
      flag[self] = 0;
      flag[other] = 1;
      FENCE;
      latch[other] = 1;
    }
  }
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, (void *)0);
  pthread_create(&b, 0, worker, (void *)1);
  pthread_join(a, 0);
  return 0;
}
