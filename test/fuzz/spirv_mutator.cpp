// libFuzzer's mutator for SPIR-V: it changes instructions, not bytes. So most outputs are still
// lists of instructions with valid references, and get as far as the translator. It knows results
// and types by the grammar. A word with a definition's number counts as a reference to this id; ids
// of the same type are preferred in its place.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>
#include <unordered_map>
#include <vector>

#include "binary/grammar.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maximumSize);

namespace {

using Words = std::vector<uint32_t>;
constexpr size_t headerSize = 5;
constexpr size_t boundPlace = 3;
constexpr uint32_t magic = 0x0723'0203;

/// Words of an instruction, its first word without the count.
struct Instruction {
  uint32_t opcode;
  Words words;  ///< all but the first

  const spirv_ll::OpcodeInfo *info() const { return spirv_ll::findOpcode(opcode); }
  bool hasType() const { return info() && info()->hasType && !words.empty(); }
  size_t idPlace() const { return info() && info()->hasType ? 1 : 0; }
  bool hasId() const { return info() && info()->hasId && words.size() > idPlace(); }
  uint32_t id() const { return hasId() ? words[idPlace()] : 0; }
  size_t prefix() const { return (hasType() ? 1u : 0u) + (hasId() ? 1u : 0u); }
};

class Module {
 public:
  Module(const uint8_t *data, size_t size, unsigned seed) : random_(seed) {
    Words words(size / sizeof(uint32_t));
    if (!words.empty()) {
      std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
    }
    isModule_ = words.size() > headerSize && words[0] == magic;
    if (!isModule_) {
      return;
    }
    header_.assign(words.begin(), words.begin() + headerSize);
    for (size_t i = headerSize; i < words.size();) {
      const size_t count = std::min<size_t>(words[i] >> 16, words.size() - i);
      if (count == 0) {
        break;
      }
      const auto begin = words.begin() + static_cast<ptrdiff_t>(i);
      all_.push_back({words[i] & 0xffff, Words(begin + 1, begin + static_cast<ptrdiff_t>(count))});
      i += count;
    }
    index();
  }

  bool isModule() const { return isModule_ && !all_.empty(); }

  void mutate() {
    const unsigned changes = 1 + below(4) * below(2);
    for (unsigned i = 0; i < changes && !all_.empty(); ++i) {
      change();
      index();
    }
  }

  /// Some of the other's instructions come in between, with ids of their own.
  void take(const Module &other) {
    const size_t first = below(other.all_.size());
    const size_t count = 1 + below(std::min<size_t>(16, other.all_.size() - first));
    std::unordered_map<uint32_t, uint32_t> renamed;
    size_t place = below(all_.size() + 1);
    for (size_t i = first; i < first + count; ++i) {
      Instruction instruction = other.all_[i];
      if (instruction.hasId()) {
        instruction.words[instruction.idPlace()] = renamed[instruction.id()] =
            header_[boundPlace]++;
      }
      for (size_t j = 0; j < instruction.words.size(); ++j) {
        uint32_t &word = instruction.words[j];
        const auto defined = other.opcodes_.find(word);
        if ((j == instruction.idPlace() && instruction.hasId()) ||
            defined == other.opcodes_.end()) {
          continue;
        }
        const auto known = renamed.find(word);
        word = known != renamed.end()            ? known->second
               : j == 0 && instruction.hasType() ? anyLike(defined->second)
               : opcodes_.contains(word)         ? word
                                                 : anyId();
      }
      all_.insert(all_.begin() + static_cast<ptrdiff_t>(place++), std::move(instruction));
    }
  }

  size_t write(uint8_t *data, size_t maximumSize) const {
    Words words = header_;
    for (const Instruction &each : all_) {
      if (each.words.size() + 1 > UINT16_MAX) {
        continue;
      }
      words.push_back(static_cast<uint32_t>((each.words.size() + 1) << 16) | each.opcode);
      words.insert(words.end(), each.words.begin(), each.words.end());
    }
    const size_t size = std::min(words.size() * sizeof(uint32_t), maximumSize & ~size_t{3});
    std::memcpy(data, words.data(), size);
    return size;
  }

