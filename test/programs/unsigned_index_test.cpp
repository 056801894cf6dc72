// Indices of 32 bits made of a local id and of a base that may be any number, or a multiple of
// something. The sum wraps at 2^32 for some bases, within a SIMD group too, and the wide index must
// wrap with it.

#include "program.h"

namespace {

using namespace programs;

struct Base {
  const char *name;
  const char *text;  ///< OpenCL C, of the argument b
  uint32_t factor, addend;
};

const Base bases[] = {
    {"any", "b", 1, 0},
    {"eight", "(b << 3)", 8, 0},
    {"twelve", "(b * 12)", 12, 0},
    {"many", "(b << 8)", 256, 0},
    {"odd", "(b * 64 + 3)", 64, 3},
    {"below", "(b * 64 - 8)", 64, ~7U},
};

/// Two kernels for each base: with any local size, and with a required one of 64, which makes the
/// bitwise or of `many` a sum.
std::string sourceOf() {
  std::string source;
  for (const Base &base : bases) {
    for (const bool required : {false, true}) {
      source += std::string(required ? "__attribute__((reqd_work_group_size(64, 1, 1)))\n" : "") +
                "kernel void " + base.name + (required ? "_required" : "_free") +
                "(uint b, global const int *in, global ulong *wide, global long *narrow,\n"
                "  global int *out, local int *tmp) {\n"
                "  uint lid = get_local_id(0);\n"
                "  uint at = " +
                base.text + (required && base.factor == 256 ? " | " : " + ") +
                "lid;\n"
                "  size_t g = get_global_id(0);\n"
                "  wide[g] = at;\n"
                "  narrow[g] = (int)(2 * at);\n"
                "  tmp[lid] = in[at & 1023];\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  out[g] = in[(ulong)at % 1000] + tmp[get_local_size(0) - 1 - lid];\n"
                "}\n";
    }
  }
  return source;
}

class UnsignedIndex : public testing::TestWithParam<const char *> {};

TEST_P(UnsignedIndex, WrapsInEachLane) {
  constexpr size_t count = 1024;
  Program program(sourceOf(), GetParam());
  const auto in = random<int>(count, 0, 1000);
  const auto input = program.buffer(in);
  for (const Base &base : bases) {
    for (const size_t local : {size_t{64}, size_t{61}, size_t{24}}) {
      for (const uint32_t wanted : {0U, 100U, 0x7fffffe0U, 0x7fffffffU, 0xffffffe0U, 0xffffffffU}) {
        const uint32_t b = base.factor == 1 ? wanted : wanted / base.factor;
        const size_t global = 2 * local;
        std::vector<uint64_t> wide(global);
        std::vector<int64_t> narrow(global);
        std::vector<int> out(global);
        const auto indexOf = [&](size_t item) {
          return b * base.factor + base.addend + static_cast<uint32_t>(item % local);
        };
        for (size_t item = 0; item < global; ++item) {
          const size_t mirror = item - item % local + local - 1 - item % local;
          wide[item] = indexOf(item);
          narrow[item] = static_cast<int32_t>(2 * indexOf(item));
          out[item] = in[indexOf(item) % 1000] + in[indexOf(mirror) & 1023];
        }
        const auto wides = program.buffer(std::vector<uint64_t>(global));
        const auto narrows = program.buffer(std::vector<int64_t>(global));
        const auto outs = program.buffer(std::vector<int>(global));
        const std::string name = std::string(base.name) + (local == 64 ? "_required" : "_free");
        program.run(name.c_str(), cl::NDRange(global), cl::NDRange(local), b, input, wides, narrows,
                    outs, cl::Local(local * sizeof(int)));
        ASSERT_EQ(program.read<uint64_t>(wides, global), wide) << name << ", b " << b;
        ASSERT_EQ(program.read<int64_t>(narrows, global), narrow) << name << ", b " << b;
        ASSERT_EQ(program.read<int>(outs, global), out) << name << ", b " << b;
      }
    }
  }
}

// In a comparison with a size_t, a negative int is a large number.
TEST_P(UnsignedIndex, IsBelowNegativeBounds) {
  constexpr size_t global = 200;
  Program program(R"(
    kernel void below(global int *out, int n) {
      size_t i = get_global_id(0);
      int sum = i < n ? 1 : 0;
      if (i + 3 <= n) sum += 2;
      if (n > i + 1) sum += 4;
      if ((long)i - 2 < n) sum += 8;
      out[i] = sum;
    })",
                  GetParam());
  for (const int n : {-1, -70000, INT32_MIN, 0, 5, 63, 1000}) {
    std::vector<int> expected;
    for (size_t i = 0; i < global; ++i) {
      const auto bound = static_cast<uint64_t>(static_cast<int64_t>(n));
      expected.push_back((i < bound) + 2 * (i + 3 <= bound) + 4 * (bound > i + 1) +
                         8 * (static_cast<int64_t>(i) - 2 < n));
    }
    auto out = program.buffer(std::vector<int>(global));
    program.run("below", global, 50, out, n);
    EXPECT_EQ(program.read<int>(out, global), expected) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, UnsignedIndex,
                         testing::Values("", "-cl-kiln-vectorize=4", "-cl-kiln-vectorize=8",
                                         "-cl-kiln-vectorize=16", "-cl-kiln-vectorize=64",
                                         "-cl-kiln-vectorize=never"),
                         [](const auto &parameter) {
                           const std::string option = parameter.param;
                           return option.empty() ? "auto" : option.substr(option.find('=') + 1);
                         });

}  // namespace
