int fromSpirv(int x) { return x * 3; }
