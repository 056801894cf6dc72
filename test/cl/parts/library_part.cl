int twice(int x) { return x + x; }
int fromLibrary(int x) { return twice(x) - 1; }
