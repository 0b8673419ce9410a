#include <pthread.h>
#include <stdlib.h>
/* the lock that is held is that of another object */
struct q { pthread_mutex_t m; volatile int a, b; struct q *other; };
void *w(void *u) { struct q *q = u, *o = q->other; pthread_mutex_lock(&o->m); q->a = 1; int r = q->b; pthread_mutex_unlock(&o->m); return (void *)(long)r; }
void *v(void *u) { struct q *q = u; pthread_mutex_lock(&q->m); q->b = 1; int r = q->a; pthread_mutex_unlock(&q->m); return (void *)(long)r; }
int main(void) { struct q *g = malloc(sizeof *g), *h = malloc(sizeof *h); g->other = h; h->other = g; pthread_mutex_init(&g->m, 0); pthread_mutex_init(&h->m, 0);
 pthread_t s, t; pthread_create(&s, 0, w, g); pthread_create(&t, 0, v, g); pthread_join(s, 0); pthread_join(t, 0); return 0; }
