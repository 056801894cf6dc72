int fromSpir(int x) { return x + 100; }
