// The threads of C11.
#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

static mtx_t lock, counted, timed;
static cnd_t filled;
static once_flag flag = ONCE_FLAG_INIT;
static tss_t own;
static atomic_int destroyed;
static int one = 1;
static int initialised, full, taken;

static void initialise(void) { initialised++; }
static void destroy(void *value) { atomic_fetch_add(&destroyed, *(int *)value); }

static int work(void *argument) {
    tss_set(own, &one);
    call_once(&flag, initialise);
    assert(initialised == 1);
    mtx_lock(&lock);
    while (!full)
        cnd_wait(&filled, &lock);
    taken++;
    mtx_unlock(&lock);
    mtx_lock(&counted);
    mtx_lock(&counted);
    mtx_unlock(&counted);
    mtx_unlock(&counted);
    thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL);
    thrd_yield();
    assert(mtx_trylock(&timed) == thrd_busy);
    struct timespec soon;
    timespec_get(&soon, TIME_UTC);
    soon.tv_sec += 1;
    assert(mtx_timedlock(&timed, &soon) == thrd_timedout);
    assert(tss_get(own) == &one);
    return (int)(long)argument;
}

int main(void) {
    thrd_t threads[3];
    mtx_init(&lock, mtx_plain);
    mtx_init(&counted, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    cnd_init(&filled);
    tss_create(&own, destroy);
    mtx_lock(&timed);
    for (long i = 0; i < 3; i++)
        assert(thrd_create(&threads[i], work, (void *)i) == thrd_success);
    mtx_lock(&lock);
    full = 1;
    cnd_broadcast(&filled);
    mtx_unlock(&lock);
    for (int i = 0; i < 3; i++) {
        int result;
        assert(thrd_join(threads[i], &result) == thrd_success && result == i);
    }
    mtx_unlock(&timed);
    assert(taken == 3 && atomic_load(&destroyed) == 3);
    mtx_destroy(&lock);
    cnd_destroy(&filled);
    return 0;
}
