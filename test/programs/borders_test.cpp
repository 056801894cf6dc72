// Stencils with questions about borders in each work-item: does the neighbour exist, where is the
// nearest one. Away from the borders SIMD groups run without them.

#include <algorithm>
#include <functional>

#include "program.h"

namespace {

using programs::Program;
using programs::random;

struct Size {
  int width, height, depth = 1;
};

constexpr int radius = 2;

// Ways to ask if (u, v) exists, as the condition of an `if`.
const std::vector<const char *> questions = {
    "u >= 0 && v >= 0 && u < w && v < h",
    "!(u < 0 || v < 0 || u > w - 1 || v > h - 1)",
    "(uint)u < (uint)w && (uint)v < (uint)h",
    "(ulong)(long)u < (ulong)w && h > v && v > -1",
    "all((int2)(u, v) >= 0) && all((int2)(u, v) < (int2)(w, h))",
    "u == clamp(u, 0, w - 1) && v == clamp(v, 0, h - 1)",
};

int sumOf(const std::vector<int> &in, const Size &size, int x, int y, bool clamps) {
  int sum = 0;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      const int u = std::clamp(x + i, 0, size.width - 1), v = std::clamp(y + j, 0, size.height - 1);
      if (clamps || (u == x + i && v == y + j)) {
        sum += in[v * size.width + u] * (j * 5 + i);
      }
    }
  }
  return sum;
}

class Borders : public testing::TestWithParam<const char *> {
 protected:
  // Runs a kernel (in, out, width, height, depth) over a range rounded up, from an offset on.
  // Places that it does not reach stay -1.
  static std::vector<int> run(Program &program, const char *name, const Size &size,
                              const Size &local, int offset, const std::vector<int> &in) {
    auto source = program.buffer(in), out = program.buffer(std::vector<int>(in.size(), -1));
    cl::Kernel kernel = program.kernel(name);
    cl_uint index = 0;
    kernel.setArg(index++, source);
    kernel.setArg(index++, out);
    for (int argument : {size.width, size.height, size.depth}) {
      kernel.setArg(index++, argument);
    }
    auto up = [](int extent, int group) { return (extent + group - 1) / group * group; };
    EXPECT_EQ(program.queue().enqueueNDRangeKernel(
                  kernel, cl::NDRange(offset, offset, 0),
                  cl::NDRange(up(size.width, local.width), up(size.height, local.height),
                              up(size.depth, local.depth)),
                  cl::NDRange(local.width, local.height, local.depth)),
              CL_SUCCESS);
    return program.read<int>(out, in.size());
  }

  static void forAllSizes(const std::function<void(const Size &, const Size &, int)> &test) {
    for (const Size &size : {Size{1, 1}, {5, 3}, {16, 16}, {33, 19}, {100, 9}, {70, 40}}) {
      for (const Size &local : {Size{16, 16}, {64, 1}, {8, 4}, {1, 1}, {33, 3}, {4, 16}}) {
        for (int offset : {0, 3}) {
          test(size, local, offset);
        }
      }
    }
  }

  static void compare(Program &program, const char *name, bool clamps) {
    forAllSizes([&](const Size &size, const Size &local, int offset) {
      const auto in = random<int>(size.width * size.height, -1000, 1000);
      std::vector<int> expected(in.size(), -1);
      for (int y = offset; y < size.height; ++y) {
        for (int x = offset; x < size.width; ++x) {
          expected[y * size.width + x] = sumOf(in, size, x, y, clamps);
        }
      }
      EXPECT_EQ(run(program, name, size, local, offset, in), expected)
          << size.width << "x" << size.height << " by " << local.width << "x" << local.height
          << " from " << offset;
    });
  }
};

TEST_P(Borders, NeighboursThatExist) {
  for (const char *question : questions) {
    SCOPED_TRACE(question);
    Program program(std::string(R"(
      kernel void filter(global const int *in, global int *out, int w, int h, int d) {
        int x = get_global_id(0), y = get_global_id(1);
        if (x >= w || y >= h) return;
        int sum = 0;
        for (int j = -2; j <= 2; j++)
          for (int i = -2; i <= 2; i++) {
            int u = x + i, v = y + j;
            if ()") + question +
                        R"() sum += in[v * w + u] * (j * 5 + i);
          }
        out[y * w + x] = sum;
      })",
                    GetParam());
    compare(program, "filter", false);
  }
}

TEST_P(Borders, RowsAreSkippedAndSizesUnsigned) {
  Program program(R"(
    kernel void rows(global const int *in, global int *out, int w, int h, int d) {
      int x = get_global_id(0), y = get_global_id(1);
      if (x >= w || y >= h) return;
      int sum = 0;
      for (int j = 0; j < 5; j++) {
        int v = y + j - 2;
        if (v < 0 || v >= h) continue;
        for (int i = 4; i >= 0; i--) {
          int u = x - 2 + i;
          if (u < 0 || u >= w) continue;
          sum += in[v * w + u] * (j * 5 + i - 12);
        }
      }
      out[y * w + x] = sum;
    }
    kernel void sizes(global const int *in, global int *out, uint w, uint h, uint d) {
      size_t x = get_global_id(0), y = get_global_id(1);
      if (x >= w || y >= h) return;
      int sum = 0;
      for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
          size_t u = x + i, v = y + j;
          if (u < w && v < h) sum += in[v * w + u] * (j * 5 + i);
        }
      out[y * w + x] = sum;
    })",
                  GetParam());
  compare(program, "rows", false);
  compare(program, "sizes", false);
}

