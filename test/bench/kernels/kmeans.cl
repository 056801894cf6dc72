// The nearest of the centers for each point; points by dimension, centers by center.
kernel void kmeans_assign(int points, int dimensions, int centers, global const float *point,
                          constant float *center, global int *nearest) {
  int i = get_global_id(0);
  if (i < points) {
    int best = 0;
    float best_distance = FLT_MAX;
    for (int c = 0; c < centers; ++c) {
      float distance = 0.0f;
      for (int d = 0; d < dimensions; ++d) {
        float difference = point[d * points + i] - center[c * dimensions + d];
        distance += difference * difference;
      }
      if (distance < best_distance) {
        best_distance = distance;
        best = c;
      }
    }
    nearest[i] = best;
  }
}
