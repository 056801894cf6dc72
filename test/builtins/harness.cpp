#include "harness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

#define WRAPPER(number, name, result, arguments, width) \
  extern "C" void w_##number(uint64_t, void *, void *, const void *, const void *, const void *);
#include "wrappers.inc"
#undef WRAPPER

namespace builtins_test {

const std::vector<Wrapper> &wrappers() {
  static const std::vector<Wrapper> table = {
#define WRAPPER(number, name, result, arguments, width) \
  {name, result, arguments, width, w_##number},
#include "wrappers.inc"
#undef WRAPPER
  };
  return table;
}

const Wrapper &find(std::string_view name, std::string_view arguments, unsigned width) {
  using Key = std::tuple<std::string_view, std::string_view, unsigned>;
  static const std::map<Key, const Wrapper *> index = [] {
    std::map<Key, const Wrapper *> map;
    for (const Wrapper &wrapper : wrappers()) {
      map[{wrapper.name, wrapper.arguments, wrapper.width}] = &wrapper;
    }
    return map;
  }();
  const auto found = index.find({name, arguments, width});
  if (found == index.end()) {
    ADD_FAILURE() << "no wrapper for " << name << "(" << arguments << ") of width " << width;
    std::abort();
  }
  return *found->second;
}

template <typename T>
std::vector<T> specialValues() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> positive = {0,
                             Limits::denorm_min(),
                             Limits::denorm_min() * 3,
                             Limits::min() - Limits::denorm_min(),
                             Limits::min(),
                             Limits::max(),
                             Limits::infinity(),
                             T(0.1),
                             T(10),
                             T(1e10),
                             T(22.5),
                             T(88.7),
                             T(103.9),
                             T(709.7),
                             T(745.1)};
  for (int e :
       {-60, -30, -25, -10, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 23, 24, 31, 52, 53, 63, 100}) {
    for (T base : {std::ldexp(T(1), e), std::ldexp(T(1.5), e)}) {
      for (T value : {base, std::nextafter(base, T(0)), std::nextafter(base, Limits::infinity())}) {
        positive.push_back(value);
      }
    }
  }
  for (int n : {1, 2, 3, 4, 5, 7, 100, 1000000}) {
    positive.push_back(T(n * 1.57079632679489661923));
  }
  std::vector<T> values;
  for (T value : positive) {
    values.push_back(value);
    values.push_back(-value);
  }
  values.push_back(Limits::quiet_NaN());
  return values;
}

template std::vector<float> specialValues();
template std::vector<double> specialValues();

}  // namespace builtins_test
