// The step of k-means that assigns points to centers.
#include <algorithm>
#include <limits>

#include "harness/opencl.h"

using namespace bench;

namespace {

class KMeans final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  // Rounding decides between centers that are equally near.
  Tolerance tolerance() const override { return {0, 1e-3}; }

  void opencl(Queue &queue) override {
    queue.run("kmeans_assign", {(n + 63) / 64 * 64}, {64}, static_cast<cl_int>(n), Dimensions,
              Centers, point, center, nearest);
  }

  // Blocks of 64 points.
  void cpp() override {
    const float *p = point.data(), *c = center.data();
    int *out = nearest.data();
    const int count = static_cast<int>(n);
#pragma omp parallel for
    for (int start = 0; start < count; start += Block) {
      assign(p + start, c, out + start, std::min(Block, count - start), count);
    }
  }

 private:
  static constexpr int Dimensions = 8, Centers = 16, Block = 64;

  static void assign(const float *p, const float *centers, int *out, int size, int stride) {
    float best[Block];
    std::fill(best, best + size, std::numeric_limits<float>::max());
    std::fill(out, out + size, 0);
    for (int c = 0; c < Centers; ++c) {
      const float *at = centers + c * Dimensions;
      // hot: kmeans_assign
#pragma omp simd
      for (int i = 0; i < size; ++i) {
        float distance = 0;
        for (int d = 0; d < Dimensions; ++d) {
          const float difference = p[d * stride + i] - at[d];
          distance += difference * difference;
        }
        out[i] = distance < best[i] ? c : out[i];
        best[i] = std::min(distance, best[i]);
      }
    }
  }

  size_t n = pick(300000, 1000);
  Array<float> point = input(uniform<float>(n * Dimensions, 0, 1, 1));
  Array<float> center = input(uniform<float>(Centers * Dimensions, 0, 1, 2));
  Array<int> nearest = output<int>(n);
};

const Register<KMeans> kmeans("kmeans_assign");

}  // namespace
