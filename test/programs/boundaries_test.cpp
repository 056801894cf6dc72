// Indices at edges: clamped, wrapped around, divided, with SIMD groups at, across and beyond the
// edge, and edges nearer than a SIMD group is wide.

#include <algorithm>
#include <functional>

#include "program.h"

namespace {

using programs::Program;
using programs::random;

constexpr int items = 300;
constexpr int elements = 1024;

struct Index {
  const char *name;
  const char *text;
  std::function<unsigned(int x, int n)> at;
};

int clamp(int value, int low, int high) {
  return std::min(std::max(value, low), high);
}

unsigned min(unsigned left, unsigned right) {
  return std::min(left, right);
}

using uint = unsigned;

// The same text in both languages.
#define INDEX(name, ...)                     \
  Index {                                    \
    #name, #__VA_ARGS__, [](int x, int n) {  \
      (void)n;                               \
      return static_cast<uint>(__VA_ARGS__); \
    }                                        \
  }

const std::vector<Index> indices = {
    INDEX(left, clamp(x - 2, 0, n - 1)),
    INDEX(right, clamp(x + 3, 0, n - 1)),
    INDEX(backward, clamp(n - x, 0, n - 1)),
    INDEX(twice, clamp(2 * x - 1, 0, n - 1)),
    INDEX(previous, (x + n - 1) % n),
    INDEX(next, (x + 1) % n),
    INDEX(down, (uint)(items + n - x) % (uint)n),
    INDEX(row, x / n),
    INDEX(rowStart, x / n * n + min(x % n, 5)),
    INDEX(transposed, x % n * 3 + x / n),
    INDEX(negative, (x - 40) % n + n),
    INDEX(towardsZero, (x - 40) / n + 40),
    INDEX(chosen, x == 0 ? n - 1 : x - 1),
    INDEX(other, x != n ? x + 2 : 7),
    INDEX(wrapped, x >= n ? x - n : x),
    INDEX(mirrored, x < n ? x : 2 * n),
    INDEX(unsignedWrap, min((uint)x - 5u, (uint)n)),
    INDEX(wrapsInside, (uint)x - 150u + (uint)n * 0x1000000u & 1023u),
    INDEX(masked, (x + n) & 255),
    INDEX(halved, (x + n) >> 7),
    INDEX(sixteen, (unsigned short)(x + 65536 - n) & 1023),
};

/// Elements are of the type T.
std::string sourceOf() {
  std::string source = "constant int items = 300;\n";
  for (const Index &index : indices) {
    source += std::string("kernel void ") + index.name +
              "(int n, global const T *in, global T *out, global T *under) {\n"
              "  int x = get_global_id(0);\n  out[x] = in[" +
              index.text + "];\n  if (in[x] & 1) under[x] += in[" + index.text + "];\n}\n";
  }
  size_t place = 0;
  while ((place = source.find("unsigned short", place)) != std::string::npos) {
    source.replace(place, 14, "ushort");
  }
  return source;
}

class Edges : public testing::TestWithParam<const char *> {};

template <class T>
void readAll(const std::string &options) {
  Program program(sourceOf(), options.c_str());
  std::vector<T> in;
  for (const int number : random<int>(elements, 0, 1000)) {
    in.push_back(static_cast<T>(number));
  }
  cl::Buffer input = program.buffer(in);
  for (const Index &index : indices) {
    for (int n : {1, 2, 3, 7, 8, 15, 16, 17, 33, 63, 64, 65, 100, 127, 128, 129, 200, 256, 301}) {
      cl::Buffer out = program.buffer(std::vector<T>(items, 7));
      cl::Buffer under = program.buffer(std::vector<T>(items, 7));
      program.run(index.name, cl::NDRange(items), cl::NDRange(items / 2), n, input, out, under);
      std::vector<T> expected, expectedUnder;
      for (int x = 0; x < items; ++x) {
        ASSERT_LT(index.at(x, n), unsigned{elements}) << index.name << " " << n << " " << x;
        expected.push_back(in[index.at(x, n)]);
        expectedUnder.push_back(static_cast<T>((in[x] & 1) != 0 ? expected.back() + 7 : 7));
      }
      ASSERT_EQ(program.read<T>(out, items), expected) << index.name << ", n = " << n;
      ASSERT_EQ(program.read<T>(under, items), expectedUnder) << index.name << ", n = " << n;
    }
  }
}

