// rc11: allowed, sc: allowed
// Of two compare-and-exchanges one succeeds; what the threads return says which, and the assertion that it is the first fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int owner;

static void *take(void *argument) {
  int expected = 0;
  if (atomic_compare_exchange_strong(&owner, &expected, (int)(intptr_t)argument))
    return argument;
  return (void *)(intptr_t)(10 + expected);
}

int main(void) {
  pthread_t first, second;
  void *one, *two;
  pthread_create(&first, 0, take, (void *)1);
  pthread_create(&second, 0, take, (void *)2);
  pthread_join(first, &one);
  pthread_join(second, &two);
  switch ((intptr_t)one) {
  case 1:
    assert((intptr_t)two == 11);
    break;
  case 12:
    assert((intptr_t)two != 2);
    break;
  default:
    assert(0);
  }
  return 0;
}
