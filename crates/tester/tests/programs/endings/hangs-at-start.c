// Finds: an execution takes longer than 0.3 s
// Finds: is in the system call pause
// Finds: main at
// Options: --timeout 0.3 --executions 2
#include <unistd.h>

int main(void) {
  pause();
  return 0;
}
