// Sum of an array: a tree in local memory, sub-group functions, work-group functions.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Reduction : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void cpp() override {
    const float *values = in.data();
    const size_t count = n;
    float sum = 0;
    // hot: reduce_local reduce_sub_groups reduce_work_group
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < count; ++i) {
      sum += values[i];
    }
    result.data()[0] = sum;
  }

 protected:
  void launch(Queue &queue, const char *kernel) {
    Array<float> from = in;
    for (size_t count = n; count > 1; count /= Group) {
      size_t group = count < Group ? count : Group;
      Array<float> to = count <= Group ? result : from.data() == partial.data() ? other : partial;
      queue.run(kernel, {count}, {group}, from, to, local<float>(group));
      from = to;
    }
  }

  static constexpr size_t Group = 256;
  size_t n = pick(1 << 22, 1 << 14);
  Array<float> in = input(uniform<float>(n, 0, 1));
  Array<float> partial = scratch<float>(n / Group), other = scratch<float>(n / Group);
  Array<float> result = output<float>(1);
};

class LocalTree final : public Reduction {
 public:
  using Reduction::Reduction;

  void opencl(Queue &queue) override { launch(queue, "reduce_local"); }
};

class SubGroups final : public Reduction {
 public:
  using Reduction::Reduction;
  std::string options() const override { return "-cl-std=CL3.0 -DSUB_GROUPS"; }
  std::string unsupported(const Queue &queue) const override {
    return queue.hasSubGroups() ? "" : "the device has no sub-groups";
  }

  void opencl(Queue &queue) override { launch(queue, "reduce_sub_groups"); }
};

class WorkGroup final : public Reduction {
 public:
  using Reduction::Reduction;
  std::string options() const override { return "-cl-std=CL3.0"; }
  std::string unsupported(const Queue &queue) const override {
    return queue.hasWorkGroupFunctions() ? "" : "the device has no work-group functions";
  }

  void opencl(Queue &queue) override { launch(queue, "reduce_work_group"); }
};

const Register<LocalTree> localTree("reduce_local");
const Register<SubGroups> subGroups("reduce_sub_groups");
const Register<WorkGroup> workGroup("reduce_work_group");

}  // namespace
