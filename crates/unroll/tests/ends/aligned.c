// Memory is aligned to a power of two; with -DBUG to another number.
#include <stdlib.h>

#ifdef BUG
#define ALIGNMENT 24
#else
#define ALIGNMENT 16
#endif

int main(void) {
    free(aligned_alloc(ALIGNMENT, 48));
    return 0;
}
