// A quick look at many results of a float function: which may have an error above some bound, by
// functions in double, four at a time. Most are glibc's libmvec's, with errors of up to four units
// in the last place of a double, some 2^-27 of a float's; large angles are reduced here, and the
// gamma function is here. Results far from the largest error need no second look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace builtins_test {

class FloatFilter {
 public:
  /// nullptr if the machine, its C library, or this file lacks it. Thread-safe.
  static const FloatFilter *find(std::string_view function);

  virtual ~FloatFilter() = default;
  /// Puts the indices of doubtful results to `found` (room for `count`) and returns their number. A
  /// result got[i] is doubtful if it is further than `bound` ULP from the function's values
  /// for in[i], of the wrong kind or sign, or out of this class's reach. `count` is a multiple of
  /// 4.
  virtual std::size_t above(double bound, const float *in, const float *got, std::size_t count,
                            uint32_t *found) const = 0;
};

}  // namespace builtins_test
