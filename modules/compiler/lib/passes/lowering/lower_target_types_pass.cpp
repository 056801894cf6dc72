//   %d = call ptr addrspace(2) @__mux_image_data(target("spirv.Image", …) %image);
//   %w = load i32, ptr addrspace(2) %d
//   =>
//   %w = load i32, ptr addrspace(2) %image, !invariant.load !{}
//
// After replaceTypes() argument and result of a conversion have the same type, so the call is
// folded to its argument.

#include "passes/lowering/lower_target_types_pass.h"

#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "passes/lowering/type_replacement.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;

// The replacement of opaque types; types not of SPIR-V stay.
class TypeLowering : public TypeReplacement {
  Type *replace(Type *type) override {
    const auto *opaque = dyn_cast<TargetExtType>(type);
    if (!opaque || !opaque->getName().starts_with("spirv.")) {
      return type;
    }
    LLVMContext &context = type->getContext();
    if (opaque->getName() == "spirv.Sampler") {
      return Type::getInt32Ty(context);
    }
    if (opaque->getName() == "spirv.ReserveId") {
      return Type::getInt64Ty(context);
    }
    if (opaque->getName() == "spirv.Pipe") {
      return PointerType::get(context, globalSpace);
    }
    return PointerType::get(context, opaque->getName() == "spirv.Image" ? constantSpace : 0);
  }
};

// Returns true if any function has an opaque type in its signature, an operand, a result or a
// variable.
bool usesTargetTypes(const Module &module) {
  auto isTarget = [](const Type *type) { return type->isTargetExtTy(); };
  auto holdsTarget = [&](const Type *type) {
    return isTarget(type) || (!type->isSingleValueType() && any_of(type->subtypes(), isTarget));
  };
  for (const Function &function : module) {
    if (holdsTarget(function.getFunctionType())) {
      return true;
    }
    for (const Instruction &instruction : instructions(function)) {
      const auto *slot = dyn_cast<AllocaInst>(&instruction);
      if (holdsTarget(instruction.getType()) || (slot && holdsTarget(slot->getAllocatedType())) ||
          any_of(instruction.operand_values(),
                 [&](const Value *value) { return isTarget(value->getType()); })) {
        return true;
      }
    }
  }
  return false;
}

// Marks loads through the pointer: the launch's image descriptors never change, whatever is written
// through other pointers.
void markInvariant(Value &address) {
  for (User *user : address.users()) {
    if (isa<GetElementPtrInst>(user)) {
      markInvariant(*user);
    } else if (auto *load = dyn_cast<LoadInst>(user)) {
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
    }
  }
}

// Returns true if the function converts between an opaque value and its representation, other than
// images.
bool isConversion(StringRef name) {
  return name == muxSamplerWord || name == muxSampler || name == muxPipeDataRead ||
         name == muxPipeDataWrite || name == muxPipeRead || name == muxPipeWrite ||
         name == muxReserveWord || name == muxReserveId;
}

// Replaces calls of conversions by their argument.
void foldConversions(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const bool isImage = function.getName().contains(muxImageData);
    if (!function.isDeclaration() || !(isImage || isConversion(function.getName()))) {
      continue;
    }
    for (CallInst *call : directCalls(function)) {
      if (call->arg_size() != 1 || call->getArgOperand(0)->getType() != call->getType()) {
        continue;
      }
      if (isImage) {
        markInvariant(*call);
      }
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    if (function.use_empty()) {
      function.eraseFromParent();
    }
  }
}

}  // namespace

PreservedAnalyses LowerTargetTypesPass::run(Module &module, ModuleAnalysisManager &) {
  if (!usesTargetTypes(module)) {
    return PreservedAnalyses::all();
  }
  TypeLowering lowering;
  replaceTypes(module, lowering);
  foldConversions(module);
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
