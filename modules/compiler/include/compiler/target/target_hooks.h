// Declares the extension points of the pipelines for a target (doc/compiler-spec.md, "What a
// target may add").
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "llvm/IR/PassManager.h"

namespace compiler {

/// Where a target's own passes run in the kernel pipeline.
enum class PipelinePoint {
  workItems,   ///< kernels speak for one work-item; builtins are linked, barriers still there
  workGroups,  ///< kernels run a whole work-group; nothing has been optimised yet
  optimized,   ///< all optimisation is done; next are the kernel table and code generation
};

/// LLVM bitcode (triple spir64 or spir, as the device's addresses) that defines functions for
/// programs: the target's own form of a __mux_* function, or a builtin of an extension. It
/// comes before Kiln's own definition of the same name; only what a program needs is linked.
struct BuiltinUnit {
  std::string_view name;
  std::span<const std::byte> bitcode;
};

namespace passes {

/// Refers to the target's data. Empty: no target.
struct TargetHooks {
  std::span<const BuiltinUnit> builtins;
  /// Appends the target's passes for a point of the kernel pipeline; may be null.
  std::function<void(PipelinePoint, llvm::ModulePassManager &)> extendPipeline;
  /// Masked accesses take longer than plain ones with all lanes active: the step
  /// "all-active-versioning" runs.
  bool hasSlowMasks = false;
};

}  // namespace passes
}  // namespace compiler
