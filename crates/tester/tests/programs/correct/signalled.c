/* Signals between threads: to a thread that works, sleeps, or waits for signals; blocked by some and taken by one; interval timers that count how long threads run. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static _Thread_local int own;
static atomic_int got, up, ticks, all;
static void handles(int signal) { atomic_store(&got, own); }
static void counts(int signal) { atomic_fetch_add(&ticks, 1); }
static void also(int signal) { atomic_fetch_add(&all, 1); }
static void *works(void *argument) {
    own = 1;
    atomic_store(&up, 1);
    while (!atomic_load(&got)) usleep(1000);
    return 0;
}
static void *pauses(void *argument) {
    own = 2;
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    atomic_store(&up, 1);
    assert(sigsuspend(&before) == -1);
    assert(atomic_load(&got) == 2);
    return 0;
}
static void *takes(void *argument) {
    sigset_t set;
    int signal;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    assert(sigwait(&set, &signal) == 0 && signal == SIGTERM);
    assert(sigwait(&set, &signal) == 0 && signal == SIGTERM);
    struct timespec short_time = { 0, 1000000 };
    assert(sigtimedwait(&set, 0, &short_time) == -1);
    return 0;
}
static void *spins(void *argument) {
    while (atomic_load(&ticks) < 3) {}
    return 0;
}
static void *waits_for_all(void *argument) {
    while (!atomic_load(&all)) pause();
    return 0;
}
static pthread_t begins(void *(*run)(void *)) {
    pthread_t thread;
    assert(pthread_create(&thread, 0, run, 0) == 0);
    return thread;
}
int main(void) {
    struct sigaction action = { .sa_handler = handles };
    sigaction(SIGUSR1, &action, 0);
    pthread_t worker = begins(works);
    while (!atomic_load(&up)) usleep(1000);
    assert(pthread_kill(worker, 0) == 0);
    pthread_kill(worker, SIGUSR1);
    pthread_join(worker, 0);
    assert(atomic_load(&got) == 1);
    atomic_store(&up, 0);
    pthread_t pausing = begins(pauses);
    while (!atomic_load(&up)) usleep(1000);
    pthread_kill(pausing, SIGUSR1);
    pthread_join(pausing, 0);
    own = 7;
    raise(SIGUSR1);
    assert(atomic_load(&got) == 7);

    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &term, 0);
    pthread_t taker = begins(takes);
    kill(getpid(), SIGTERM);
    usleep(1000);
    pthread_kill(taker, SIGTERM);
    pthread_join(taker, 0);

    action.sa_handler = counts;
    for (int which = ITIMER_VIRTUAL; which <= ITIMER_PROF; which++) {
        int signal = which == ITIMER_PROF ? SIGPROF : SIGVTALRM;
        sigaction(signal, &action, 0);
        struct itimerval every = { { 0, 1000 }, { 0, 1000 } }, never = { { 0, 0 }, { 0, 0 } };
        atomic_store(&ticks, 0);
        setitimer(which, &every, 0);
        pthread_join(begins(spins), 0);
        setitimer(which, &never, 0);
    }
    action.sa_handler = also;
    sigaction(SIGALRM, &action, 0);
    alarm(100);
    pthread_join(begins(waits_for_all), 0);
    return 0;
}
