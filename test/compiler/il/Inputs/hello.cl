kernel void hello(int n) {
  printf("item %d of %s: %.1f\n", (int)get_global_id(0), "hello", n * 0.5f);
}
