// Ids starting again within a SIMD group: ids of sub-groups, local ids of narrow rows, and
// quotients and remainders. As addresses, starts of loops and conditions they look like the
// work-item's number for some lanes, and must not be taken for it in the others. SIMD groups are
// narrower than the period, equal to it, wider and no multiple of it.

#include "groups.h"

namespace {

using namespace programs;

/// A work-item: its ids, and the local size.
struct Item {
  size_t global, local[3], size[3];

  size_t linear() const { return (local[2] * size[1] + local[1]) * size[0] + local[0]; }
};

/// A number of a work-item in parts: inner = number % period, outer = number / period.
struct Split {
  const char *name;
  const char *outer, *inner;  ///< OpenCL C
  unsigned subGroup;          ///< the required size, or 0
  size_t pitch;               ///< more than any inner part, and no multiple of a period
  std::pair<size_t, size_t> (*parts)(const Item &);
};

template <size_t period>
std::pair<size_t, size_t> ofLinear(const Item &item) {
  return {item.linear() / period, item.linear() % period};
}
template <size_t period>
std::pair<size_t, size_t> ofX(const Item &item) {
  return {item.local[0] / period, item.local[0] % period};
}
template <size_t period>
std::pair<size_t, size_t> ofGlobal(const Item &item) {
  return {item.global / period, item.global % period};
}
std::pair<size_t, size_t> ofRows(const Item &item) {
  return {item.local[1] + item.local[2] * item.size[1], item.local[0]};
}
std::pair<size_t, size_t> ofColumns(const Item &item) {
  return {item.local[0] + item.local[2] * item.size[0], item.local[1]};
}

constexpr char subGroupId[] = "get_sub_group_id()", subGroupLocalId[] = "get_sub_group_local_id()";
const Split splits[] = {
    {"sub4", subGroupId, subGroupLocalId, 4, 7, ofLinear<4>},
    {"sub8", subGroupId, subGroupLocalId, 8, 13, ofLinear<8>},
    {"sub16", subGroupId, subGroupLocalId, 16, 40, ofLinear<16>},
    {"rows", "get_local_id(1) + get_local_id(2) * get_local_size(1)", "get_local_id(0)", 0, 97,
     ofRows},
    {"columns", "get_local_id(0) + get_local_id(2) * get_local_size(0)", "get_local_id(1)", 0, 23,
     ofColumns},
    {"linear16", "get_local_linear_id() / 16", "get_local_linear_id() % 16", 0, 21, ofLinear<16>},
    {"linear5", "get_local_linear_id() / 5", "get_local_linear_id() % 5", 0, 11, ofLinear<5>},
    {"x24", "get_local_id(0) / 24", "get_local_id(0) % 24", 0, 29, ofX<24>},
    {"x32", "get_local_id(0) >> 5", "get_local_id(0) & 31", 0, 40, ofX<32>},
    {"global7", "(int)get_global_linear_id() / 7", "(int)get_global_linear_id() % 7", 0, 9,
     ofGlobal<7>},
    {"global16", "get_global_linear_id() / 16", "get_global_linear_id() & 15", 0, 21, ofGlobal<16>},
};

constexpr size_t inputSize = 1 << 15, placesOfGroup = 1 << 12;
constexpr size_t rowEnd = 33, rowStep = 16, rowPitch = 40;

/// A kernel for each use of the ids, so each is vectorised by its own access pattern.
std::string kernelsOf(const Split &split) {
  const std::string ids = std::string("int outer = (int)(") + split.outer + "), inner = (int)(" +
                          split.inner + "); size_t g = get_global_linear_id();\n";
  const std::string head = split.subGroup != 0 ? "__attribute__((intel_reqd_sub_group_size(" +
                                                     std::to_string(split.subGroup) + ")))\n"
                                               : "";
  const auto kernel = [&](const std::string &use, const std::string &body) {
    return head + "kernel void " + split.name + "_" + use +
           "(global const T *in, global T *out, global T *places) {\n" + ids + body + "}\n";
  };
  return kernel("load", "out[g] = in[outer * 40 + inner];\n") +
         kernel("strided", "out[g] = in[inner * 3 + outer];\n") +
         kernel("walk",
                "T sum = 0;\nfor (int i = inner; i < 33; i += 16) sum += in[outer * 40 + i];\n"
                "out[g] = sum;\n") +
         kernel(
             "wait",
             "T sum = 0;\nint i = inner;\nwhile (i < 33 + outer % 3) { sum = sum * (T)3 + in[i]; i "
             "+= 1 + outer % 5; }\nout[g] = sum;\n") +
         kernel("branch",
                "T sum = in[g];\nif (outer == 1) sum += in[inner];\nif (inner < 3) sum *= (T)2;\n"
                "out[g] = sum;\n") +
         kernel("store",
                "size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * "
                "get_num_groups(0) + get_group_id(0);\n"
                "places[group * 4096 + outer * " +
                    std::to_string(split.pitch) +
                    " + inner] = (T)(in[g] + inner);\n"
                    "out[g] = 1;\n");
}

template <class T>
struct Expected {
  std::vector<T> out, places;
};

template <class T>
T valueOf(const std::string &use, const std::vector<T> &in, const Item &item, size_t outer,
          size_t inner) {
  T sum = 0;
  if (use == "load") {
    sum = in[outer * rowPitch + inner];
  } else if (use == "strided") {
    sum = in[inner * 3 + outer];
  } else if (use == "walk") {
    for (size_t i = inner; i < rowEnd; i += rowStep) {
      sum = static_cast<T>(sum + in[outer * rowPitch + i]);
    }
  } else if (use == "wait") {
    for (size_t i = inner; i < rowEnd + outer % 3; i += 1 + outer % 5) {
      sum = static_cast<T>(sum * 3 + in[i]);
    }
  } else if (use == "branch") {
    sum = static_cast<T>(in[item.global] + (outer == 1 ? in[inner] : 0));
    sum = static_cast<T>(inner < 3 ? sum * 2 : sum);
  } else {
    sum = 1;
  }
  return sum;
}

/// Calls `visit` with each work-item and the number of its group.
void forEachItem(const Launch &launch, const std::function<void(const Item &, size_t)> &visit) {
  size_t group = 0, global[3] = {1, 1, 1}, local[3] = {1, 1, 1};
  for (size_t i = 0; i < launch.global.dimensions(); ++i) {
    global[i] = launch.global[i];
    local[i] = launch.local[i];
  }
  forEachGroup(launch, [&](const std::vector<size_t> &items) {
    Item item = {};
    const size_t first[3] = {items[0] % global[0], items[0] / global[0] % global[1],
                             items[0] / global[0] / global[1]};
    for (int d = 0; d < 3; ++d) {
      item.size[d] = std::min(local[d], global[d] - first[d]);
    }
    for (size_t linear = 0; linear < items.size(); ++linear) {
      item.global = items[linear];
      item.local[0] = linear % item.size[0];
      item.local[1] = linear / item.size[0] % item.size[1];
      item.local[2] = linear / item.size[0] / item.size[1];
      visit(item, group);
    }
    ++group;
  });
}

template <class T>
Expected<T> expectedOf(const Split &split, const std::string &use, const Launch &launch,
                       const std::vector<T> &in, size_t groups) {
  Expected<T> expected = {std::vector<T>(sizeOf(launch.global), 77),
                          std::vector<T>(groups * placesOfGroup, 99)};
  forEachItem(launch, [&](const Item &item, size_t group) {
    const auto [outer, inner] = split.parts(item);
    expected.out[item.global] = valueOf(use, in, item, outer, inner);
    if (use == "store") {
      expected.places[group * placesOfGroup + outer * split.pitch + inner] =
          static_cast<T>(in[item.global] + inner);
    }
  });
  return expected;
}

const std::vector<Launch> shapes = {
    {{192}, {64}},       {{144}, {48}},      {{120}, {40}},
    {{99}, {33}},        {{250}, {96}},      {{64, 8}, {16, 4}},
    {{24, 16}, {3, 16}}, {{100, 6}, {1, 3}}, {{20, 21, 4}, {5, 7, 2}},
    {{70}, {1}},
};

class PeriodicIds : public testing::TestWithParam<const char *> {};

template <class T>
void check(const char *type, const char *width) {
  std::string source;
  for (const Split &split : splits) {
    source += kernelsOf(split);
  }
  Program program(source, (std::string("-cl-std=CL3.0 -DT=") + type + " " + width).c_str());
  const auto in = random<T>(inputSize, 0, 100);
  const auto input = program.buffer(in);
  for (const Split &split : splits) {
    for (const char *use : {"load", "strided", "walk", "wait", "branch", "store"}) {
      for (const Launch &launch : shapes) {
        size_t groups = 0;
        forEachGroup(launch, [&](const std::vector<size_t> &) { ++groups; });
        const auto expected = expectedOf<T>(split, use, launch, in, use[1] == 't' ? groups : 1);
        const auto out = program.buffer(std::vector<T>(expected.out.size(), 77));
        const auto places = program.buffer(std::vector<T>(expected.places.size(), 99));
        const std::string name = std::string(split.name) + "_" + use;
        program.run(name.c_str(), launch.global, launch.local, input, out, places);
        ASSERT_EQ(program.read<T>(out, expected.out.size()), expected.out)
            << name << ", local size " << launch.local[0];
        ASSERT_EQ(program.read<T>(places, expected.places.size()), expected.places)
            << name << ", local size " << launch.local[0];
      }
    }
  }
}

TEST_P(PeriodicIds, EightBits) {
  check<cl_uchar>("uchar", GetParam());
}
TEST_P(PeriodicIds, SixteenBits) {
  check<cl_ushort>("ushort", GetParam());
}
TEST_P(PeriodicIds, ThirtyTwoBits) {
  check<cl_uint>("uint", GetParam());
}
TEST_P(PeriodicIds, SixtyFourBits) {
  check<cl_ulong>("ulong", GetParam());
}

INSTANTIATE_TEST_SUITE_P(Widths, PeriodicIds,
                         testing::Values("", "-cl-kiln-vectorize=never",
                                         "-cl-kiln-vectorize=always", "-cl-kiln-vectorize=32",
                                         "-cl-kiln-vectorize=64"));

}  // namespace
