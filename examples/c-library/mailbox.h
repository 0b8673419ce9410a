/* A mailbox for one writer and one reader. */
#ifndef MAILBOX_H
#define MAILBOX_H
#include <stdatomic.h>

struct mailbox {
  int letter;
  atomic_int is_full;
};

/* Puts a letter into an empty mailbox. */
void mailbox_put(struct mailbox *box, int letter);

/* Takes the letter out; 0 where there is none. */
int mailbox_take(struct mailbox *box, int *letter);
#endif
