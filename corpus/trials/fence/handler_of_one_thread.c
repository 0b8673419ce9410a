#include <signal.h>
#include <string.h>
/* a handler interrupts the one thread that there is */
volatile sig_atomic_t x, y; int r, s;
static void h(int q) { y = 1; s = x; }
int main(void) { struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = h; sigaction(SIGUSR1, &a, 0); x = 1; r = y; return 0; }
