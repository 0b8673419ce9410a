#include <pthread.h>
#include <stdlib.h>
/* the thread has ended when the handler runs */
volatile int x, y; int r, s;
void *A(void *u) { x = 1; r = y; return 0; }
static void last(void) { y = 1; s = x; }
int main(void) { pthread_t a; atexit(last); pthread_create(&a, 0, A, 0); pthread_join(a, 0); exit(0); }
