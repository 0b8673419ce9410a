// What `cargo xtask bench --tester` measures of memory: so much work of one kind.
//   malloc   blocks of 16 to 1015 bytes that two threads allocate, fill and give back
//   fresh    every 64th byte of so many MiB that nothing has touched, written by two threads
//   dense    all words of so many MiB, written and then read by one thread
//   threads  threads, each created when the one before has been joined
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { HELD = 64, LINE = 64 };

static long count;
static char *memory;
static atomic_long ended;

static void *allocate(void *unused)
{
    char *held[HELD] = {0};
    for (long i = 0; i < count / 2; i++) {
        char **block = &held[i * 7 % HELD];
        size_t size = 16 + (size_t)i % 1000;
        free(*block);
        *block = malloc(size);
        if (!*block)
            abort();
        memset(*block, 0, size);
    }
    for (int i = 0; i < HELD; i++)
        free(held[i]);
    return unused;
}

static void *touch(void *first)
{
    for (size_t i = (size_t)first; i < (size_t)count << 20; i += 2 * LINE)
        memory[i] = (char)i;
    return NULL;
}

static void *fill(void *unused)
{
    long *words = (long *)memory, words_count = (count << 20) / (long)sizeof *words, sum = 0;
    for (long i = 0; i < words_count; i++)
        words[i] = i;
    for (long i = 0; i < words_count; i++)
        sum += words[i];
    atomic_store(&ended, sum);
    return unused;
}

static void *end(void *unused)
{
    atomic_fetch_add(&ended, 1);
    return unused;
}

static int run(void *(*first)(void *), void *(*second)(void *))
{
    pthread_t threads[2];
    if (pthread_create(&threads[0], NULL, first, NULL) != 0)
        return 2;
    if (second && pthread_create(&threads[1], NULL, second, (void *)LINE) != 0)
        return 2;
    pthread_join(threads[0], NULL);
    if (second)
        pthread_join(threads[1], NULL);
    return 0;
}

static int in_sequence(void)
{
    for (long i = 0; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, end, NULL) != 0)
            return 2;
        pthread_join(thread, NULL);
    }
    return atomic_load(&ended) == count ? 0 : 2;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    count = atol(argv[2]);
    if (strcmp(argv[1], "malloc") == 0)
        return run(allocate, allocate);
    if (strcmp(argv[1], "threads") == 0)
        return in_sequence();
    memory = malloc(((size_t)count << 20) + 1);
    if (!memory)
        return 2;
    return strcmp(argv[1], "fresh") == 0 ? run(touch, touch) : run(fill, NULL);
}