TEST_P(Borders, NearestNeighbours) {
  Program program(R"(
    kernel void clamps(global const int *in, global int *out, int w, int h, int d) {
      int x = get_global_id(0), y = get_global_id(1);
      if (x >= w || y >= h) return;
      int sum = 0;
      for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++)
          sum += in[clamp(y + j, 0, h - 1) * w + min(max(x + i, 0), w - 1)] * (j * 5 + i);
      out[y * w + x] = sum;
    })",
                  GetParam());
  compare(program, "clamps", true);
}

// All three dimensions, by equality; and halves, where no answer is the rule.
TEST_P(Borders, FacesAndHalves) {
  Program program(R"(
    kernel void faces(global const int *in, global int *out, int w, int h, int d) {
      int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
      if (x >= w || y >= h || z >= d) return;
      int i = (z * h + y) * w + x;
      int sum = x == 0 ? 7 : in[i - 1];
      sum += x == w - 1 ? 5 : 3 * in[i + 1];
      sum += y != 0 ? in[i - w] : x;
      sum += y + 1 != h ? in[i + w] : y;
      if (z > 0) sum ^= in[i - w * h];
      if (z < d - 1) sum += in[i + w * h];
      out[i] = x < w / 2 ? sum : -sum;
    })",
                  GetParam());
  forAllSizes([&](Size size, Size local, int offset) {
    size.depth = 4;
    local.depth = local.width == 4 ? 2 : 1;
    const int w = size.width, h = size.height, d = size.depth;
    const auto in = random<int>(w * h * d, -1000, 1000);
    std::vector<int> expected(in.size(), -1);
    for (int z = 0; z < d; ++z) {
      for (int y = offset; y < h; ++y) {
        for (int x = offset; x < w; ++x) {
          const int i = (z * h + y) * w + x;
          int sum = (x == 0 ? 7 : in[i - 1]) + (x == w - 1 ? 5 : 3 * in[i + 1]) +
                    (y != 0 ? in[i - w] : x) + (y + 1 != h ? in[i + w] : y);
          sum ^= z > 0 ? in[i - w * h] : 0;
          sum += z < d - 1 ? in[i + w * h] : 0;
          expected[i] = x < w / 2 ? sum : -sum;
        }
      }
    }
    EXPECT_EQ(run(program, "faces", size, local, offset, in), expected)
        << w << "x" << h << " by " << local.width << "x" << local.height << " from " << offset;
  });
}

// The counters' ranges are not from their start to their bound.
TEST_P(Borders, CountersWrapAround) {
  Program program(R"(
    kernel void bytes(global const int *in, global int *out, int n) {
      int x = get_global_id(0), sum = 0;
      char k = 1;
      do {
        if (x + k >= 1 && x + k < n) sum += in[x + k];
        k = as_char((uchar)(as_uchar(k) + (uchar)50));
      } while (k < (char)120);
      out[x] = sum;
    }
    kernel void words(global const int *in, global int *out, int n) {
      int x = get_global_id(0), sum = 0;
      uint k = 5;
      do {
        int p = (int)((uint)x + k);
        if (p >= 2 && p < n) sum += in[p];
        k += 2147483647u;
      } while ((int)k < 10);
      out[x] = sum;
    })",
                  GetParam());
  constexpr int count = 512, n = 500;
  const auto in = random<int>(count, -1000, 1000);
  std::vector<int> bytes(count), words(count);
  for (int x = 0; x < count; ++x) {
    auto add = [&](int &sum, int first, int place) {
      sum += place >= first && place < n ? in[place] : 0;
    };
    auto k = static_cast<int8_t>(1);
    do {
      add(bytes[x], 1, x + k);
      k = static_cast<int8_t>(k + 50);
    } while (k < 120);
    auto number = 5U;
    do {
      add(words[x], 2, static_cast<int>(x + number));
      number += 2147483647U;
    } while (static_cast<int>(number) < 10);
  }
  auto out = program.buffer(std::vector<int>(count));
  program.run("bytes", count, 256, program.buffer(in), out, n);
  EXPECT_EQ(program.read<int>(out, count), bytes);
  program.run("words", count, 256, program.buffer(in), out, n);
  EXPECT_EQ(program.read<int>(out, count), words);
}

INSTANTIATE_TEST_SUITE_P(Widths, Borders,
                         testing::Values("", "-cl-kiln-vectorize=8", "-cl-kiln-vectorize=16",
                                         "-cl-kiln-vectorize=never",
                                         "-cl-kiln-disable-steps=split-index-sets"),
                         [](const auto &parameter) { return std::to_string(parameter.index); });

}  // namespace