TEST_P(Edges, ReadsWhatTheIndexSays) {
  readAll<int>(std::string(GetParam()) + " -DT=int");
}

TEST_P(Edges, ReadsBytes) {
  readAll<uint8_t>(std::string(GetParam()) + " -DT=uchar");
}

/// Several indices with edges at different places, a store beyond one, and a loop around them.
TEST_P(Edges, ReadsAndWritesByManyIndices) {
  Program program(
      "kernel void f(int n, int shift, global const uchar *in, global int *out) {\n"
      "  int x = get_global_id(0);\n"
      "  if (x == 3 || x >= n) return;\n"
      "  int sum = 0;\n"
      "  for (int row = 0; row < 3; ++row) {\n"
      "    global const uchar *line = in + row * n;\n"
      "    sum = sum * 2 + line[clamp(x - 3, 0, n - 1)] + line[clamp(x + 2, 0, n - 1)] -\n"
      "          line[(x + 1) % n] + line[x == 0 ? n - 1 : x - 1];\n"
      "  }\n"
      "  out[(x + shift) % n] = sum;\n}\n",
      GetParam());
  std::vector<uint8_t> in;
  for (const int number : random<int>(elements, 0, 255)) {
    in.push_back(static_cast<uint8_t>(number));
  }
  cl::Buffer input = program.buffer(in);
  for (int n : {4, 5, 16, 17, 40, 64, 65, 100, 130, 300}) {
    cl::Buffer out = program.buffer(std::vector<int>(items, -1));
    program.run("f", cl::NDRange(items), cl::NullRange, n, n / 3, input, out);
    std::vector<int> expected(items, -1);
    for (int x = 0; x < n; ++x) {
      int sum = 0;
      for (int row = 0; row < 3; ++row) {
        const uint8_t *line = in.data() + row * n;
        sum = sum * 2 + line[clamp(x - 3, 0, n - 1)] + line[clamp(x + 2, 0, n - 1)] -
              line[(x + 1) % n] + line[x == 0 ? n - 1 : x - 1];
      }
      if (x != 3) {
        expected[(x + n / 3) % n] = sum;
      }
    }
    ASSERT_EQ(program.read<int>(out, items), expected) << "n = " << n;
  }
}

/// Lanes divide by 0 only where none runs.
TEST_P(Edges, DoesNotDivideWhereNoLaneDoes) {
  Program program(
      "kernel void f(int n, int bound, global const int *in, global int *out) {\n"
      "  int x = get_global_id(0);\n"
      "  if (x < bound) out[x] = in[x % n] + in[x / n];\n}\n",
      GetParam());
  cl::Buffer input = program.buffer(random<int>(elements, 0, 1000));
  cl::Buffer out = program.buffer(std::vector<int>(items, 5));
  program.run("f", cl::NDRange(items), cl::NullRange, 0, 0, input, out);
  EXPECT_EQ(program.read<int>(out, items), std::vector<int>(items, 5));
}

/// The a-forms of halves with arrays aligned to their elements alone.
TEST_P(Edges, HalvesInArraysThatAreNotAligned) {
  Program program(
      "kernel void f(global const float *in, global float *out) {\n"
      "  size_t x = get_global_id(0);\n"
      "  volatile private short room[33];\n"
      "  for (int i = 0; i < 33; ++i) room[i] = 0;\n"
      "  vstorea_half16(vload16(x, in), 0, (private half *)room + 1);\n"
      "  vstore16(vloada_half16(0, (private half *)room + 1), x, out);\n}\n",
      GetParam());
  std::vector<float> in;
  for (int i = 0; i < 16 * 50; ++i) {
    in.push_back(static_cast<float>(i % 100) / 4);
  }
  cl::Buffer input = program.buffer(in);
  cl::Buffer out = program.buffer(std::vector<float>(in.size(), -1));
  program.run("f", cl::NDRange(50), cl::NullRange, input, out);
  EXPECT_EQ(program.read<float>(out, in.size()), in);
}

INSTANTIATE_TEST_SUITE_P(Widths, Edges,
                         testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=4",
                                         "-cl-kiln-vectorize=16", "-cl-kiln-vectorize=64"));

}  // namespace
