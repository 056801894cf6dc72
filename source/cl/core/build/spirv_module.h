// Reads as much of a SPIR-V module as the runtime needs: validity of its framing and specialization
// constants.
//
// The driver reads constants for clSetProgramSpecializationConstant. That call comes before a
// build, when the compiler may not be loaded yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace cl {

/// The words of a module and its specialization constants. Immutable, thread-safe. The compiler
/// validates the rest of the module; here nothing but the framing is trusted.
class SpirvModule {
 public:
  /// Creates a module without words.
  SpirvModule() = default;

  /// Reads a module. Returns nothing unless the bytes are a SPIR-V header and whole instructions
  /// (SPIR-V 1.6 §2.3), in either byte order. Accepts any bytes.
  static std::optional<SpirvModule> read(std::span<const std::byte> bytes);

  /// Returns the words in this machine's byte order. They live as long as the module.
  std::span<const uint32_t> words() const { return words_; }
  /// Returns the size in bytes of a specialization constant's value, by its SpecId, if there is
  /// one. Booleans take a cl_uchar (CL 3.0 §5.8.3).
  std::optional<size_t> constantSize(uint32_t id) const;

 private:
  /// Walks over all instructions and collects constants. Returns false for an instruction beyond
  /// the end.
  bool readInstructions();

  /// The header and all instructions.
  std::vector<uint32_t> words_;
  /// Sizes in bytes by SpecId.
  std::map<uint32_t, size_t> constants_;
};

}  // namespace cl
