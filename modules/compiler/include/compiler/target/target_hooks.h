// Plain data by which a target adds passes and bitcode builtins to the pipelines
// (doc/compiler-spec.md §7).
//
// A target overrides functions of BaseTarget to use them; the pipelines see this header's plain
// data only.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "llvm/IR/PassManager.h"

namespace compiler {

/// The places of a target's own passes in the kernel pipeline.
///
///   link builtins | workItems | barriers, vectoriser, loops | workGroups | optimise | optimized
///
/// A pass that needs the code of one work-item comes first: the vectoriser behind it then sees its
/// result. A pass for instructions of the device comes last, since LLVM would undo its patterns.
enum class PipelinePoint {
  /// Kernels are functions of one work-item: builtins are linked, barriers still there.
  workItems,
  /// Kernels run a whole work-group; nothing has been optimised yet.
  workGroups,
  /// All optimisation is done; next are the kernel table and code generation.
  optimized,
};

/// LLVM bitcode with functions for programs: the target's own variant of a __mux_* function, or a
/// builtin of an extension.
///
/// The triple is spir64 or spir, by the device's addresses. A definition here comes before Kiln's
/// own of the same name. Only functions needed by a program are linked.
struct BuiltinUnit {
  /// Name for error messages, and the bytes. Both live as long as the library.
  std::string_view name;
  std::span<const std::byte> bitcode;
};

namespace passes {

/// A target's extensions, as the pipelines take them. Refers to the target's data. Empty: no
/// target.
struct TargetHooks {
  /// The target's builtin units.
  /// Linked in front of Kiln's own.
  std::span<const BuiltinUnit> builtins;
  /// Appends the target's passes for a point of the kernel pipeline; may be null.
  std::function<void(PipelinePoint, llvm::ModulePassManager &)> extendPipeline;
  /// Masked accesses take longer than plain ones with all lanes active: the step
  /// "all-active-versioning" runs.
  bool hasSlowMasks = false;
};

}  // namespace passes
}  // namespace compiler
