// The four smallest values of a column, kept sorted in a private array.
kernel void smallest_four(int rows, int columns, global const float *in, global float *out) {
  int column = get_global_id(0);
  float best[4] = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
  for (int row = 0; row < rows; ++row) {
    float v = in[row * columns + column];
    if (v < best[3]) {
      int place = 3;
      while (place > 0 && best[place - 1] > v) {
        best[place] = best[place - 1];
        --place;
      }
      best[place] = v;
    }
  }
  for (int k = 0; k < 4; ++k) {
    out[k * columns + column] = best[k];
  }
}

// Linear interpolation in a table: a gather whose index is computed.
kernel void table_lookup(int entries, global const float *table, global const float *x,
                         global float *y) {
  int i = get_global_id(0);
  float at = x[i] * (entries - 1);
  int low = min((int)at, entries - 2);
  float t = at - low;
  y[i] = table[low] + t * (table[low + 1] - table[low]);
}
