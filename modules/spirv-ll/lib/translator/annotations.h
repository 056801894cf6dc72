// The names and decorations of a module's ids, and the texts of its OpString.
//
// Annotations precede their targets (SPIR-V 1.6 §2.4). So they are stored here, and the handler of
// a target asks for them when it makes the type, the value or the function.
//
// For example, the handler of %x finds three things about it here:
//
//   OpName %x "count"                          name(%x) is "count"
//   OpDecorate %x Alignment 16                 find(%x, Alignment) has the operand 16
//   OpDecorate %x LinkageAttributes "count" Export
//                                              linkage(%x) is {"count", Export}
//
// The names of OpName are for people only. LLVM's values get them, so that remarks, dumps and
// debuggers show the words of the source.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binary/binary.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace spirv_ll {

/// A decoration of an id (SPIR-V 1.6 §3.20), with the operands behind its kind.
/// The operands refer to the words of the module; they are valid as long as these.
struct Decoration {
  spv::Decoration kind;
  std::span<const uint32_t> operands;
};

/// The operands of the decoration LinkageAttributes.
struct Linkage {
  std::string name;
  spv::LinkageType type;
};

/// See the top of the file. Results are valid until the next call that adds something.
class Annotations {
 public:
  /// Stores an OpName; a second one of an id replaces the first. The name may be any text, also one
  /// that no symbol can have (translator/symbols.h).
  void setName(uint32_t id, std::string name) { names_[id] = std::move(name); }
  /// The OpName of an id; empty without one.
  llvm::StringRef name(uint32_t id) const;

  /// Adds a decoration to an id, in the order of the module.
  /// A name in LinkageAttributes is public from here on.
  void decorate(uint32_t id, Decoration decoration);
  /// All decorations of an id.
  llvm::ArrayRef<Decoration> decorations(uint32_t id) const;
  /// The first decoration of a kind, or null.
  const Decoration *find(uint32_t id, spv::Decoration kind) const;
  /// True if an id has a decoration of this kind; for kinds without operands.
  bool has(uint32_t id, spv::Decoration kind) const { return find(id, kind) != nullptr; }
  /// The linkage of a function or variable; empty for internal ones. Malformed operands count as
  /// none.
  std::optional<Linkage> linkage(uint32_t id) const;
  /// True if some LinkageAttributes has this name. An internal function must not take it.
  bool isLinkageName(llvm::StringRef name) const { return linkageNames_.contains(name); }

  /// Marks a member of a structure type as Volatile. Access chains pass the decoration on to the
  /// pointers they make.
  void markVolatile(uint32_t structure, uint32_t member) {
    volatileMembers_.insert({structure, member});
  }
  /// True if this member of the structure type is marked.
  bool isVolatile(uint32_t structure, uint32_t member) const {
    return volatileMembers_.contains({structure, member});
  }

  /// Adds the text of an OpString.
  void addString(std::string text) { strings_.push_back(std::move(text)); }
  /// The texts of all OpString, in the module's order. The Khronos translator hides the source
  /// types of kernels' arguments in them (module/kernels.cpp).
  llvm::ArrayRef<std::string> strings() const { return strings_; }

 private:
  // Keys are ids; a member is a structure's id and the member's number.
  llvm::DenseMap<uint32_t, std::string> names_;
  llvm::DenseMap<uint32_t, llvm::SmallVector<Decoration>> decorations_;
  llvm::StringSet<> linkageNames_;
  llvm::DenseSet<std::pair<uint32_t, uint32_t>> volatileMembers_;
  std::vector<std::string> strings_;
};

}  // namespace spirv_ll
