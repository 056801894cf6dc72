// A loop whose test stands in a block of its own: the way back still needs another.
//@ kernel leaver
//@ arg bounds int 8 positive 464
//@ arg out int N*2 zero 0
//@ run 1,1,1 1,1,1 0,0,0
//@ run 64,1,1 16,1,1 0,0,0
//@ vary -cl-kiln-vectorize=always
kernel void leaver(global const int *bounds, global int *out) {
  const int i = get_global_id(0);
  uint last = 7;
  int turns = 0;
  int turn = -1;
  for (;;) {
    ++turn;
    if (turn >= (i & 3) + 1) break;
    if (i & 4) continue;
    ++turns;
    if ((bounds[4] + i) & 3) break;
    last = bounds[turn];
  }
  out[2 * i] = last;
  out[2 * i + 1] = turns;
}
