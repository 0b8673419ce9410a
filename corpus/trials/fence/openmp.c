/* compiled with -fopenmp */
volatile int x, y; int r, s;
int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    { x = 1; r = y; }
#pragma omp section
    { y = 1; s = x; }
  }
  return r + s;
}
