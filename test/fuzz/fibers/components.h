// The meaning of the builtins for one component, as plainly as can be: integers are computed wide
// enough to avoid wrapping, floating point is IEEE 754's own operations. make_builtins.py makes the
// builtins of all types and widths of these.
#pragma once

namespace fibers {

template <typename T>
constexpr bool isFloat = __is_same(T, float) || __is_same(T, double);

template <typename T>
constexpr bool isSigned = static_cast<T>(-1) < static_cast<T>(0);

template <typename T, bool = isSigned<T>>
struct WideOf {
  using Type = __int128;
};
template <typename T>
struct WideOf<T, false> {
  using Type = unsigned __int128;
};
template <typename T>
using Wide = typename WideOf<T>::Type;

template <typename T>
constexpr int bitsOf = sizeof(T) * 8;

template <typename T>
constexpr Wide<T> lowest() {
  return isSigned<T> ? -(static_cast<Wide<T>>(1) << (bitsOf<T> - 1)) : 0;
}
template <typename T>
constexpr Wide<T> highest() {
  return (static_cast<Wide<T>>(1) << (bitsOf<T> - (isSigned<T> ? 1 : 0))) - 1;
}

template <typename T>
T clampTo(Wide<T> x) {
  return static_cast<T>(x < lowest<T>() ? lowest<T>() : x > highest<T>() ? highest<T>() : x);
}

template <typename T>
T addSat(T a, T b) {
  return clampTo<T>(static_cast<Wide<T>>(a) + b);
}
template <typename T>
T subSat(T a, T b) {
  return !isSigned<T> && a < b ? 0 : clampTo<T>(static_cast<Wide<T>>(a) - b);
}
template <typename T>
T halfSum(T a, T b, int round) {
  return static_cast<T>((static_cast<Wide<T>>(a) + b + round) >> 1);
}
template <typename T>
T mulHi(T a, T b) {
  return static_cast<T>((static_cast<Wide<T>>(a) * b) >> bitsOf<T>);
}
template <typename T>
T madHi(T a, T b, T c) {
  return static_cast<T>(static_cast<Wide<T>>(mulHi(a, b)) + c);
}
template <typename T>
T madSat(T a, T b, T c) {
  return clampTo<T>(static_cast<Wide<T>>(a) * b + c);
}
template <typename T>
T rotated(T a, T b) {
  const unsigned __int128 mask = (static_cast<unsigned __int128>(1) << bitsOf<T>)-1;
  const unsigned __int128 value = static_cast<unsigned __int128>(a) & mask;
  const int count = static_cast<int>(static_cast<unsigned long>(b) % bitsOf<T>);
  return static_cast<T>(value << count | value >> (bitsOf<T> - count));
}
template <typename T>
int countBits(T a) {
  int count = 0;
  for (int bit = 0; bit < bitsOf<T>; ++bit) {
    count += static_cast<int>(a >> bit & 1);
  }
  return count;
}
template <typename T>
int leadingZeros(T a) {
  int count = 0;
  while (count < bitsOf<T> && (a >> (bitsOf<T> - 1 - count) & 1) == 0) {
    ++count;
  }
  return count;
}
template <typename T>
int trailingZeros(T a) {
  int count = 0;
  while (count < bitsOf<T> && (a >> count & 1) == 0) {
    ++count;
  }
  return count;
}
template <typename U, typename T>
U distance(T a, T b) {
  return static_cast<U>(a < b ? static_cast<Wide<T>>(b) - a : static_cast<Wide<T>>(a) - b);
}
template <typename T>
T lesser(T a, T b) {
  return b < a ? b : a;
}
template <typename T>
T greater(T a, T b) {
  return a < b ? b : a;
}

enum class Rounding { nearest, zero, up, down };

/// A floating-point number's integral neighbour.
inline double integral(double x, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
      return __builtin_rint(x);
    case Rounding::zero:
      return __builtin_trunc(x);
    case Rounding::up:
      return __builtin_ceil(x);
    default:
      return __builtin_floor(x);
  }
}

/// To an integer, saturating; not-a-number becomes 0.
template <typename To>
To integerOf(double x, Rounding rounding) {
  if (x != x) {
    return 0;
  }
  const double whole = integral(x, rounding);
  const double limit = __builtin_ldexp(1.0, 100);
  return clampTo<To>(!isSigned<To> && whole < 0 ? 0
                     : whole > limit            ? highest<To>()
                     : whole < -limit           ? lowest<To>()
                                                : static_cast<Wide<To>>(whole));
}

/// An integer's magnitude as a number of `precision` bits, rounded as if it had the sign.
inline double roundedMagnitude(unsigned long m, bool negative, int precision, Rounding rounding) {
  const int bits = m == 0 ? 0 : 64 - __builtin_clzl(m);
  if (bits <= precision) {
    return static_cast<double>(m);
  }
  const int shift = bits - precision;
  const unsigned long low = m & ((1UL << shift) - 1);
  unsigned long high = m >> shift;
  const unsigned long half = 1UL << (shift - 1);
  const bool away = rounding == Rounding::nearest ? low > half || (low == half && (high & 1) != 0)
                    : rounding == Rounding::up    ? low != 0 && !negative
                    : rounding == Rounding::down  ? low != 0 && negative
                                                  : false;
  high += away ? 1 : 0;
  return __builtin_ldexp(static_cast<double>(high), shift);
}

template <typename To, typename From>
To floatOfInteger(From x, Rounding rounding) {
  const bool negative = x < 0;
  const unsigned long m =
      negative ? 0UL - static_cast<unsigned long>(x) : static_cast<unsigned long>(x);
  const double value = roundedMagnitude(m, negative, sizeof(To) == 4 ? 24 : 53, rounding);
  return static_cast<To>(negative ? -value : value);
}

inline float narrowed(double x, Rounding rounding) {
  const float nearest = static_cast<float>(x);
  const bool above = nearest > x;
  const bool below = nearest < x;
  const float inf = __builtin_inff();
  switch (rounding) {
    case Rounding::zero:
      return (x > 0 && above) || (x < 0 && below) ? __builtin_nextafterf(nearest, 0.0f) : nearest;
    case Rounding::up:
      return below ? __builtin_nextafterf(nearest, inf) : nearest;
    case Rounding::down:
      return above ? __builtin_nextafterf(nearest, -inf) : nearest;
    default:
      return nearest;
  }
}

template <typename To, typename From>
To converted(From x, bool saturate, Rounding rounding) {
  if constexpr (isFloat<From> && isFloat<To>) {
    return sizeof(To) < sizeof(From) ? static_cast<To>(narrowed(x, rounding)) : static_cast<To>(x);
  } else if constexpr (isFloat<From>) {
    return integerOf<To>(x, rounding);
  } else if constexpr (isFloat<To>) {
    return floatOfInteger<To>(x, rounding);
  } else if (saturate) {
    const __int128 wide = x;
    const auto low = static_cast<__int128>(lowest<To>());
    const auto high = static_cast<__int128>(highest<To>());
    return static_cast<To>(wide < low ? low : wide > high ? high : wide);
  } else {
    return static_cast<To>(x);
  }
}

template <typename T>
T roundHalfAway(T x) {
  const T whole = static_cast<T>(__builtin_trunc(static_cast<double>(x)));
  const T fraction = x - whole;
  return fraction >= static_cast<T>(0.5)    ? whole + 1
         : fraction <= static_cast<T>(-0.5) ? whole - 1
                                            : whole;
}

}  // namespace fibers
