// Rounds of a 32-bit and a 64-bit mixing function (the finalizers of MurmurHash3, A. Appleby).
kernel void int_mix(global const uint *in, global ulong *out) {
  int i = get_global_id(0);
  uint h = in[i];
  ulong k = ((ulong)h << 32) | i;
  for (int round = 0; round < 4; ++round) {
    h ^= h >> 16;
    h *= 0x85ebca6b;
    h ^= h >> 13;
    h *= 0xc2b2ae35;
    h ^= h >> 16;
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdul;
    k ^= k >> 33;
    k += h;
  }
  out[i] = k;
}

// Samples of 16 bits by a filter of 16 taps in fixed point, saturated.
kernel void fir_short(constant short *tap, global const short *in, global short *out) {
  int i = get_global_id(0);
  int sum = 1 << 14;
  for (int k = 0; k < 16; ++k) {
    sum += (int)in[i + k] * tap[k];
  }
  out[i] = convert_short_sat(sum >> 15);
}

// Cells of the Game of Life on a torus, a byte each.
kernel void game_of_life(global const uchar *in, global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = get_global_size(0), h = get_global_size(1);
  int left = (x + w - 1) % w, right = (x + 1) % w;
  int up = (y + h - 1) % h * w, down = (y + 1) % h * w;
  int n = in[up + left] + in[up + x] + in[up + right] + in[y * w + left] + in[y * w + right] +
          in[down + left] + in[down + x] + in[down + right];
  out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}
