#include <pthread.h>
#include <stdatomic.h>
/* the flag was set before the threads began */
static volatile int a, b; static atomic_int f;
void *p(void *u) { a = 1; int r = b; atomic_store_explicit(&f, 1, memory_order_release); return (void *)(long)r; }
void *q(void *u) { while (!atomic_load_explicit(&f, memory_order_acquire)); b = 5; int r = a; return (void *)(long)r; }
int main(void) { pthread_t s, t; f = 1; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
