#include <pthread.h>
volatile int x, y; int r, s;
void *A(void *u) { x = 1; r = y; return 0; }
__attribute__((destructor)) static void last(void) { y = 1; s = x; }
int main(void) { pthread_t a; pthread_create(&a, 0, A, 0); return 0; }
