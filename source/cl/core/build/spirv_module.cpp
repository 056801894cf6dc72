#include "core/build/spirv_module.h"

#include <bit>
#include <cstring>

namespace cl {
namespace {

constexpr uint32_t magic = 0x07230203;
constexpr size_t headerWords = 5;
constexpr uint32_t decorationSpecId = 1;

enum Opcode : uint32_t {
  opTypeInt = 21,
  opTypeFloat = 22,
  opSpecConstantTrue = 48,
  opSpecConstantFalse = 49,
  opSpecConstant = 50,
  opDecorate = 71,
};

/// Maps ids to their meaning, as far as instructions have given one.
struct Ids {
  std::map<uint32_t, uint32_t> specIds;  ///< SpecId by the id it decorates
  std::map<uint32_t, size_t> typeSizes;  ///< bytes by the id of a number's type
  std::map<uint32_t, size_t> constants;  ///< bytes by the id of a specialization constant
};

/// Records the meaning that one instruction gives to an id. `words` is the whole instruction; its
/// first word holds opcode and length.
void note(std::span<const uint32_t> words, Ids &ids) {
  switch (words[0] & 0xffff) {
    case opTypeInt:
    case opTypeFloat:
      if (words.size() >= 3) {
        // Odd widths take the bytes of the next power of two.
        ids.typeSizes[words[1]] = std::bit_ceil((size_t{words[2]} + 7) / 8);
      }
      break;
    case opSpecConstantTrue:
    case opSpecConstantFalse:
      if (words.size() >= 3) {
        ids.constants[words[2]] = 1;
      }
      break;
    case opSpecConstant:
      if (auto type = words.size() >= 3 ? ids.typeSizes.find(words[1]) : ids.typeSizes.end();
          type != ids.typeSizes.end()) {
        ids.constants[words[2]] = type->second;
      }
      break;
    case opDecorate:
      if (words.size() >= 4 && words[2] == decorationSpecId) {
        ids.specIds[words[1]] = words[3];
      }
      break;
    default:
      break;
  }
}

}  // namespace

std::optional<SpirvModule> SpirvModule::read(std::span<const std::byte> bytes) {
  SpirvModule module;
  if (bytes.size() % sizeof(uint32_t) != 0 || bytes.size() < headerWords * sizeof(uint32_t)) {
    return std::nullopt;
  }
  module.words_.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(module.words_.data(), bytes.data(), bytes.size());
  if (module.words_[0] == __builtin_bswap32(magic)) {
    for (uint32_t &word : module.words_) {
      word = __builtin_bswap32(word);
    }
  }
  if (module.words_[0] != magic || !module.readInstructions()) {
    return std::nullopt;
  }
  return module;
}

bool SpirvModule::readInstructions() {
  Ids ids;
  std::span<const uint32_t> rest = std::span(words_).subspan(headerWords);
  while (!rest.empty()) {
    const size_t length = rest[0] >> 16;
    if (length == 0 || length > rest.size()) {
      return false;
    }
    note(rest.first(length), ids);
    rest = rest.subspan(length);
  }
  for (const auto &[id, specId] : ids.specIds) {
    if (auto constant = ids.constants.find(id); constant != ids.constants.end()) {
      constants_[specId] = constant->second;
    }
  }
  return true;
}

std::optional<size_t> SpirvModule::constantSize(uint32_t id) const {
  const auto found = constants_.find(id);
  return found == constants_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace cl
