// A program that is started without arguments: its name is there alone. What is behind that is reached only so.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int value;

void *worker(void *unused) {
  value++;
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 1)
    exit(2);
  assert(argv[0] && !argv[1]);
#ifdef NAMELESS
  assert(argv[0][0] == 0);
#endif
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  value++;
  pthread_join(thread, 0);
#ifdef RACE
  assert(value == 2);
#endif
  return 0;
}
