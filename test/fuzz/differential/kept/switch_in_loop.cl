// A divergent switch falls through, continues and returns in a divergent loop.
//@ kernel machine
//@ arg code uchar 4*N+64 random 2
//@ arg out int N*2 zero 0
//@ run 150,1,1 30,1,1 0,0,0
//@ run 1,64,2 1,64,1 0,0,0
//@ run 17,6,1 17,3,1 0,0,0
kernel void machine(global const uchar *code, global int *out) {
  const int i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  uint a = i, stack[4] = {1, 2, 3, 4};
  int at = 0;
  for (int step = 0; step < 20; ++step) {
    const uchar op = code[i * 4 + at];
    at = (at + 1) & 63;
    switch (op & 7) {
      case 0: a += 3;
      case 1: a ^= stack[op >> 6]; break;
      case 2: if (a & 1) continue;
      case 3: stack[a & 3] = a; break;
      case 4: at = (at + (a & 3)) & 63; continue;
      case 5: out[i * 2] = a; out[i * 2 + 1] = step; return;
      default: a = a * 5 + stack[step & 3];
    }
    a += step;
  }
  out[i * 2] = a + stack[i & 3];
  out[i * 2 + 1] = -at;
}
