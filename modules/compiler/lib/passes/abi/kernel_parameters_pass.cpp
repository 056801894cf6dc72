#include "passes/abi/kernel_parameters_pass.h"

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"
#include "mux/image_data.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Vectors of what lies in local memory cross no line of a cache if SIMD groups' first elements do
/// not.
constexpr Align lineSize = Align::Constant<64>();

mux_parameter_t describePointer(const Argument &argument, const DataLayout &layout) {
  mux_parameter_t parameter = {0, 8, 0, 8};
  switch (argument.getType()->getPointerAddressSpace()) {
    case 1:
    case 2:
      parameter.kind = mux_parameter_buffer;
      break;
    case 3:
      parameter.kind = mux_parameter_local;
      parameter.alignment =
          static_cast<uint32_t>(std::max(argument.getParamAlign().valueOrOne(), lineSize).value());
      break;
    default:
      if (Type *type = argument.getParamByValType()) {
        parameter.kind = mux_parameter_value;
        Align natural = layout.getABITypeAlign(type);
        parameter.alignment =
            static_cast<uint32_t>(std::max(natural, argument.getParamAlign().valueOrOne()).value());
        parameter.size = layout.getTypeAllocSize(type);
      }
      break;
  }
  return parameter;
}

/// `offset` is not set. Kind 0 if nothing can be passed for it.
mux_parameter_t describe(const Argument &argument, const DataLayout &layout) {
  Type *type = argument.getType();
  if (type->isPointerTy()) {
    return describePointer(argument, layout);
  }
  if (auto *opaque = dyn_cast<TargetExtType>(type)) {
    if (opaque->getName() == "spirv.Sampler") {
      return {mux_parameter_sampler, 4, 0, 4};
    }
    if (opaque->getName() == "spirv.Image") {
      return {mux_parameter_image, 8, 0, sizeof(mux_image_data_t)};
    }
    if (opaque->getName() == "spirv.Pipe") {
      return {mux_parameter_buffer, 8, 0, 8};
    }
    return {};
  }
  if (!type->isSized() || type->isIntegerTy(1)) {
    return {};
  }
  uint32_t alignment = static_cast<uint32_t>(layout.getABITypeAlign(type).value());
  return {mux_parameter_value, alignment, 0, layout.getTypeAllocSize(type)};
}

void layOut(Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  SmallVector<uint64_t> values;
  uint64_t offset = 0;
  for (const Argument &argument : kernel.args()) {
    mux_parameter_t parameter = describe(argument, layout);
    if (parameter.kind == 0) {
      reportError(kernel, "parameter " + Twine(argument.getArgNo()) +
                              " has a type that kernels cannot take");
      return;
    }
    uint64_t blockAlignment = parameter.kind == mux_parameter_local ? 8 : parameter.alignment;
    offset = alignTo(offset, std::min<uint64_t>(blockAlignment, 128));
    values.append({parameter.kind, parameter.alignment, offset, parameter.size});
    offset += parameter.size;
  }
  setIntegerMetadata(kernel, parameterMetadata, values);
  setIntegerMetadata(kernel, argumentsSizeMetadata, {offset});
}

/// Nothing writes through `pointer` or keeps it.
bool isOnlyRead(const Value &pointer) {
  for (const Use &use : pointer.uses()) {
    const auto *user = cast<Instruction>(use.getUser());
    if (const auto *load = dyn_cast<LoadInst>(user)) {
      if (load->isVolatile()) {
        return false;
      }
    } else if (isa<GetElementPtrInst>(user)) {
      if (!isOnlyRead(*user)) {
        return false;
      }
    } else if (const auto *copy = dyn_cast<MemTransferInst>(user)) {
      if (copy->isVolatile() || &copy->getRawSourceUse() != &use) {
        return false;
      }
    } else {
      return false;
    }
  }
  return true;
}

void copyToPrivate(Function &kernel, Argument &argument, Type *type) {
  IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  const DataLayout &layout = kernel.getDataLayout();
  Align align = std::max(layout.getABITypeAlign(type), argument.getParamAlign().valueOrOne());
  AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".private");
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  builder.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
}

void passByPointer(Function &kernel, Argument &argument) {
  Type *type = argument.getParamByValType();
  if (!type) {
    return;
  }
  if (!isOnlyRead(argument)) {
    copyToPrivate(kernel, argument, type);
  }
  LLVMContext &context = kernel.getContext();
  argument.removeAttr(Attribute::ByVal);
  argument.addAttr(Attribute::getWithDereferenceableBytes(
      context, kernel.getDataLayout().getTypeAllocSize(type)));
  argument.addAttr(Attribute::get(context, Attribute::ReadOnly));
  argument.addAttr(Attribute::get(context, Attribute::NoAlias));
}

}  // namespace

PreservedAnalyses KernelParametersPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function *kernel : kernelsOf(module)) {
    layOut(*kernel);
    for (Argument &argument : kernel->args()) {
      passByPointer(*kernel, argument);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
