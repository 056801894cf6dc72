// The types of OpenCL C's scalars and vectors, their values as text, and how far values are apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clrun {

enum class Scalar : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

size_t sizeOf(Scalar scalar);
bool isFloat(Scalar scalar);

/// A scalar or a vector of 2, 3, 4, 8 or 16.
struct Element {
  Scalar scalar = Scalar::i32;
  unsigned lanes = 1;

  /// In memory: vectors of three take the room of four.
  unsigned slots() const { return lanes == 3 ? 4 : lanes; }
  size_t size() const { return sizeOf(scalar) * slots(); }
  bool operator==(const Element &) const = default;
};

/// "float4", "unsigned int", "size_t" (of 8 bytes), ... nothing for all other types.
std::optional<Element> parseElement(std::string_view name);
std::string toString(Element element);

/// A number as C writes it, also "nan" and "inf", to the bytes of a scalar. False if it is no
/// number or does not fit.
bool parseScalar(Scalar scalar, std::string_view text, std::byte *out);
/// A number, rounded to an integer if that is what the scalar is. False if it does not fit.
bool storeNumber(Scalar scalar, double number, std::byte *out);
double loadNumber(Scalar scalar, const std::byte *value);
/// With all digits that tell it from its neighbours.
std::string formatScalar(Scalar scalar, const std::byte *value);

/// Units in the last place between two numbers of floating point, with zeros and infinities where
/// they lie, NaNs equal and far from all else; the difference of integers.
uint64_t distance(Scalar scalar, const std::byte *a, const std::byte *b);

}  // namespace clrun
