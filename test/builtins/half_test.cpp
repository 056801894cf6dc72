// Tests vload_half and vstore_half in all widths. Every half is loaded exactly. Stores are compared
// with a search over all halves for the neighbour by the rounding mode.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness.h"

namespace builtins_test {
namespace {

double halfValue(uint16_t bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction ? NAN : HUGE_VAL)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

unsigned placeOf(const Wrapper &wrapper) {
  return wrapper.width == 3 && wrapper.name.find("a_half") != wrapper.name.npos ? 4 : wrapper.width;
}

TEST(Half, LoadsEveryValue) {
  for (const Wrapper &wrapper : wrappers()) {
    if (!wrapper.name.starts_with("vload")) {
      continue;
    }
    const unsigned place = placeOf(wrapper), count = 65536 / 16;
    // The places of a-forms are aligned to the vector.
    alignas(32) static uint16_t halves[65536 * 4];
    for (unsigned i = 0; i < count * place; ++i) {
      halves[i] = uint16_t(i * (65536 / (count * place)) + i % 7);
    }
    std::vector<float> out(count * wrapper.width);
    wrapper.function(count, out.data(), nullptr, halves, nullptr, nullptr);
    for (unsigned i = 0; i < count; ++i) {
      for (unsigned lane = 0; lane < wrapper.width; ++lane) {
        ASSERT_TRUE(same(out[i * wrapper.width + lane], float(halfValue(halves[i * place + lane]))))
            << wrapper.name << wrapper.width;
      }
    }
  }
  // All 65536 in the scalar form.
  std::vector<uint16_t> all(65536);
  for (unsigned i = 0; i < 65536; ++i) {
    all[i] = uint16_t(i);
  }
  const std::vector<float> got = call<float>(find("vload_half", "half", 1), all);
  for (unsigned i = 0; i < 65536; ++i) {
    ASSERT_TRUE(same(got[i], float(halfValue(all[i])))) << i;
  }
}

/// The half for |x| (not NaN) rounded in the mode "_rte", "_rtz", "_rtp", "_rtn".
uint16_t storedHalf(double x, std::string_view mode) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  const double magnitude = std::fabs(x);
  // The largest half not above, by bisection over the ordered magnitudes.
  unsigned low = 0, high = 0x7c00;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (halfValue(uint16_t(middle)) <= magnitude ? low : high) = middle;
  }
  if (std::isinf(magnitude)) {
    return uint16_t(sign | 0x7c00);
  }
  const double below = halfValue(uint16_t(low));
  const double above = high == 0x7c00 ? 65536 : halfValue(uint16_t(high));
  bool up;
  if (mode == "_rtz" || below == magnitude) {
    up = false;
  } else if (mode == "_rtp") {
    up = sign == 0;
  } else if (mode == "_rtn") {
    up = sign != 0;
  } else {
    up = magnitude - below > above - magnitude ||
         (magnitude - below == above - magnitude && (low & 1));
  }
  return uint16_t(sign | (up ? high : low));
}

template <typename T>
std::vector<T> storeSources() {
  std::vector<T> values = specialValues<T>();
  std::mt19937_64 random(31);
  for (int i = 0; i < 3000; ++i) {
    const unsigned half = unsigned(random() % 0x7c00);
    const double below = halfValue(uint16_t(half));
    const double above = half + 1 == 0x7c00 ? 65536 : halfValue(uint16_t(half + 1));
    for (double part : {0.0, 0.5, 0.25, 0.75, 0.499999, 0.500001}) {
      const T value = T(below + part * (above - below));
      values.push_back(i % 2 ? value : -value);
    }
  }
  for (double value :
       {65504.0, 65519.0, 65520.0, 65536.0, 1e6, 0x1p-24, 0x1p-25, 0x1.8p-25, 0x1p-26}) {
    for (double sign : {1.0, -1.0}) {
      values.push_back(T(sign * value));
    }
  }
  pad(values);
  return values;
}

template <typename T>
void checkStores() {
  const std::vector<T> x = storeSources<T>();
  for (const Wrapper &wrapper : wrappers()) {
    if (!wrapper.name.starts_with("vstore") || wrapper.arguments != typeName<T>()) {
      continue;
    }
    const unsigned place = placeOf(wrapper);
    const std::size_t count = x.size() / wrapper.width;
    std::vector<uint16_t> storage(count * place + 64, 0xabcd);
    uint16_t *out = storage.data();
    while (reinterpret_cast<uintptr_t>(out) % 32 != 0) {
      ++out;
    }
    wrapper.function(count, out, nullptr, x.data(), nullptr, nullptr);
    const std::string_view name = wrapper.name;
    const std::string_view mode = name.ends_with("half") ? "_rte" : name.substr(name.size() - 4);
    for (std::size_t i = 0; i < count; ++i) {
      for (unsigned lane = 0; lane < wrapper.width; ++lane) {
        const T value = x[i * wrapper.width + lane];
        const uint16_t got = out[i * place + lane];
        if (value != value) {
          ASSERT_GT(got & 0x7fff, 0x7c00);
        } else {
          ASSERT_EQ(got, storedHalf(value, mode)) << name << wrapper.width << " of " << value;
        }
      }
      if (place > wrapper.width) {
        ASSERT_EQ(out[i * place + wrapper.width], 0xabcd) << name << " wrote a fourth element";
      }
    }
  }
}

TEST(Half, StoresFloat) {
  checkStores<float>();
}
TEST(Half, StoresDouble) {
  checkStores<double>();
}

}  // namespace
}  // namespace builtins_test
