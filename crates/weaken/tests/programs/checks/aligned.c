#include <stdlib.h>

#ifndef ALIGNMENT
#define ALIGNMENT 16
#endif

int main(void) {
  free(aligned_alloc(ALIGNMENT, 48));
  return 0;
}
