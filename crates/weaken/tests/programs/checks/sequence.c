// A release fence, a read-modify-write that goes on with the release sequence, and an acquire fence.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int count;

void *writer(void *unused) {
  data = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&count, 1, memory_order_relaxed);
  return 0;
}

void *between(void *unused) {
#ifdef STORES
  atomic_store_explicit(&count, 2, memory_order_relaxed);
#else
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
#endif
  return 0;
}

void *reader(void *unused) {
  if (atomic_load_explicit(&count, memory_order_relaxed) == 2) {
#ifndef UNFENCED
    atomic_thread_fence(memory_order_acquire);
#endif
    data++;
  }
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, between, 0);
  pthread_create(&three, 0, reader, 0);
  return 0;
}
