// Two threads push their nodes to a list, each trying again with what a failed compare-exchange has put into its node. That is memory of the program's, and has changed: no round is like the one before. Which node
// comes first, and whether the other one has read the list before: the assertion fails where it has.
// Finds: assertion `first == own->next` failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *next; };
static _Atomic(struct node *) list;
static struct node nodes[2];
static void *push(void *argument) {
    struct node *own = argument, *first = atomic_load(&list);
    own->next = first;
    while (!atomic_compare_exchange_strong(&list, &own->next, own)) {}
    assert(first == own->next);
    return 0;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, push, &nodes[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
