#include <pthread.h>
#include <stdatomic.h>
/* the flag is neither released nor acquired */
static int a, b; static atomic_int f;
void *p(void *u) { a = 1; int r = b; b = r + 1; atomic_store_explicit(&f, 1, memory_order_relaxed); return 0; }
void *q(void *u) { while (!atomic_load_explicit(&f, memory_order_relaxed)); b = 5; int r = a; a = r + 1; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
