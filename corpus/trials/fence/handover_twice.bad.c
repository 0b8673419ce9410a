#include <pthread.h>
#include <stdatomic.h>
/* what comes behind the flag was set is not handed over */
static volatile int a, b; static atomic_int f;
void *p(void *u) { atomic_store_explicit(&f, 1, memory_order_release); a = 1; int r = b; return (void *)(long)r; }
void *q(void *u) { while (!atomic_load_explicit(&f, memory_order_acquire)); b = 5; int r = a; return (void *)(long)r; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, p, 0); pthread_create(&t, 0, q, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
