#include <pthread.h>
/* a lock of RISC-V in assembly */
static int l; static volatile int c;
static int swap(int *p, int v) { int old; __asm__ volatile("amoswap.w.aq %0, %2, %1" : "=r"(old), "+m"(*p) : "r"(v) : "memory"); return old; }
void *w(void *u) { while (swap(&l, 1)) ; c++; __atomic_store_n(&l, 0, __ATOMIC_RELEASE); return 0; }
void *v(void *u) { while (swap(&l, 1)) ; c++; __atomic_store_n(&l, 0, __ATOMIC_RELEASE); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, w, 0); pthread_create(&t, 0, v, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
