// The first thread is created by a constructor of a library (`-DPLUGIN`) that the program loads, while the loader holds a lock.
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef PLUGIN

static atomic_int done;
static pthread_t thread;

static void *work(void *argument) {
    atomic_store(&done, 1);
    return argument;
}

__attribute__((constructor)) static void begin(void) {
    assert(pthread_create(&thread, NULL, work, NULL) == 0);
}

int finish(void) {
    assert(pthread_join(thread, NULL) == 0);
    return atomic_load(&done);
}

#else

int main(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW);
    assert(library);
    int (*finish)(void) = (int (*)(void))dlsym(library, "finish");
    assert(finish && finish() == 1);
    assert(dlopen("libm.so.6", RTLD_NOW));
    return 0;
}

#endif
