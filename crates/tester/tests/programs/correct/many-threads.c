// Threads of all kinds, and more of them than the runtime prepares: what the C library tells about each is right, and so are its results.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmmintrin.h>

enum { THREADS = 9 };

static atomic_int arrived, gone;
static pthread_key_t key;

static void leave(void *value) {
    atomic_fetch_add(&gone, *(int *)value);
}

static void check_stack(size_t least) {
    pthread_attr_t attributes;
    void *start;
    size_t size;
    char local;
    assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
    assert(pthread_attr_getstack(&attributes, &start, &size) == 0);
    assert((char *)start < &local && &local < (char *)start + size && size >= least);
    pthread_attr_destroy(&attributes);
}

static void *together(void *number) {
    static __thread int own = 1;
    pthread_setspecific(key, &own);
    check_stack(1 << 16);
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < THREADS)
        sched_yield();
    assert(own == 1);
    if ((long)number % 2)
        pthread_exit(number);
    return number;
}

static void all_together(void) {
    pthread_t threads[THREADS];
    atomic_store(&arrived, 0);
    atomic_store(&gone, 0);
    for (long i = 0; i < THREADS; i++)
        assert(pthread_create(&threads[i], NULL, together, (void *)i) == 0);
    for (long i = 0; i < THREADS; i++) {
        void *result;
        assert(pthread_join(threads[i], &result) == 0 && result == (void *)i);
    }
    assert(atomic_load(&gone) == THREADS);
}

static void *checks_stack(void *least) {
    check_stack((size_t)least);
    return NULL;
}

static void *detaches_itself(void *done) {
    pthread_detach(pthread_self());
    atomic_store((atomic_int *)done, 1);
    return NULL;
}

static void with_attributes(void) {
    static atomic_int done;
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    const size_t sizes[] = {1 << 18, 1 << 20, 1 << 26};
    for (int i = 0; i < 3; i++) {
        pthread_attr_setstacksize(&attributes, sizes[i]);
        assert(pthread_create(&thread, &attributes, checks_stack, (void *)(sizes[i] / 2)) == 0);
        pthread_join(thread, NULL);
    }
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    assert(pthread_create(&thread, &attributes, checks_stack, (void *)(1 << 16)) == 0);
    pthread_attr_destroy(&attributes);
    assert(pthread_create(&thread, NULL, detaches_itself, &done) == 0);
    while (!atomic_load(&done))
        sched_yield();
}

static void *waits(void *go_on) {
    assert(setgid(getgid()) == 0);
    while (!atomic_load((atomic_int *)go_on))
        sched_yield();
    return NULL;
}

// What one thread may ask about another, and change.
static void seen_by_others(void) {
    static atomic_int go_on;
    pthread_t thread;
    cpu_set_t processors;
    char name[16];
    assert(pthread_create(&thread, NULL, waits, &go_on) == 0);
    assert(pthread_tryjoin_np(thread, NULL) == EBUSY);
    assert(pthread_setname_np(thread, "waits") == 0);
    assert(pthread_getname_np(thread, name, sizeof name) == 0 && strcmp(name, "waits") == 0);
    assert(pthread_getaffinity_np(thread, sizeof processors, &processors) == 0);
    assert(pthread_setaffinity_np(thread, sizeof processors, &processors) == 0);
    assert(setuid(getuid()) == 0 && seteuid(geteuid()) == 0 && setregid(-1, getegid()) == 0);
    atomic_store(&go_on, 1);
    assert(pthread_join(thread, NULL) == 0);
}

static void *rounds(void *mode) {
    assert(_MM_GET_ROUNDING_MODE() == *(unsigned *)mode);
    return NULL;
}

// A thread begins with the floating-point settings of the one that creates it.
static void floating_point(void) {
    unsigned modes[] = {_MM_ROUND_UP, _MM_ROUND_DOWN, _MM_ROUND_NEAREST};
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        _MM_SET_ROUNDING_MODE(modes[i]);
        assert(pthread_create(&thread, NULL, rounds, &modes[i]) == 0);
        assert(pthread_join(thread, NULL) == 0);
    }
}

// A process that an execution forks has one thread, and may create others.
static void in_another_process(void) {
    pthread_t thread;
    const pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 2; i++) {
            assert(pthread_create(&thread, NULL, checks_stack, (void *)(1 << 16)) == 0);
            assert(pthread_join(thread, NULL) == 0);
        }
        _exit(7);
    }
    int status;
    assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int main(void) {
    pthread_key_create(&key, leave);
    seen_by_others();
    floating_point();
    in_another_process();
    all_together();
    with_attributes();
    all_together();
    return 0;
}
