// Argument blocks
// ---------------
// A host passes arguments as one block of bytes, not in registers: block and entry point then look
// alike on each target, and a launch may be recorded and repeated. For
//
//   kernel void k(global int *a, char c, local float *l, struct S s)   // sizeof(S) = 12
//
//     offset  0: address of a, 8 bytes        mux_parameter_buffer
//     offset  8: c, 1 byte                    mux_parameter_value
//     offset 16: offset of l in local memory  mux_parameter_local, alignment of its target 64
//     offset 24: s, 12 bytes, in place        mux_parameter_value
//
// this pass only assigns the offsets. EntryPointsPass emits the loads, since the parameters of a
// kernel stay in use by all passes between the two.
//
// A structure by value (byval) is private memory of each work-item to OpenCL C. One copy in the
// block serves all work-items as long as nobody writes to it. So the pass looks for uses other than
// loads and reads by copies (isOnlyRead), and makes a private copy only if it finds one.
//
// Offsets of local blocks and addresses take 8 bytes on 32-bit targets as well. No alignment in the
// block exceeds 128 bytes, the alignment of the block itself.

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

// A cache line. Local blocks are aligned to it: then no vector of elements crosses a line, if the
// first element of a SIMD group is aligned to the vector.
constexpr Align lineSize = Align::Constant<64>();

// Describes a pointer by its address space: 1 and 2 are buffers, 3 is local memory, and a private
// pointer is a structure by value. Kind 0 if it is none of them.
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

// Describes any parameter; `offset` is left at 0. The kind is 0 if no host can pass such a type.
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

// Assigns offsets to all parameters of a kernel and records them. Reports the first parameter
// without a representation, and records nothing in this case.
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
  setProperties(kernel, parameterProperties, values);
  setProperties(kernel, argumentsSizeProperties, {offset});
}

// Returns true if all uses of the pointer are reads, directly or through GEPs. A call, a store of
// the address or a volatile access counts as a write.
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

// Replaces the parameter by an alloca with a copy of the structure, made at the kernel's entry.
void copyToPrivate(Function &kernel, Argument &argument, Type *type) {
  IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  const DataLayout &layout = kernel.getDataLayout();
  Align align = std::max(layout.getABITypeAlign(type), argument.getParamAlign().valueOrOne());
  AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".private");
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  builder.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
}

// Replaces byval by the attributes of a pointer into a constant block.
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
