// Puts a loop over work-groups around each kernel, in a function with the signature called by
// runtimes (mux_entry_point_t).
#pragma once

#include <array>
#include <cstdint>

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Turns each kernel for one work-group into an internal function `<kernel>.group`. A new function
/// of the kernel's name loops over the work-groups [first, last) and calls it for each.
///
/// * Expects: a kernel runs one work-group, takes the work-item context as its last parameter
///   (WorkItemContextPass), and has kiln.parameters, kiln.arguments_size and, if it needs a frame,
///   kiln.frame.
/// * Afterwards: kernels are entry points with the parameters (arguments, schedule, first, last).
///   The loop over groups carries the property of row loops (loop_marks.h).
/// * Kernels with "kiln-merge-groups" run a row of groups as one group; so do kernels with
///   "kiln-merge-single-groups" at a local size of 1 along x.
/// * Writes kiln.specialized_local_size and kiln.flags, the latter from the attributes
///   "uniform-work-group-size", "kiln-flush-denorms", "kiln-zero-local" and "kiln-zero-private".
///   All metadata of the kernel moves to the entry point.
/// * Diagnoses nothing. If KernelParametersPass rejected a parameter, arguments are poison.
class EntryPointsPass : public llvm::PassInfoMixin<EntryPointsPass> {
 public:
  /// `maxWorkGroupSize` bounds the local sizes in each dimension, 0 if unknown. `localSize` is the
  /// only local size of all launches (specialisation), or zeros. Either becomes range metadata or
  /// constants in the code, and therefore has to hold for each launch.
  explicit EntryPointsPass(uint64_t maxWorkGroupSize = 0, std::array<uint64_t, 3> localSize = {})
      : maxWorkGroupSize_(maxWorkGroupSize), localSize_(localSize) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  uint64_t maxWorkGroupSize_;
  std::array<uint64_t, 3> localSize_;
};

}  // namespace compiler::passes
