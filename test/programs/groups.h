// Launches, the groups of their work-items, and the groups' results, for tests of group functions.
#pragma once

#include <functional>
#include <limits>

#include "program.h"

namespace programs {

/// A launch: sizes not divided by the local size give smaller groups at the ends.
struct Launch {
  cl::NDRange global;
  cl::NDRange local;
};

inline const std::vector<Launch> launches = {
    {{256}, {64}},          {{300}, {100}},           {{1}, {1}},
    {{1000}, {64}},         {{6, 10, 14}, {3, 5, 7}}, {{2, 128}, {1, 64}},
    {{7, 9, 4}, {3, 2, 3}}, {{2048}, {1024}},
};

inline size_t sizeOf(const cl::NDRange &range) {
  size_t size = 1;
  for (size_t i = 0; i < range.dimensions(); ++i) {
    size *= range[i];
  }
  return size;
}

/// Calls `visit` with the places, by global linear id, of each group's work-items in their order.
inline void forEachGroup(const Launch &launch,
                         const std::function<void(const std::vector<size_t> &)> &visit) {
  size_t global[3] = {1, 1, 1};
  size_t local[3] = {1, 1, 1};
  for (size_t i = 0; i < launch.global.dimensions(); ++i) {
    global[i] = launch.global[i];
    local[i] = launch.local[i];
  }
  for (size_t z0 = 0; z0 < global[2]; z0 += local[2]) {
    for (size_t y0 = 0; y0 < global[1]; y0 += local[1]) {
      for (size_t x0 = 0; x0 < global[0]; x0 += local[0]) {
        std::vector<size_t> items;
        for (size_t z = z0; z < std::min(z0 + local[2], global[2]); ++z) {
          for (size_t y = y0; y < std::min(y0 + local[1], global[1]); ++y) {
            for (size_t x = x0; x < std::min(x0 + local[0], global[0]); ++x) {
              items.push_back((z * global[1] + y) * global[0] + x);
            }
          }
        }
        visit(items);
      }
    }
  }
}

template <class T>
struct Operation {
  const char *name;
  T identity;
  T (*combine)(T, T);
};

template <class T>
std::vector<Operation<T>> operationsOf() {
  using limits = std::numeric_limits<T>;
  const T low = limits::has_infinity ? -limits::infinity() : limits::lowest();
  const T high = limits::has_infinity ? limits::infinity() : limits::max();
  return {{"add", T{0}, [](T a, T b) { return static_cast<T>(a + b); }},
          {"min", high, [](T a, T b) { return std::min(a, b); }},
          {"max", low, [](T a, T b) { return std::max(a, b); }}};
}

template <class T>
void expectEqual(T got, T expected, double scale, const std::string &what) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isinf(expected)) {
      ASSERT_EQ(got, expected) << what;
    } else {
      ASSERT_NEAR(got, expected, scale * std::numeric_limits<T>::epsilon()) << what;
    }
  } else {
    ASSERT_EQ(got, expected) << what;
  }
}

template <class T>
struct TypeName;
template <>
struct TypeName<cl_int> {
  static constexpr char text[] = "int";
};
template <>
struct TypeName<cl_uint> {
  static constexpr char text[] = "uint";
};
template <>
struct TypeName<cl_long> {
  static constexpr char text[] = "long";
};
template <>
struct TypeName<cl_ulong> {
  static constexpr char text[] = "ulong";
};
template <>
struct TypeName<cl_float> {
  static constexpr char text[] = "float";
};
template <>
struct TypeName<cl_double> {
  static constexpr char text[] = "double";
};

}  // namespace programs
