// Of two read-modify-writes only one reads the initial value, though the second thread may see late what the first one has written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turns;
int data;

void *writer(void *unused) {
  if (atomic_fetch_add_explicit(&turns, 1, memory_order_acquire) == 0)
    data = 1;
  return unused;
}

void *reader(void *unused) {
  if (atomic_fetch_add_explicit(&turns, 1, memory_order_acquire) == 0)
    assert(data == 0);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
