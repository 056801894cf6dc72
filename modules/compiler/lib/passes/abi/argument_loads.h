// Emits the loads of a kernel's arguments from the argument block of a launch.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// Reads all arguments of `kernel` at the builder's place, once for a range of work-groups. Returns
/// one value per parameter, in order, without the last parameter: it is the work-item context.
///
/// * The builder stands in the kernel's entry point. The first parameter there is the address of
///   the block, and kiln.parameters of the entry point describes the layout
///   (kernel_parameters_pass.h).
/// * `localMemory` is the address of the group's local memory, an i64. Local pointers are offsets
///   into it.
/// * Without a layout the values are poison. An error was reported where the layout was made.
///
/// The loads are invariant: nobody writes the block while kernels run.
llvm::SmallVector<llvm::Value *> loadArguments(llvm::IRBuilder<> &builder,
                                               const llvm::Function &kernel,
                                               llvm::Value *localMemory);

}  // namespace compiler::passes
