// Numbers that are too large for their type.
#include <limits.h>

int any(void);
int main(void) {
  int n = INT_MAX;
  unsigned u = UINT_MAX;
  short s = SHRT_MAX;
  u++;
  s++;
  unsigned long wide = (unsigned long)n * 4;
#if defined(ADD)
  n = n + 1;
#elif defined(SUBTRACT)
  n = -n - 2;
#elif defined(MULTIPLY)
  n = n * 2;
#elif defined(NEGATE)
  n = -n - 1;
  n = -n;
#endif
  return u + s + n + wide == 0;
}
