// Several threads wait for processes while another one runs: each for its own, each for any, for one that another thread lets go on, and without waiting.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int waiting, sum;
static int ends[2];

static pid_t start(int status, int is_held)
{
    pid_t child = fork();
    assert(child >= 0);
    if (child == 0) {
        char byte;
        if (is_held && read(ends[0], &byte, 1) != 1)
            _exit(100);
        _exit(status);
    }
    return child;
}

static int status_of(pid_t child, int options)
{
    int status = 0;
    pid_t found;
    while ((found = waitpid(child, &status, options)) == 0)
        ;
    assert(found > 0 && (child < 0 || found == child));
    assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void *waits(void *number)
{
    int own = 3 + (int)(long)number;
    assert(status_of(start(own, 0), 0) == own);
    assert(status_of(start(own, 0), WNOHANG) == own);
    atomic_fetch_sub(&waiting, 1);
    return NULL;
}

static void *waits_for_any(void *number)
{
    start(5 + (int)(long)number, 0);
    int status = 0;
    assert(wait(&status) > 0 && WIFEXITED(status));
    atomic_fetch_add(&sum, WEXITSTATUS(status));
    atomic_fetch_sub(&waiting, 1);
    return NULL;
}

static void *runs(void *unused)
{
    while (atomic_load(&waiting) > 0)
        atomic_fetch_add(&sum, 0);
    return unused;
}

static void *lets_go(void *unused)
{
    assert(write(ends[1], "x", 1) == 1);
    return unused;
}

static void run(void *(*first)(void *))
{
    pthread_t threads[3];
    atomic_store(&waiting, 2);
    pthread_create(&threads[0], NULL, first, (void *)0);
    pthread_create(&threads[1], NULL, first, (void *)1);
    pthread_create(&threads[2], NULL, runs, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    assert(pipe(ends) == 0);
    run(waits);
    run(waits_for_any);
    assert(atomic_load(&sum) == 5 + 6);
    if (argc > 1) {
        // The process waits for this one, in which another thread has to have a turn.
        pthread_t thread;
        pid_t child = start(9, 1);
        pthread_create(&thread, NULL, lets_go, NULL);
        assert(status_of(child, 0) == 9);
        pthread_join(thread, NULL);
    }
    assert(wait(NULL) == -1 && errno == ECHILD);
    return 0;
}
