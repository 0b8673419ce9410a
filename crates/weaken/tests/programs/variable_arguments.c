// Variable arguments are not followed: no verdict, rather than a wrong one.
#include <stdarg.h>
#include <assert.h>
static int sum(int n, ...) {
  va_list l;
  int s = 0;
  va_start(l, n);
  for (int i = 0; i < n; i++) s += va_arg(l, int);
  va_end(l);
  return s;
}
int main(void) { assert(sum(2, 3, 4) == 7); return 0; }
