// Stores to local memory by some of the work-items: the elements of the others, and of the arrays
// around, keep what they have. If no work-item stores, the address may be any.

#include "program.h"

namespace {

using namespace programs;

constexpr size_t room = 48;

/// Three arrays side by side, and one of the launch. Each work-item with an odd number in `in`
/// stores to all of them, `shift` elements from the start. All contents go out. `wild` is added to
/// the index of stores that nobody does.
std::string sourceOf(const char *type) {
  return std::string("typedef ") + type +
         " T;\n"
         "kernel void f(global const int *in, global int *out, int shift, int wild, local T *own) "
         "{\n"
         "  local T first[48], middle[48], last[48];\n"
         "  int lid = get_local_id(0), size = get_local_size(0);\n"
         "  for (int k = lid; k < 48; k += size) {\n"
         "    first[k] = k; middle[k] = k + 1; last[k] = k + 2; own[k] = k + 3;\n"
         "  }\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  int x = in[get_global_id(0)];\n"
         "  if (x & 1) {\n"
         "    first[lid + shift] = x;\n"
         "    middle[lid + shift] += x;\n"
         "    last[47 - lid - shift] = -x;\n"
         "    own[lid + shift] = 2 * x;\n"
         "  }\n"
         "  if (x > 1000) first[lid + wild] = last[lid + wild] = x;\n"
         "  barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  out += get_group_id(0) * 4 * 48;\n"
         "  for (int k = lid; k < 48; k += size) {\n"
         "    out[k] = first[k]; out[48 + k] = middle[k];\n"
         "    out[96 + k] = last[k]; out[144 + k] = own[k];\n"
         "  }\n"
         "}\n";
}

template <class T>
void check(const char *type, const char *options) {
  Program program(sourceOf(type), options);
  for (const size_t local : {size_t{1}, size_t{8}, size_t{24}, size_t{29}, size_t{32}}) {
    for (const int shift : {0, 1, 16}) {
      constexpr size_t groups = 20;
      const auto in = random<int>(groups * local, 0, 50);
      std::vector<int> expected;
      for (size_t group = 0; group < groups; ++group) {
        std::vector<T> arrays(4 * room);
        for (size_t k = 0; k < 4 * room; ++k) {
          arrays[k] = static_cast<T>(k % room + k / room);
        }
        for (size_t item = 0; item < local; ++item) {
          const int x = in[group * local + item];
          const size_t at = item + static_cast<size_t>(shift);
          if (x % 2 != 0) {
            arrays[at] = static_cast<T>(x);
            arrays[room + at] = static_cast<T>(arrays[room + at] + x);
            arrays[2 * room + room - 1 - at] = static_cast<T>(-x);
            arrays[3 * room + at] = static_cast<T>(2 * x);
          }
        }
        expected.insert(expected.end(), arrays.begin(), arrays.end());
      }
      const auto out = program.buffer(std::vector<int>(expected.size()));
      program.run("f", cl::NDRange(groups * local), cl::NDRange(local), program.buffer(in), out,
                  shift, 0x7fff0000, cl::Local(room * sizeof(T)));
      ASSERT_EQ(program.read<int>(out, expected.size()), expected)
          << type << ", local size " << local << ", shift " << shift;
    }
  }
}

class LocalEdges : public testing::TestWithParam<const char *> {};

TEST_P(LocalEdges, KeepTheElementsOfOthers) {
  check<int8_t>("char", GetParam());
  check<int16_t>("short", GetParam());
  check<int32_t>("int", GetParam());
  check<int64_t>("long", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Widths, LocalEdges,
                         testing::Values("", "-cl-kiln-vectorize=4", "-cl-kiln-vectorize=8",
                                         "-cl-kiln-vectorize=16", "-cl-kiln-vectorize=64",
                                         "-cl-kiln-vectorize=8 -cl-kiln-disable-steps=blend-stores",
                                         "-cl-kiln-vectorize=8 -cl-kiln-disable-steps=carry-masks",
                                         "-cl-kiln-vectorize=never"),
                         [](const auto &parameter) { return std::to_string(parameter.index); });

}  // namespace
