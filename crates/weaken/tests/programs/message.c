// A message and a flag that says it is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
atomic_int flag;
#define SEND atomic_store_explicit(&flag, 1, memory_order_release)
#define HAS_COME atomic_load_explicit(&flag, memory_order_acquire)
#else
volatile int flag;
#define SEND (flag = 1)
#define HAS_COME flag
#endif

struct message {
  char kind;
  int numbers[2];
};
struct message message;

static void *sender(void *unused) {
  message.kind = 'm';
  message.numbers[1] = 7;
  SEND;
  return 0;
}

static void *receiver(void *unused) {
  while (!HAS_COME)
    ;
  assert(message.kind == 'm' && message.numbers[1] == 7);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
