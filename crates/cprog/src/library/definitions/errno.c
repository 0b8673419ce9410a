// `errno` is an object of each thread (ISO C11 7.5).
static _Thread_local int error;

int *__errno_location(void) { return &error; }

// The same on macOS.
int *__error(void) { return &error; }