 private:
  size_t below(size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  void index() {
    types_.clear();
    opcodes_.clear();
    ids_.clear();
    for (const Instruction &each : all_) {
      if (each.hasId()) {
        ids_.push_back(each.id());
        opcodes_[each.id()] = each.opcode;
        types_[each.id()] = each.hasType() ? each.words[0] : 0;
      }
    }
  }

  uint32_t anyId() {
    return ids_.empty() ? static_cast<uint32_t>(below(header_[boundPlace]))
                        : ids_[below(ids_.size())];
  }

  /// One with `wanted` true, if some tries find it.
  template <class Predicate>
  uint32_t anyWhich(const Predicate &wanted) {
    uint32_t id = anyId();
    for (int i = 0; i < 40 && !wanted(id); ++i) {
      id = anyId();
    }
    return id;
  }
  uint32_t anyLike(uint32_t opcode) {
    return anyWhich([&](uint32_t id) { return opcodes_[id] == opcode; });
  }
  /// A replacement for `id`: of its type, or a type if it is one.
  uint32_t another(uint32_t id) {
    if (below(4) == 0) {
      return anyId();
    }
    const uint32_t type = types_[id];
    return type == 0 ? below(2) == 0 ? anyLike(opcodes_[id])
                                     : anyWhich([&](uint32_t each) { return types_[each] == 0; })
                     : anyWhich([&](uint32_t each) { return types_[each] == type; });
  }

  Instruction &anyInstruction() { return all_[below(all_.size())]; }

  uint32_t changedLiteral(uint32_t word) {
    constexpr uint32_t values[] = {
        0,        1,        2,        3,           4,           7,           8,          16,
        31,       32,       64,       127,         128,         255,         1024,       65535,
        1u << 16, 1u << 20, 1u << 30, 0x7fff'ffff, 0x8000'0000, 0xffff'fffe, 0xffff'ffff};
    switch (below(4)) {
      case 0:
        return word ^ 1u << below(32);
      case 1:
        return values[below(std::size(values))];
      case 2:
        return word + static_cast<uint32_t>(below(9)) - 4;
      default:
        return static_cast<uint32_t>(below(48));
    }
  }

  void changeWord(Instruction &instruction) {
    if (instruction.words.empty()) {
      return;
    }
    uint32_t &word = instruction.words[below(instruction.words.size())];
    const bool isId = opcodes_.contains(word);
    word = isId && below(5) != 0 ? another(word) : changedLiteral(word);
  }

  /// Another opcode of the same form.
  void changeOpcode(Instruction &instruction) {
    const auto all = spirv_ll::allOpcodes();
    for (int i = 0; i < 50; ++i) {
      const spirv_ll::OpcodeInfo &other = all[below(all.size())];
      const auto *info = instruction.info();
      if (!info || (other.hasType == info->hasType && other.hasId == info->hasId &&
                    (below(8) == 0 || std::abs(static_cast<int>(other.opcode) -
                                               static_cast<int>(instruction.opcode)) < 16))) {
        instruction.opcode = other.opcode;
        return;
      }
    }
  }

  /// With the ids of others as operands.
  Instruction made() {
    const auto all = spirv_ll::allOpcodes();
    const spirv_ll::OpcodeInfo &info = all[below(all.size())];
    Instruction instruction{info.opcode, {}};
    if (info.hasType) {
      const uint32_t type = types_[anyWhich([&](uint32_t id) { return types_[id] != 0; })];
      instruction.words.push_back(type != 0 ? type : anyId());
    }
    if (info.hasId) {
      instruction.words.push_back(header_[boundPlace]++);
    }
    const size_t operands = below(6);
    for (size_t i = 0; i < operands; ++i) {
      instruction.words.push_back(below(4) == 0 ? static_cast<uint32_t>(below(8)) : anyId());
    }
    return instruction;
  }

  void insert(size_t place, Instruction instruction) {
    all_.insert(all_.begin() + static_cast<ptrdiff_t>(place), std::move(instruction));
  }

  /// Again, with a result of its own; others use it in the place of the old one.
  void repeat(size_t place) {
    Instruction copy = all_[place];
    if (copy.hasId()) {
      const uint32_t old = copy.id();
      const uint32_t fresh = header_[boundPlace]++;
      copy.words[copy.idPlace()] = fresh;
      const size_t user = place + 1 + below(all_.size() - place - 1);
      if (user < all_.size()) {
        std::ranges::replace(all_[user].words, old, fresh);
      }
      if (below(2) == 0) {
        changeWord(copy);
        copy.words[copy.idPlace()] = fresh;
      }
    }
    insert(place + 1, std::move(copy));
  }

  void move(size_t from) {
    Instruction instruction = std::move(all_[from]);
    all_.erase(all_.begin() + static_cast<ptrdiff_t>(from));
    const size_t nearby = from + below(9);
    const size_t to = below(4) == 0 ? below(all_.size() + 1) : nearby < 4 ? 0 : nearby - 4;
    insert(std::min(to, all_.size()), std::move(instruction));
  }

  void changeLength(Instruction &instruction) {
    if (below(2) == 0 && instruction.words.size() > instruction.prefix()) {
      instruction.words.pop_back();
    } else {
      instruction.words.push_back(below(2) == 0 ? anyId() : static_cast<uint32_t>(below(16)));
    }
  }

  /// All uses of it.
  void replaceId() {
    const uint32_t from = anyId();
    const uint32_t to = another(from);
    for (Instruction &each : all_) {
      for (size_t i = each.prefix(); i < each.words.size(); ++i) {
        each.words[i] = each.words[i] == from ? to : each.words[i];
      }
    }
  }

  void changeBytes(Instruction &instruction) {
    Words &words = instruction.words;
    if (!words.empty()) {
      LLVMFuzzerMutate(reinterpret_cast<uint8_t *>(words.data()), words.size() * sizeof(uint32_t),
                       words.size() * sizeof(uint32_t));
    }
  }

  void change() {
    const size_t place = below(all_.size());
    switch (below(16)) {
      case 0:
        return void(all_.erase(all_.begin() + static_cast<ptrdiff_t>(place)));
      case 1:
      case 2:
        return repeat(place);
      case 3:
        return move(place);
      case 4:
      case 5:
        return changeOpcode(all_[place]);
      case 6:
        return insert(place, made());
      case 7:
        return changeLength(all_[place]);
      case 8:
        return replaceId();
      case 9:
        return changeBytes(all_[place]);
      case 10: {
        Words &words = all_[place].words;
        if (words.size() > 1) {
          std::swap(words[below(words.size())], words[below(words.size())]);
        }
        return;
      }
      case 11:
        if (below(8) == 0) {
          uint32_t &word = header_[1 + below(headerSize - 1)];
          word = below(2) == 0 ? changedLiteral(word) : word ^ 1u << below(8);
        }
        return;
      default:
        return changeWord(anyInstruction());
    }
  }

  std::minstd_rand random_;
  bool isModule_ = false;
  Words header_;
  std::vector<Instruction> all_;
  std::vector<uint32_t> ids_;                       ///< of results
  std::unordered_map<uint32_t, uint32_t> opcodes_;  ///< of definitions
  std::unordered_map<uint32_t, uint32_t> types_;    ///< of values; 0 without a type
};

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maximumSize,
                                          unsigned seed) {
  Module module(data, size, seed);
  if (!module.isModule() || seed % 64 == 0) {
    return LLVMFuzzerMutate(data, size, maximumSize);
  }
  module.mutate();
  return module.write(data, maximumSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t firstSize,
                                            const uint8_t *second, size_t secondSize, uint8_t *out,
                                            size_t maximumSize, unsigned seed) {
  Module module(first, firstSize, seed);
  const Module other(second, secondSize, seed);
  if (!module.isModule() || !other.isModule()) {
    return 0;
  }
  module.take(other);
  return module.write(out, maximumSize);
}
