// Finds: an execution takes longer than 0.3 s
// Finds: thread 1 runs:
// Finds: loop at
// Finds: thread 0 waits for the end of thread 1
// Finds: several executions in a row took too long
// Options: --timeout 0.3 --executions 100
#include <pthread.h>

static void *loop(void *argument) {
  for (unsigned long i = 0;; i++) __asm__ volatile("" ::"r"(i));
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, loop, 0);
  pthread_join(thread, 0);
  return 0;
}
