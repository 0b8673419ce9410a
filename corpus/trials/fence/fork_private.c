#include <unistd.h>
static volatile int x, y;
int main(void) { if (fork() == 0) { x = 1; return y; } y = 1; return x; }
