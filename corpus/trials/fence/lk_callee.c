#include <pthread.h>
#include <stdlib.h>
/* functions take the lock of an object, work on it with the lock held by the caller, and give it back */
struct q { int a, b; pthread_mutex_t m; };
static void take(struct q *q) { pthread_mutex_lock(&q->m); }
static void give(struct q *q) { pthread_mutex_unlock(&q->m); }
static void do_one(struct q *q) { q->a = 1; int r = q->b; q->b = r + 1; }
static void do_other(struct q *q) { q->b = 1; int r = q->a; q->a = r + 1; }
void *w(void *u) { struct q *q = u; take(q); do_one(q); give(q); return 0; }
void *v(void *u) { struct q *q = u; take(q); do_other(q); give(q); return 0; }
int main(void) { struct q *g = malloc(sizeof *g); pthread_mutex_init(&g->m, 0); pthread_t s, t; pthread_create(&s, 0, w, g); pthread_create(&t, 0, v, g); pthread_join(s, 0); pthread_join(t, 0); return 0; }
