// What a thread of C11 returns is an int: no byte behind it is written.
#include <assert.h>
#include <threads.h>

struct {
  int of_thread, behind;
} results = {0, 3};

int worker(void *number) {
  return *(int *)number + 1;
}

int main(void) {
  thrd_t thread;
  int number = 41;
  assert(thrd_create(&thread, worker, &number) == thrd_success);
  assert(thrd_join(thread, &results.of_thread) == thrd_success);
  assert(results.of_thread == 42 && results.behind == 3);
  return 0;
}
