#include <stdatomic.h>
#include <pthread.h>
#include <assert.h>
atomic_int ready; int data;
static void *w(void *a){ data = 42; atomic_store_explicit(&ready, 1, memory_order_relaxed); return 0; }
static void *r(void *a){ if (atomic_load_explicit(&ready, memory_order_relaxed)) { __asm__("" :: "r"(data)); } return 0; }
int main(void){ pthread_t a,b; pthread_create(&a,0,w,0); pthread_create(&b,0,r,0); pthread_join(a,0); pthread_join(b,0); }
