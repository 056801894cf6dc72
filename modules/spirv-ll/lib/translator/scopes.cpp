// Converts scopes and memory semantics by tables of pairs; constants fold at once.
#include "translator/scopes.h"

#include <algorithm>

#include "binary/grammar.h"

namespace spirv_ll {
namespace {

constexpr uint32_t acquire = 0x2;
constexpr uint32_t release = 0x4;
constexpr uint32_t acquireRelease = 0x8;
constexpr uint32_t sequentiallyConsistent = 0x10;

using llvm::Value;

/// Null, and an error, if it is not 32 bits wide.
Value *readWord(Translator &translator, uint32_t id) {
  Value *value = translator.value(id);
  if (value->getType()->isIntegerTy(32)) {
    return value;
  }
  translator.fail("a scope or memory semantics is not an integer of 32 bits", Error::Kind::invalid);
  return translator.builder().getInt32(0);
}

struct Choice {
  uint32_t key;
  uint32_t result;
};

/// The result of the first choice whose key `matches` the value; folds for a constant.
template <class Matches>
Value *choose(llvm::IRBuilder<> &builder, std::initializer_list<Choice> choices, uint32_t otherwise,
              Matches matches) {
  Value *result = builder.getInt32(otherwise);
  for (const Choice *choice = choices.end(); choice != choices.begin();) {
    --choice;
    result = builder.CreateSelect(matches(choice->key), builder.getInt32(choice->result), result);
  }
  return result;
}

}  // namespace

std::optional<spv::Scope> executionScope(Translator &translator, uint32_t scopeId,
                                         std::initializer_list<spv::Scope> permitted) {
  const auto scope = translator.integer(scopeId);
  if (!scope) {
    translator.fail("a scope of execution that is not constant is not supported");
    return std::nullopt;
  }
  if (std::ranges::find(permitted, static_cast<spv::Scope>(*scope)) != permitted.end()) {
    return static_cast<spv::Scope>(*scope);
  }
  std::string names;
  for (const spv::Scope each : permitted) {
    names += (names.empty() ? "" : " or ") +
             enumerantName(EnumerantKind::Scope, static_cast<uint32_t>(each));
  }
  translator.fail("another scope than " + names + " is not supported");
  return std::nullopt;
}

llvm::AtomicOrdering orderingOf(Translator &translator, uint32_t semanticsId) {
  const auto bits = translator.integer(semanticsId).value_or(sequentiallyConsistent);
  if (bits & sequentiallyConsistent) {
    return llvm::AtomicOrdering::SequentiallyConsistent;
  }
  if ((bits & acquireRelease) || ((bits & acquire) && (bits & release))) {
    return llvm::AtomicOrdering::AcquireRelease;
  }
  return bits & acquire   ? llvm::AtomicOrdering::Acquire
         : bits & release ? llvm::AtomicOrdering::Release
                          : llvm::AtomicOrdering::Monotonic;
}

// OpenCL C: work-item 0, work-group 1, device 2, all devices 3, sub-group 4.
Value *openclScope(Translator &translator, uint32_t scopeId) {
  Value *scope = readWord(translator, scopeId);
  llvm::IRBuilder<> &builder = translator.builder();
  return choose(builder, {{1, 2}, {2, 1}, {3, 4}, {4, 0}}, 3,
                [&](uint32_t key) { return builder.CreateICmpEQ(scope, builder.getInt32(key)); });
}

// OpenCL C: local 1, global 2, images 4.
Value *openclFenceFlags(Translator &translator, uint32_t semanticsId) {
  Value *semantics = readWord(translator, semanticsId);
  llvm::IRBuilder<> &builder = translator.builder();
  Value *memories = builder.CreateAnd(builder.CreateLShr(semantics, 8), 3);
  // Memory of the classes Uniform, StorageBuffer and PhysicalStorageBuffer (bit 6) is global.
  Value *buffers = builder.CreateAnd(builder.CreateLShr(semantics, 5), 2);
  Value *images = builder.CreateAnd(builder.CreateLShr(semantics, 9), 4);
  return builder.CreateOr(builder.CreateOr(memories, buffers), images);
}

// OpenCL C: relaxed 0, acquire 2, release 3, both 4, sequentially consistent 5.
Value *openclOrder(Translator &translator, uint32_t semanticsId) {
  Value *semantics = readWord(translator, semanticsId);
  llvm::IRBuilder<> &builder = translator.builder();
  return choose(
      builder, {{sequentiallyConsistent, 5}, {acquireRelease, 4}, {acquire, 2}, {release, 3}}, 0,
      [&](uint32_t key) {
        return builder.CreateICmpNE(builder.CreateAnd(semantics, key), builder.getInt32(0));
      });
}

}  // namespace spirv_ll
