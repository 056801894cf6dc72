// The errors of a program that only code generation reports
// ----------------------------------------------------------
// Finalize finds nearly all errors of a program. The kernel pipeline is the first to see these.
//
// * A kernel with barriers has an array of variable length.
// * A parameter has no place in the argument block.
// * A sub-group size is not supported.
// * There is more local memory than the device has.
//
// They depend on transformations of the pipeline, so this file only looks for programs with
// a chance of one. They are compiled at the build, and the pipeline decides.

#include "codegen/code_plan.h"

#include "codegen/step_options.h"
#include "frontend/build_options.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "mux/target_support/sub_groups.h"
#include "passes/barriers/split_barriers_pass.h"

namespace compiler {
namespace {

constexpr unsigned localSpace = 3;
constexpr unsigned genericSpace = 4;

/// Returns true if KernelParametersPass may refuse the parameter.
bool isUnusual(const llvm::Argument &parameter) {
  const llvm::Type *type = parameter.getType();
  if (type->isPointerTy()) {
    return type->getPointerAddressSpace() >= genericSpace ||
           (type->getPointerAddressSpace() == 0 && !parameter.hasByValAttr());
  }
  const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque ? opaque->getName() != "spirv.Sampler" && opaque->getName() != "spirv.Image" &&
                      opaque->getName() != "spirv.Pipe"
                : !type->isSized() || type->isIntegerTy(1);
}

/// Returns true if SubGroupsPass refuses the kernel's required sub-group size.
bool hasUnusualSubGroups(const llvm::Function &kernel) {
  const llvm::MDNode *node = kernel.getMetadata("intel_reqd_sub_group_size");
  if (!node) {
    return false;
  }
  const auto *number =
      node->getNumOperands() == 1
          ? llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(0))
          : nullptr;
  return !number || !llvm::is_contained(mux::requiredSubGroupSizes, number->getLimitedValue());
}

/// Returns the bytes of all variables in local memory, at most of one kernel's.
uint64_t localMemoryOf(const llvm::Module &module) {
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == localSpace) {
      bytes += module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue();
    }
  }
  return bytes;
}

/// Returns true if code generation may report an error of the program.
bool mayBeRefused(const llvm::Module &module, const DeviceProperties &device) {
  return localMemoryOf(module) > device.localMemorySize ||
         llvm::any_of(module, [](const llvm::Function &function) {
           return passes::hasDynamicVariables(function) ||
                  (passes::isKernel(function) &&
                   (hasUnusualSubGroups(function) || llvm::any_of(function.args(), isUnusual)));
         });
}

}  // namespace

CodePlan findCodePlan(const llvm::Module &module, bool areSeparable,
                      const frontend::BuildOptions &options, const DeviceProperties &device) {
  // The numbers of a bisection need one order of all steps.
  if (options.remarks || bisectsSteps(options) || mayBeRefused(module, device)) {
    return CodePlan::atBuild;
  }
  return areSeparable ? CodePlan::kernels : CodePlan::whole;
}

}  // namespace compiler
