#include <pthread.h>
#include <assert.h>
int x, y, r0, r1;
static void *a(void *p){ x = 1; r0 = y; return 0; }
static void *b(void *p){ y = 1; r1 = x; return 0; }
int main(void){ pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,b,0); pthread_join(t,0); pthread_join(u,0); assert(r0||r1); }
