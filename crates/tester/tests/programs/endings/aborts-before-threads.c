// Finds: signal 6 (SIGABRT)
// Finds: the program prints:
// Finds: not without an argument
// What the program has printed is shown before its first thread, too.
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    (void)arguments;
    if (count < 2) {
        fprintf(stderr, "not without an argument\n");
        abort();
    }
    return 0;
}
