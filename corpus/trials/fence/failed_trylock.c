#include <pthread.h>
/* a lock that is not taken orders nothing */
static volatile int x, y; int r, s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *A(void *u) { x = 1; if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); r = y; return 0; }
void *B(void *u) { y = 1; __sync_synchronize(); s = x; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, A, 0); pthread_create(&b, 0, B, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
