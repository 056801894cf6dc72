// What the runtime itself reads of a SPIR-V module: whether it is one, and its specialization
// constants. Everything else is the compiler's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace cl {

class SpirvModule {
 public:
  SpirvModule() = default;

  /// Empty unless the bytes are a SPIR-V header and whole instructions after it (SPIR-V 2.3),
  /// in either byte order. Any bytes may be passed.
  static std::optional<SpirvModule> read(std::span<const std::byte> bytes);

  /// In this machine's byte order.
  std::span<const uint32_t> words() const { return words_; }
  /// Bytes of the value that a specialization constant takes, by its SpecId; none if there is
  /// no such constant. A boolean one takes a cl_uchar.
  std::optional<size_t> constantSize(uint32_t id) const;

 private:
  bool readInstructions();

  std::vector<uint32_t> words_;
  std::map<uint32_t, size_t> constants_;  ///< size by SpecId
};

}  // namespace cl
