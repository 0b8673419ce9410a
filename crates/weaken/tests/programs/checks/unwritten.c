// What is read was written before, or was not.
#include <stdlib.h>
#include <string.h>

struct fields {
  unsigned a : 3;
  unsigned b : 5;
  int c;
};
struct padded {
  char c;
  int i;
};

int main(void) {
  struct fields fields;
  fields.a = 1;
  fields.b = 2;
  fields.c = 3;
  struct padded one, two;
  one.c = 'a';
  one.i = 2;
  two = one;
  struct padded never, copied = never;
  int *zeros = calloc(2, sizeof *zeros);
  if (zeros[1])
    return 1;
  int either, sometimes;
  if (fields.a)
    either = 1;
  else
    either = 2;
  if (fields.a == 1)
    sometimes = 5;
  if (fields.a == 1)
    either += sometimes;
  char buffer[8];
  memset(buffer, 0, fields.a + 3);
  if (buffer[3])
    return 2;
#if defined(FIELD)
  if (never.i)
    return 3;
#elif defined(COPY)
  if (copied.i)
    return 3;
#elif defined(HEAP)
  int *some = malloc(2 * sizeof *some);
  some[0] = 1;
  return some[1];
#elif defined(REGISTER)
  int late;
  if (fields.a == 2)
    late = 1;
  return late + 1;
#elif defined(BYTE)
  return buffer[4];
#endif
  return either - 6 + two.i - 2;
}
