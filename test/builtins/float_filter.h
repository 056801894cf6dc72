// A quick look at many results of a float function: their largest error against glibc's libmvec in
// double, four at a time. Those functions have errors of up to four units in the last place of a
// double, some 2^-27 of a float's, so what is far from the largest error by them needs no second look.
#pragma once

#include <cstddef>
#include <string_view>

namespace builtins_test {

class FloatFilter {
 public:
  /// nullptr if the machine, its C library, or this file lacks it. Thread-safe.
  static const FloatFilter *find(std::string_view function);

  virtual ~FloatFilter() = default;
  /// About the largest error in ULP of got[i] as the function of in[i], 0 for those that are the
  /// rounded reference; infinite if some result is of the wrong kind or sign. `count` is a multiple of 4.
  virtual double largestError(const float *in, const float *got, std::size_t count) const = 0;
};

}  // namespace builtins_test
