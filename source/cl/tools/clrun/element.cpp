// Each function is a generic lambda over the C++ type of the scalar, called by visit(). A new type
// needs a row in `names` and a case in visit().

#include "element.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

namespace clrun {
namespace {

/// Calls a function with a value of the scalar's type.
template <class Function>
auto visit(Scalar scalar, const Function &function) {
  switch (scalar) {
    case Scalar::i8:
      return function(int8_t());
    case Scalar::u8:
      return function(uint8_t());
    case Scalar::i16:
      return function(int16_t());
    case Scalar::u16:
      return function(uint16_t());
    case Scalar::i32:
      return function(int32_t());
    case Scalar::u32:
      return function(uint32_t());
    case Scalar::i64:
      return function(int64_t());
    case Scalar::u64:
      return function(uint64_t());
    case Scalar::f16:
      return function(_Float16());
    case Scalar::f32:
      return function(float());
    case Scalar::f64:
      break;
  }
  return function(double());
}

/// Reads a value from bytes without alignment.
template <class T>
T load(const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// A type's name in OpenCL C, as programs and clGetKernelArgInfo spell it.
struct Name {
  std::string_view text;
  Scalar scalar;
};
constexpr Name names[] = {
    {"char", Scalar::i8},          {"uchar", Scalar::u8},       {"short", Scalar::i16},
    {"ushort", Scalar::u16},       {"int", Scalar::i32},        {"uint", Scalar::u32},
    {"long", Scalar::i64},         {"ulong", Scalar::u64},      {"half", Scalar::f16},
    {"float", Scalar::f32},        {"double", Scalar::f64},     {"size_t", Scalar::u64},
    {"unsigned char", Scalar::u8}, {"signed char", Scalar::i8}, {"unsigned short", Scalar::u16},
    {"unsigned int", Scalar::u32}, {"unsigned", Scalar::u32},   {"unsigned long", Scalar::u64},
    {"intptr_t", Scalar::i64},     {"uintptr_t", Scalar::u64},  {"ptrdiff_t", Scalar::i64}};

/// Writes a value to bytes without alignment. Returns true, for use behind &&.
template <class T>
bool store(T value, std::byte *out) {
  std::memcpy(out, &value, sizeof value);
  return true;
}

/// Parses C's integer syntax, also hexadecimal, and checks the range. strtoull takes negative
/// numbers modulo 2^64, so the sign is checked apart.
template <class T>
bool parseInteger(const std::string &text, std::byte *out) {
  char *end = nullptr;
  errno = 0;
  if constexpr (std::is_signed_v<T>) {
    const long long value = std::strtoll(text.c_str(), &end, 0);
    return *end == '\0' && errno == 0 && value >= std::numeric_limits<T>::min() &&
           value <= std::numeric_limits<T>::max() && store(static_cast<T>(value), out);
  } else {
    const bool isNegative = text.find('-') != std::string::npos;
    const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
    return !isNegative && *end == '\0' && errno == 0 && value <= std::numeric_limits<T>::max() &&
           store(static_cast<T>(value), out);
  }
}

/// Returns the number of representable values between two numbers. The bits of a number of either
/// sign are mapped to an integer of the same order, so that neighbours differ by one and both zeros
/// are 0.
template <class T, class Bits>
uint64_t floatDistance(T a, T b) {
  const auto order = [](T value) {
    const auto bits = static_cast<int64_t>(std::bit_cast<Bits>(value));
    constexpr auto sign = static_cast<int64_t>(uint64_t{1} << (8 * sizeof(Bits) - 1));
    // The sign of 64 bits is the integer's own.
    const bool isNegative = (bits & sign) != 0;
    const int64_t magnitude = bits & ~sign;
    return isNegative ? -magnitude : magnitude;
  };
  const bool isNanA = a != a, isNanB = b != b;
  if (isNanA || isNanB) {
    return isNanA && isNanB ? 0 : std::numeric_limits<uint64_t>::max();
  }
  const int64_t x = order(a), y = order(b);
  return x > y ? static_cast<uint64_t>(x) - static_cast<uint64_t>(y)
               : static_cast<uint64_t>(y) - static_cast<uint64_t>(x);
}

}  // namespace

size_t sizeOf(Scalar scalar) {
  return visit(scalar, [](auto value) { return sizeof value; });
}

bool isFloat(Scalar scalar) {
  return scalar >= Scalar::f16;
}

// Takes the number of lanes off the end, then looks the scalar up.
std::optional<Element> parseElement(std::string_view name) {
  // Longer suffixes first: "char16" does not end with the lanes 6.
  Element element;
  for (unsigned lanes : {16U, 8U, 4U, 3U, 2U}) {
    const std::string suffix = std::to_string(lanes);
    if (name.ends_with(suffix)) {
      element.lanes = lanes;
      name.remove_suffix(suffix.size());
      break;
    }
  }
  const auto *found = std::ranges::find(names, name, &Name::text);
  if (found == std::end(names)) {
    return std::nullopt;
  }
  element.scalar = found->scalar;
  return element;
}

// The first row of a scalar in `names` is the usual spelling.
std::string toString(Element element) {
  const auto *name = std::ranges::find(names, element.scalar, &Name::scalar);
  return std::string(name->text) + (element.lanes > 1 ? std::to_string(element.lanes) : "");
}

// Accepts the suffix "f" of C's floats, but not in hexadecimal numbers, where f is a digit. strtod
// would skip blanks in front, so they are refused.
bool parseScalar(Scalar scalar, std::string_view word, std::byte *out) {
  std::string text(word);
  if (text.empty() || std::isspace(static_cast<unsigned char>(text[0]))) {
    return false;
  }
  return visit(scalar, [&](auto value) {
    using T = decltype(value);
    if constexpr (std::is_integral_v<T>) {
      return parseInteger<T>(text, out);
    } else {
      if (text.size() > 1 && text.ends_with("f") && !text.ends_with("inf") &&
          text.find_first_of("xX") == std::string::npos) {
        text.pop_back();
      }
      char *end = nullptr;
      const double number = std::strtod(text.c_str(), &end);
      return *end == '\0' && store(static_cast<T>(number), out);
    }
  });
}

// Compares with the successor of the largest value, because for 64 bits the largest value itself is
// no double.
bool storeNumber(Scalar scalar, double number, std::byte *out) {
  return visit(scalar, [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_integral_v<T>) {
      const double rounded = std::nearbyint(number);
      // The largest 64-bit value is no double, but its successor is.
      constexpr double end = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
      constexpr auto least = static_cast<double>(std::numeric_limits<T>::min());
      return rounded >= least && rounded < end && store(static_cast<T>(rounded), out);
    } else {
      return store(static_cast<T>(number), out);
    }
  });
}

double loadNumber(Scalar scalar, const std::byte *value) {
  return visit(scalar, [&](auto type) { return static_cast<double>(load<decltype(type)>(value)); });
}

// 5, 9 and 17 digits tell any two halves, floats or doubles apart.
std::string formatScalar(Scalar scalar, const std::byte *bytes) {
  return visit(scalar, [&](auto type) {
    using T = decltype(type);
    const T value = load<T>(bytes);
    if constexpr (std::is_integral_v<T>) {
      return std::to_string(value);
    } else {
      constexpr int digits = sizeof(T) == 2 ? 5 : sizeof(T) == 4 ? 9 : 17;
      char text[64];
      std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
      return std::string(text);
    }
  });
}

uint64_t distance(Scalar scalar, const std::byte *a, const std::byte *b) {
  return visit(scalar, [&](auto type) -> uint64_t {
    using T = decltype(type);
    const T x = load<T>(a), y = load<T>(b);
    if constexpr (std::is_integral_v<T>) {
      return x > y ? static_cast<uint64_t>(x) - static_cast<uint64_t>(y)
                   : static_cast<uint64_t>(y) - static_cast<uint64_t>(x);
    } else if constexpr (sizeof(T) == 2) {
      return floatDistance<T, uint16_t>(x, y);
    } else if constexpr (sizeof(T) == 4) {
      return floatDistance<T, uint32_t>(x, y);
    } else {
      return floatDistance<T, uint64_t>(x, y);
    }
  });
}

}  // namespace clrun
