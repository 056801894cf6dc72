// Short ways to write the tables of steps.
#pragma once

#include <algorithm>

#include "step.h"

namespace guards {

using Count = size_t (*)(const Launch &launch);

inline Memory input(size_t elementSize, Count count, unsigned below = 0) {
  return {Memory::Kind::input, elementSize, count, below};
}
inline Memory output(size_t elementSize, Count count, unsigned below = 0) {
  return {Memory::Kind::output, elementSize, count, below};
}
inline Memory untouched(size_t elementSize) {
  return {Memory::Kind::untouched, elementSize, [](const Launch &) { return size_t{64}; }};
}

/// The bound of the work-items' ids, as a count.
inline size_t ofN(const Launch &launch) {
  return static_cast<size_t>(launch.n);
}
inline size_t ofM(const Launch &launch) {
  return static_cast<size_t>(launch.m);
}
inline size_t ofItems(const Launch &launch) {
  return launch.global[0];
}
template <size_t factor, size_t more = 0>
size_t timesN(const Launch &launch) {
  return (ofN(launch) - 1) * factor + 1 + more;
}

/// The greatest of `index` for the work-items below n, plus 1.
template <class Index>
size_t countOf(const Launch &launch, Index index) {
  size_t count = 0;
  for (size_t i = 0; i < ofN(launch); ++i) {
    count = std::max<size_t>(count, index(i, ofM(launch)) + 1);
  }
  return count;
}

/// Work-items up to n of 64 or so: part of a SIMD group, whole ones, and whole ones with a part.
inline std::vector<Launch> bounded(int m = 0) {
  return {{1, m},
          {5, m},
          {16, m},
          {29, m},
          {37, m, {40, 1}, {20, 1}},
          {64, m},
          {61, m, {61, 1}, {61, 1}}};
}
inline std::vector<Launch> boundedEach(std::initializer_list<int> ms) {
  std::vector<Launch> all;
  for (int m : ms) {
    for (const Launch &launch : bounded(m)) {
      all.push_back(launch);
    }
  }
  return all;
}

}  // namespace guards
