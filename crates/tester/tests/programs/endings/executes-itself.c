// Finds: data race:
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int count;

static void *add(void *argument) {
  count++;
  return argument;
}

int main(int number, char **words) {
  (void)number;
  if (!getenv("AGAIN")) {
    setenv("AGAIN", "1", 1);
    execv("/proc/self/exe", words);
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
