// Prefix sums in three levels of groups.
#include <algorithm>
#include <utility>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Scan final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    groups(queue, in, out, sums1, n);
    groups(queue, sums1, scanned1, sums2, n / Group);
    groups(queue, sums2, scanned2, sums3, n / Group / Group);
    queue.run("scan_add", {n / Group}, {Group}, scanned1, scanned2);
    queue.run("scan_add", {n}, {Group}, out, scanned1);
  }

  // Sums of blocks, then each block from the sum of those before it.
  void cpp() override {
    const int *a = in.data();
    int *b = out.data();
    const size_t blocks = n / Block;
    std::vector<int> before(blocks);
#pragma omp parallel for
    for (size_t block = 0; block < blocks; ++block) {
      int sum = 0;
#pragma omp simd reduction(+ : sum)
      for (size_t i = block * Block; i < (block + 1) * Block; ++i) {
        sum += a[i];
      }
      before[block] = sum;
    }
    int sum = 0;
    for (int &value : before) {
      sum += std::exchange(value, sum);
    }
#pragma omp parallel for
    for (size_t block = 0; block < blocks; ++block) {
      int total = before[block];
      // hot: scan
#pragma omp simd reduction(inscan, + : total)
      for (size_t i = block * Block; i < (block + 1) * Block; ++i) {
        total += a[i];
#pragma omp scan inclusive(total)
        b[i] = total;
      }
    }
  }

 private:
  static constexpr size_t Group = 256, Block = 4096;

  static void groups(Queue &queue, Array<int> from, Array<int> to, Array<int> sums, size_t count) {
    size_t size = std::min(Group, count);
    queue.run("scan_groups", {count}, {size}, from, to, sums, local<int>(size), local<int>(size));
  }

  size_t n = pick(1 << 22, 1 << 17);
  Array<int> in = input(uniform<int>(n, -100, 100));
  Array<int> out = output<int>(n);
  Array<int> sums1 = scratch<int>(n / Group), scanned1 = scratch<int>(n / Group);
  Array<int> sums2 = scratch<int>(n / Group / Group), scanned2 = scratch<int>(n / Group / Group);
  Array<int> sums3 = scratch<int>(1);
};

const Register<Scan> scan("scan");

}  // namespace
