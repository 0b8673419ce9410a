#include <pthread.h>
#include <stdlib.h>
/* the object is accessed when other threads have it */
struct n { volatile int a, b; };
static struct n *volatile shared;
void *w(void *u) { struct n *x = malloc(sizeof *x); shared = x; x->a = 1; int r = x->b; return (void *)(long)r; }
void *v(void *u) { struct n *x = shared; if (!x) return 0; x->b = 1; int r = x->a; return (void *)(long)r; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, w, 0); pthread_create(&t, 0, v, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
