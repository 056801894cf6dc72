// The capabilities of a module with those that they imply.
//
// BFloat16CooperativeMatrixKHR, for example, implies BFloat16TypeKHR and CooperativeMatrixKHR, so a
// module with it needs to declare neither. SPIRV-Tools knows this for the capabilities of its own
// grammar alone; the checks of newer instructions ask here.
#pragma once

#include <set>
#include <span>
#include <string_view>

#include "binary/binary.h"

namespace spirv_ll {

/// A declared capability declares the ones it implies (SPIR-V 1.6 §3.31), to any depth. An object
/// is filled once, and then constant. Names are those of the grammar: the packaged one's, where it
/// has the capability, else those of newer.txt.
class DeclaredCapabilities {
 public:
  DeclaredCapabilities() = default;
  /// Declares the capabilities of a whole module. They stand in front of all else (SPIR-V 1.6
  /// §2.4); a misplaced one is not declared.
  explicit DeclaredCapabilities(std::span<const Instruction> instructions);

  /// True for a declared or implied capability.
  bool has(std::string_view name) const { return names_.contains(name); }
  /// True if the module has one capability of a list with spaces between the names. True for an
  /// empty list, too: an instruction without capabilities needs none.
  bool hasOneOf(std::string_view list) const;

 private:
  /// Adds a capability by its name, and those it implies. An unknown name is ignored.
  void declare(std::string_view name);

  std::set<std::string_view> names_;
};

}  // namespace spirv_ll
