// What is not understood is reported where it is executed, with its line.
// Finds: 2 accesses in assembly are not seen
// Finds: assembly-unseen.c:14: rep movsb
// Finds: assembly-unseen.c:18: assembly that cannot be taken apart
#include <pthread.h>

static char from[8] = "message", to[8];
static int x;

static void *work(void *unused) {
    void *target = to;
    const void *source = from;
    long count = 8;
    __asm__ __volatile__("rep movsb" : "+D"(target), "+S"(source), "+c"(count)::"memory");
    return unused;
}

static void *jump(void *unused) { __asm__ __volatile__("jmp .+2\n\tlock; incl %0" : "+m"(x)::"memory", "cc"); return unused; }

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, jump, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 1;
}
