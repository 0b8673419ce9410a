// What a pointer points to that is one of two: a local variable, or one that all share.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int shared;

int main(void) {
  int own = 0;
  _Bool is_own = __VERIFIER_nondet_bool();
  *(is_own ? &own : &shared) = 5;
  assert((is_own ? own : shared) == 5);
  return 0;
}
