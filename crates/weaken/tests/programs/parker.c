// The parker of a Java virtual machine, and the wake-up that it loses: D. Dice, "A race in LockSupport park() arising from weak memory models" (2009).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef FENCED
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE (void)0
#endif
volatile int counter, condition;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int is_over;

static void park(void) {
  if (counter > 0) {
    counter = 0;
    FENCE;
    return;
  }
  pthread_mutex_lock(&mutex);
  // It would sleep here, and nobody would wake it.
  if (counter == 0)
    assert(!is_over);
  counter = 0;
  pthread_mutex_unlock(&mutex);
}

static void unpark(int is_last) {
  pthread_mutex_lock(&mutex);
  counter = 1;
  is_over = is_last;
  pthread_mutex_unlock(&mutex);
}

static void *parker(void *argument) {
  while (!condition)
    park();
  return argument;
}

static void *unparker(void *argument) {
  unpark(0);
  condition = 1;
  unpark(1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, parker, 0);
  pthread_create(&second, 0, unparker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
