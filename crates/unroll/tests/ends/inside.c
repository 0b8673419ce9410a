// What is given back is where memory begins; with -DBUG it is another address.
#include <stdlib.h>

int main(void) {
    char *object = malloc(4);
    free(NULL);
#ifdef BUG
    object += 1;
#endif
    free(object);
    return 0;
}
