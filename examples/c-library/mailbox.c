#include "mailbox.h"

void mailbox_put(struct mailbox *box, int letter) {
  box->letter = letter;
  atomic_store_explicit(&box->is_full, 1, memory_order_release);
}

int mailbox_take(struct mailbox *box, int *letter) {
  if (!atomic_load_explicit(&box->is_full, memory_order_acquire)) return 0;
  *letter = box->letter;
  atomic_store_explicit(&box->is_full, 0, memory_order_release);
  return 1;
}
