// Finds: data race:
// Finds: write of 24 bytes
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct counters {
  atomic_int values[6];
};
static struct counters counters;

static void *clear(void *argument) {
  memset(&counters, 0, sizeof counters);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clear, 0);
  counters.values[1]++;
  pthread_join(thread, 0);
  return 0;
}
