#include <pthread.h>
/* an array of locks beside an array of data, by the same index */
static pthread_mutex_t lock[8]; static struct { int a, b; } data[8];
void *w(void *u) { long i = (long)u & 7; pthread_mutex_lock(&lock[i]); data[i].a = 1; int r = data[i].b; data[i].b = r + 1; pthread_mutex_unlock(&lock[i]); return 0; }
void *v(void *u) { long i = (long)u & 7; pthread_mutex_lock(&lock[i]); data[i].b = 1; int r = data[i].a; data[i].a = r + 1; pthread_mutex_unlock(&lock[i]); return 0; }
int main(void) { pthread_t s, q; for (int i = 0; i < 8; i++) pthread_mutex_init(&lock[i], 0); pthread_create(&s, 0, w, (void *)1); pthread_create(&q, 0, v, (void *)1); pthread_join(s, 0); pthread_join(q, 0); return 0; }
