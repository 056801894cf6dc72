#include "passes/abi/emit_kernel_table_pass.h"

#include "ir/diagnostics.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "mux/abi.h"
#include "mux/target_support/note.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr char printfStrings[] = "kiln.printf.strings";

uint64_t firstInteger(const Function &kernel, StringRef name) {
  SmallVector<uint64_t> values = integerMetadata(kernel, name);
  return values.empty() ? 0 : values.front();
}

void describeSizes(const Function &kernel, mux_kernel_descriptor_t &descriptor) {
  FrameLayout frame = frameOf(kernel);
  descriptor.frame_fixed_size = frame.fixedSize;
  descriptor.frame_item_size = frame.itemSize;
  descriptor.frame_item_multiple = static_cast<uint32_t>(frame.itemMultiple);
  descriptor.frame_alignment = static_cast<uint32_t>(frame.alignment);
  descriptor.local_size = firstInteger(kernel, localSizeMetadata);
  descriptor.private_size = firstInteger(kernel, privateSizeMetadata);
  descriptor.sub_group_size = static_cast<uint32_t>(firstInteger(kernel, subGroupMetadata));
  SmallVector<uint64_t> specialized = integerMetadata(kernel, specializedMetadata);
  copy(specialized, descriptor.specialized_local_size);
  if (const MDNode *node = kernel.getMetadata("reqd_work_group_size")) {
    for (unsigned dimension = 0; dimension < std::min(node->getNumOperands(), 3u); ++dimension) {
      descriptor.required_local_size[dimension] =
          mdconst::extract<ConstantInt>(node->getOperand(dimension))->getZExtValue();
    }
  }
}

/// What all of the kernel was vectorised to, if it was.
void describeVectors(const Function &kernel, mux_kernel_descriptor_t &descriptor) {
  SmallVector<uint64_t> values = integerMetadata(kernel, vectorMetadata);
  descriptor.vector_width = values.size() == 2 ? static_cast<uint32_t>(values[0]) : 1;
  descriptor.vector_dimension = values.size() == 2 ? static_cast<uint32_t>(values[1]) : 0;
  descriptor.preferred_multiple = descriptor.vector_width;
}

mux::KernelRecord describe(const Function &kernel) {
  mux::KernelRecord record;
  record.name = kernel.hasFnAttribute(kernelNameAttribute)
                    ? kernel.getFnAttribute(kernelNameAttribute).getValueAsString().str()
                    : kernel.getName().str();
  SmallVector<uint64_t> values = integerMetadata(kernel, parameterMetadata);
  for (size_t first = 0; first + 4 <= values.size(); first += 4) {
    record.parameters.push_back({static_cast<uint32_t>(values[first]),
                                 static_cast<uint32_t>(values[first + 1]), values[first + 2],
                                 values[first + 3]});
  }
  record.descriptor.arguments_size = firstInteger(kernel, argumentsSizeMetadata);
  record.descriptor.flags = static_cast<uint32_t>(firstInteger(kernel, flagMetadata));
  describeVectors(kernel, record.descriptor);
  describeSizes(kernel, record.descriptor);
  return record;
}

/// 8 bytes, little-endian; no relocation widens a 32-bit address.
Constant *tableEntry(Function &kernel, IRBuilder<> &builder) {
  if (kernel.getDataLayout().getPointerSize() == 8) {
    return &kernel;
  }
  return ConstantStruct::getAnon({&kernel, builder.getInt32(0)});
}

void emitTable(Module &module, ArrayRef<Function *> kernels) {
  IRBuilder<> builder(module.getContext());
  SmallVector<Constant *> addresses;
  for (Function *kernel : kernels) {
    addresses.push_back(tableEntry(*kernel, builder));
  }
  Type *entryType = addresses.empty() ? builder.getPtrTy() : addresses.front()->getType();
  Constant *entries = ConstantArray::get(ArrayType::get(entryType, addresses.size()), addresses);
  Constant *table = ConstantStruct::getAnon(
      {builder.getInt32(MUX_ABI_VERSION), builder.getInt32(addresses.size()), entries});
  auto *variable = new GlobalVariable(module, table->getType(), /*isConstant=*/true,
                                      GlobalValue::ExternalLinkage, table, MUX_KERNEL_TABLE_SYMBOL);
  variable->setAlignment(Align(8));
  // The linker keeps it anyway. What it is told to retain, machines remember by its address, from
  // one module to the next.
  appendToCompilerUsed(module, {variable});
}

void emitProgramMetadata(Module &module, const mux::BinaryNote &metadata) {
  std::vector<std::byte> bytes = mux::writeNote(metadata);
  StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  Constant *data = ConstantDataArray::getString(module.getContext(), text, /*AddNull=*/false);
  auto *variable = new GlobalVariable(module, data->getType(), /*isConstant=*/true,
                                      GlobalValue::InternalLinkage, data, programMetadataVariable);
  variable->setSection(mux::noteSection);
  variable->setAlignment(Align(8));
  appendToCompilerUsed(module, {variable});
}

std::vector<std::string> extractStrings(Module &module) {
  std::vector<std::string> strings;
  NamedMDNode *list = module.getNamedMetadata(printfStrings);
  if (!list) {
    return strings;
  }
  for (const MDNode *entry : list->operands()) {
    const MDString *text =
        entry->getNumOperands() > 0 ? dyn_cast<MDString>(entry->getOperand(0)) : nullptr;
    strings.push_back(text ? text->getString().str() : "");
  }
  list->eraseFromParent();
  return strings;
}

}  // namespace

void rejectUnknown(const Module &module) {
  for (const Function &function : module) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic() ||
        name.starts_with(partitionSymbolPrefix)) {
      continue;
    }
    if (name.starts_with("__mux_") || name.starts_with("_Z") || name.starts_with("kiln.")) {
      module.getContext().emitError("the function '" + name +
                                    "' is called, but this target has no definition of it");
    }
  }
}

void emitKernelTable(Module &module, ArrayRef<Function *> kernels,
                     const mux::BinaryNote &metadata) {
  emitTable(module, kernels);
  emitProgramMetadata(module, metadata);
}

PreservedAnalyses EmitKernelTablePass::run(Module &module, ModuleAnalysisManager &) {
  rejectUnknown(module);
  SmallVector<Function *> kernels = kernelsOf(module);
  mux::BinaryNote metadata;
  metadata.target = targetName_;
  metadata.compilerFacts = compilerFacts_;
  metadata.strings = extractStrings(module);
  for (Function *kernel : kernels) {
    metadata.kernels.push_back(describe(*kernel));
    kernel->clearMetadata();
  }
  emitKernelTable(module, kernels, metadata);
  if (NamedMDNode *group = module.getNamedMetadata("kiln.access_group")) {
    group->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
