// Shared tools of the builtins' tests: the table of wrapped builtins (wrappers.py), sample values,
// and the measure of an error in units in the last place.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace builtins_test {

using Function = void (*)(uint64_t count, void *out, void *out2, const void *a, const void *b,
                          const void *c);

struct Wrapper {
  std::string_view name;       ///< the builtin
  std::string_view result;     ///< element type, in OpenCL C
  std::string_view arguments;  ///< element types, separated by spaces
  unsigned width;
  Function function;
};

const std::vector<Wrapper> &wrappers();

/// The wrapper of a builtin by its name, argument types and width; fails the test if none.
const Wrapper &find(std::string_view name, std::string_view arguments, unsigned width);

template <typename T>
constexpr std::string_view typeName() {
  if constexpr (std::is_same_v<T, float>) {
    return "float";
  } else if constexpr (std::is_same_v<T, double>) {
    return "double";
  } else if constexpr (std::is_same_v<T, int8_t>) {
    return "char";
  } else if constexpr (std::is_same_v<T, uint8_t>) {
    return "uchar";
  } else if constexpr (std::is_same_v<T, int16_t>) {
    return "short";
  } else if constexpr (std::is_same_v<T, uint16_t>) {
    return "ushort";
  } else if constexpr (std::is_same_v<T, int32_t>) {
    return "int";
  } else if constexpr (std::is_same_v<T, uint32_t>) {
    return "uint";
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return "long";
  } else {
    return "ulong";
  }
}

/// "float float" for typeNames<float>(2).
template <typename T>
std::string typeNames(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i ? " " : "") + std::string(typeName<T>());
  }
  return text;
}

template <typename T>
using Bits =
    std::conditional_t<sizeof(T) == 8, uint64_t,
                       std::conditional_t<sizeof(T) == 4, uint32_t,
                                          std::conditional_t<sizeof(T) == 2, uint16_t, uint8_t>>>;

template <typename T>
Bits<T> bitsOf(T value) {
  Bits<T> bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

template <typename T>
T fromBits(Bits<T> bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// The same value, sign of zero included; all NaNs are one.
template <typename T>
bool same(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) {
      return a != a && b != b;
    }
  }
  return bitsOf(a) == bitsOf(b);
}

/// Zeros, infinities, NaN, limits, values around powers of two, of ten and of pi.
template <typename T>
std::vector<T> specialValues();
extern template std::vector<float> specialValues();
extern template std::vector<double> specialValues();

/// Limits, small numbers and powers of two with their neighbours.
template <typename T>
std::vector<T> integerValues() {
  std::vector<T> values;
  for (int bit = 0; bit < int(sizeof(T) * 8); ++bit) {
    for (int delta = -2; delta <= 2; ++delta) {
      values.push_back(T((uint64_t(1) << bit) + uint64_t(int64_t(delta))));
      values.push_back(T(0 - ((uint64_t(1) << bit) + uint64_t(int64_t(delta)))));
    }
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 200; ++i) {
    values.push_back(T(random() >> (random() % 64)));
  }
  return values;
}

/// `count` numbers of any bit pattern, every second one within [-limit, limit] instead.
template <typename T>
std::vector<T> randomValues(std::size_t count, double limit, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> near_(-limit, limit);
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = i % 2 ? T(near_(random)) : fromBits<T>(Bits<T>(random()));
  }
  return values;
}

/// All pairs of two lists, appended to a and b.
template <typename A, typename B>
void cross(const std::vector<A> &left, const std::vector<B> &right, std::vector<A> &a,
           std::vector<B> &b) {
  for (const A &x : left) {
    for (const B &y : right) {
      a.push_back(x);
      b.push_back(y);
    }
  }
}

/// Cuts or pads lists to a multiple of all tested widths (48), repeating the first value.
template <typename T>
void pad(std::vector<T> &values) {
  while (values.size() % 48 != 0) {
    values.push_back(values.front());
  }
}

/// Calls a wrapper over whole lists.
template <typename R, typename A, typename B = A, typename C = A, typename R2 = R>
std::vector<R> call(const Wrapper &wrapper, const std::vector<A> &a, const std::vector<B> *b = {},
                    const std::vector<C> *c = {}, std::vector<R2> *second = {}) {
  std::vector<R> out(a.size());
  if (second) {
    second->resize(a.size());
  }
  wrapper.function(a.size() / wrapper.width, out.data(), second ? second->data() : nullptr,
                   a.data(), b ? b->data() : nullptr, c ? c->data() : nullptr);
  return out;
}

}  // namespace builtins_test
