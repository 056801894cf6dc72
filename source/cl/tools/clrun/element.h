// Converts values of OpenCL C's scalars and vectors from and to text, and measures their distance.
//
// Values are bytes in the device's order, which is this machine's for all devices of Kiln.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clrun {

/// A scalar type by kind and bits. Floating-point types come last (isFloat).
/// Letter and bits: signed integer, unsigned integer, floating point.
enum class Scalar : uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

/// Returns the size in bytes.
size_t sizeOf(Scalar scalar);
/// Tells if the type is half, float or double.
bool isFloat(Scalar scalar);

/// A scalar, or a vector of 2, 3, 4, 8 or 16 scalars.
struct Element {
  /// The type of each lane.
  Scalar scalar = Scalar::i32;
  /// 1 for a scalar.
  unsigned lanes = 1;

  /// Returns the scalars' places in memory: vectors of three take the room of four.
  unsigned slots() const { return lanes == 3 ? 4 : lanes; }
  /// Returns the size in memory, in bytes.
  size_t size() const { return sizeOf(scalar) * slots(); }
  bool operator==(const Element &) const = default;
};

/// Parses a type: "float4", "unsigned int", "size_t" (8 bytes), and so on. Nothing for others.
/// A qualifier or a pointer in front or behind makes the name unknown.
std::optional<Element> parseElement(std::string_view name);
/// Returns OpenCL C's name of the type.
/// parseElement accepts it.
std::string toString(Element element);

/// Converts a number in C's syntax, "nan" or "inf" to the bytes of a scalar. Returns false if it is
/// no number or does not fit.
bool parseScalar(Scalar scalar, std::string_view text, std::byte *out);
/// Converts a number, rounded for integers. Returns false if it does not fit.
/// `out` needs sizeOf(scalar) bytes, without alignment. Halves and floats may become infinite.
bool storeNumber(Scalar scalar, double number, std::byte *out);
/// Converts to a double. 64-bit integers lose their lowest bits.
double loadNumber(Scalar scalar, const std::byte *value);
/// Prints a scalar with enough digits to distinguish it from its neighbours.
std::string formatScalar(Scalar scalar, const std::byte *value);

/// Returns the distance of two floating-point numbers in units in the last place. NaNs equal each
/// other and are far from everything else. For integers, returns their difference.
uint64_t distance(Scalar scalar, const std::byte *a, const std::byte *b);

}  // namespace clrun
