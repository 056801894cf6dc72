// Looks symbols up in the embedded library. tools/make_index.py describes the layout of the blob:
// sorted entries for binary search, so that nothing is computed at start-up.
#include "builtins/library.h"

#include <cstdint>
#include <cstring>

namespace builtins {
namespace {

#include "units_table.inc"

struct Entry {
  uint32_t nameOffset;
  uint16_t nameLength;
  uint16_t unit;
};

Entry entryAt(std::size_t index) {
  Entry entry;
  std::memcpy(&entry, kiln_builtins_blob + entriesOffset + index * sizeof(Entry), sizeof(Entry));
  return entry;
}

std::string_view nameOf(const Entry &entry) {
  const std::byte *start = kiln_builtins_blob + namesOffset + entry.nameOffset;
  return {reinterpret_cast<const char *>(start), entry.nameLength};
}

}  // namespace

const Unit *findUnit(std::string_view symbol) {
  std::size_t first = 0;
  std::size_t count = symbolCount;
  while (count > 0) {
    const std::size_t half = count / 2;
    const Entry entry = entryAt(first + half);
    const int order = nameOf(entry).compare(symbol);
    if (order == 0) {
      return &unitTable[entry.unit];
    }
    if (order < 0) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return nullptr;
}

std::span<const Unit> units() {
  return unitTable;
}

std::span<const Header> headers() {
  return {};
}

}  // namespace builtins
