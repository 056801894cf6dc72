// A loop with two exits to one place, one of them taken together and one by some work-items: where
// they meet again they bring different values, though no value is computed in the loop. The load
// keeps LLVM from moving the test out of the loop.
//@ kernel exits
//@ arg bounds int N+8 positive 2
//@ arg out int N zero 0
//@ run 200,1,1 100,1,1 0,0,0
//@ run 37,2,1 37,1,1 0,0,0
kernel void exits(global const int *bounds, global int *out) {
  int i = (int)(get_global_id(1) * get_global_size(0) + get_global_id(0));
  int j = 0;
  while (j < (bounds[0] & 3)) {
    int unused = bounds[i];
    if (i % 2 == 0)
      break;
    ++j;
  }
  out[i] = j;
}
