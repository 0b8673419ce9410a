// A lock of readers and writers: two writers and a reader; broken, the reader does not acquire it.
#include "head.h"

#define WRITER 0x100
static atomic_int state;
static int other;

static void *work(void *argument) {
  int free;
  do {
    while (atomic_load_explicit(&state, memory_order_relaxed))
      ;
    free = 0;
  } while (!atomic_compare_exchange_strong_explicit(&state, &free, WRITER, memory_order_acquire, memory_order_relaxed));
  inside++;
  other++;
  atomic_fetch_sub_explicit(&state, WRITER, memory_order_release);
  return NULL;
}

static void *look(void *argument) {
  while (atomic_fetch_add_explicit(&state, 1, ORDER(memory_order_acquire)) & WRITER) {
    atomic_fetch_sub_explicit(&state, 1, memory_order_relaxed);
    while (atomic_load_explicit(&state, memory_order_relaxed) & WRITER)
      ;
  }
  assert(inside == other);
  atomic_fetch_sub_explicit(&state, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, work, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  pthread_create(&threads[2], NULL, work, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(inside == 2);
  return 0;
}
