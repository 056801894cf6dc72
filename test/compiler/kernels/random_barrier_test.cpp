// Random kernels without communication between work-items: with and without their barriers they
// have to compute the same. All values and all control flow have to survive the cutting of the
// kernel.
#include <gtest/gtest.h>

#include <random>

#include "kernel_runner.h"

namespace kernels {
namespace {

/// Writes a kernel: structured control flow, uniform where a barrier is inside, early
/// returns, private scalars and arrays.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string kernel() {
    std::string text = R"(
      kernel void test(global int *data, global const int *bounds, int k) {
        int l = get_local_id(0), g = get_global_id(0);
        int v[4] = {data[g], l, k, g ^ k}, a[8] = {0}, u = k, loops = 0;
        float f = l * 0.5f;
      )";
    text += block(0, true);
    return text + R"(
        int sum = u + (int)f;
        for (int i = 0; i < 8; ++i) sum = sum * 31 + a[i];
        data[g] = sum ^ v[0] ^ v[1] * 3 ^ v[2] * 5 ^ v[3] * 7;
      })";
  }

 private:
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  std::string number(int below) { return std::to_string(pick(below)); }
  std::string variable() { return "v[" + number(4) + "]"; }

  std::string value() {
    switch (pick(6)) {
      case 0:
        return variable() + " + " + number(100);
      case 1:
        return variable() + " * 3 ^ " + variable();
      case 2:
        return "a[" + variable() + " & 7]";
      case 3:
        return "u - " + variable();
      case 4:
        return "(int)get_local_size(0) + (l << " + number(4) + ")";
      default:
        return "bounds[u & 7] + " + variable();
    }
  }

  std::string uniformCondition() {
    const char *const conditions[] = {"(u & 1)", "(k > 3)", "(bounds[u & 7] > 2)",
                                      "(get_group_id(0) & 1)"};
    return conditions[pick(4)];
  }

  /// In `uniform` places all running work-items are together.
  std::string statement(int depth, bool uniform) {
    const int choice = pick(depth < 3 ? 12 : 6);
    if (choice < 3) {
      return variable() + " = " + value() + ";\n";
    }
    switch (choice) {
      case 3:
        return "a[" + variable() + " & 7] += " + value() + ";\n";
      case 4:
        return uniform ? "barrier(CLK_LOCAL_MEM_FENCE);\n" : "f += 0.25f;\n";
      case 5:
        return uniform ? "u = u * 5 + " + number(10) + ";\n" : "f *= 1.5f;\n";
      case 6:
        return "if (" + uniformCondition() + ") {\n" + block(depth + 1, uniform) + "} else {\n" +
               block(depth + 1, uniform) + "}\n";
      case 7:
        return "if ((" + variable() + " & 3) == " + number(4) + ") {\n" + block(depth + 1, false) +
               "}\n";
      case 8:
        return loop(depth, uniform, "bounds[" + number(8) + "]");
      case 9:
        return loop(depth, uniform, number(4));
      case 10:
        return "for (int j = 0; j < (" + variable() + " & 3); ++j) {\n" + block(depth + 1, false) +
               "}\n";
      default:
        return pick(3) != 0
                   ? variable() + " -= l;\n"
                   : "if (l == " + number(9) + ") { data[g] = " + value() + "; return; }\n";
    }
  }

  std::string loop(int depth, bool uniform, const std::string &bound) {
    std::string name = "i" + std::to_string(counter_++);
    std::string text = "for (int " + name + " = 0; " + name + " < " + bound + "; ++" + name +
                       ") {\n" + variable() + " += " + name + ";\n" + block(depth + 1, uniform);
    if (pick(3) == 0) {
      text += "if (" + uniformCondition() + ") break;\n" + block(depth + 1, uniform);
    }
    return text + "}\n";
  }

  std::string block(int depth, bool uniform) {
    std::string text;
    for (int count = 2 + pick(4); count > 0; --count) {
      text += statement(depth, uniform);
    }
    return text + (uniform && pick(2) ? "barrier(CLK_GLOBAL_MEM_FENCE);\n" : "");
  }

  std::mt19937 random_;
  int counter_ = 0;
};

std::vector<int> run(const std::string &source, const std::string &options) {
  Program program(source, options);
  std::vector<int> data(36), bounds = {1, 3, 2, 0, 4, 2, 1, 3};
  for (size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<int>(i * 37 % 101);
  }
  int k = 5;
  EXPECT_EQ(program.run("test", {{36, 1, 1}, {9, 1, 1}}, {buffer(data), buffer(bounds), value(k)}),
            mux_success);
  return data;
}

class RandomBarriers : public testing::TestWithParam<unsigned> {};

TEST_P(RandomBarriers, ChangeNothing) {
  std::string source = Generator(GetParam()).kernel();
  std::vector<int> expected = run("#define barrier(flags)\n" + source, "-cl-opt-disable");
  EXPECT_EQ(run(source, ""), expected) << source;
  EXPECT_EQ(run(source, "-cl-opt-disable"), expected) << source;
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomBarriers, testing::Range(0u, 40u));

}  // namespace
}  // namespace kernels
