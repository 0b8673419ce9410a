// What makes and destroys objects of libstdc++ and libc++ in which nothing is seen to happen: those with static storage are destroyed by the function's address.
void make(void *condition) __asm__("_ZNSt18condition_variableC1Ev");
void make(void *condition) {}
void destroy(void *condition) __asm__("_ZNSt18condition_variableD1Ev");
void destroy(void *condition) {}
void cxx_destroy(void *condition) __asm__("_ZNSt3__118condition_variableD1Ev");
void cxx_destroy(void *condition) {}
void cxx_destroy_mutex(void *mutex) __asm__("_ZNSt3__15mutexD1Ev");
void cxx_destroy_mutex(void *mutex) {}
