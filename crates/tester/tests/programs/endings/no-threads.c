// Finds: exit status 4
// Finds: note: the program ends without creating a thread
int main(void) { return 4; }
